"""Settings of the fetcher, from a given environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from headjudge.links.address import Address, is_host, read
from headjudge.links.errors import WrongAddress
from headjudge.links.sites import SITES, Site, any_host
from messages import say, say_list

LINKS = "HEADJUDGE_LINKS"
"""`on`, `off`, or hosts: those of a supported site allow the site, others only themselves."""
AGENT = "HEADJUDGE_LINKS_AGENT"
"""The User-Agent, for sites that require registration."""
PROXY = "HEADJUDGE_LINKS_PROXY"
"""A proxy, if there is no direct access."""


class WrongSettings(ValueError):
    """The value of a setting is invalid; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The sites that may be fetched from, and the User-Agent and proxy for that."""

    sites: tuple[Site, ...] = SITES
    agent: str = ""
    proxy: str = ""

    @property
    def hosts(self) -> frozenset[str]:
        """All hosts that may be contacted: those of pages, and those of their lists."""
        return frozenset(host for site in self.sites for host in (*site.hosts, *site.sources))

    def source_of(self, text: str) -> tuple[Site, Address]:
        """The site of an address, and the address of its list; raises WrongAddress."""
        page = read(text)
        site = next((site for site in self.sites if page.host in site.hosts), None)
        if site is None:
            names = say_list([site.name for site in self.sites])
            raise WrongAddress(
                say(
                    "Lists from {host} are not fetched; those from {sites} are.",
                    host=page.host,
                    sites=names,
                )
            )
        source = site.source_of(page)
        if source is None:
            raise WrongAddress(
                say(
                    "This is not a deck address of {site}, which looks like {shape}.",
                    site=site.name,
                    shape=f"https://{site.shape}",
                )
            )
        return site, read(source)


def of_environment(environment: Mapping[str, str], default: str = "off") -> Settings | None:
    """The settings in an environment, None if links are off; raises WrongSettings."""
    value = (environment.get(LINKS) or default).strip().lower()
    agent = environment.get(AGENT) or _agent()
    if not agent.isascii() or not agent.isprintable():
        raise WrongSettings(f"{AGENT}: a User-Agent has printable letters of ASCII alone.")
    proxy = environment.get(PROXY) or ""
    if value == "off":
        return None
    if value == "on":
        return Settings(agent=agent, proxy=proxy)
    hosts = frozenset(value.replace(",", " ").split())
    if wrong := sorted(host for host in hosts if not is_host(host)):
        raise WrongSettings(
            f"{LINKS}: this is on, off, or names of hosts such as moxfield.com, not {wrong[0]}."
        )
    sites = tuple(site for site in SITES if hosts & set(site.hosts))
    site_hosts = {host for site in sites for host in site.hosts}
    others = tuple(any_host(host) for host in sorted(hosts - site_hosts))
    return Settings((*sites, *others), agent=agent, proxy=proxy)


def _agent() -> str:
    try:
        return f"headjudge/{version('headjudge')}"
    except PackageNotFoundError:  # a checkout that is not installed
        return "headjudge"

"""The sites that lists are fetched from: the addresses of decks and of their lists, and parsers.

To add a site: add its entry to the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from headjudge import decklists
from headjudge.links.address import Address, Refused, WrongAddress, is_host, read
from messages import say, say_list

RAW = "raw.githubusercontent.com"
GISTS = "gist.githubusercontent.com"
_GITHUB_FILE = re.compile(
    r"/(?P<repository>[\w.-]+/[\w.-]+)/(?:blob|raw)/(?P<path>[^/]+(?:/[^/]+)+)"
)
_GIST = re.compile(r"/(?P<id>[\w-]+/[\da-f]{20,40})/?")
_GROUP = r"/(?:[\w.][\w.-]*|-[\w.-]+)"
"""A part of a GitLab project's path; a single hyphen ends it."""
_GITLAB_FILE = re.compile(
    rf"(?P<project>(?:{_GROUP}){{2,}})/-/(?:blob|raw)/(?P<path>[^/]+(?:/[^/]+)+)"
)
_SNIPPET = re.compile(r"(?P<snippet>(?:/[\w.-]+)*/-/snippets/\d+)(?:/raw(?:/[^/]+){0,2})?/?")
_GUID = r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"
MELEE_HEADINGS = {0: "Deck", 1: "Companion", 99: "Sideboard"}
"""Headings by Melee's numbers of deck sections."""


class DeckText(NamedTuple):
    """A list as served by a site."""

    text: str
    """One card per line, or any text that `decklists` can read."""
    player: str | None = None
    """The owner of the deck on the site."""
    syntax: str | None = None
    """The syntax of the text, if it cannot be detected."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site that lists are fetched from."""

    name: str
    """The display name."""
    hosts: tuple[str, ...]
    """The hosts of its pages, the preferred one first."""
    shape: str
    """The form of a deck's address, without https://."""
    source_of: Callable[[Address], str | None]
    """The address of the list of a page; None if the page is no deck."""
    read: Callable[[str], DeckText] = DeckText
    """Extracts the list from the source's answer; raises Refused."""
    accept: str = "text/plain"
    sources: tuple[str, ...] = ()
    """The hosts of the lists, if different."""


def as_json(text: str) -> dict[str, Any]:
    """Parse a JSON object; raises Refused."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise Refused(say("The site answered with something that is not a deck."))
    return document


def read_document(text: str, owner: Sequence[str]) -> DeckText:
    """Convert a deck document known to `decklists` to one line per card; raises Refused.

    `owner` is the path to the player's name. Unreadable parts are appended, to be reported.
    """
    document: Any = as_json(text)
    deck = decklists.read(text, syntax="json")
    if not deck.lines and deck.unreadable:
        raise Refused(say("The site answered with something that is not a deck."))
    lines = decklists.write(deck) + "".join(f"{line.text}\n" for line in deck.unreadable)
    for name in owner:
        document = document.get(name) if isinstance(document, dict) else None
    return DeckText(lines, document if isinstance(document, str) else None, "text")


def page(match: Callable[[str], re.Match[str] | None], source: str) -> Callable[[Address], Any]:
    """A `source_of` that fills the template with the groups matched in the page's path."""

    def source_of(address: Address) -> str | None:
        parts = match(address.path)
        return source.format_map(parts.groupdict()) if parts else None

    return source_of


def github_source(address: Address) -> str | None:
    """The source of a file in a public repository, or of a gist."""
    if address.host in (RAW, GISTS):
        return f"https://{address.host}{address.path}" if address.path.count("/") > 2 else None
    if address.host == "gist.github.com":
        gist = _GIST.fullmatch(address.path)
        return f"https://{GISTS}/{gist['id']}/raw" if gist else None
    file = _GITHUB_FILE.fullmatch(address.path)
    return f"https://{RAW}/{file['repository']}/{file['path']}" if file else None


def gitlab_source(address: Address) -> str | None:
    """The source of a file in a public project, or of a snippet."""
    if file := _GITLAB_FILE.fullmatch(address.path):
        return f"https://{address.host}{file['project']}/-/raw/{file['path']}"
    snippet = _SNIPPET.fullmatch(address.path)
    return f"https://{address.host}{snippet['snippet']}/raw" if snippet else None


def read_melee(text: str) -> DeckText:
    """Convert the details of a decklist registered for a tournament.

    Each record has a number (`q`), a title (`n`) and a deck section (`c`).
    """
    records = as_json(text).get("Records")
    if not isinstance(records, list):
        raise Refused(say("The site answered with something that is not a deck."))
    parts: dict[int, list[str]] = {number: [] for number in MELEE_HEADINGS}
    for record in records:
        match record:
            case {"n": str(name), "q": int(copies), "c": int(part)} if part in MELEE_HEADINGS:
                parts[part].append(f"{copies} {' '.join(name.split())}")
            case _:
                raise Refused(say("The site answered with a deck in an unknown form."))
    blocks = ("\n".join([MELEE_HEADINGS[part], *lines]) for part, lines in parts.items() if lines)
    return DeckText("\n\n".join(blocks) + "\n", syntax="text")


def any_host(host: str) -> Site:
    """A site for a host allowed by name: every address is the address of a list."""
    return Site(host, (host,), f"{host}/…", str)


SITES: tuple[Site, ...] = (
    # Moxfield only answers programs with a User-Agent approved by its support; request one and put
    # it into the settings. Private decks are answered like missing ones.
    Site(
        "Moxfield",
        ("moxfield.com", "www.moxfield.com"),
        "moxfield.com/decks/…",
        page(
            re.compile(r"/decks/(?P<id>[A-Za-z0-9_-]{6,40})(?:/[a-z-]*)?").fullmatch,
            "https://api2.moxfield.com/v3/decks/all/{id}",
        ),
        partial(read_document, owner=("createdByUser", "userName")),
        accept="application/json",
        sources=("api2.moxfield.com",),
    ),
    Site(
        "Archidekt",
        ("archidekt.com", "www.archidekt.com"),
        "archidekt.com/decks/…",
        page(
            re.compile(r"/(?:api/)?decks/(?P<id>\d{1,12})(?:/[^/]*)?/?").fullmatch,
            "https://archidekt.com/api/decks/{id}/",
        ),
        partial(read_document, owner=("owner", "username")),
        accept="application/json",
    ),
    Site(  # archetypes are no decks, and have no download
        "MTGGoldfish",
        ("www.mtggoldfish.com", "mtggoldfish.com"),
        "www.mtggoldfish.com/deck/…",
        page(
            re.compile(
                r"/deck/(?:(?:visual|download|arena_download|popout)/)?(?P<id>\d{1,12})/?"
            ).fullmatch,
            "https://www.mtggoldfish.com/deck/download/{id}",
        ),
    ),
    Site(
        "TappedOut",
        ("tappedout.net", "www.tappedout.net"),
        "tappedout.net/mtg-decks/…",
        page(
            re.compile(r"/mtg-decks/(?P<id>[A-Za-z0-9_-]{1,200})/?").fullmatch,
            "https://tappedout.net/mtg-decks/{id}/?fmt=txt",
        ),
    ),
    Site(
        "Deckstats",
        ("deckstats.net", "www.deckstats.net"),
        "deckstats.net/decks/…",
        page(
            re.compile(
                r"/decks/(?P<owner>\d{1,12})/(?P<id>\d{1,12}(?:-[^/]*)?)(?:/[a-z]{2})?/?"
            ).fullmatch,
            "https://deckstats.net/decks/{owner}/{id}?include_comments=0&export_dec=1",
        ),
    ),
    Site(
        "Melee",
        ("melee.gg", "www.melee.gg"),
        "melee.gg/Decklist/View/…",
        page(
            re.compile(rf"/Decklist/View/(?P<id>\d{{1,12}}|{_GUID})/?", re.I).fullmatch,
            "https://melee.gg/Decklist/GetDecklistDetails?id={id}",
        ),
        read_melee,
        accept="application/json",
    ),
    Site(
        "GitHub",
        ("github.com", "gist.github.com", RAW, GISTS),
        "github.com/…/blob/…",
        github_source,
    ),
    Site("GitLab", ("gitlab.com",), "gitlab.com/…/-/blob/…", gitlab_source),
)


# Settings of the fetcher, from a given environment


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

"""Identify clients: their address, behind trusted proxies, and their kind of program."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import lru_cache

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from headjudge.web.service import settings

PROXIES = "HEADJUDGE_PROXIES"
"""The setting with the number of proxies in front of the service; no others are trusted."""
PROXIES_MAX = 10
KINDS = {
    "headjudge": "headjudge", "Mozilla/": "browser", "curl/": "curl", "python": "python",
    "node": "node", "Go-http-client/": "go", "kube-probe/": "probe", "Prometheus/": "prometheus",
}  # fmt: skip
"""Kinds of clients by the beginning of their User-Agent."""
OTHER = "other"
NETWORK = 64
"""Bits of an IPv6 address that identify a client, which may vary the rest."""


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Take client addresses and schemes from trusted proxies; raises WrongSettings."""
    if hops := settings.integer(environment, PROXIES, 0, 0, PROXIES_MAX):
        application.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            application.wsgi_app, x_for=hops, x_proto=hops, x_host=0
        )


def network(request: Request) -> str:
    """The part of a client's address that identifies it: all of IPv4, the network of IPv6."""
    return _network(request.remote_addr or "")


@lru_cache(1024)
def _network(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # Unix sockets have none
        return "local"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)


def kind(request: Request) -> str:
    """The kind of client program, from a short list."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for begin, kind in KINDS.items() if agent.startswith(begin)), OTHER)

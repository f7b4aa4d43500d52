"""Who asks: the address of a client, behind proxies that are trusted, and what kind it is."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from web import settings

PROXIES = "HEADJUDGE_PROXIES"
"""The setting that says how many proxies stand before the service; it believes no others."""
PROXIES_MAX = 10
KINDS = {
    "headjudge": "headjudge", "Mozilla/": "browser", "curl/": "curl", "python": "python",
    "node": "node", "Go-http-client/": "go", "kube-probe/": "probe", "Prometheus/": "prometheus",
}  # fmt: skip
"""What a client is, by how its User-Agent begins."""
OTHER = "other"
NETWORK = 64
"""Bits of an IPv6 address that one client has; the rest of it is its own to change."""


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Take address and scheme of clients from the proxies that are trusted; WrongSettings."""
    if hops := settings.whole(environment, PROXIES, 0, 0, PROXIES_MAX):
        application.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            application.wsgi_app, x_for=hops, x_proto=hops, x_host=0
        )


def network(request: Request) -> str:
    """The address of a client as far as it is one client's: IPv4 whole, of IPv6 the network."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:  # a local socket has none
        return "local"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)


def kind(request: Request) -> str:
    """What kind of program asks, from a short list."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for begin, kind in KINDS.items() if agent.startswith(begin)), OTHER)

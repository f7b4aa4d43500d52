"""Who asks: the address of a client, behind proxies that are trusted, and what kind it is."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from headjudge.web.service import keys, settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

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
    if hops := settings.integer(environment, PROXIES, 0, 0, PROXIES_MAX):
        application.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            application.wsgi_app, x_for=hops, x_proto=hops, x_host=0
        )


def of(environ: WSGIEnvironment) -> str:
    """Who asks, before Flask sees it: by the key, where it is known, or by the address."""
    if "HTTP_AUTHORIZATION" in environ and (file := os.environ.get(keys.KEYS)):
        request = Request(environ, populate_request=False)
        sent = keys.sent(request)
        if sent is not None and (key := keys.find(sent, keys.of_file(file))):
            return f"key {key.name}"
    address = environ["REMOTE_ADDR"]
    if hops := _hops():
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(forwarded) >= hops:
            address = forwarded[-hops].strip()
    return _network(address)


def network(request: Request) -> str:
    """The address of a client as far as it is one client's: IPv4 whole, of IPv6 the network."""
    return _network(request.remote_addr or "")


@cache
def _hops() -> int:
    return settings.integer(os.environ, PROXIES, 0, 0, PROXIES_MAX)


@lru_cache(1024)
def _network(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
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

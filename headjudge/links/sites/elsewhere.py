"""Any other host that whoever runs this allows: what it answers is the list, as it is."""

from __future__ import annotations

from headjudge.links.address import Address
from headjudge.links.site import Site


def at(host: str) -> Site:
    """The site of that host, all of whose addresses are lists."""
    return Site(host, (host,), f"{host}/…", _itself)


def _itself(page: Address) -> str:
    return str(page)

"""Addresses of lists, read strictly: what is not plainly one https address of a host is none."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, urljoin

from headjudge.links.errors import WrongAddress
from messages import say

LONGEST = 2_048
"""Characters of an address."""
_ADDRESS = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<authority>[^/?#]*)"
    r"(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#.*)?",
    re.I | re.S,
)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
"""A DNS name of at least two labels, the last of which begins with a letter: never a number."""
_SIGNS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")
"""What RFC 3986 lets stand in an address."""
_LINK = re.compile(r"https?://\S+", re.I)


class Address(NamedTuple):
    """An https address in its parts; user, port and fragment are none of them."""

    host: str
    """In lower case."""
    path: str
    query: str = ""

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        return f"https://{self.host}{self.path}{query}"

    @property
    def parameters(self) -> dict[str, str]:
        """The query's parameters; of one that is given twice the last."""
        return {name: values[-1] for name, values in parse_qs(self.query).items()}


def is_link(text: str) -> bool:
    """Whether the whole text is one address of the web, and so no list."""
    return _LINK.fullmatch(text.strip()) is not None


def is_host(text: str) -> bool:
    """Whether the text is a DNS name: in lower case, of two labels at least, and no number."""
    return len(text) <= 253 and _HOST.fullmatch(text) is not None


def read(text: str) -> Address:
    """The address that the text is; raises WrongAddress, which says what is wrong with it."""
    text = text.strip(" \t\r\n")
    if len(text) > LONGEST:
        raise WrongAddress(say("An address may have {number} characters at most.", number=LONGEST))
    parts = _ADDRESS.fullmatch(text)
    if parts is None or not _SIGNS.fullmatch(text):
        raise WrongAddress(say("This is no address, such as https://moxfield.com/decks/…."))
    if parts["scheme"].lower() != "https":
        raise WrongAddress(say("Only addresses that begin with https:// are fetched."))
    user, at, name = parts["authority"].rpartition("@")
    if user or at:
        raise WrongAddress(say("An address with a user name or password is not fetched."))
    host, _, port = name.partition(":")
    host = host.lower()
    if not is_host(host):
        raise WrongAddress(say("The host of the address must be a name, such as moxfield.com."))
    if port not in ("", "443"):
        raise WrongAddress(say("An address with a port of its own is not fetched."))
    return Address(host, parts["path"] or "/", parts["query"] or "")


def resolve_redirect(here: Address, location: str) -> Address:
    """Where a redirect from `here` leads; raises WrongAddress."""
    return read(urljoin(str(here), location))

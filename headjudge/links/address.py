"""Strict parsing of list addresses: only plain https addresses of a host name are accepted."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs

from messages import MessageError, say

LONGEST = 2_048
"""Characters of an address."""
_ADDRESS = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<authority>[^/?#]*)"
    r"(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#.*)?",
    re.I | re.S,
)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
"""A DNS name with at least two labels, the last one starting with a letter: never a number."""
_CHARACTERS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")
"""The characters allowed by RFC 3986."""
_LINK = re.compile(r"https?://\S+", re.I)


class Address(NamedTuple):
    """The parts of an https address; user, port and fragment are not allowed."""

    host: str
    """In lower case."""
    path: str
    query: str = ""

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        return f"https://{self.host}{self.path}{query}"

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters; the last of repeated ones wins."""
        return {name: values[-1] for name, values in parse_qs(self.query).items()}


def is_link(text: str) -> bool:
    """Whether the whole text is a web address instead of a list."""
    return _LINK.fullmatch(text.strip()) is not None


def is_host(text: str) -> bool:
    """Whether the text is a DNS name: lower case, at least two labels, not a number."""
    return len(text) <= 253 and _HOST.fullmatch(text) is not None


def read(text: str) -> Address:
    """Parse an address; raises WrongAddress with the reason."""
    text = text.strip(" \t\r\n")
    if len(text) > LONGEST:
        raise WrongAddress(say("An address may have at most {number} characters.", number=LONGEST))
    parts = _ADDRESS.fullmatch(text)
    if parts is None or not _CHARACTERS.fullmatch(text):
        raise WrongAddress(say("This is not an address such as https://moxfield.com/decks/…."))
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
        raise WrongAddress(say("An address with a port is not fetched."))
    return Address(host, parts["path"] or "/", parts["query"] or "")


# Errors of fetching lists. Each is a sentence for the user who gave the link.


class LinkError(MessageError):
    """No list could be read from the link; the text is a whole sentence."""


class WrongAddress(LinkError):
    """The address is not allowed or has no list: the user must give another one."""


class Refused(LinkError):
    """The site did not serve the list; it may after `retry_after` seconds, if stated."""

    def __init__(self, sentence: str, retry_after: int | None = None) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


class TooSlow(LinkError):
    """The site did not serve the list in time."""

"""Responses of sites: bodies within bounds, and errors for responses without a list."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

import requests
from urllib3.exceptions import InvalidHeader
from urllib3.util.retry import Retry

from headjudge.links.errors import LinkError, Refused, WrongAddress
from messages import say

BYTES_MAX = 2_000_000
"""Maximum size of a body, both compressed and decompressed."""
GONE = (401, 404, 410)
"""Statuses for missing and for private decks."""


class Response(NamedTuple):
    """A complete response; without a body unless the status is 200."""

    status: int
    headers: Mapping[str, str]
    """Case-insensitive."""
    body: bytes

    @property
    def media_type(self) -> str:
        """In lower case, without parameters; empty if absent."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()

    @property
    def retry_after(self) -> float | None:
        """The seconds in Retry-After; None if absent or unreadable."""
        return retry_after(self.headers)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of Retry-After, which may be a date (RFC 9110, 10.2.3); None if unreadable."""
    try:
        return Retry().parse_retry_after(headers["Retry-After"])
    except (KeyError, InvalidHeader, ValueError, OverflowError):
        return None


def read_response(host: str, response: requests.Response) -> Response:
    """Read the response's body; raises Refused if it is too large."""
    body = b""
    if response.status_code == HTTPStatus.OK:
        # One byte more than allowed shows that the body is too large; reading until nothing is left
        # detects truncation.
        while piece := response.raw.read(BYTES_MAX + 1 - len(body), decode_content=False):
            body += piece
        encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding in ("gzip", "x-gzip"):
            body = _decompress(host, body)
        elif encoding not in ("identity", ""):
            raise _broken(host)
        if len(body) > BYTES_MAX:
            raise _too_large(host)
        if not body:  # also if the response ends within its headers
            raise Refused(say("{host} sent an empty answer.", host=host))
    return Response(response.status_code, response.headers, body)


def refusal(host: str, response: Response) -> LinkError:
    """The error for a status other than 200."""
    status = response.status
    if status in GONE:
        return WrongAddress(say("{host} has no deck at this address, or it is private.", host=host))
    if status == HTTPStatus.FORBIDDEN:
        return Refused(
            say(
                "{host} refuses this program, or the deck is private (403): export the list there"
                " and send its text.",
                host=host,
            )
        )
    wait = response.retry_after
    seconds = None if wait is None else max(1, round(wait))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Refused(
            say("{host} is getting too many requests at the moment (429).", host=host), seconds
        )
    return Refused(say("{host} answered with status {status}.", host=host, status=status), seconds)


def _decompress(host: str, body: bytes) -> bytes:
    """Decompress gzip, member by member, up to one byte more than allowed."""
    if len(body) > BYTES_MAX:
        raise _too_large(host)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as file:
            return file.read(BYTES_MAX + 1)
    except (OSError, EOFError, zlib.error):
        raise _broken(host) from None


def _too_large(host: str) -> Refused:
    return Refused(
        say(
            "The answer of {host} is larger than {most} MB, too large for a decklist.",
            host=host,
            most=BYTES_MAX // 1_000_000,
        )
    )


def _broken(host: str) -> Refused:
    return Refused(say("The answer of {host} cannot be decompressed.", host=host))

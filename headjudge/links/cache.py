"""An in-memory cache of site answers, for as long as the sites allow."""

from __future__ import annotations

import datetime
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

BYTES_MAX = 8_000_000
"""Of all bodies together; least recently used ones are dropped."""
LONGEST = 3_600
"""Maximum lifetime in seconds, even if the site allows more."""

VALIDATORS = {"If-None-Match": "ETag", "If-Modified-Since": "Last-Modified"}
"""Conditional request headers, and the response headers with their values."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A cached answer."""

    body: bytes
    media_type: str
    at: datetime.datetime
    """When the site last confirmed the list."""
    validators: Mapping[str, str]
    """The headers of a conditional request (RFC 9110, 13.1)."""
    fresh_until: float
    """The time of the cache's clock until which it is fresh."""
    expires_at: float
    """The time at which it is dropped."""

    @property
    def response_headers(self) -> dict[str, str]:
        """The validators by the names of their response headers."""
        return {VALIDATORS[name]: value for name, value in self.validators.items()}


class Cache:
    """Answers by address. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = Lock()

    def find(self, address: str) -> Entry | None:
        """The cached answer of this address, if any."""
        with self._lock:
            self._drop_expired()
            if address in self._entries:
                self._entries.move_to_end(address)
            return self._entries.get(address)

    def is_fresh(self, entry: Entry) -> bool:
        """Whether the answer can be used without a request to the site."""
        return self._clock() < entry.fresh_until

    def store(
        self,
        address: str,
        body: bytes,
        media_type: str,
        at: datetime.datetime,
        headers: Mapping[str, str],
    ) -> None:
        """Replace the cached answer, or drop it, as the headers demand (RFC 9111, 3).

        `headers` must be case-insensitive.
        """
        allowed = directives(headers.get("Cache-Control", ""))
        validators = _validators(headers)
        lifetime = _lifetime(allowed, headers)
        # The cache is shared by all users of the service, so private answers are not stored.
        is_forbidden = allowed.keys() & {"no-store", "private"} or "*" in headers.get("Vary", "")
        now = self._clock()
        with self._lock:
            self._entries.pop(address, None)
            if not is_forbidden and (validators or lifetime):
                end = now + LONGEST
                fresh = min(now + lifetime, end)
                self._entries[address] = Entry(body, media_type, at, validators, fresh, end)
            self._drop_expired()

    def _drop_expired(self) -> None:
        now = self._clock()
        for address, entry in [*self._entries.items()]:
            if entry.expires_at <= now:
                del self._entries[address]
        while sum(len(entry.body) for entry in self._entries.values()) > BYTES_MAX:
            self._entries.popitem(last=False)


def directives(header: str) -> dict[str, str]:
    """The directives of a Cache-Control header, with their values."""
    pairs = re.findall(r'([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]+)))?', header)
    return {name.lower(): quoted or plain for name, quoted, plain in pairs}


def _validators(headers: Mapping[str, str]) -> dict[str, str]:
    values = {name: headers.get(validator) for name, validator in VALIDATORS.items()}
    return {name: value for name, value in values.items() if value}


def _lifetime(allowed: Mapping[str, str], headers: Mapping[str, str]) -> int:
    """The freshness lifetime in seconds stated by the site; no heuristics."""
    if "no-cache" in allowed:
        return 0
    seconds = allowed.get("s-maxage") or allowed.get("max-age") or ""
    return max(0, _integer(seconds) - _integer(headers.get("Age", "")))


def _integer(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

"""Lists by link: validation of links, and fetching all links of a request concurrently."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import BoundedSemaphore
from typing import Any

from marshmallow import ValidationError

from headjudge.links import (
    Fetched,
    LinkError,
    Links,
    Refused,
    TooSlow,
    WrongAddress,
    of_environment,
)
from headjudge.web.http import NO_LINKS, Fault, Problem, schema_problem
from headjudge.web.limits import LIMITS
from headjudge.web.schemas.fields import refused
from messages import Message, say, say_list

CONCURRENT_MAX = 4
"""Links of a request fetched concurrently."""
REQUESTS_MAX = 2
"""Requests with links answered concurrently per worker."""
BUSY_SECONDS = 5
"""Retry-After of a request that found the worker busy with others."""
URL, FETCHED = "url", "fetched"

places = BoundedSemaphore(REQUESTS_MAX)


@cache
def links() -> Links | None:
    """The client of the sites, None if links are off; raises headjudge.links.WrongSettings."""
    settings = of_environment(os.environ)
    return Links(settings) if settings else None


def sites() -> Message | None:
    """The sites that lists can be fetched from, in words; None if links are off."""
    client = links()
    return say_list(client.sites) if client else None


def check(url: str) -> None:
    """Raise marshmallow's ValidationError unless lists may be fetched from the address."""
    client = links()
    if client is None:
        raise ValidationError([NO_LINKS])
    try:
        client.check(url)
    except WrongAddress as error:
        raise refused("wrong-link", error.message) from None


class ListFetcher:
    """Fetches the links of one request, of any number of teams, within its number and time."""

    def __init__(self, most: int = LIMITS.links, seconds: float = LIMITS.link_seconds) -> None:
        self._left = most
        self._most = most
        self._seconds = seconds

    def fetch(self, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """The decks and pools by pointer, with fetched lists in place of links.

        Fetched lists are stored as `fetched` as well. Raises Problem: 422 for addresses without a
        list and for too many links, 502 and 504 for sites that fail, 503 if the worker is busy
        fetching.
        """
        urls = {
            at: entry[URL] for at, entry in entries.items() if URL in entry and FETCHED not in entry
        }
        if not urls:
            return dict(entries)
        self._left -= len(urls)
        if self._left < 0:
            fault = say("A request may name {number} lists by link.", number=self._most)
            raise schema_problem([Fault(f"{at}/{URL}", fault, "over-limit") for at in urls])
        with self._place(urls):
            fetched = _fetch_all(urls, time.monotonic() + self._seconds)
        return {
            at: {**entry, "list": page.text, "syntax": page.syntax, FETCHED: page}
            if (page := fetched.get(at))
            else entry
            for at, entry in entries.items()
        }

    @contextmanager
    def _place(self, pointers: Iterable[str]) -> Iterator[None]:
        if not places.acquire(blocking=False):
            busy = say("The service is busy fetching lists for others: try again.")
            faults = [Fault(f"{at}/{URL}", busy, "failed-link") for at in pointers]
            raise Problem(503, busy, faults, {"Retry-After": str(BUSY_SECONDS)})
        start = time.monotonic()
        try:
            yield
        finally:
            self._seconds -= time.monotonic() - start
            places.release()


def _fetch_all(urls: Mapping[str, str], deadline: float) -> dict[str, Fetched]:
    """The lists at the addresses; raises Problem with a fault for each failure."""
    client = links()
    assert client is not None, "the schema rejects links"
    addresses = tuple(dict.fromkeys(urls.values()))

    def fetch(address: str) -> Fetched | LinkError:
        try:
            return client.fetch(address, deadline)
        except LinkError as error:
            return error

    with ThreadPoolExecutor(min(CONCURRENT_MAX, len(addresses))) as threads:
        answers = dict(zip(addresses, threads.map(fetch, addresses), strict=True))
    by_pointer = {at: answers[url] for at, url in urls.items()}
    errors = {at: answer for at, answer in by_pointer.items() if isinstance(answer, LinkError)}
    if errors:
        raise _problem(errors)
    return {at: answer for at, answer in by_pointer.items() if isinstance(answer, Fetched)}


def _problem(errors: Mapping[str, LinkError]) -> Problem:
    """The problem for failed links: faults that the client can fix come first."""
    faults = [
        Fault(
            f"{at}/{URL}",
            error.message,
            "wrong-link" if isinstance(error, WrongAddress) else "failed-link",
        )
        for at, error in errors.items()
    ]
    if any(fault.code == "wrong-link" for fault in faults):
        return schema_problem(faults)
    is_slow = all(isinstance(error, TooSlow) for error in errors.values())
    waits = [error.retry_after for error in errors.values() if isinstance(error, Refused)]
    longest = max(filter(None, waits), default=None)
    headers = {"Retry-After": str(longest)} if longest else {}
    return Problem(504 if is_slow else 502, schema_problem(faults).detail, faults, headers)

"""What is kept of answers, and for how long: what their sites allow, and an hour at most."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import pytest
from requests.structures import CaseInsensitiveDict

from headjudge.links.fetching import KEPT_BYTES_MAX, KEPT_SECONDS_MAX, Answer, Cache

AT = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
ADDRESS = "https://decks.example.org/deck"
MINUTE = {"Cache-Control": "max-age=60"}


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def keep(
    cache: Cache, headers: Mapping[str, str], address: str = ADDRESS, body: bytes = b"4 Opt"
) -> None:
    cache.store(address, Answer(body, "text/plain", AT), CaseInsensitiveDict(headers))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"cache-control": "max-age=60"}, 60),
        ({"Cache-Control": 'public, MAX-AGE="60"'}, 60),
        ({"Cache-Control": "max-age=60", "Age": "45"}, 15),
        ({"Cache-Control": "max-age=60, s-maxage=10"}, 10),
        ({"Cache-Control": "max-age=999999999"}, KEPT_SECONDS_MAX),
        ({"Cache-Control": "max-age=60", "Age": "61"}, 0),
        ({"Cache-Control": "max-age=60, no-cache"}, 0),
        ({"Cache-Control": "max-age=60, no-store"}, 0),
        ({"Cache-Control": "max-age=60, private"}, 0),
        ({"Cache-Control": "max-age=60", "Vary": "Accept, *"}, 0),
        ({"Cache-Control": "max-age=-1"}, 0),
        ({"Cache-Control": "max-age=soon"}, 0),
        ({"Cache-Control": "max-age=0"}, 0),
        ({"ETag": '"a"'}, 0),
        ({"Cache-Control": ",,;="}, 0),
        ({"Cache-Control": 'no-transform="a, private", Max-Age = 5'}, 5),
        ({}, 0),
    ],
)
def test_how_long_an_answer_is_kept(headers: dict[str, str], seconds: int) -> None:
    clock = Clock()
    cache = Cache(clock)
    keep(cache, MINUTE, body=b"before")  # which the new answer replaces, or takes with it
    keep(cache, headers)
    if seconds:
        clock.now += seconds - 1
        kept = cache.find(ADDRESS)
        assert kept
        assert kept.body == b"4 Opt"
        clock.now += 1
    assert cache.find(ADDRESS) is None


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    cache = Cache()
    for name in "abc":
        keep(cache, MINUTE, name, b"4" * (KEPT_BYTES_MAX // 4))
    cache.find("a")
    keep(cache, MINUTE, "d", b"4" * (KEPT_BYTES_MAX // 2))
    assert [name for name in "abcd" if cache.find(name)] == ["a", "c", "d"]

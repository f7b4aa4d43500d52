"""What is kept of answers, and for how long: what their sites allow, and an hour at most."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import pytest
from requests.structures import CaseInsensitiveDict

from headjudge.links.fetching import KEPT_BYTES_MAX, KEPT_SECONDS_MAX, Cache, directives

AT = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
ADDRESS = "https://decks.example.org/deck"


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def keep(
    cache: Cache, headers: Mapping[str, str], address: str = ADDRESS, body: bytes = b"4 Opt"
) -> None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    cache.store(address, body, "text/plain", AT, CaseInsensitiveDict(named))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"cache_control": "max-age=60"}, 60),
        ({"Cache_Control": 'public, MAX-AGE="60"'}, 60),
        ({"Cache_Control": "max-age=60", "Age": "45"}, 15),
        ({"Cache_Control": "max-age=60, s-maxage=10"}, 10),
        ({"Cache_Control": "max-age=999999999"}, KEPT_SECONDS_MAX),
        ({"Cache_Control": "max-age=60, no-cache", "ETag": '"a"'}, 0),
        ({"Cache_Control": "max-age=-1", "ETag": '"a"'}, 0),
        ({"Cache_Control": "max-age=soon", "ETag": '"a"'}, 0),
        ({"ETag": '"a"'}, 0),
        ({"Last_Modified": "Sat, 21 Nov 2026 12:00:00 GMT"}, 0),
    ],
)
def test_how_long_an_answer_is_fresh(headers: dict[str, str], seconds: int) -> None:
    clock = Clock()
    cache = Cache(clock)
    keep(cache, headers)
    kept = cache.find(ADDRESS)
    assert kept
    if seconds:
        clock.now += seconds - 1
        assert cache.is_fresh(kept)
        clock.now += 1
    assert not cache.is_fresh(kept)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Cache_Control": "max-age=0"},
        {"Cache_Control": "no-store, max-age=60", "ETag": '"a"'},
        {"Cache_Control": "private, max-age=60", "ETag": '"a"'},
        {"Cache_Control": "max-age=60", "Vary": "Accept, *"},
    ],
)
def test_what_is_not_kept_takes_what_was_kept_with_it(headers: dict[str, str]) -> None:
    cache = Cache()
    keep(cache, {"ETag": '"before"'})
    keep(cache, headers)
    assert cache.find(ADDRESS) is None


def test_after_an_hour_it_is_forgotten() -> None:
    clock = Clock()
    cache = Cache(clock)
    keep(cache, {"ETag": '"a"'})
    clock.now += KEPT_SECONDS_MAX - 1
    assert cache.find(ADDRESS)
    clock.now += 1
    assert cache.find(ADDRESS) is None


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    cache = Cache()
    for name in "abc":
        keep(cache, {"ETag": name}, name, b"4" * (KEPT_BYTES_MAX // 4))
    cache.find("a")
    keep(cache, {"ETag": "d"}, "d", b"4" * (KEPT_BYTES_MAX // 2))
    assert [name for name in "abcd" if cache.find(name)] == ["a", "c", "d"]


def test_validators_are_asked_by_the_headers_for_it() -> None:
    cache = Cache()
    keep(cache, {"etag": 'W/"a"', "Last_Modified": "Sat, 21 Nov 2026 12:00:00 GMT"})
    kept = cache.find(ADDRESS)
    assert kept
    assert kept.validators == {
        "If-None-Match": 'W/"a"',
        "If-Modified-Since": "Sat, 21 Nov 2026 12:00:00 GMT",
    }
    assert kept.response_headers == {
        "ETag": 'W/"a"',
        "Last-Modified": "Sat, 21 Nov 2026 12:00:00 GMT",
    }


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("", {}),
        ("no-store", {"no-store": ""}),
        ('private="set-cookie", Max-Age = 5', {"private": "set-cookie", "max-age": "5"}),
        (",,;=", {}),
    ],
)
def test_directives(header: str, read: dict[str, str]) -> None:
    assert directives(header) == read

"""The careful fetch, against a server that behaves as badly as servers do."""

from __future__ import annotations

import datetime
import gzip
import time
from collections.abc import Callable
from email.utils import format_datetime
from typing import TYPE_CHECKING

import pytest

from headjudge.links import fetching
from headjudge.links.address import Address, LinkError, Refused, TooSlow, WrongAddress
from headjudge.links.fetching import BYTES_MAX, Fetcher
from headjudge.links.network import Endpoint
from tests.fuzz.cost import measured
from tests.links.conftest import AGENT, HOST, OTHER, answer

if TYPE_CHECKING:
    from tests.links.conftest import Send, Site

Made = Callable[..., Fetcher]

DECK = Address(HOST, "/deck")
SOON = 0.4
"""Seconds; what stalls is given up after so many."""


def body_of(fetcher: Fetcher) -> str:
    return fetcher.fetch(DECK, "text/plain").body.decode()


def in_turn(*answers: bytes) -> Callable[[str, dict[str, str], Send], None]:
    """A script that gives one answer after another, and the last again and again."""
    left = list(answers)

    def script(path: str, headers: dict[str, str], send: Send) -> None:
        send(left.pop(0) if len(left) > 1 else left[0])

    return script


def test_a_list_is_fetched_as_who_it_is(site: Site, fetcher: Made) -> None:
    got = fetcher().fetch(Address(HOST, "/deck", "fmt=txt"), "text/plain")
    assert (got.body, got.media_type) == (b"4 Opt\n", "text/plain")
    ((path, headers),) = site.requests
    assert path == "/deck?fmt=txt"
    assert headers == {
        "Host": HOST,
        "User-Agent": AGENT,
        "Accept": "text/plain, */*;q=0.1",
        "Accept-Encoding": "gzip",
        "Connection": "keep-alive",
    }


def test_the_certificate_must_be_of_the_name(site: Site, fetcher: Made) -> None:
    stranger = fetcher(hosts=frozenset({"example.net"}))
    with pytest.raises(Refused, match="cannot be reached"):
        stranger.fetch(Address("example.net", "/deck"), "text/plain")
    assert site.requests == []


def test_the_certificate_must_be_trusted(site: Site, fetcher: Made) -> None:
    with pytest.raises(Refused, match="cannot be reached"):
        body_of(fetcher(verify=True))
    assert site.requests == []


def stall_before(site: Site, send: Send) -> None:
    site.stop.wait(5)


def stall_within_headers(site: Site, send: Send) -> None:
    send(b"HTTP/1.1 200 OK\r\nContent-")
    site.stop.wait(5)


def stall_within_the_body(site: Site, send: Send) -> None:
    send(answer("4 Opt\n", Content_Length="100"))
    site.stop.wait(5)


def drip(site: Site, send: Send) -> None:
    """Each byte comes long before any time-out of a single read."""
    for byte in answer("4 Opt\n" * 1000):
        send(bytes([byte]))
        if site.stop.wait(0.02):
            break


@pytest.mark.parametrize("stall", [stall_before, stall_within_headers, stall_within_the_body, drip])
def test_a_site_that_stalls_is_given_up(
    site: Site, fetcher: Made, stall: Callable[..., None]
) -> None:
    site.script = lambda path, headers, send: stall(site, send)
    with pytest.raises(TooSlow, match=f"^{HOST} did not answer in time.$"):
        body_of(fetcher(SOON))


def test_names_that_are_not_resolved_in_time(fetcher: Made, site: Site) -> None:
    def resolve(host: str) -> list[Endpoint]:
        site.stop.wait(5)
        return []

    with pytest.raises(TooSlow):
        body_of(fetcher(SOON, resolve=resolve))


def test_a_time_that_is_over(site: Site, fetcher: Made) -> None:
    with pytest.raises(TooSlow):
        fetcher().fetch(DECK, "text/plain", until=time.monotonic() - 1)
    assert site.requests == []


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(answer("4 Opt\n", Content_Length="60"), id="length too great"),
        pytest.param(
            answer(b"6\r\n4 Opt\n\r\n", Transfer_Encoding="chunked", Content_Length=""),
            id="no last chunk",
        ),
        pytest.param(
            answer(b"60\r\n4 Opt\n", Transfer_Encoding="chunked", Content_Length=""),
            id="within a chunk",
        ),
        pytest.param(
            answer(b"-6\r\n4 Opt\n\r\n", Transfer_Encoding="chunked", Content_Length=""),
            id="a chunk of less than nothing",
        ),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-", id="within the headers"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"SSH-2.0-OpenSSH_9.2\r\n", id="another protocol"),
        pytest.param(
            answer(gzip.compress(b"4 Opt\n" * 100)[:-9], Content_Encoding="gzip"), id="gzip"
        ),
        pytest.param(answer("4 Opt\n", Content_Encoding="gzip"), id="no gzip"),
        pytest.param(answer("4 Opt\n", Content_Encoding="br"), id="unknown packing"),
        pytest.param(answer(""), id="an empty list"),
    ],
)
def test_a_list_that_breaks_off_is_refused(site: Site, fetcher: Made, cut: bytes) -> None:
    site.script = in_turn(cut)
    with pytest.raises(Refused, match=HOST):
        body_of(fetcher())


def test_a_server_that_is_killed_half_way(site: Site, fetcher: Made) -> None:
    """Without a length only TLS tells an end from a cut, and a killed server does not say it."""

    def script(path: str, headers: dict[str, str], send: Send) -> None:
        send(answer("4 Opt\n", Content_Length=""))
        raise OSError("killed")

    site.script = script
    with pytest.raises(Refused, match="broke off"):
        body_of(fetcher())
    site.script = in_turn(answer("4 Opt\n", Content_Length=""))
    assert body_of(fetcher()) == "4 Opt\n"


def test_a_length_that_is_too_small_ends_the_list_there(site: Site, fetcher: Made) -> None:
    site.script = in_turn(answer("4 Opt\n4 Duress\n", Content_Length="6"))
    assert body_of(fetcher()) == "4 Opt\n"


@pytest.mark.parametrize(
    "large",
    [
        pytest.param(answer(b"4 Opt\n" * (BYTES_MAX // 6 + 1)), id="as it is"),
        pytest.param(
            answer(gzip.compress(b"\n" * (BYTES_MAX + 1)), Content_Encoding="gzip"), id="packed"
        ),
        pytest.param(
            answer(gzip.compress(b"\n" * BYTES_MAX) * 2, Content_Encoding="gzip"), id="twice"
        ),
    ],
)
def test_what_is_too_large_is_no_list(site: Site, fetcher: Made, large: bytes) -> None:
    site.script = in_turn(large)
    with pytest.raises(Refused, match="larger than 2 MB"):
        body_of(fetcher())


def test_a_stream_without_end_is_read_no_further(site: Site, fetcher: Made) -> None:
    def script(path: str, headers: dict[str, str], send: Send) -> None:
        send(answer("", Transfer_Encoding="chunked", Content_Length=""))
        while not site.stop.is_set():
            send(b"10000\r\n" + b"\n" * 0x10000 + b"\r\n")

    site.script = script
    with pytest.raises(Refused, match="larger than 2 MB"):
        body_of(fetcher())


def test_nothing_in_many_parts_is_unpacked_in_time(site: Site, fetcher: Made) -> None:
    packed = gzip.compress(b"") * 90_000 + gzip.compress(b"4 Opt\n")
    site.script = in_turn(answer(packed, Content_Encoding="gzip"))
    cost = measured(lambda: len(body_of(fetcher())), most=3)
    assert not cost.is_cut


@pytest.mark.parametrize("members", [1, 3])
def test_packed_lists_are_unpacked(site: Site, fetcher: Made, members: int) -> None:
    packed = gzip.compress(b"4 Opt\n") * members
    site.script = in_turn(answer(packed, Content_Encoding="gzip"))
    assert body_of(fetcher()) == "4 Opt\n" * members


@pytest.mark.parametrize("status", ["500 Broken", "502 Bad", "503 Busy", "429 Too Many"])
def test_a_second_attempt(site: Site, fetcher: Made, status: str) -> None:
    site.script = in_turn(answer("", status, Retry_After="0"), answer("4 Opt\n"))
    assert body_of(fetcher()) == "4 Opt\n"
    assert len(site.requests) == 2


@pytest.mark.parametrize(
    ("status", "wait", "said"),
    [
        ("429 Too Many", "120", 120),
        ("503 Busy", "Wed, 21 Oct 2099 07:28:00 GMT", None),
        ("429 Too Many", "soon", None),
        ("429 Too Many", "9" * 400, None),
        ("500 Broken", "", None),
    ],
)
def test_a_refusal_is_not_repeated(
    site: Site,
    fetcher: Made,
    monkeypatch: pytest.MonkeyPatch,
    status: str,
    wait: str,
    said: int | None,
) -> None:
    monkeypatch.setattr(fetching, "PAUSE", 60)
    site.script = in_turn(answer("", status, Retry_After=wait))
    with pytest.raises(Refused, match=status[:3]) as refused:
        body_of(fetcher())
    assert len(site.requests) == 1
    if said:
        assert refused.value.retry_after == said


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        ("404 Not Found", WrongAddress, "no deck at this address, or it is private"),
        ("401 Unauthorized", WrongAddress, "no deck at this address, or it is private"),
        ("403 Forbidden", Refused, "refuses this program, or the deck is private"),
        ("418 Teapot", Refused, "answered with status 418"),
        ("206 Partial Content", Refused, "answered with status 206"),
        ("204 No Content", Refused, "answered with status 204"),
        ("304 Not Modified", Refused, "answered with status 304"),
        ("300 Multiple Choices", Refused, "answered with status 300"),
    ],
)
def test_what_statuses_mean(
    site: Site, fetcher: Made, status: str, kind: type[LinkError], words: str
) -> None:
    site.script = in_turn(answer("", status))
    with pytest.raises(kind, match=words):
        body_of(fetcher())


def test_redirects_are_followed(site: Site, fetcher: Made) -> None:
    def script(path: str, headers: dict[str, str], send: Send) -> None:
        if path == "/deck":
            send(answer("", "301 Moved", Location="/moved", Set_Cookie="a=b"))
        elif headers["Host"] == HOST:
            send(answer("", "307 Over there", Location=f"https://{OTHER}/there?x=1#y"))
        else:
            send(answer("4 Opt\n"))

    site.script = script
    assert body_of(fetcher()) == "4 Opt\n"
    assert [(path, headers["Host"]) for path, headers in site.requests] == [
        ("/deck", HOST),
        ("/moved", HOST),
        ("/there?x=1", OTHER),
    ]
    assert not any("Cookie" in headers for _, headers in site.requests)


def test_the_body_of_a_redirect_is_not_read(site: Site, fetcher: Made) -> None:
    def script(path: str, headers: dict[str, str], send: Send) -> None:
        if path == "/there":
            send(answer("4 Opt\n"))
        else:
            send(answer("4", "302 Found", Location="/there", Content_Length="100"))
            site.stop.wait(5)

    site.script = script
    assert body_of(fetcher()) == "4 Opt\n"


def test_redirects_end(site: Site, fetcher: Made) -> None:
    site.script = in_turn(answer("", "302 Found", Location="/deck"))
    with pytest.raises(Refused, match="redirects too often"):
        body_of(fetcher())
    assert len(site.requests) == 4


def test_another_endpoint_where_the_first_does_not_answer(site: Site, fetcher: Made) -> None:
    closed = Endpoint("127.0.0.1", 1)
    assert body_of(fetcher(resolve=lambda host: [closed, site.endpoint])) == "4 Opt\n"
    with pytest.raises(Refused, match="cannot be reached"):
        body_of(fetcher(resolve=lambda host: [closed]))


def test_what_is_fresh_is_not_asked_for_again(site: Site, fetcher: Made) -> None:
    site.script = in_turn(answer("4 Opt\n", Cache_Control="public, max-age=60"))
    one = fetcher()
    first = one.fetch(DECK, "text/plain")
    assert one.fetch(DECK, "text/plain") == first
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [(" 30 ", 30), ("0", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("-1", None), ("1.5", None),
     ("", None), ("Thu, 99 Jan 999999 00:00:00 GMT", None), ("9" * 5_000, None)],
)  # fmt: skip
def test_what_retry_after_says(value: str, seconds: float | None) -> None:
    assert fetching.retry_after({"Retry-After": value}) == seconds


def test_retry_after_as_a_date() -> None:
    then = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    seconds = fetching.retry_after({"Retry-After": format_datetime(then, usegmt=True)})
    assert seconds
    assert 0 < seconds <= 3_600

"""Downloads from a source that misbehaves: what arrives is whole, or is not there."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import responses

from headjudge.cli.sources import downloads as module
from headjudge.cli.sources.downloads import CannotDownload, Downloads, Limits
from tests.misbehaving import (
    Answer,
    File,
    Source,
    altered,
    cut_off,
    dripping,
    lying,
    misplaced,
    moved,
    serving,
    stalled,
    status,
)

BODY = os.urandom(300_000)
PATH = "/files/cards.jsonl.gz"
QUICK = Limits(connect=2, silence=0.3, total=20, attempts=3, between=0)
SHA = hashlib.sha256(BODY).hexdigest()


class Bench(NamedTuple):
    """A source with one file, and a client whose waits are written down in place of waited for."""

    source: Source
    folder: Path
    waits: list[float]
    client: Callable[..., Downloads]

    def fetch(self, **options: Any) -> bytes:
        with self.client() as client:
            return client.fetch(self.source.url + PATH, **options).read_bytes()

    def ranges(self) -> list[str | None]:
        return [headers.get("Range") for headers in self.source.asked(PATH)]

    def left(self) -> list[str]:
        return sorted(path.name.partition("-")[2] for path in self.folder.iterdir())


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    waits: list[float] = []

    def client(limits: Limits = QUICK) -> Downloads:
        return Downloads(tmp_path, user_agent="headjudge/1", limits=limits, sleep=waits.append)

    with serving(Source({PATH: File(BODY)})) as source:
        yield Bench(source, tmp_path, waits, client)


@pytest.mark.parametrize(
    ("mishaps", "ranges"),
    [
        pytest.param([], [None], id="all goes well"),
        pytest.param([cut_off(70_000)], [None, "bytes=70000-"], id="cut off"),
        pytest.param([stalled(70_000)], [None, "bytes=65536-"], id="stalled"),
        pytest.param([stalled(0)], [None, None], id="stalled before the first byte"),
        pytest.param([lying(400_000)], [None, "bytes=300000-", None], id="promises more"),
        pytest.param([status(500)], [None, None], id="500"),
        pytest.param([status(503), status(502)], [None, None, None], id="503 and 502"),
        pytest.param(
            [cut_off(70_000), misplaced], [None, "bytes=70000-", None], id="continued elsewhere"
        ),
        pytest.param(
            [cut_off(70_000), status(416)], [None, "bytes=70000-", None], id="not continued"
        ),
        pytest.param([cut_off(9), status(500)], [None, "bytes=9-", "bytes=9-"], id="both"),
    ],
)
def test_what_may_pass_is_tried_again(
    bench: Bench, mishaps: list[Answer], ranges: list[str | None]
) -> None:
    bench.source.mishaps[PATH] = mishaps
    assert bench.fetch() == BODY
    assert bench.ranges() == ranges
    assert bench.left() == ["cards.jsonl.gz", "cards.jsonl.gz.note"]


@pytest.mark.parametrize("length", [1, 100_000])
def test_a_length_that_is_too_short_is_found_by_the_digest(bench: Bench, length: int) -> None:
    bench.source.mishaps[PATH] = [lying(length)]
    assert bench.fetch(sha256=SHA) == BODY


def test_altered_bytes_are_found_by_the_digest(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [altered]
    assert bench.fetch(sha256=SHA.upper()) == BODY
    bench.source.mishaps[PATH] = [altered, altered]
    bench.source.files[PATH].etag = '"two"'
    with pytest.raises(CannotDownload, match="altered: its SHA-256 is not the published one"):
        bench.fetch(sha256=SHA)
    assert bench.left() == []


def test_it_says_who_asks_and_for_what(bench: Bench) -> None:
    bench.fetch(accept="application/json")
    (headers,) = bench.source.asked(PATH)
    assert headers["User-Agent"] == "headjudge/1"
    assert headers["Accept"] == "application/json"
    # What is packed is not to be packed again.
    assert headers["Accept-Encoding"] == "identity"


def test_what_did_not_change_is_not_sent_again(bench: Bench) -> None:
    bench.source.files[PATH].last_modified = "Sat, 21 Nov 2026 10:00:00 GMT"
    assert bench.fetch() == bench.fetch() == BODY
    first, second = bench.source.asked(PATH)
    assert "If-None-Match" not in first
    assert second["If-None-Match"] == '"one"'
    assert second["If-Modified-Since"] == "Sat, 21 Nov 2026 10:00:00 GMT"


def test_what_changed_is_sent_anew(bench: Bench) -> None:
    bench.fetch()
    bench.source.files[PATH] = File(b"new", etag='"two"')
    assert bench.fetch() == b"new"


def test_a_part_of_another_version_is_not_continued(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [cut_off(70_000), status(404)]
    with pytest.raises(CannotDownload, match="answers 404"):
        bench.fetch()
    bench.source.files[PATH] = File(BODY[::-1], etag='"two"')
    assert bench.fetch() == BODY[::-1]
    assert bench.ranges()[-1] == "bytes=70000-"


@pytest.mark.parametrize(
    ("etag", "last_modified", "continued"),
    [
        ('"strong"', None, "bytes=70000-"),
        ('W/"weak"', None, None),
        ('W/"weak"', "Sat, 21 Nov 2026 10:00:00 GMT", None),
        (None, "Sat, 21 Nov 2026 10:00:00 GMT", "bytes=70000-"),
        (None, None, None),
    ],
)
def test_only_what_is_certain_is_continued(
    bench: Bench, etag: str | None, last_modified: str | None, continued: str | None
) -> None:
    bench.source.files[PATH] = File(BODY, etag, last_modified)
    bench.source.mishaps[PATH] = [cut_off(70_000)]
    assert bench.fetch() == BODY
    assert bench.ranges() == [None, continued]


def test_the_next_run_continues(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [cut_off(70_000), status(403)]
    with pytest.raises(CannotDownload, match="403"):
        bench.fetch()
    assert bench.left() == ["cards.jsonl.gz.part", "cards.jsonl.gz.part.note"]
    assert bench.fetch() == BODY
    assert bench.ranges()[-1] == "bytes=70000-"


def test_a_note_that_is_torn_is_none(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [cut_off(70_000), status(403)]
    with pytest.raises(CannotDownload):
        bench.fetch()
    (note,) = bench.folder.glob("*.note")
    note.write_text('{"url": ')
    assert bench.fetch() == BODY
    assert bench.ranges()[-1] is None


def test_it_waits_as_long_as_it_is_asked_to(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [status(429, Retry_After="7")]
    assert bench.fetch() == BODY
    assert bench.waits == [7]


def test_it_does_not_wait_for_ever(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [status(429, Retry_After="3600")]
    with pytest.raises(CannotDownload, match=r"answers 429.*asks to wait 3600 s"):
        bench.fetch()
    assert bench.waits == []


def test_it_gives_up(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [status(503)] * 9
    with pytest.raises(CannotDownload, match="cannot be downloaded: it answers 503"):
        bench.fetch()
    assert len(bench.source.requests) == QUICK.attempts


def test_what_arrives_counts_as_progress(bench: Bench) -> None:
    # Each attempt breaks off later: as long as something arrives, it goes on.
    def further(handler: Any, file: File) -> None:
        start = int((handler.headers.get("Range") or "bytes=0-")[6:-1])
        size, kind = len(file.body), 206 if start else 200
        place = {"Content-Range": f"bytes {start}-{size - 1}/{size}", "ETag": '"one"'}
        handler.begin(kind, size - start, place)
        handler.wfile.write(file.body[start : start + 40_000])
        handler.close_connection = True

    bench.source.mishaps[PATH] = [further] * 7
    assert bench.fetch() == BODY


def test_a_trickle_ends_with_the_time(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [dripping(0.05)]
    with (
        bench.client(Limits(silence=1, total=0.2, between=0)) as client,
        pytest.raises(CannotDownload, match=r"takes longer than .* continued next time"),
    ):
        client.fetch(bench.source.url + PATH)
    assert bench.fetch() == BODY
    assert bench.ranges()[-1] is not None


def test_redirects_are_followed(bench: Bench) -> None:
    bench.source.files["/moved"] = File(b"")
    bench.source.mishaps["/moved"] = [moved(PATH)]
    with bench.client() as client:
        assert client.fetch(f"{bench.source.url}/moved").read_bytes() == BODY


def test_redirects_in_a_ring(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [moved(PATH)] * 9
    with pytest.raises(CannotDownload, match="from one address to the next"):
        bench.fetch()


@responses.activate
def test_no_redirect_leads_off_https(bench: Bench) -> None:
    responses.get("https://one.test/a", status=302, headers={"Location": "http://two.test/b"})
    with bench.client() as client, pytest.raises(CannotDownload, match="is not secure"):
        client.fetch("https://one.test/a")
    assert len(responses.calls) == 1


@responses.activate
def test_a_coding_that_was_not_asked_for(bench: Bench) -> None:
    responses.get("https://one.test/a", body=b"x", headers={"Content-Encoding": "br"})
    with bench.client() as client, pytest.raises(CannotDownload, match="sent as br"):
        client.fetch("https://one.test/a")


@responses.activate
def test_a_coded_file_stays_as_it_was_sent(bench: Bench) -> None:
    responses.get(
        "https://one.test/a.json", body=b"\x1f\x8bx", headers={"Content-Encoding": "gzip"}
    )
    with bench.client() as client:
        assert client.fetch("https://one.test/a.json").read_bytes() == b"\x1f\x8bx"
    assert responses.calls[0].request.headers["Accept-Encoding"] == "gzip"


def test_nobody_listens(bench: Bench, tmp_path: Path) -> None:
    with bench.client() as client, pytest.raises(CannotDownload, match="connection is refused"):
        client.fetch("http://127.0.0.1:9/x")


def test_a_proxy_of_the_environment_is_asked(bench: Bench, monkeypatch: Any) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    with bench.client() as client, pytest.raises(CannotDownload, match=r"proxy|refused"):
        client.fetch("http://cards.test/x")


@pytest.mark.parametrize("url", ["ftp://one.test/a", "nonsense", "http://"])
def test_no_address(bench: Bench, url: str) -> None:
    with bench.client() as client, pytest.raises(CannotDownload, match="cannot be asked for"):
        client.fetch(url)


def test_no_room(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil._ntuple_diskusage(100, 90, module.RESERVE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(CannotDownload, match=r"400 MB free, and 400 MB are needed"):
        bench.fetch()


def test_a_disk_that_is_full_all_the_same(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def full(path: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
        if path.name.endswith(".part") and "a" in mode:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return opened(path, mode, *args, **options)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space left"):
        bench.fetch()


def test_requests_keep_their_distance(bench: Bench) -> None:
    with bench.client(Limits(between=50)) as client:
        client.fetch(bench.source.url + PATH)
        client.fetch(bench.source.url + PATH)
    assert [round(wait) for wait in bench.waits] == [50]


def test_files_of_one_name_are_told_apart(bench: Bench) -> None:
    bench.source.files["/other/cards.jsonl.gz"] = File(b"other")
    with bench.client() as client:
        one = client.fetch(bench.source.url + PATH)
        other = client.fetch(f"{bench.source.url}/other/cards.jsonl.gz")
    assert one != other
    assert other.read_bytes() == b"other"


def test_waits_double_up_to_a_limit_and_differ(bench: Bench) -> None:
    bench.source.mishaps[PATH] = [status(503)] * 9
    patient = replace(QUICK, attempts=6, longest_backoff=5, total=200)
    with bench.client(patient) as client, pytest.raises(CannotDownload):
        client.fetch(bench.source.url + PATH)
    at_once, *waits = bench.waits
    assert at_once == 0
    for wait, least in zip(waits, (2, 4, 5, 5), strict=True):
        assert least <= wait <= 5
        assert wait < least + 1

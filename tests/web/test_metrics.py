"""/metrics: what is counted, also by several workers, and what never is."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from headjudge.web.service import counts as counting
from tests.conftest import PATIENCE, ROOT, gunicorn, listening

TEAM = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"player": "Ada", "list": "60 Forest"}, {"list": "4 Naturalize\n50 Forest"}],
}


def counts(text: str) -> Counter[str]:
    """The samples by name and labels."""
    families = text_string_to_metric_families(text)
    samples = [sample for family in families for sample in family.samples]
    return Counter(
        {f"{one.name} {' '.join(one.labels.values())}": int(one.value) for one in samples}
    )


def test_what_is_counted(client: FlaskClient) -> None:
    before = counts(client.get("/metrics").text)
    client.post("/v1/validate", json=TEAM)
    lines = f"{json.dumps(TEAM)}\n" * 2
    batch = client.post("/v1/validate/batch", data=lines, content_type="application/x-ndjson")
    assert len(batch.text.splitlines()) == 2
    client.get("/v1/cards/Opt")
    client.open("/nowhere", method="BREW")
    response = client.get("/metrics")
    assert response.content_type.startswith("text/plain; version=")
    counted = counts(response.text) - before
    assert counted["headjudge_requests_total POST /v1/validate 200"] == 1
    assert counted["headjudge_requests_total GET /v1/cards/<path:title> 200"] == 1
    assert counted["headjudge_requests_total other other 404"] == 1
    assert counted["headjudge_request_seconds_count /v1/validate/batch"] == 1
    assert counted["headjudge_verdicts_total illegal"] == 3
    assert counted["headjudge_violations_total main-too-small"] == 3


def test_nothing_that_was_sent_is_told(client: FlaskClient) -> None:
    client.post("/v1/validate", json=TEAM)
    client.get("/v1/cards/Naturalize")
    text = client.get("/metrics").text
    assert not any(word in text for word in ("Ada", "Naturalize", "Forest", "modern"))


def test_the_counts_of_all_workers(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with gunicorn(log, WEB_CONCURRENCY="3", TMPDIR=str(tmp_path)) as server:
        port = listening(server, log)
        for _ in range(30):
            assert ask(port, "POST", "/v1/validate", json.dumps(TEAM))
        end, counted = monotonic() + PATIENCE, Counter[str]()
        while counted["headjudge_verdicts_total illegal"] < 30 and monotonic() < end:
            sleep(0.1)  # others add what they have counted within a second
            counted = counts(ask(port, "GET", "/metrics"))
    assert counted["headjudge_verdicts_total illegal"] == 30
    assert counted["headjudge_requests_total POST /v1/validate 200"] == 30
    assert [*tmp_path.iterdir()] == [log], "the directory of the counts is removed"


def ask(port: int, method: str, path: str, body: str = "") -> str:
    """The answer on a connection of its own, which any worker may take."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert response.status == 200
    text = response.read().decode()
    connection.close()
    return text


PROGRAM = """
import os, resource, sys
from headjudge.web.service import counts

os.environ[counts.SHARED] = sys.argv[1]
from headjudge.web.service import metrics

metrics.count_verdict(())
print(metrics._sharing.add())
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
metrics.count_verdict(())
print(metrics._sharing.add())
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(metrics._sharing.add(), flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_disk_that_is_full_costs_nothing_and_the_dead_stay_counted(tmp_path: Path) -> None:
    shared = tmp_path / "counts"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(shared)],
            cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == -9, done.stderr
        assert done.stdout.split() == ["True", "False", "True"]
        assert done.stderr.count("counts are kept in memory") == 1
    with closing(sqlite3.connect(shared)) as store:
        rows = store.execute("SELECT value FROM counts WHERE name = 'headjudge_verdicts_total'")
        assert rows.fetchall() == [(4.0,)]


def test_counts_of_the_moment_are_those_of_the_living(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(counting.SHARED, str(tmp_path / "counts"))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(PATIENCE)
    with counting._open_store() as store, store:
        rows = [("facts", os.getpid(), 2.0), ("facts", ended.pid, 1.0)]
        store.executemany(counting.SET, rows)
        assert counting._gauges(store) == {"facts": 2.0}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with room for 64 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_ends_no_worker(small_disk: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with gunicorn(log, TMPDIR=str(small_disk)) as server:
        port = listening(server, log)
        with suppress(OSError), (small_disk / "all").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        for _ in range(5):
            assert ask(port, "POST", "/v1/validate", json.dumps(TEAM))
        batch = f"{json.dumps(TEAM)}\n" * (2 * 1024 * 1024 // len(json.dumps(TEAM)))
        assert status(port, "/v1/validate/batch", batch, "application/x-ndjson") == 503
        form = f'--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n{batch}'
        kind = "multipart/form-data; boundary=b"
        assert status(port, "/event", f"{form}\r\n--b--\r\n", kind) == 503
        counted = counts(ask(port, "GET", "/metrics"))
        assert counted["headjudge_requests_total POST /v1/validate 200"] == 5
    assert log.read_text().count("Booting worker") == 1


def status(port: int, path: str, body: str, kind: str) -> int:
    """The status of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", path, body, {"Content-Type": kind})
    found = connection.getresponse().status
    connection.close()
    return found


def test_counts_that_were_named_from_outside_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.write_text("kept")
    monkeypatch.setenv(counting.SHARED, str(tmp_path / "counts"))
    counting.share()
    counting.unshare()
    assert other.exists()


def test_counts_of_a_service_end_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(counting, "_folder", "")
    monkeypatch.setenv(counting.SHARED, "")
    monkeypatch.delenv(counting.SHARED)
    counting.share()
    assert [*tmp_path.iterdir()]
    counting.unshare()
    assert not [*tmp_path.iterdir()]

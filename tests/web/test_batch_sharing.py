"""Long batches on several processes: the same answers in the same order, whatever happens."""

from __future__ import annotations

import datetime
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web.api.batch import answers as batch
from headjudge.web.api.batch import pool
from headjudge.web.api.batch.lines import Chunk, LineAnswer, Numbered, Terms
from headjudge.web.api.batch.pool import Ways
from headjudge.web.server.answering import CLIENT_GONE
from tests.conftest import PATIENCE, ROOT, gunicorn, listening
from tests.web import stuck

LINES = [
    json.dumps(
        {
            "id": number,
            "format": "modern",
            "as_of": "2024-10-01",
            "decks": [{"list": f"{60 - number % 3} Forest"}, {"list": "60 Island\n1 Nonsens"}],
        }
    )
    for number in range(40)
]
LINES[7] = "{"
BODY = "\n".join(LINES)
TWO_WORKERS = """
import os, signal, sys
from headjudge.web.api.batch import pool
from headjudge.web.api.batch.pool import _pool_lock

pool.LOCK = sys.argv[1]

ready, begun = os.pipe()
worker = os.fork()
if not worker:
    with _pool_lock(is_wanted=True) as first:
        os.write(begun, str(first).encode())
        signal.pause()
print(os.read(ready, 5).decode())
with _pool_lock(is_wanted=True) as second:
    print(second)
os.kill(worker, signal.SIGKILL)
os.waitpid(worker, 0)
with _pool_lock(is_wanted=True) as third:
    print(third)
"""


def sent(client: FlaskClient, language: str = "en") -> str:
    headers = {"Accept-Language": language}
    kind = "application/x-ndjson"
    return client.post("/v1/validate/batch", data=BODY, content_type=kind, headers=headers).text


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A lock that no other test of this machine has."""
    file = tmp_path / "lock"
    file.touch()
    return file


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch, lock: Path) -> None:
    """A batch of some bytes is shared out to two processes, in many chunks."""
    monkeypatch.setattr(pool, "LOCK", lock)
    monkeypatch.setenv(pool.JOBS, "2")
    monkeypatch.setattr(pool, "LONG", 1_000)
    monkeypatch.setattr(batch, "PIECE", 500)


def counts(client: FlaskClient) -> list[str]:
    text = client.get("/metrics").text
    return [line for line in text.splitlines() if line.startswith("headjudge_verdicts_total")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answers_are_those_of_one_process(
    client: FlaskClient, request: pytest.FixtureRequest, language: str
) -> None:
    alone = sent(client, language)
    before = counts(client)
    request.getfixturevalue("shared")
    assert sent(client, language) == alone
    assert len(alone.splitlines()) == len(LINES)
    assert counts(client) != before, "verdicts of other processes are counted here"


def numbers(text: str) -> list[int]:
    return [json.loads(line)["line"] for line in text.splitlines()]


@pytest.mark.parametrize("killed", [1, 3, 100])
def test_a_process_that_dies_loses_no_line(
    client: FlaskClient, shared: None, monkeypatch: pytest.MonkeyPatch, killed: int
) -> None:
    started: list[pool._Process] = []

    class Mortal(pool._Process):
        def __init__(self, terms: Terms) -> None:
            super().__init__(terms)
            started.append(self)
            if len(started) <= killed:
                self._process.kill()

    monkeypatch.setattr(pool, "_Process", Mortal)
    assert numbers(sent(client)) == list(range(1, len(LINES) + 1))
    assert min(2, killed) < len(started) <= 2 + pool.RESTARTS
    assert not any(one._process.is_alive() for one in started)


def test_a_process_ends_with_the_one_that_was_asked() -> None:
    program = (
        "import datetime, os, cards\n"
        "from headjudge.web.api.batch.lines import Terms\n"
        "from headjudge.web.api.batch.pool import _Process\n"
        "if __name__ == '__main__':\n"
        "    facts = cards.catalogue().path\n"
        "    process = _Process(Terms(datetime.date(2024, 10, 1), 'en', facts))\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    # It has standard output as well, which comes to its end when nobody has it any more.
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=False)
    assert done.returncode == -9


def test_a_process_ends_with_the_one_that_was_asked_whatever_it_is_at() -> None:
    program = (
        "import os\n"
        "from multiprocessing import get_context\n"
        "from tests.web.stuck import answer_nothing\n"
        "if __name__ == '__main__':\n"
        "    context = get_context('spawn')\n"
        "    pipe, theirs = context.Pipe()\n"
        "    context.Process(target=answer_nothing, args=(theirs, None)).start()\n"
        "    print(pipe.recv(), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, timeout=PATIENCE
    )
    assert done.returncode == -9
    assert done.stdout.strip().isdigit()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[pool._Process]:
    """Every process that is started for a batch."""
    found: list[pool._Process] = []

    class Noted(pool._Process):
        def __init__(self, terms: Terms) -> None:
            super().__init__(terms)
            found.append(self)

    monkeypatch.setattr(pool, "_Process", Noted)
    return found


def test_processes_end_with_the_client(
    application: Flask,
    shared: None,
    started: list[pool._Process],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "work", stuck.compute)
    looks: list[bool] = []

    def is_gone() -> bool:
        looks.append(len(looks) > 3)
        return looks[-1]

    answer = application.test_client().post(
        "/v1/validate/batch", data=BODY, content_type="application/x-ndjson",
        environ_overrides={CLIENT_GONE: is_gone},
    )  # fmt: skip
    assert answer.text == ""
    assert started
    assert not any(one._process.is_alive() for one in started)


def test_processes_end_with_the_connection(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"{LINES[0]}\n".encode() * (10 * pool.LONG // len(LINES[0]))
    with gunicorn(log, **{pool.JOBS: "2"}) as server:
        client = http.client.HTTPConnection("127.0.0.1", listening(server, log), timeout=PATIENCE)
        client.request("POST", "/v1/validate/batch", body, {"Content-Type": "application/x-ndjson"})
        (worker,) = children(server.pid)
        until(lambda: len(judging(worker)) == 2)
        own = os.getpriority(os.PRIO_PROCESS, worker)
        until(lambda: all(os.getpriority(os.PRIO_PROCESS, one) > own for one in judging(worker)))
        client.close()
        until(lambda: not judging(worker))
        assert children(server.pid) == [worker], "only the processes have ended"


def children(process: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(one) for text in lists for one in text.read_text().split()]


def judging(worker: int) -> list[int]:
    """Those processes of a worker that judge lines."""
    found = []
    for process in children(worker):
        with suppress(OSError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_processes_end_with_the_answer(
    application: Flask,
    shared: None,
    started: list[pool._Process],
) -> None:
    answer = application.test_client().post(
        "/v1/validate/batch", data=BODY, content_type="application/x-ndjson", buffered=False
    )
    assert next(answer.iter_encoded())
    assert any(one._process.is_alive() for one in started)
    answer.close()
    assert not any(one._process.is_alive() for one in started)


@pytest.mark.parametrize("work", [stuck.compute, stuck.end])
def test_what_ends_a_process_or_takes_for_ever_is_refused(
    client: FlaskClient,
    shared: None,
    started: list[pool._Process],
    monkeypatch: pytest.MonkeyPatch,
    work: Any,
) -> None:
    monkeypatch.setattr(pool, "work", work)
    if work is stuck.compute:
        monkeypatch.setattr(pool, "START_SECONDS", 1.0)
        monkeypatch.setattr("headjudge.web.service.budget.SECONDS", 0.1)
    answers = [json.loads(line) for line in sent(client).splitlines()]
    assert [one["line"] for one in answers] == list(range(1, len(LINES) + 1))
    refused = [one["problem"]["type"] for one in answers if one["status"] == 503]
    assert refused
    assert {one.rpartition("/")[2] for one in refused} == {"too-slow"}
    assert len(started) == 2 + pool.RESTARTS
    assert not any(one._process.is_alive() for one in started)


BOUNDED = """
from headjudge.web.service import budget

budget.bound_memory()
try:
    bytes(2 * budget.MEMORY)
except MemoryError:
    print("no more")
"""


def test_a_process_has_so_much_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "no more\n"


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> Any:
        raise AssertionError("a process was asked for")

    monkeypatch.setattr(pool, "_Process", refused)


def test_a_short_batch_stays_in_the_process_that_was_asked(
    client: FlaskClient, shared: None, no_processes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "LONG", len(BODY) + 1)
    assert numbers(sent(client)) == list(range(1, len(LINES) + 1))


def test_one_batch_at_a_time_has_processes(
    client: FlaskClient, shared: None, no_processes: None
) -> None:
    with pool._pool_lock(is_wanted=True) as is_taken:
        assert is_taken
        assert numbers(sent(client)) == list(range(1, len(LINES) + 1))
    with pool._pool_lock(is_wanted=True) as is_taken:
        assert is_taken, "the next one can have them"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_one_batch_at_a_time_of_all_workers(lock: Path) -> None:
    """As gunicorn forks its workers from the process that has loaded the service."""
    done = subprocess.run(
        [sys.executable, "-c", TWO_WORKERS, lock], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False", "True"]


def test_links_stay_in_the_process_that_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = [Chunk(1, b'{"url":'), Chunk(1, rb'{"\u0075rl":')]
    assert not any(map(pool._is_local, chunks))
    monkeypatch.setattr(pool, "links", object)
    assert all(map(pool._is_local, chunks))


def test_what_is_read_ahead_does_not_grow_with_the_batch(
    shared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    def endless() -> Iterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b"{\n" * 100

    def alone(some: Iterable[Numbered]) -> Iterator[LineAnswer]:
        return (LineAnswer(b"%d" % number) for number, _ in some)

    monkeypatch.setattr(pool, "_is_local", lambda _: True)
    terms = Terms(datetime.date(2024, 10, 1), "en", Path())
    answers = pool.answers(endless(), terms, Ways(alone, alone), 2)
    for number in range(1, 10_000):
        assert next(answers).line == b"%d" % number
        assert read - number / 100 <= 2 * pool.AHEAD + 1
    answers.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "²"])
def test_a_wrong_number_of_processes(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pool.JOBS, text)
    with pytest.raises(ValueError, match="HEADJUDGE_BATCH_JOBS"):
        pool.jobs()

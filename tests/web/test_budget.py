"""A budget for each request: what takes too long, or too much, ends; others are answered."""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web.inputs import question
from headjudge.web.pages.event import workbooks
from headjudge.web.service import budget
from headjudge.web.service.problems import TOO_SLOW, Problem
from tests.conftest import PATIENCE, ROOT

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}


def endless(*_: Any, **__: Any) -> Any:
    """Compute until somebody ends it."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        pass
    raise AssertionError("nobody has ended this")


def stubborn(*_: Any, **__: Any) -> Any:
    """The same, for whom every error is one of his own."""
    while True:
        try:
            return endless()
        except Exception:
            raise RuntimeError("somebody has ended this") from None


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """So short a time that the test need not wait for long."""
    monkeypatch.setattr(budget, "SECONDS", 0.5)
    monkeypatch.setattr(budget, "REST_SECONDS", 0.2)


def kind(response: Any) -> tuple[int, str]:
    return response.status_code, str(response.get_json()["type"]).rpartition("/")[2]


PLACES = [
    "headjudge.web.service.json_bodies.parse_json", "headjudge.web.inputs.team.load",
    "headjudge.web.inputs.question.decklists.read_team",
    "headjudge.web.inputs.question.validate", "headjudge.web.service.json_answers.encode",
]  # fmt: skip


@pytest.mark.parametrize("work", [endless, stubborn])
@pytest.mark.parametrize("place", PLACES)
def test_a_request_ends_wherever_it_is_at(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    short: None,
    place: str,
    work: Callable[..., Any],
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(place, work)
        assert kind(client.post("/v1/validate", json=TEAM)) == (503, "too-slow")
    assert budget._state.tasks == {}
    assert client.post("/v1/validate", json=TEAM).status_code == 200


def test_a_line_of_a_batch_ends_and_the_others_are_answered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, short: None
) -> None:
    judge = budget_of_two(monkeypatch)
    body = f"{json.dumps(TEAM)}\n" * 3
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    answers = [json.loads(line) for line in response.text.splitlines()]
    assert [one["status"] for one in answers] == [200, 503, 200]
    assert answers[1]["problem"]["type"].endswith("/too-slow")
    assert judge == [1, 2, 3]


def budget_of_two(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The second team that is judged never ends; gives the number of each."""
    judged: list[int] = []
    judge = question.judge

    def second(*arguments: Any) -> Any:
        judged.append(len(judged) + 1)
        return endless() if len(judged) == 2 else judge(*arguments)

    monkeypatch.setattr("headjudge.web.api.batch.judging.judge", second)
    return judged


def test_sheets_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, short: None) -> None:
    monkeypatch.setattr("headjudge.web.sheets.document.Document.add", endless)
    response = client.post("/v1/sheets", json={"teams": [TEAM]})
    assert kind(response) == (503, "too-slow")
    assert response.get_json()["title"] == "The request takes too long"


def test_others_are_answered_meanwhile(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, is_over = threading.Event(), threading.Event()

    def work(*_: Any, **__: Any) -> Any:
        begun.set()
        while not is_over.is_set():
            pass
        return endless()

    monkeypatch.setattr("headjudge.web.inputs.question.validate", work)
    monkeypatch.setattr(budget, "SECONDS", 1.0)
    answers: list[Any] = []
    slow = threading.Thread(
        target=lambda: answers.append(client.post("/v1/validate", json=TEAM)), daemon=True
    )
    slow.start()
    assert begun.wait(PATIENCE)
    assert client.get("/healthz").status_code == 200
    assert answers == []
    is_over.set()
    slow.join(PATIENCE)
    assert kind(answers[0]) == (503, "too-slow")


def test_memory_ends_what_takes_it(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: Any, **__: Any) -> Any:
        held = mmap.mmap(-1, 64 << 20)  # no memory that the process has already, and does not use
        held[:] = bytes(64 << 20)
        endless()
        return held

    assert budget._resident() > 0
    monkeypatch.setattr(budget, "MEMORY", budget._resident() + (32 << 20))
    monkeypatch.setattr(budget, "SHARE", 1 << 10)
    monkeypatch.setattr("headjudge.web.inputs.question.validate", greedy)
    response = client.post("/v1/validate", json=TEAM)
    assert kind(response) == (503, "too-slow")
    assert "memory" in response.get_json()["detail"]


def test_no_memory_is_no_fault_of_ours(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("headjudge.web.inputs.question.validate", none)
    assert kind(client.post("/v1/validate", json=TEAM)) == (503, "too-slow")
    body = f"{json.dumps(TEAM)}\n"
    batch = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    assert json.loads(batch.text)["status"] == 503


def test_waiting_is_not_counted(short: None) -> None:
    def awaited() -> str:
        with budget.waiting():
            threading.Event().wait(1.0)
        return "awaited"

    assert budget.run(awaited) == "awaited"


def test_nothing_is_raised_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that ends at the very moment when its time is over is answered, or ended, cleanly."""
    monkeypatch.setattr(budget, "SECONDS", 0.004)
    monkeypatch.setattr(budget, "LOOK_SECONDS", 0.0001)

    def just_in_time() -> str:
        end = monotonic() + 0.004
        while monotonic() < end:
            pass
        return "answered"

    ways = set()
    for _ in range(300):
        try:
            ways.add(budget.run(just_in_time))
        except Problem as problem:
            ways.add(str(problem.status))
        assert budget._state.tasks == {}
    assert ways <= {"answered", "503"}


LOOK_AFTER = """
import sys
from headjudge.web.service import budget

budget.SECONDS = 0.2

def endless():
    while True:
        pass

try:
    budget.run(endless)
except budget.Problem:
    sys.settrace(lambda *_: None)  # which waits for ever where something is still to be raised
    (lambda: None)()
    sys.settrace(None)
    print("nothing is left")
"""


def test_the_interpreter_looks_for_nothing_after_the_end() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK_AFTER], cwd=ROOT, timeout=PATIENCE, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout == "nothing is left\n"


def test_one_budget_holds_within_another(short: None) -> None:
    with pytest.raises(Problem):
        budget.run(budget.run, endless)
    assert budget.seconds_left() == budget.SECONDS


HELD = """
import ctypes
from headjudge.web.service import budget

budget.WALL_SECONDS = 1.5
budget.arm()
budget.run(ctypes.PyDLL(None).sleep, 60)
print("nobody has ended this")
"""


def test_a_process_ends_that_never_comes_back_to_python() -> None:
    """As in a pattern that backtracks: what holds the interpreter holds the watchdog as well."""
    done = subprocess.run(
        [sys.executable, "-c", HELD], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "budget.py" in done.stderr


HUNG = """
import time
from headjudge.web.service import budget

budget.SECONDS, budget.WALL_SECONDS, budget.HUNG_SECONDS = 0.2, 1.5, 0.2
budget.arm()
budget.run(time.sleep, 60)
print("nobody has ended this")
"""


def test_a_process_ends_whose_thread_hangs_while_others_compute() -> None:
    """As in a lock that nobody gives back: the interpreter goes on, and the watchdog as well."""
    done = subprocess.run(
        [sys.executable, "-c", HUNG], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout) == (1, "")


def test_the_reader_of_workbooks_ends_with_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: None
) -> None:
    endless_reader = tmp_path / "reader.py"
    endless_reader.write_text("while True: pass\n")
    monkeypatch.setattr(workbooks, "PROCESS", endless_reader)
    started: list[Any] = []
    popen = subprocess.Popen

    def noted(*arguments: Any, **named: Any) -> Any:
        started.append(popen(*arguments, **named))
        return started[-1]

    monkeypatch.setattr("subprocess.Popen", noted)
    with pytest.raises(Problem) as raised:
        budget.run(workbooks.read, b"")
    assert raised.value.kind == TOO_SLOW
    assert [one.poll() is not None for one in started] == [True]

"""New facts under load: no request of a running service fails, and none mixes old and new."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import requests

from cards.in_force import FactsFolder
from cards.store import SETTING
from tests.cards.small import small
from tests.conftest import PATIENCE, service

DAYS = ("2026-10-01", "2026-11-01")
LINES = 40
"""Teams of a batch: it lasts longer than most swaps."""
CLIENTS = 2
"""Of each kind."""
SWAPS = 3
SETTLED = 12
"""Answers one after another by the new facts until the next swap."""
TEAM = {
    "format": "vintage",
    "as_of": "2026-11-21",
    "decks": [{"list": f"1 Card of {day}\n59 Forest"} for day in DAYS],
}
"""Each of the two facts knows one of the two cards."""


class Server(NamedTuple):
    """A service with two workers."""

    port: int
    folder: FactsFolder

    def update(self, day: str) -> None:
        """Put other facts in force."""
        self.folder.replace(small(self.folder.folder / "new.sqlite", day))


@contextmanager
def serving(tmp_path: Path) -> Iterator[Server]:
    """The service as the Procfile starts it."""
    folder = FactsFolder(tmp_path / "facts")
    folder.folder.mkdir()
    log = tmp_path / "log"
    with service(log, **{"WEB_CONCURRENCY": "2", SETTING: str(folder.folder)}) as started:
        running = Server(started.port, folder)
        running.update(DAYS[0])
        yield running
    assert "rror" not in log.read_text()


class Load:
    """Clients that ask without a pause, each in a thread, and what they were told."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/v1/validate"
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self.failures: list[str] = []
        self.days: list[str] = []
        """Of each answer in order, the day of the facts that gave it."""
        kinds = (("", json.dumps(TEAM)), ("/batch", f"{json.dumps(TEAM)}\n" * LINES))
        self._threads = [
            threading.Thread(target=self._ask, args=kind) for kind in kinds for _ in range(CLIENTS)
        ]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def settle(self, day: str) -> None:
        """Wait until the facts of that day have given the last answers."""
        end = time.monotonic() + PATIENCE
        begun = len(self.days)
        while self.days[begun:][-SETTLED:] != [day] * SETTLED:
            assert not self.failures
            assert time.monotonic() < end, f"nobody answers by the facts of {day}"
            time.sleep(0.01)

    def _ask(self, path: str, body: str) -> None:
        kind = {"Content-Type": "application/x-ndjson" if path else "application/json"}
        with requests.Session() as session:
            while not self._ended.is_set() and not self.failures:
                try:
                    answer = session.post(
                        self._address + path, body, headers=kind, timeout=PATIENCE
                    )
                    day = day_of([json.loads(line) for line in answer.text.splitlines()])
                except Exception as error:
                    self.failures.append(repr(error))
                else:
                    with self._lock:
                        self.days.append(day)


def day_of(answers: list[Any]) -> str:
    """The day of the facts of all reports of a response, which know the card of that day alone."""
    reports = [one.get("report", one) for one in answers]
    (day,) = {one["ruleset"]["catalogue"] for one in reports}
    for report in reports if day in DAYS else ():
        (fault,) = (one for one in report["violations"] if one["code"] == "unknown-card")
        (place,) = fault["places"]
        assert DAYS.index(day) != place["deck"], "the facts know another card than they say"
    return str(day)


def test_no_request_fails(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Load(server.port) as load:
        load.settle(DAYS[0])
        for number in range(1, SWAPS + 1):
            new = DAYS[number % 2]
            server.update(new)
            load.settle(new)
    assert load.failures == []

"""Bombs thrown at every entrance of the running service that takes lists or files.

`python -m tests.fuzz.bombing [--minutes M | --seconds S] [--seed N]`. Each must be answered by a
status that its entrance has, within seconds and a bounded peak of memory; what the service holds
may not grow from round to round. A bomb that was not is printed; the same seed throws it again.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import requests

from headjudge.web.http import UNEXPECTED
from tests.fuzz import common
from tests.fuzz.bombs import TEXTS, WORKBOOKS, Maker
from tests.fuzz.common import FORM_KEY, TooMuch
from tests.fuzz.memory import Growth, Worker, serve

MAKERS: Mapping[str, Maker] = {**TEXTS, **WORKBOOKS}
SIZES = (1_000, 60_000, 900_000, 19_000_000)
"""Bytes to send: up to what a body may have, and up to what a file may have."""
ALLOWED = {200, 400, 413, 415, 422}
PATIENCE = 60
"""Seconds for an answer: the service has 30 for a request, and 60 for the teams of an event."""


class Bomb(NamedTuple):
    """A bomb by its name: the same name is the same bytes."""

    kind: str
    seed: int
    size: int

    @property
    def data(self) -> bytes:
        return MAKERS[self.kind](random.Random(self.seed), self.size)


class Unanswered(AssertionError):
    """A bomb was not answered as it should be."""


def as_list(path: str, data: bytes, address: str) -> requests.Response:
    text = data.decode("latin-1")
    team = {"format": "modern", "decks": [{"list": text}, {"list": "60 Forest"}]}
    return _post(address + path, json=team if path.endswith("validate") else {"list": text})


def as_pool(path: str, data: bytes, address: str) -> requests.Response:
    sealed = {"format": "sealed", "decks": [{"list": "40 Forest"}]}
    return _post(address + path, json=sealed | {"pool": {"list": data.decode("latin-1")}})


def as_body(path: str, data: bytes, address: str) -> requests.Response:
    kind = "application/x-ndjson" if path.endswith("batch") else "application/json"
    return _post(address + path, data=data, headers={"Content-Type": kind})


def as_typed(path: str, data: bytes, address: str) -> requests.Response:
    sent = {"event": "sealed", "product": "6 DOM", "do": "list", "list": data, "format": "modern"}
    return _post(address + path, data=sent)


def as_file(path: str, data: bytes, address: str) -> requests.Response:
    return _post(address + path, data={"format": "modern", "list": ""}, files={"file": data})


def as_link(path: str, data: bytes, address: str) -> requests.Response:
    return _post(address + path, data={"do": "open", "request": data})


def as_event(path: str, data: bytes, address: str) -> requests.Response:
    """The file, and where it is a table the verdicts on it."""
    answer = _post(address + path, data={"do": "columns"}, files={"file": data})
    if answer.status_code == 200 and (found := FORM_KEY.search(answer.text)):
        sent = {"do": "check", "format": "modern", "form_key": found[1]}
        return _post(address + path, data=sent, files={"file": data})
    return answer


How = Callable[[str, bytes, str], requests.Response]
OF_TEXTS: tuple[tuple[str, How], ...] = (
    ("/v1/validate", as_list), ("/v1/validate", as_pool), ("/v1/decklists/parse", as_list),
    ("/v1/validate", as_body), ("/v1/validate/batch", as_body), ("/", as_typed),
    ("/pool", as_typed),
)  # fmt: skip
"""Where a list or a body is sent that is text."""
OF_FILES: tuple[tuple[str, How], ...] = (("/event", as_event), ("/", as_file), ("/", as_link))
"""Where a file is sent."""


def throw(bomb: Bomb, worker: Worker) -> Counter[int]:
    """The statuses that a bomb is answered with; raises Unanswered."""
    data, statuses = bomb.data, Counter[int]()
    for path, how in (*(OF_TEXTS if bomb.kind in TEXTS else ()), *OF_FILES):
        worker.forget_peak()
        try:
            answer = how(path, data, worker.address)
            worker.check_peak()
        except (requests.RequestException, TooMuch) as error:
            raise Unanswered(f"{path}, {how.__name__}: {type(error).__name__} {error}") from error
        if answer.status_code not in ALLOWED:
            raise Unanswered(f"{path}, {how.__name__}: {answer.status_code} {answer.text[:400]}")
        if UNEXPECTED.detail in answer.text:  # of one line, or of one team
            raise Unanswered(f"{path}, {how.__name__}: the service failed at a part of it")
        statuses[answer.status_code] += 1
    return statuses


def run(seconds: float, seed: int) -> bool:
    """Throw bombs for so long, a round at least; whether all were answered. Raises TooMuch."""
    end = time.monotonic() + seconds
    rounds = _rounds(seed)
    with serve() as worker:
        results = [_thrown(bomb, worker) for bomb in next(rounds)]
        growth = Growth(worker)
        while time.monotonic() < end:
            results += [_thrown(bomb, worker) for bomb in next(rounds)]
        statuses = sum(filter(None, results), Counter[int]())
        counts = ", ".join(f"{count:,} x {status}" for status, count in sorted(statuses.items()))
        print(f"bombs, seed {seed}: {counts}; {growth.check()}", flush=True)
    return None not in results


def _thrown(bomb: Bomb, worker: Worker) -> Counter[int] | None:
    """How a bomb was answered; None where it was not, which is told."""
    try:
        return throw(bomb, worker)
    except AssertionError as error:
        print(f"bombs: {bomb}: {error}", flush=True)
        return None


def _rounds(seed: int) -> Iterator[list[Bomb]]:
    """Bombs of all kinds, again and again; the same for the same seed."""
    chance = random.Random(seed)
    while True:
        yield [Bomb(kind, chance.randrange(10**9), chance.choice(SIZES)) for kind in MAKERS]


def _post(address: str, **sent: Any) -> requests.Response:
    return requests.post(address, timeout=PATIENCE, **sent)


if __name__ == "__main__":
    common.main("bombs", run, __doc__)

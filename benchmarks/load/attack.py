"""What one attacker asks: inputs made by repetition, and as much honest work as fits a request.

He comes from one address and asks as fast as he is answered. That he is refused is in order.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from benchmarks.load.client import Answer, Asked
from benchmarks.load.requests import NDJSON, post, team
from tests.fuzz.repetition.hostile import TIMES, hostile

VALIDATE, PARSE, BATCH = "/v1/validate", "/v1/decklists/parse", "/v1/validate/batch"
IN_ORDER = tuple(Answer(status) for status in (200, 400, 408, 413, 422, 429, 503))
"""What he may be answered: whatever he sends is not to be a failure of the service."""
REQUESTS = 200
BOUNDARY = "attack"
MISSPELT = 900
"""Lines of a list, each with a title that is searched for."""


def attacks(seed: int = 1) -> list[Asked]:
    """Requests, the same for the same seed."""
    chance = random.Random(seed)
    lists = [one.list for one in hostile() if one.times in TIMES[1:]]
    kinds: tuple[Callable[[str], Iterator[bytes]], ...] = (_lists, _names, _table, _honest)
    found = [
        sent for _ in range(REQUESTS // 4) for kind in kinds for sent in kind(chance.choice(lists))
    ]
    chance.shuffle(found)
    return [Asked("attack: by repetition", sent, IN_ORDER) for sent in found]


def _lists(text: str) -> Iterator[bytes]:
    """A list, judged, read, and a hundred times in a batch; and forty marks in a line."""
    yield post(VALIDATE, team(text, "60 Forest"))
    yield post(PARSE, json.dumps({"list": text}).encode())
    yield post(BATCH, (team(text[:10_000], "60 Forest") + b"\n") * 100, NDJSON)
    yield post(VALIDATE, team("1 a " + "// " * 40 + "$", "60 Forest"))


def _names(text: str) -> Iterator[bytes]:
    """An object with as many names as a body holds, the last of them twice."""
    names = ",".join(f'"{number}":1' for number in range(60_000))
    yield post(VALIDATE, f'{{{names},"a":1,"a":2}}'.encode())


def _table(text: str) -> Iterator[bytes]:
    """A table of an event, with the list in a cell and in a name."""
    cell = '"' + text.replace('"', '""') + '"'
    table = f"Team,Player A,Decklist A\nOne,Ann{' ' * 60_000}b,{cell}\nTwo,Ben,1 a{' ' * 1_500}b\n"
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
    form = f'{head}do"\r\n\r\ncolumns\r\n{head}file"; filename="event.csv"\r\n\r\n{table}\r\n'
    body = f"{form}--{BOUNDARY}--\r\n".encode()
    yield post("/event", body, f"multipart/form-data; boundary={BOUNDARY}")


def _honest(text: str) -> Iterator[bytes]:
    """Lists as long as they may be, of titles that nobody has printed."""
    lines = "\n".join(f"1 Lightnig Blot{number}" for number in range(MISSPELT))
    yield post(VALIDATE, team(lines, lines))
    yield post(BATCH, (team(lines, lines) + b"\n") * 10, NDJSON)

"""Random and hostile bodies and lists: that each is answered in order, and in time."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from werkzeug.test import Client

import cards
from app import create_app
from benchmarks import Figure
from headjudge.decklists import CHARACTERS_MAX
from tests.fuzz import senders
from tests.fuzz.cost import measured
from tests.fuzz.recipes import Hostile as Repeated
from tests.fuzz.recipes import hostile as repeated
from tests.fuzz.senders import ENTRANCES, warm

LONGEST_ANSWER = 2.0  # seconds, as docs/limits.md promises
ALLOWED = {200, 400, 413, 422}
SHOWN = 200

NASTY_TEXT = (
    "", " ", "\x00", "\x1b[2J", "\u202e", "\ufeff", "\ud800", "\udfff\ud800", "🂡" * 50, "é" * 400,
    "A" * 5000, "4 " * 2500, "//" * 300, "《" * 100, "_" * 5000, "%s%n{0}{card}", "4x" * 100,
    "\r", "\x0b\x0c\x1c\x85\u2028", "SB:" * 99, "9" * 5000, "-1 Opt", "4 Opt (DOM) 60",
    "1" + "\u0301" * 4000, "ﷺ" * 1000, "İ" * 2000, "Forest\x00Forest", "null", "__proto__",
)  # fmt: skip
NASTY_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 4.0, 1e308, -0.0, 10**400, "4", "", [], {}, [[]], [{}], {"": ""},
    {"list": "60 Forest"}, [None], "modern", 10_000, 9999,
)  # fmt: skip
WHOLE_BODIES = (
    b"", b"[" * 200_000, b'{"a":' * 40_000, b"1" * 200_000, b"\xff" * 1000, b"nul", b"NaN",
    b"\xef\xbb\xbf{}", b"{}" * 1000, b"[1," * 60_000, b'"' + b"a" * 262_000 + b'"', b" " * 262_144,
    b"a" * 262_145, b"[" + b"{}," * 80_000 + b"{}]", b'{"decks":' + b"[" * 900 + b"]" * 900 + b"}",
)  # fmt: skip


class Hostile:
    """A source of bodies."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.titles = tuple(cards.catalogue().titles())

    def bodies(self, count: int) -> Iterator[bytes]:
        """Bodies: the fixed ones first, then random ones."""
        yield from WHOLE_BODIES[:count]
        kinds: tuple[Callable[[], bytes], ...] = (
            self.team, self.team, self.broken, self.cut, self.noise, self.long_list,
        )  # fmt: skip
        for _ in range(count - len(WHOLE_BODIES)):
            yield self.random.choice(kinds)()

    def team(self) -> bytes:
        """A request with odd lists."""
        return json.dumps(self.request()).encode()

    def broken(self) -> bytes:
        """A request with values of wrong types somewhere."""
        request = self.request()
        for _ in range(self.random.randint(1, 4)):
            self.corrupt(request)
        return json.dumps(request).encode()

    def cut(self) -> bytes:
        """A request with bytes changed or missing."""
        body = bytearray(self.team())
        for _ in range(self.random.randint(1, 8)):
            body[self.random.randrange(len(body))] = self.random.randrange(256)
        return bytes(body[: self.random.randint(1, len(body))])

    def noise(self) -> bytes:
        """Random bytes."""
        return self.random.randbytes(self.random.randint(0, 3000))

    def long_list(self) -> bytes:
        """A request near the size limit, of one repeated line, of many or of random signs."""
        line, others = self.line(), [self.line() for _ in range(40)]
        picks = (
            lambda i: line,
            lambda i: others[i % 40],
            lambda i: f"{i} {line}",
            lambda _: self.random.randbytes(33).hex(" "),  # letters and numbers
        )
        pick = self.random.choice(picks)
        size = self.random.choice((1_000, 20_000, CHARACTERS_MAX))
        lines = [pick(index)[:5000] for index in range(size // max(len(line), 4))]
        text = "\n".join(lines)[:size]
        return json.dumps({"format": "vintage", "decks": [{"list": text}]}).encode()[:262_144]

    def request(self) -> dict[str, Any]:
        """A request of the right shape."""
        request: dict[str, Any] = {
            "format": self.random.choice(("modern", "vintage", "pauper", "sealed", "standard")),
            "decks": [self.deck() for _ in range(self.random.choice((1, 2, 2, 3, 8)))],
        }
        choices = {
            "as_of": ("2005-10-15", "2024-10-01", "0001-01-01", "9999-12-31"),
            "structure": ("two-headed-giant", "team-constructed", "individual"),
            "policy": ("combined-four", "unified-2005", "unified-2016", "tournament"),
            "team_size": (1, 2, 3, 8),
            "pool": ({"list": self.text()}, {"main": [{"name": "Opt", "count": 9999}]}),
        }
        for field, values in choices.items():
            if self.random.random() < 0.4:
                request[field] = self.random.choice(values)
        return request

    def deck(self) -> dict[str, Any]:
        """A deck as text or as cards."""
        if self.random.random() < 0.6:
            return {"list": self.text()}
        names = [self.name() for _ in range(self.random.randint(0, 30))]
        return {"main": [{"name": name, "count": self.random.randint(1, 9999)} for name in names]}

    def text(self) -> str:
        """A list of odd lines."""
        return "\n".join(self.line() for _ in range(self.random.randint(0, 40)))

    def line(self) -> str:
        """A line, often with a card."""
        count = self.random.choice(("4 ", "", "1x ", "SB: 2 ", "99999 ", "0 ", "// "))
        return count + self.name()

    def name(self) -> str:
        """A title, a misspelt title, or worse."""
        title = self.random.choice(self.titles)
        if self.random.random() < 0.5:
            return title
        if self.random.random() < 0.5:
            at = self.random.randrange(len(title))
            return title[:at] + self.random.choice("xyzé ") + title[at + 1 :]
        return self.random.choice(NASTY_TEXT)

    def corrupt(self, value: Any) -> None:
        """Put a nasty value somewhere into this one."""
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = self.random.choice([*keys, self.random.choice(NASTY_TEXT)])
        inner = value[key] if key in keys else None
        if isinstance(inner, dict | list) and inner and self.random.random() < 0.7:
            self.corrupt(inner)
        elif isinstance(value, dict):
            value[key] = deepcopy(self.random.choice((*NASTY_VALUES, *NASTY_TEXT)))
        else:
            value.append(deepcopy(self.random.choice(NASTY_VALUES)))


def fault(client: Client, body: bytes) -> tuple[str, int, float]:
    """The fault of the answer to a body (empty if there is none), its status and its seconds."""
    begun = time.perf_counter()
    response = client.post("/v1/validate", data=body, content_type="application/json")
    content = response.get_data()
    seconds = time.perf_counter() - begun
    status = response.status_code
    if status not in ALLOWED:
        return f"status {status}", status, seconds
    document = json.loads(content)
    if status == 200 and "legal" not in document:
        return "200 without a report", status, seconds
    if status != 200 and document.get("status") != status:
        return "no problem document", status, seconds
    return ("slow" if seconds > LONGEST_ANSWER else ""), status, seconds


WAYS: tuple[tuple[str, Callable[[Repeated], int]], ...] = (
    ("validate", lambda hostile: senders.validated(hostile.player, hostile.list)),
    ("parse", lambda hostile: ENTRANCES["parse"].send(hostile.list)),
    ("batch", lambda hostile: ENTRANCES["batch"].send(hostile.list)),
    ("event", lambda hostile: senders.registered(hostile.player, hostile.list)),
    ("check", lambda hostile: ENTRANCES["check"].send(hostile.list)),
)
"""The operations on a list made by repetition, which return the status of the answer."""


def repetition(count: int, seed: int) -> tuple[float, list[str]]:
    """The seconds of the slowest answer to lists made by repetition, and the faults."""
    warm()
    slowest, faults = 0.0, []
    lists = list(repeated())
    for hostile in random.Random(seed).sample(lists, min(count, len(lists))):
        for name, send in WAYS:
            cost = measured(partial(send, hostile))
            slowest = max(slowest, cost.seconds)
            if cost.is_cut or cost.seconds > LONGEST_ANSWER or cost.status not in ALLOWED:
                faults.append(f"{name}, {hostile}: status {cost.status} in {cost.seconds:.2f} s")
    return slowest, faults


def measure_hostile(bodies: int = 10_000, lists: int = 300, seed: int = 1) -> list[Figure]:
    """Send random and hostile bodies to the service.

    Each must be answered within two seconds by 200 or a problem document with an allowed status;
    the first failures are printed. Then lists made by repetition are judged, read, put into a batch
    and into the table of an event, and checked by the command, each within two seconds, in a
    process that is stopped otherwise. Bodies and lists only depend on `--seed`. All three thousand
    lists take about an hour.
    """
    client = Client(create_app())
    statuses: Counter[int] = Counter()
    failures: list[str] = []
    slowest = (0.0, b"")
    for body in Hostile(seed).bodies(bodies):
        problem, status, seconds = fault(client, body)
        statuses[status] += 1
        slowest = max(slowest, (seconds, body))
        if problem:
            failures.append(f"{problem} in {seconds:.2f} s: {body[:SHOWN]!r}")
    counts = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    print(f"hostile bodies: {counts}")
    print(f"  the slowest had {len(slowest[1])} bytes: {slowest[1][:SHOWN]!r}")
    longest, faults = repetition(lists, seed)
    print("\n".join((failures + faults)[:20]) or "  every answer was in order")
    bad, repeated_bad = len(failures), len(faults)
    limit = f"under {LONGEST_ANSWER * 1e3:,.0f} ms"
    return [
        Figure("hostile bodies that were not answered in order", bad, "", "0", bad > 0),
        Figure("the slowest answer to one", slowest[0] * 1e3, "ms", limit),
        Figure(
            "lists made by repetition that were not answered in order",
            repeated_bad, "", "0", repeated_bad > 0,
        ),
        Figure("the slowest answer to one of these", longest * 1e3, "ms", limit),
    ]  # fmt: skip

"""Inputs that are made by repetition: of any length by a recipe, and a list of hostile ones.

A sample is a small document with places: each `¤` is one, and any place between two letters may be
chosen as well. A recipe says which sample, which place, and what is repeated there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PLACE = "¤"
NUMBER = "№"
"""In a piece, the number of the repetition: `"a№":1,` gives each name once."""
_FILE = json.loads(Path(__file__).with_name("samples.json").read_text("utf-8"))
PIECES: list[str] = _FILE["pieces"]
ENDS: list[str] = _FILE["ends"]
"""What may stand behind the repetitions: that which no pattern takes makes it look back."""


class Recipe(NamedTuple):
    """One input of any length."""

    entrance: str
    sample: str
    at: int
    """Where in the sample, without its marks."""
    runs: tuple[str, ...]
    """What is repeated: all of the first, then all of the second."""
    end: str = ""
    row: int = 0
    """Characters of repetition in a row that is repeated itself; 0 where it is not."""

    def as_json(self) -> str:
        """The recipe as it is printed, and kept."""
        return json.dumps(self._asdict(), ensure_ascii=True)

    @classmethod
    def of_json(cls, text: str) -> Recipe:
        """The recipe that was printed."""
        read = json.loads(text)
        return cls(**read | {"runs": tuple(read["runs"])})

    def input(self, sample: str, length: int) -> str:
        """The sample with about so many characters of repetition in its place."""
        whole = sample.replace(PLACE, "")
        before, behind = whole[: self.at], whole[self.at :]
        if not self.row:
            return before + self._repeated(length) + self.end + behind
        first, last = before.rfind("\n") + 1, (behind + "\n").find("\n")
        row = before[first:] + self._repeated(self.row) + self.end + behind[:last] + "\n"
        return before[:first] + row * max(1, length // len(row)) + behind[last + 1 :]

    def _repeated(self, length: int) -> str:
        share = length // len(self.runs)
        return "".join(_run(piece, max(1, share // len(piece))) for piece in self.runs)


def drawn(chance: random.Random, entrance: str, samples: dict[str, str]) -> Recipe:
    """Any recipe for an entrance that takes these samples."""
    name = chance.choice(list(samples))
    runs = tuple(_piece(chance) for _ in range(chance.choice((1, 1, 1, 2))))
    at = chance.choice(_places(samples[name]))
    row = chance.choice((0, 0, 0, 60, 300))
    return Recipe(entrance, name, at, runs, chance.choice(ENDS), row)


def _piece(chance: random.Random) -> str:
    """What is repeated."""
    return "".join(chance.choice(PIECES) for _ in range(chance.choice((1, 1, 1, 2, 3))))


def _places(sample: str) -> Sequence[int]:
    """The marked places, or all: where a word, or a sign, begins or ends, and within words."""
    marked = [found.start() - number for number, found in enumerate(re.finditer(PLACE, sample))]
    whole = sample.replace(PLACE, "")
    ends = {found.end() for found in re.finditer(r"\w{1,3}|\W", whole)}
    return [*marked * max(1, len(ends) // max(1, len(marked))), 0, *sorted(ends)]


def _run(piece: str, times: int) -> str:
    if NUMBER not in piece:
        return piece * times
    return "".join(piece.replace(NUMBER, str(number)) for number in range(times))


HOSTILE_PIECES = [piece for piece in PIECES if len(piece) <= 2 and piece != "\ud800"]
TIMES = (40, 1_500, 20_000)
LISTS: dict[str, str] = _FILE["hostile lists"]
"""By place, the list in which it is."""
NAMES: dict[str, str] = _FILE["hostile names"]
"""Of players, where a list has no place for them."""


class Hostile(NamedTuple):
    """One of them."""

    piece: str
    times: int
    place: str

    def __str__(self) -> str:
        return f"{self.times:,} x {self.piece!r} {self.place}"

    @property
    def list(self) -> str:
        """The text of the list."""
        return LISTS[self.place].replace("{}", self.piece * self.times)

    @property
    def player(self) -> str:
        """The name of a player, which is as hostile where its place is a name."""
        return NAMES.get(self.place, "Ann").replace("{}", self.piece * self.times)


def hostile() -> Iterator[Hostile]:
    """All of them, the shorter ones first."""
    for times in TIMES:
        for piece in HOSTILE_PIECES:
            for place in LISTS:
                yield Hostile(piece, times, place)

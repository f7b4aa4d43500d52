"""Inputs that are made by repetition: of any length by a recipe, and a list of hostile ones.

A sample is a small document with places: each `¤` is one, and any place between two letters may be
chosen as well. A recipe says which sample, which place, and what is repeated there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

PLACE = "¤"
NUMBER = "№"
"""In a piece, the number of the repetition: `"a№":1,` gives each name once."""
PIECES = (
    "// ", "//", " ", "\t", "\u3000", "\n", "\r", "\r\n", "[", "]", "(", ")", "{", "}", "{W}",
    "<", ">", "*", "* ", " *", "1", "1 ", "9", "0,", "x", "x ", "1x ", "X", "SB:", "SB: ", "|",
    "||", "《", "》", "「", "」", "（", "）", "【", "】", "«", "“", "”", "＜", "<!--", "-->", "<a>",
    "</a>", "<a/>", "<a ", "<![CDATA[", "]]>", "<?", "&amp;", "&", "&#1;", '"', '""', '",', "'",
    "`", "^", ",", ", ", ";", ":", ": ", ".", "..", "-", " - ", "--", "—", "_", "__", "/", " / ",
    "\\", "\\\"", "\\n", "\\u0020", "#", " #", "# ", "!", "?", "$", "$ ", "€", "%", "%20", "%C3",
    "+", "=", "~", "@", "a", "A ", "a ", "é", "e\u0301", "\u0301", "森", "か", "🂡", "ß", "ﷺ", "İ",
    "\x00", "\x1b[", "\u202e", "\u2028", "\ufeff", "\ud800", "[[", "[]", "[DOM] ", " (DOM)",
    " (DOM) 60", "*F* ", " *F*", "|DOM", "1 a\n", "1 Opt\n", "a\n", "Deck\n", "Sideboard\n",
    "# a\n", "// a\n", "a,a\n", "1,a\n", "|a|\n", "[a]\n", "№ a№\n", "a№ ", "a№\n", "№\n",
    '"a":1,', '"a№":1,',
    '{"a":', "[1,", '"a",', '"name":"a",', '{"name":"a№","count":1},', "{},", "null,", "1e9",
    "&a=1", "&a№=1", "a;q=0.1,", "W/\"a\",", "Sideboard ", "Side", "side board", "Opt ", "Forest",
    "Fire // Ice ", "http://", "www.a ", "<br>", "../", "./", "é\n", "- ", "> ", "1. ", "| a ",
    "\n\n", "\n ", "\n[", "\n//", "\n1", ".a", ".txt", "- a", "=a\n", '= ["a"]\n', "[a№]\n",
    "\r\nA: b", "::error::", "##[a]", "10000 Opt\n",
)  # fmt: skip
ENDS = ("", "", "", "$", "!", "a", "b", " b", "?", "\n", "\n1 Opt", '"', ")", "]", "//", "\x00")
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
LISTS = {
    "at the beginning of a line": "{}4 Lightning Bolt\n56 Mountain\n",
    "in the middle of a line": "4{} Lightning Bolt\n56 Mountain\n",
    "at the end of a line": "4 Lightning Bolt (M10) 146{}\n56 Mountain\n",
    "at the beginning of a title": "4 {}Lightning Bolt (M10) 146\n56 Mountain\n",
    "in the middle of a title": "4 Light{}ning Bolt\n56 Mountain\n",
    "at the end of a title": "4 Lightning Bolt{}$\n56 Mountain\n",
    "at the beginning of a cell": 'Count,Name\n4,"{}Lightning Bolt"\n56,Mountain\n',
    "in the middle of a cell": 'Count,Name\n4,"Lightning{} Bolt"\n56,Mountain\n',
    "at the end of a cell": 'Count,Name\n4{},"Lightning Bolt{}"\n56,Mountain\n',
    "at the beginning of a name": "Player A: {}Ann Lee\n60 Mountain\n",
    "in the middle of a name": "Player A: Ann{} Lee\n60 Mountain\n",
    "at the end of a name": "Player A: Ann Lee{}\n60 Mountain\n",
}
"""By place, the list in which it is."""
NAMES = {
    "at the beginning of a name": "{}Ann Lee",
    "in the middle of a name": "Ann{} Lee",
    "at the end of a name": "Ann Lee{}",
}
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

"""Three thousand hostile lists: small pieces, repeated a few or many times, at twelve places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PIECES = (
    "// ", "//", "/", " / ", " ", "\t", "\u3000", "\u00a0", "\n", "\r", "[", "]", "(", ")", "{",
    "}", "{W}", "<", ">", "<!--", "-->", "<a>", "</a>", "<br>", "<?", "]]>", "《", "》", "「", "」",
    "（", "）", "【", "】", "〈", "«", "“", "‹", "*", "* ", "*F* ", "1", "1 ", "0", "9", "4x ", "x",
    "x ", "X", "SB:", "SB: ", "|", "| ", ",", ", ", ";", ":", '"', '""', '",', "'", "`", "^", "#",
    " #", "$", "€ ", "-", " - ", "—", "_", ".", "+", "=", "~", "\\", "\\n", "&", "&amp;", "%", "a",
    "a ", "é", "e\u0301", "か", "森 ", "\x00", "\u202e", "[DOM] ", " (DOM) 60", '"a":1,',
    "Sideboard ",
)  # fmt: skip
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
        for piece in PIECES:
            for place in LISTS:
                yield Hostile(piece, times, place)

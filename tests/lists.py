"""Lists as hypothesis makes them: as people and programs write them, and as nobody should."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from cards import catalogue
from headjudge.decklists import read_team
from headjudge.decklists.edits import OWN_COMMENT, rows

NAMES = (
    "Opt", "opt", "Lightning Bolt", "lightningbolt", "Lightning - Bolt", "Urzas Saga", "urzassaga",
    "Fire", "Fire / Ice", "fire and ice", "森", "Optt", "Conspiracy", "X", "1996 World Champion",
    "Lurrus of the Dream-Den", "A-Luminarch Aspirant", "Goblin Token", "???", "Forest",
)  # fmt: skip
NOTATIONS = (
    "{n} {name}", "{n}  {name} ", "{n}x {name}", "{name}", "{name} x{n}", "  {n} {name}",
    "SB: {n} {name}", "SB:  {n} {name}", "{n} {name} (DOM) 60", "{n} {name} (M10) 146 *F*",
    "{n} [M10:146] {name}", "{n} {name}|M10", "{n}x {name} [Ramp]", "- {n} {name}",
    "> {n} {name}", "1. {n} {name}", "| {n} | {name} |", "{n}\t{name}", "{n} {name} # mine",
    "{n} {name} # headjudge: allow not-legal -- it is mine", "{n} {name} *CMDR*",
)  # fmt: skip
OTHERS = (
    "", "", "  ", "Deck", "Sideboard", "SIDEBOARD:", "Sideboard (15)", "[Main]", "[Sideboard]",
    "//Sideboard", "Main Deck:", "Nebendeck", "Companion", "Commander", "Maybeboard", "Creatures",
    "About", "Name Mine", "[metadata]", "Name=Mine", "# a comment ", "// NAME : Mine",
    "# headjudge: allow banned-card -- it is mine", "Player A", "Player B", "%%% ??? ", "-----",
    "Count,Name", "3,lightningbolt", "\x0b", "\u2028",
)  # fmt: skip

_CARDS = st.builds(
    lambda notation, n, name: notation.format(n=n, name=name),
    st.sampled_from(NOTATIONS),
    st.sampled_from((1, 2, 4, 15, 60, 9999)),
    st.sampled_from(NAMES),
)
SEVERAL = (
    "{}, {}", "{}, {}, {}", "{} {}", "{} / {} / {}", "{} and {}", "Creatures (8): {}, {}",
    "Blue: {}, {}, {}", "Side: {}, {}", "Lands (24)  {} {}", "Creatures - {}", "{}\t{}", "{} + {}",
    "Sideboard: {}, {} # mine",
)  # fmt: skip
"""Lines of several cards."""
_SEVERAL = st.builds(
    lambda notation, cards: notation.format(*cards),
    st.sampled_from(SEVERAL),
    st.lists(st.sampled_from([f"{n} {name}" for n in (1, 2, 4) for name in NAMES]), min_size=3),
)
_LINES = st.one_of(_CARDS, _CARDS, st.sampled_from(OTHERS), _SEVERAL)
LISTS = st.builds(
    lambda lines, end, last: end.join(lines) + (end if last else ""),
    st.lists(_LINES, max_size=14),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.booleans(),
)
"""The texts of lists, most of them with faults."""


def explained(text: str) -> list[tuple[str, str]]:
    """Each comment for Headjudge over a card, with the card's title."""
    lines = rows(text, read_team(text))
    return sorted(
        (above.text.strip(), _title(row.card.name))
        for above, row in pairwise(lines)
        if row.card and not above.card and OWN_COMMENT.search(above.text)
    )


def _title(name: str) -> str:
    card = catalogue().find(name).card
    return card.title if card else name

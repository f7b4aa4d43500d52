"""Colour identities, and what a card's own text says of it as a commander.

They are facts of their own beside the catalogue, read when the first deck with a commander is
judged: other formats do without.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FILE = Path(__file__).parent / "command_zone.tsv"
COLORS = "WUBRG"
OWN_TEXT = "can be your commander"
PARTNER = "partner"
PARTNER_WITH = "partner with: "
CHOOSE_A_BACKGROUND = "choose a background"
DOCTORS_COMPANION = "doctor's companion"
CHOOSES_A_COLOR = "chooses a color"
TIME_LORD_DOCTOR = "time lord doctor"
"""A Doctor whose creature types the catalogue lacks."""


class CommandFacts(NamedTuple):
    """What is known of a card in decks with a commander."""

    identity: frozenset[str] | None = None
    """The letters of its colour identity; None where the facts lack it."""
    kinds: frozenset[str] = frozenset()
    """What its text says of it as a commander: own text, partner and its kin."""
    is_known: bool = False
    """Whether the facts know how it pairs; of cards newer than they are nobody can tell."""


UNKNOWN = CommandFacts()


def command_facts(title: str) -> CommandFacts:
    """The facts of the card of that exact English title."""
    identity, _, words = _rows().get(title, "?").partition("\t")
    kinds = frozenset(words.split("; ")) if words else frozenset()
    letters = None if identity == "?" else frozenset(identity) & frozenset(COLORS)
    return CommandFacts(letters, kinds, bool(kinds))


def in_order(letters: frozenset[str]) -> str:
    """The letters of colours in their usual order."""
    return "".join(letter for letter in COLORS if letter in letters)


@cache
def _rows() -> MappingProxyType[str, str]:
    lines = FILE.read_text("utf-8").splitlines()
    return MappingProxyType(dict(line.split("\t", 1) for line in lines))

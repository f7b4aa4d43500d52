"""Color identities, and the commander abilities in the text of cards.

These facts are separate from the catalogue and read when the first deck with a commander is
judged; other formats do not need them.
"""

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FILE = Path(__file__).parent / "command_zone.tsv"
COLORS = "WUBRG"
OWN_TEXT = "can be your commander"
PARTNER_WITH = "partner with: "
CHOOSE_A_BACKGROUND = "choose a background"
DOCTORS_COMPANION = "doctor's companion"
CHOOSES_A_COLOR = "chooses a color"
TIME_LORD_DOCTOR = "time lord doctor"
"""A Doctor whose creature types are missing from the catalogue."""


class CommandFacts(NamedTuple):
    """The facts about a card in decks with a commander."""

    identity: frozenset[str] | None = None
    """The letters of its color identity; None if unknown."""
    kinds: frozenset[str] = frozenset()
    """Its commander abilities: own text, partner and variants of partner."""
    is_known: bool = False
    """Whether its abilities are known; for cards newer than the facts they are not."""


def command_facts(title: str) -> CommandFacts:
    """The facts of the card with that exact English title."""
    identity, _, words = _rows().get(title, "?").partition("\t")
    kinds = frozenset(words.split("; ")) if words else frozenset()
    letters = None if identity == "?" else frozenset(identity) & frozenset(COLORS)
    return CommandFacts(letters, kinds, bool(kinds))


def in_order(letters: frozenset[str]) -> str:
    """Color letters in their usual order."""
    return "".join(letter for letter in COLORS if letter in letters)


@cache
def _rows() -> MappingProxyType[str, str]:
    lines = FILE.read_text("utf-8").splitlines()
    return MappingProxyType(dict(line.split("\t", 1) for line in lines))

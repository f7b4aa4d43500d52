"""Color identities, and the commander abilities in the text of cards.

The shipped facts are separate from the catalogue and read when the first deck with a commander is
judged; other formats do not need them. A catalogue that `headjudge update` wrote has those of its
source, card by card.
"""

from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from cards.model import Card

FILE = Path(__file__).parent / "command_zone.tsv"
COLORS = "WUBRG"
OWN_TEXT = "can be your commander"
PARTNER_WITH = "partner with: "
CHOOSE_A_BACKGROUND = "choose a background"
DOCTORS_COMPANION = "doctor's companion"
CHOOSES_A_COLOR = "chooses a color"
TIME_LORD_DOCTOR = "time lord doctor"
"""A Doctor whose creature types are missing from the catalogue."""
KEYWORDS = frozenset({"partner", "friends forever", CHOOSE_A_BACKGROUND, DOCTORS_COMPANION})
PHRASES = {OWN_TEXT: OWN_TEXT, CHOOSES_A_COLOR: "choose a color before the game begins"}
"""The phrases by which a text shows a kind."""


class CommandFacts(NamedTuple):
    """The facts about a card in decks with a commander."""

    identity: frozenset[str] | None = None
    """The letters of its color identity; None if unknown."""
    kinds: frozenset[str] = frozenset()
    """Its commander abilities: own text, partner and variants of partner."""
    is_known: bool = False
    """Whether its abilities are known; for cards newer than the facts they are not."""


def command_facts(card: Card) -> CommandFacts:
    """The facts of the card: those of its own catalogue, or else the shipped ones."""
    return _read(card.command) if card.command else shipped_facts(card.title)


def shipped_facts(title: str) -> CommandFacts:
    """The shipped facts of the card with that exact English title."""
    return _read(_rows().get(title, "?"))


def command_row(identity: Collection[str], text: str) -> str:
    """The facts of a card by its color identity and the text of its front, as in the file."""
    kinds = sorted(set(_kinds(text))) or ["known"]
    return "\t".join([in_order(frozenset(identity)) or "-", "; ".join(kinds)])


def _kinds(text: str) -> Iterator[str]:
    """The commander abilities in a text, with an ability a line or several between commas."""
    for line in text.split("\n"):
        ability = line.partition(" (")[0].strip()
        words = ability.casefold()
        if words.startswith("partner with "):
            yield PARTNER_WITH + ability[len("partner with ") :]
        elif words.startswith("partner\N{EM DASH}"):
            yield words.removeprefix("partner\N{EM DASH}").strip()
        yield from KEYWORDS.intersection(words.split(", "))
        yield from (kind for kind, phrase in PHRASES.items() if phrase in words)


def _read(row: str) -> CommandFacts:
    identity, _, words = row.partition("\t")
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

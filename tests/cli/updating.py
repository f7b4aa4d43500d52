"""A small world of facts: a dozen cards in force, and MTGJSON as `responses` plays it.

`python -m tests.cli.updating FOLDER STORE FILE` updates from a file in a process of its own.
"""

from __future__ import annotations

import datetime
import gzip
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import responses

from cards import Card, Catalogue, Printing
from cards.catalogue_file import write
from cards.corrections import correct_set
from cards.in_force import FactsFolder
from cards.model import Facts, SetFacts, Translation
from headjudge.cli.commands.update import ADDRESS
from headjudge.cli.main import main
from tests import published

DAY = datetime.date(2026, 8, 22)
NEW_DAY = datetime.date(2026, 11, 20)
SETS = (
    ("ONE", "One", "2001-01-01", "expansion", "Block", "paper"),
    ("TWO", "Two", "2002-02-02", "core", "", "paper"),
    ("PRO", "Promos", "2002-03-03", "promo", "", "paper"),
    ("UNF", "Fun", "2003-03-03", "funny", "", "paper"),
    ("NET", "Net", "2004-04-04", "online", "", "arena"),
)


def card(title: str, *printings: str, **more: Any) -> Card:
    """A green instant, unless told otherwise."""
    parts = title.split(" // ")
    known: dict[str, Any] = {
        "title": title,
        "faces": tuple(parts) if len(parts) > 1 else (),
        "layout": "split" if len(parts) > 1 else "normal",
        "types": ("Instant",),
        "supertypes": (),
        "subtypes": (),
        "mana_value": 1,
        "colors": "G",
        "copy_limit": None,
        "printings": tuple(Printing(*one.split(":")) for one in printings),
        "status": "paper",
        "alternative_titles": (),
    }
    return Card(**(known | more))


CARDS = (
    *(card(f"Filler {letter}", "ONE:C", "TWO:C") for letter in "abcdefghijklmnopqrst"),
    card("Forest", "ONE:L", types=("Land",), supertypes=("Basic",), subtypes=("Forest",)),
    card("Green", "ONE:C", "PRO:R"),
    card("Jest", "UNF:C", status="funny"),
    card("Nought", "NET:R", status="online"),
    card("Rats", "ONE:C", copy_limit="any"),
    card("Red // Blue", "TWO:M", colors="UR", mana_value=3),
)
NAMES_BEYOND = ("azure elemental", "fresh")
TRANSLATED_UNTIL = datetime.date(2022, 4, 25)
TRANSLATIONS = (Translation("de", "Grün", "Green"), Translation("fr", "Rats d'hier", "Rats"))


def facts(
    cards: Sequence[Card] = CARDS,
    sets: Sequence[tuple[str, ...]] = SETS,
    day: datetime.date = NEW_DAY,
    translations: Sequence[Translation] = TRANSLATIONS,
) -> Facts:
    """Facts of these cards and sets."""
    of_sets: tuple[SetFacts, ...] = tuple(correct_set(*one) for one in sets)
    in_order = sorted(cards, key=lambda one: one.title)
    return Facts(day, of_sets, in_order, translations, TRANSLATED_UNTIL, NAMES_BEYOND)


def without(*titles: str) -> list[Card]:
    """The cards but these."""
    return [one for one in CARDS if one.title not in titles]


def changed(title: str, /, **more: Any) -> list[Card]:
    """The cards, one of them changed."""
    return [one._replace(**more) if one.title == title else one for one in CARDS]


def packed(document: Any) -> bytes:
    """The document as MTGJSON packs it."""
    return gzip.compress(json.dumps(document).encode(), mtime=0)


@dataclass
class World:
    """A folder of facts, the facts that ship, and what runs over them."""

    folder: Path
    store: Path
    mocked: responses.RequestsMock

    def begin(self) -> None:
        """Write the facts that ship."""
        write(facts()._replace(as_of=DAY), self.store)

    @property
    def facts(self) -> FactsFolder:
        return FactsFolder(self.folder, self.store)

    def in_force(self) -> Catalogue:
        """The facts in force."""
        return self.facts.in_force().facts

    def publish(self, new: Facts | dict[str, Any] | bytes) -> None:
        """Have MTGJSON serve these facts, this document or these bytes."""
        document = published.all_printings(new) if isinstance(new, Facts) else new
        body = document if isinstance(document, bytes) else packed(document)
        self.mocked.reset()
        self.mocked.get(ADDRESS, body=body)
        self.mocked.get(f"{ADDRESS}.sha256", body=f"{hashlib.sha256(body).hexdigest()}\n")

    def update(self, *arguments: str) -> int:
        """Run `headjudge update`; returns its exit code."""
        return run(self.folder, self.store, arguments)


def run(folder: Path, store: Path, arguments: Sequence[str]) -> int:
    """The command over a folder whose shipped facts are those of `store`."""
    with small(folder, store):
        return main(["update", *arguments])


@contextmanager
def small(folder: Path, store: Path) -> Iterator[None]:
    """Lists and formats name other cards than these: what they ask for is tested elsewhere."""
    with ExitStack() as patches:
        patches.enter_context(patch.dict(os.environ, {"HEADJUDGE_FACTS": str(folder)}))
        patches.enter_context(
            patch("headjudge.cli.commands.update.folder", lambda: FactsFolder(folder, store))
        )
        patches.enter_context(patch("headjudge.cli.commands.update.faults", lambda _: iter(())))
        yield


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), Path(sys.argv[2]), ["--from", sys.argv[3]]))

"""`headjudge update` over a small world: a dozen cards in force, and sources on the loopback.

`python -m tests.cli.updating FOLDER STORE ARGUMENTS...` runs it in a process of its own.
"""

from __future__ import annotations

import datetime
import gzip
import hashlib
import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cards import Card, Catalogue, Printing
from cards.corrections import correct_set
from cards.editions import Editions
from cards.facts import Facts, SetFacts, Translation
from cards.writing import write
from headjudge.cli.main import main
from headjudge.cli.sources.downloads import Limits
from tests import published
from tests.misbehaving import File, Source

DAY = datetime.date(2026, 8, 22)
QUICK = Limits(connect=2, silence=1, total=30, attempts=3, backoff=0.01, between=0)
BULK = "/file/default-cards-20261120210000.jsonl.gz"
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
    cards: Sequence[Card] = CARDS, sets: Sequence[tuple[str, ...]] = SETS, day: datetime.date = DAY
) -> Facts:
    """Facts of these cards and sets."""
    of_sets: tuple[SetFacts, ...] = tuple(correct_set(*one) for one in sets)
    in_order = sorted(cards, key=lambda one: one.title)
    return Facts(day, of_sets, in_order, TRANSLATIONS, TRANSLATED_UNTIL, NAMES_BEYOND)


def without(*titles: str) -> list[Card]:
    """The cards but these."""
    return [one for one in CARDS if one.title not in titles]


def changed(title: str, **more: Any) -> list[Card]:
    """The cards, one of them changed."""
    return [one._replace(**more) if one.title == title else one for one in CARDS]


def scryfall(
    source: Source, new: Facts | None = None, *, day: str = "2026-11-20", extra: Sequence[Any] = ()
) -> None:
    """Have the source serve Scryfall's index, sets and default cards."""
    new = new or facts()
    records = [*published.scryfall_cards(replace(new, cards=list(new.cards))), *extra]
    text = "".join(json.dumps(record) + "\n" for record in records)
    put(source, BULK, gzip.compress(text.encode(), mtime=0))
    put(source, "/sets", json.dumps(published.scryfall_sets(new)).encode())
    entries = [
        {
            "object": "bulk_data",
            "type": kind,
            "updated_at": f"{day}T21:00:00.000+00:00",
            "jsonl_download_uri": source.url + BULK,
        }
        for kind in ("oracle_cards", "default_cards", "all_cards")
    ]
    index = {"object": "list", "has_more": False, "data": entries}
    put(source, "/bulk-data", json.dumps(index).encode())


def mtgjson(source: Source, new: Facts | None = None) -> None:
    """Have the source serve MTGJSON's Meta, SetList and AtomicCards."""
    new = replace(new or facts(), as_of=datetime.date(2026, 11, 20))
    new = replace(new, cards=list(new.cards))
    build = {"date": "2026-11-20", "version": "5.3.0+20261120"}
    proved(source, "/Meta.json", json.dumps({"meta": build, "data": build}).encode())
    packed(source, "SetList", published.mtgjson_set_list(new))
    packed(source, "AtomicCards", published.mtgjson_atomic(new))


def packed(source: Source, name: str, document: Any) -> None:
    """A document of MTGJSON, with its digest beside it."""
    proved(source, f"/{name}.json.xz", lzma.compress(json.dumps(document).encode()))


def proved(source: Source, path: str, body: bytes) -> None:
    """A file, with its digest beside it."""
    put(source, path, body)
    put(source, f"{path}.sha256", hashlib.sha256(body).hexdigest().encode())


def put(source: Source, path: str, body: bytes) -> None:
    """A file with a validator of its content."""
    source.files[path] = File(body, etag=f'"{hashlib.sha256(body).hexdigest()[:8]}"')


@dataclass
class World:
    """A folder of editions, and what runs over it."""

    folder: Path
    store: Path
    source: Source
    printed: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Write the facts that ship."""
        write(facts(), self.store)

    @property
    def editions(self) -> Editions:
        return Editions(self.folder, self.store)

    def in_force(self) -> Catalogue:
        """The facts in force."""
        return Catalogue(self.editions.in_force().path)

    def update(self, *arguments: str) -> int:
        """Run `headjudge update`; returns its exit code."""
        return run(self.folder, self.store, ["--url", self.source.url, *arguments])


def run(folder: Path, store: Path, arguments: Sequence[str]) -> int:
    """The command over a folder whose shipped facts are those of `store`."""
    with small(folder, store):
        return main(["update", *arguments])


@contextmanager
def small(folder: Path, store: Path) -> Iterator[None]:
    """Lists and formats name other cards than these: what they ask for is tested elsewhere."""
    with ExitStack() as patches:
        patches.enter_context(
            patch("headjudge.cli.commands.update.editions", lambda _: Editions(folder, store))
        )
        patches.enter_context(patch("headjudge.cli.update.steps.faults", lambda _: iter(())))
        patches.enter_context(patch("headjudge.cli.sources.downloads.Limits", lambda: QUICK))
        yield


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))

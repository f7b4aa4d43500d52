"""`headjudge facts sets`: sets that no format lists yet, and the lines to add for them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from cards import Catalogue, catalogue
from formats import toml_writer
from headjudge.cli.options import Answer
from messages import say_count
from validator.legality.new_sets import NOTE, NewSet, new_sets


def show(_: argparse.Namespace) -> Answer:
    """The sets added since the shipped facts; exit code 1 if a format must list one.

    Sets of Standard are always included: a format that does not list them is wrong.
    """
    shipped = Catalogue()
    facts = catalogue()
    before = {
        code
        for code, card_set in shipped.sets.items()
        if card_set.kind == "supplemental" or card_set.released <= shipped.as_of
    }
    sets = tuple(new_sets(facts, before))
    document = {"catalogue": str(facts.as_of), "sets": [_document(new_set) for new_set in sets]}
    lines = [*_lines(sets)] or [f"Every set of the card facts of {facts.as_of} is in its formats."]
    return document, lines, 1 if any(new_set.formats for new_set in sets) else 0


def rows(sets: Iterable[NewSet]) -> dict[str, list[str]]:
    """The lines to add, by file, in date order."""
    by_file: dict[str, list[str]] = {}
    for new_set in sorted(sets, key=attrgetter("legal_from", "card_set.code")):
        for format_id in new_set.formats:
            by_file.setdefault(f"formats/{format_id}.toml", []).append(_row(new_set))
    return by_file


def _row(new_set: NewSet) -> str:
    return toml_writer.row(
        {"code": new_set.card_set.code, "from": new_set.legal_from, "note": NOTE}
    )


def _lines(sets: tuple[NewSet, ...]) -> Iterator[str]:
    for new_set in sets:
        card_set = new_set.card_set
        of_cards = say_count(new_set.cards, "{number} card", "{number} cards")
        yield (
            f"{card_set.code}  {card_set.name}, released {card_set.released},"
            f" {of_cards}: legal from {new_set.legal_from}"
            + ("" if new_set.formats else " where every set counts; no format names it")
        )
    for file, lines in rows(sets).items():
        yield ""
        yield f"{file}, at the end of sets:"
        yield from (f"    {line}," for line in lines)


def _document(new_set: NewSet) -> dict[str, Any]:
    card_set = new_set.card_set
    return {
        "code": card_set.code,
        "name": card_set.name,
        "kind": card_set.kind,
        "released": card_set.released.isoformat(),
        "legal_from": new_set.legal_from.isoformat(),
        "cards": new_set.cards,
        "formats": list(new_set.formats),
        "toml": _row(new_set) if new_set.formats else None,
    }

"""`headjudge facts sets`: sets that no format knows yet, and what to write for them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from cards import Catalogue, catalogue
from formats import toml_writer
from headjudge.cli.facts.words import cards
from headjudge.cli.options import Answer
from validator.legality.new_sets import NOTE, NewSet, new_sets


def show(_: argparse.Namespace) -> Answer:
    """The sets that came with the facts in use after those that ship; 1 where a format lacks one.

    Those of Standard are told in any case: a format that does not name them is wrong.
    """
    shipped = Catalogue()
    facts = catalogue()
    before = {
        code
        for code, one in shipped.sets.items()
        if one.kind == "supplemental" or one.released <= shipped.as_of
    }
    sets = tuple(new_sets(facts, before))
    document = {"catalogue": str(facts.as_of), "sets": [_document(one) for one in sets]}
    lines = [*_lines(sets)] or [f"Every set of the card facts of {facts.as_of} is in its formats."]
    return document, lines, 1 if any(one.formats for one in sets) else 0


def rows(sets: Iterable[NewSet]) -> dict[str, list[str]]:
    """By file, the lines to write into it, in the order of their days."""
    written: dict[str, list[str]] = {}
    for one in sorted(sets, key=lambda one: (one.legal_from, one.card_set.code)):
        for format_id in one.formats:
            written.setdefault(f"formats/{format_id}.toml", []).append(_row(one))
    return written


def _row(one: NewSet) -> str:
    return toml_writer.row({"code": one.card_set.code, "from": one.legal_from, "note": NOTE})


def _lines(sets: tuple[NewSet, ...]) -> Iterator[str]:
    for one in sets:
        card_set = one.card_set
        yield (
            f"{card_set.code}  {card_set.name}, released {card_set.released}, {cards(one.cards)}:"
            f" legal from {one.legal_from}"
            + ("" if one.formats else " where every set counts; no format names it")
        )
    for file, lines in rows(sets).items():
        yield ""
        yield f"{file}, at the end of sets:"
        yield from (f"    {line}," for line in lines)


def _document(one: NewSet) -> dict[str, Any]:
    card_set = one.card_set
    return {
        "code": card_set.code,
        "name": card_set.name,
        "kind": card_set.kind,
        "released": card_set.released.isoformat(),
        "legal_from": one.legal_from.isoformat(),
        "cards": one.cards,
        "formats": list(one.formats),
        "toml": _row(one) if one.formats else None,
    }

"""`headjudge facts list`, `use`, `rollback`: the installed editions of the card facts."""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from cards import Catalogue
from cards.catalogue_files import NotAnEdition
from cards.editions import Edition, Editions, UnknownEdition
from headjudge.cli import facts_in_force
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.options import Answer
from validator.fingerprint import fingerprint_of

HEAD = ("id", "as of", "cards", "added", "", "fingerprint")
FINGERPRINT = 19
"""Characters of a fingerprint that are printed: enough to distinguish editions."""


def show_all(_: argparse.Namespace) -> Answer:
    """All editions, newest first, and invalid files in the folder."""
    editions = facts_in_force.editions()
    faults = editions.faults()
    documents = [_document(edition, editions) for edition in editions.all()]
    document = {
        "folder": str(editions.folder),
        "editions": documents,
        "faults": list(faults),
    }
    return document, [*_table(documents), *faults], 0


def use(options: argparse.Namespace) -> Answer:
    """Put an edition in force."""
    return _switch(lambda editions: editions.use(options.id))


def rollback(_: argparse.Namespace) -> Answer:
    """Put the predecessor back in force."""
    return _switch(Editions.rollback)


def _switch(choose: Callable[[Editions], Edition]) -> Answer:
    editions = facts_in_force.editions()
    before = editions.in_force()
    try:
        edition = choose(editions)
    except (UnknownEdition, NotAnEdition) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(
            f"{editions.state} cannot be written: {reason_of(error)}. {before.id} stays in force."
        ) from None
    before_it = "" if before.id == edition.id else f", before it {before.id} of {before.as_of}"
    line = f"In force: {edition.id}, card facts of {edition.as_of}{before_it}."
    return _document(edition, editions), [line], 0


def _document(edition: Edition, editions: Editions) -> dict[str, Any]:
    predecessor = editions.predecessor()
    return {
        "id": edition.id,
        "as_of": edition.as_of.isoformat(),
        "cards": _cards(edition),
        "added": edition.added.isoformat(),
        "current": edition.id == editions.in_force().id,
        "previous": predecessor is not None and edition.id == predecessor.id,
        "shipped": edition.is_shipped,
        "fingerprint": fingerprint_of(edition.digest),
        "damaged": bool(edition.damage),
        "file": str(edition.path),
    }


def _cards(edition: Edition) -> int | None:
    """The number of cards; None if the edition is damaged."""
    if edition.damage:
        return None
    try:
        return sum(1 for _ in Catalogue(edition.path).titles())
    except sqlite3.Error:
        return None


def _table(documents: list[dict[str, Any]]) -> Iterator[str]:
    rows = [HEAD, *map(_row, documents)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _row(document: dict[str, Any]) -> tuple[str, ...]:
    words = [word for word in ("current", "previous", "shipped") if document[word]]
    count = document["cards"]
    return (
        document["id"],
        document["as_of"],
        "damaged" if count is None else f"{count:,}",
        document["added"][:16].replace("T", " "),
        ", ".join(words),
        document["fingerprint"][:FINGERPRINT],
    )

"""Decks as facts, titles and counts: 300 of tournaments, and precons with a commander.

A row of `tournaments.tsv` has the format, the day and the cards of main deck and sideboard by
title, one of `precons.tsv` those of the command zone and the main deck, the day on which it came
out, and the products that have these cards: an edition for collectors has those of the usual one.
Two that came out before Commander's first day in the facts have that day, and those of 2020-04-17
their day on paper. All were published, and each is legal on its day.
"""

from __future__ import annotations

import csv
import datetime
from pathlib import Path
from typing import NamedTuple

from validator import Decklist, Line
from validator.model import COMMANDER, MAIN, SIDEBOARD


class Tournament(NamedTuple):
    """A deck, and the first day on which it was played."""

    format_id: str
    day: datetime.date
    deck: Decklist
    products: tuple[str, ...] = ()


def _lines(cell: str, section: str) -> list[Line]:
    cards = (card.partition(" ") for card in cell.split("|") if card)
    return [Line(int(copies), title, section) for copies, _, title in cards]


def _decks(name: str, **sections: str) -> tuple[Tournament, ...]:
    """The decks of a file, whose columns hold the cards of these sections."""
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Tournament(
                row["format"],
                datetime.date.fromisoformat(row["date"]),
                Decklist(
                    tuple(
                        line
                        for column, section in sections.items()
                        for line in _lines(row[column], section)
                    )
                ),
                tuple(row.get("products", "").split("; ")),
            )
            for row in rows
        )


TOURNAMENTS = _decks("tournaments.tsv", main=MAIN, side=SIDEBOARD)
PRECONS = _decks("precons.tsv", commander=COMMANDER, main=MAIN)

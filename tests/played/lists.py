"""Three hundred lists that were played in tournaments of 2023 to 2026, as facts: titles and counts.

A row of `tournaments.tsv` has the format, the day and the cards of main deck and sideboard by
title. All were published, and each is legal on its day.
"""

from __future__ import annotations

import csv
import datetime
from pathlib import Path
from typing import NamedTuple

from validator import Decklist, Line
from validator.model import MAIN, SIDEBOARD


class Tournament(NamedTuple):
    """A deck, and where it was played."""

    format_id: str
    day: datetime.date
    deck: Decklist


def _lines(cell: str, section: str) -> list[Line]:
    cards = (card.partition(" ") for card in cell.split("|") if card)
    return [Line(int(copies), title, section) for copies, _, title in cards]


def _tournaments() -> tuple[Tournament, ...]:
    with Path(__file__).with_name("tournaments.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Tournament(
                row["format"],
                datetime.date.fromisoformat(row["date"]),
                Decklist((*_lines(row["main"], MAIN), *_lines(row["side"], SIDEBOARD))),
            )
            for row in rows
        )


TOURNAMENTS = _tournaments()

"""Proposed changes to the files of facts, assuming that the publishers are right."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import formats
from cards import Catalogue
from formats import toml_writer
from validator.legality.drift import CardDiffers, SetDiffers, Status
from validator.legality.new_sets import NOTE, legal_from

LISTS = "https://magic.wizards.com/en/banned-restricted-list"
"""The page with the lists in force; announcements have addresses of their own."""
ON_A_LIST: frozenset[Status] = frozenset({"banned", "restricted"})
STATES = ("banned", "restricted", "legal", "lapsed")
OF_BLOCKS = "# The day and the source are those of the announcement: put them in."
OF_SETS = "# A row each among the sets, in the order of their days."


class Proposal(NamedTuple):
    """Lines to add to a file."""

    file: str
    toml: str


def proposals(
    cards: Iterable[CardDiffers],
    sets: Iterable[SetDiffers],
    day: datetime.date,
    facts: Catalogue,
) -> Iterator[Proposal]:
    """An announcement for each differing list, and a line for each set."""
    by_format: dict[str, dict[str, list[str]]] = {}
    for card in cards:
        if state := _state(card):
            titles = by_format.setdefault(card.sides.format, {}).setdefault(state, [])
            titles.append(card.card.title)
    for format_id, states in by_format.items():
        entries = {state: sorted(states.get(state, ())) for state in STATES}
        block = toml_writer.table({"effective": day, "source": LISTS, **entries}, "announcement")
        yield Proposal(f"banlists/{format_id}.toml", f"{OF_BLOCKS}\n{block}")
    rows: dict[str, list[str]] = {}
    for difference in sets:
        if formats.load(difference.sides.format).pool == "sets":
            rows.setdefault(difference.sides.format, []).append(_row(difference, day, facts))
    for format_id, lines in rows.items():
        yield Proposal(f"formats/{format_id}.toml", "\n".join([OF_SETS, *lines]))


def _state(differs: CardDiffers) -> str | None:
    """The state to announce for the card; None if an announcement would not resolve it."""
    _, ours, theirs = differs.sides
    if theirs in ON_A_LIST:
        return theirs
    if ours in ON_A_LIST:
        return "legal" if theirs == "legal" else "lapsed"
    return None


def _row(difference: SetDiffers, day: datetime.date, facts: Catalogue) -> str:
    code = difference.code
    if difference.sides.theirs == "legal":
        row = toml_writer.row({"code": code, "from": legal_from(facts.sets[code]), "note": NOTE})
    else:
        start = formats.load(difference.sides.format).sets[code][-1].start
        note = "out of the format by this day"
        row = toml_writer.row({"code": code, "from": start, "until": day, "note": note})
    return f"{row},"

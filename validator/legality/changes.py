"""The changes of a format between two days: its banlists, and sets that entered or left."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import banlists
import banlists.documents
from cards import CardSet, Catalogue
from formats import Format, Period
from validator.legality.legal_days import legality_day
from validator.legality.ruleset import TWO_HEADED_GIANT_LIST

if TYPE_CHECKING:
    from headjudge import documents


class SetChange(NamedTuple):
    """A set that enters or leaves a format on a day."""

    day: datetime.date
    card_set: CardSet


class FormatChanges(NamedTuple):
    """The changes of a format and its banlists between two days."""

    from_: datetime.date
    to: datetime.date
    lists: tuple[banlists.Diff, ...]
    """The format's own list; in Two-Headed Giant also the list for all such events."""
    sets_in: tuple[SetChange, ...]
    sets_out: tuple[SetChange, ...]

    def as_dict(self) -> documents.FormatChanges:
        """The changes as a JSON document."""
        days = self.from_, self.to
        return {
            "banlists": [banlists.documents.difference(diff.format, *days) for diff in self.lists],
            "sets_in": [_set_document(card_set) for card_set in self.sets_in],
            "sets_out": [_set_document(card_set) for card_set in self.sets_out],
        }


def format_changes(
    play_format: Format,
    from_: datetime.date,
    to: datetime.date,
    facts: Catalogue,
    *,
    two_headed: bool,
) -> FormatChanges:
    """The changes of a Constructed format between two days."""
    list_ids = [play_format.id, *([TWO_HEADED_GIANT_LIST] if two_headed else [])]
    lists = tuple(banlists.diff(list_id, from_, to) for list_id in list_ids)
    if play_format.pool != "sets":
        new_sets = _in_order(_new_sets(play_format, from_, to, facts))
        return FormatChanges(from_, to, lists, new_sets, ())
    old, new = _sets_on(play_format, from_), _sets_on(play_format, to)
    coming = (SetChange(new[code].start, facts.sets[code]) for code in new.keys() - old.keys())
    leaving = (
        SetChange(day, facts.sets[code])
        for code in old.keys() - new.keys()
        if (day := old[code].end or play_format.life.end)
    )
    return FormatChanges(from_, to, lists, _in_order(coming), _in_order(leaving))


def _sets_on(play_format: Format, day: datetime.date) -> dict[str, Period]:
    return play_format.sets_on(day) if day in play_format.life else {}


def _new_sets(
    play_format: Format, from_: datetime.date, to: datetime.date, facts: Catalogue
) -> Iterator[SetChange]:
    """Sets that became legal in an eternal format; promotional series have no such day."""
    platforms = {"paper", "mtgo"} if play_format.pool == "commons" else {"paper"}
    for card_set in facts.sets.values():
        day = max(legality_day(card_set, play_format.dated_by), play_format.life.start)
        if (
            from_ < day <= to
            and card_set.dates_its_cards
            and card_set.kind not in ("other", "funny")
            and card_set.platform in platforms
            and card_set.code not in play_format.sets_left_out
        ):
            yield SetChange(day, card_set)


def _in_order(changes: Iterable[SetChange]) -> tuple[SetChange, ...]:
    return tuple(sorted(changes, key=lambda change: (change.day, change.card_set.name)))


def _set_document(change: SetChange) -> documents.SetChange:
    code, name = change.card_set.code, change.card_set.name
    return {"code": code, "name": name, "day": change.day.isoformat()}

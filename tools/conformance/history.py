"""Cases of days: when cards were banned or freed, when sets came and went."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from tools.conformance.cases import Case, Document, Group, deck, illegal, legal, slug, team
from tools.conformance.facts import (
    ROLES,
    announcements,
    cards,
    day_before,
    first_day,
    sets_of,
    stays,
)

BASIC = ROLES["basic"]
LISTS = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper")
ROTATING = "standard"
GROWING = ("pioneer", "modern")


CHANGES = (
    (
        "banned",
        "banned",
        "A card is banned in {} from the day on which its ban takes effect.",
        "The day of the announcement taken for that of its effect, or the list of today.",
    ),
    (
        "freed",
        "legal",
        "A card that leaves the list of {} may be played from that day.",
        "Cards that were once banned held to be so for ever.",
    ),
)
"""The change, its key in announcements, the rule, the usual mistake."""


def banned() -> Iterator[Group]:
    """For each announcement a title that it bans, and one that it frees."""
    for format in LISTS:
        for change, key, rule, mistake in CHANGES:
            yield Group(
                f"{format}-{change}",
                rule.format(format.title()),
                "the announcement that `request.as_of` is a day of",
                mistake,
                [*_changes(format, announcements(format), key)],
            )


def _changes(format: str, blocks: Iterable[dict[str, Any]], change: str) -> Iterator[Case]:
    """The day before and the day of each announcement whose change can be shown by one title.

    A title whose status changes from or to restricted is left to other groups, and one that the
    sets of the format do not hold on both days.
    """
    status: dict[str, str] = {}
    for block in blocks:
        day = block["effective"]
        candidates = [
            title
            for title in block.get(change, ())
            if status.get(title) == ("banned" if change == "legal" else None)
            and _has_been_legal(format, title, day)
        ]
        for title in candidates[:1] if day > first_day(format) else ():
            faults = illegal({"code": "banned-card", "card": title})
            before, after = (legal(), faults) if change == "banned" else (faults, legal())
            yield Case(
                f"{slug(title)}-{day_before(day)}", _holding(format, day_before(day), title), before
            )
            yield Case(f"{slug(title)}-{day}", _holding(format, day, title), after)
        for kind in ("banned", "restricted", "legal", "lapsed"):
            for title in block.get(kind, ()):
                if kind in ("legal", "lapsed"):
                    status.pop(title, None)
                else:
                    status[title] = kind


def _holding(format: str, day: datetime.date, title: str) -> Document:
    return team(format, str(day), deck((1, title), (59, BASIC)))


def _has_been_legal(format: str, title: str, day: datetime.date) -> bool:
    """Whether a set that has the title was in the format on the day and the day before."""
    card = cards().get(title)
    return card is not None and any(
        first < day and (last is None or day < last)
        for first, last in (stays(format, code) for code in card.sets)
    )


def sets() -> Iterator[Group]:
    """For each set a title that no other set of the format has on that day."""
    for format in (ROTATING, *GROWING):
        rows = sets_of(format)
        yield Group(
            f"{format}-in",
            f"A set is legal in {format.title()} from its first day there.",
            "the release of the set",
            "Cards legal from their previews, or a week late.",
            [*_boundaries(format, rows, "from")],
        )
        leaving = [*_boundaries(format, rows, "until")]
        if leaving:
            yield Group(
                f"{format}-out",
                f"A set that rotates out of {format.title()} is not legal any more.",
                "the rotation of the set",
                "Today's sets taken for those of the day.",
                leaving,
            )


def _boundaries(format: str, rows: Sequence[dict[str, Any]], side: str) -> Iterator[Case]:
    first = min(row["from"] for row in rows)
    for row in rows:
        day = row.get(side)
        if day is None or day == first or "note" in row or str(day) < "1997":
            continue
        title = _only_in(row["code"], rows, day)
        if title is None:
            continue
        faults = illegal({"code": "not-legal", "card": title})
        before, after = (faults, legal()) if side == "from" else (legal(), faults)
        name = row["code"].lower()
        yield Case(f"{name}-{day_before(day)}", _holding(format, day_before(day), title), before)
        yield Case(f"{name}-{day}", _holding(format, day, title), after)


def _only_in(code: str, rows: Sequence[dict[str, Any]], day: datetime.date) -> str | None:
    """The first title of the set that no other set of the format has around the day.

    None is on the format's list, whenever: that is another fact.
    """
    others = {
        row["code"]
        for row in rows
        if row["code"] != code and str(row["from"]) <= str(day) <= str(row.get("until", "9999"))
    }
    return next(
        (
            card.title
            for card in cards().values()
            if code in card.sets
            and "Creature" in card.types
            and not card.sets & others
            and card.title not in _listed_titles()
        ),
        None,
    )


@cache
def _listed_titles() -> set[str]:
    return {
        title
        for format in LISTS
        for block in announcements(format)
        for kind in ("banned", "restricted")
        for title in block.get(kind, ())
    }

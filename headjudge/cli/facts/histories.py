"""`headjudge facts drift --history`: compare the histories of our banlists with others'.

Only the common period is compared: both lists start as they were on the later of the two first
days, and end on the last day of theirs. Snapshots state the list on their own day only, so our
changes are counted from the next snapshot.
"""

from __future__ import annotations

import bisect
import datetime
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import banlists
import formats
from headjudge.cli.errors import CommandError
from headjudge.cli.facts import other_projects
from headjudge.cli.facts.other_projects import FREE, LAPSED, Change
from headjudge.cli.options import Answer

KNOWN = Path(__file__).with_name("histories.toml")

History = tuple[Change, ...]
"""The changes of one title in one format, by day."""
Histories = Mapping[tuple[str, str], History]
"""By format and title."""


def compare(path: Path, day: datetime.date, known_file: Path = KNOWN) -> Answer:
    """The titles whose changes differ, with days and sources; exit code 1 if there are any.

    `day` is that of lists without a date. Raises CommandError if the file is unreadable, or has
    no history of a known format.
    """
    try:
        known = tomllib.loads(known_file.read_text(encoding="utf-8"))
        source, their_changes = other_projects.read(path, day, known.get("names", {}))
    except (OSError, ValueError, KeyError) as error:
        raise CommandError(f"{path} cannot be read as a history: {error}.") from None
    # The source of a table is its file name: `mtg.wtf.tsv`.
    reasons = _reasons(
        known, path.name.removesuffix(".tsv") if source == other_projects.TABLE else source
    )
    rotates = any(change.status == LAPSED or not change.title for change in their_changes)
    shared = sorted({change.format for change in their_changes} & {*banlists.ids()})
    our_changes = [change for format in shared for change in _ours(format, rotates)]
    since, until = _days_of_both(shared, their_changes)
    if not since:
        raise CommandError(f"{path} holds no history of a list of ours.")
    lists = _days_of_lists(their_changes)
    ours, theirs = (
        _by_title(
            change._replace(day=_next(lists[change.format], max(change.day, since[change.format])))
            for change in sorted(changes, key=lambda change: change.day)
            if change.format in since and change.day <= until[change.format] and change.title
        )
        for changes in (our_changes, their_changes)
    )
    keys = sorted({*ours, *theirs})
    differences = [key for key in keys if _days(ours.get(key, ())) != _days(theirs.get(key, ()))]
    unexplained = [key for key in differences if key not in reasons]
    explained = len(differences) - len(unexplained)
    document = {
        "compared": [*since],
        "since": {format: str(day) for format, day in since.items()},
        "until": {format: str(day) for format, day in until.items()},
        "titles": len(keys),
        "explained": explained,
        "differences": [_document(key, ours, theirs) for key in unexplained],
    }
    lines = [line for key in unexplained for line in _lines(key, ours, theirs)]
    spans = ", ".join(f"{format} ({day} to {until[format]})" for format, day in since.items())
    end = (
        f"{len(keys):,} titles in {spans}: {len(unexplained):,} with other days,"
        f" {explained:,} explained."
    )
    return document, [*lines, end], int(bool(unexplained))


def _ours(format: str, rotates: bool) -> Iterator[Change]:
    """Our changes; rotation of banned titles is only included if theirs has it too.

    Titles banned as commander are `restricted`, as in the other sources.
    """
    zone = formats.of_list(format).command_zone
    rows = [row for row in zone.banned if row.life.start > datetime.date.min] if zone else []
    for row in rows:
        if row.life.end is not None:
            yield from (Change(format, row.life.end, title, FREE) for title in row.names)
    for block in banlists.announcements(format):
        for titles, status in (
            (block.banned, "banned"),
            (block.restricted, "restricted"),
            (block.legal + (block.lapsed if rotates else ()), FREE),
        ):
            for title in titles:
                yield Change(format, block.effective, title, status, block.source)
    for row in rows:
        for title in row.names:
            yield Change(format, row.life.start, title, "restricted", row.source)


def _days_of_both(
    shared: Iterable[str], theirs: Iterable[Change]
) -> tuple[dict[str, datetime.date], dict[str, datetime.date]]:
    """By format: the later of the first days, and the last day of theirs.

    If theirs ends before ours begins, all days are compared.
    """
    first = {
        format: min(block.effective for block in banlists.announcements(format))
        for format in shared
        if banlists.announcements(format)
    }
    days = {format: [row.day for row in theirs if row.format == format] for format in first}
    until = {format: max(day, max(days[format])) for format, day in first.items()}
    since = {
        format: (max if day <= max(days[format]) else min)(day, min(days[format]))
        for format, day in first.items()
    }
    return since, until


def _days_of_lists(theirs: Iterable[Change]) -> defaultdict[str, list[datetime.date]]:
    """The days of snapshots, by format; empty if theirs records changes."""
    days: defaultdict[str, list[datetime.date]] = defaultdict(list)
    for row in theirs:
        if not row.title:
            bisect.insort(days[row.format], row.day)
    return days


def _next(days: Sequence[datetime.date], day: datetime.date) -> datetime.date:
    """The first of `days` on or after `day`; `day` itself if there is none."""
    index = bisect.bisect_left(days, day)
    return days[index] if index < len(days) else day


def _by_title(changes: Iterable[Change]) -> Histories:
    """Changes by format and title, oldest first; of two on one day the last counts."""
    days: dict[tuple[str, str], dict[datetime.date, Change]] = defaultdict(dict)
    for change in changes:
        days[change.format, change.title.partition(" // ")[0]][change.day] = change
    histories: dict[tuple[str, str], History] = {}
    for key, by_day in days.items():
        history: list[Change] = []
        for change in by_day.values():
            status = FREE if change.status == LAPSED else change.status
            if status != (history[-1].status if history else FREE):
                history.append(change._replace(status=status))
        if history:
            histories[key] = tuple(history)
    return histories


def _days(history: History) -> list[tuple[datetime.date, str]]:
    return [(change.day, change.status) for change in history]


def _document(key: tuple[str, str], ours: Histories, theirs: Histories) -> dict[str, object]:
    def steps(history: History) -> list[dict[str, str]]:
        return [
            {"day": str(change.day), "status": change.status, "source": change.source}
            for change in history
        ]

    sides = {"ours": steps(ours.get(key, ())), "theirs": steps(theirs.get(key, ()))}
    return {"format": key[0], "card": key[1], **sides}


def _lines(key: tuple[str, str], ours: Histories, theirs: Histories) -> Iterator[str]:
    yield f"{key[0]}: {key[1]}"
    for side, histories in (("here", ours), ("there", theirs)):
        steps = [
            f"{change.status} from {change.day} ({change.source or 'no source'})"
            for change in histories.get(key, ())
        ]
        yield f"  {side}: {'; '.join(steps) or 'never listed'}"


def _reasons(known: Mapping[str, Any], source: str) -> dict[tuple[str, str], str]:
    """The explanations of known differences from a source, or from any."""
    return {
        (format, card): block["reason"]
        for block in known.get("known", ())
        if block.get("source", source) == source
        for format in block["formats"]
        for card in block["cards"]
    }

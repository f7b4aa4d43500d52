"""`headjudge facts drift --history`: whole histories of lists against those that others keep.

Three shapes are read: a table of changes (TSV: format, effective, title, status and, where there
is one, source), as `make facts` writes it; a folder of Forge's dated files, each the list of a day;
and the histories of mtg.wtf, one file of Ruby a format.

Compared is the time that both sides tell of: on the later of the two first days a list counts as it
stood then, and nothing after the last change of theirs is compared.
"""

from __future__ import annotations

import csv
import datetime
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import banlists
import formats
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.options import Answer

KNOWN = Path(__file__).with_name("histories.toml")
FREE = "legal"
LAPSED = "lapsed"
STATUSES = ("banned", "restricted", FREE, LAPSED)
CHANGE_OF_RUBY = re.compile(
    r'"(?P<day>\d{4}-\d\d-\d\d)"|"(?P<source>https?:[^"\n]*)"'
    r'|"(?P<title>[^"\n]+)" {1,9}=> "(?P<status>\w+)"'
)
FORMAT_OF_RUBY = re.compile(r'for_format\("([\w -]+)"\)')
ESCAPED_QUOTE = "\0"


class Change(NamedTuple):
    """What a title became on a day."""

    format: str
    day: datetime.date
    title: str
    status: str
    source: str = ""


History = tuple[Change, ...]
"""Of one title in one format: its changes by day; none that changes nothing."""
Histories = Mapping[tuple[str, str], History]
"""By format and title."""


def compare(path: Path, known_file: Path = KNOWN) -> Answer:
    """Each title whose days differ, with both sides' days and sources; 1 where there are any.

    CannotBeAsked where the file cannot be read, or holds no history of a format of ours.
    """
    try:
        read = tuple(_read(path))
        reasons = _reasons(known_file)
    except (OSError, ValueError, KeyError) as error:
        raise CannotBeAsked(f"{path} cannot be read as a history: {error}.") from None
    rotates = path.is_dir() or any(change.status == LAPSED for change in read)
    shared = sorted({change.format for change in read} & {*banlists.ids()})
    written = [change for format in shared for change in _ours(format, rotates)]
    since, until = _days_of_both(shared, read)
    if not since:
        raise CannotBeAsked(f"{path} holds no history of a list of ours.")
    ours, theirs = (
        _by_title(
            change._replace(day=max(change.day, since[change.format]))
            for change in sorted(changes, key=lambda change: change.day)
            if change.format in since and change.day <= until[change.format]
        )
        for changes in (written, read)
    )
    keys = sorted({*ours, *theirs})
    differing = [key for key in keys if _days(ours.get(key, ())) != _days(theirs.get(key, ()))]
    open_ones = [key for key in differing if key not in reasons]
    explained = len(differing) - len(open_ones)
    document = {
        "compared": [*since],
        "since": {format: str(day) for format, day in since.items()},
        "until": {format: str(day) for format, day in until.items()},
        "titles": len(keys),
        "explained": explained,
        "differences": [_document(key, ours, theirs) for key in open_ones],
    }
    lines = [line for key in open_ones for line in _lines(key, ours, theirs)]
    spans = ", ".join(f"{format} ({day} to {until[format]})" for format, day in since.items())
    end = (
        f"{len(keys):,} titles in {spans}: {len(open_ones):,} with other days,"
        f" {explained:,} explained."
    )
    return document, [*lines, end], int(bool(open_ones))


def _ours(format: str, rotates: bool) -> Iterator[Change]:
    """Titles that left with their set are told only where theirs tells of them as well.

    What may not command a deck is `restricted`, the word that others have for it.
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

    Where theirs ends before ours begins every day counts as it is told.
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


def _read(path: Path) -> Iterator[Change]:
    if path.is_dir():
        return _snapshots(sorted(path.rglob("*.txt")))
    text = path.read_text(encoding="utf-8")
    return _ruby(text) if path.suffix == ".rb" else _table(text)


def _table(text: str) -> Iterator[Change]:
    for row in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        status = _status(row["status"])
        day = datetime.date.fromisoformat(row["effective"])
        yield Change(row["format"], day, row["title"], status, row.get("source") or "")


def _status(word: str) -> str:
    status = FREE if word == "unbanned" else word
    if status not in STATUSES:
        raise ValueError(f"there is no status {word!r}")
    return status


def _ruby(text: str) -> Iterator[Change]:
    """`change("day", "source", "title" => "status", ...)`; what stands before is the first list.

    Lines of comments hold changes that are not meant.
    """
    format = FORMAT_OF_RUBY.search(text)
    if format is None:
        raise ValueError("it names no format")
    name = format[1].replace(" ", "-")
    day, source = datetime.date.min, ""
    for line in text.replace('\\"', ESCAPED_QUOTE).splitlines():
        if line.lstrip().startswith("#"):
            continue
        for match in CHANGE_OF_RUBY.finditer(_quoted_twice(line)):
            if match["day"]:
                day, source = datetime.date.fromisoformat(match["day"]), ""
            elif match["source"]:
                source = match["source"]
            else:
                title = match["title"].replace(ESCAPED_QUOTE, '"')
                yield Change(name, day, title, _status(match["status"]), source)


def _quoted_twice(line: str) -> str:
    """The line with a title in single quotes written as the others are."""
    title, separator, rest = line.strip().partition("' =>")
    if not (separator and title.startswith("'")):
        return line
    return f'"{title[1:].replace(chr(34), ESCAPED_QUOTE)}" =>{rest}'


def _snapshots(paths: Iterable[Path]) -> Iterator[Change]:
    """What changes from one of Forge's dated files to the next, in folders by format."""
    before: dict[str, dict[str, str]] = defaultdict(dict)
    for path in paths:
        format = path.parent.name.lower().replace(" ", "-")
        rows = {
            key: value
            for line in path.read_text(encoding="utf-8").splitlines()
            for key, _, value in [line.partition(":")]
        }
        day = datetime.date.fromisoformat(rows["Effective"])
        now = {
            title.strip(): status
            for key, status in (("Banned", "banned"), ("Restricted", "restricted"))
            for title in rows.get(key, "").split(";")
            if title.strip()
        }
        for title in {**before[format], **now}:
            yield Change(format, day, title, now.get(title, FREE), path.name)
        before[format] = now


def _by_title(changes: Iterable[Change]) -> Histories:
    """Of changes from the oldest; of two on one day the last counts."""
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
    for whose, histories in (("here", ours), ("there", theirs)):
        steps = [
            f"{change.status} from {change.day} ({change.source or 'no source'})"
            for change in histories.get(key, ())
        ]
        yield f"  {whose}: {'; '.join(steps) or 'never listed'}"


def _reasons(path: Path) -> dict[tuple[str, str], str]:
    """Why known differences are right as they are."""
    blocks = tomllib.loads(path.read_text(encoding="utf-8")).get("known", ())
    return {
        (format, card): block["reason"]
        for block in blocks
        for format in block["formats"]
        for card in block["cards"]
    }

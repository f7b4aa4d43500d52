"""`headjudge facts drift --history`: whole histories of lists against those that others keep.

Three shapes are read: a table of changes (TSV: format, effective, title, status and, where there
is one, source), as `make facts` writes it; a folder of Forge's dated files, each the list of a day;
and the histories of mtg.wtf, one file of Ruby a format.
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
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.options import Answer

KNOWN = Path(__file__).with_name("histories.toml")
FREE = "legal"
STATUSES = ("banned", "restricted", FREE)
CHANGE_OF_RUBY = re.compile(
    r'"(?P<day>\d{4}-\d\d-\d\d)"|"(?P<source>https?:[^"\n]*)"'
    r'|"(?P<title>[^"\n]+)" => "(?P<status>\w+)"'
)


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
        theirs = _by_title(_read(path))
        reasons = _reasons(known_file)
    except (OSError, ValueError, KeyError) as error:
        raise CannotBeAsked(f"{path} cannot be read as a history: {error}.") from None
    compared = sorted({format for format, _ in theirs} & {*banlists.ids()})
    if not compared:
        raise CannotBeAsked(f"{path} holds no history of a list of ours.")
    ours = _by_title(change for format in compared for change in _ours(format))
    keys = sorted(key for key in {*ours, *theirs} if key[0] in compared)
    differing = [key for key in keys if _days(ours.get(key, ())) != _days(theirs.get(key, ()))]
    open_ones = [key for key in differing if key not in reasons]
    explained = len(differing) - len(open_ones)
    document = {
        "compared": compared,
        "titles": len(keys),
        "explained": explained,
        "differences": [_document(key, ours, theirs) for key in open_ones],
    }
    lines = [line for key in open_ones for line in _lines(key, ours, theirs)]
    end = (
        f"{len(keys):,} titles in {', '.join(compared)}: {len(open_ones):,} with other days,"
        f" {explained:,} explained."
    )
    return document, [*lines, end], int(bool(open_ones))


def _ours(format: str) -> Iterator[Change]:
    for block in banlists.announcements(format):
        for titles, status in (
            (block.banned, "banned"),
            (block.restricted, "restricted"),
            (block.legal + block.lapsed, FREE),
        ):
            for title in titles:
                yield Change(format, block.effective, title, status, block.source)


def _read(path: Path) -> Iterator[Change]:
    if path.is_dir():
        return _snapshots(sorted(path.rglob("*.txt")))
    text = path.read_text(encoding="utf-8")
    return _ruby(text) if path.suffix == ".rb" else _table(text)


def _table(text: str) -> Iterator[Change]:
    for row in csv.DictReader(text.splitlines(), delimiter="\t"):
        status = FREE if row["status"] == "lapsed" else row["status"]
        if status not in STATUSES:
            raise ValueError(f"there is no status {status!r}")
        day = datetime.date.fromisoformat(row["effective"])
        yield Change(row["format"], day, row["title"], status, row.get("source") or "")


def _ruby(text: str) -> Iterator[Change]:
    """`change("day", "source", "title" => "status", ...)`; what stands before is the first list."""
    format = re.search(r'for_format\("([\w ]+)"\)', text)
    if format is None:
        raise ValueError("it names no format")
    name = format[1].replace(" ", "-")
    first = min((block.effective for block in banlists.announcements(name)), default=None)
    day, source = first or datetime.date.min, ""
    for match in CHANGE_OF_RUBY.finditer(text):
        if match["day"]:
            day = datetime.date.fromisoformat(match["day"])
        elif match["source"]:
            source = match["source"]
        else:
            yield Change(name, day, match["title"], match["status"], source)


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
    histories: dict[tuple[str, str], list[Change]] = defaultdict(list)
    for change in sorted(changes, key=lambda change: change.day):
        title = change.title.partition(" // ")[0]
        history = histories[change.format, title]
        if change.status != (history[-1].status if history else FREE):
            history.append(change)
    return {key: tuple(history) for key, history in histories.items() if history}


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
    return {(block["format"], card): block["reason"] for block in blocks for card in block["cards"]}

"""Parsers of banlist histories in other projects' formats.

A table of changes (TSV: format, effective, title, status and optionally source) as written by `make
facts`; mtg.wtf's histories, one Ruby file per format; Forge's files, each a dated snapshot; and
XMage's Java classes, which are snapshots of the current day.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

Source = Literal["table", "mtg.wtf", "forge", "xmage"]
OF_ENDING: Mapping[str, Source] = {".rb": "mtg.wtf", ".txt": "forge", ".java": "xmage"}
"""The source of a file by its ending; other files are tables."""
TABLE: Source = "table"
SNAPSHOTS: frozenset[Source] = frozenset({"forge", "xmage"})
"""The sources whose files are snapshots."""
FREE = "legal"
LAPSED = "lapsed"
STATUSES = ("banned", "restricted", FREE, LAPSED)
CHANGE_OF_RUBY = re.compile(
    r'"(?P<day>\d{4}-\d\d-\d\d)"|"(?P<source>https?:[^"\n]*)"'
    r'|"(?P<title>[^"\n]+)" {1,9}=> "(?P<status>\w+)"'
)
FORMAT_OF_RUBY = re.compile(r'for_format\("([\w -]+)"\)')
ESCAPED_QUOTE = "\0"
OF_FORGE = {"Banned": "banned", "Restricted": "restricted"}
OF_JAVA = {"banned": "banned", "restricted": "restricted", "bannedCommander": "restricted"}
"""Statuses by the name of the collection; cards banned as commander are `restricted`."""
WORD_OF_JAVA = re.compile(r"(?<=[a-z])(?=[A-Z0-9])")


class Change(NamedTuple):
    """A title's new status on a day; without a title, the mark of a snapshot of that day."""

    format: str
    day: datetime.date
    title: str
    status: str
    source: str = ""


def read(
    path: Path, day: datetime.date, names: Mapping[str, Mapping[str, str]]
) -> tuple[Source, list[Change]]:
    """The source of a file or folder, and all its changes.

    `day` is that of lists without a date; `names` are our formats by source and the source's
    name. Raises OSError, ValueError or KeyError if it cannot be read.
    """
    paths = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    source = next((OF_ENDING[file.suffix] for file in paths if file.suffix in OF_ENDING), TABLE)
    paths = [file for file in paths if OF_ENDING.get(file.suffix, TABLE) == source]
    ours = names.get(source, {})
    if source in SNAPSHOTS:
        return source, [*_snapshots(paths, day, ours)]
    reader = _table if source == TABLE else _ruby
    changes = (change for file in paths for change in reader(file.read_text(encoding="utf-8")))
    return source, [row._replace(format=ours.get(row.format, row.format)) for row in changes]


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
    """`change("day", "source", "title" => "status", ...)`; the list before it is the initial one.

    Comments are skipped, as they contain outdated changes.
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
    """The line with single-quoted titles in double quotes."""
    title, separator, rest = line.strip().partition("' =>")
    if not (separator and title.startswith("'")):
        return line
    return f'"{title[1:].replace(chr(34), ESCAPED_QUOTE)}" =>{rest}'


def _snapshots(
    paths: Iterable[Path], today: datetime.date, ours: Mapping[str, str]
) -> Iterator[Change]:
    """The changes between consecutive snapshots."""
    lists: dict[str, list[tuple[datetime.date, str, dict[str, str]]]] = defaultdict(list)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".java":
            # The class of MyFormat is that of my-format.
            name = "-".join(WORD_OF_JAVA.split(path.stem)).lower()
            day, titles = today, dict(_java(text))
        else:
            rows = {
                key: value for line in text.splitlines() for key, _, value in [line.partition(":")]
            }
            name, titles = _format_of_forge(path), dict(_forge(rows))
            day = _day(rows["Effective"]) if "Effective" in rows else today
        lists[ours.get(name, name)].append((day, path.name, titles))
    for format, of_format in lists.items():
        before: dict[str, str] = {}
        for day, name, now in sorted(of_format, key=lambda of_day: of_day[:2]):
            yield Change(format, day, "", FREE, name)
            for title in {**before, **now}:
                yield Change(format, day, title, now.get(title, FREE), name)
            before = now


def _day(text: str) -> datetime.date:
    """A day, or the first of a month."""
    return datetime.date.fromisoformat(text if text.count("-") == 2 else f"{text}-01")


def _format_of_forge(path: Path) -> str:
    """Files are named after their format, or by their day in a folder named after it."""
    folder = path.parent
    is_day = path.stem[:2].isdigit()
    block = " block" if is_day and folder.parent.name == "Block" else ""
    return ((folder.name if is_day else path.stem) + block).lower().replace(" ", "-")


def _forge(rows: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Titles with their status. Older files separate titles by commas."""
    for key, status in OF_FORGE.items():
        value = rows.get(key, "")
        for title in value.split(";" if ";" in value else ","):
            if title.strip():
                yield title.strip(), status


def _java(text: str) -> Iterator[tuple[str, str]]:
    """Each `banned.add("A title");`."""
    for line in text.splitlines():
        collection, _, rest = line.strip().partition('.add("')
        title = rest.rpartition('")')[0].replace('\\"', '"')
        if title and collection in OF_JAVA:
            yield title, OF_JAVA[collection]

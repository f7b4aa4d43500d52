"""Lines for a terminal: faults and notices with their files and lines, and banlist changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from headjudge.cli.output import as_json, visible

if TYPE_CHECKING:
    import argparse

    from banlists import Diff
    from validator import Notice, Place, Violation


def has_colour() -> bool:
    """Whether to use colors, as on terminals: see https://no-color.org, https://force-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    )


def remarks(faults: Iterable[Violation], notices: Iterable[Notice], name: str) -> str:
    """Faults and notices of reading one file, one per line in compiler style."""
    remarks_on_file: list[tuple[Violation | Notice, str]] = [
        *((fault, f"{fault.code}: {fault.message} {fault.fix}") for fault in faults),
        *((notice, f"{notice.severity}: {notice.code}: {notice.message}") for notice in notices),
    ]
    return printable(
        "".join(_in_file(name, place) for place in remark.places[:1]) + words
        for remark, words in remarks_on_file
    )


def printable(lines: Iterable[str]) -> str:
    """The lines, escaped for terminals, each with a line feed."""
    return "".join(visible(line) + "\n" for line in lines)


def answer_text(options: argparse.Namespace, document: object, lines: Iterable[str]) -> str:
    """The answer as JSON if the options ask for that, otherwise as lines."""
    return as_json(document) if options.json else printable(lines)


def changed_titles(changes: Sequence[Diff]) -> Iterator[str]:
    """The changes on these lists, one line per kind of change."""
    by_kind = {
        "banned": [title for change in changes for title in change.banned],
        "restricted": [title for change in changes for title in change.restricted],
        "unbanned": [title for change in changes for title in change.unbanned],
        "unrestricted": [title for change in changes for title in change.unrestricted],
        "classes added": [
            card_class.rule for change in changes for card_class in change.classes_added
        ],
    }
    yield from (f"  {kind}: {'; '.join(titles)}" for kind, titles in by_kind.items() if titles)


def _in_file(name: str, place: Place) -> str:
    return f"{name}: " if place.line is None else f"{name}:{place.line}: "

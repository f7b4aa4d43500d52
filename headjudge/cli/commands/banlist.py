"""`headjudge banlist`: a list on a day, changes between two days, a card's history."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

import banlists
import banlists.documents
import formats
from banlists import CardClass, Ruling
from cards import Card, catalogue
from headjudge.cli.errors import CommandError
from headjudge.cli.options import TODAY, card_of, days_in_order, name_option, today
from headjudge.cli.output import as_json
from headjudge.cli.teams.event_arguments import NO_FORMAT, add_change_arguments
from headjudge.cli.teams.groups import discover
from headjudge.cli.teams.settings import NOTHING_SAID
from headjudge.cli.terminal import printable
from validator import questions
from validator.legality.history import history, history_document

EPILOG = """\
The format is a Constructed one, or two-headed-giant for the list of all such events.

exit status: 0 answered, 2 wrong usage (no such list, no such card...).
"""
TITLE_WIDTH = 40
NOT_KNOWN = "No later change of the list is known."


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge banlist` takes."""
    command.description = "Show a banned and restricted list, its changes, or a card's history."
    command.epilog = EPILOG
    add_change_arguments(command)
    command.add_argument("--as-of", metavar="YYYY-MM-DD", help="the day of the list (today in UTC)")
    command.add_argument("--card", metavar="TITLE", help="show every change to a card's status")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code; raises CommandError."""
    list_id = options.format or discover([], NOTHING_SAID, options.config).settings.format
    if not list_id:
        raise CommandError(NO_FORMAT)
    with name_option("--format"):
        questions.check_choice('There is no banlist "{text}".', list_id, banlists.ids())
    if options.between and (options.as_of or options.card):
        raise CommandError("--between names its own days; leave --as-of and --card out.")
    with name_option("--as-of"):
        as_of = questions.day(options.as_of) if options.as_of else today()
    document: Mapping[str, object]
    if options.between:
        days = days_in_order("--between", *options.between)
        document = banlists.documents.difference(list_id, *days)
        lines = _difference(list_id, *days)
    elif options.card:
        card = card_of("--card", options.card)
        document = history_document(card, list_id, catalogue())
        lines = _history(card, list_id, as_of)
    else:
        document = banlists.documents.list_on(list_id, as_of)
        lines = _list(list_id, as_of, dated=bool(options.as_of))
    if options.json:
        return as_json(document), 0
    return printable(lines), 0


class _Sources:
    """Numbered sources, in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = count(1)

    def number(self, source: str | None) -> str:
        """The footnote mark of a source; empty for an unknown one."""
        if not source:
            return ""
        if source not in self._numbers:
            self._numbers[source] = next(self._next)
        return f" [{self._numbers[source]}]"

    def lines(self) -> Iterator[str]:
        """The footnotes."""
        if self._numbers:
            yield ""
        for source, number in self._numbers.items():
            yield f"[{number}] {source}"


def _list(list_id: str, as_of: datetime.date, *, dated: bool) -> Iterator[str]:
    version = banlists.at(list_id, as_of)
    sources = _Sources()
    yield f"{_name(list_id)}, as of {as_of}{'' if dated else f' ({TODAY})'}"
    if version.effective is None:
        yield f"Before the format's life, which begins on {version.next}."
        return
    mark = sources.number(version.source)
    ended = "" if version.active else f"; the format ended on {formats.life(list_id).end}"
    yield f"in force since {version.effective}{mark}{ended}"
    yield f"The list changes next on {version.next}." if version.next else NOT_KNOWN
    yield from _section("banned", version.banned, sources)
    yield from _section("restricted", version.restricted, sources)
    if version.classes:
        yield from _classes("classes of cards", version.classes, sources)
    yield from sources.lines()


def _difference(list_id: str, from_: datetime.date, to: datetime.date) -> Iterator[str]:
    changed = banlists.diff(list_id, from_, to)
    sources = _Sources()
    yield f"{_name(list_id)}, from {from_} to {to}"
    lists = {
        "banned": changed.banned,
        "restricted": changed.restricted,
        "unbanned": changed.unbanned,
        "unrestricted": changed.unrestricted,
    }
    for name, titles in lists.items():
        if titles:
            yield from _section(
                name, {title: changed.rulings.get(title) for title in titles}, sources
            )
    if changed.classes_added:
        yield from _classes("classes of cards added", changed.classes_added, sources)
    if not any((*lists.values(), changed.classes_added)):
        yield "Nothing changed."
    yield from sources.lines()


def _history(card: Card, list_id: str, as_of: datetime.date) -> Iterator[str]:
    yield f"{card.title} in {_name(list_id)}"
    sources = _Sources()
    changes = history(card, list_id, catalogue())
    for change in changes:
        day = "at first" if change.day is None else change.day
        later = f" (after {as_of})" if change.day and change.day > as_of else ""
        yield f"  {day!s:10}  {change.words}{later}{sources.number(change.source)}"
    yield from sources.lines()


def _section(name: str, rulings: Mapping[str, Ruling | None], sources: _Sources) -> Iterator[str]:
    yield ""
    yield f"{name}: {len(rulings) or 'none'}"
    for title, ruling in rulings.items():
        since = f"since {ruling.since}{sources.number(ruling.source)}" if ruling else ""
        yield f"  {title:{TITLE_WIDTH}} {since}".rstrip()


def _classes(name: str, classes: Iterable[CardClass], sources: _Sources) -> Iterator[str]:
    yield ""
    yield f"{name}:"
    for card_class in classes:
        kinds = card_class.rule.removeprefix("type=").replace("|", ", ")
        heading = f"{card_class.status}: every card of type {kinds}"
        since = f"{card_class.effective}{sources.number(card_class.source)}"
        yield f"  {heading:{TITLE_WIDTH}} since {since}"


def _name(list_id: str) -> str:
    return formats.of_list(list_id).name

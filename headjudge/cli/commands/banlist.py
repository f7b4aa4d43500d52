"""`headjudge banlist`: a list on a day, changes between two days, a card's history."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable, Iterator, Mapping

import banlists
import banlists.documents
import formats
from banlists import CardClass, Ruling
from cards import Card, catalogue
from headjudge.cli.discovery import rules_of
from headjudge.cli.errors import CommandError
from headjudge.cli.options import (
    NO_FORMAT,
    TODAY,
    add_config,
    add_day,
    name_option,
    read_day,
    today,
)
from headjudge.cli.output import answer_text
from messages import say_list
from validator import questions
from validator.legality.history import history, history_document

EPILOG = """\
The format is a Constructed one, or two-headed-giant for the list of all such
events.

exit status: 0 answered, 2 wrong usage (no such list, no such card...).
"""
TITLE_WIDTH = 40
NO_LATER_CHANGE = "No later change of the list is known."


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge banlist`."""
    command.description = "Show a banned and restricted list, its changes, or a card's history."
    command.epilog = EPILOG
    command.add_argument("--format", help="modern, pauper... (from the configuration)")
    add_config(command)
    command.add_argument(
        "--between", nargs=2, metavar=("FROM", "TO"), help="what changed from one day to another"
    )
    command.add_argument("--json", action="store_true", help="print the answer as the API gives it")
    add_day(command, "--as-of", "the day of the list (today in UTC)")
    command.add_argument("--card", metavar="TITLE", help="show every change to a card's status")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code; raises CommandError."""
    named = options.format or rules_of([], options.config).settings.format
    if not named:
        raise CommandError(NO_FORMAT)
    list_id = questions.find_list_id(named)
    with name_option("--format"):
        questions.check_choice('There is no banlist "{text}".', list_id, banlists.ids())
    if options.between and (options.as_of or options.card):
        raise CommandError("--between names its own days; leave --as-of and --card out.")
    as_of = read_day("--as-of", options.as_of) or today()
    document: Mapping[str, object]
    if options.between:
        days = _days(*options.between)
        document = banlists.documents.difference(list_id, *days)
        lines = _difference(list_id, *days)
    elif options.card:
        card = _card(options.card)
        document = history_document(card, list_id, catalogue())
        lines = _history(card, list_id, as_of)
    else:
        document = banlists.documents.list_on(list_id, as_of)
        lines = _list(list_id, as_of, dated=bool(options.as_of))
    return answer_text(options, document, lines), 0


def _days(from_: str, to: str) -> tuple[datetime.date, datetime.date]:
    """The two days to compare; raises CommandError."""
    with name_option("--between"):
        days = questions.day(from_), questions.day(to)
        if days[0] > days[1]:
            raise questions.InvalidQuestion(f"{from_} is after {to}.")
    return days


def _card(title: str) -> Card:
    """The card of a title, in any spelling accepted in lists; raises CommandError."""
    match = catalogue().find(title)
    if match.card:
        return match.card
    titles = [card.title for card in match.cards] or catalogue().suggest(title)
    fault = "is the name of several cards" if match.cards else "is not a card"
    hint = f" Did you mean {say_list(titles, 'or')}?" if titles else ""
    raise CommandError(f'--card: "{questions.shorten(title)}" {fault}.{hint}')


class _Sources(dict[str, int]):
    """Sources with their numbers, in order of first use."""

    def mark(self, source: str | None) -> str:
        """The footnote mark of a source; empty for an unknown one."""
        return f" [{self.setdefault(source, len(self) + 1)}]" if source else ""

    def lines(self) -> Iterator[str]:
        """The footnotes."""
        if self:
            yield ""
        yield from (f"[{number}] {source}" for source, number in self.items())


def _list(list_id: str, as_of: datetime.date, *, dated: bool) -> Iterator[str]:
    version = banlists.at(list_id, as_of)
    sources = _Sources()
    yield f"{_name(list_id)}, as of {as_of}{'' if dated else f' ({TODAY})'}"
    if version.effective is None:
        yield f"Before the format's life, which begins on {version.next}."
        return
    mark = sources.mark(version.source)
    ended = "" if version.active else f"; the format ended on {formats.life(list_id).end}"
    yield f"in force since {version.effective}{mark}{ended}"
    yield f"The list changes next on {version.next}." if version.next else NO_LATER_CHANGE
    yield from _section("banned", version.banned, sources)
    yield from _section("restricted", version.restricted, sources)
    if version.classes:
        yield from _classes("classes of cards", version.classes, sources)
    yield from sources.lines()


def _difference(list_id: str, from_: datetime.date, to: datetime.date) -> Iterator[str]:
    difference = banlists.diff(list_id, from_, to)
    sources = _Sources()
    yield f"{_name(list_id)}, from {from_} to {to}"
    lists = {
        "banned": difference.banned,
        "restricted": difference.restricted,
        "unbanned": difference.unbanned,
        "unrestricted": difference.unrestricted,
    }
    for name, titles in lists.items():
        if titles:
            yield from _section(
                name, {title: difference.rulings.get(title) for title in titles}, sources
            )
    if difference.classes_added:
        yield from _classes("classes of cards added", difference.classes_added, sources)
    if not any((*lists.values(), difference.classes_added)):
        yield "Nothing changed."
    yield from sources.lines()


def _history(card: Card, list_id: str, as_of: datetime.date) -> Iterator[str]:
    yield f"{card.title} in {_name(list_id)}"
    sources = _Sources()
    changes = history(card, list_id, catalogue())
    for change in changes:
        day = "at first" if change.day is None else change.day
        later = f" (after {as_of})" if change.day and change.day > as_of else ""
        yield f"  {day!s:10}  {change.words}{later}{sources.mark(change.source)}"
    yield from sources.lines()


def _section(name: str, rulings: Mapping[str, Ruling | None], sources: _Sources) -> Iterator[str]:
    yield ""
    yield f"{name}: {len(rulings) or 'none'}"
    for title, ruling in rulings.items():
        since = f"since {ruling.since}{sources.mark(ruling.source)}" if ruling else ""
        yield f"  {title:{TITLE_WIDTH}} {since}".rstrip()


def _classes(name: str, classes: Iterable[CardClass], sources: _Sources) -> Iterator[str]:
    yield ""
    yield f"{name}:"
    for card_class in classes:
        kinds = card_class.rule.removeprefix("type=").replace("|", ", ")
        heading = f"{card_class.status}: every card of type {kinds}"
        since = f"{card_class.effective}{sources.mark(card_class.source)}"
        yield f"  {heading:{TITLE_WIDTH}} since {since}"


def _name(list_id: str) -> str:
    return formats.of_list(list_id).name

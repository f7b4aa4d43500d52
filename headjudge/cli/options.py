"""Parsing of options shared by commands."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cards import Card, catalogue
from headjudge.cli.errors import CommandError
from messages import say_list
from validator import questions

Answer = tuple[dict[str, Any], list[str], int]
"""An answer as JSON, as lines of text, and the exit code."""
TODAY = "today in UTC; --as-of names another day"


def today() -> datetime.date:
    """The current day in UTC: the command line's only clock."""
    return datetime.datetime.now(datetime.UTC).date()


def add_json(command: argparse.ArgumentParser) -> None:
    """The option to print the answer as JSON."""
    # SUPPRESS: a subcommand's default would override an option before it.
    command.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON"
    )


def add_day(command: argparse.ArgumentParser, option: str, purpose: str) -> None:
    """An option for a day."""
    command.add_argument(option, metavar="YYYY-MM-DD", help=purpose)


def read_day(option: str, text: str | None) -> datetime.date | None:
    """The day given by an option, if any; raises CommandError."""
    with name_option(option):
        return questions.day(text) if text else None


@contextmanager
def name_option(option: str) -> Iterator[None]:
    """Prefix InvalidQuestion with the option's name, as CommandError."""
    try:
        yield
    except questions.InvalidQuestion as error:
        raise CommandError(f"{option}: {error}") from None


def days_in_order(option: str, from_: str, to: str) -> tuple[datetime.date, datetime.date]:
    """The two days to compare; raises CommandError."""
    with name_option(option):
        days = questions.day(from_), questions.day(to)
        if days[0] > days[1]:
            raise questions.InvalidQuestion(f"{from_} is after {to}.")
    return days


def card_of(option: str, title: str) -> Card:
    """The card of a title, in any spelling accepted in lists; raises CommandError."""
    match = catalogue().find(title)
    if match.card:
        return match.card
    titles = [card.title for card in match.cards] or catalogue().suggest(title)
    fault = "is several cards" if match.cards else "is no card"
    hint = f" Did you mean {say_list(titles, 'or')}?" if titles else ""
    raise CommandError(f'{option}: "{questions.shorten(title)}" {fault}.{hint}')

"""`headjudge check`: a team's files to a verdict."""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import decklists
from cli.errors import CannotBeAsked
from cli.files import STDIN, read_text, shown
from cli.house import house_rules
from cli.terminal import in_words
from formats import Format
from validator import Decklist, Event, asking, validate

EPILOG = """\
exit status: 0 the team may play these decks, 1 it may not, 2 that cannot be asked
(no such file, no such format...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge check` takes."""
    command.description = "Check the decks of one team, a file each."
    command.epilog = EPILOG
    command.add_argument("decks", nargs="+", metavar="FILE", help="a decklist; - is standard input")
    command.add_argument("--format", help="what is played: modern, sealed...")
    command.add_argument(
        "--house", metavar="FILE.toml", help="house rules, which name the format that they change"
    )
    command.add_argument(
        "--as-of", metavar="YYYY-MM-DD", help="the day of the event (today in UTC)"
    )
    command.add_argument(
        "--structure", help="team-constructed, individual or (default) two-headed-giant"
    )
    command.add_argument(
        "--policy", default="combined-four", help="team construction rules (%(default)s)"
    )
    command.add_argument("--team-size", type=int, metavar="N", help="players, 1 to 8")
    command.add_argument("--pool", metavar="FILE", help="the card pool, in Limited")
    command.add_argument("--json", action="store_true", help="print the report as the API gives it")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The report's text and the exit code (0 legal, 1 not); raises CannotBeAsked."""
    rules = house_rules(options.format, options.house)
    with _said_of("--format"):
        play_format = rules.format if rules else asking.known_format(options.format)
    event = replace(_event(options, play_format), house=rules)
    files = [*options.decks, *([options.pool] if options.pool else [])]
    if files.count(STDIN) > 1:
        raise CannotBeAsked("Standard input can be read for one deck only.")
    if len(options.decks) > asking.DECKS_MAX:
        raise CannotBeAsked(f"A team has at most {asking.DECKS_MAX} decks.")
    decks = [_deck(name, play_format) for name in options.decks]
    pool = decklists.read(read_text(options.pool), pool=True) if options.pool else None
    report = validate(event, decks, pool)
    if options.json:
        text = json.dumps(report.as_dict(), separators=(",", ":")) + "\n"
    else:
        pool_name = shown(options.pool) if options.pool else None
        deck_names = [shown(name) for name in options.decks]
        text = in_words(report, deck_names, pool_name, _asked(event, dated=bool(options.as_of)))
    return text, 0 if report.legal else 1


def _asked(event: Event, *, dated: bool) -> str:
    today = "" if dated else " (today in UTC; --as-of names another day)"
    return f"{event.format}, {event.structure}, {event.policy}, as of {event.as_of}{today}"


def _deck(name: str, play_format: Format) -> Decklist:
    # The file's name stands for the player's in the report.
    read = decklists.read(read_text(name), main_min=play_format.main_min)
    return replace(read, player=shown(name))


def _event(options: argparse.Namespace, play_format: Format) -> Event:
    with _said_of("--structure"):
        structure = asking.structure_at(play_format, options.structure)
    with _said_of("--policy"):
        policy = asking.known_policy(options.policy)
    with _said_of("--team-size"):
        asking.check_team_size(structure, options.team_size)
    with _said_of("--as-of"):
        as_of = asking.day(options.as_of) if options.as_of else _today()
    return Event(play_format.id, as_of, structure, policy, options.team_size)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


@contextmanager
def _said_of(option: str) -> Iterator[None]:
    """Name the option in what cannot be asked."""
    try:
        yield
    except asking.CannotBeAsked as error:
        raise CannotBeAsked(f"{option}: {error}") from None

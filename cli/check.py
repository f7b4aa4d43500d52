"""`headjudge check`: a team's files to a verdict."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from cards import catalogue
from cli.errors import CannotBeAsked
from cli.files import add_syntax, check_standard_input, read_decks, read_pool, shown
from cli.house import house_rules
from cli.options import said_of, today
from cli.terminal import in_words
from formats import Format
from validator import Decklist, Event, asking, validate
from validator.product_text import read_product
from validator.products import check_product

EPILOG = """\
exit status: 0 the team may play these decks, 1 it may not, 2 that cannot be asked
(no such file, no such format...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge check` takes."""
    command.description = "Check the decks of one team, a file each or several in a file."
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
    add_syntax(command)
    command.add_argument(
        "--product",
        action="append",
        default=[],
        metavar="SET=N",
        help="what was opened, in Limited: DOM=8, RAV:tournament-pack=1, promo=2; may be repeated",
    )
    command.add_argument("--json", action="store_true", help="print the report as the API gives it")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The report's text and the exit code (0 legal, 1 not); raises CannotBeAsked."""
    rules = house_rules(options.format, options.house)
    with said_of("--format"):
        play_format = rules.format if rules else asking.known_format(options.format)
    event = replace(_event(options, play_format), house=rules)
    check_standard_input([*options.decks, options.pool])
    _check_number(len(options.decks))
    read = [
        (name, deck) for name in options.decks for deck in _decks(name, options.syntax, play_format)
    ]
    _check_number(len(read))
    pool = read_pool(options.pool, options.syntax) if options.pool else None
    report = validate(event, [deck for _, deck in read], pool)
    if options.json:
        text = json.dumps(report.as_dict(), separators=(",", ":")) + "\n"
    else:
        pool_name = shown(options.pool) if options.pool else None
        deck_names = [shown(name) for name, _ in read]
        text = in_words(report, deck_names, pool_name, _asked(event, dated=bool(options.as_of)))
    return text, 0 if report.legal else 1


def _asked(event: Event, *, dated: bool) -> str:
    today = "" if dated else " (today in UTC; --as-of names another day)"
    return f"{event.format}, {event.structure}, {event.policy}, as of {event.as_of}{today}"


def _check_number(decks: int) -> None:
    if decks > asking.DECKS_MAX:
        raise CannotBeAsked(f"A team has at most {asking.DECKS_MAX} decks, not {decks}.")


def _decks(name: str, syntax: str | None, play_format: Format) -> tuple[Decklist, ...]:
    decks = read_decks(name, syntax, play_format.main_min)
    if len(decks) > 1:
        return decks
    # The file's name stands for the player's in the report.
    return (replace(decks[0], player=shown(name)),)


def _event(options: argparse.Namespace, play_format: Format) -> Event:
    with said_of("--structure"):
        structure = asking.structure_at(play_format, options.structure)
    with said_of("--policy"):
        policy = asking.known_policy(options.policy)
    with said_of("--team-size"):
        asking.check_team_size(structure, options.team_size)
    with said_of("--as-of"):
        as_of = asking.day(options.as_of) if options.as_of else today()
    with said_of("--product"):
        product = read_product(",".join(options.product))
        check_product(product, catalogue())
    return Event(play_format.id, as_of, structure, policy, options.team_size, product=product)

"""`headjudge check`: a team's files to a verdict."""

from __future__ import annotations

import argparse
import datetime
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import cast, get_args

from rapidfuzz import process

import decklists
import formats
from cli.errors import CannotBeAsked
from cli.files import STDIN, read_text, shown
from cli.terminal import in_words
from formats import Format
from validator import Decklist, Event, validate
from validator.model import Structure

DECKS_MAX = 8


def check(options: argparse.Namespace) -> tuple[str, int]:
    """The report's text and the exit code (0 legal, 1 not); raises CannotBeAsked."""
    play_format = _format(options.format)
    event = _event(options, play_format)
    files = [*options.decks, *([options.pool] if options.pool else [])]
    if files.count(STDIN) > 1:
        raise CannotBeAsked("Standard input can be read for one deck only.")
    if len(options.decks) > DECKS_MAX:
        raise CannotBeAsked(f"A team has at most {DECKS_MAX} decks.")
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
    own = play_format.structure
    if own and options.structure not in (None, own):
        raise CannotBeAsked(f"{play_format.id} is played as {own}; leave --structure out.")
    structure = options.structure or own or "two-headed-giant"
    _known("structure", structure, get_args(Structure))
    _known("policy", options.policy, formats.policy_ids())
    _check_team_size(structure, options.team_size)
    return Event(
        format=play_format.id,
        as_of=_as_of(options.as_of) or datetime.datetime.now(datetime.UTC).date(),
        structure=cast(Structure, structure),
        policy=options.policy,
        team_size=options.team_size,
    )


def _format(name: str) -> Format:
    if name == "two-headed-giant":
        raise CannotBeAsked(
            "two-headed-giant is a structure; --format is what the decks are built for."
        )
    _known("format", name, formats.ids())
    return formats.load(name)


def _as_of(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise CannotBeAsked(f"--as-of {text} is no date as YYYY-MM-DD.")


def _check_team_size(structure: str, team_size: int | None) -> None:
    if team_size is None:
        return
    if not 1 <= team_size <= DECKS_MAX:
        raise CannotBeAsked(f"--team-size is from 1 to {DECKS_MAX}.")
    if structure == "individual" and team_size != 1:
        raise CannotBeAsked("An individual plays alone: --team-size would be 1.")
    if structure == "two-headed-giant" and team_size < 2:
        raise CannotBeAsked("Two-Headed Giant is played by teams of at least 2.")


def _known(what: str, name: str, known: Iterable[str]) -> None:
    known = tuple(known)
    if name in known:
        return
    near = process.extractOne(name.lower(), known, score_cutoff=60)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise CannotBeAsked(f"There is no {what} {name}.{meant} There are: {', '.join(known)}.")

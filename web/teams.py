"""From a request in order to the engine's question, and to its report."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import decklists
from formats import Format
from validator import Decklist, Event, Line, Report, validate
from validator.asking import DEFAULT_POLICY, DEFAULT_STRUCTURE
from validator.model import MAIN, SIDEBOARD
from web import house, metrics


def today() -> datetime.date:
    """The day in UTC: the service's only clock."""
    return datetime.datetime.now(datetime.UTC).date()


def judge(team: Mapping[str, Any], day: datetime.date) -> Report:
    """The report on a team as `schemas.TEAM` loaded it, as of `day` if it names none."""
    play_format = house.load(team["format"])
    decks = [deck_of(deck, play_format) for deck in team["decks"]]
    pool = pool_of(team["pool"]) if "pool" in team else None
    report = validate(event_of(team, day), decks, pool)
    metrics.count_verdict(report)
    return report


def event_of(team: Mapping[str, Any], day: datetime.date) -> Event:
    """The event that the team is to play in."""
    return Event(
        format=team["format"],
        as_of=team.get("as_of", day),
        structure=team.get("structure", DEFAULT_STRUCTURE),
        policy=team.get("policy", DEFAULT_POLICY),
        also=tuple(team.get("also", ())),
        team_size=team.get("team_size"),
        team=team.get("team"),
        product=team.get("product", {}),
        house=team.get("house") or house.houses().get(team["format"]),
    )


def deck_of(deck: Mapping[str, Any], event_format: Format | None) -> Decklist:
    """One deck as `schemas.DECK` loaded it, read for its own format or the event's."""
    own = house.load(deck["format"]) if "format" in deck else event_format
    if "list" in deck:
        main_min = own.main_min if own else 60
        read = decklists.read(deck["list"], main_min=main_min, syntax=deck.get("syntax"))
        return replace(read, player=deck.get("player"), format=deck.get("format"))
    return Decklist(
        lines=(*_lines(deck, "main", MAIN), *_lines(deck, "sideboard", SIDEBOARD)),
        player=deck.get("player"),
        format=deck.get("format"),
    )


def pool_of(pool: Mapping[str, Any]) -> Decklist:
    """A card pool as `schemas.TEAM` loaded it."""
    if "list" in pool:
        return decklists.read(pool["list"], pool=True, syntax=pool.get("syntax"))
    return Decklist(lines=(*_lines(pool, "main", MAIN), *_lines(pool, "sideboard", MAIN)))


def _lines(deck: Mapping[str, Any], field: str, section: str) -> Iterator[Line]:
    for count, name in deck.get(field, ()):
        yield Line(count, name, section)

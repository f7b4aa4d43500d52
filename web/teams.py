"""From a request in order to the engine's question, and to its report."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import decklists
from formats import Format
from validator import Decklist, Event, Line, Report, validate
from validator.asking import DECKS_MAX, DEFAULT_POLICY, DEFAULT_STRUCTURE
from validator.model import MAIN, SIDEBOARD
from web import house, metrics, schemas
from web.problems import Fault, schema_problem


class Asked(NamedTuple):
    """The engine's question about a team."""

    event: Event
    decks: tuple[Decklist, ...]
    entries: tuple[int, ...]
    """Of each deck, the entry of the request's `decks` that it was read from."""
    pool: Decklist | None


def today() -> datetime.date:
    """The day in UTC: the service's only clock."""
    return datetime.datetime.now(datetime.UTC).date()


def asked(team: Mapping[str, Any], day: datetime.date, *, at: str = "") -> Asked:
    """The question about a team as `schemas.TEAM` loaded it, as of `day` if it names none.

    An entry whose text holds several lists becomes several decks. Raises Problem 422 where that
    makes too many of them; `at` points to the team within what was sent.
    """
    play_format = house.load(team["format"])
    read = [
        (entry, deck)
        for entry, sent in enumerate(team["decks"])
        for deck in decks_of(sent, play_format)
    ]
    decks = tuple(deck for _, deck in read)
    pool = pool_of(team["pool"]) if "pool" in team else None
    _bound(decks, pool, at=f"{at}/decks")
    return Asked(event_of(team, day), decks, tuple(entry for entry, _ in read), pool)


def judge(team: Mapping[str, Any], day: datetime.date, *, at: str = "") -> Report:
    """The report on a team as `schemas.TEAM` loaded it; raises Problem as `asked` does."""
    return report_on(asked(team, day, at=at))


def report_on(question: Asked) -> Report:
    """The report that answers the question."""
    report = validate(question.event, question.decks, question.pool)
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


def lists_of(
    sent: Mapping[str, Any], *, at: str = "", is_pool: bool = False
) -> tuple[Decklist, ...]:
    """What was sent, at that pointer, for no event: its decks, or its pool.

    Raises Problem 422 for more than a team may have.
    """
    read = (pool_of(sent),) if is_pool else decks_of(sent, None)
    _bound(read, at=f"{at}/list")
    return read


def decks_of(sent: Mapping[str, Any], event_format: Format | None) -> tuple[Decklist, ...]:
    """The decks of one entry as `schemas.DECK` loaded it: one, or those that its text holds.

    They are read for the format of the entry, or for the event's. The player that was sent is
    that of a single deck; several keep the names that the text gives them.
    """
    own = house.load(sent["format"]) if "format" in sent else event_format
    player, format_id = sent.get("player"), sent.get("format")
    if "list" not in sent:
        lines = (*_lines(sent, "main", MAIN), *_lines(sent, "sideboard", SIDEBOARD))
        return (Decklist(lines, player=player, format=format_id),)
    main_min = own.main_min if own else 60
    read = decklists.read_team(sent["list"], main_min=main_min, syntax=sent.get("syntax"))
    if len(read) == 1:
        return (replace(read[0], player=player or read[0].player, format=format_id),)
    return tuple(replace(deck, format=format_id) for deck in read)


def pool_of(pool: Mapping[str, Any]) -> Decklist:
    """A card pool as `schemas.TEAM` loaded it."""
    if "list" in pool:
        return decklists.read(pool["list"], pool=True, syntax=pool.get("syntax"))
    return Decklist(lines=(*_lines(pool, "main", MAIN), *_lines(pool, "sideboard", MAIN)))


def _bound(decks: tuple[Decklist, ...], pool: Decklist | None = None, *, at: str) -> None:
    """Raise Problem 422, with a fault at that pointer, for more than a team may have.

    The schema has counted entries and lines of text; a text may hold more decks than one, and
    more cards than lines.
    """
    fault = schemas.line_fault(
        sum(len(one.lines) + len(one.unreadable) for one in (*decks, *([pool] if pool else [])))
    )
    if len(decks) > DECKS_MAX:
        fault = f"The lists hold {len(decks)} decks; a team has {DECKS_MAX} at most."
    if fault:
        raise schema_problem([Fault(at, fault)])


def _lines(deck: Mapping[str, Any], field: str, section: str) -> Iterator[Line]:
    for count, name in deck.get(field, ()):
        yield Line(count, name, section)

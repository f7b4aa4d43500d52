"""Convert valid requests to questions for the engine, and judge them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import formats
from formats import Format
from headjudge import decklists
from headjudge.links import Fetched
from headjudge.web import facts_in_force, monitoring
from headjudge.web.fetched_lists import FETCHED, URL, ListFetcher
from headjudge.web.http import Fault, Reason, schema_problem
from headjudge.web.limits import LIMITS
from headjudge.web.schemas.team import SECTIONS, line_fault, list_fault
from messages import say
from validator import Decklist, Event, Line, Report, validate
from validator.case import default_policy
from validator.model import MAIN
from validator.questions import DEFAULT_STRUCTURE, structure_at


class TeamQuestion(NamedTuple):
    """The question for the engine about one team."""

    team: Mapping[str, Any]
    """The team, with lists in place of links."""
    event: Event
    decks: tuple[Decklist, ...]
    pool: Decklist | None

    @property
    def entries(self) -> list[int]:
        """For each deck, the index of its entry in the request's `decks`."""
        return [deck.sent or 0 for deck in self.decks]

    @property
    def fetched(self) -> dict[int | None, Fetched]:
        """The lists fetched from links, by entry; None is the pool."""
        entries: dict[int | None, Any] = {None: self.team.get("pool", {})}
        entries.update(enumerate(self.team["decks"]))
        return {index: entry[FETCHED] for index, entry in entries.items() if FETCHED in entry}


def today() -> datetime.date:
    """The current day in UTC: the service's only clock."""
    return datetime.datetime.now(datetime.UTC).date()


def question_of(
    team: Mapping[str, Any], day: datetime.date, *, at: str = "", fetcher: ListFetcher | None = None
) -> TeamQuestion:
    """The question about a team loaded by `schemas.TEAM`; `day` is the default for `as_of`.

    An entry with several lists in its text becomes several decks. Raises Problem 422 if those
    are too many; `at` points to the team in the request. Links are fetched by `fetcher`, which
    is shared by the teams of a request; raises Problem as `ListFetcher.fetch` does.
    """
    if any(URL in entry for entry in (*team["decks"], team.get("pool", ()))):
        team = _with_lists(team, at, fetcher or ListFetcher())
    event = event_of(team, day)
    play_format = _format_of(event)
    decks: tuple[Decklist, ...] = ()
    sizes = _deck_counts(team, play_format)
    for index, entry in enumerate(team["decks"]):
        decks += decks_of(entry, play_format, sizes, sent=index)
    pool = pool_of(team["pool"]) if "pool" in team else None
    _check_size(decks, pool, at=f"{at}/decks")
    return TeamQuestion(team, event, decks, pool)


def judge(
    team: Mapping[str, Any],
    day: datetime.date,
    fetcher: ListFetcher | None = None,
    *,
    at: str = "",
    searched: int | None = None,
) -> Report:
    """The report on a team loaded by `schemas.TEAM`; raises Problem as `question_of` does."""
    question = question_of(team, day, fetcher=fetcher, at=at)
    report = report_on(question, searched)
    if "formats" in team:
        return report._replace(formats=_in_formats(question, day, at))
    return report


def _in_formats(first: TeamQuestion, day: datetime.date, at: str) -> dict[str, Report]:
    """The reports on the same team in its additional formats.

    Lists are read again for each size of a deck: where a sideboard begins depends on it.
    """
    team = first.team
    single = {name: value for name, value in team.items() if name != "also"}
    reports: dict[str, Report] = {}
    read = {_way_of_reading(team, first.event): first.decks}
    for format_id in team["formats"]:
        asked = {**single, "format": format_id}
        event = event_of(asked, day)
        how = _way_of_reading(asked, event)
        if how not in read:
            read[how] = question_of(asked, day, at=at).decks
        reports[format_id] = validate(event, read[how], searched=0)
    return reports


def _way_of_reading(team: Mapping[str, Any], event: Event) -> tuple[int, tuple[int, ...]]:
    """What of an event decides how lists are read."""
    play_format = _format_of(event)
    return play_format.main_min, _deck_counts(team, play_format)


def _format_of(event: Event) -> Format:
    return event.house.format if event.house else formats.load(event.format)


def report_on(question: TeamQuestion, searched: int | None = None) -> Report:
    """The report for the question, with suggestions for at most `searched` unknown names."""
    most = LIMITS.suggestions if searched is None else searched
    report = validate(question.event, question.decks, question.pool, searched=most)
    monitoring.count_verdict([violation.code for violation in report.violations])
    return report


def _deck_counts(team: Mapping[str, Any], play_format: Format) -> tuple[int, ...]:
    """The numbers of decks that one entry of a team's decks may hold."""
    if len(team["decks"]) > 1:
        return (1,)
    if "team_size" in team:
        return (team["team_size"],)
    return formats.structure(structure_at(play_format, team.get("structure"))).sizes


def event_of(team: Mapping[str, Any], day: datetime.date) -> Event:
    """The event of a team."""
    house = team.get("house") or facts_in_force.houses().get(team["format"])
    play_format = house.format if house else formats.load(team["format"])
    structure = team.get("structure", DEFAULT_STRUCTURE)
    return Event(
        format=team["format"],
        as_of=team.get("as_of", day),
        structure=structure,
        policy=team.get("policy") or default_policy(play_format, structure),
        also=tuple(dict.fromkeys(team.get("also", ()))),  # judge each only once
        team_size=team.get("team_size"),
        team=team.get("team"),
        product=team.get("product", {}),
        house=house,
    )


def lists_of(
    entry: Mapping[str, Any], *, at: str = "", is_pool: bool = False
) -> tuple[Decklist, ...]:
    """The lists of a request without an event: its decks, or its pool.

    Raises Problem 422 for more than a team may have, and for links as `ListFetcher.fetch` does.
    """
    entry = ListFetcher().fetch({at: entry})[at]
    _check_fetched(entry, at=f"{at}/list")
    play_format = facts_in_force.load(entry["format"]) if "format" in entry else None
    structure = entry.get("structure") or (play_format and play_format.structure)
    sizes = formats.structure(structure).sizes if structure else ()
    lists = (pool_of(entry),) if is_pool else decks_of(entry, None, sizes)
    _check_size(lists, at=f"{at}/list")
    return lists


def decks_of(
    entry: Mapping[str, Any],
    event_format: Format | None,
    sizes: tuple[int, ...] = (),
    sent: int | None = None,
) -> tuple[Decklist, ...]:
    """The decks of one entry loaded by `schemas.DECK`: usually one, or all in its text.

    They are read for the format of the entry, else the event's. A player in the request names
    a single deck; several decks keep the names in the text. `sizes` are the numbers of decks that
    the text may hold, if known; `sent` is the index of the entry.
    """
    player, format_id = entry.get("player"), entry.get("format")
    if "list" not in entry:
        lines = tuple(line for section in SECTIONS for line in _lines(entry, section, section))
        return (Decklist(lines, player=player, format=format_id, sent=sent),)
    deck_format = facts_in_force.load(format_id) if format_id else event_format
    main_min = deck_format.main_min if deck_format else 60
    decks = decklists.read_team(
        entry["list"], main_min=main_min, syntax=entry.get("syntax"), sizes=sizes
    )
    if FETCHED in entry:
        decks = _mark_source(entry, decks)
    if len(decks) == 1:
        player = player or decks[0].player
        return (decks[0]._replace(player=player, format=format_id, sent=sent),)
    return tuple(deck._replace(format=format_id, sent=sent) for deck in decks)


def pool_of(pool: Mapping[str, Any]) -> Decklist:
    """A card pool loaded by `schemas.TEAM`."""
    if "list" in pool:
        read = decklists.read(pool["list"], pool=True, syntax=pool.get("syntax"))
        return _mark_source(pool, (read,))[0]
    return Decklist(lines=tuple(line for name in SECTIONS for line in _lines(pool, name, MAIN)))


def _with_lists(team: Mapping[str, Any], at: str, fetcher: ListFetcher) -> Mapping[str, Any]:
    """The team with lists in place of links; raises Problem."""
    decks = {f"{at}/decks/{index}": deck for index, deck in enumerate(team["decks"])}
    pool = {f"{at}/pool": team["pool"]} if "pool" in team else {}
    lists = fetcher.fetch(decks | pool)
    _check_fetched(*lists.values(), at=f"{at}/decks")
    changed: dict[str, Any] = {"decks": [lists[at_deck] for at_deck in decks]}
    if pool:
        changed["pool"] = lists[f"{at}/pool"]
    return {**team, **changed}


def _check_fetched(*entries: Mapping[str, Any], at: str) -> None:
    """Raise Problem 422 if fetched lists have too many lines, before they are read."""
    if any(FETCHED in entry for entry in entries) and (fault := list_fault(*entries)):
        raise schema_problem([Fault.of(fault, at)])


def _mark_source(entry: Mapping[str, Any], lists: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
    """The lists of an entry, with a notice on where they were fetched from."""
    fetched: Fetched | None = entry.get(FETCHED)
    return fetched.mark_source(lists) if fetched else lists


def _check_size(decks: tuple[Decklist, ...], pool: Decklist | None = None, *, at: str) -> None:
    """Raise Problem 422, with a fault at that pointer, for more than a team may have.

    The schema only counts entries and lines of text; a text may contain more decks, and a line
    more cards.
    """
    lists: tuple[Decklist, ...] = (*decks, pool) if pool else decks
    number = sum(len(decklist.lines) + len(decklist.unreadable) for decklist in lists)
    fault = line_fault(number)
    if len(decks) > LIMITS.decks:
        sentence = say(
            "The lists contain {number} decks; a team has at most {most}.",
            number=len(decks),
            most=LIMITS.decks,
        )
        fault = Reason("out-of-range", sentence)
    if fault:
        raise schema_problem([Fault.of(fault, at)])


def _lines(deck: Mapping[str, Any], field: str, section: str) -> Iterator[Line]:
    for line in deck.get(field, ()):
        yield Line(line["count"], line["name"], section)

"""The impact of a change on a corpus, by the index of an audit: the corpus is not read again."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from contextvars import copy_context
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import formats
from cards import Catalogue, use
from headjudge.cli.audit import store, tables
from headjudge.cli.audit.cluster import Crew
from headjudge.cli.audit.question import Question, facts_for
from headjudge.cli.audit.store import Store
from headjudge.cli.audit.tables import by_number
from headjudge.cli.sources.progress import Progress
from validator import Decklist, Event, Line, Violation
from validator.impact import Impact, impact
from validator.legality.changes import FormatChanges, format_changes
from validator.legality.ruleset import ruleset


class DayChange(NamedTuple):
    """Two days, and the titles whose legality differs between them."""

    from_: datetime.date
    to: datetime.date
    titles: frozenset[str] | None
    """None if any title may: the policy changed, or the format began or ended."""


class Touched(NamedTuple):
    """The number of affected teams, and the titles of the faults gained and lost."""

    teams: int
    appearing: Counter[str]
    going: Counter[str]


class CorpusImpact(NamedTuple):
    """The impact of a change on the teams of a corpus."""

    question: Question
    change: DayChange
    changes: FormatChanges
    teams: int
    touched: Touched
    place: Store
    """The folder with the list of affected teams."""
    remarks: tuple[str, ...] = ()
    """Why the index may be out of date."""

    def as_dict(self) -> dict[str, Any]:
        """The impact as a JSON document."""
        return {
            "format": self.question.format,
            "from": self.change.from_.isoformat(),
            "to": self.change.to.isoformat(),
            "structure": self.question.structure,
            "policy": self.question.policy,
            "format_changes": self.changes.as_dict(),
            "teams": self.teams,
            "touched": self.touched.teams,
            "appearing": dict(by_number(self.touched.appearing)),
            "going": dict(by_number(self.touched.going)),
            "results": self.place.url,
            "remarks": list(self.remarks),
        }


def impact_of(
    question: Question,
    place: Store,
    days: tuple[datetime.date, datetime.date],
    crew: Crew,
    progress: Progress,
) -> CorpusImpact:
    """The teams affected by the changes between two days; raises CommandError.

    `question` uses the current facts, `place` is a complete audit. Only the cards of each team
    found in the index are judged, on both days, by the engine itself.
    """
    facts = facts_for(question)
    change = DayChange(*days, _titles(question.event._replace(as_of=days[0]), days[1], facts))
    answers = place.at(store.IMPACT, f"{days[0]}--{days[1]}--{question.key}")
    answers.remove("")
    summary = place.read(store.SUMMARY)
    touched = Touched(0, Counter(), Counter())
    work = partial(look_up, question=question, place=place, change=change, answers=answers)
    with progress.bar("looking up", len(summary["parts"]), unit=" parts") as advance:
        for part in crew.map(work, summary["parts"], "could not be looked up"):
            touched = touched._replace(teams=touched.teams + part.teams)
            touched.appearing.update(part.appearing)
            touched.going.update(part.going)
            advance(1)
    two_headed = question.structure == "two-headed-giant"
    play_format = formats.load(question.format)
    changes = format_changes(play_format, *days, facts, two_headed=two_headed)
    return CorpusImpact(question, change, changes, summary["teams"], touched, answers)


def look_up(
    name: str, question: Question, place: Store, change: DayChange, answers: Store
) -> Touched:
    """The affected teams of one part, which are also written to `answers`."""
    return copy_context().run(_look_up, name, question, place, change, answers)


def _look_up(
    name: str, question: Question, place: Store, change: DayChange, answers: Store
) -> Touched:
    facts = facts_for(question)
    use(facts)
    event = question.event._replace(as_of=change.from_)
    entries = tables.rows_with(place, f"{store.TITLES}/{name}", change.titles)
    teams = {
        row: impact(event, change.to, _decks([*of_team]), facts)
        for row, of_team in groupby(entries, key=lambda entry: entry["row"])
    }
    teams = {row: team for row, team in teams.items() if team.touched}
    if teams:
        names = tables.names_of(place, f"{store.RESULTS}/{name}", list(teams))
        with tables.writer(answers, name, tables.IMPACT) as write:
            write([(*names[row], *_codes_and_cards(team)) for row, team in teams.items()])
    appearing, going = Counter[str](), Counter[str]()
    for team in teams.values():
        appearing.update(_cards(team.appearing))
        going.update(_cards(team.going))
    return Touched(len(teams), appearing, going)


def _decks(entries: Sequence[dict[str, Any]]) -> list[Decklist]:
    """The decks of a team, reduced to the cards in the index."""
    lines: list[list[Line]] = [[] for _ in range(entries[-1]["deck"] + 1)]
    for entry in entries:
        lines[entry["deck"]].append(Line(entry["copies"], entry["title"], entry["section"]))
    return [Decklist(tuple(deck)) for deck in lines]


def _codes_and_cards(team: Impact) -> tuple[list[str], ...]:
    codes = (
        list(dict.fromkeys(violation.code for violation in violations))
        for violations in (team.appearing, team.going)
    )
    return *codes, _cards((*team.appearing, *team.going))


def _cards(violations: Sequence[Violation]) -> list[str]:
    """The titles of the violations, without repetition."""
    return list(dict.fromkeys(violation.card for violation in violations if violation.card))


def _titles(event: Event, to: datetime.date, facts: Catalogue) -> frozenset[str] | None:
    policies = {formats.resolve_policy(event.policy, day) for day in (event.day, to)}
    two_headed = event.structure == "two-headed-giant"
    old, new = (ruleset(event.format, day, facts, two_headed=two_headed) for day in (event.day, to))
    if len(policies) > 1 or old.is_active != new.is_active:
        return None
    return frozenset(
        title
        for title in facts.titles()
        if old.standing(facts.card(title)).status != new.standing(facts.card(title)).status
    )

"""Which teams of a corpus a change touches, by the index of an audit: the corpus stays closed."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import formats
from cards import Catalogue, use
from headjudge.cli.audit import store, tables
from headjudge.cli.audit.cluster import Crew, Failed
from headjudge.cli.audit.question import Question, facts_for
from headjudge.cli.audit.store import Store
from headjudge.cli.audit.tally import by_number
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.sources.progress import Progress
from validator import Decklist, Event, Line
from validator.impact import Impact, impact
from validator.legality.changes import FormatChanges, format_changes
from validator.legality.ruleset import Ruleset, ruleset
from validator.legality.standing import Standing


class Change(NamedTuple):
    """What is asked: the days, and the titles of which the format says other things on them."""

    from_: datetime.date
    to: datetime.date
    titles: frozenset[str] | None
    """None where the change may be of any: the policy changed, or the format began or ended."""


@dataclass
class Touched:
    """How many teams a change touches."""

    teams: int = 0
    appearing: Counter[str] = field(default_factory=Counter)
    """Teams by the title of a fault that they get."""
    going: Counter[str] = field(default_factory=Counter)

    def count(self, one: Impact) -> None:
        """Count a team."""
        self.teams += 1
        for counter, violations in ((self.appearing, one.appearing), (self.going, one.going)):
            counter.update({each.card for each in violations if each.card})

    def add(self, other: Touched) -> None:
        """Count the teams of another part."""
        self.teams += other.teams
        self.appearing.update(other.appearing)
        self.going.update(other.going)


class Answer(NamedTuple):
    """What a change does to the teams of a corpus."""

    question: Question
    change: Change
    changes: FormatChanges
    teams: int
    touched: Touched
    place: Store
    """Where the teams stand that are touched."""
    remarks: tuple[str, ...] = ()
    """What is to say of the index."""

    def as_dict(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "format": self.question.format,
            "from": self.change.from_.isoformat(),
            "to": self.change.to.isoformat(),
            "structure": self.question.structure,
            "policy": self.question.policy,
            "changes": self.changes.as_dict(),
            "teams": self.teams,
            "touched": self.touched.teams,
            "appearing": dict(by_number(self.touched.appearing)),
            "going": dict(by_number(self.touched.going)),
            "results": self.place.url,
            "remarks": list(self.remarks),
        }


def ask(
    question: Question,
    place: Store,
    days: tuple[datetime.date, datetime.date],
    crew: Crew,
    progress: Progress,
) -> Answer:
    """The teams that the change between two days touches; CannotBeAsked.

    `question` is by the facts of today, `place` an audit that is complete. Of each team only the
    cards of titles that changed are judged, on both days, by the engine itself.
    """
    facts = facts_for(question)
    event = question.event._replace(as_of=days[0])
    change = Change(*days, _titles(event, days[1], facts))
    answers = place.at(store.IMPACT, f"{days[0]}--{days[1]}--{question.key}")
    answers.remove("")
    summary = place.read(store.SUMMARY)
    touched, failed = Touched(), []
    work = partial(look_up, question=question, place=place, change=change, answers=answers)
    with progress.bar("looking up", len(summary["parts"]), unit=" parts") as advance:
        for found in crew.map(work, summary["parts"]):
            if isinstance(found, Failed):
                failed.append(found.words)
            else:
                touched.add(found)
            advance(1)
    if failed:
        raise CannotBeAsked(f"The index could not be read: {failed[0]}.")
    play_format = formats.load(question.format)
    two_headed = question.structure == "two-headed-giant"
    changes = format_changes(play_format, *days, facts, two_headed=two_headed)
    return Answer(question, change, changes, summary["teams"], touched, answers)


def look_up(name: str, question: Question, place: Store, change: Change, answers: Store) -> Touched:
    """The teams of one part; where it has some, they are written as well."""
    return copy_context().run(_look_up, name, question, place, change, answers)


def _look_up(
    name: str, question: Question, place: Store, change: Change, answers: Store
) -> Touched:
    facts = facts_for(question)
    use(facts)
    event = question.event._replace(as_of=change.from_)
    with place.opened(f"{store.TITLES}/{name}") as file:
        entries = tables.rows_with(file, change.titles)
    touched = Touched()
    found: dict[int, Impact] = {}
    for row, of_team in groupby(entries, key=lambda entry: entry["row"]):
        one = impact(event, change.to, _decks([*of_team]), facts)
        if one.touched:
            touched.count(one)
            found[row] = one
    if found:
        with place.opened(f"{store.RESULTS}/{name}") as file:
            names = tables.named_rows(file, list(found))
        with answers.writing(name) as path, tables.writer(path, tables.IMPACT) as rows:
            rows.add(_row(names[row], one) for row, one in found.items())
            rows.close()
    return touched


def _decks(entries: Sequence[dict[str, Any]]) -> list[Decklist]:
    """The cards of a team that the index gives, each in its deck and section."""
    lines: list[list[Line]] = [[] for _ in range(entries[-1]["deck"] + 1)]
    for entry in entries:
        lines[entry["deck"]].append(Line(entry["copies"], entry["title"], entry["section"]))
    return [Decklist(tuple(each)) for each in lines]


def _row(named: dict[str, Any], one: Impact) -> tuple[Any, ...]:
    both = (*one.appearing, *one.going)
    return (
        *(named[key] for key in ("file", "row", "id", "team")),
        list(dict.fromkeys(each.code for each in one.appearing)),
        list(dict.fromkeys(each.code for each in one.going)),
        list(dict.fromkeys(each.card for each in both if each.card)),
    )


def _titles(event: Event, to: datetime.date, facts: Catalogue) -> frozenset[str] | None:
    policies = {formats.resolve_policy(event.policy, day) for day in (event.day, to)}
    two_headed = event.structure == "two-headed-giant"
    old, new = (ruleset(event.format, day, facts, two_headed=two_headed) for day in (event.day, to))
    if len(policies) > 1 or old.is_active != new.is_active:
        return None
    return frozenset(_changed(old, new, facts))


def _changed(old: Ruleset, new: Ruleset, facts: Catalogue) -> Iterator[str]:
    for title in facts.titles():
        card = facts.card(title)
        if _kind(old.standing(card)) != _kind(new.standing(card)):
            yield title


def _kind(standing: Standing) -> str:
    """What a standing means for a team: which fault its copies are, if any."""
    if standing.ban:
        return "banned"
    if standing.refusal:
        return "not legal"
    return "restricted" if standing.restriction else ""

"""The impact of a change on decks: a team judged on two days, and the causes of differences."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import formats
from cards import Catalogue, catalogue
from formats import Format
from messages import say
from validator.case import Case
from validator.engine import gather, judge, on_day
from validator.fingerprint import fingerprint
from validator.legality.changes import FormatChanges, format_changes
from validator.legality.history import history
from validator.legality.ruleset import TWO_HEADED_GIANT_LIST
from validator.model import Decklist, Event
from validator.report import violation_document
from validator.rules import LIST_RULES, RULES
from validator.violation import Violation

if TYPE_CHECKING:
    from headjudge import documents

DAY_RULES = tuple(rule for rule in RULES if rule not in LIST_RULES)
"""The rules that depend on the day; faults of reading do not."""

RULED = ("banned", "restricted")


class Cause(NamedTuple):
    """A change between the two days that affects a team."""

    card: str | None
    """The title concerned; None for a change of format or policy."""
    where: str
    """The id of the format, banlist or policy that changed."""
    day: datetime.date
    words: str
    """The change, as a sentence."""
    source: str | None

    def as_dict(self) -> documents.Cause:
        """The cause as a JSON document."""
        return {
            "card": self.card,
            "where": self.where,
            "day": self.day.isoformat(),
            "message": self.words,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Impact:
    """The impact of a change on one team."""

    before: bool
    """Whether the team's decks are legal on the first day."""
    after: bool
    """Whether they are legal on the second day."""
    appearing: tuple[Violation, ...]
    """Faults on the second day only."""
    going: tuple[Violation, ...]
    """Faults on the first day only."""
    causes: tuple[Cause, ...]

    @property
    def touched(self) -> bool:
        """Whether the faults differ between the days."""
        return bool(self.appearing or self.going)

    def as_dict(self) -> documents.Impact:
        """The impact as a JSON document."""
        return {
            "before": self.before,
            "after": self.after,
            "touched": self.touched,
            "appearing": [violation_document(violation) for violation in self.appearing],
            "going": [violation_document(violation) for violation in self.going],
            "causes": [cause.as_dict() for cause in self.causes],
        }


class Team(NamedTuple):
    """A team to be judged on two days."""

    event: Event
    """The event on the first day, with the name of the team."""
    decks: Sequence[Decklist]


class TeamImpact(NamedTuple):
    """The impact of the changes on one of several teams."""

    event: Event
    impact: Impact
    also: Mapping[str, Impact]
    """The same under further policies, by policy."""

    def as_dict(self) -> documents.ImpactOnTeam:
        """The impact as a JSON document; teams get an `id` in HTTP answers only."""
        document: documents.ImpactOnTeam = {
            "team": self.event.team,
            "format": self.event.format,
            **self.impact.as_dict(),  # type: ignore[typeddict-item]
        }
        if self.also:
            document["also"] = {policy: impact.as_dict() for policy, impact in self.also.items()}
        return document


@dataclass(frozen=True, slots=True)
class Impacts:
    """The impact of a format's changes on several teams."""

    event: Event
    to: datetime.date
    changes: FormatChanges
    teams: tuple[TeamImpact, ...]
    """In input order."""
    facts: Catalogue

    @property
    def touched(self) -> int:
        """The number of affected teams."""
        return sum(team.impact.touched for team in self.teams)

    def as_dict(self) -> documents.ImpactReport:
        """The impacts in the form of the API's answer, ready for JSON."""
        house = self.event.house
        document: documents.ImpactReport = {
            "format": self.event.format,
            "from": self.event.day.isoformat(),
            "to": self.to.isoformat(),
            "structure": self.event.structure,
            "policy": self.event.policy,
            "format_changes": self.changes.as_dict(),
            "teams_touched": self.touched,
            "teams": [team.as_dict() for team in self.teams],
            "catalogue": self.facts.as_of.isoformat(),
            "fingerprint": fingerprint(self.facts, house),
        }
        if house:
            document["house"] = house.as_dict()
        return document


def impacts(
    event: Event, to: datetime.date, teams: Iterable[Team], facts: Catalogue | None = None
) -> Impacts:
    """The impact of the changes of a Constructed format on each of these teams.

    Compares the day of each team's event with the day `to`; `event` is the event without a team.
    Raises the exceptions of `validator.validate`.
    """
    facts = facts or catalogue()
    two_headed = event.structure == "two-headed-giant"
    play_format = formats.load(event.format)
    changes = format_changes(play_format, event.day, to, facts, two_headed=two_headed)
    judged = tuple(_impact_on_team(team, to, facts) for team in teams)
    return Impacts(event, to, changes, judged, facts)


def _impact_on_team(team: Team, to: datetime.date, facts: Catalogue) -> TeamImpact:
    also = {
        policy: impact(team.event._replace(policy=policy), to, team.decks, facts)
        for policy in team.event.also
    }
    return TeamImpact(team.event, impact(team.event, to, team.decks, facts), also)


def impact(
    event: Event, to: datetime.date, decks: Sequence[Decklist], facts: Catalogue | None = None
) -> Impact:
    """The impact on a team between the event's day and the day `to`.

    Raises the exceptions of `validator.validate`.
    """
    return impact_on(gather(event, decks, None, facts or catalogue()), to)


def impact_on(before: Case, to: datetime.date) -> Impact:
    """The impact on the team of a case between its day and the day `to`.

    Faults on the two days are the same if code, card, counts and places are equal, even if
    another list or set causes them.
    """
    after = on_day(before, to)
    is_read = not any(next(rule.find(before), None) for rule in LIST_RULES)
    old, new = judge(before, DAY_RULES), judge(after, DAY_RULES)
    appearing, going = _without(new, old), _without(old, new)
    touched = dict.fromkeys(change.card for change in (*appearing, *going) if change.card)
    return Impact(
        before=is_read and not old,
        after=is_read and not new,
        appearing=appearing,
        going=going,
        causes=tuple(_causes(before, after, touched)) if appearing or going else (),
    )


def _without(violations: Sequence[Violation], others: Iterable[Violation]) -> tuple[Violation, ...]:
    keys = {_key(other) for other in others}
    return tuple(violation for violation in violations if _key(violation) not in keys)


def _key(violation: Violation) -> tuple[object, ...]:
    return violation.code, violation.card, violation.count, violation.limit, violation.places


def _causes(before: Case, after: Case, titles: Iterable[str]) -> Iterator[Cause]:
    play_formats = {group.ruleset.format.id: group.ruleset.format for group in after.groups}
    for play_format in play_formats.values():
        yield from _life_causes(play_format, before.day, after.day)
    policy = after.policy
    if before.policy != policy and policy.life:
        words = say("The tournament rules for teams change: {policy}.", policy=policy.name)
        yield Cause(None, policy.id, policy.life.start, words, policy.source)
    for title in titles:
        lists = [group.ruleset.format.id for group in after.groups if title in group.copies]
        # House formats have no history except their life; their lists hold from the first day.
        for format_id in (list_id for list_id in dict.fromkeys(lists) if list_id in formats.ids()):
            yield from _standing_causes(title, format_id, before, after)
        if after.structure == "two-headed-giant":
            yield from _standing_causes(title, TWO_HEADED_GIANT_LIST, before, after)


def _life_causes(play_format: Format, from_: datetime.date, to: datetime.date) -> Iterator[Cause]:
    life, name = play_format.life, play_format.name
    if from_ < life.start <= to:
        yield Cause(None, play_format.id, life.start, say("{name} begins.", name=name), None)
    if life.end and from_ < life.end <= to:
        yield Cause(None, play_format.id, life.end, say("{name} ends.", name=name), None)


def _standing_causes(title: str, list_id: str, before: Case, after: Case) -> Iterator[Cause]:
    """Changes of the title's standing in a format, or on the list for all 2HG events."""
    changes = history(after.catalogue.card(title), list_id, after.catalogue)
    for old, new in zip((None, *changes), changes, strict=False):
        if new.day is None or not before.day < new.day <= after.day or new.status == "ended":
            continue
        is_ruling = new.status in RULED or (old and old.status in RULED)
        # The extra list is silent about cards that it does not name.
        if is_ruling or list_id != TWO_HEADED_GIANT_LIST:
            yield Cause(title, list_id, new.day, new.words, new.source)

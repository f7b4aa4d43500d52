"""The answer as the page shows it: each fault beside the line that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import formats
from validator import Notice, Place, Report, Violation
from validator.case import Deck
from validator.model import MAIN, SIDEBOARD
from web.choices import STRUCTURES, policy_words
from web.forms import Form, Given
from web.written import Written, read_as, written

SECTIONS = {MAIN: "main deck", SIDEBOARD: "sideboard"}


class Spot(NamedTuple):
    """A place of a fault: where it is on the page, and what it is called."""

    anchor: str
    name: str


class Finding(NamedTuple):
    """A violation or a notice, and where it stands."""

    what: Violation | Notice
    spots: tuple[Spot, ...]
    has_lines: bool
    """Whether it is shown beside lines; otherwise the summary shows it in full."""

    @property
    def severity(self) -> str:
        return self.what.severity if isinstance(self.what, Notice) else "fault"


@dataclass(slots=True)
class ShownLine:
    """One line as it was written, and what is to say of it."""

    number: int | None
    text: str
    anchor: str
    findings: list[Finding] = field(default_factory=list)

    @property
    def severity(self) -> str:
        """The most severe of the line's findings: fault, warning or info; empty without any."""
        found = {finding.severity for finding in self.findings}
        return next((name for name in ("fault", "warning", "info") if name in found), "")


@dataclass(slots=True)
class ShownList:
    """One list: a player's, or the card pool."""

    anchor: str
    name: str
    read_as: str
    """The syntax that was recognised, and what told it, as a sentence."""
    sizes: list[tuple[str, int]]
    """Copies by section, in words."""
    lines: list[ShownLine]
    findings: list[Finding] = field(default_factory=list)
    """What is about the list and no line of it."""


class Verdict(NamedTuple):
    """What one policy says."""

    policy: str
    findings: tuple[Finding, ...]
    own: tuple[Finding, ...]
    """Those that no verdict before it has."""

    @property
    def legal(self) -> bool:
        return not self.findings


class Answer(NamedTuple):
    """The whole answer about one team."""

    team: str
    is_team: bool
    verdict: Verdict
    other: Verdict | None
    """The verdict of another policy, where it finds otherwise."""
    notices: tuple[Finding, ...]
    lists: tuple[ShownList, ...]
    event: tuple[tuple[str, str], ...]
    document: dict[str, Any]
    """The report as the API gives it."""


def answer(report: Report, form: Form, entries: Sequence[int]) -> Answer:
    """The report about the lists of this form; `entries` are the decks' boxes, from 0."""
    case = report.case
    lists: list[ShownList] = []
    for box, grouped in groupby(zip(entries, case.decks, strict=True), itemgetter(0)):
        lists += _shown_lists([deck for _, deck in grouped], form.filled[box].given)
    if case.pool:
        lists += _shown_lists([case.pool], form.pool_given)
    shown = _Spots(lists)
    findings = shown.findings(report.violations)
    verdict = Verdict(policy_words(case.event.policy), findings, findings)
    other = _other_verdict(report, shown)
    # Where both verdicts are shown, the notice that they differ would say it again.
    notices = shown.findings(
        notice for notice in report.notices if not (other and notice.code == "policy-differs")
    )
    shown.mark((*verdict.findings, *notices))
    return Answer(
        team=case.event.team or "",
        is_team=case.structure != "individual",
        verdict=verdict,
        other=other,
        notices=notices,
        lists=tuple(lists),
        event=_event(report),
        document=report.as_dict(),
    )


class _Spots:
    """Where the places of findings are on the page."""

    def __init__(self, lists: Sequence[ShownList]) -> None:
        self.lists = {one.anchor: one for one in lists}
        self._lines: dict[tuple[str, int | None, str | None], ShownLine] = {}
        for one in lists:
            for line in one.lines:
                self._lines[one.anchor, line.number, line.text] = line
                self._lines.setdefault((one.anchor, line.number, None), line)

    def findings(self, found: Iterable[Violation | Notice]) -> tuple[Finding, ...]:
        """Each with its spots, one a line."""
        return tuple(self._finding(what) for what in found)

    def mark(self, findings: Iterable[Finding]) -> None:
        """Put each finding beside its lines, or at the head of its list."""
        for finding in findings:
            shown = (self._line(place) or self._list(place) for place in finding.what.places)
            for one in {one.anchor: one for one in shown}.values():
                one.findings.append(finding)

    def _finding(self, what: Violation | Notice) -> Finding:
        spots = dict.fromkeys(self._spot(place) for place in what.places)
        has_lines = any(self._line(place) for place in what.places)
        return Finding(what, tuple(spots), has_lines)

    def _spot(self, place: Place) -> Spot:
        one = self._list(place)
        line = self._line(place)
        if line:
            return Spot(line.anchor, f"{one.name}, line {line.number}")
        return Spot(one.anchor, one.name)

    def _list(self, place: Place) -> ShownList:
        return self.lists[_anchor(place.deck)]

    def _line(self, place: Place) -> ShownLine | None:
        """The line of a place: where entries of a document share one, that of its text."""
        if place.line is None:
            return None
        anchor = _anchor(place.deck)
        return self._lines.get((anchor, place.line, place.text)) or self._lines.get(
            (anchor, place.line, None)
        )


def _shown_lists(decks: Sequence[Deck], given: Given) -> Iterator[ShownList]:
    """The decks that one text holds, each with its part of it."""
    parts = written(given.text, [deck.decklist for deck in decks])
    for deck, part in zip(decks, parts, strict=True):
        yield _shown_list(deck, part, given.encoding)


def _shown_list(deck: Deck, part: Sequence[Written], encoding: str | None) -> ShownList:
    anchor = _anchor(deck.index)
    player = deck.decklist.player or ""
    number = "The card pool" if deck.index is None else f"Deck {deck.index + 1}"
    return ShownList(
        anchor=anchor,
        name=f"{number} ({player})" if player else number,
        read_as=read_as(deck.decklist, encoding),
        sizes=_sizes(deck),
        lines=[ShownLine(line.number, line.text, f"{anchor}-line-{line.key}") for line in part],
    )


def _sizes(deck: Deck) -> list[tuple[str, int]]:
    if deck.index is None:
        return [("card pool", sum(deck.sizes.values()))]
    sections = dict.fromkeys((MAIN, SIDEBOARD, *deck.sizes))
    return [
        (SECTIONS.get(section, section), deck.sizes[section])
        for section in sections
        if section == MAIN or deck.sizes[section]
    ]


def _anchor(deck: int | None) -> str:
    return "pool-list" if deck is None else f"deck-{deck + 1}"


def _other_verdict(report: Report, shown: _Spots) -> Verdict | None:
    here = {_kind(violation) for violation in report.violations}
    for policy_id, violations in report.also.items():
        if {_kind(violation) for violation in violations} != here:
            own = [violation for violation in violations if _kind(violation) not in here]
            words = policy_words(policy_id)
            return Verdict(words, shown.findings(violations), shown.findings(own))
    return None


def _kind(violation: Violation) -> tuple[object, ...]:
    return (violation.code, violation.card, violation.places)


def _event(report: Report) -> tuple[tuple[str, str], ...]:
    """What was judged by, for the line under the verdict."""
    case = report.case
    words = [
        ("Format", case.format.name),
        ("Date", case.day.isoformat()),
        ("Structure", STRUCTURES[case.structure]),
    ]
    if case.structure != "individual" and not case.is_limited:
        words.append(("Team rule", _rule(case.event.policy, case.policy)))
    if banlist := report.ruleset["banlist"]:
        words.append(("Banned and restricted list", banlist))
    words.append(("Card facts", report.ruleset["catalogue"]))
    return tuple(words)


def _rule(policy_id: str, policy: formats.Policy) -> str:
    words = policy_words(policy_id)
    return f"{words}: {policy.name}" if policy_id == formats.TOURNAMENT else words

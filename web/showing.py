"""The answer as the page shows it: each fault beside the line that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import formats
from decklists.lines import split
from validator import Notice, Place, Report, Violation
from validator.case import Deck
from validator.model import MAIN, SIDEBOARD
from web.choices import STRUCTURES, policy_words
from web.forms import Form

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
    """One line as it was typed, and what is to say of it."""

    number: int
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


def answer(report: Report, form: Form) -> Answer:
    """The report about the lists of this form."""
    case = report.case
    lists = [_shown_list(deck, box.list) for deck, box in zip(case.decks, form.filled, strict=True)]
    if case.pool:
        lists.append(_shown_list(case.pool, form.pool))
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

    def findings(self, found: Iterable[Violation | Notice]) -> tuple[Finding, ...]:
        """Each with its spots, one a line."""
        return tuple(self._finding(what) for what in found)

    def mark(self, findings: Iterable[Finding]) -> None:
        """Put each finding beside its lines, or at the head of its list."""
        for finding in findings:
            for place in dict.fromkeys((place.deck, place.line) for place in finding.what.places):
                line = self._line(*place)
                (line or self.lists[_anchor(place[0])]).findings.append(finding)

    def _finding(self, what: Violation | Notice) -> Finding:
        spots = dict.fromkeys(self._spot(place) for place in what.places)
        has_lines = any(self._line(place.deck, place.line) for place in what.places)
        return Finding(what, tuple(spots), has_lines)

    def _spot(self, place: Place) -> Spot:
        name = self.lists[_anchor(place.deck)].name
        line = self._line(place.deck, place.line)
        if line:
            return Spot(line.anchor, f"{name}, line {line.number}")
        return Spot(_anchor(place.deck), name)

    def _line(self, deck: int | None, number: int | None) -> ShownLine | None:
        lines = self.lists[_anchor(deck)].lines
        return lines[number - 1] if number and number <= len(lines) else None


def _shown_list(deck: Deck, typed: str) -> ShownList:
    anchor = _anchor(deck.index)
    player = deck.decklist.player or ""
    number = "The card pool" if deck.index is None else f"Deck {deck.index + 1}"
    return ShownList(
        anchor=anchor,
        name=f"{number} ({player})" if player else number,
        sizes=_sizes(deck),
        lines=[
            ShownLine(number, text, f"{anchor}-line-{number}")
            for number, text in enumerate(split(typed), 1)
        ],
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

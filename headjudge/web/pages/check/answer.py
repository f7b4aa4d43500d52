"""The answer on the check page: verdicts, the versions judged by, and the lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import NamedTuple

import formats
from headjudge import documents
from headjudge.web.api.facts import structure_facts
from headjudge.web.pages.check.form import POOL_AREAS, CheckForm
from headjudge.web.pages.check.lists import Changes, Finding, Item, ListView, Spots, list_view
from headjudge.web.pages.check.suggestions import MOST_AT_ONCE, Change, Source
from headjudge.web.words.choices import STRUCTURES, policy_words
from headjudge.web.words.kinds import (
    OF_BOTH,
    kind_words,
    same_list_words,
    verdict_sentence,
    without_repeated,
)
from messages import Message, say
from validator import Report, Violation


class Verdict(NamedTuple):
    """The verdict of one policy."""

    policy: str
    findings: tuple[Finding, ...]
    own: tuple[Finding, ...]
    """Those missing from all previous verdicts."""
    is_team: bool
    is_one_deck: bool

    @property
    def legal(self) -> bool:
        return not self.findings

    @property
    def sentence(self) -> Message:
        """The verdict as in its heading."""
        codes = [finding.what.code for finding in self.findings]
        return verdict_sentence(codes, is_team=self.is_team, is_one_deck=self.is_one_deck)


class FindingKind(NamedTuple):
    """Findings of one kind."""

    words: str
    first: Item
    """The place of the first of them."""


class FindingGroup(NamedTuple):
    """The findings of one list, or of several together."""

    name: str
    kinds: tuple[FindingKind, ...]


class TeamAnswer(NamedTuple):
    """The complete answer about one team."""

    team: str
    verdict: Verdict
    other: Verdict | None
    """The verdict of another policy, if it differs."""
    notices: tuple[Finding, ...]
    lists: tuple[ListView, ...]
    groups: tuple[FindingGroup, ...]
    """A summary of the verdict's findings, by list and kind."""
    event: tuple[tuple[str, str], ...]
    facts: tuple[documents.StructureFact, ...]
    """How teams of the event play on its day."""
    document: documents.Report
    """The report as in the API."""

    @property
    def typos(self) -> list[Change]:
        """All certain corrections: names that are close to a single title."""
        single = (each.changes[0] for each in self.verdict.findings if len(each.changes) == 1)
        return list(islice((change for change in single if not change.words), MOST_AT_ONCE))


def answer(report: Report, form: CheckForm, entries: Sequence[int]) -> TeamAnswer:
    """The report about the lists of this form; `entries` are the decks' boxes, from 0."""
    case = report.case
    lists: list[ListView] = []
    sources: dict[int | None, Source] = {}
    for box, grouped in groupby(zip(entries, case.decks, strict=True), itemgetter(0)):
        decks = [deck for _, deck in grouped]
        values = form.filled[box]
        areas = form.areas_of(box)
        lists += [list_view(deck, values.given, areas) for deck in decks]
        source = Source(box, form.text_of(values), [deck.decklist for deck in decks], areas)
        sources |= dict.fromkeys((deck.index for deck in decks), source)
    if case.pool:
        lists.append(list_view(case.pool, form.pool_given, POOL_AREAS))
        sources[None] = Source(None, form.pool, [case.pool.decklist], POOL_AREAS)
    spots = Spots(lists, Changes(case, sources))
    findings = spots.findings(without_repeated(case, report.violations))
    kind = (case.structure != "individual", len(case.decks) == 1)
    verdict = Verdict(policy_words(case.event.policy), findings, findings, *kind)
    other = _other_verdict(report, spots, verdict)
    # If both verdicts are shown, the notice on their difference is redundant.
    notices = spots.findings(
        notice for notice in report.notices if not (other and notice.code == "policy-differs")
    )
    spots.mark((*verdict.findings, *notices))
    return TeamAnswer(
        team=case.event.team or "",
        verdict=verdict,
        other=other,
        notices=notices,
        lists=tuple(lists),
        groups=tuple(_groups(findings, lists)),
        event=event_and_versions(report),
        facts=tuple(structure_facts(case.groups[0].ruleset.format, case.day, case.structure)),
        document=report.as_dict(),
    )


def _groups(findings: Iterable[Finding], lists: Sequence[ListView]) -> Iterator[FindingGroup]:
    """The findings below lists, in the order of the lists, and those of several together."""
    grouped: dict[str | None, dict[str, list[Finding]]] = {view.anchor: {} for view in lists}
    names: dict[str | None, str] = {view.anchor: view.name for view in lists}
    for finding in findings:
        if finding.items:
            anchors = {item.spots[0].list_anchor for item in finding.items}
            anchor = anchors.pop() if len(anchors) == 1 else None
            grouped.setdefault(anchor, {}).setdefault(finding.what.code, []).append(finding)
    for anchor, by_code in grouped.items():
        if by_code:
            kinds = tuple(_kind(code, same) for code, same in by_code.items())
            yield FindingGroup(names.get(anchor, say("Together")), kinds)


def _kind(code: str, findings: Sequence[Finding]) -> FindingKind:
    first = findings[0].items[0]
    what = findings[0].what
    if isinstance(what, Violation) and code in OF_BOTH and not what.card:
        return FindingKind(same_list_words(), first)
    lines = first.short if len(first.runs) == 1 and len(first.numbers) > 1 else ""
    return FindingKind(kind_words(code, len(findings), lines), first)


def event_and_versions(report: Report) -> tuple[tuple[str, str], ...]:
    """The event and the versions judged by, each with its name."""
    case = report.case
    words: list[tuple[str, str]] = [
        (say("Format"), case.format.name),
        (say("Date"), case.day.isoformat()),
        (say("Structure"), STRUCTURES[case.structure]),
    ]
    if case.structure != "individual" and not case.is_limited:
        words.append((say("Team rule"), _rule(case.event.policy, case.policy)))
    if banlist := report.ruleset["banlist"]:
        words.append((say("Banned and restricted list"), banlist))
    return tuple(words)


def _rule(policy_id: str, policy: formats.Policy) -> str:
    words = policy_words(policy_id)
    if policy_id != formats.TOURNAMENT:
        return words
    return say("{rule}: {document}", rule=words, document=policy.name)


def _other_verdict(report: Report, spots: Spots, verdict: Verdict) -> Verdict | None:
    main = set(map(_identity, report.violations))
    for policy_id, found in report.also.items():
        violations = without_repeated(report.case, found)
        if set(map(_identity, found)) != main:
            own = [violation for violation in violations if _identity(violation) not in main]
            return verdict._replace(
                policy=policy_words(policy_id),
                findings=spots.findings(violations),
                own=spots.findings(own),
            )
    return None


def _identity(violation: Violation) -> tuple[object, ...]:
    return (violation.code, violation.card, violation.places)

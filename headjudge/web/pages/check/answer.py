"""The answer as the page shows it: the verdicts, what they were judged by, and the lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import formats
from headjudge import documents
from headjudge.web.pages.check import pictures
from headjudge.web.pages.check.form import Form
from headjudge.web.pages.check.lists import Changes, Finding, ShownList, Spots, shown_lists
from headjudge.web.pages.check.suggestions import Source
from headjudge.web.words import verdicts
from headjudge.web.words.choices import STRUCTURES, policy_words
from messages import Message, say
from validator import Report, Violation

PILES = {**pictures.NAMES, "multicolor": say("Multicolor"), "land": say("Land")}
"""What the piles are called in which the page shows what is left of a pool."""


class Verdict(NamedTuple):
    """What one policy says."""

    policy: str
    findings: tuple[Finding, ...]
    own: tuple[Finding, ...]
    """Those that no verdict before it has."""
    is_team: bool
    is_one_deck: bool

    @property
    def legal(self) -> bool:
        return not self.findings

    @property
    def sentence(self) -> Message:
        """The verdict as its heading says it."""
        return verdicts.sentence(
            len(self.findings), is_team=self.is_team, is_one_deck=self.is_one_deck
        )


class Answer(NamedTuple):
    """The whole answer about one team."""

    team: str
    verdict: Verdict
    other: Verdict | None
    """The verdict of another policy, where it finds otherwise."""
    notices: tuple[Finding, ...]
    lists: tuple[ShownList, ...]
    event: tuple[tuple[str, str], ...]
    document: documents.Report
    """The report as the API gives it."""
    piles: Mapping[str, Message] = PILES
    """What the piles of the remaining cards are called."""


def answer(report: Report, form: Form, entries: Sequence[int]) -> Answer:
    """The report about the lists of this form; `entries` are the decks' boxes, from 0."""
    case = report.case
    lists: list[ShownList] = []
    sources: dict[int | None, Source] = {}
    for box, grouped in groupby(zip(entries, case.decks, strict=True), itemgetter(0)):
        decks = [deck for _, deck in grouped]
        given = form.filled[box].given
        lists += shown_lists(decks, given, f"list-{box + 1}")
        source = Source(box, given.text, [deck.decklist for deck in decks])
        sources |= dict.fromkeys((deck.index for deck in decks), source)
    if case.pool:
        lists += shown_lists([case.pool], form.pool_given, "pool")
        sources[None] = Source(None, form.pool, [case.pool.decklist])
    shown = Spots(lists, Changes(case, sources))
    findings = shown.findings(report.violations)
    kind = (case.structure != "individual", len(case.decks) == 1)
    verdict = Verdict(policy_words(case.event.policy), findings, findings, *kind)
    other = _other_verdict(report, shown, verdict)
    # Where both verdicts are shown, the notice that they differ would say it again.
    notices = shown.findings(
        notice for notice in report.notices if not (other and notice.code == "policy-differs")
    )
    shown.mark((*verdict.findings, *notices))
    return Answer(
        team=case.event.team or "",
        verdict=verdict,
        other=other,
        notices=notices,
        lists=tuple(lists),
        event=_event(report),
        document=report.as_dict(),
    )


def _event(report: Report) -> tuple[tuple[str, str], ...]:
    """What was judged by, for the line under the verdict."""
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
    words.append((say("Card facts"), report.ruleset["catalogue"]))
    return tuple(words)


def _rule(policy_id: str, policy: formats.Policy) -> str:
    words = policy_words(policy_id)
    if policy_id != formats.TOURNAMENT:
        return words
    return say("{rule}: {document}", rule=words, document=policy.name)


def _other_verdict(report: Report, shown: Spots, verdict: Verdict) -> Verdict | None:
    here = {_kind(violation) for violation in report.violations}
    for policy_id, violations in report.also.items():
        if {_kind(violation) for violation in violations} != here:
            own = [violation for violation in violations if _kind(violation) not in here]
            return verdict._replace(
                policy=policy_words(policy_id),
                findings=shown.findings(violations),
                own=shown.findings(own),
            )
    return None


def _kind(violation: Violation) -> tuple[object, ...]:
    return (violation.code, violation.card, violation.places)

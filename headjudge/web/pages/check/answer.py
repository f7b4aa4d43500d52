"""The answer on the check page: verdict, lists with their findings, and exports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import NamedTuple

import formats
from headjudge import decklists, documents
from headjudge.web.api.facts import structure_facts
from headjudge.web.http import translate
from headjudge.web.pages.check.form import CheckForm, link_of
from headjudge.web.pages.check.suggestions import MOST_AT_ONCE, Change, Fix, Source, area_of
from headjudge.web.words.choices import STRUCTURES, policy_words
from headjudge.web.words.facts import with_local_title
from headjudge.web.words.kinds import (
    NAMED,
    OF_BOTH,
    fault_words,
    kind_words,
    verdict_sentence,
    without_repeated,
)
from messages import Message, say
from validator import Decklist, Notice, Place, Report, Violation
from validator import documents as reports
from validator.case import Case
from validator.decks import Deck
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD
from validator.model import SECTIONS as SECTION_NAMES
from validator.rules.lists import UNKNOWN_CARD

SECTIONS = SECTION_NAMES | {MAIN: say("main deck"), MAYBEBOARD: say("under consideration")}
"""Display names of list sections."""
NAMED_MOST = 6
"""Findings that the summary names one by one; of more it says how many there are of each kind."""
_NEWER = "newer"
SHORT_SENTENCES = {
    words: UNKNOWN_CARD.sentences[variant.removeprefix(_NEWER).removeprefix("/")]
    for variant, words in UNKNOWN_CARD.sentences.items()
    if variant.startswith(_NEWER)
}
"""Sentences of unknown cards without the day of the card facts, which is in a notice."""


@dataclass(slots=True, eq=False)
class ListView:
    """One list: a player's, or the card pool."""

    anchor: str
    name: str
    read_as: str
    """The detected syntax and the reason, as a sentence."""
    sizes: list[tuple[str, int]]
    """Copies by section, in words."""
    area: str
    """The id of the text area that it was typed into."""
    items: list[Item] = field(default_factory=list)


class PagePlace(NamedTuple):
    """The place of a finding on the page, with its label."""

    anchor: str
    name: str
    line: int | None
    list: ListView


@dataclass(slots=True, eq=False)
class Finding:
    """A violation or a notice, and its places."""

    what: Violation | Notice
    places: tuple[PagePlace, ...]
    fixes: tuple[Fix, ...] = ()
    """What a button can do about it, best first."""
    items: list[Item] = field(default_factory=list)
    """Its places on the page: in full at the first, as references at the others."""

    @property
    def severity(self) -> str:
        return self.what.severity if isinstance(self.what, Notice) else "fault"


@dataclass(slots=True)
class Item:
    """The findings on the same lines of a list, or on the whole list."""

    anchor: str
    places: tuple[PagePlace, ...]
    text: str
    """The line as written, if there is one."""
    findings: list[Finding] = field(default_factory=list)
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings on these lines that are shown in another list."""

    @property
    def area(self) -> str:
        """The id of the text area of its list."""
        return self.places[0].list.area

    @property
    def severity(self) -> str:
        """The most severe of the findings: fault, warning or info."""
        severities = {finding.severity for finding in (*self.findings, *self.elsewhere)}
        return next(name for name in ("fault", "warning", "info") if name in severities)

    @property
    def numbers(self) -> list[int]:
        """The lines, none for the list itself."""
        return [place.line for place in self.places if place.line is not None]

    @property
    def short(self) -> str:
        """The line numbers, consecutive ones as ranges."""
        return ", ".join(
            f"{first}–{last}" if last > first else f"{first}" for first, last in self.runs
        )

    @property
    def name(self) -> str:
        """Its list and its lines in words."""
        if len(self.places) == 1:
            return self.places[0].name
        return say("{list}, lines {numbers}", list=self.places[0].list.name, numbers=self.short)

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The runs of consecutive lines, each as its first and last number."""
        runs: list[tuple[int, int]] = []
        for number in self.numbers:
            if runs and runs[-1][1] == number - 1:
                runs[-1] = (runs[-1][0], number)
            else:
                runs.append((number, number))
        return runs


class Annotator:
    """Locates the places of findings on the page."""

    def __init__(self, lists: Sequence[ListView], fixes: Fixes) -> None:
        self.fixes = fixes
        self.lists = {view.anchor: view for view in lists}

    def findings(self, answers: Iterable[Violation | Notice]) -> tuple[Finding, ...]:
        """The violations or notices with their places, one a line.

        What is not known of several cards of a list is told at the first of them.
        """
        told: set[tuple[int | None, str]] = set()
        findings: list[Finding] = []
        for what in answers:
            if isinstance(what, Violation) and what.doubt and what.places:
                doubt = (what.places[0].deck, what.doubt)
                findings.append(self._finding(what._replace(doubt="") if doubt in told else what))
                told.add(doubt)
            else:
                findings.append(self._finding(what))
        return tuple(findings)

    def mark(self, findings: Iterable[Finding]) -> None:
        """Add each finding to its first list, and a reference to it to the others.

        The items of a list are in line order, each with an anchor of its own.
        """
        items: dict[tuple[PagePlace, ...], Item] = {}
        for finding in findings:
            by_list: dict[ListView, list[PagePlace]] = {}
            for place in finding.places:
                by_list.setdefault(place.list, []).append(place)
            for is_other, places in enumerate(by_list.values()):
                item = items.setdefault(tuple(places), self._item(places, finding.what))
                (item.elsewhere if is_other else item.findings).append(finding)
                finding.items.append(item)
        anchors: set[str] = set()
        for item in sorted(items.values(), key=lambda item: item.numbers):
            while item.anchor in anchors:
                item.anchor += "-also"
            anchors.add(item.anchor)
            item.places[0].list.items.append(item)

    def _item(self, places: Sequence[PagePlace], what: Violation | Notice) -> Item:
        first = places[0]
        anchor = first.anchor if first.line else f"{first.anchor}-whole"
        lines = {self._place(place): place.text or "" for place in what.places if place.line}
        text = lines.get(first, "") if len(places) == 1 else ""
        return Item(anchor, tuple(places), text)

    def _finding(self, what: Violation | Notice) -> Finding:
        places = dict.fromkeys(self._place(place) for place in what.places)
        fixes = self.fixes.of(what)
        if isinstance(what, Violation):
            what = what._replace(words=SHORT_SENTENCES.get(what.words, what.words))
        elif what.code == "line-ignored" and len(places) == 1 and what.places[0].line:
            # It stands below the line that it would repeat.
            what = what._replace(message=say("This line is not a card and was skipped."))
        return Finding(what, tuple(places), fixes)

    def _place(self, place: Place) -> PagePlace:
        view = self.lists[_anchor(place.deck)]
        if place.line is None:
            return PagePlace(view.anchor, view.name, None, view)
        name = say("{list}, line {number}", list=view.name, number=place.line)
        anchor = f"{view.anchor}-line-{place.line}"
        return PagePlace(anchor, name, place.line, view)


class Fixes:
    """What buttons can do about violations."""

    def __init__(self, case: Case, sources: Mapping[int | None, Source]) -> None:
        self.sources = sources
        self.decks = {deck.index: deck for deck in (*case.decks, *filter(None, [case.pool]))}
        self.names = {
            deck.place(line): line.name
            for deck in self.decks.values()
            for _, line, _ in deck.unresolved
        }

    def of(self, what: Violation | Notice) -> tuple[Fix, ...]:
        """The fixes of a violation: a title for a name, or fewer copies."""
        if isinstance(what, Notice):
            return ()
        if not what.suggestions:
            return tuple(self._removals(what))
        if len(what.places) != 1:
            return ()
        (place,) = what.places
        name = self.names.get(place)
        if name is None or place.line is None:
            return ()
        return tuple(self.sources[place.deck].titles(place.line, name, what.suggestions))

    def _removals(self, what: Violation) -> Iterator[Fix]:
        """Removes a forbidden sideboard, or excess copies from each deck that has them."""
        excess = (what.count or 0) - (what.limit or 0)
        is_sideboard = what.code == "sideboard-not-allowed"
        if excess <= 0 or not (is_sideboard or (what.card and what.limit is not None)):
            return
        lines: dict[int, list[int]] = {}
        for place in what.places:
            if place.line is not None and place.deck is not None:
                lines.setdefault(place.deck, []).append(place.line)
        for deck, numbers in lines.items():
            words = _removal(self.decks[deck], excess, numbers, is_sideboard=is_sideboard)
            yield from self.sources[deck].less(numbers, excess, words)


def _removal(deck: Deck, excess: int, lines: Sequence[int], *, is_sideboard: bool) -> Message:
    if is_sideboard:
        return say("Remove the sideboard")
    copies = sum(line.copies for line in deck.decklist.lines if line.number in lines)
    name = deck.decklist.player or _deck_label(deck.index)
    if copies <= excess:
        return say("{deck}: remove it", deck=name)
    return say("{deck}: cut to {number}", number=copies - excess, deck=name)


def list_view(deck: Deck, encoding: str | None, area: str, *, is_only: bool = False) -> ListView:
    """The view of a deck, without findings; the only one needs no number if it has a player.

    `encoding` is that of its file, where it was guessed.
    """
    player = deck.decklist.player or ""
    number = _deck_label(deck.index)
    name = say("{deck} ({player})", deck=number, player=player) if player else number
    return ListView(
        anchor=_anchor(deck.index),
        name=player if player and is_only else name,
        read_as=_syntax_message(deck.decklist, encoding),
        sizes=_sizes(deck),
        area=area,
    )


def _deck_label(index: int | None) -> Message:
    return say("The card pool") if index is None else say("Deck {number}", number=index + 1)


def _sizes(deck: Deck) -> list[tuple[str, int]]:
    if deck.index is None:
        copies = sum(deck.sizes.values())
        return [(say("card") if copies == 1 else say("cards"), copies)]
    sections = dict.fromkeys((MAIN, SIDEBOARD, *deck.sizes))
    return [
        (SECTIONS.get(section, section), deck.sizes[section])
        for section in sections
        if section == MAIN or deck.sizes[section]
    ]


def _anchor(deck: int | None) -> str:
    return "pool-list" if deck is None else f"deck-{deck + 1}"


def _syntax_message(deck: Decklist, encoding: str | None) -> Message:
    """The detected syntax with the reason, and a guessed encoding."""
    name = decklists.SYNTAXES[deck.syntax].name
    if encoding:
        return say(
            "Read as {syntax}: {because}. The file is not UTF-8 and was read as {encoding}.",
            syntax=name, because=deck.because, encoding=encoding,
        )  # fmt: skip
    return say("Read as {syntax}: {because}.", syntax=name, because=deck.because)


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
    """Findings of one kind, or one that is named."""

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
    document: reports.Report
    """The report as in the API."""

    @property
    def typos(self) -> list[Change]:
        """All certain corrections: names that are close to a single title."""
        single = (each.fixes[0] for each in self.verdict.findings if len(each.fixes) == 1)
        return list(islice((fix.change for fix in single if fix.title), MOST_AT_ONCE))


def answer(report: Report, form: CheckForm, entries: Sequence[int]) -> TeamAnswer:
    """The report about the lists of this form; `entries` are the decks' boxes, from 0."""
    case = report.case
    lists: list[ListView] = []
    sources: dict[int | None, Source] = {}
    for box, grouped in groupby(zip(entries, case.decks, strict=True), itemgetter(0)):
        decks = [deck for _, deck in grouped]
        entered = form.filled[box].input
        is_only = len(case.decks) == 1
        area = area_of(box)
        lists += [list_view(deck, entered.encoding, area, is_only=is_only) for deck in decks]
        source = Source(box, entered.text, [deck.decklist for deck in decks])
        sources |= dict.fromkeys((deck.index for deck in decks), source)
    if case.pool:
        lists.append(list_view(case.pool, form.pool_input.encoding, area_of(None)))
        sources[None] = Source(None, form.pool, [case.pool.decklist])
    annotator = Annotator(lists, Fixes(case, sources))
    findings = annotator.findings(without_repeated(case, report.violations))
    kind = (case.structure != "individual", len(case.decks) == 1)
    verdict = Verdict(policy_words(case.event.policy), findings, findings, *kind)
    other = _other_verdict(report, annotator, verdict)
    # If both verdicts are shown, the notice on their difference is redundant.
    notices = annotator.findings(
        notice for notice in report.notices if not (other and notice.code == "policy-differs")
    )
    annotator.mark((*verdict.findings, *notices))
    return TeamAnswer(
        team=case.event.team or "",
        verdict=verdict,
        other=other,
        notices=notices,
        lists=tuple(lists),
        groups=tuple(_groups(findings, lists, case.format.name)),
        event=event_and_versions(report),
        facts=tuple(structure_facts(case.groups[0].ruleset.format, case.day, case.structure)),
        document=report.as_dict(),
    )


def _groups(
    findings: Sequence[Finding], lists: Sequence[ListView], format_name: str
) -> Iterator[FindingGroup]:
    """The findings below lists, in the order of the lists, and those of several together."""
    grouped: dict[str | None, dict[str, list[Finding]]] = {view.anchor: {} for view in lists}
    names: dict[str | None, str] = {view.anchor: view.name for view in lists}
    for finding in findings:
        if finding.items:
            anchors = {item.places[0].list.anchor for item in finding.items}
            anchor = anchors.pop() if len(anchors) == 1 else None
            grouped.setdefault(anchor, {}).setdefault(finding.what.code, []).append(finding)
    is_few = len(findings) <= NAMED_MOST
    for anchor, by_code in grouped.items():
        if by_code:
            kinds = (
                _named(same, format_name)
                if code in NAMED and (is_few or (code in OF_BOTH and len(same) == 1))
                else [_counted(code, same)]
                for code, same in by_code.items()
            )
            yield FindingGroup(names.get(anchor, say("Together")), tuple(chain(*kinds)))


def _named(findings: Iterable[Finding], format_name: str) -> Iterator[FindingKind]:
    for finding in findings:
        if isinstance(finding.what, Violation):
            yield FindingKind(fault_words(finding.what, format_name), finding.items[0])


def _counted(code: str, findings: Sequence[Finding]) -> FindingKind:
    first = findings[0].items[0]
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


def _other_verdict(report: Report, annotator: Annotator, verdict: Verdict) -> Verdict | None:
    main = set(map(_identity, report.violations))
    for policy_id, found in report.also.items():
        violations = without_repeated(report.case, found)
        if set(map(_identity, found)) != main:
            own = [violation for violation in violations if _identity(violation) not in main]
            return verdict._replace(
                policy=policy_words(policy_id),
                findings=annotator.findings(violations),
                own=annotator.findings(own),
            )
    return None


def _identity(violation: Violation) -> tuple[object, ...]:
    return (violation.code, violation.card, violation.places)


class CopyText(NamedTuple):
    """A text to copy, with its label."""

    name: str
    text: str


class Copies(NamedTuple):
    """The exports of an answer."""

    link: str | None
    """The fragment of the share link; None if it would be too long."""
    result: str
    decks: tuple[CopyText, ...]


def copies_of(answer: TeamAnswer, case: Case, form: CheckForm) -> Copies:
    """The exports. Titles are the full English ones; names of no card are left unchanged."""
    decks = tuple(
        CopyText(view.name, decklists.write(deck.with_titles()))
        for view, deck in zip(answer.lists, case.decks, strict=False)
    )
    result = "".join(f"{line}\n" for line in _lines(answer))
    return Copies(link_of(form), result, decks)


def _lines(answer: TeamAnswer) -> Iterator[str]:
    """The answer in the reader's language, line by line: verdict and reasons."""
    if answer.team:
        yield answer.team
    yield translate(answer.verdict.sentence)
    yield " · ".join(f"{translate(name)}: {translate(value)}" for name, value in answer.event)
    for finding in answer.verdict.findings:
        yield _bullet(finding)
        violation = with_local_title(finding.what)
        if isinstance(violation, Violation):
            yield f"  → {translate(violation.fix)}"
    if answer.other:
        yield f"{translate(answer.other.policy)}: {translate(answer.other.sentence)}"
    yield from map(_bullet, answer.notices)


def _bullet(finding: Finding) -> str:
    message = translate(with_local_title(finding.what).message)
    places = "; ".join(translate(item.name) for item in finding.items)
    return f"- {message} ({places})" if places else f"- {message}"

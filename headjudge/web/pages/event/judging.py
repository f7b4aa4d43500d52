"""The verdict on each team of an event, and a summary of the event.

A team that cannot be judged never stops the rest.
"""

from __future__ import annotations

import csv
import datetime
import io
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from time import monotonic
from typing import Any, Literal, NamedTuple

import cards
from headjudge.web import question
from headjudge.web.fetched_lists import ListFetcher
from headjudge.web.http import LANGUAGES, Problem, cause
from headjudge.web.pages.check.answer import event_and_versions
from headjudge.web.pages.event.columns import Columns, cell_of, names
from headjudge.web.pages.event.entries import Entry
from headjudge.web.pages.event.upload import Sheet
from headjudge.web.schemas import team
from headjudge.web.words.kinds import fault_words, kind_words, without_repeated
from messages import Message, say, say_count
from validator import Notice, Report, Violation
from validator.decks import Deck
from validator.model import MAIN, Place
from validator.notices.lists import LINE_IGNORED
from validator.questions import shorten
from validator.titles import languages_of

logger = logging.getLogger(__name__)

State = Literal["legal", "illegal", "unasked", "no-list"]
OF_THE_EVENT = frozenset({"facts-older", "not-yet-sanctioned"})
"""Notices about the day, not about a team."""
OF_THE_ORGANIZER = frozenset({"format-inactive"})
"""Violations that no player can mend."""
SECONDS_MAX = 60.0
"""For judging an event with streamed results; a thousand ordinary teams take two."""
TOGETHER_SECONDS = 2.0
"""The same where the results are sent together."""

STATES: dict[State, Message] = {
    "legal": say("Legal"),
    "illegal": say("Not legal"),
    "unasked": say("Cannot be checked"),
    "no-list": say("List missing"),
}
TOO_SLOW = say(
    "This team was not checked, as the teams before it took too long. Please check the rest"
    " in a separate file."
)

REMARK_MAX = 300
"""Characters of a text that may be a remark in place of a list."""
DIVIDED_MAX = 20_000
"""Characters of a cell that is looked through for the lists of several players."""
NAMED_MOST = 3
"""Faults of a kind that are named one by one in the line of a team."""
CARDS_SHOWN = 10
"""Maximum titles in the summary."""


class Result(NamedTuple):
    """The result for a team."""

    entry: Entry
    state: State
    faults: tuple[Message | str, ...] = ()
    """Each as a sentence, with the fix."""
    notices: tuple[Message | str, ...] = ()
    kinds: tuple[Message | str, ...] = ()
    """Labels of the faults, by kind."""
    doubts: tuple[Message | str, ...] = ()
    """Labels of the notices: skipped lines as they were written, the number of the others."""
    to_mend: tuple[Message | str, ...] = ()
    """What the players can mend, each as a sentence to them."""
    titles: tuple[str | None, ...] = ()
    """The title in each fault, if it has one."""
    event: tuple[tuple[str, str], ...] = ()
    """The event and the versions judged by, each with its name."""
    of_event: tuple[Message | str, ...] = ()
    """The notices about the event."""
    language: str = ""
    """The language of a deck's titles, if the pages have it; empty for English."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The titles at fault."""
        return tuple(dict.fromkeys(filter(None, self.titles)))


def judge_entries(
    entries: Iterable[Entry], day: datetime.date, seconds: float = SECONDS_MAX
) -> Iterator[Result]:
    """The result of each team in order; teams not reached in time are marked as unchecked."""
    end, fetcher = monotonic() + seconds, ListFetcher()
    for entry in entries:
        if monotonic() > end:
            yield _unasked(entry, TOO_SLOW)
        else:
            yield judge_entry(entry, day, fetcher)


def judge_entry(entry: Entry, day: datetime.date, fetcher: ListFetcher) -> Result:
    """The result of one team; its links are fetched by the shared fetcher."""
    if entry.problem:
        return _unasked(entry, entry.problem)
    try:
        return _judge(entry, day, fetcher)
    except Problem as problem:
        return _problem_result(entry, problem)
    except Exception as error:  # one bad row must not stop the rest
        logger.exception("unexpected error in a team of an event")
        return _problem_result(entry, cause(error))


def _judge(entry: Entry, day: datetime.date, fetcher: ListFetcher) -> Result:
    def report_on(entry: Entry) -> Report:
        return question.judge(team.load(team.TEAM, entry.request), day, fetcher)

    report = report_on(entry)
    if remarks := _remarks(entry, report):
        entry = entry.without_lists(remarks)
        report = report_on(entry)
    filled = [deck for deck in entry.decks if str(deck.get("list", "")).strip()]
    if len(filled) == 1 and entry.rows and len(filled[0]["list"]) <= DIVIDED_MAX:
        # The cell of one player may hold the lists of both.
        alone = entry._replace(request={**entry.request, "decks": filled})
        whole = report_on(alone) if len(entry.decks) > 1 else report
        if len(whole.case.decks) > 1:
            divided = _divided(entry, filled[0]["list"], whole)
            entry, report = alone._replace(written=()), whole
            if divided and _lines(again := report_on(divided)) == _lines(whole):
                entry, report = divided, again
    return _result(entry, report)


def _divided(entry: Entry, text: str, report: Report) -> Entry | None:
    """The entry with the decks of a text as texts of their own, if each ends with a line."""
    lines, ends = text.split("\n"), [0]
    for deck in report.case.decks:
        read = deck.decklist
        numbers = [line.number or 0 for line in read.lines]
        ends.append(max([*numbers, *(line.number for line in read.unreadable)], default=0))
    ends[-1] = len(lines)
    if sorted(ends) != ends:
        return None
    texts = ["\n".join(lines[start:end]) for start, end in pairwise(ends)]
    return entry.divided(texts, [deck.decklist.player for deck in report.case.decks])


def _lines(report: Report) -> list[list[tuple[str, str, int]]]:
    """What was read of each list; unreadable lines as a section of their own."""
    return [
        [(line.section, line.name, line.copies) for line in deck.decklist.lines]
        + [("?", line.text, 0) for line in deck.decklist.unreadable]
        for deck in report.case.decks
    ]


def _remarks(entry: Entry, report: Report) -> dict[int, str]:
    """What is no list but a remark, such as "same as last time", by the number of its deck."""
    texts = [deck.get("list", "") for deck in entry.decks]
    counts = Counter(deck.decklist.sent for deck in report.case.decks)
    return {
        number: texts[number].strip()
        for deck in report.case.decks
        if (number := deck.decklist.sent) is not None
        and counts[number] == 1
        and number < len(texts)
        and _is_remark(texts[number], deck)
    }


def _is_remark(text: str, deck: Deck) -> bool:
    """Whether a text in place of a list is none, or is a name without a number: that of a deck
    rather than of its only card."""
    words = text.strip()
    if not words or len(text) > REMARK_MAX:
        return False
    return deck.is_missing or ("\n" not in words and not any(map(str.isdecimal, words)))


def _problem_result(entry: Entry, problem: Problem) -> Result:
    return _unasked(entry, *([fault.detail for fault in problem.faults] or [problem.detail]))


def _unasked(entry: Entry, *faults: Message | str) -> Result:
    return Result(entry, "unasked", faults, entry.of_rows, doubts=tuple(_doubts(entry, ())))


def _result(entry: Entry, report: Report) -> Result:
    decks = report.case.decks
    players = [deck.decklist.player or "" for deck in decks]
    of_team = [notice for notice in report.notices if notice.code not in OF_THE_EVENT]
    missing = [deck for deck in decks if deck.is_missing]
    violations = without_repeated(report.case, report.violations)
    state: State = "legal" if report.legal else "illegal"
    if not entry.players or (all(players) and len(players) > len(entry.decks)):
        entry = entry._replace(players=tuple(filter(None, players)))
    return Result(
        entry,
        "no-list" if missing else state,
        tuple(_sentence(violation, players) for violation in violations),
        (*entry.remarks, *entry.of_rows, *(notice.message for notice in of_team)),
        _kinds(report, missing),
        tuple(_doubts(entry, of_team)),
        tuple(_to_mend(entry, report, players)),
        tuple(violation.card for violation in violations),
        event_and_versions(report),
        tuple(notice.message for notice in report.notices if notice.code in OF_THE_EVENT),
        _language(decks),
    )


def _language(decks: Iterable[Deck]) -> str:
    catalogue = cards.catalogue()
    codes = (
        language.partition("-")[0]
        for deck in decks
        if deck.is_translated(catalogue)
        for language in languages_of(deck, catalogue)
    )
    return next((code for code in codes if code in LANGUAGES), "")


def _kinds(report: Report, missing: Sequence[Deck]) -> tuple[Message | str, ...]:
    """Labels of the faults: those of a kind with their cards if they are few, else their number.

    Whose list is missing is said by name; the state of the team says that it is.
    """
    words: list[Message | str] = [deck.label for deck in missing]
    places = {(Place(deck.index, MAIN),) for deck in missing}
    by_code: dict[str, list[Violation]] = {}
    for violation in without_repeated(report.case, report.violations):
        if violation.code != "main-too-small" or violation.places not in places:
            by_code.setdefault(violation.code, []).append(violation)
    for code, violations in by_code.items():
        if len(violations) <= NAMED_MOST:
            words += (fault_words(violation, report.case.format.name) for violation in violations)
        else:
            words.append(kind_words(code, len(violations)))
    return tuple(words)


def _doubts(entry: Entry, notices: Sequence[Notice]) -> Iterator[Message]:
    skipped = [notice for notice in notices if notice.code == LINE_IGNORED.code]
    places = [place for notice in skipped for place in notice.places]
    if len(places) > NAMED_MOST:
        yield say("{number} lines skipped", number=len(places))
    else:
        yield from (say("skipped: “{text}”", text=shorten(place.text or "")) for place in places)
    yield from (say("skipped: “{text}”", text=part.card) for part in entry.unused[:NAMED_MOST])
    if others := len(entry.notes) + len(notices) - len(skipped):
        yield say_count(others, "{number} notice", "{number} notices")


def _to_mend(entry: Entry, report: Report, players: list[str]) -> Iterator[Message]:
    for violation in without_repeated(report.case, report.violations):
        if violation.code in OF_THE_ORGANIZER:
            continue
        index = violation.places[0].deck if violation.places else None
        deck = None if index is None else report.case.decks[index]
        text = "" if index is None else "".join(entry.written[index : index + 1])
        if deck and deck.is_missing and text:
            yield say(
                "{player}: you wrote “{text}”; please send the list.", player=deck.label, text=text
            )
        else:
            yield _sentence(violation, players)


def _sentence(violation: Violation, players: list[str]) -> Message:
    """The fault in words, with the list and line if it concerns one."""
    values: dict[str, Any] = {"message": violation.message, "fix": violation.fix}
    place = violation.places[0] if len(violation.places) == 1 else None
    if place is None or place.deck is None or place.line is None:
        return say("{message} {fix}", **values)
    values |= {"line": place.line, "number": place.deck + 1}
    if player := players[place.deck]:
        return say("{player}, line {line}: {message} {fix}", player=player, **values)
    return say("Deck {number}, line {line}: {message} {fix}", **values)


class Summary(NamedTuple):
    """Statistics on the teams of an event."""

    teams: int
    states: dict[str, int]
    """Teams by state."""
    cards: list[tuple[str, int]]
    """The titles most often at fault, with the number of teams."""
    event: dict[str, list[tuple[str, int]]]
    """The values of `Result.event` by name, with the number of teams."""
    notices: list[Message | str]
    """The notices about the event, each once."""


def summary(results: Iterable[Result], remarks: Iterable[Message] = ()) -> Summary:
    """The statistics, with remarks on the file; ties are sorted alphabetically."""
    states: Counter[str] = Counter()
    titles: dict[str, list[int]] = {}
    event: dict[str, Counter[str]] = {}
    notices: dict[Message | str, None] = dict.fromkeys(remarks)
    for result in results:
        states[result.state] += 1
        notices.update(dict.fromkeys(result.of_event))
        for card in result.cards:
            titles.setdefault(card, []).append(result.entry.number)
        for name, value in result.event:
            event.setdefault(name, Counter())[value] += 1
    # Of one deck that several teams have copied no title is more common than another.
    of_teams = Counter(map(tuple, titles.values()))
    common = {
        card: len(teams)
        for card, teams in titles.items()
        if len(teams) > 1 and of_teams[tuple(teams)] == 1
    }
    return Summary(
        states.total(),
        dict(states),
        _most(Counter(common))[:CARDS_SHOWN],
        {name: _most(values) for name, values in event.items()},
        list(notices),
    )


def _most(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


HEADER = (
    say("Verdict"), say("Faults"), say("Notices"), say("Status"), say("Note"), say("Changes")
)  # fmt: skip
_FORMULA = re.compile(r"[^\S\t\r]*+[=+\-@\t\r]")

Translate = Callable[[Message | str], str]


def result_rows(
    sheet: Sheet, columns: Columns, results: Iterable[Result], translate: Translate
) -> Iterator[list[str]]:
    """The header and every row of the sheet, followed by the result and the progress.

    `translate` translates a message into the reader's language.
    """
    by_row: dict[int, Result] = {}
    replaced: dict[int, int] = {}
    for result in results:
        by_row |= dict.fromkeys(result.entry.rows, result)
        replaced |= result.entry.replaced
    header = names(sheet, columns.header)
    yield [*header, *map(translate, HEADER)]
    for index in range(columns.first, len(sheet.rows)):
        cells = [cell_of(sheet.rows[index], column) for column in range(len(header))]
        words = [""] * len(HEADER)
        if newer := replaced.get(index):
            words[0] = translate(say("Replaced by row {row}", row=newer))
        elif found := by_row.get(index):
            words = list(_result_words(found, translate))
        yield [*cells, *words]


def as_csv(table: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """The table as CSV in UTF-8, safe against formula injection."""
    text = io.StringIO()
    # Spreadsheets detect UTF-8 by its byte order mark.
    text.write("\ufeff")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows(map(_escape_formula, row) for row in table)
    return text.getvalue().encode("utf-8", "replace")


def _result_words(result: Result, translate: Translate) -> Iterator[str]:
    """The cells below `HEADER`."""
    yield translate(STATES[result.state])
    yield "\n".join(map(translate, result.faults))
    yield "\n".join(map(translate, result.notices))
    yield from map(translate, result.entry.progress)


def _escape_formula(cell: str) -> str:
    """The cell, with an apostrophe before anything a spreadsheet would execute."""
    return f"'{cell}" if _FORMULA.match(cell) else cell

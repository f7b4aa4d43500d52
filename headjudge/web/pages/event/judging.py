"""The verdict on each team of an event, and a summary of the event.

A team that cannot be judged never stops the rest.
"""

from __future__ import annotations

import datetime
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, Literal, NamedTuple

import cards
from headjudge.web.inputs import question, team
from headjudge.web.inputs.fetched_lists import ListFetcher
from headjudge.web.pages.check.answer import event_and_versions
from headjudge.web.pages.event.entries import Entry
from headjudge.web.service.languages import LANGUAGES
from headjudge.web.service.problems import Problem, cause
from headjudge.web.words.kinds import kind_words
from messages import Message, say, say_count
from validator import Report, Violation
from validator.decks import Deck
from validator.titles import languages_of

logger = logging.getLogger(__name__)

State = Literal["legal", "illegal", "unasked", "no-list"]
OF_READING = frozenset({"unknown-card", "ambiguous-card", "unreadable-line"})
"""Violations about unreadable input."""
OF_THE_EVENT = frozenset({"facts-older", "not-yet-sanctioned"})
"""Notices about the day, not about a team."""
SECONDS_MAX = 60.0
"""For judging an event with streamed results; a thousand ordinary teams take two."""
TOGETHER_SECONDS = 2.0
"""The same where the results are sent together."""

STATES: dict[State, Message] = {
    "legal": say("Legal"),
    "illegal": say("Not legal"),
    "unasked": say("Cannot be checked"),
    "no-list": say("No list"),
}
TOO_SLOW = say(
    "This team was not checked, as the teams before it took too long. Please check the rest"
    " in a separate file."
)

REMARK_MAX = 300
"""Characters of a text that may be a remark in place of a list."""
CARDS_SHOWN = 10
"""Maximum titles in the summary."""


class Result(NamedTuple):
    """The result for a team."""

    entry: Entry
    state: State
    faults: tuple[Message | str, ...] = ()
    """Each as a sentence, with the fix."""
    notices: tuple[Message | str, ...] = ()
    is_unread: bool = False
    """Whether some of it was unreadable."""
    kinds: tuple[Message | str, ...] = ()
    """Labels of the faults, by kind."""
    titles: tuple[str | None, ...] = ()
    """The title in each fault, if it has one."""
    event: tuple[tuple[str, str], ...] = ()
    """The event and the versions judged by, each with its name."""
    of_event: tuple[Message | str, ...] = ()
    """The notices about the event."""
    language: str = ""
    """The language of a deck's titles, if the pages have it; empty for English."""

    @property
    def flags(self) -> tuple[str, ...]:
        """The filters that match the team."""
        flags = {
            self.state: True,
            "unread": self.is_unread,
            "noted": bool(self.notices),
            "no-list": self.entry.lacks_list,
        }
        return tuple(flag for flag, is_shown in flags.items() if is_shown)

    @property
    def cards(self) -> tuple[str, ...]:
        """The titles at fault."""
        return tuple(dict.fromkeys(filter(None, self.titles)))

    @property
    def classes(self) -> str:
        """The id of its row on the page."""
        return " ".join(self.flags)


def judge_entries(
    entries: Iterable[Entry], day: datetime.date, seconds: float = SECONDS_MAX
) -> Iterator[Result]:
    """The result of each team in order; teams not reached in time are marked as unchecked."""
    end, fetcher = monotonic() + seconds, ListFetcher()
    for entry in entries:
        if monotonic() > end:
            yield Result(entry, "unasked", (TOO_SLOW,), entry.notes, is_unread=True)
        else:
            yield judge_entry(entry, day, fetcher)


def judge_entry(entry: Entry, day: datetime.date, fetcher: ListFetcher) -> Result:
    """The result of one team; its links are fetched by the shared fetcher."""
    if entry.problem:
        return Result(entry, "unasked", (entry.problem,), entry.notes, is_unread=True)
    try:
        return _judge(entry, day, fetcher)
    except Problem as problem:
        return _problem_result(entry, problem)
    except Exception as error:  # one bad row must not stop the rest
        logger.exception("unexpected error in a team of an event")
        return _problem_result(entry, cause(error))


def _judge(entry: Entry, day: datetime.date, fetcher: ListFetcher) -> Result:
    report = question.judge(team.load(team.TEAM, entry.request), day, fetcher)
    if remarks := _remarks(entry, report):
        entry = entry.without_lists(remarks)
        report = question.judge(team.load(team.TEAM, entry.request), day, fetcher)
    return _result(entry, report)


def _remarks(entry: Entry, report: Report) -> dict[int, str]:
    """What is no list but a remark, such as "same as last time", by the number of its deck."""
    texts = [deck.get("list", "") for deck in entry.decks]
    if len(texts) != len(report.case.decks):
        return {}
    decks = zip(texts, report.case.decks, strict=True)
    return {
        number: text.strip()
        for number, (text, deck) in enumerate(decks)
        if text.strip() and len(text) <= REMARK_MAX and deck.is_missing
    }


def _problem_result(entry: Entry, problem: Problem) -> Result:
    details = [fault.detail for fault in problem.faults] or [problem.detail]
    return Result(entry, "unasked", tuple(details), entry.notes, is_unread=True)


def _result(entry: Entry, report: Report) -> Result:
    decks = report.case.decks
    players = [deck.decklist.player or "" for deck in decks]
    notices = (notice.message for notice in report.notices if notice.code not in OF_THE_EVENT)
    missing = [deck for deck in decks if deck.is_missing]
    state: State = "legal" if report.legal else "illegal"
    return Result(
        entry._replace(players=entry.players or tuple(filter(None, players))),
        "no-list" if decks and len(missing) == len(decks) else state,
        tuple(_sentence(violation, players) for violation in report.violations),
        (*entry.remarks, *entry.notes, *notices),
        any(violation.code in OF_READING for violation in report.violations)
        or any(deck.decklist.unread and not deck.entries for deck in decks),
        _kinds(report, len(missing)),
        tuple(violation.card for violation in report.violations),
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


def _kinds(report: Report, missing: int) -> tuple[Message, ...]:
    codes = Counter(violation.code for violation in report.violations)
    words: list[Message] = []
    if missing:
        codes["main-too-small"] -= missing
        words.append(say_count(missing, "{number} list missing", "{number} lists missing"))
    return (*words, *(kind_words(code, number) for code, number in codes.items() if number))


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
    flags: dict[str, int]
    """Teams by filter."""
    cards: list[tuple[str, int]]
    """The titles most often at fault, with the number of teams."""
    event: dict[str, list[tuple[str, int]]]
    """The values of `Result.event` by name, with the number of teams."""
    notices: list[Message | str]
    """The notices about the event, each once."""


class Count:
    """Accumulates results."""

    def __init__(self) -> None:
        self._states: Counter[str] = Counter()
        self._flags: Counter[str] = Counter()
        self._cards: Counter[str] = Counter()
        self._event: dict[str, Counter[str]] = {}
        self._notices: dict[Message | str, None] = {}

    def add(self, result: Result) -> None:
        """Add a team."""
        self._states[result.state] += 1
        self._flags.update(result.flags)
        self._cards.update(result.cards)
        for name, value in result.event:
            self._event.setdefault(name, Counter()).update([value])
        self._notices.update(dict.fromkeys(result.of_event))

    def summary(self) -> Summary:
        """The statistics; ties are sorted alphabetically."""
        return Summary(
            sum(self._states.values()),
            dict(self._states),
            dict(self._flags),
            _most(self._cards)[:CARDS_SHOWN],
            {name: _most(values) for name, values in self._event.items()},
            list(self._notices),
        )


def summary(results: Iterable[Result]) -> Summary:
    """The summary of all results."""
    count = Count()
    for result in results:
        count.add(result)
    return count.summary()


def _most(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))

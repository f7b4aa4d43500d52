"""A partition judged: each of its rows becomes a row of results, and its titles an index."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextvars import copy_context
from typing import Any, NamedTuple

import formats
from cards import use
from headjudge.cli.audit import store, tables
from headjudge.cli.audit.corpus import CorpusFile, Partition, partitions_of
from headjudge.cli.audit.question import Facts, Question, facts_for
from headjudge.cli.audit.reading import Row, rows_of
from headjudge.cli.audit.rows import Team, Unasked, named, roles_of, team_in
from headjudge.cli.audit.store import Store
from headjudge.cli.audit.tally import Tally
from validator import Report, questions, validate
from validator.limited.products import check_product
from validator.report import digest

logger = logging.getLogger(__name__)

Entry = tuple[str, int, int, str, int]
"""A row of the index, as `tables.TITLES` has it."""


class Part(NamedTuple):
    """A partition to be judged, and what its results are called."""

    name: str
    partition: Partition


class Done(NamedTuple):
    """What was judged of a partition."""

    name: str
    size: int
    tally: Tally


def plan(file: CorpusFile, block: int, columns: Mapping[str, str]) -> list[Partition]:
    """The partitions of a file; see `corpus.partitions_of`."""
    return partitions_of(file, block, dict(columns))


def judge(part: Part, question: Question, place: Store) -> Done:
    """Judge a partition and put its results in their place; CannotBeAsked.

    The results are put there last: where they are, the index is as well. To judge a partition
    twice, as when a worker was taken for dead, writes the same again.
    """
    return copy_context().run(_judge, part, question, place)


def counted(names: Sequence[str], place: Store) -> Tally:
    """The numbers of parts that are judged."""
    total = Tally()
    for name in names:
        with place.opened(f"{store.RESULTS}/{name}") as file:
            total.add(tables.tally_of(file))
    return total


def _judge(part: Part, question: Question, place: Store) -> Done:
    facts = facts_for(question)
    use(facts)  # readers of lists ask it for titles
    part.partition.file.check_unchanged()
    tally = Tally()
    with (
        place.at(store.RESULTS).writing(part.name) as results_path,
        place.at(store.TITLES).writing(part.name) as titles_path,
        tables.writer(titles_path, tables.TITLES, is_sorted=True) as titles,
        tables.writer(results_path, tables.RESULTS) as results,
    ):
        for row in rows_of(part.partition):
            result, entries = result_of(row, part.partition.file.name, question, facts)
            tally.count(result)
            results.add([tuple(result.values())])
            titles.add(entries)
        titles.close()
        results.close(tally)
    return Done(part.name, part.partition.size, tally)


def result_of(
    row: Row, file: str, question: Question, facts: Facts
) -> tuple[dict[str, Any], list[Entry]]:
    """The row of results, with its entries of the index; whatever the row holds."""
    identifier = team_name = None
    try:
        if row.document is None:
            raise row.problem or Unasked("not-json")
        roles = roles_of(row.document, dict(question.columns))
        identifier, team_name = named(row.document, roles)
        play_format = formats.load(question.format)
        team = team_in(row.document, roles, play_format, question.structure)
        report = _report(team, question, facts)
        answer = _answered(report, team.notices)
        entries = list(_entries(report, row.number))
    except Unasked as problem:
        answer, entries = _unanswered(problem), []
    except Exception as error:  # one bad row never stops the rest
        logger.exception("unexpected error in row %d of %s", row.number, file)
        message = f"The program failed at this row: {type(error).__name__}."
        answer, entries = _unanswered(Unasked("error", message)), []
    said = {"file": file, "row": row.number, "id": identifier, "team": team_name}
    return said | answer, entries


def _report(team: Team, question: Question, facts: Facts) -> Report:
    event = question.event
    try:
        if team.team_size is not None:
            questions.check_team_size(event.structure, team.team_size)
            event = event._replace(team_size=team.team_size)
        if team.product is not None:
            check_product(team.product, facts)
            event = event._replace(product=team.product)
    except questions.CannotBeAsked as error:
        raise Unasked("wrong-request", str(error)) from None
    return validate(event, team.decks, team.pool, facts)


def _answered(report: Report, remarks: tuple[str, ...]) -> dict[str, Any]:
    violations = report.violations
    return {
        "legal": report.legal,
        "codes": list(dict.fromkeys(one.code for one in violations)),
        "cards": list(dict.fromkeys(one.card for one in violations if one.card)),
        "notices": list(dict.fromkeys((*remarks, *(one.code for one in report.notices)))),
        "digests": [digest(deck) for deck in report.case.decks],
        "problem": None,
        "message": None,
    }


def _unanswered(problem: Unasked) -> dict[str, Any]:
    return {
        "legal": None,
        "codes": [],
        "cards": [],
        "notices": [],
        "digests": [],
        "problem": problem.problem,
        "message": problem.message,
    }


def _entries(report: Report, row: int) -> Iterator[Entry]:
    for index, deck in enumerate(report.case.decks):
        copies: Counter[tuple[str, str]] = Counter()
        for line, card in deck.entries:
            copies[card.title, line.section] += line.copies
        for (title, section), count in copies.items():
            yield title, row, index, section, count

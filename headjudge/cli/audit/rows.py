"""Rows of a corpus: each is a request of a batch, judged to a result and index entries."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from itertools import islice
from typing import Any, NamedTuple

from pyarrow.parquet import ParquetFile

from cards import Catalogue, use
from headjudge.cli.audit import tables
from headjudge.cli.audit.corpus import DAMAGES, CorpusFile, Part, is_damage, lines_of, parts_of
from headjudge.cli.audit.question import Question, facts_for
from headjudge.cli.audit.store import PLANS, RESULTS, TITLES, Store
from headjudge.web.inputs.identifiers import is_identifier
from headjudge.web.inputs.question import question_of
from headjudge.web.inputs.team import BATCH_LINE, load
from headjudge.web.service.json_bodies import parse_json
from headjudge.web.service.problems import Problem
from validator import Report, validate
from validator.questions import shorten
from validator.report import digest

logger = logging.getLogger(__name__)

BATCH = 4_096
"""Rows read, judged and written together."""
PROBLEMS: Mapping[str, str] = {
    "not-json": "The line is no JSON in UTF-8.",
    "too-long": "The line is longer than 1 MiB.",
    "damaged": "The file is damaged from here on.",
    "wrong-request": "The row is a request that the service would refuse.",
    "other-format": "The row is for another format, or another structure, than the audit's.",
    "error": "The program failed at this row: please report it.",
}
"""Why a row could not be judged, by the code in the results."""
Result = tuple[Any, ...]
"""A row of `tables.RESULTS`."""
Entry = tuple[str, int, int, str, int]
"""A row of `tables.TITLES`."""


class NotJudged(Exception):
    """A row cannot be judged: a code from `PROBLEMS`, and a sentence."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message or PROBLEMS[code]


class Row(NamedTuple):
    """One row: a line or record, or the reason why it cannot be read."""

    number: int
    """Its number in the file, from 1."""
    content: bytes | Mapping[str, Any] | NotJudged


def plan(file: CorpusFile, block: int, place: Store) -> list[Part]:
    """The parts of a file, from an earlier run if possible; see `corpus.parts_of`."""
    name = f"{PLANS}/{file.version}.json"
    parts: list[list[Any]] | None = place.read(name)
    if parts is None:
        parts = [list(part[1:]) for part in parts_of(file, block)]
        place.write(name, parts)
    return [Part(file, *part) for part in parts]


def judge(part: Part, question: Question, place: Store) -> tuple[int, int]:
    """Judge a part and write its results; returns its size and number of teams.

    The results are written last, so if they exist, the index does too. Judging a part twice, as
    after a lost connection to a worker, writes the same files. Raises CommandError.
    """
    return copy_context().run(_judge, part, question, place)


def _judge(part: Part, question: Question, place: Store) -> tuple[int, int]:
    facts = facts_for(question)
    use(facts)  # list readers look up titles
    part.file.check_unchanged()
    teams = 0
    rows = rows_of(part)
    with (
        tables.writer(place, f"{RESULTS}/{part.name}", tables.RESULTS) as results,
        tables.writer(place, f"{TITLES}/{part.name}", tables.TITLES) as titles,
    ):
        while batch := [judge_row(row, part.file.name, question) for row in islice(rows, BATCH)]:
            results([result for result, _ in batch])
            titles(sorted(entry for _, entries in batch for entry in entries))
            teams += len(batch)
    return part.size, teams


def rows_of(part: Part) -> Iterator[Row]:
    """The non-blank rows in order; damage ends them with a row that reports it."""
    number = part.row
    try:
        with part.file.open() as file:
            reader = _lines if part.file.kind == "ndjson" else _records
            for number, content in enumerate(reader(part, file), part.row):
                if not isinstance(content, bytes) or content.strip():
                    yield Row(number, content)
            number += 1
    except (OSError, *DAMAGES) as error:
        if not is_damage(error):
            raise
        yield Row(number, NotJudged("damaged", f"The file is damaged from here on: {error}."))


def _lines(part: Part, file: Any) -> Iterator[bytes | NotJudged]:
    file.seek(part.start)
    position = part.start
    for line, size in lines_of(file):
        yield NotJudged("too-long") if line is None else line
        position += size
        if position == part.stop:
            return


def _records(part: Part, file: Any) -> Iterator[Any]:
    parquet = ParquetFile(file)
    stop = parquet.num_row_groups if part.stop is None else part.stop
    for batch in parquet.iter_batches(BATCH, row_groups=range(part.start, stop)):
        yield from map(_without_nulls, batch.to_pylist(maps_as_pydicts="strict"))


def _without_nulls(value: Any) -> Any:
    """The value without nulls: Parquet has all fields in every object, absent ones as null."""
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def judge_row(row: Row, file: str, question: Question) -> tuple[Result, list[Entry]]:
    """The result of a row and its index entries; never raises, whatever the row holds."""
    request: Any = None
    entries: list[Entry] = []
    try:
        if isinstance(row.content, NotJudged):
            raise row.content
        request = _parse(row.content) if isinstance(row.content, bytes) else row.content
        report = _report(request, question, facts_for(question))
        answer = _verdict(report)
        entries = list(_entries(report, row.number))
    except NotJudged as problem:
        answer = (None, [], [], [], [], problem.code, _text(problem.message))
    except Exception as error:  # one bad row must not stop the rest
        logger.exception("unexpected error in row %d of %s", row.number, file)
        message = f"The program failed at this row: {type(error).__name__}."
        answer = (None, [], [], [], [], "error", message)
    names = (request.get(name) if isinstance(request, dict) else None for name in ("id", "team"))
    return (file, row.number, *map(_name, names), *answer), entries


def _parse(line: bytes) -> Any:
    try:
        return parse_json(line)
    except Problem as problem:
        raise NotJudged("not-json", problem.detail) from None


def _report(request: Any, question: Question, facts: Catalogue) -> Report:
    """The report on a request, with the audit's day and policy in place of its own."""
    event = question.event
    try:
        if isinstance(request, dict):
            _check_event(request, question)
            request = {
                name: value for name, value in request.items() if name not in ("also", "as_of")
            } | {"format": event.format, "structure": event.structure, "policy": event.policy}
            if event.team_size is not None:
                request.setdefault("team_size", event.team_size)
        team = question_of(load(BATCH_LINE, request), event.day)
    except Problem as problem:
        at = f"{problem.faults[0].pointer}: " if problem.faults else ""
        raise NotJudged("wrong-request", f"{at}{problem.detail}") from None
    # Suggestions for unknown titles would be most of the cost.
    return validate(team.event, team.decks, team.pool, facts, searched=0)


def _check_event(request: Mapping[str, Any], question: Question) -> None:
    """Raise NotJudged for a row with another event, or with lists by link."""
    decks = request.get("decks")
    lists = [deck for deck in (decks if isinstance(decks, list) else []) if isinstance(deck, dict)]
    for document in (request, *lists):
        if (name := document.get("format", question.format)) != question.format:
            raise NotJudged("other-format", f'The row is for "{shorten(str(name))}".')
    if (structure := request.get("structure", question.structure)) != question.structure:
        raise NotJudged("other-format", f'The team plays as "{shorten(str(structure))}".')
    if "house" in request:
        raise NotJudged("other-format", "The team plays by house rules.")
    pool = request.get("pool")
    if any("url" in document for document in (*lists, pool if isinstance(pool, dict) else {})):
        raise NotJudged("wrong-request", "An audit fetches no links.")


def _verdict(report: Report) -> tuple[Any, ...]:
    violations = report.violations
    return (
        report.legal,
        list(dict.fromkeys(violation.code for violation in violations)),
        list(dict.fromkeys(violation.card for violation in violations if violation.card)),
        list(dict.fromkeys(notice.code for notice in report.notices)),
        [digest(deck) for deck in report.case.decks],
        None,
        None,
    )


def _entries(report: Report, row: int) -> Iterator[Entry]:
    for index, deck in enumerate(report.case.decks):
        copies: Counter[tuple[str, str]] = Counter()
        for line, card in deck.entries:
            copies[card.title, line.section] += line.copies
        for (title, section), count in copies.items():
            yield title, row, index, section, count


def _name(value: Any) -> str | None:
    return _text(value) if is_identifier(value) else None


def _text(value: Any) -> str:
    """Text that can be encoded in UTF-8."""
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")

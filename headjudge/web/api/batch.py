"""Batches of teams (NDJSON): one request a line in, one answer a line out, in the same order."""

from __future__ import annotations

import datetime
import io
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from headjudge import documents
from headjudge.web.fetched_lists import ListFetcher
from headjudge.web.http import (
    NoFacts,
    Problem,
    cause,
    encode,
    expect_media_type,
    language_code,
    parse_json,
    read_body,
    translator_to,
)
from headjudge.web.limits import LIMITS
from headjudge.web.question import judge
from headjudge.web.schemas.fields import is_identifier
from headjudge.web.schemas.team import BATCH_LINE, load
from messages import say

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MEDIA_TYPE = "application/x-ndjson"
ACCEPTED = (MEDIA_TYPE, "application/ndjson", "application/jsonl")

TOO_MANY = say("A batch may have at most {most} lines: send several.", most=LIMITS.batch_lines)
TOO_LONG = say("A line may have at most {most} bytes.", most=LIMITS.batch_line)
TOO_LARGE = say("A batch may have at most {most} bytes: send several.", most=LIMITS.batch)

Line = bytes | None
"""None is a line over the limit."""
logger = logging.getLogger(__name__)


class LineAnswer(NamedTuple):
    """The answer to one line."""

    line: bytes
    """The line of JSON."""
    codes: tuple[str, ...] | None
    """The codes of the violations; None if no team was judged."""


def answers(
    environ: WSGIEnvironment, today: datetime.date, *, with_cards: bool = False
) -> Iterator[bytes]:
    """One line of JSON for each non-blank line of the body, in the same order.

    The body is read whole before the first answer, so clients may write all of it before they
    read. `with_cards` adds the cards of each deck to the reports. Raises Problem 400, 413 or 415.
    """
    expect_media_type(environ, ACCEPTED)
    body = read_body(environ, LIMITS.batch, TOO_LARGE)
    if body.count(b"\n") > LIMITS.batch_lines:
        raise Problem(413, TOO_MANY)
    judged = judge_all(io.BytesIO(body), today, language_code(), with_cards=with_cards)
    return (answer.line for answer in judged)


def judge_all(
    file: IO[bytes], today: datetime.date, language: str, *, with_cards: bool = False
) -> Iterator[LineAnswer]:
    """The answers to the non-blank lines of a file, in order and in a language."""
    fetcher = ListFetcher(LIMITS.batch_links, LIMITS.batch_link_seconds)
    in_language = translator_to(language)
    for number, line in enumerate(lines(file), 1):
        if line is not None and not line.strip():
            continue
        document = _answer_line(number, line, today, fetcher, with_cards)
        report = document.get("report")
        codes = tuple(one["code"] for one in report["violations"]) if report else None
        try:
            answer = encode(in_language(document))
        except Exception as error:
            logger.exception("the answer to line %d of a batch cannot be written", number)
            failure = {**_identifier_of(document), "line": number, **_failure(cause(error))}
            answer, codes = encode(in_language(failure)), None
        yield LineAnswer(answer, codes)


def lines(file: IO[bytes]) -> Iterator[Line]:
    """The lines of a file without line feeds, of which no more than the limit is held."""
    while line := file.readline(LIMITS.batch_line + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LIMITS.batch_line:
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = file.readline(LIMITS.batch_line)
            yield None


def _answer_line(
    number: int, line: Line, today: datetime.date, fetcher: ListFetcher, with_cards: bool
) -> Mapping[str, Any]:
    """The `BatchAnswer` to one line; a failure costs no other line."""
    identifier: dict[str, documents.Id] = {}
    try:
        if line is None:
            raise Problem(413, TOO_LONG)
        document = parse_json(line)
        identifier = _identifier_of(document)
        report = judge(load(BATCH_LINE, document), today, fetcher)
        answer = {"status": 200, "report": report.as_dict(with_cards=with_cards)}
    except Problem as problem:
        answer = _failure(problem)
    except sqlite3.Error:
        logger.exception("the facts cannot be read")
        answer = _failure(NoFacts())
    except Exception as error:
        logger.exception("unexpected error in line %d of a batch", number)
        answer = _failure(cause(error))
    return {**identifier, "line": number, **answer}


def _failure(problem: Problem) -> dict[str, Any]:
    return {"status": problem.status, "problem": problem.as_dict()}


def _identifier_of(document: Any) -> dict[str, documents.Id]:
    """The `id` of a line, even if the line is invalid; empty if it has none."""
    identifier = document.get("id") if isinstance(document, dict) else None
    return {"id": identifier} if is_identifier(identifier) else {}

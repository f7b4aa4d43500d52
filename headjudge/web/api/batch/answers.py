"""Batches over HTTP (NDJSON): one request per line in, one answer per line out."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterable, Iterator
from typing import IO

from flask import Request

from headjudge.web.api.batch import lines
from headjudge.web.api.batch.judging import judge_lines
from headjudge.web.api.batch.lines import LineAnswer, Terms
from headjudge.web.inputs.fetched_lists import BATCH_MAX, BATCH_SECONDS, ListFetcher
from headjudge.web.service.json_bodies import expect_media_type, read_body
from headjudge.web.service.languages import language_code
from headjudge.web.service.problems import Problem

MEDIA_TYPE = "application/x-ndjson"
ACCEPTED = (MEDIA_TYPE, "application/ndjson", "application/jsonl")

REPORT_END = b"}}\n"
"""The end of a line whose last member is a report."""


def answers(
    request: Request,
    today: datetime.date,
    *,
    with_cards: bool = False,
) -> Iterator[bytes]:
    """One line of JSON for each non-blank line of the body, in the same order.

    The body is read whole before the first answer, so clients may write all of it before they
    read. `with_cards` adds the cards of each deck to the reports. Raises Problem 400, 413 or 415.
    """
    expect_media_type(request, ACCEPTED)
    body = read_body(request, lines.BODY_MAX, lines.TOO_LARGE)
    if body.count(b"\n") > lines.LINES_MAX:
        raise Problem(413, lines.TOO_MANY)
    terms = Terms(today, language_code(), with_cards)
    return (answer.line for answer in judge_all(io.BytesIO(body), terms))


def judge_all(file: IO[bytes], terms: Terms) -> Iterator[LineAnswer]:
    """The answers to the lines of a file, in order."""
    fetcher = ListFetcher(BATCH_MAX, BATCH_SECONDS)
    return _with_rulesets(judge_lines(lines.lines(file), terms, fetcher))


def _with_rulesets(answers: Iterable[LineAnswer]) -> Iterator[LineAnswer]:
    """The answers; a report has its ruleset unless it is that of the report before."""
    latest = b""
    for answer in answers:
        if answer.ruleset not in (b"", latest):
            latest = answer.ruleset
            line = answer.line.removesuffix(REPORT_END) + b',"ruleset":' + latest + REPORT_END
            answer = answer._replace(line=line)
        yield answer

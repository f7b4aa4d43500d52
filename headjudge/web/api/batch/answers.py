"""Batches over HTTP (NDJSON): one request per line in, one answer per line out."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from flask import Request

import cards
from headjudge.web.api.batch import lines, pool
from headjudge.web.api.batch.judging import judge_lines, refuse_lines
from headjudge.web.api.batch.lines import LineAnswer, Terms
from headjudge.web.inputs.fetched_lists import BATCH_MAX, BATCH_SECONDS, ListFetcher
from headjudge.web.server.answering import CLIENT_GONE
from headjudge.web.service import json_bodies
from headjudge.web.service.json_bodies import expect_media_type
from headjudge.web.service.languages import language_code
from headjudge.web.service.problems import Problem
from messages import say

MEDIA_TYPE = "application/x-ndjson"
ACCEPTED = (MEDIA_TYPE, "application/ndjson", "application/jsonl")

PIECE = 64 * 1024
REPORT_END = b"}}\n"
"""The end of a line whose last member is a report."""


def answers(
    request: Request,
    today: datetime.date,
    *,
    with_cards: bool = False,
) -> Iterator[bytes]:
    """One line of JSON for each non-blank line of the body, in the same order.

    A body of known length is received completely before the first answer, so clients may write
    all of it before they read; a chunked one is answered as it arrives. `with_cards` adds
    the cards of each deck to the reports.
    """
    expect_media_type(request, ACCEPTED)
    if (request.content_length or 0) > lines.BODY_MAX:
        raise Problem(413, say("A batch may have at most {most} bytes.", most=lines.BODY_MAX))
    chunked = request.content_length is None
    pieces = json_bodies.body_pieces(iter(partial(request.stream.read, PIECE), b""))
    terms = Terms(today, language_code(), cards.catalogue().path, with_cards)
    count = 1 if chunked else pool.jobs()  # line-by-line senders wait for each answer
    is_gone = request.environ.get(CLIENT_GONE, lambda: False)
    line_answers = judge_all(lines.bounded(pieces), terms, count, is_gone)
    return (answer.line for answer in line_answers)


def judge_all(
    pieces: Iterable[bytes],
    terms: Terms,
    count: int,
    is_gone: Callable[[], bool] = lambda: False,
) -> Iterator[LineAnswer]:
    """The answers to a batch, in order, computed by `count` processes.

    Stops early once the client `is_gone`.
    """
    fetcher = ListFetcher(BATCH_MAX, BATCH_SECONDS)
    judge = partial(judge_lines, terms=terms, fetcher=fetcher)
    refuse = partial(refuse_lines, terms=terms)
    ways = pool.Ways(judge, refuse, is_gone)
    return _with_rulesets(pool.answers(pieces, terms, ways, count))


def _with_rulesets(answers: Iterable[LineAnswer]) -> Iterator[LineAnswer]:
    """The answers; a report has its ruleset unless it is that of the report before."""
    latest = b""
    for answer in answers:
        if answer.ruleset not in (b"", latest):
            latest = answer.ruleset
            line = answer.line.removesuffix(REPORT_END) + b',"ruleset":' + latest + REPORT_END
            answer = answer._replace(line=line)
        yield answer

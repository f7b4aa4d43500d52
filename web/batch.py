"""Many teams in one call: a request a line in, an answer a line out (NDJSON)."""

from __future__ import annotations

import datetime
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from flask import Request

import cards
from messages import say
from web import batch_lines, batch_sharing, bodies, budget
from web.answers import encode
from web.batch_lines import Line, Numbered
from web.batch_processes import Answered, Terms
from web.bodies import expect_media_type, parse_json
from web.editions import NoFacts
from web.fields import is_identifier
from web.languages import chosen, translator_to
from web.links import BATCH_MAX, BATCH_SECONDS, Errand
from web.problems import Problem, cause
from web.schemas import BATCH_LINE, load
from web.server.answering import CLIENT_GONE
from web.signing import with_receipt
from web.teams import judge

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/x-ndjson"
ACCEPTED = (MEDIA_TYPE, "application/ndjson", "application/jsonl")

PIECE = 64 * 1024

TOO_LONG = Problem(413, say("A line may have {most} bytes at most.", most=batch_lines.LINE_LIMIT))


def answers(request: Request, today: datetime.date, *, is_signed: bool = False) -> Iterator[bytes]:
    """One line of JSON for each line of the body that is not blank, in the same order.

    A body of known length has arrived as a whole, so that a client may write all of it before it
    reads; a chunked one is answered as it arrives. `is_signed` gives each
    report its receipt.
    """
    expect_media_type(request, ACCEPTED)
    if (request.content_length or 0) > batch_lines.BODY_MAX:
        raise Problem(413, say("A batch may have {most} bytes at most.", most=batch_lines.BODY_MAX))
    chunked = request.content_length is None
    pieces = bodies.arriving(iter(partial(request.stream.read, PIECE), b""))
    terms = Terms(today, chosen(), cards.catalogue().path)
    # Who sends line by line waits for each answer, and keys stay in the process that has them.
    count = 1 if chunked or is_signed else batch_sharing.jobs()
    is_gone = request.environ.get(CLIENT_GONE, lambda: False)
    judged = judged_all(batch_lines.bounded(pieces), terms, count, is_signed, is_gone)
    return (some.lines for some in judged)


def judged_all(
    pieces: Iterable[bytes],
    terms: Terms,
    count: int,
    is_signed: bool = False,
    is_gone: Callable[[], bool] = lambda: False,
) -> Iterator[Answered]:
    """The answers to a batch in these pieces, in their order, by so many processes.

    They end early once whoever asked `is_gone`.
    """
    errand = Errand(BATCH_MAX, BATCH_SECONDS)
    alone = partial(answered, terms=terms, errand=errand, is_signed=is_signed)
    refused = partial(refusals, terms=terms)
    return batch_sharing.answers(pieces, terms, batch_sharing.Ways(alone, refused, is_gone), count)


def answered(
    numbered: Iterable[Numbered], terms: Terms, errand: Errand, *, is_signed: bool = False
) -> Iterator[Answered]:
    """The answer to each line that is not blank, in the language of the batch."""
    in_language = translator_to(terms.language)
    for number, line in numbered:
        if isinstance(line, bytes) and not line.strip():
            continue
        document = answer_line(number, line, terms.today, errand, is_signed=is_signed)
        report = document.get("report")
        codes = tuple(one["code"] for one in report["violations"]) if report else None
        yield Answered(encode(in_language(document)), (codes,))


def refusals(numbered: Iterable[Numbered], terms: Terms) -> Iterator[Answered]:
    """The answer to each line that is not blank where one of them takes what it may not."""
    in_language = translator_to(terms.language)
    for number, line in numbered:
        if not isinstance(line, bytes) or line.strip():
            yield Answered(encode(in_language(failure(number, budget.too_slow()))), (None,))


def answer_line(
    number: int,
    line: Line,
    today: datetime.date,
    errand: Errand,
    *,
    is_signed: bool = False,
) -> dict[str, Any]:
    """The answer to the line of this number; None is a line over the limit.

    A problem stands in place of the first line that is beyond what a batch may have.
    """
    if isinstance(line, Problem):
        return failure(number, line)
    if not isinstance(line, bytes):
        return failure(number, TOO_LONG)
    identifier = None
    try:
        if not cards.catalogue().is_unaltered():
            raise NoFacts
        document = budget.run(parse_json, line)
        identifier = identifier_of(document)
        report = budget.run(_report, document, today, errand, is_signed=is_signed)
    except Problem as problem:
        return failure(number, problem, identifier)
    except sqlite3.Error:
        logger.exception("the facts cannot be read")
        return failure(number, NoFacts(), identifier)
    except Exception as error:  # one bad line never stops the rest
        logger.exception("unexpected error in line %d of a batch", number)
        return failure(number, cause(error), identifier)
    return {"id": identifier, "line": number, "status": 200, "report": report}


def _report(
    document: Any, today: datetime.date, errand: Errand, *, is_signed: bool
) -> dict[str, Any]:
    judged = judge(load(BATCH_LINE, document), today, errand)
    return with_receipt(judged) if is_signed else judged.as_dict()


def failure(number: int, problem: Problem, identifier: Any = None) -> dict[str, Any]:
    """The answer to a line that cannot be asked."""
    return {
        "id": identifier,
        "line": number,
        "status": problem.status,
        "problem": problem.as_dict(),
    }


def identifier_of(document: Any) -> Any:
    """The `id` of a line, also where the line is otherwise at fault; None if it has none."""
    identifier = document.get("id") if isinstance(document, dict) else None
    return identifier if is_identifier(identifier) else None

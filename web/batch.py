"""Many teams in one call: a request a line in, an answer a line out (NDJSON)."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Iterable, Iterator
from itertools import takewhile
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from flask import Request

import cards
from messages import say
from web import batch_sharing, bodies, patience
from web.answers import encode
from web.batch_processes import Numbered, Terms
from web.bodies import expect_media_type, parse_json
from web.fields import is_identifier
from web.languages import chosen, translator
from web.limits import LIMITS
from web.links import BATCH_MAX, BATCH_SECONDS, Errand
from web.problems import UNEXPECTED, Problem
from web.schemas import BATCH_LINE, load
from web.signing import with_receipt
from web.teams import judge

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/x-ndjson"
ACCEPTED = (MEDIA_TYPE, "application/ndjson", "application/jsonl")

LINE_LIMIT = LIMITS.batch_line
"""Bytes of one line, without its line feed."""
LINES_MAX = LIMITS.batch_lines
BODY_MAX = LIMITS.batch
"""Bytes of a batch, all of which is on disk before it is answered where its length is known."""

MEMORY_LIMIT = 1024 * 1024
PIECE = 64 * 1024

TOO_LONG = Problem(413, say("A line may have {most} bytes at most.", most=LINE_LIMIT))
TOO_MANY = Problem(
    413, say("A batch may have {most} lines at most: the rest was not read.", most=LINES_MAX)
)
TOO_LARGE = say("A batch may have {most} bytes at most: the rest was not read.", most=BODY_MAX)


def answers(request: Request, today: datetime.date, *, is_signed: bool = False) -> Iterator[str]:
    """One line of JSON for each line of the body that is not blank, in the same order.

    A body of known length is read before the first answer, so that a client may write all
    of it before it reads; a chunked one is answered as it arrives. `is_signed` gives each
    report its receipt.
    """
    expect_media_type(request, ACCEPTED)
    if (request.content_length or 0) > BODY_MAX:
        raise Problem(413, say("A batch may have {most} bytes at most.", most=BODY_MAX))
    in_language = translator()
    chunked = request.content_length is None
    pieces = bodies.arriving(arriving(request.stream)) if chunked else spooled(request.stream)
    errand = Errand(BATCH_MAX, BATCH_SECONDS)
    numbered: Iterator[Numbered] = (
        (number, line)
        for number, line in enumerate(bounded(pieces), 1)
        if not isinstance(line, bytes) or line.strip()
    )

    def alone(some: Iterable[Numbered]) -> Iterator[str]:
        return (
            encode(in_language(answer_line(number, line, today, errand, is_signed=is_signed)))
            for number, line in some
        )

    # Who sends line by line waits for each answer, and keys stay in the process that has them.
    if chunked or is_signed:
        return alone(numbered)
    terms = Terms(today, chosen(), cards.catalogue().path)
    return batch_sharing.answers(numbered, terms, alone)


def answer_line(
    number: int,
    line: bytes | Exception | None,
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
        with patience.of_one():
            document = parse_json(line)
            identifier = identifier_of(document)
            judged = judge(load(BATCH_LINE, document), today, errand)
            report = with_receipt(judged) if is_signed else judged.as_dict()
    except Problem as problem:
        return failure(number, problem, identifier)
    except Exception:  # one bad line never stops the rest
        logger.exception("unexpected error in line %d of a batch", number)
        return failure(number, UNEXPECTED, identifier)
    return {"id": identifier, "line": number, "status": 200, "report": report}


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


def spooled(stream: IO[bytes]) -> Iterator[bytes]:
    """The whole stream, read now and kept on disk where it is long; then its pieces."""
    spool = SpooledTemporaryFile(max_size=MEMORY_LIMIT)  # noqa: SIM115, closed with its pieces
    try:
        for piece in bodies.arriving(iter(lambda: stream.read(PIECE), b"")):
            spool.write(piece)
    except Problem:
        spool.close()
        raise
    spool.seek(0)

    def pieces() -> Iterator[bytes]:
        with spool:
            yield from iter(lambda: spool.read(PIECE), b"")

    return pieces()


def arriving(stream: Any) -> Iterator[bytes]:
    """The pieces of a chunked body as they arrive.

    gunicorn's `read` and `readline` wait for a full KiB, which would hold back the answer to
    a short line; its reader's parser yields what has come.
    """
    parser = getattr(getattr(stream, "reader", None), "parser", None)
    if parser is not None:
        return iter(parser)
    return takewhile(bool, iter(lambda: stream.read(1024), None))


def bounded(pieces: Iterable[bytes]) -> Iterator[bytes | Problem | None]:
    """The lines of a batch; a problem in place of the first that is beyond what one may have."""
    size = 0

    def counted() -> Iterator[bytes]:
        nonlocal size
        for piece in pieces:
            size += len(piece)
            if size > BODY_MAX:
                raise Problem(413, TOO_LARGE)
            yield piece

    try:
        for number, line in enumerate(lines(counted())):
            if number == LINES_MAX:
                yield TOO_MANY
                return
            yield line
    except Problem as problem:  # that, or what follows does not come
        yield problem


def lines(pieces: Iterable[bytes]) -> Iterator[bytes | None]:
    """The lines in these pieces, without their line feeds; None for one over the limit."""
    kept: list[bytes] = []
    size = 0
    for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for end in ended:
            size += len(end)
            yield b"".join((*kept, end)) if size <= LINE_LIMIT else None
            kept, size = [], 0
        size += len(rest)
        if size <= LINE_LIMIT:
            kept.append(rest)
        else:
            kept = []
    if size:
        yield b"".join(kept) if size <= LINE_LIMIT else None

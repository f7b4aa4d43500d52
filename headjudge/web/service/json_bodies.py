"""Parsing of request bodies: limited in size, strict JSON only."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from flask import Request

from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import GIVEN_TWICE, Fault, Problem, pointer, schema_problem
from messages import say, say_list

BODY_LIMIT = LIMITS.body
"""Bytes of one team's request: documents of deck sites have some 4 KiB per card."""
NESTING = LIMITS.nesting
"""Maximum nesting depth of arrays and objects."""
TOO_LARGE = say("A body may have at most {most} bytes.", most=BODY_LIMIT)
ENDED_EARLY = say("The body ended early.")


def read_json(request: Request) -> Any:
    """The JSON value of a request's body; raises Problem 400, 413 or 415."""
    expect_media_type(request, ("application/json",))
    return parse_json(read_body(request, BODY_LIMIT, TOO_LARGE))


def read_body(request: Request, most: int, too_large: str) -> bytes:
    """The whole body of a request; raises Problem 400, or 413 beyond so many bytes."""
    length = content_length(request)
    if length is not None and length > most:
        raise Problem(413, too_large)
    left = most + 1 if length is None else length
    pieces: list[bytes] = []
    try:
        stream = request.stream
        while left > 0 and (piece := stream.read(left)):
            pieces.append(piece)
            left -= len(piece)
    except Exception:  # servers differ in their errors for broken bodies
        raise Problem(400, ENDED_EARLY) from None
    if length is None and left <= 0:
        raise Problem(413, too_large)
    if length is not None and left > 0:
        raise Problem(400, ENDED_EARLY)
    return b"".join(pieces)


def content_length(request: Request) -> int | None:
    """The Content-Length, None without one; raises Problem 400 if it is no number of bytes."""
    text = request.environ.get("CONTENT_LENGTH", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise Problem(400, say("The Content-Length is not a number of bytes."))
    return int(text)


def read_query(request: Request) -> dict[str, str]:
    """The query parameters of a request; raises Problem 422 for repeated ones."""
    repeated = sorted(name for name, values in request.args.lists() if len(values) > 1)
    if repeated:
        raise schema_problem([Fault(pointer(name), GIVEN_TWICE, "query") for name in repeated])
    return request.args.to_dict()


def expect_media_type(request: Request, accepted: tuple[str, ...]) -> None:
    """Raise Problem 415 unless the body has one of these types and no content encoding."""
    if request.mimetype not in accepted:
        wanted, media_type = say_list(accepted, "or"), request.mimetype[:80]
        raise Problem(
            415,
            say("The Content-Type must be {wanted}, not {found}.", wanted=wanted, found=media_type)
            if media_type
            else say("The Content-Type must be {wanted}, and none was given.", wanted=wanted),
        )
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Problem(415, say("The body must be sent without a Content-Encoding."))


def parse_json(body: bytes) -> Any:
    """The value of a JSON text in UTF-8 (with an optional byte order mark); raises Problem 400.

    Besides malformed text it rejects: NaN and infinities, duplicate names in an object, nesting
    beyond the limit, and numbers of more than 4300 digits.
    """
    try:
        value = _decoder.decode(body.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        detail = say("The body is not UTF-8: byte {number} is wrong.", number=error.start)
        raise Problem(400, detail) from None
    except json.JSONDecodeError as error:
        detail = say(
            "The body is not JSON: {reason} (line {line}, column {column}).",
            reason=error.msg,
            line=error.lineno,
            column=error.colno,
        )
        raise Problem(400, detail) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # int() limits the number of digits
        raise Problem(400, say("The body has a number with too many digits.")) from None
    if body.count(b"[") + body.count(b"{") > NESTING and _depth(value) > NESTING:
        raise _too_deep()
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        times = Counter(name for name, _ in pairs)
        name = json.dumps(next(name for name, number in times.items() if number > 1)[:80])
        detail = say("The body gives the name {name} twice in one object.", name=name)
        raise Problem(400, detail)
    return members


def _constant(name: str) -> NoReturn:
    raise Problem(400, say("The body is not JSON: {name} is no JSON number.", name=name))


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _too_deep() -> Problem:
    return Problem(400, say("The body is nested deeper than {most} levels.", most=NESTING))


def _depth(value: Any) -> int:
    """The nesting depth of arrays and objects."""
    level, depth = [value], 0
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        level = [item for part in level for item in (part.values() if type(part) is dict else part)]
    return depth

"""JSON answers: compact, in the given order, ASCII only."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson
from flask import Response

from headjudge.web.service.application import Answer
from headjudge.web.service.languages import ENGLISH, language_code, translator_to

MEDIA_TYPE = "application/json"

# ASCII escapes can represent lone surrogates, unlike UTF-8, and keep NDJSON on one line.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def encode(document: Any) -> bytes:
    """The document as one line of JSON, with a line feed.

    orjson is ten times as fast, but rejects lone surrogates and integers of more than 64 bits,
    and does not escape non-ASCII text.
    """
    try:
        fast = orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return f"{_encode(document)}\n".encode("ascii")
    return fast if fast.isascii() else _BEYOND_ASCII.sub(_escape, fast.decode()).encode("ascii")


def _escape(match: re.Match[str]) -> str:
    return _encode(match[0])[1:-1]


def answer(document: Any) -> Response:
    """A 200 response with a document without translatable messages."""
    return Answer([encode(document)], content_type=MEDIA_TYPE)


def translated_answer(document: Any) -> Response:
    """A 200 response with the document, its messages in the language of the request."""
    code = language_code()
    if code != ENGLISH:
        document = translator_to(code)(document)
    headers = [
        ("Content-Type", MEDIA_TYPE), ("Content-Language", code), ("Vary", "Accept-Language"),
    ]  # fmt: skip
    return Answer([encode(document)], headers=headers)

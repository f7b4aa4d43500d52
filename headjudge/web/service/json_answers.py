"""JSON as the service writes it: compact, in the order given, ASCII only."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson
from flask import Response

from headjudge.web.service.application import Answer
from headjudge.web.service.languages import ENGLISH, chosen, translator_to

MEDIA_TYPE = "application/json"

# ASCII escapes carry lone surrogates, which no UTF-8 can; one line each suits NDJSON as well.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def encode(document: Any) -> bytes:
    """The document as one line of JSON, with its line feed.

    orjson writes it ten times as fast. It refuses lone surrogates and integers of more than 64
    bits, and escapes nothing that it need not.
    """
    try:
        fast = orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return f"{_encode(document)}\n".encode("ascii")
    return fast if fast.isascii() else _BEYOND_ASCII.sub(_escape, fast.decode()).encode("ascii")


def _escape(match: re.Match[str]) -> str:
    return _encode(match[0])[1:-1]


def answer(document: Any) -> Response:
    """A 200 response with the document, in which there is nothing to translate."""
    return Answer([encode(document)], content_type=MEDIA_TYPE)


def translated_answer(document: Any) -> Response:
    """A 200 response with the document, its messages in the language of the request."""
    code = chosen()
    if code != ENGLISH:
        document = translator_to(code)(document)
    headers = [
        ("Content-Type", MEDIA_TYPE), ("Content-Language", code), ("Vary", "Accept-Language"),
    ]  # fmt: skip
    return Answer([encode(document)], headers=headers)

"""JSON as the service writes it: compact, in the order given, ASCII only."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

# ASCII escapes carry lone surrogates, which no UTF-8 can; one line each suits NDJSON as well.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


def encode(document: Any) -> str:
    """The document as one line of JSON, with its line feed."""
    return _encode(document) + "\n"


def answer(document: Any) -> Response:
    """A 200 response with the document."""
    return Response(encode(document), content_type="application/json")

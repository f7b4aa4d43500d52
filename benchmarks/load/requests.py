"""Requests as bytes, and what is said of them."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.engine import EVENT
from benchmarks.load.client import Answer

JSON, NDJSON = "application/json", "application/x-ndjson"


def get(path: str, more: str = "") -> bytes:
    """A request without a body; `more` are further headers, each with the end of its line."""
    return f"GET {path} HTTP/1.1\r\nHost: load\r\n{more}\r\n".encode("latin-1")


def post(path: str, body: bytes, media_type: str = JSON, more: str = "") -> bytes:
    """A request with a body."""
    head = f"POST {path} HTTP/1.1\r\nHost: load\r\nContent-Type: {media_type}\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body


def team(*lists: str, **more: Any) -> bytes:
    """The body for a team, by default of Two-Headed Giant in Modern."""
    decks = [{"list": one} for one in lists]
    day = EVENT.day.isoformat()
    return json.dumps({"format": EVENT.format, "as_of": day, "decks": decks} | more).encode()


def problem(status: int, kind: str) -> Answer:
    """A problem of the service."""
    return Answer(status, b"urn:headjudge:problem:" + kind.encode())

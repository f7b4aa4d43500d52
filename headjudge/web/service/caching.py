"""Answers that may be kept: entity tags, lifetimes, and 304 where the client has the same bytes.

Nobody keeps any other answer: see `headers.USUAL`.
"""

from __future__ import annotations

import datetime
import hashlib

from flask import Request, Response

FRESH = datetime.timedelta(hours=1)
"""How long facts of a named day may be used unasked."""
FRESH_TODAY = datetime.timedelta(minutes=5)
"""How long what is true today may be: at midnight (UTC) another day is asked about."""


def cached(response: Response, request: Request, *, is_dated: bool = True) -> Response:
    """The response with its validator and lifetime, or 304 where the client has it already.

    `is_dated` is false where the answer is about the day of the request because no other was
    asked for. The entity tag is that of the bytes, so it holds whatever made them change: the
    facts, the question or the program. No day does: a block of a list that is corrected, or of an
    announcement of today that is deployed later in the day, is no newer than what it replaces.
    """
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.cache_control.public = True
    fresh = FRESH if is_dated else FRESH_TODAY
    response.cache_control.max_age = int(fresh.total_seconds())
    response.make_conditional(request)
    return response

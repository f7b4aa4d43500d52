"""Cacheable answers: entity tags, lifetimes, and 304 for unchanged content.

All other answers are not cacheable: see `headers.USUAL`.
"""

from __future__ import annotations

import datetime
import hashlib

from flask import Response, request

FRESH = datetime.timedelta(hours=1)
"""Freshness of facts of a named day."""
FRESH_TODAY = datetime.timedelta(minutes=5)
"""Freshness of today's facts: at midnight (UTC) the day changes."""


def cached(response: Response, *, is_dated: bool = True, tag: str | None = None) -> Response:
    """The response with validator and lifetime, or 304 if the client has the same content.

    `is_dated` is false if the answer depends on the current day. The entity tag is the given
    one or a hash of the bytes, so it covers facts, question and program alike. There is no
    Last-Modified: a correction to a list, or an announcement deployed later on its day, has no
    newer date.
    """
    response.set_etag(tag or hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.cache_control.public = True
    fresh = FRESH if is_dated else FRESH_TODAY
    response.cache_control.max_age = int(fresh.total_seconds())
    response.make_conditional(request)
    return response

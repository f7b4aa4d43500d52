"""Answers that may be kept: validators, lifetimes, and 304 where the client has the same bytes.

Nobody keeps any other answer: see `headers.USUAL`.
"""

from __future__ import annotations

import datetime
import hashlib
from functools import cache

from flask import Request, Response

import banlists
import cards

FRESH = datetime.timedelta(hours=1)
"""How long facts of a named day may be used unasked."""
FRESH_TODAY = datetime.timedelta(minutes=5)
"""How long what is true today may be: at midnight (UTC) another day is asked about."""


def cached(
    response: Response, request: Request, *, today: datetime.date, is_dated: bool = True
) -> Response:
    """The response with its validators and lifetime, or 304 where the client has it already.

    `is_dated` is false where the answer is about the day of the request because no other was
    asked for. The entity tag is that of the bytes, so it holds whatever made them change: the
    facts, the question or the program.
    """
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    changed = min(facts_changed(), today) if is_dated else today
    response.last_modified = datetime.datetime.combine(changed, datetime.time(), datetime.UTC)
    response.cache_control.public = True
    fresh = FRESH if is_dated else FRESH_TODAY
    response.cache_control.max_age = int(fresh.total_seconds())
    response.make_conditional(request)
    return response


def facts_changed() -> datetime.date:
    """The day of the newest fact that is known here: of a card, or of a banlist."""
    return max(cards.catalogue().as_of, _banlists_changed())


@cache
def _banlists_changed() -> datetime.date:
    return max(banlists.versions(list_id)[-1] for list_id in banlists.ids())

"""Problem documents (RFC 9457) as clients receive them."""

from __future__ import annotations

from headjudge.web.contract.facts import Edition
from headjudge.web.contract.fields import Answer, several, text, texts, whole
from headjudge.web.service.problems import KINDS, TOO_SLOW, TYPE_PREFIX

TYPES = tuple(TYPE_PREFIX + kind for kind, _ in (*KINDS.values(), TOO_SLOW))

OF_LINKS = (502, 503, 504)
"""Statuses of requests whose links cannot be followed."""


class Fault(Answer):
    """One thing that is wrong in a request."""

    pointer = text("The JSON pointer (RFC 6901) to it; a parameter of the query is a member.")
    detail = text("What is wrong, as a sentence. Its words may change.")


class Problem(Answer):
    """Why a request could not be answered."""

    type = text("What kind of problem it is; never renamed.", known=TYPES)
    title = text("The kind in words.")
    status = whole("The HTTP status.")
    detail = text("The problem as a sentence. Its words may change.")
    errors = several(
        "Each fault of the request with status 422, each link with 502 to 504.",
        Fault,
        optional=True,
    )
    fingerprints = several(
        "Where no facts answer under the fingerprint that was asked for: those that can be.",
        Edition,
        optional=True,
    )


class UnknownCard(Problem):
    """There is no such card, or there are several."""

    suggestions = texts("English titles that may have been meant, best first.", optional=True)

"""A page for each problem type, at the address that identifies the type."""

from __future__ import annotations

from flask import Blueprint, Response

from headjudge.web.pages.page import page
from headjudge.web.service.problems import ALL_KINDS, KINDS, TYPE_PREFIX, Problem
from messages import say

MEANINGS = {
    "not-json": "The body is no JSON, or nested too deeply, or it broke off.",
    "unauthorized": "The API key of the request is not one that the service knows.",
    "cross-site": "A page of another site has sent a form of the pages; never under `/v1`.",
    "not-found": "There is no such resource: no format, list, version or card of that name.",
    "method-not-allowed": "The resource has no such method. `Allow` names those that it has.",
    "timeout": "The request came too slowly.",
    "too-large": "The body, or a line of a batch, is over its limit.",
    "address-too-long": "The path and query are over 8,190 bytes.",
    "media-type": "The body is not declared as the media type that the resource takes.",
    "schema": (
        "The request is understood, and cannot be asked: unknown formats, dates, fields; wrong"
        " types; more than a limit allows. `errors` has a pointer to each fault, with its code."
    ),
    "too-many-requests": "There were more requests than the service allows: wait `Retry-After`.",
    "headers-too-large": "The headers are over 8,190 bytes each or 64 KiB together.",
    "internal": "The service failed. It was logged under `request_id`: tell whoever runs it.",
    "link": "A site did not give the list under its link. `errors` has a pointer to each.",
    "not-ready": "The service has no card facts at the moment, or is busy: try again.",
    "link-timeout": "A site did not give the list under its link in time.",
    "too-slow": "The work takes longer than a request may: send less at once.",
    "malformed": "What came is no HTTP.",
    "links-off": "The service fetches no lists by link: send the text of the list.",
    "unknown-fingerprint": (
        "No facts on the disk of the service answer under `Headjudge-Fingerprint`. `fingerprints`"
        " has those that do."
    ),
}
"""In English, as the contract is, by the end of the type."""

blueprint = Blueprint("problems", __name__)


@blueprint.get(f"{TYPE_PREFIX}<code>")
def problem_type(code: str) -> Response:
    """Explain a problem type."""
    titles = dict(ALL_KINDS)
    if code not in titles:
        raise Problem(404, say("There is no such type of problem."))
    statuses = [status for status, (kind, _) in KINDS.items() if kind == code]
    return page(
        "problem_type.html",
        is_dated=True,
        prefix=TYPE_PREFIX,
        code=code,
        heading=titles[code],
        statuses=statuses,
        meaning=MEANINGS[code],
    )

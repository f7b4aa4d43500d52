"""A page for each problem type, at the address that identifies the type."""

from __future__ import annotations

from flask import Blueprint, Response

from headjudge.web.pages.page import page
from headjudge.web.service.problems import ALL_KINDS, KINDS, TYPE_PREFIX, Problem
from messages import say

blueprint = Blueprint("problems", __name__)


@blueprint.get(f"{TYPE_PREFIX}<code>")
def problem_type(code: str) -> Response:
    """Explain a problem type."""
    kind = next((kind for kind in ALL_KINDS if kind.id == code), None)
    if kind is None:
        raise Problem(404, say("There is no such type of problem."))
    return page(
        "problem_type.html",
        is_dated=True,
        prefix=TYPE_PREFIX,
        code=code,
        heading=kind.title,
        statuses=[status for status, usual in KINDS.items() if usual == kind],
        meaning=kind.meaning,
    )

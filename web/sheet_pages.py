"""Sheets as PDF, for people: what the buttons under an answer send."""

from __future__ import annotations

from flask import Blueprint, Response, request

from web import sheet_api
from web.bodies import BODY_LIMIT, expect_media_type, parse_json
from web.problems import Problem

MEDIA_TYPES = ("multipart/form-data", "application/x-www-form-urlencoded")
FORM_LIMIT = 2 * BODY_LIMIT
"""Bytes of the form: a request as JSON is longer than the lists that it was made of."""
FIELDS = ("sheet", "paper", "order", "event", "table")

blueprint = Blueprint("sheet_pages", __name__)


@blueprint.post("/sheets")
def printed() -> Response:
    """The sheets of the team whose check was sent in the field `request`."""
    expect_media_type(request, MEDIA_TYPES)
    request.max_content_length = request.max_form_memory_size = FORM_LIMIT
    body = parse_json(request.form.get("request", "").encode("utf-8", "surrogatepass"))
    if not isinstance(body, dict):
        raise Problem(400, "The check that is to be printed is missing.")
    typed = {name: request.form.get(name, "").strip() for name in FIELDS}
    given = {name: value for name, value in typed.items() if value}
    return sheet_api.answer(body | given, request)

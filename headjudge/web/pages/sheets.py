"""Sheets as PDF, for the buttons below an answer."""

from __future__ import annotations

from typing import NamedTuple

from babel import Locale
from flask import Blueprint, Request, Response, request

from headjudge.web.api import sheets as sheet_api
from headjudge.web.inputs import sheets as sheet_schemas
from headjudge.web.pages.page import expect_form
from headjudge.web.service.json_bodies import BODY_LIMIT, parse_json
from headjudge.web.service.problems import Problem
from messages import say

FIELDS = ("paper", "order", "sorted_by", "language", "event", "location")
"""Print options."""

blueprint = Blueprint("sheet_pages", __name__)


class TitleLanguage(NamedTuple):
    """A language of card titles."""

    code: str
    name: str
    """Its own name."""
    is_chosen: bool
    """Whether sheets have it unless another is chosen."""


@blueprint.post("/sheets")
def print_sheets() -> Response:
    """The sheets of the team in the field `request`, which is a saved check."""
    expect_form(BODY_LIMIT)
    body = parse_json(request.form.get("request", "").encode("utf-8", "surrogatepass"))
    if not isinstance(body, dict):
        raise Problem(400, say("The check to print is missing."))
    return sheet_api.answer(body | sheet_options(request, "sheet", "table"), request)


def sheet_options(request: Request, *others: str) -> dict[str, str]:
    """The values of print options and these other fields, without empty ones."""
    values = {name: request.form.get(name, "").strip() for name in (*FIELDS, *others)}
    return {name: value for name, value in values.items() if value}


@blueprint.app_template_global()
def languages_of_titles() -> list[TitleLanguage]:
    """The languages available for card titles on sheets, besides English."""
    chosen = request.form.get("language") or sheet_api.language_of(request)
    return [
        TitleLanguage(code, Locale.parse(code, sep="-").get_display_name() or code, code == chosen)
        for code in sheet_schemas.LANGUAGES
    ]

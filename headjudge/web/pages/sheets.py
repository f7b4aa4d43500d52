"""Sheets as PDF, for the buttons below an answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from babel import Locale
from flask import Blueprint, Request, Response, request

from headjudge.web import http, sheets
from headjudge.web.http import Problem, parse_json
from headjudge.web.limits import LIMITS
from headjudge.web.pages.page import expect_form
from headjudge.web.schemas.sheets import ENGLISH, LANGUAGES, SHEETS, SHEETS_OF_TEAM
from headjudge.web.schemas.team import load
from headjudge.web.sheets import Options
from messages import say

PDF = "application/pdf"
NAME_MAX = 60
"""Characters of the event's or team's name in a file name."""
FIELDS = ("paper", "order", "sorted_by", "language", "event", "location")
"""Print options."""

blueprint = Blueprint("sheet_pages", __name__)


@blueprint.post("/sheets")
def print_sheets() -> Response:
    """The sheets of the team in the field `request`, which is a saved check."""
    expect_form(LIMITS.body)
    body = parse_json(request.form.get("request", "").encode("utf-8", "surrogatepass"))
    if not isinstance(body, dict):
        raise Problem(400, say("The check to print is missing."))
    body |= sheet_options(request, "sheet", "table")
    loaded = load(SHEETS_OF_TEAM, body)
    team = {name: value for name, value in body.items() if name not in SHEETS.fields}
    return document([team], loaded, request, "")


def sheet_options(request: Request, *others: str) -> dict[str, str]:
    """The values of print options and these other fields, without empty ones."""
    values = {name: request.form.get(name, "").strip() for name in (*FIELDS, *others)}
    return {name: value for name, value in values.items() if value}


@blueprint.app_template_global()
def languages_of_titles() -> dict[str, str]:
    """The languages of card titles on sheets: the own name of each, by its code."""
    return {code: Locale.parse(code, sep="-").get_display_name() or code for code in LANGUAGES}


@blueprint.app_template_global()
def language_of_titles() -> str:
    """The language of card titles that is chosen, or usual for the reader."""
    return request.form.get("language") or language_of(request)


def document(
    teams: Sequence[Mapping[str, Any]], loaded: Mapping[str, Any], request: Request, at: str
) -> Response:
    """The PDF with the sheets of teams loaded by one of the sheet schemas."""
    response = Response(sheets.of_teams(teams, options(loaded, request), at=at))
    response.content_type = PDF
    response.headers.set("Content-Disposition", "inline", filename=_file_name(loaded))
    response.vary.add("Accept-Language")
    return response


def options(loaded: Mapping[str, Any], request: Request) -> Options:
    """The print options loaded by a sheet schema, completed from the request's headers."""
    language = loaded.get("language") or language_of(request)
    return Options(
        sheet=loaded["sheet"],
        paper=loaded["paper"],
        order=loaded["order"],
        sorted_by=loaded["sorted_by"],
        event=loaded["event"],
        location=loaded["location"],
        titles="" if language == ENGLISH else language,
        language=http.language_code(),
        words=http.current_language(),
        service=request.host_url,
    )


def language_of(request: Request) -> str:
    """The language of titles for this request: that of the address, else of the client."""
    if http.PARAMETER in request.args:
        chosen = http.language_code()
        return next(code for code in LANGUAGES if code.partition("-")[0] == chosen)
    return request.accept_languages.best_match(LANGUAGES, ENGLISH)


def _file_name(loaded: Mapping[str, Any]) -> str:
    """`checklist-Team-Naturalize.pdf`: the kind of sheet, and the event or else the team."""
    name = loaded["event"] or loaded.get("team") or ""
    # Only letters without accents are safe in headers.
    plain = unicodedata.normalize("NFKD", name[:NAME_MAX]).encode("ascii", "ignore").decode()
    words = re.findall(r"\w+", plain)
    return "-".join((loaded["sheet"], *words)) + ".pdf"

"""The check page: a form, and the answer on the same page."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from http import HTTPStatus
from mimetypes import guess_type
from typing import Any

from flask import Blueprint, Flask, Response, make_response, render_template, request
from werkzeug.exceptions import NotFound

import banlists
import cards
from cards import Catalogue
from headjudge.web import fetched_lists, guards, http, question
from headjudge.web.http import API, NoFacts, Problem
from headjudge.web.limits import LIMITS
from headjudge.web.pages import assets
from headjudge.web.pages.check import answer as answers
from headjudge.web.pages.check import form as forms
from headjudge.web.pages.check import suggestions
from headjudge.web.pages.check.form import CheckForm
from headjudge.web.pages.page import expect_form
from headjudge.web.schemas import team as schemas
from headjudge.web.words import choices
from headjudge.web.words.kinds import NOT_UNDERSTOOD
from messages import say
from validator import Report
from validator.questions import DEFAULT_STRUCTURE

BLANK_FORMS_MAX = 32
"""Cached empty forms, of 20 KB each: one per language and query."""
blueprint = Blueprint("pages", __name__, template_folder=assets.TEMPLATES)


def register(application: Flask) -> None:
    """Set up the templates: their globals, and no blank lines in pages."""
    application.jinja_env.trim_blocks = True
    application.jinja_env.lstrip_blocks = True
    application.add_template_global(assets.asset)
    application.jinja_env.globals["not_understood"] = NOT_UNDERSTOOD


@blueprint.get("/")
def form() -> Response:
    """The empty form."""
    query, language = request.query_string, http.language_code()
    return make_response(_blank(query, language, question.today(), cards.catalogue()))


@blueprint.get("/static/<name>")
def static(name: str) -> Response:
    """A static file; text is compressed if the browser accepts it."""
    if name not in assets.FILES:
        raise NotFound
    response = Response(assets.FILES[name], mimetype=guess_type(name)[0])
    is_text = name.endswith((".css", ".js", ".svg", ".txt"))
    is_compressed = is_text and request.accept_encodings["gzip"] > 0
    if is_text:
        response.vary.add("Accept-Encoding")
    if is_compressed:
        response.data = assets.gzip_file(name)
        response.content_encoding = "gzip"
    response.set_etag(assets.DIGESTS[name] + "-gzip" * is_compressed)
    response.make_conditional(request)
    return response


@blueprint.post("/")
def check() -> Response:
    """The submitted form, with the answer or the faults."""
    today = question.today()
    expect_form(LIMITS.body)
    do = request.form.get("do")
    if do == "open":
        return _open_check(today)
    form = forms.parse_form(request.form, request.files, today)
    if faults := form.file_faults:
        return _fault_page(form, faults)
    match do:
        case "add-list":
            return _page(form.fit_boxes(at_least=len(form.boxes) + 1))
        case "update":
            return _page(form.fit_boxes())
        case "clear":
            return _page(form.without_lists())
    is_live = do == "answer"
    if "replace" in request.form:
        form = suggestions.apply_changes(form, request.form["replace"])
    return _answer_page(form, is_live=is_live)


def failure(problem: Problem) -> Response:
    """A problem as a page for people, and as a document for programs."""
    # Every page shows the date of the facts.
    if not _is_page_wanted() or isinstance(problem, NoFacts):
        return problem.response()
    page = make_response(render_template("problem.html", problem=problem), problem.status)
    page.headers.extend(problem.headers)
    page.headers["Cache-Control"] = "no-store"
    page.vary.add("Accept")
    return guards.protect(http.say_language(page))


@blueprint.after_request
def set_headers(response: Response) -> Response:
    """Set the headers of pages: answers are not stored, static files are cached."""
    if request.endpoint != assets.ENDPOINT:
        return guards.protect_form(response, request.method)
    is_found = response.status_code < HTTPStatus.BAD_REQUEST
    is_lasting = is_found and assets.is_current(request)
    response.headers["Cache-Control"] = assets.IMMUTABLE if is_lasting else "no-cache"
    return guards.protect(response)


@blueprint.app_template_global()
def facts_until() -> tuple[datetime.date, datetime.date | None]:
    """The days to which the cards and the banlists are known."""
    return cards.catalogue().as_of, banlists.all_known_until()


def _answer_page(form: CheckForm, *, is_live: bool = False) -> Response:
    """The page with the answer; only the answer for requests of the page's script (`is_live`).

    The script gets 204 for a team with missing lists.
    """
    if is_live and form.has_links:  # other sites are only contacted by the button
        return make_response("", HTTPStatus.NO_CONTENT)
    also = {"also": choices.other_policies(form.policy, form.format_of(), form.structure)}
    try:
        team = schemas.load(schemas.TEAM, forms.request_of(form) | also)
        asked = question.question_of(team, question.today())
    except Problem as problem:
        return _fault_page(form, forms.faults_by_field(problem.faults, form), is_live=is_live)
    report = question.report_on(asked)
    if is_live and _is_unfinished(form, report):
        return make_response("", HTTPStatus.NO_CONTENT)
    filled_form = form.with_lists(asked.fetched)
    answer = answers.answer(report, filled_form, asked.entries)
    exports = answers.copies_of(answer, report.case, filled_form)
    return _page(
        form.fit_boxes(),
        answer=answer,
        passed=exports,
        asked=forms.request_of(filled_form),
        is_live=is_live,
    )


def _is_unfinished(form: CheckForm, report: Report) -> bool:
    """Whether lists are missing, so that a verdict would be useless."""
    if not all(box.list.strip() for box in form.filled):
        return True
    return any(
        violation.code == "deck-count" and (violation.count or 0) < (violation.limit or 0)
        for violation in report.violations
    )


def _open_check(today: datetime.date) -> Response:
    """The form with the check of a link, or of a team on the event page, and its answer."""
    try:
        opened = forms.read(request.form.get("request", "").encode("utf-8", "replace"))
    except forms.CannotBeOpened as error:
        form = forms.parse_form(request.form, request.files, today)
        return _fault_page(form, {"": [error.message]})
    form = forms.form_of(opened, today.isoformat())
    try:
        schemas.load(schemas.TEAM, opened)
    except Problem as problem:
        return _fault_page(form, forms.faults_by_field(problem.faults, form))
    return _answer_page(form)


@cards.catalogue_cache(BLANK_FORMS_MAX)
def _blank(_query: bytes, _language: str, today: datetime.date, _facts: Catalogue) -> str:
    """The empty form by query and language, which is the same for everyone."""
    return _page_of(forms.blank_form(today))


def _page(form: CheckForm, status: int = HTTPStatus.OK, **values: Any) -> Response:
    return make_response(_page_of(form, **values), status)


def _fault_page(
    form: CheckForm, faults: dict[str, list[str]], *, is_live: bool = False
) -> Response:
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return _page(form.fit_boxes(), status, faults=faults, is_live=is_live)


def _page_of(form: CheckForm, *, is_live: bool = False, **values: Any) -> str:
    today = question.today()
    return render_template(
        "answer_part.html" if is_live else "check.html",
        form=form,
        choices=choices,
        most_lists=LIMITS.decks,
        linked_sites=fetched_lists.sites(),
        today=today,
        event_words=list(_event_words(form, today)),
        is_live=is_live,
        is_fresh=request.method != "POST",
        **({"faults": {}} | values),
    )


def _event_words(form: CheckForm, today: datetime.date) -> Iterator[str]:
    """The event in one line: the day, the structure, the team rule and "House rules", if any.

    The page's script builds the same text when a field changes.
    """
    yield say("Today") if form.as_of == today.isoformat() else form.as_of
    yield choices.STRUCTURES.get(form.structure, choices.STRUCTURES[DEFAULT_STRUCTURE])
    if form.structure != "individual" and not choices.is_limited(form.format):
        if form.policy in (*choices.policies(), *choices.dated_policies()):
            yield choices.policy_words(form.policy)
        else:
            yield choices.usual_policy(form.format_of(), form.structure)
    if form.house_titles:
        yield say("House rules")


def _is_page_wanted() -> bool:
    if request.path.startswith(API):
        return False
    documents = ("application/problem+json", "application/json")
    return request.accept_mimetypes.best_match((*documents, "text/html")) == "text/html"

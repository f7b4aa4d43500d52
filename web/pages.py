"""The page: a form, and the answer on the same page."""

from __future__ import annotations

import datetime
import hashlib
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Flask, Response, make_response, render_template, request, url_for

import cards
from validator.asking import DECKS_MAX
from web import choices, forms, headers, schemas, showing, teams
from web.bodies import BODY_LIMIT, expect_media_type
from web.forms import Form
from web.problems import Problem

STATIC = Path(__file__).parent / "static"
MEDIA_TYPES = ("multipart/form-data", "application/x-www-form-urlencoded")
DIGESTS = {
    path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in STATIC.iterdir()
}
A_YEAR = "public, max-age=31536000, immutable"

blueprint = Blueprint(
    "pages",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/static",
)


def register(application: Flask) -> None:
    """Let an application's templates be written without gaps in their pages."""
    application.jinja_env.trim_blocks = True
    application.jinja_env.lstrip_blocks = True


@blueprint.get("/")
def form() -> Response:
    """The empty form."""
    return _page(forms.blank(teams.today()))


@blueprint.post("/")
def check() -> Response:
    """The form as it was sent, with the answer, or with what cannot be asked."""
    today = teams.today()
    sent = _form_sent(today)
    if sent.file_faults:
        return _page(sent.fitted(), HTTPStatus.UNPROCESSABLE_ENTITY, faults=sent.file_faults)
    match request.form.get("do"):
        case "add-list":
            return _page(sent.fitted(at_least=len(sent.boxes) + 1))
        case "update":
            return _page(sent.fitted())
    also = {"also": [choices.other_policy(sent.policy)]}
    try:
        team = schemas.load(schemas.TEAM, sent.request() | also)
        question = teams.asked(team, today)
    except Problem as problem:
        faults = forms.by_field(problem.faults, sent)
        return _page(sent.fitted(), HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    report = teams.report_on(question)
    shown = sent.with_lists(question.fetched)
    return _page(sent.fitted(), answer=showing.answer(report, shown, question.entries))


def failure(problem: Problem) -> Response:
    """The problem as a page where a person asked for one, as a document where a program did."""
    if not _is_page_wanted():
        return problem.response()
    page = make_response(render_template("problem.html", problem=problem), problem.status)
    page.headers.extend(problem.headers)
    page.headers["Cache-Control"] = "no-store"
    page.vary.add("Accept")
    return headers.protect(page)


@blueprint.after_request
def keep_to_itself(response: Response) -> Response:
    """Headers of pages; answers are not stored, files are for as long as they stay the same."""
    if request.endpoint == "pages.static":
        is_current = request.args.get("v") == DIGESTS.get(request.path.rpartition("/")[2])
        response.headers["Cache-Control"] = A_YEAR if is_current else "no-cache"
    else:
        response.headers["Cache-Control"] = "no-store" if request.method == "POST" else "no-cache"
    return headers.protect(response)


@blueprint.app_template_global()
def asset(name: str) -> str:
    """The address of a static file, another one whenever the file changes."""
    return url_for("pages.static", filename=name, v=DIGESTS[name])


@blueprint.app_template_global()
def facts_until() -> tuple[datetime.date, datetime.date]:
    """Of which day the card facts are, and the last banlist."""
    return cards.catalogue().as_of, choices.latest_announcement()


def _form_sent(today: datetime.date) -> Form:
    expect_media_type(request, MEDIA_TYPES)
    request.max_content_length = request.max_form_memory_size = BODY_LIMIT
    return forms.sent(request.form, request.files, today)


def _page(form: Form, status: int = HTTPStatus.OK, **shown: object) -> Response:
    page = render_template(
        "check.html", form=form, choices=choices, most_lists=DECKS_MAX, **({"faults": {}} | shown)
    )
    return make_response(page, status)


def _is_page_wanted() -> bool:
    # Every blueprint of pages has them in its name; what none of them knows may be a page.
    if not (request.blueprint or "pages").endswith("pages") or request.path.startswith("/v1/"):
        return False
    documents = ("application/problem+json", "application/json")
    return request.accept_mimetypes.best_match((*documents, "text/html")) == "text/html"

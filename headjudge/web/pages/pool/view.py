"""The pool page: register a pool on a checklist, and build decks from it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

import cards
from headjudge.web import guards
from headjudge.web import http as web_http
from headjudge.web import question as teams
from headjudge.web.http import BODY_LIMIT, Problem
from headjudge.web.pages.check import answer
from headjudge.web.pages.check.request import request_of
from headjudge.web.pages.page import URLENCODED, expect_form, page
from headjudge.web.pages.pool import answer as pool_answer
from headjudge.web.pages.pool import form as pool_forms
from headjudge.web.pages.pool.form import PoolForm
from headjudge.web.schemas import team
from headjudge.web.schemas.team import list_fault
from headjudge.web.words import choices
from messages import say
from validator.limited.pool_building import CannotMove, bring
from validator.limited.products import product_from, read_product

blueprint = Blueprint("pool_pages", __name__)


@blueprint.get("/pool")
def start() -> Response:
    """The choice of the event, or its empty checklist."""
    form = pool_forms.parse_form(request.args, teams.today().isoformat())
    wants_checklist = bool(form.product.strip()) or "blank" in request.args
    if wants_checklist and not form.faults:
        return page("pool_checklist.html", is_dated="as_of" in request.args, **_checklist(form))
    faults = form.faults if request.args.keys() - {web_http.PARAMETER} else {}
    if "list" in request.args and not form.product.strip():
        faults["product"] = [
            say("Enter which boosters were opened, or choose a recommended product.")
        ]
    if faults:
        return _page("pool.html", HTTPStatus.UNPROCESSABLE_ENTITY, **_event(form, faults))
    return page("pool.html", is_dated=False, **_event(form, {}))


@blueprint.post("/pool")
def step() -> Response:
    """The next step: the checklist, the decks, or their verdict."""
    expect_form(BODY_LIMIT, URLENCODED)
    form = pool_forms.parse_form(request.form, teams.today().isoformat())
    if too_long := list_fault(*form.lists):
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, too_long)
    faults = form.faults
    if faults.keys() & {"event", "as_of", "product"}:
        return _page("pool.html", HTTPStatus.UNPROCESSABLE_ENTITY, **_event(form, faults))
    do = request.form.get("do", "")
    if do in ("count", "list", "build"):
        form, reading = form.count_paste()
        if reading and reading.faults:
            faults["paste"] = [fault.message for fault in reading.faults]
        if do != "build" or faults:
            status = HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK
            return _page("pool_checklist.html", status, **_checklist(form, faults))
    if do == "checklist":
        return _page("pool_checklist.html", **_checklist(form, faults))
    return _show_builder(form, do, faults)


def _show_builder(form: PoolForm, do: str, faults: dict[str, list[str]]) -> Response:
    built = form.assignment()
    moved = request.form.get("move", "")
    if moved:
        key, _, title = moved.partition("|")
        places = {spot.key: spot.place for spot in pool_answer.spots(form.kind)}
        try:
            if key in places:
                copies = None if request.form.get("how") == "all" else 1
                built = bring(built, title, places[key], copies)
        except CannotMove as error:
            faults["move"] = [error.message]
    form = form.with_decks(built)
    verdict: dict[str, Any] = {}
    if do == "check" and not faults:
        try:
            verdict["answer"] = _verdict(form)
        except Problem as problem:
            faults[""] = [fault.detail for fault in problem.faults]
    groups = pool_answer.build_rows(built, form.kind)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK
    return _page(
        "pool_build.html",
        status,
        form=form,
        built=built,
        groups=groups,
        rows=[row for _, rows in groups for row in rows],
        spots=pool_answer.spots(form.kind),
        players=pool_forms.players_of(form),
        moved=moved,
        how=request.form.get("how", "one"),
        faults=faults,
        show=pool_answer,
        choices=choices,
        letter=pool_forms.letter,
        **verdict,
    )


def _verdict(form: PoolForm) -> answer.TeamAnswer:
    """The verdict on the decks, as on the check page."""
    check = form.check_form(form.assignment())
    question = teams.question_of(team.load(team.TEAM, request_of(check)), teams.today())
    return answer.answer(teams.report_on(question), check, question.entries)


def _event(form: PoolForm, faults: dict[str, list[str]]) -> dict[str, Any]:
    kind, sets = form.kind, cards.catalogue().sets
    size = kind.players if kind.has_sideboards else None
    products = choices.offered_products(kind.format, kind.structure, form.as_of, size)
    set_names = [
        [sets[code].name for code in product_from(read_product(product)).sets]
        for product in products
    ]
    return {
        "form": form,
        "kinds": pool_forms.KINDS,
        "offered": list(zip(products, set_names, strict=True)),
        "faults": faults,
    }


def _checklist(form: PoolForm, faults: dict[str, list[str]] | None = None) -> dict[str, Any]:
    return {
        "form": form,
        "sheet": pool_answer.checklist_of(form),
        "show": pool_answer,
        "players": pool_forms.players_of(form),
        "letter": pool_forms.letter,
        "choices": choices,
        "faults": faults or {},
    }


def _page(template: str, status: int = HTTPStatus.OK, **values: Any) -> Response:
    return guards.protect(make_response(render_template(template, **values), status))

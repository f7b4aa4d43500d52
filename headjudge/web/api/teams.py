"""The resources of the API: what is asked of each path, and what answers it."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, Response, current_app, request
from flask.globals import request_ctx

import cards
import formats
from headjudge.web.api import impact, signing
from headjudge.web.api.batch import answers
from headjudge.web.inputs import question
from headjudge.web.inputs import team as schemas
from headjudge.web.service import editions, json_bodies
from headjudge.web.service.json_answers import answer, said
from headjudge.web.service.languages import marked
from headjudge.web.service.problems import Problem
from messages import say

blueprint = Blueprint("api", __name__)


@blueprint.post("/v1/validate")
def validate() -> Response:
    """One team's verdict."""
    sent = request_ctx.request
    is_signed = bool(sent.query_string) and signing.is_asked_for(sent)
    team = schemas.load(schemas.TEAM, json_bodies.read_json(sent))
    report = question.judge(team, question.today())
    return said(signing.with_receipt(report) if is_signed else report.as_dict())


@blueprint.post("/v1/validate/batch")
def validate_batch() -> Response:
    """A verdict for each line of an NDJSON body, streamed."""
    lines = answers.answers(request, question.today(), is_signed=signing.is_asked_for(request))
    return marked(Response(lines, content_type=answers.MEDIA_TYPE))


@blueprint.post("/v1/impact")
def impact_of_a_change() -> Response:
    """Which teams a change of banlist or rotation touches."""
    asked = schemas.load(impact.IMPACT, json_bodies.read_json(request))
    return said(impact.answer_to(asked).as_dict())


@blueprint.get("/healthz")
def health() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """The facts are open, and of which date they are."""
    try:
        catalogue = cards.catalogue()
        formats.load("modern")
        facts: editions.Facts = current_app.extensions["facts"]
        in_force = editions.described(facts.edition())
        known = [editions.described(one) for one in facts.known()]
    except (OSError, ValueError, LookupError, sqlite3.Error) as error:
        raise Problem(503, say("The card facts cannot be opened.")) from error
    day = catalogue.as_of.isoformat()
    return answer(
        {
            "status": "ready",
            "catalogue": day,
            "in_force": in_force,
            "known": known,
            "faults": list(facts.faults()),
        }
    )

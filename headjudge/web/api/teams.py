"""API views for teams and their lists: validate, batch, parse, and the health checks."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, Response, current_app, request

import banlists
import cards
import formats
from headjudge import documents
from headjudge.web import http, question
from headjudge.web.api import batch
from headjudge.web.facts_in_force import Facts
from headjudge.web.http import Problem, answer, translated_answer, with_language
from headjudge.web.limits import LIMITS
from headjudge.web.operation import Operation
from headjudge.web.schemas import queries
from headjudge.web.schemas import team as schemas
from messages import say
from validator import documents as reports
from validator import read_alone
from validator.fingerprint import fingerprint

blueprint = Blueprint("api", __name__)


@blueprint.post("/v1/validate")
@Operation(
    "Teams",
    reports.Report,
    "Team",
    query=queries.REPORT,
    description=(
        "Answers 200 for every valid request, whether the team is legal or not. The body may have"
        f" up to {LIMITS.body // 1024**2} MiB, and the lists up to {LIMITS.lines:,} lines"
        " (or card entries) in total. With `include=cards` each deck has its cards."
    ),
)
def validate() -> Response:
    """Judge a team's decks."""
    with_cards = _includes_cards()
    team = schemas.load(schemas.TEAM, http.read_json(request.environ))
    report = question.judge(team, question.today())
    return translated_answer(report.as_dict(with_cards=with_cards))


@blueprint.post("/v1/validate/batch")
@Operation(
    "Teams",
    body="",
    lines=("BatchLine", documents.BatchAnswer),
    query=queries.REPORT,
    media_type=batch.MEDIA_TYPE,
    problems=(400, 413, 415, 422, 503),
    description=(
        "NDJSON in, NDJSON out. Each line of the body is a `BatchLine` and is answered by a"
        " `BatchAnswer`, in the same order. A bad line never stops the rest; blank lines are"
        f" skipped. The body may have up to {LIMITS.batch // 1024**2} MiB and"
        f" {LIMITS.batch_lines:,} lines: who has more sends several."
    ),
)
def validate_batch() -> Response:
    """Judge many teams in one call."""
    lines = batch.answers(request.environ, question.today(), with_cards=_includes_cards())
    return with_language(Response(lines, content_type=batch.MEDIA_TYPE))


def _includes_cards() -> bool:
    """Whether the reports list the cards of each deck; raises Problem 422."""
    if not request.query_string:
        return False
    return "include" in queries.read()


@blueprint.get("/healthz")
@Operation("Service", documents.Health)
def get_health() -> Response:
    """Liveness: whether the process answers.

    For the probe that restarts a hung process.
    """
    return answer({"status": "ok"})


@blueprint.get("/readyz")
@Operation("Service", documents.Readiness, problems=(503,))
def get_readiness() -> Response:
    """Readiness: whether the facts are open.

    For the probe that decides whether requests are sent here.
    """
    try:
        catalogue = cards.catalogue()
        formats.load("modern")
        until = banlists.all_known_until()
        facts: Facts = current_app.extensions["facts"]
    except (OSError, ValueError, LookupError, sqlite3.Error) as error:
        raise Problem(503, say("The card facts cannot be opened.")) from error
    return answer(
        {
            "status": "ready",
            "cards_until": catalogue.as_of.isoformat(),
            "banlist_until": until.isoformat() if until else None,
            "fingerprint": fingerprint(catalogue),
            "warnings": list(facts.faults),
        }
    )


@blueprint.post("/v1/decklists/parse")
@Operation("Decklists", reports.Reading, "SentList")
def parse_decklist() -> Response:
    """Read a list.

    Returns the syntax of the text, its cards and the lines that could not be read, without judging
    it. A text may contain the lists of a whole team.
    """
    body = schemas.load(schemas.LIST, http.read_json(request.environ))
    decks = [deck._replace(sent=0) for deck in question.lists_of(body, at="")]
    reading = read_alone(*decks, searched=LIMITS.suggestions)
    return translated_answer(reading.as_dict())

"""Lists without an event: `POST /v1/decklists/parse`."""

from __future__ import annotations

from flask import Blueprint, Response, request

from headjudge import documents
from headjudge.web import http
from headjudge.web.http import translated_answer
from headjudge.web.inputs import question, team
from headjudge.web.limits import LIMITS
from headjudge.web.operation import Operation
from validator import read_alone

blueprint = Blueprint("lists", __name__, url_prefix="/v1/decklists")


@blueprint.post("/parse")
@Operation("Decklists", documents.Reading, "SentDeck")
def parse_decklist() -> Response:
    """Read a list.

    Returns the syntax of the text, its cards and the lines that could not be read, without judging
    it. A text may contain the lists of a whole team.
    """
    body = team.load(team.DECK, http.read_json(request))
    decks = [deck._replace(sent=0) for deck in question.lists_of(body, at="")]
    reading = read_alone(*decks, searched=LIMITS.suggestions)
    return translated_answer(reading.as_dict())

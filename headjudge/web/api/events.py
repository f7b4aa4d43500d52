"""The API resource with the facts about an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

import formats
from headjudge import documents
from headjudge.web.api.fact_documents import event_document
from headjudge.web.inputs import queries, question
from headjudge.web.inputs.team import load
from headjudge.web.operation import Operation
from headjudge.web.service.caching import cached
from headjudge.web.service.json_answers import translated_answer
from headjudge.web.service.json_bodies import read_query
from validator.events import facts as event_facts
from validator.events.model import EventFacts
from validator.questions import structure_at

blueprint = Blueprint("event_facts", __name__, url_prefix="/v1/events")


@blueprint.get("/facts")
@Operation("Policies and events", documents.EventFacts, query=queries.EventQuery)
def get_event_facts() -> Response:
    """The facts that an organizer announces for an event.

    One fact a parameter, each with its source and its certainty. A fact that no document at hand
    states is `unknown`; where documents differ, `readings` cites each of them.
    """
    query = load(queries.EVENT, read_query(request))
    document = event_document(of_query(query))
    return cached(translated_answer(document), is_dated="as_of" in query)


def of_query(query: Mapping[str, Any]) -> EventFacts:
    """The facts for a query loaded by `queries.EVENT`."""
    play_format = formats.load(query["format"])
    return event_facts.event_facts(
        play_format,
        structure_at(play_format, query.get("structure")),
        query.get("as_of") or question.today(),
        query.get("team_size"),
    )

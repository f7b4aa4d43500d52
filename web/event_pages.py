"""The event sheet: what an organizer announces, as a page to be printed."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

from validator import event_words
from validator.asking import DECKS_MAX
from validator.event_facts import EventFacts, Stated
from web import choices, headers, queries, teams
from web.event_facts import of_query
from web.page_answers import filled_in, page
from web.problems import Problem

blueprint = Blueprint("event_pages", __name__, url_prefix="/events")


@blueprint.get("/sheet")
def sheet() -> Response:
    """The form alone, or with the sheet of the event that it asks for."""
    asked = {
        "format": request.args.get("format", ""),
        "structure": request.args.get("structure", ""),
        "team_size": request.args.get("team_size", ""),
        "as_of": request.args.get("as_of", "") or teams.today().isoformat(),
    }
    shown = {"asked": asked, "choices": choices, "most_players": DECKS_MAX, "faults": {}}
    if not request.args:
        return page("sheet.html", is_dated=False, **shown)
    try:
        query = filled_in(queries.EVENT)
    except Problem as problem:
        return _to_mend(problem, shown)
    event = of_query(query)
    asked["structure"] = asked["structure"] or event.structure
    return page(
        "sheet.html",
        is_dated="as_of" in query,
        event=event,
        sections=_sections(event),
        structure=choices.STRUCTURES[event.structure],
        canonical=_canonical(event),
        **shown,
    )


def _to_mend(problem: Problem, shown: dict[str, Any]) -> Response:
    faults: dict[str, list[str]] = {}
    for fault in problem.faults:
        field = fault.pointer.removeprefix("/")
        name = field if field in shown["asked"] else ""
        # What there is to choose, the form shows.
        said = fault.detail.partition(" There are: ")[0]
        faults.setdefault(name, []).append(said if name else f"{field}: {said}")
    if not shown["asked"]["format"].strip():
        faults["format"] = ["Choose the format that is played."]
    html = render_template("sheet.html", **shown | {"faults": faults})
    return headers.protect(make_response(html, HTTPStatus.UNPROCESSABLE_ENTITY))


def _sections(event: EventFacts) -> list[tuple[str, list[Stated]]]:
    """The facts that are announced, by section."""
    told = [fact for fact in event.facts if fact.section != event_words.BACKGROUND]
    return [(name, list(facts)) for name, facts in groupby(told, lambda fact: fact.section)]


def _canonical(event: EventFacts) -> str:
    return url_for(
        ".sheet",
        format=event.format.id,
        structure=event.structure,
        team_size=event.team_size,
        as_of=event.day.isoformat(),
    )

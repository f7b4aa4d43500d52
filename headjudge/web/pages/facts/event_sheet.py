"""The event sheet: what an organizer announces, as a page to be printed."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

from headjudge.web.api.events import of_query
from headjudge.web.inputs import queries, question
from headjudge.web.pages.page import page, read_form_query
from headjudge.web.service import headers, house_folder, languages
from headjudge.web.service.problems import Problem
from headjudge.web.words import choices
from messages import Message, say
from validator.events import words
from validator.events.facts import EventFacts, Stated
from validator.questions import DECKS_MAX, nearest, shorten

blueprint = Blueprint("event_pages", __name__, url_prefix="/events")


@blueprint.get("/sheet")
def sheet() -> Response:
    """The form alone, or with the sheet of the event that it asks for."""
    asked = {
        "format": request.args.get("format", ""),
        "structure": request.args.get("structure", ""),
        "team_size": request.args.get("team_size", ""),
        "as_of": request.args.get("as_of", "") or question.today().isoformat(),
    }
    shown = {"asked": asked, "choices": choices, "most_players": DECKS_MAX, "faults": {}}
    if not request.args.keys() - {languages.PARAMETER}:
        return page("sheet.html", is_dated=False, **shown)
    try:
        query = read_form_query(queries.EVENT)
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
        said = _no_choice(name, shown["asked"]) or fault.detail
        said = said if name else say("{field}: {said}", field=field, said=said)
        faults.setdefault(name, []).append(said)
    if not shown["asked"]["format"].strip():
        faults["format"] = [say("Choose the format that is played.")]
    html = render_template("sheet.html", **shown | {"faults": faults})
    return headers.protect(make_response(html, HTTPStatus.UNPROCESSABLE_ENTITY))


def _no_choice(field: str, asked: dict[str, str]) -> Message | None:
    """What is wrong with a field where it holds none of its choices, which the form shows."""
    text = asked.get(field, "")
    if field == "format" and text not in (*house_folder.ids(), "two-headed-giant"):
        near = nearest(text, house_folder.ids())
        if near is None:
            return say('There is no format "{text}".', text=shorten(text))
        return say(
            'There is no format "{text}". Did you mean "{near}"?', text=shorten(text), near=near
        )
    if field == "structure" and text not in choices.STRUCTURES:
        return say('There is no structure "{text}".', text=shorten(text))
    return None


def _sections(event: EventFacts) -> list[tuple[str, list[Stated]]]:
    """The facts that are announced, by section."""
    told = [fact for fact in event.facts if fact.section != words.BACKGROUND]
    return [(name, list(facts)) for name, facts in groupby(told, lambda fact: fact.section)]


def _canonical(event: EventFacts) -> str:
    return url_for(
        ".sheet",
        format=event.format.id,
        structure=event.structure,
        team_size=event.team_size,
        as_of=event.day.isoformat(),
    )

"""The event sheet: an organizer's announcement, as a printable page."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

import formats
from headjudge.web.api.events import of_query
from headjudge.web.inputs import queries, question
from headjudge.web.pages.page import page, read_form_query
from headjudge.web.service import headers, house_folder, languages
from headjudge.web.service.problems import Problem
from headjudge.web.words import choices
from messages import Message, say
from validator.case import default_policy
from validator.events import words
from validator.events.model import EventFacts, StatedFact
from validator.questions import DECKS_MAX, nearest, shorten

LIMITS = ("team_copies_max", "same_card_in_two_decks")
COPY_RULES = frozenset(
    {*LIMITS, "exempt", "text_overrides_limit", "applies_when", "restricted_per_team"}
)
"""Facts of an event that are replaced by a chosen policy."""

blueprint = Blueprint("event_pages", __name__, url_prefix="/events")


@blueprint.get("/sheet")
def sheet() -> Response:
    """The form, with the sheet of the requested event."""
    fields = {
        "format": request.args.get("format", ""),
        "structure": request.args.get("structure", ""),
        "team_size": request.args.get("team_size", ""),
        "as_of": request.args.get("as_of", "") or question.today().isoformat(),
        "policy": request.args.get("policy", ""),
    }
    values = {"asked": fields, "choices": choices, "most_players": DECKS_MAX, "faults": {}}
    if not request.args.keys() - {languages.PARAMETER}:
        return page("sheet.html", is_dated=False, **values)
    try:
        query = read_form_query(queries.EVENT_SHEET)
    except Problem as problem:
        return _fault_page(problem, values)
    event = of_query(query)
    policy = query.get("policy") or default_policy(event.format, event.structure)
    fields["structure"] = fields["structure"] or event.structure
    return page(
        "sheet.html",
        is_dated="as_of" in query,
        event=event,
        sections=_sections(_copy_facts(event, policy)),
        other_rule=_other_rule(event, policy),
        structure=choices.STRUCTURES[event.structure],
        canonical=_canonical(event, policy),
        **values,
    )


def _fault_page(problem: Problem, values: dict[str, Any]) -> Response:
    faults: dict[str, list[str]] = {}
    for fault in problem.faults:
        field = fault.pointer.removeprefix("/")
        name = field if field in values["asked"] else ""
        sentence = _no_choice(name, values["asked"]) or fault.detail
        sentence = sentence if name else say("{field}: {said}", field=field, said=sentence)
        faults.setdefault(name, []).append(sentence)
    if not values["asked"]["format"].strip():
        faults["format"] = [say("Choose the format that is played.")]
    html = render_template("sheet.html", **values | {"faults": faults})
    return headers.protect(make_response(html, HTTPStatus.UNPROCESSABLE_ENTITY))


def _no_choice(field: str, fields: dict[str, str]) -> Message | None:
    """The fault of a field with an invalid choice, shown in the form."""
    text = fields.get(field, "")
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


@blueprint.app_template_filter("fact_words_of")
def _fact_words(value: int | str) -> int | str:
    """A value of a fact for display."""
    return words.value_in_words(value)


def _copy_facts(event: EventFacts, policy_id: str) -> list[StatedFact]:
    """The facts of the event, with the chosen rule on copies in place of the tournament rules'."""
    is_of_team = event.format.kind == "constructed" and event.structure != "individual"
    if policy_id == formats.TOURNAMENT or not is_of_team:
        return list(event.facts)
    facts = [fact for fact in event.facts if fact.parameter not in COPY_RULES]
    index = sum(fact.parameter == "banlist" for fact in facts)
    facts[index:index] = _rule_facts(formats.policy(policy_id))
    return facts


def _rule_facts(policy: formats.Policy) -> list[StatedFact]:
    """The limits of a policy on copies, as facts of an event."""
    values: dict[str, int | str] = {}
    if policy.copies_in_team:
        values["team_copies_max"] = policy.copies_in_team
    if not policy.titles_shared:
        values["same_card_in_two_decks"] = "forbidden"
    values["exempt"] = policy.exempt
    if policy.restricted_scope == "team":
        values["restricted_per_team"] = 1
    return [
        StatedFact(name, value, words.sentence(name, value), policy.source, "sure", policy.life)
        for name, value in values.items()
    ]


def _other_rule(event: EventFacts, policy_id: str) -> StatedFact | None:
    """The tournament rules' limit on copies, if the event plays by another rule.

    None for the format's own rule, as Commander's: the tournament rules do not cover it.
    """
    if policy_id == event.format.policy:
        return None
    limit = next((fact for fact in event.facts if fact.parameter in LIMITS), None)
    chosen = {(fact.parameter, fact.value) for fact in _copy_facts(event, policy_id)}
    return limit if limit and (limit.parameter, limit.value) not in chosen else None


def _sections(facts: list[StatedFact]) -> list[tuple[str, list[StatedFact]]]:
    """The facts of the announcement, by section."""
    announced = [fact for fact in facts if fact.section != words.BACKGROUND]
    return [(name, list(group)) for name, group in groupby(announced, lambda fact: fact.section)]


def _canonical(event: EventFacts, policy_id: str) -> str:
    return url_for(
        ".sheet",
        policy=policy_id,
        format=event.format.id,
        structure=event.structure,
        team_size=event.team_size,
        as_of=event.day.isoformat(),
    )

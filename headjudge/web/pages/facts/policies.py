"""Pages on team policies and event facts."""

from __future__ import annotations

import datetime
from itertools import groupby

from flask import Blueprint, Response, url_for

import formats
from headjudge import documents
from headjudge.web.api.fact_documents import all_facts, facts_of, policy_on
from headjudge.web.inputs import queries, question
from headjudge.web.pages.page import Link, page, read_form_query, require_id
from headjudge.web.words import choices
from messages import Message, say
from validator.events import words
from validator.questions import DEFAULT_POLICY

blueprint = Blueprint("policy_pages", __name__)

ALL = Link("/policies", say("All policies"))
EVENTS = {
    "two-headed-giant-constructed": say("Two-Headed Giant Constructed"),
    "two-headed-giant-commander": say("Two-Headed Giant Commander"),
    "two-headed-giant-sealed": say("Two-Headed Giant Sealed Deck"),
    "two-headed-giant-prerelease": say("Two-Headed Giant Prerelease"),
    "two-headed-giant-draft": say("Two-Headed Giant Booster Draft"),
    "team-constructed-three": say("Team Constructed, three players"),
    "team-sealed": say("Team Sealed Deck"),
    "emperor": formats.structure("emperor").name,
    "limited": say("All Limited events"),
}
"""Display names of event kinds, in page order."""


@blueprint.get("/policies")
def all_policies() -> Response:
    """All policies and event facts."""
    read_form_query(queries.NONE)
    today = question.today()
    facts = all_facts()
    return page(
        "policies.html",
        is_dated=False,
        ruling=policy_on(formats.TOURNAMENT, today, []),
        usual=policy_on(DEFAULT_POLICY, today, []),
        policies=[policy_on(policy_id, today, []) for policy_id in formats.policy_ids()],
        events=_by_event([fact for fact in facts if not _is_over(fact, today)]),
        past=_by_event([fact for fact in facts if _is_over(fact, today)]),
        today=today,
        choices=choices,
        certainties=words.CERTAINTIES,
    )


@blueprint.get("/policies/<identifier>")
def policy_page(identifier: str) -> Response:
    """A policy's rules, and the event facts of its period."""
    policy_id = require_id(
        identifier,
        formats.policy_ids(),
        ALL,
        heading=say("There is no such policy"),
        sentence=lambda quoted: say("There is no policy “{id}”.", id=quoted),
        name_of=choices.policy_words,
    )
    query = read_form_query(queries.DAY)
    day = query.get("as_of") or question.today()
    policy = policy_on(policy_id, day, facts_of(policy_id, day))
    return page(
        "policy.html",
        is_dated="as_of" in query,
        policy=policy,
        events=_by_event(policy["facts"]),
        canonical=url_for(".policy_page", identifier=policy_id, as_of=query.get("as_of")),
        day=day,
        choices=choices,
        certainties=words.CERTAINTIES,
    )


def _by_event(
    facts: list[documents.Fact],
) -> list[tuple[str, Message, list[tuple[str, list[documents.Fact]]]]]:
    """The facts by event kind (id and name) and parameter, in the order of announcements."""
    order = {parameter: index for index, parameter in enumerate(words.WORDS)}
    groups = []
    for event, name in EVENTS.items():
        event_facts = [fact for fact in facts if fact["event"] == event]
        event_facts.sort(key=lambda fact: (order[fact["parameter"]], fact["from"]))
        by_title = [(title, list(group)) for title, group in groupby(event_facts, _title)]
        if by_title:
            groups.append((event, name, by_title))
    return groups


def _is_over(fact: documents.Fact, today: datetime.date) -> bool:
    return fact["until"] is not None and str(fact["until"]) <= today.isoformat()


def _title(fact: documents.Fact) -> str:
    return fact["title"]

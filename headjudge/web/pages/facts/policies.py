"""Pages on team policies and on how teams play."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

import formats
from headjudge.web import question
from headjudge.web.api.facts import policy_on, structure_facts
from headjudge.web.pages.page import Link, page, read_form_query, require_id
from headjudge.web.schemas import queries
from headjudge.web.words import choices
from messages import say
from validator.questions import DEFAULT_POLICY

blueprint = Blueprint("policy_pages", __name__)

ALL = Link("/policies", say("All policies"))


@blueprint.get("/policies")
def all_policies() -> Response:
    """All policies, and how teams play today."""
    read_form_query(queries.NONE)
    today = question.today()
    return page(
        "policies.html",
        is_dated=False,
        ruling=policy_on(formats.TOURNAMENT, today),
        usual=policy_on(DEFAULT_POLICY, today),
        policies=[policy_on(policy_id, today) for policy_id in formats.policy_ids()],
        structures=[
            (name, structure_facts(None, today, id)) for id, name in choices.STRUCTURES.items()
        ],
        today=today,
        choices=choices,
    )


@blueprint.get("/policies/<identifier>")
def policy_page(identifier: str) -> Response:
    """A policy's rules."""
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
    policy = policy_on(policy_id, day)
    return page(
        "policy.html",
        is_dated="as_of" in query,
        policy=policy,
        canonical=url_for(".policy_page", identifier=policy_id, as_of=query.get("as_of")),
        day=day,
        choices=choices,
    )

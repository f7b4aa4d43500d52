"""The impact of a banlist change or rotation: schemas and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

import formats
from headjudge import documents
from headjudge.web.inputs.fetched_lists import ListFetcher
from headjudge.web.inputs.fields import (
    BEFORE_FROM,
    CONSTRUCTED_FORMATS,
    Day,
    Decks,
    Label,
    ObjectList,
    Strict,
    Text,
    means,
    valid,
)
from headjudge.web.inputs.house import resolve_house
from headjudge.web.inputs.identifiers import Identifier
from headjudge.web.inputs.question import event_of, question_of
from headjudge.web.inputs.team import DeckSchema, EventSchema
from headjudge.web.inputs.team_faults import deck_faults, structure_faults
from headjudge.web.service.limits import LIMITS
from messages import say, template
from validator import questions
from validator.impact import Team, impacts

TEAMS_MAX = LIMITS.impact_teams
"""Teams per request; two lists of each fit into a body."""


class ImpactTeamSchema(Strict):
    """A team that the change may affect."""

    id = Identifier(metadata=means("Returned with the answer."))
    team = Label(metadata=means("The team's name, returned with the answer."))
    format = Text(
        validate=valid(questions.find_constructed_format),
        metadata=means(
            "The team's own Constructed format, in place of that of the request.",
            **CONSTRUCTED_FORMATS,
        ),
    )
    decks = Decks(
        DeckSchema(), required=True, metadata=means("The decks of the team, one a player.")
    )


class ImpactSchema(EventSchema):
    """A change of a format between two days, and the teams that it may affect."""

    format = Text(
        required=True,
        validate=valid(questions.find_constructed_format),
        metadata=means("The Constructed format that changes.", **CONSTRUCTED_FORMATS),
    )
    from_ = Day(required=True, data_key="from", metadata=means("The day to compare with."))
    to = Day(required=True, metadata=means("The day that is compared; not before `from`."))
    teams = ObjectList(
        ImpactTeamSchema(),
        TEAMS_MAX,
        not_a_list=say("This must be a list of teams."),
        wrong_number=template("A request has 1 to {most} teams, not {number}."),
        required=True,
        metadata=means("The teams, each answered in its place."),
    )

    @validates_schema
    def check_fields(self, body: dict[str, Any], **_: Any) -> None:
        """Check the fields against each other, once each is valid."""
        event = formats.load(body["format"])
        errors = structure_faults(event, body)
        if body["from_"] > body["to"]:
            errors["to"] = [BEFORE_FROM]
        faults = {
            index: team_faults
            for index, team in enumerate(body["teams"])
            if (team_faults := _team_faults(team, body))
        }
        if faults:
            errors["teams"] = faults
        if errors:
            raise ValidationError(errors)

    @post_load
    def with_house(self, body: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The request with its house rules resolved."""
        if "house" not in body:
            return body
        return body | {"house": resolve_house(formats.load(body["format"]), body["house"])}


def _team_faults(team: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """The faults of a team in this request, by field; its own fields are valid."""
    if "house" in body and "format" in team:
        return {"format": [say("House rules are those of one format: leave this out.")]}
    event = formats.load(team.get("format", body["format"]))
    faults = deck_faults(event, team["decks"], structure=body.get("structure"))
    return {"decks": faults} if faults else {}


class ImpactLineSchema(ImpactSchema):
    """One line of a batch: a change, and teams that it may affect."""

    id = Identifier(metadata=means("Returned with the answer."))


IMPACT = ImpactSchema()
IMPACT_LINE = ImpactLineSchema()


def answer_to(body: Mapping[str, Any], fetcher: ListFetcher) -> documents.ImpactReport:
    """The impact on the teams of a request loaded by `IMPACT`; `fetcher` fetches their links."""
    shared = {name: value for name, value in body.items() if name not in ("id", "teams")}
    questions = [
        question_of({**shared, **team}, body["from_"], at=f"/teams/{index}", fetcher=fetcher)
        for index, team in enumerate(body["teams"])
    ]
    event = event_of(shared, body["from_"])
    teams = (Team(question.event, question.decks) for question in questions)
    report = impacts(event, body["to"], teams).as_dict()
    for team, answer in zip(body["teams"], report["teams"], strict=True):
        if "id" in team:
            answer["id"] = team["id"]
    return report

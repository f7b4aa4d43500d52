"""The impact of a banlist change or rotation: schemas and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validates_schema

import formats
from headjudge import documents
from headjudge.web.inputs.fetched_lists import Errand
from headjudge.web.inputs.fields import (
    BEFORE_FROM,
    Day,
    Decks,
    Label,
    Several,
    Strict,
    Text,
    Whole,
    means,
    valid,
)
from headjudge.web.inputs.identifiers import Identifier
from headjudge.web.inputs.question import question_of
from headjudge.web.inputs.team import DeckSchema
from headjudge.web.inputs.team_faults import deck_faults, structure_faults
from headjudge.web.service.limits import LIMITS
from messages import say, template
from validator import Decklist, Event, questions
from validator.case import default_policy
from validator.impact import Team, impacts

TEAMS_MAX = LIMITS.impact_teams
"""Teams per request; two lists of each fit into a body."""


class ImpactTeamSchema(Strict):
    """A team that the change may touch."""

    id = Identifier(metadata=means("Given back with the answer."))
    team = Label(metadata=means("What the team calls itself; given back."))
    decks = Decks(
        DeckSchema(), required=True, metadata=means("The decks of the team, one a player.")
    )


class ImpactSchema(Strict):
    """A change of a format between two days, and the teams that it may touch."""

    format = Text(
        required=True,
        validate=valid(questions.find_constructed_format),
        metadata=means("The Constructed format that changes.", enum=formats.ids_of("constructed")),
    )
    from_ = Day(required=True, data_key="from", metadata=means("The day to compare with."))
    to = Day(required=True, metadata=means("The day that is compared; not before `from`."))
    structure = Text(
        validate=valid(questions.find_structure),
        metadata=means(
            "How the teams play.", enum=questions.STRUCTURES, default=questions.DEFAULT_STRUCTURE
        ),
    )
    policy = Text(
        validate=valid(questions.find_policy),
        metadata=means(
            "The rules for building a team's decks; without them those of the format:"
            " `no-team-limit` in the Commander family, `tournament` for `team-constructed`, else"
            " `combined-four`.",
            enum=formats.policy_ids(),
        ),
    )
    team_size = Whole(
        questions.DECKS_MAX,
        metadata=means("Players of each team; by the structure without it. Only 1 plays alone."),
    )
    teams = Several(
        ImpactTeamSchema(),
        TEAMS_MAX,
        no_list=say("This must be a list of teams."),
        not_so_many=template("A request has 1 to {most} teams, not {number}."),
        required=True,
        metadata=means("The teams, each answered in its place."),
    )

    @validates_schema
    def fits_together(self, sent: dict[str, Any], **_: Any) -> None:
        """What holds between the fields, once each is right by itself."""
        event = formats.load(sent["format"])
        errors = structure_faults(event, sent)
        if sent["from_"] > sent["to"]:
            errors["to"] = [BEFORE_FROM]
        faults = {
            index: {"decks": faults}
            for index, team in enumerate(sent["teams"])
            if (faults := deck_faults(event, team["decks"], structure=sent.get("structure")))
        }
        if faults:
            errors["teams"] = faults
        if errors:
            raise ValidationError(errors)


IMPACT = ImpactSchema()


def answer_to(sent: Mapping[str, Any]) -> documents.ImpactReport:
    """The impact on the teams of a request loaded by `IMPACT`."""
    play_format = formats.load(sent["format"])
    structure = questions.structure_at(play_format, sent.get("structure"))
    event = Event(
        format=play_format.id,
        as_of=sent["from_"],
        structure=structure,
        policy=sent.get("policy") or default_policy(play_format, structure),
        team_size=sent.get("team_size"),
    )
    errand = Errand()

    def decks_of(index: int, team: Mapping[str, Any]) -> tuple[Decklist, ...]:
        sent = {**team, "format": play_format.id}
        return question_of(sent, event.day, at=f"/teams/{index}", errand=errand).decks

    teams = (
        Team(team.get("team"), decks_of(index, team)) for index, team in enumerate(sent["teams"])
    )
    report = impacts(event, sent["to"], teams).as_dict()
    for team, answered in zip(sent["teams"], report["teams"], strict=True):
        if "id" in team:
            answered["id"] = team["id"]
    return report

"""Schemas of requests for sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from headjudge.web import sheets
from headjudge.web.inputs.fields import Several, Strict, Text, means, valid
from headjudge.web.inputs.team import TeamSchema
from headjudge.web.service.limits import LIMITS
from messages import say, template
from validator import questions

TEAMS_MAX = LIMITS.sheet_teams
"""Teams per document."""
ENGLISH = "en"
"""The default language of card titles."""
LANGUAGES = (
    ENGLISH, "de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant",
)  # fmt: skip


def _choice(what: str, words: tuple[str, ...]) -> Any:
    return valid(lambda text: questions.check_choice(what, text, words))


class SheetOptionsSchema(Strict):
    """How sheets are printed."""

    sheet = Text(
        load_default=sheets.SHEETS[0],
        validate=_choice("sheet", sheets.SHEETS),
        metadata=means(
            "What is printed: deck registration sheets, one a player; check lists for deck checks,"
            " one a player; or result slips, one a team.",
            enum=sheets.SHEETS,
        ),
    )
    paper = Text(
        load_default=sheets.PAPERS[0],
        validate=_choice("paper", sheets.PAPERS),
        metadata=means("The paper.", enum=sheets.PAPERS),
    )
    order = Text(
        load_default=sheets.ORDERS[0],
        validate=_choice("order", sheets.ORDERS),
        metadata=means("How the cards of a section are sorted.", enum=sheets.ORDERS),
    )
    language = Text(
        validate=_choice("language", LANGUAGES),
        metadata=means(
            "The language of the card titles beside the English ones; the one of Accept-Language"
            " without it. The sheets' own words are in that of Accept-Language.",
            enum=LANGUAGES,
        ),
    )
    event = Text(load_default="", metadata=means("What the event is called."))


class SheetTeamSchema(TeamSchema):
    """A team as it is judged, and where it sits."""

    table = Text(metadata=means("The team's table."))


class SheetsOfTeamSchema(SheetOptionsSchema, SheetTeamSchema):
    """One team, and how its sheets are printed."""


class SheetsOfTeamsSchema(SheetOptionsSchema):
    """Teams, and how their sheets are printed in one document."""

    teams = Several(
        SheetTeamSchema(),
        TEAMS_MAX,
        no_list=say("The teams must be a list."),
        not_so_many=template("A document has 1 to {most} teams, not {number}."),
        required=True,
        metadata=means("The teams, in the order in which they are printed."),
    )


SHEETS = SheetOptionsSchema()
OPTIONS = frozenset(SHEETS.fields)
SHEETS_OF_TEAM = SheetsOfTeamSchema()
SHEETS_OF_TEAMS = SheetsOfTeamsSchema()


def teams_of(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The requests for verdicts in a body loaded by one of the schemas."""
    if "teams" in body:
        return list(body["teams"])
    return [{name: value for name, value in body.items() if name not in OPTIONS}]

"""Schemas of requests for sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from headjudge.web import sheets
from headjudge.web.inputs.fields import Items, Several, Strict, Text, means, valid
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


def _choice(words: tuple[str, ...]) -> Any:
    missing = template('This may not be "{text}".')
    return valid(lambda text: questions.check_choice(missing, text, words))


def _option(words: tuple[str, ...], meaning: str) -> Text:
    """A choice among words, of which the first is the usual one."""
    return Text(load_default=words[0], validate=_choice(words), metadata=means(meaning, enum=words))


class SheetOptionsSchema(Strict):
    """How sheets are printed."""

    sheet = _option(
        sheets.SHEETS,
        "What is printed: deck registration sheets, one a player; check lists for deck checks,"
        " with two decks of a team on one page where they fit; or result slips, one a team.",
    )
    paper = _option(sheets.PAPERS, "The paper.")
    order = _option(sheets.ORDERS, "How the cards of a section are sorted.")
    sorted_by = _option(
        sheets.SORTS,
        "The order of the sheets: as the teams are given, by the players' last names, or by table.",
    )
    language = Text(
        validate=_choice(LANGUAGES),
        metadata=means(
            "The language of the card titles beside the English ones; the one of Accept-Language"
            " without it. The sheets' own words are in that of Accept-Language.",
            enum=LANGUAGES,
        ),
    )
    event = Text(load_default="", metadata=means("What the event is called."))
    location = Text(load_default="", metadata=means("Where the event takes place."))


class SheetTeamSchema(TeamSchema):
    """A team as it is judged, and where it sits."""

    table = Text(metadata=means("The team's table."))
    player_ids = Items(Text(), metadata=means("The players' ids, by deck; empty if unknown."))
    deck_names = Items(Text(), metadata=means("What players call their decks, by deck."))


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

"""Schemas of requests for sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from headjudge.web import sheets
from headjudge.web.limits import LIMITS
from headjudge.web.schemas.fields import Items, Object, Strict, Text, choice, means
from headjudge.web.schemas.team import TeamSchema
from messages import say, template

TEAMS_MAX = LIMITS.sheet_teams
"""Teams per document."""
ENGLISH = "en"
"""The default language of card titles."""
LANGUAGES = (
    ENGLISH, "de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant",
)  # fmt: skip


NOT_ALLOWED = template('This may not be "{text}".')


def _option(words: tuple[str, ...], meaning: str) -> Text:
    """A choice among words; the first is the default."""
    return Text(
        load_default=words[0],
        validate=choice(NOT_ALLOWED, words),
        metadata=means(meaning, enum=words),
    )


class SheetOptionsSchema(Strict):
    """The options for printing sheets."""

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
        validate=choice(NOT_ALLOWED, LANGUAGES),
        metadata=means(
            "The language of the card titles beside the English ones; the one of Accept-Language"
            " without it. The sheets' own words are in that of Accept-Language.",
            enum=LANGUAGES,
        ),
    )
    event = Text(load_default="", metadata=means("The name of the event."))
    location = Text(load_default="", metadata=means("The location of the event."))


class SheetTeamSchema(TeamSchema):
    """A team as it is judged, and its table."""

    table = Text(metadata=means("The team's table."))
    player_ids = Items(Text(), metadata=means("The players' ids, by deck; empty if unknown."))
    deck_names = Items(Text(), metadata=means("The players' names for their decks, by deck."))


class SheetsOfTeamSchema(SheetOptionsSchema, SheetTeamSchema):
    """One team, and the options for printing its sheets."""


class SheetsOfTeamsSchema(SheetOptionsSchema):
    """Teams, and the options for printing their sheets in one document."""

    teams = Items(
        Object(SheetTeamSchema()),
        minimum=1,
        maximum=TEAMS_MAX,
        not_a_list=say("The teams must be a list."),
        wrong_number=template("A document has 1 to {most} teams, not {number}."),
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

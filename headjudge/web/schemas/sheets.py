"""What a form may ask of the sheets of a team, or of an event."""

from __future__ import annotations

from headjudge.web import sheets
from headjudge.web.schemas.fields import Items, Strict, Text, choice
from headjudge.web.schemas.team import TeamSchema
from messages import template

ENGLISH = "en"
"""The default language of card titles."""
LANGUAGES = (
    ENGLISH, "de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant",
)  # fmt: skip
NOT_ALLOWED = template('This may not be "{text}".')


def _option(words: tuple[str, ...]) -> Text:
    """A choice among words; the first is the default."""
    return Text(load_default=words[0], validate=choice(NOT_ALLOWED, words))


class SheetOptionsSchema(Strict):
    """The options for printing sheets."""

    sheet = _option(sheets.SHEETS)
    paper = _option(sheets.PAPERS)
    order = _option(sheets.ORDERS)
    sorted_by = _option(sheets.SORTS)
    language = Text(validate=choice(NOT_ALLOWED, LANGUAGES))
    event = Text(load_default="")
    location = Text(load_default="")


class SheetsOfTeamSchema(SheetOptionsSchema, TeamSchema):
    """A team as it is judged, what is only printed of it, and the options."""

    table = Text()
    player_ids = Items(Text())
    deck_names = Items(Text())


SHEETS = SheetOptionsSchema()
SHEETS_OF_TEAM = SheetsOfTeamSchema()

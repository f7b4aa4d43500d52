"""What may be asked: the schemas of requests, and their faults as JSON pointers.

Whatever the schemas let through, the engine can judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema

import decklists
import formats
from formats import Format
from validator.model import Structure
from web.fields import (
    COUNT_MAX,
    DECKS_MAX,
    CardLines,
    Day,
    Decks,
    Identifier,
    Product,
    Text,
    Whole,
    closest,
    shorten,
)
from web.problems import Fault, pointer, schema_problem

STRUCTURES: tuple[str, ...] = get_args(Structure)
POLICIES = formats.policy_ids()


def load(schema: Schema, document: Any) -> dict[str, Any]:
    """The document as the schema reads it; raises Problem 422 with a pointer to each fault."""
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        raise schema_problem(sorted(_faults(error.messages))) from None
    return loaded


def _faults(messages: Any, *path: str | int) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for key, below in messages.items():
            # marshmallow's "_schema" is the object itself.
            yield from _faults(below, *path, *(() if key == "_schema" else (key,)))
    else:
        yield from (Fault(pointer(*path), message) for message in messages)


def _known(what: str, text: str, known: tuple[str, ...]) -> None:
    if text not in known:
        there_are = ", ".join(known)
        raise ValidationError(
            f'There is no {what} "{shorten(text)}".{closest(text, known)} There are: {there_are}.'
        )


def known_format(text: str) -> None:
    """Raise ValidationError unless this is a format to play, or a kind of event of one."""
    if text == "two-headed-giant":
        raise ValidationError(
            "two-headed-giant is a structure, not a format: name the format that the decks are"
            " built for, such as modern."
        )
    _known("format", text, formats.ids())


def deck_format(text: str) -> None:
    """Raise ValidationError unless this is a format that one deck can be built for."""
    known_format(text)
    if base := formats.load(text).base:
        raise ValidationError(f"{text} is a kind of event; a deck's own format would be {base}.")


def known_policy(text: str) -> None:
    """Raise ValidationError unless this is a policy."""
    _known("policy", text, POLICIES)


def known_structure(text: str) -> None:
    """Raise ValidationError unless this is a structure."""
    _known("structure", text, STRUCTURES)


def known_syntax(text: str) -> None:
    """Raise ValidationError unless this is a syntax that `decklists` reads."""
    _known("syntax", text, tuple(decklists.SYNTAXES))


class Strict(Schema):
    """A JSON object without any field beyond those named."""

    error_messages = {  # noqa: RUF012, as marshmallow declares it
        "type": "This must be an object.",
        "unknown": "There is no field of this name here.",
    }


class LineSchema(Strict):
    """One line of a main deck, sideboard or pool that is no text."""

    name = Text(required=True)
    count = Whole(COUNT_MAX, required=True)


class PoolSchema(Strict):
    """A card pool: its text, or its cards."""

    list = Text()
    syntax = Text(validate=known_syntax)
    main = CardLines(LineSchema())
    sideboard = CardLines(LineSchema())

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def one_way(self, _loaded: Any, sent: Mapping[str, Any], **_: Any) -> None:
        """Cards are given in one of two ways; a syntax is that of a text."""
        if not isinstance(sent, dict):
            return
        by_cards = "main" in sent or "sideboard" in sent
        if "list" in sent and by_cards:
            raise ValidationError('Give either "list", or "main" and "sideboard", not both.')
        if "list" not in sent and not by_cards:
            raise ValidationError('The cards are missing: give "list", or "main" and "sideboard".')
        if "syntax" in sent and by_cards:
            raise ValidationError('A syntax is that of a "list".', "syntax")


class DeckSchema(PoolSchema):
    """One player's deck."""

    player = Text()
    format = Text(validate=deck_format)


class TeamSchema(Strict):
    """A team's decks and the event that they are for."""

    format = Text(required=True, validate=known_format)
    structure = Text(validate=known_structure)
    as_of = Day()
    policy = Text(validate=known_policy)
    team = Text()
    team_size = Whole(DECKS_MAX)
    decks = Decks(DeckSchema(), required=True)
    pool = fields.Nested(PoolSchema())
    product = Product()

    @validates_schema
    def fits_together(self, team: dict[str, Any], **_: Any) -> None:
        """What holds between the fields, once each is right by itself."""
        event = formats.load(team["format"])
        structure = team.get("structure") or event.structure or "two-headed-giant"
        faults = dict(_deck_format_faults(event, team["decks"]))
        errors: dict[str, Any] = {"decks": faults} if faults else {}
        if event.structure not in (None, structure):
            errors["structure"] = [f"{event.id} is played as {event.structure}; leave this out."]
        elif fault := _team_size_fault(structure, team.get("team_size")):
            errors["team_size"] = [fault]
        if errors:
            raise ValidationError(errors)


class BatchLineSchema(TeamSchema):
    """One line of a batch."""

    id = Identifier()


class BanlistQuery(Strict):
    """The query of a banlist."""

    as_of = Day()


def _deck_format_faults(event: Format, decks: list[Any]) -> Iterator[tuple[int, Any]]:
    for index, deck in enumerate(decks):
        own = formats.load(deck.get("format", event.id))
        if own.kind != event.kind:
            words = f"{own.id} is {own.kind} and {event.id} is {event.kind}; one team plays one."
            yield index, {"format": [words]}


def _team_size_fault(structure: str, team_size: int | None) -> str:
    if team_size is None:
        return ""
    if structure == "individual" and team_size != 1:
        return "An individual plays alone: this must be 1."
    if structure == "two-headed-giant" and team_size < 2:
        return "Two-Headed Giant is played by teams of at least 2."
    return ""


TEAM = TeamSchema()
BATCH_LINE = BatchLineSchema()
DECK = DeckSchema()
BANLIST_QUERY = BanlistQuery()

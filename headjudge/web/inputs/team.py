"""Schemas of requests, with faults as JSON pointers.

Every request accepted by a schema can be judged by the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from marshmallow import Schema, ValidationError, fields, missing, post_load, validates_schema

import formats
from headjudge import decklists
from headjudge.web import facts_in_force
from headjudge.web.http import Fault, Part, pointer, schema_problem
from headjudge.web.inputs import fetched_lists
from headjudge.web.inputs.fields import (
    COUNT_MAX,
    FORMATS,
    CardLines,
    Day,
    Decks,
    FormatId,
    Integer,
    Items,
    Label,
    Query,
    Strict,
    StructureId,
    Text,
    choice,
    means,
    valid,
)
from headjudge.web.inputs.house import HouseSchema, resolve_house
from headjudge.web.inputs.identifiers import Identifier
from headjudge.web.inputs.product import Product
from headjudge.web.inputs.team_faults import FORMATS_MAX, SECTIONS, faults_between, list_fault
from messages import say, template
from validator import questions

SYNTAXES = tuple(decklists.SYNTAXES)


def load(schema: Schema, document: Any) -> dict[str, Any]:
    """Load a document with a schema; raises Problem 422 with a pointer to each fault."""
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        part: Part = "query" if isinstance(schema, Query) else "body"
        faults = sorted(fault._replace(part=part) for fault in _faults(error.messages))
        raise schema_problem(faults) from None
    return loaded


def _faults(messages: Any, *path: str | int) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for key, below in messages.items():
            # "_schema" is marshmallow's key for faults of the object itself.
            yield from _faults(below, *path, *(() if key == "_schema" else (key,)))
    else:
        yield from (Fault(pointer(*path), message) for message in messages)


def check_format(text: str) -> None:
    """Raise InvalidQuestion unless this is a format, shipped or of the house."""
    questions.find_format(text, facts_in_force.houses())


def structure_field(**named: Any) -> StructureId:
    """The structure of an event, which an event kind determines."""
    meaning = "How the team plays. A kind of event has its own, and takes no other."
    default = questions.DEFAULT_STRUCTURE
    return StructureId(metadata=means(meaning, enum=questions.STRUCTURES, default=default), **named)


class LineSchema(Strict):
    """One line of a main deck, sideboard or pool that is sent card by card."""

    name = Text(
        required=True, metadata=means("A card title, in any language that cards are printed in.")
    )
    count = Integer(COUNT_MAX, required=True, metadata=means("Copies."))


class PoolSchema(Strict):
    """A card pool: its text, its address, or its cards."""

    list = Text(metadata=means("The list as text, one card a line.", examples=["4 Forest"]))
    syntax = Text(
        validate=choice(template('There is no syntax "{text}".'), SYNTAXES),
        metadata=means("The syntax of the text; detected without it.", enum=SYNTAXES),
    )
    url = Text(
        validate=fetched_lists.check,
        metadata=means(
            "The address of the list on a site, https alone; where the service fetches links.",
            format="uri",
            examples=["https://www.mtggoldfish.com/deck/1234567"],
        ),
    )
    main = CardLines(LineSchema(), metadata=means("The main deck, card by card."))
    sideboard = CardLines(LineSchema(), metadata=means("The sideboard, card by card."))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_source(self, _loaded: Any, data: Mapping[str, Any], **_: Any) -> None:
        """Cards are given in one of three ways; a syntax needs a text."""
        if not isinstance(data, dict):
            return
        by_cards = not data.keys().isdisjoint(SECTIONS)
        if "url" in data and ("list" in data or by_cards):
            raise ValidationError(say('Give either "url", or the cards themselves, not both.'))
        if "list" in data and by_cards:
            raise ValidationError(say('Give either "list", or "main" and "sideboard", not both.'))
        if not by_cards and not {"list", "url"} & data.keys():
            raise ValidationError(
                say('The cards are missing: give "list", or "main" and "sideboard", or "url".')
            )
        if "syntax" in data and "list" not in data:
            raise ValidationError(say('Only a "list" has a syntax.'), "syntax")

    @validates_schema
    def check_length(self, deck: Mapping[str, Any], **_: Any) -> None:
        """The total length of the lists is limited."""
        if fault := list_fault(deck):
            raise ValidationError(fault, "list" if "list" in deck else "_schema")


class DeckSchema(PoolSchema):
    """One player's deck."""

    commander = CardLines(
        LineSchema(),
        metadata=means("The commanders, card by card."),
    )
    player = Label(metadata=means("The player's name, returned in the report."))
    format = FormatId(
        validate=valid(check_format),
        metadata=means("The deck's own format, at tables of several formats.", **FORMATS),
    )


class EventSchema(Strict):
    """The structure of an event and the rules that it plays by."""

    structure = structure_field(validate=valid(questions.find_structure, questions.STRUCTURES))
    policy = Text(
        validate=valid(questions.find_policy, formats.policy_ids()),
        metadata=means(
            "The rules for building the team's decks; without them those of the format:"
            " `no-team-limit` in the Commander family, `tournament` for `team-constructed`, else"
            " `combined-four`.",
            enum=formats.policy_ids(),
        ),
    )
    also = Items(
        Text(validate=valid(questions.find_policy), metadata={"enum": formats.policy_ids()}),
        metadata=means("Policies under which a further verdict is given."),
    )
    team_size = Integer(
        questions.DECKS_MAX,
        metadata=means("Players of the team; by its structure without it. Only 1 plays alone."),
    )
    house = fields.Nested(
        HouseSchema(), metadata=means("House rules: the organizer's changes to the format.")
    )


class TeamSchema(EventSchema):
    """A team's decks and the event that they are for."""

    format = FormatId(
        required=True,
        validate=valid(check_format, formats.ids()),
        metadata=means("The play format, or the kind of event.", **FORMATS),
    )
    as_of = Day(metadata=means("The day of the event; today (UTC) without it."))
    formats = Items(
        FormatId(metadata=FORMATS),
        metadata=means(
            "Further Constructed formats in which a verdict is given: where is this legal?",
            maxItems=FORMATS_MAX,
        ),
    )
    team = Label(metadata=means("The team's name."))
    decks = Decks(
        DeckSchema(), required=True, metadata=means("The decks of the team, one a player.")
    )
    pool = fields.Nested(PoolSchema(), metadata=means("In Limited, the card pool of the team."))
    product = Product(
        metadata=means(
            "In Limited, the opened boosters: numbers by set code (`DOM`, the set's ordinary"
            " booster), by set code and kind of pack (`RAV:tournament-pack`), and of promotional"
            " cards (`promo`).",
            examples=[{"DOM": 8}, {"RAV": 4, "RAV:tournament-pack": 1}],
        )
    )

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._required = {name for name, field in self.fields.items() if field.required}
        self._defaults = {
            name: field.load_default
            for name, field in self.fields.items()
            if field.load_default is not missing
        }

    def load(self, data: Any, **named: Any) -> Any:
        """Load valid teams on a fast path; marshmallow only describes the faults of others."""
        if type(data) is dict and self._required <= data.keys() <= self.fields.keys():
            with suppress(ValidationError):
                loaded = self._defaults | {
                    name: self.fields[name].deserialize(value, name, data)
                    for name, value in data.items()
                }
                self.check_fields(loaded)
                return self.with_house(loaded)
        return super().load(data, **named)

    @validates_schema
    def check_fields(self, team: dict[str, Any], **_: Any) -> None:
        """Check the fields against each other, once each is valid."""
        if errors := faults_between(facts_in_force.load(team["format"]), team):
            raise ValidationError(errors)

    @post_load
    def with_house(self, team: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The team with its house rules resolved."""
        if "house" not in team:
            return team
        return team | {"house": resolve_house(facts_in_force.load(team["format"]), team["house"])}


class BatchLineSchema(TeamSchema):
    """One line of a batch."""

    id = Identifier(metadata=means("Returned with the answer."))


TEAM = TeamSchema()
BATCH_LINE = BatchLineSchema()
DECK = DeckSchema()

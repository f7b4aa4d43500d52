"""Schemas of requests, with faults as JSON pointers.

Every request accepted by a schema can be judged by the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast

from marshmallow import (
    Schema,
    ValidationError,
    post_load,
    pre_load,
    validates_schema,
)
from marshmallow.exceptions import SCHEMA

import cards
import formats
from formats import Format, HouseFault, HouseRules, WrongHouseRules
from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.web import facts_in_force, fetched_lists
from headjudge.web.http import Fault, Part, Reason, pointer, schema_problem
from headjudge.web.limits import LIMITS
from headjudge.web.schemas.fields import (
    CONSTRUCTED_FORMATS,
    FORMATS,
    Day,
    Id,
    Identifier,
    Integer,
    Items,
    Label,
    Object,
    Product,
    Query,
    Strict,
    Text,
    choice,
    fault_of,
    find_format,
    means,
    refused,
    valid,
)
from messages import say, template
from validator import questions
from validator.house_rules import House
from validator.model import COMMANDER, MAIN, SIDEBOARD, Structure

EMPTY: Mapping[str, Any] = MappingProxyType({})
SECTIONS = (COMMANDER, MAIN, SIDEBOARD)
"""The sections, and fields, of a deck that is sent card by card."""
NAME_MAX = 100
"""Characters of the name of house rules."""
SYNTAXES = tuple(decklists.SYNTAXES)
LIMITED = "sealed"
"""The format whose free lands and deck sizes apply to every pool."""
BUILT_FORMATS = [
    play.id for play in map(formats.load, formats.ids()) if play.kind == "limited" and not play.base
]
"""The formats of decks built from pools."""
BUILT_SECTIONS = (MAIN, SIDEBOARD)


def faults_between(event: Format, team: Mapping[str, Any]) -> dict[str, Any]:
    """Faults between the fields of a team at an event, by field."""
    errors = structure_faults(event, team)
    if faults := deck_faults(event, team["decks"], team.get("pool", EMPTY), team.get("structure")):
        errors["decks"] = faults
    return errors | pool_faults(event, team) | formats_faults(event, team)


def structure_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """Faults of an event's structure or team size, by field."""
    if "structure" not in request and "team_size" not in request:
        return {}
    try:
        structure = questions.structure_at(event, request.get("structure"))
    except questions.InvalidQuestion as error:
        return {"structure": [Reason(error.code, error.message)]}
    if "team_size" in request and (
        fault := fault_of(questions.check_team_size, structure, request["team_size"])
    ):
        return {"team_size": [fault]}
    return {}


def pool_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """A card pool or product in Constructed, by field: ignoring them would mislead."""
    if event.kind == "limited":
        return {}
    return {
        name: [
            Reason(
                "not-allowed",
                say(
                    "{format} is Constructed, which has no card pool: leave it out.",
                    format=event.name,
                ),
            )
        ]
        for name in ("pool", "product")
        if request.get(name)
    }


def formats_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """Faults of a team's additional formats, by field."""
    format_ids = request.get("formats")
    if not format_ids:
        return {}
    code = "not-allowed"
    if len(format_ids) > LIMITS.formats:
        code = "over-limit"
        fault: str = say("A team may be judged in {most} further formats.", most=LIMITS.formats)
    elif event.kind == "limited":
        fault = say("Limited decks are legal in their own event only: leave this out.")
    elif "house" in request:
        fault = say("House rules are those of one format: leave this out.")
    elif any("format" in deck for deck in request["decks"]):
        fault = say("A deck has a format of its own: leave this out.")
    elif len(format_ids) * sum(map(_lines_of, request["decks"])) > LIMITS.format_lines:
        code = "over-limit"
        fault = say("These lists are too long to be judged in so many further formats.")
    else:
        faults = {
            index: [format_fault]
            for index, format_id in enumerate(format_ids)
            if (format_fault := fault_of(_check_constructed, format_id))
        }
        return {"formats": faults} if faults else {}
    return {"formats": [Reason(code, fault)]}


def _check_constructed(format_id: str) -> None:
    play_format = questions.find_format(format_id, facts_in_force.houses())
    if play_format.kind == "limited":
        raise questions.InvalidQuestion(
            say("{format} is Limited, for which decks are built there.", format=play_format.id)
        )


def deck_faults(
    event: Format,
    decks: list[Any],
    pool: Mapping[str, Any] = EMPTY,
    structure: str | None = None,
) -> Any:
    """Faults of a team's decks at an event, in marshmallow's form; empty if there are none."""
    if faults := _deck_format_faults(event, decks, structure):
        return faults
    fault = list_fault(*decks, pool)
    return [fault] if fault else []


def _deck_format_faults(event: Format, decks: list[Any], structure: str | None) -> dict[int, Any]:
    # A structure that no event has is already a fault of its own.
    valid_structure = cast(Structure, event.structure or structure or questions.DEFAULT_STRUCTURE)
    return {
        index: {"format": [fault]}
        for index, deck in enumerate(decks)
        if "format" in deck
        and (
            fault := fault_of(
                questions.find_deck_format,
                deck["format"],
                event,
                valid_structure,
                facts_in_force.houses(),
            )
        )
    }


def list_fault(*lists: Mapping[str, Any]) -> Reason | None:
    """The fault if these lists are too long together."""
    # A text has no more lines or entries than characters.
    most = sum(len(entry["list"]) if "list" in entry else _entries_of(entry) for entry in lists)
    if most <= min(LIMITS.line, LIMITS.lines):
        return None
    of_lines = [
        entry["list"]
        for entry in lists
        if "list" in entry and decklists.is_of_lines(entry["list"], entry.get("syntax"))
    ]
    if any(len(line) > LIMITS.line for text in of_lines for line in text.splitlines()):
        sentence = say("A line of a list may have at most {most} characters.", most=LIMITS.line)
        return Reason("over-limit", sentence)
    if sum(map(len, of_lines)) > LIMITS.characters:
        sentence = say(
            "The lists of one team may have at most {most} characters together.",
            most=LIMITS.characters,
        )
        return Reason("over-limit", sentence)
    return None if most <= LIMITS.lines else line_fault(sum(map(_lines_of, lists)))


def lines_of(team: Mapping[str, Any]) -> int:
    """The lines of all lists of a team, or their entries."""
    return sum(map(_lines_of, (*team["decks"], team.get("pool", EMPTY))))


def _lines_of(entry: Mapping[str, Any]) -> int:
    """The number of lines of a list, or of its entries."""
    if "list" in entry:
        return decklists.size(entry["list"], syntax=entry.get("syntax"))
    return _entries_of(entry)


def _entries_of(entry: Mapping[str, Any]) -> int:
    return sum(len(entry.get(part, ())) for part in SECTIONS)


def line_fault(lines: int) -> Reason | None:
    """The fault of this number of lines; None if it is allowed."""
    if lines <= LIMITS.lines:
        return None
    sentence = say(
        "The lists of one team may have at most {most} lines together, not {number}.",
        most=LIMITS.lines,
        number=lines,
    )
    return Reason("over-limit", sentence)


def _check_name(text: str) -> None:
    if not 1 <= len(text) <= NAME_MAX:
        raise refused("out-of-range", say("A name has 1 to {most} characters.", most=NAME_MAX))


def _titles(meaning: str) -> Items[str]:
    not_a_list = say("This must be a list of card titles.")
    return Items(Text(), not_a_list=not_a_list, metadata=means(meaning))


def check_format(text: str) -> None:
    """Raise InvalidQuestion unless this is a format, shipped or of the house."""
    questions.find_format(text, facts_in_force.houses())


class HouseSchema(Strict):
    """House rules: an organizer's own list, for the format of the event."""

    name = Text(
        validate=_check_name,
        metadata=means("The name used in messages.", minLength=1, maxLength=NAME_MAX),
    )
    base = Id(
        find_format,
        validate=valid(check_format, formats.ids()),
        metadata=means("The format that they change: the event's.", **CONSTRUCTED_FORMATS),
    )
    ban = _titles("Banned titles, whatever the format's list says.")
    allow = _titles("Legal titles, whatever the format says.")
    restrict = _titles("Titles of which a team may play one copy.")

    @pre_load
    def check_number(self, data: Any, **_: Any) -> Any:
        """Check the number of titles before loading them."""
        lists = [data.get(name) for name in LISTS] if isinstance(data, dict) else []
        number = sum(len(titles) for titles in lists if isinstance(titles, list))
        if number > LIMITS.house_titles:
            raise refused(
                "over-limit",
                say(
                    "House rules may name {most} titles in all lists together, not {number}.",
                    most=LIMITS.house_titles,
                    number=number,
                ),
            )
        return data

    @post_load
    def as_rules(self, data: dict[str, Any], **_: Any) -> HouseRules:
        """The rules as sent; titles are resolved later, with the team's format."""
        titles: dict[str, Any] = {name: tuple(data.get(name, ())) for name in LISTS}
        return HouseRules(base=data.get("base"), name=data.get("name"), **titles)


def resolve_house(event: Format, rules: HouseRules) -> House:
    """The resolved house rules; raises ValidationError with the place of each fault."""
    try:
        return questions.house_rules_at(event, rules, cards.catalogue())
    except questions.InvalidQuestion as error:
        raise refused(error.code, error.message, "house") from None
    except WrongHouseRules as error:
        raise ValidationError({"house": _by_place(error.faults)}) from None


def _by_place(faults: Iterable[HouseFault]) -> dict[str | int, Any]:
    """Faults of house rules, nested as in marshmallow."""
    nested: dict[str | int, Any] = {}
    for fault in faults:
        *path, last = fault.where or (SCHEMA,)
        below = nested
        for key in path:
            below = below.setdefault(key, {})
        below.setdefault(last, []).append(Reason(fault.code, fault.message))
    return nested


def load(schema: Schema, document: Any) -> dict[str, Any]:
    """Load a document with a schema; raises Problem 422 with a pointer to each fault."""
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        part: Part = "query" if isinstance(schema, Query) else "body"
        raise schema_problem(sorted(_faults(error.messages, part))) from None
    return loaded


def _faults(reasons: Any, part: Part, *path: str | int) -> Iterator[Fault]:
    if isinstance(reasons, dict):
        for key, below in reasons.items():
            yield from _faults(below, part, *path, *(() if key == SCHEMA else (key,)))
    else:
        yield from (Fault.of(reason, pointer(*path), part) for reason in reasons)


def structure_field(**named: Any) -> Id:
    """The structure of an event, which an event kind determines."""
    meaning = "How the team plays; a kind of event has its own."
    default = questions.DEFAULT_STRUCTURE
    metadata = means(meaning, enum=questions.STRUCTURES, default=default)
    return Id(formats.find_structure_id, metadata=metadata, **named)


class LineSchema(Strict):
    """One line of a main deck, sideboard or pool that is sent card by card."""

    name = Text(
        required=True, metadata=means("A card title, in any language that cards are printed in.")
    )
    count = Integer(LIMITS.count, required=True, metadata=means("Copies."))


def _card_lines(meaning: str) -> Items[Any]:
    not_a_list = say("This must be a list of cards.")
    return Items(Object(LineSchema()), not_a_list=not_a_list, metadata=means(meaning))


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
            "The address of the list on a site.",
            format="uri",
            examples=["https://www.mtggoldfish.com/deck/1234567"],
        ),
    )
    main = _card_lines("The main deck, card by card.")
    sideboard = _card_lines("The sideboard, card by card.")

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_cards(self, deck: Mapping[str, Any], data: Any, **_: Any) -> None:
        """Cards are given in one of three ways, a syntax needs a text, and lengths are limited."""
        if not isinstance(data, dict):
            return
        by_cards = not data.keys().isdisjoint(SECTIONS)
        if "url" in data and ("list" in data or by_cards):
            raise refused(
                "not-allowed", say('Give either "url", or the cards themselves, not both.')
            )
        if "list" in data and by_cards:
            raise refused(
                "not-allowed", say('Give either "list", or "main" and "sideboard", not both.')
            )
        if not by_cards and "list" not in data and "url" not in data:
            raise refused(
                "required",
                say('The cards are missing: give "list", or "main" and "sideboard", or "url".'),
            )
        if "syntax" in data and "list" not in data:
            raise refused("not-allowed", say('Only a "list" has a syntax.'), "syntax")
        if fault := list_fault(deck):
            raise ValidationError([fault], "list" if "list" in deck else SCHEMA)


class DeckSchema(PoolSchema):
    """One player's deck."""

    commander = _card_lines("The commanders, card by card.")
    player = Label(metadata=means("The player's name, returned in the report."))
    format = Id(
        find_format,
        validate=valid(check_format),
        metadata=means("The deck's own format, at tables of several formats.", **FORMATS),
    )


class ListSchema(DeckSchema):
    """A deck to be read, and what is known of the event that it is for."""

    structure = structure_field(validate=valid(questions.find_structure, questions.STRUCTURES))

    @validates_schema
    def check_structure(self, deck: dict[str, Any], **_: Any) -> None:
        """The structure is one that the format has."""
        if "format" in deck and (
            errors := structure_faults(facts_in_force.load(deck["format"]), deck)
        ):
            raise ValidationError(errors)


def _decks(meaning: str) -> Items[Any]:
    return Items(
        Object(DeckSchema()),
        minimum=1,
        maximum=LIMITS.decks,
        not_a_list=say("This must be a list of decks."),
        wrong_number=template("A team has 1 to {most} decks, not {number}."),
        required=True,
        metadata=means(meaning),
    )


class EventSchema(Strict):
    """The structure of an event and the rules that it plays by."""

    structure = structure_field(validate=valid(questions.find_structure, questions.STRUCTURES))
    policy = Text(
        validate=valid(questions.find_policy, formats.policy_ids()),
        metadata=means(
            "The rules for building the team's decks: by default `no-team-limit` with commanders,"
            " `tournament` for `team-constructed`, else `combined-four`.",
            enum=formats.policy_ids(),
        ),
    )
    also = Items(
        Text(validate=valid(questions.find_policy), metadata={"enum": formats.policy_ids()}),
        metadata=means("Policies under which a further verdict is given."),
    )
    team_size = Integer(
        questions.DECKS_MAX,
        metadata=means("Players of the team; by its structure without it."),
    )
    house = Object(
        HouseSchema(), metadata=means("House rules: the organizer's changes to the format.")
    )


class TeamSchema(EventSchema):
    """A team's decks and the event that they are for."""

    format = Id(
        find_format,
        required=True,
        validate=valid(check_format, formats.ids()),
        metadata=means("The play format, or the kind of event.", **FORMATS),
    )
    as_of = Day(metadata=means("The day of the event; today (UTC) without it."))
    formats = Items(
        Id(find_format, metadata=FORMATS),
        metadata=means(
            "Further Constructed formats to judge in.",
            maxItems=LIMITS.formats,
        ),
    )
    team = Label(metadata=means("The team's name."))
    decks = _decks("The decks of the team, one a player.")
    pool = Object(PoolSchema(), metadata=means("In Limited, the card pool of the team."))
    product = Product(
        metadata=means(
            "In Limited, the opened boosters by set code (`DOM`), or with a kind of pack"
            " (`RAV:tournament-pack`), and promotional cards (`promo`).",
            examples=[{"DOM": 8}, {"RAV": 4, "RAV:tournament-pack": 1}],
        )
    )

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
    """One line of a batch: a `Team`, and an `id`."""

    id = Identifier(metadata=means("Returned with the answer."))


check_section = choice(template('There is no section "{text}".'), BUILT_SECTIONS)


class MoveSchema(Strict):
    """A move of copies of a title."""

    card = Text(required=True, metadata=means("A card title in any spelling of a list."))
    count = Integer(LIMITS.count, load_default=1, metadata=means("Copies.", default=1))
    from_deck = Integer(
        questions.DECKS_MAX - 1,
        minimum=0,
        metadata=means("The deck that they leave; without it the pool."),
    )
    to_deck = Integer(
        questions.DECKS_MAX - 1,
        minimum=0,
        metadata=means("The deck that they join; without it the pool."),
    )
    from_section = Text(
        load_default=MAIN,
        validate=check_section,
        metadata=means("The part of the deck that they leave.", enum=BUILT_SECTIONS, default=MAIN),
    )
    to_section = Text(
        load_default=MAIN,
        validate=check_section,
        metadata=means("The part of the deck that they join.", enum=BUILT_SECTIONS, default=MAIN),
    )


class PoolBuildSchema(Strict):
    """A card pool, the decks built from it so far, and the moves to make."""

    pool = Object(
        PoolSchema(),
        required=True,
        metadata=means("The card pool as it was registered."),
    )
    decks = _decks("The decks so far, one a player; empty ones to begin with.")
    moves = Items(
        Object(MoveSchema()),
        maximum=LIMITS.moves,
        not_a_list=say("This must be a list of moves."),
        wrong_number=template("A request has at most {most} moves, not {number}."),
        load_default=[],
        metadata=means("The moves, in this order."),
    )

    @validates_schema
    def check_length(self, body: Mapping[str, Any], **_: Any) -> None:
        """The total length of the lists is limited as for a team."""
        faults = deck_faults(
            formats.load(LIMITED), body["decks"], body["pool"], structure="team-constructed"
        )
        if faults:
            raise ValidationError(faults, "decks")


TEAM = TeamSchema()
BATCH_LINE = BatchLineSchema()
DECK = DeckSchema()
LIST = ListSchema()
POOL_BUILD = PoolBuildSchema()

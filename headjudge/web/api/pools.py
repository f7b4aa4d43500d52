"""Building decks from a card pool: schemas and answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request
from marshmallow import ValidationError, fields, validates_schema

import cards
import formats
from headjudge import decklists, documents
from headjudge.web import http
from headjudge.web.http import translated_answer
from headjudge.web.inputs import question as teams
from headjudge.web.inputs import team
from headjudge.web.inputs.fields import (
    COMMON,
    COUNT_MAX,
    Decks,
    Integer,
    Messages,
    ObjectList,
    Strict,
    Text,
    Value,
    choice,
    means,
    to_integer,
)
from headjudge.web.inputs.team_faults import deck_faults
from headjudge.web.limits import LIMITS
from headjudge.web.operation import Operation
from messages import say, template
from validator import Place, Reading, read_alone
from validator.decks import Deck
from validator.limited.pool_building import LEFT, Assignment, CannotMove, assignment, move
from validator.model import MAIN, SIDEBOARD
from validator.questions import DECKS_MAX
from validator.remaining import in_piles
from validator.report import notice_document, size_by_section, violation_document

LIMITED = "sealed"
"""The format whose free lands and deck sizes apply to every pool."""
FORMATS = [
    play.id for play in map(formats.load, formats.ids()) if play.kind == "limited" and not play.base
]
"""The formats of decks built from pools."""
MOVES_MAX = LIMITS.moves
"""Moves per request; several times the cards of the largest pool."""
SECTIONS = (MAIN, SIDEBOARD)

blueprint = Blueprint("pools", __name__, url_prefix="/v1/pools")


class DeckIndex(Value[int]):
    """The index of a deck in the team, from 0."""

    default_error_messages: Messages = COMMON | {
        "invalid": [say("This must be a deck's number, from 0 to {last}.", last=DECKS_MAX - 1)]
    }

    def _parse(self, value: Any) -> int:
        number = to_integer(value)
        if number is None or not 0 <= number < DECKS_MAX:
            raise self.make_error("invalid")
        return number


class Moves(ObjectList):
    """The moves of a request; may be empty."""

    def __init__(self, move: Strict, **kwargs: Any) -> None:
        super().__init__(
            move,
            MOVES_MAX,
            not_a_list=say("This must be a list of moves."),
            wrong_number=template("A request has 1 to {most} moves, not {number}."),
            **kwargs,
        )

    def _parse(self, value: Any) -> list[dict[str, Any]]:
        return [] if value == [] else super()._parse(value)


check_section = choice(template('There is no section "{text}".'), SECTIONS)


class MoveSchema(Strict):
    """A move of copies of a title."""

    card = Text(required=True, metadata=means("A card title in any spelling of a list."))
    count = Integer(COUNT_MAX, load_default=1, metadata=means("Copies.", default=1))
    from_deck = DeckIndex(
        metadata=means("The deck that they leave, from 0; without it they come from the pool.")
    )
    to_deck = DeckIndex(
        metadata=means("The deck that they join, from 0; without it they go back to the pool.")
    )
    from_section = Text(
        load_default=MAIN,
        validate=check_section,
        metadata=means("The part of the deck that they leave.", enum=SECTIONS, default=MAIN),
    )
    to_section = Text(
        load_default=MAIN,
        validate=check_section,
        metadata=means("The part of the deck that they join.", enum=SECTIONS, default=MAIN),
    )


class PoolBuildSchema(Strict):
    """A card pool, the decks built from it so far, and the moves to make."""

    pool = fields.Nested(
        team.PoolSchema(),
        required=True,
        error_messages=COMMON,
        metadata=means("The card pool as it was registered."),
    )
    decks = Decks(
        team.DeckSchema(),
        required=True,
        metadata=means("The decks so far, one a player; empty ones to begin with."),
    )
    moves = Moves(
        MoveSchema(),
        load_default=[],
        metadata=means(f"The moves, in this order; {MOVES_MAX:,} at most."),
    )

    @validates_schema
    def check_length(self, body: Mapping[str, Any], **_: Any) -> None:
        """The total length of the lists is limited as for a team."""
        faults = deck_faults(
            formats.load(LIMITED), body["decks"], body["pool"], structure="team-constructed"
        )
        if faults:
            raise ValidationError(faults, "decks")


POOL_BUILD = PoolBuildSchema()


@blueprint.post("/assign")
@Operation("Limited", documents.PoolAssignment, "PoolBuild")
def assign_pool() -> Response:
    """Build decks from a card pool.

    Moves copies between the pool and the decks, in the order of the moves. Moves that are
    impossible are listed in `refused`, and the others are made, so no card is ever lost. Nothing
    is stored: send the lists of the answer with the next moves. The pool never runs out of the five
    basic lands.
    """
    body = team.load(POOL_BUILD, http.read_json(request))
    question = teams.question_of({"format": LIMITED} | body, teams.today())
    assert question.pool is not None
    pool = read_alone(question.pool, is_pool=True)
    before = read_alone(*question.decks)
    built = assignment(pool.decks[0], before.decks, free_lands())
    built, refused = _make_moves(built, body["moves"])
    players = [deck.player for deck in question.decks]
    lists = [built.decklist(index, player) for index, player in enumerate(players)]
    return translated_answer(_document(built, pool, before, read_alone(*lists).decks, refused))


def free_lands() -> frozenset[str]:
    """The lands that may be added freely to Limited decks."""
    return frozenset(formats.load(LIMITED).always_legal)


def _make_moves(
    built: Assignment, moves: list[dict[str, Any]]
) -> tuple[Assignment, list[documents.RefusedMove]]:
    """The assignment after the moves, and the moves that are impossible."""
    refused: list[documents.RefusedMove] = []
    find = cards.catalogue().find
    for index, wanted in enumerate(moves):
        card = find(wanted["card"]).card
        source = _place(wanted.get("from_deck"), wanted["from_section"])
        target = _place(wanted.get("to_deck"), wanted["to_section"])
        try:
            title = card.title if card else wanted["card"]
            built = move(built, title, wanted["count"], source, target)
        except CannotMove as error:
            refused.append({"move": index, "message": error.message})
    return built, refused


def _place(deck: int | None, section: str) -> Place:
    return LEFT if deck is None else Place(deck, section)


def _document(
    built: Assignment,
    pool: Reading,
    before: Reading,
    decks: Sequence[Deck],
    refused: list[documents.RefusedMove],
) -> documents.PoolAssignment:
    find = cards.catalogue().find
    left = {title: (find(title).card, copies) for title, copies in built.left.items()}
    notices = (*before.notices, *pool.notices)
    return {
        "decks": [_deck(deck) for deck in decks],
        "remaining": in_piles((card, copies) for card, copies in left.values() if card),
        "unknown": [_row(title, copies) for title, (card, copies) in left.items() if not card],
        "beyond": [_row(title, copies) for title, copies in built.beyond.items()],
        "counts": {
            "registered": sum(built.pool.values()),
            "used": sum(built.used.values()),
            "left": sum(built.left.values()),
        },
        "faults": [violation_document(fault) for fault in (*before.faults, *pool.faults)],
        "notices": [notice_document(notice) for notice in notices],
        "refused": refused,
    }


def _deck(deck: Deck) -> documents.BuiltDeck:
    return {
        "player": deck.decklist.player,
        "list": decklists.write(deck.with_titles()),
        "sizes": size_by_section(deck),
        "lacking": max(0, formats.load(LIMITED).main_min - deck.sizes[MAIN]),
        "cards": [
            {
                "name": card.title if card else line.name,
                "count": line.copies,
                "section": line.section,
            }
            for line, card in deck.in_order()
        ],
    }


def _row(title: str, copies: int) -> documents.TitleCopies:
    return {"name": title, "count": copies}

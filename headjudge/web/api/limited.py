"""Limited: products, checklists, and decks built from a card pool."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

import cards
import formats
from formats import Booster, Mix
from headjudge import decklists, documents
from headjudge.web import http, question
from headjudge.web.api.facts import life
from headjudge.web.http import answer, cached, translated_answer
from headjudge.web.operation import Operation
from headjudge.web.schemas import queries
from headjudge.web.schemas.team import LIMITED, POOL_BUILD, load
from headjudge.web.words.facts import RARITIES
from validator import Place, Reading, read_alone
from validator.decks import Deck
from validator.limited.checklist import Part, checklist, group, in_piles
from validator.limited.pool_building import LEFT, Assignment, CannotMove, assignment, move
from validator.limited.products import mix_event, product_from, product_of, recommended
from validator.model import MAIN
from validator.questions import structure_at
from validator.report import notice_document, size_by_section, violation_document

blueprint = Blueprint("limited", __name__, url_prefix="/v1")


@blueprint.get("/products")
@Operation("Limited", documents.Products, query=queries.PRODUCTS)
def list_products() -> Response:
    """The products recommended for an event, and the contents of their boosters.

    Other products are allowed. For a set without a mix of its own, the general rule applies.
    """
    query = queries.read()
    day = query.get("as_of") or question.today()
    event = formats.load(query["format"])
    structure = structure_at(event, query.get("structure"))
    mixes = recommended(event, structure, query.get("team_size"), day)
    document = products_document(mix_event(event, structure), mixes, day, query.get("set", []))
    return cached(answer(document), is_dated="as_of" in query)


@blueprint.get("/products/checklist")
@Operation("Limited", documents.Checklist, query=queries.CHECKLIST)
def get_checklist() -> Response:
    """All cards that a pool may contain.

    For the registration of a pool: by set, color, rarity and title.
    """
    query = queries.read()
    day = query.get("as_of") or question.today()
    parts = checklist(product_from(dict.fromkeys(query["sets"], 1)), day, cards.catalogue())
    document = checklist_document(parts, day)
    return cached(answer(document), is_dated="as_of" in query)


def products_document(
    event: str | None, mixes: Sequence[Mix], day: datetime.date, only: Sequence[str]
) -> documents.Products:
    """The recommended products of an event, and the contents of their boosters.

    `only` are set codes to limit the answer to, if any.
    """
    if only:
        mixes = [mix for mix in mixes if not mix.boosters or set(only) & mix.boosters.keys()]
    codes = dict.fromkeys([*only, *(code for mix in mixes for code in mix.boosters)])
    return {
        "event": event,
        "per": "player" if event in formats.INDIVIDUAL else "team",
        "as_of": day.isoformat(),
        "products": [_mix(mix) for mix in mixes],
        "boosters": [_booster(pack) for code in codes for pack in formats.boosters(code)],
    }


def checklist_document(parts: Sequence[Part], day: datetime.date) -> documents.Checklist:
    """The checklist of a product, set by set."""
    sets = cards.catalogue().sets
    return {
        "as_of": day.isoformat(),
        "sets": [
            {
                "code": part.set_code,
                "name": sets[part.set_code].name,
                "companion_of": part.companion.set_code if part.companion else None,
                "note": part.companion.note if part.companion else None,
                "cards": [
                    {
                        "name": card.title,
                        "group": group(card),
                        "rarity": RARITIES[rarity],
                        "mana_value": card.mana_value,
                    }
                    for card, rarity in part.rows
                ],
            }
            for part in parts
        ],
    }


def _mix(mix: Mix) -> documents.Mix:
    span = life(mix.life)
    document: documents.Mix = {
        "set": mix.set_code,
        "from": span["from"],
        "until": span["until"],
        "players": mix.players,
        "booster_count": mix.total,
        "others": dict(mix.others),
        "source": mix.source,
    }
    product = product_of(mix)
    return document if product is None else {**document, "product": product}


def _booster(pack: Booster) -> documents.Booster:
    return {
        "set": pack.set_code,
        "kind": pack.kind,
        "released": pack.released.isoformat(),
        "card_count": pack.cards,
        "card_count_sure": pack.sure_size is not None,
        "bounds": {
            name: {
                "min": bound.fewest,
                "min_sure": pack.fewest(name) is not None,
                "max": bound.most,
                "max_sure": pack.most(name) is not None,
            }
            for name, bound in pack.bounds.items()
        },
        "certainty": pack.certainty,
        "source": pack.source,
        "note": pack.note,
    }


@blueprint.post("/pools/assign")
@Operation("Limited", documents.PoolAssignment, "PoolBuild")
def assign_pool() -> Response:
    """Build decks from a card pool.

    Moves copies between the pool and the decks, in order. Impossible moves are listed in `refused`,
    and the others are made, so no card is ever lost. Nothing is stored: send the lists of the
    answer with the next moves. The pool never runs out of basic lands.
    """
    body = load(POOL_BUILD, http.read_json(request.environ))
    asked = question.question_of({"format": LIMITED} | body, question.today())
    assert asked.pool is not None
    pool = read_alone(asked.pool, is_pool=True)
    before = read_alone(*asked.decks)
    built = assignment(pool.decks[0], before.decks, free_lands())
    built, refused = _make_moves(built, body["moves"])
    players = [deck.player for deck in asked.decks]
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
    built: documents.BuiltDeck = {
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
    player = deck.decklist.player
    return {"player": player, **built} if player else built


def _row(title: str, copies: int) -> documents.TitleCopies:
    return {"name": title, "count": copies}

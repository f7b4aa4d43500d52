"""Resources for Limited products: recommendations, contents, checklists, whole events."""

from __future__ import annotations

from flask import Blueprint, Response, request

import cards
import formats
from headjudge import documents
from headjudge.web.api import product_documents
from headjudge.web.inputs import queries
from headjudge.web.inputs import question as teams
from headjudge.web.inputs.fields import COUNT_MAX, Integer, ObjectList, Strict, Text, means
from headjudge.web.inputs.product import Product
from headjudge.web.inputs.team import load
from headjudge.web.operation import OF_BODIES, Operation
from headjudge.web.service.caching import cached
from headjudge.web.service.json_answers import answer
from headjudge.web.service.json_bodies import read_json, read_query
from headjudge.web.service.limits import LIMITS
from messages import say, template
from validator.limited.checklist import checklist
from validator.limited.differing_products import TeamProduct, compare
from validator.limited.products import product_from
from validator.limited.recommended import mix_event, recommended
from validator.questions import structure_at

TEAMS_MAX = LIMITS.event_teams
"""Teams of one event to compare."""

blueprint = Blueprint("products", __name__, url_prefix="/v1")


class TeamProductSchema(Strict):
    """The product of one team of an event."""

    team = Text(required=True, metadata=means("The team's name."))
    product = Product(required=True, metadata=means("Its product, as in a team's request."))
    card_count = Integer(COUNT_MAX, metadata=means("The cards of its pool, if they were counted."))


class EventProductsSchema(Strict):
    """The products of the teams of an event."""

    teams = ObjectList(
        TeamProductSchema(),
        TEAMS_MAX,
        not_a_list=say("This must be a list of teams."),
        wrong_number=template("An event has 1 to {most} teams here."),
        required=True,
        metadata=means("The teams."),
    )


EVENT_PRODUCTS = EventProductsSchema()


@blueprint.get("/products")
@Operation("Limited", documents.Products, query=queries.ProductsQuery)
def list_products() -> Response:
    """The products recommended for an event, and the contents of their boosters.

    Other products are allowed. For a set without a mix of its own, the general rule applies.
    """
    query = load(queries.PRODUCTS, read_query(request))
    day = query.get("as_of") or teams.today()
    event = formats.load(query["format"])
    structure = structure_at(event, query.get("structure"))
    mixes = recommended(event, structure, query.get("team_size"), day)
    document = product_documents.products(
        mix_event(event, structure), mixes, day, query.get("set", [])
    )
    return cached(answer(document), is_dated="as_of" in query)


@blueprint.get("/products/checklist")
@Operation("Limited", documents.Checklist, query=queries.ChecklistQuery)
def get_checklist() -> Response:
    """All cards that a pool may contain.

    For the registration of a pool: by set, color, rarity and title.
    """
    query = load(queries.CHECKLIST, read_query(request))
    day = query.get("as_of") or teams.today()
    parts = checklist(product_from(dict.fromkeys(query["sets"], 1)), day, cards.catalogue())
    document = product_documents.checklist(parts, day)
    return cached(answer(document), is_dated="as_of" in query)


@blueprint.post("/events/products")
@Operation("Limited", documents.EventProductsAnswer, "EventProducts", problems=OF_BODIES)
def compare_products() -> Response:
    """Compare the products of an event's teams.

    All teams of an event open the same product. Lists the teams whose packs, or numbers of cards,
    differ from those of most.
    """
    body = load(EVENT_PRODUCTS, read_json(request))
    rows = [
        TeamProduct(row["team"], product_from(row["product"]), row.get("card_count"))
        for row in body["teams"]
    ]
    return answer(product_documents.comparison(compare(rows)))

"""Resources for Limited products: recommendations, contents, checklists."""

from __future__ import annotations

from flask import Blueprint, Response, request

import cards
import formats
from headjudge import documents
from headjudge.web.api import product_documents
from headjudge.web.http import answer, cached, read_query
from headjudge.web.inputs import queries
from headjudge.web.inputs import question as teams
from headjudge.web.inputs.team import load
from headjudge.web.operation import Operation
from validator.limited.checklist import checklist
from validator.limited.products import mix_event, product_from, recommended
from validator.questions import structure_at

blueprint = Blueprint("products", __name__, url_prefix="/v1")


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

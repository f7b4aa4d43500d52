"""Receipts over HTTP: verification, and the public keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request
from marshmallow import ValidationError, fields, validates_schema

import cards
import formats
from headjudge import documents
from headjudge.documents.receipts import Statement
from headjudge.receipts.statement import difference
from headjudge.web.api import signing
from headjudge.web.inputs import queries, question
from headjudge.web.inputs.fields import Decks, Strict, Text, means
from headjudge.web.inputs.team import DeckSchema, PoolSchema, load
from headjudge.web.inputs.team_faults import list_fault
from headjudge.web.operation import Operation
from headjudge.web.service import house_folder, json_bodies
from headjudge.web.service.caching import cached
from headjudge.web.service.json_answers import answer, translated_answer
from messages import say, sentences
from validator import read_alone
from validator.fingerprint import fingerprint_of, without_house
from validator.report import digest

WELL_KNOWN = "/.well-known/headjudge-keys.json"
JWK_SET = "application/jwk-set+json"

blueprint = Blueprint("receipts", __name__)


class ReceiptSchema(Strict):
    """A receipt, and lists to compare with its own."""

    receipt = Text(
        required=True,
        metadata=means("The receipt, unchanged. Any other text is answered as not valid."),
    )
    decks = Decks(
        DeckSchema(),
        metadata=means("Decks to compare with those of the receipt, in the same order."),
    )
    pool = fields.Nested(PoolSchema(), metadata=means("A card pool to compare with its own."))

    @validates_schema
    def check_length(self, body: Mapping[str, Any], **_: Any) -> None:
        """The total length of the lists is limited as for a team."""
        if fault := list_fault(*body.get("decks", ()), body.get("pool", {})):
            raise ValidationError(fault, "decks")


VERIFICATION = ReceiptSchema()


@blueprint.post("/v1/receipts/verify")
@Operation("Receipts", documents.Verification, "SentReceipt")
def verify_receipt() -> Response:
    """Verify a receipt.

    Answers 200 whatever text is sent as the receipt: `valid` is true only if a key of this service
    signed exactly this statement. Decks and a pool that are sent with it are compared with those of
    the statement.
    """
    body = load(VERIFICATION, json_bodies.read_json(request))
    ring = signing.keys_in_use()
    if ring is None:
        because = say("This service has no receipt keys, so it cannot check any receipt.")
        return translated_answer(
            {"valid": False, "because": because, "same": None, "statement": None}
        )
    from headjudge.receipts.signing import verify  # lazily, as in `signing.keys`

    result = verify(body["receipt"], ring.by_id())
    document: dict[str, Any] = {**result._asdict(), "same": None}
    if result.statement is not None and ("decks" in body or "pool" in body):
        document |= _comparison(result.statement, body, result.because)
    return translated_answer(document)


@blueprint.get(WELL_KNOWN)
@Operation("Receipts", documents.ReceiptKeys, media_type=JWK_SET, problems=(422, 503))
def get_receipt_keys() -> Response:
    """The public keys of receipts, as a JSON Web Key Set.

    With them, receipts can be verified without the service.
    """
    load(queries.NONE, json_bodies.read_query(request))
    response = answer(_key_set())
    response.content_type = JWK_SET
    return cached(response, is_dated=False)


def _comparison(statement: Statement, body: Mapping[str, Any], because: str) -> dict[str, Any]:
    """Whether the sent lists are those of a statement; raises Problem as `question_of` does."""
    format_id = statement["format"]
    try:
        house_folder.load(format_id)
    except formats.UnknownFormat:
        unknown = say(
            "There is no format {format} here by which the lists could be read.", format=format_id
        )
        return {"because": sentences(because, unknown)}
    team = question.question_of({"format": format_id, "decks": (), **body}, question.today())
    decks = pool = None
    if "decks" in body:
        decks = [digest(deck) for deck in read_alone(*team.decks).decks]
    if team.pool:
        pool = digest(read_alone(team.pool, is_pool=True).decks[0])
    if not (other := difference(statement, decks, pool)):
        same = say("The lists are those of the receipt.")
        return {"same": True, "because": sentences(because, same)}
    reasons = [because, other]
    if without_house(statement["fingerprint"]) != fingerprint_of(cards.catalogue().digest):
        reasons.append(
            say(
                "They were read with other facts now, which may know titles that the earlier"
                " ones did not."
            )
        )
    return {"same": False, "because": sentences(*reasons)}


def _key_set() -> documents.ReceiptKeys:
    ring = signing.keys_in_use()
    if ring is None:
        return {"keys": []}
    from headjudge.receipts.keys import key_set

    return key_set(ring.public)

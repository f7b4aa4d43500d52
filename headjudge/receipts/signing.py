"""Sign statements, and verify receipts."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from typing import NamedTuple

from headjudge.documents.receipts import Statement
from headjudge.receipts import tokens
from headjudge.receipts.keys import ALGORITHM, Key
from headjudge.receipts.statement import is_statement
from messages import say

TYPE = "headjudge-receipt+jwt"
"""The `typ` of receipts: other tokens signed by the same key are not receipts."""


class Verification(NamedTuple):
    """The result of verifying a receipt."""

    valid: bool
    because: str
    """A sentence."""
    statement: Statement | None = None
    """The signed statement; None if the receipt is invalid, so that it cannot be used."""


def sign(statement: Statement, key: Key) -> str:
    """The receipt of a statement, signed by a private key."""
    return tokens.sign(statement, key, TYPE)


def verify(receipt: object, keys: Mapping[str, Key]) -> Verification:
    """Verify a receipt (any JSON value) with these keys; never raises."""
    token = tokens.parse(receipt, TYPE)
    if token is None:
        return _refusal(
            say(
                "This is not a receipt: it must be a JSON Web Signature in its compact form, whose"
                " header has alg {algorithm}, typ {type} and kid alone.",
                algorithm=ALGORITHM,
                type=TYPE,
            )
        )
    try:
        return _of_payload(token.payload, tokens.signer(token, keys))
    except tokens.Untrusted as error:
        return _refusal(error.message)


def _of_payload(payload: bytes, key: Key) -> Verification:
    """Check that a signed payload is a statement from a day on which the key signs."""
    try:
        statement = json.loads(payload)
        if not is_statement(statement):
            raise ValueError(payload)
        issued = datetime.datetime.fromisoformat(statement["issued_at"]).date()
    except (ValueError, RecursionError):
        return _refusal(
            say("This is not a receipt: its statement has other members than {type}.", type=TYPE)
        )
    if not key.signs_on(issued):
        return _refusal(
            say(
                "It claims to have been issued on {day}, a day on which the key {key} signed"
                " nothing.",
                day=issued,
                key=key.id,
            )
        )
    because = say(
        "The statement is what the key {key} signed at {time}.",
        key=key.id,
        time=statement["issued_at"],
    )
    return Verification(True, because, statement)


def _refusal(because: str) -> Verification:
    return Verification(False, because)

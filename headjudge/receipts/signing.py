"""Signing statements, and verifying receipts."""

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
"""The `typ` of receipts: a key that signs other tokens as well makes no receipt of them."""


class Verification(NamedTuple):
    """Whether a receipt is what was signed."""

    valid: bool
    because: str
    """A sentence."""
    statement: Statement | None = None
    """What was signed; None where the receipt is not valid, so that nobody believes it."""


def sign(statement: Statement, key: Key) -> str:
    """The receipt of a statement, which names the private key that signs it."""
    return tokens.sign(statement, key, TYPE)


def verify(receipt: object, keys: Mapping[str, Key]) -> Verification:
    """Whether a receipt, any JSON value, was signed by one of these keys; raises nothing."""
    token = tokens.parse(receipt, TYPE)
    if token is None:
        return _refusal(
            say(
                "This is no receipt: it must be a JSON Web Signature in its compact form, whose"
                " header has alg {algorithm}, typ {type} and kid alone.",
                algorithm=ALGORITHM,
                type=TYPE,
            )
        )
    try:
        return _of_payload(token.payload, tokens.signer(token, keys))
    except tokens.Untrusted as error:
        return _refusal(error.sentence)


def _of_payload(payload: bytes, key: Key) -> Verification:
    """Whether what the key has signed is a statement of a day on which it signs."""
    try:
        stated = json.loads(payload)
        if not is_statement(stated):
            raise ValueError(payload)
        issued = datetime.datetime.fromisoformat(stated["issued_at"]).date()
    except (ValueError, RecursionError):
        return _refusal(
            say("This is no receipt: its statement has other members than {type}.", type=TYPE)
        )
    if not key.signs_on(issued):
        return _refusal(
            say(
                "It says to be issued on {day}, and the key {key} signed nothing on that day.",
                day=issued,
                key=key.id,
            )
        )
    because = say(
        "The statement is what the key {key} signed at {time}.",
        key=key.id,
        time=stated["issued_at"],
    )
    return Verification(True, because, stated)


def _refusal(because: str) -> Verification:
    return Verification(False, because)

"""Signing statements, and telling of receipts whether they are what was signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from headjudge.receipts import canonical
from headjudge.receipts.canonical import NotCanonical
from headjudge.receipts.keys import PrivateKey, PublicKey, from_unpadded, unpadded
from headjudge.receipts.statement import TYPE, Statement, fault, issued_at
from messages import say

Receipt = dict[str, Any]
"""A receipt as JSON: `statement` and `signature`, and nothing else."""

SIGNATURE = 64
"""Bytes of an Ed25519 signature."""


class Verification(NamedTuple):
    """Whether a receipt is what was signed."""

    valid: bool
    because: str
    """A sentence."""
    statement: Statement | None = None
    """What was signed; None where the receipt is not valid, so that nobody believes it."""


def sign(statement: Statement, key: PrivateKey) -> Receipt:
    """The receipt of a statement, which names the key."""
    return {"statement": statement, "signature": unpadded(key.sign(signed_text(statement)))}


def signed_text(statement: Statement) -> bytes:
    """The bytes that are signed: the version, a line feed, and the statement in canonical form.

    With the version before it, a signature holds for nothing else that a key may ever sign.
    Raises NotCanonical.
    """
    return f"{TYPE}\n".encode("ascii") + canonical.encode(statement)


def verify(receipt: object, keys: Mapping[str, PublicKey]) -> Verification:
    """Whether a receipt, any JSON value, was signed by one of these keys; raises nothing."""
    if not isinstance(receipt, dict) or receipt.keys() != {"statement", "signature"}:
        return _refused(
            say('This is no receipt: it must be an object of "statement" and "signature".')
        )
    stated = receipt["statement"]
    if wrong := fault(stated):
        return _refused(wrong)
    key = keys.get(stated["key"])
    if key is None:
        return _refused(
            say("The key {key}, by which it says to be signed, is not known.", key=stated["key"])
        )
    signature = from_unpadded(receipt["signature"], SIGNATURE)
    try:
        text = signed_text(stated)
    except NotCanonical as error:
        return _refused(error.sentence)
    if signature is None or not key.has_signed(signature, text):
        return _refused(
            say("The signature is not that of the statement: one of them was changed, or forged.")
        )
    issued = issued_at(stated)
    if not key.was_used_on(issued.date()):
        return _refused(
            say(
                "It says to be issued on {day}, and the key {key} signed nothing on that day.",
                day=issued.date(),
                key=key.id,
            )
        )
    return Verification(
        True,
        say(
            "The statement is what the key {key} signed at {time}.",
            key=key.id,
            time=stated["issued_at"],
        ),
        stated,
    )


def _refused(because: str) -> Verification:
    return Verification(False, because)

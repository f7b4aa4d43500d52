"""Signing statements, and verifying receipts: JSON Web Signatures (RFC 7515) by EdDSA alone."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from joserfc import jws
from joserfc.errors import JoseError

from headjudge.documents.receipts import Statement
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


class _EdDSA(jws.JWSRegistry):
    """The one algorithm, whatever a header asks for.

    By RFC 9864 it would be called Ed25519, of which joserfc warns; hardly any library knows that
    name so far.
    """

    def get_alg(self, name: str) -> Any:
        return self.algorithms[ALGORITHM]


_REGISTRY = _EdDSA()


def sign(statement: Statement, key: Key) -> str:
    """The receipt of a statement, which names the private key that signs it."""
    payload = json.dumps(statement, ensure_ascii=False, separators=(",", ":"))
    return jws.serialize_compact(_header(key.id), payload, key.jwk, registry=_REGISTRY)


def verify(receipt: object, keys: Mapping[str, Key]) -> Verification:
    """Whether a receipt, any JSON value, was signed by one of these keys; raises nothing.

    The header is exactly that of a receipt: no other algorithm, no key or address of a key, and
    nothing critical.
    """
    token = _parse(receipt)
    if token is None:
        return _refusal(
            say(
                "This is no receipt: it must be a JSON Web Signature in its compact form, whose"
                " header has alg {algorithm}, typ {type} and kid alone.",
                algorithm=ALGORITHM,
                type=TYPE,
            )
        )
    identifier = token.headers()["kid"]
    key = keys.get(identifier)
    if key is None:
        return _refusal(
            say("The key {key}, by which it says to be signed, is not known.", key=identifier)
        )
    if not jws.validate_compact(token, key.jwk, registry=_REGISTRY):
        return _refusal(
            say("The signature is not that of the statement: one of them was changed, or forged.")
        )
    return _of_payload(token.payload, key)


def _parse(receipt: object) -> jws.CompactSignature | None:
    """The parts of a receipt, its signature not yet verified; None for everything else."""
    if not isinstance(receipt, str):
        return None
    try:
        token = jws.extract_compact(receipt.encode(), registry=_REGISTRY)
        identifier = token.headers()["kid"]
    except (JoseError, TypeError, LookupError, ValueError, RecursionError):
        return None  # TypeError: a header that is no object
    is_receipt = isinstance(identifier, str) and token.headers() == _header(identifier)
    return token if is_receipt else None


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


def _header(identifier: str) -> dict[str, Any]:
    return {"alg": ALGORITHM, "kid": identifier, "typ": TYPE}


def _refusal(because: str) -> Verification:
    return Verification(False, because)

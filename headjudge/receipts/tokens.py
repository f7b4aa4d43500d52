"""Signed documents: JSON Web Signatures (RFC 7515) in their compact form, by EdDSA alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from joserfc import jws
from joserfc.errors import JoseError

from headjudge.receipts.keys import ALGORITHM, Key
from messages import say


class Untrusted(ValueError):
    """A document was signed by none of the keys; the text is a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class _EdDSA(jws.JWSRegistry):
    """The one algorithm, whatever a header asks for.

    By RFC 9864 it would be called Ed25519, of which joserfc warns; hardly any library knows that
    name so far.
    """

    def get_alg(self, name: str) -> Any:
        return self.algorithms[ALGORITHM]


_REGISTRY = _EdDSA()


def sign(document: object, key: Key, type: str) -> str:
    """The signed document, which names its type and the private key that signs it."""
    payload = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return jws.serialize_compact(_header(key.id, type), payload, key.jwk, registry=_REGISTRY)


def parse(text: object, type: str) -> jws.CompactSignature | None:
    """The parts of a signed document, its signature not yet verified; None for everything else.

    The header is exactly that of such a document: no other algorithm, no key or address of a key,
    nothing critical.
    """
    if not isinstance(text, str):
        return None
    try:
        token = jws.extract_compact(text.encode(), registry=_REGISTRY)
        identifier = token.headers()["kid"]
    except (JoseError, TypeError, LookupError, ValueError, RecursionError):
        return None  # TypeError: a header that is no object
    is_meant = isinstance(identifier, str) and token.headers() == _header(identifier, type)
    return token if is_meant else None


def signer(token: jws.CompactSignature, keys: Mapping[str, Key]) -> Key:
    """The one of these keys that signed it; raises Untrusted."""
    identifier = token.headers()["kid"]
    key = keys.get(identifier)
    if key is None:
        raise Untrusted(
            say("The key {key}, by which it says to be signed, is not known.", key=identifier)
        )
    if not jws.validate_compact(token, key.jwk, registry=_REGISTRY):
        raise Untrusted(
            say("The signature is not that of the statement: one of them was changed, or forged.")
        )
    return key


def _header(identifier: str, type: str) -> dict[str, Any]:
    return {"alg": ALGORITHM, "kid": identifier, "typ": type}

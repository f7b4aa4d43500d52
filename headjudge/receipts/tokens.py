"""Signed documents: JSON Web Signatures (RFC 7515) in compact form, EdDSA only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from joserfc import jws
from joserfc.errors import JoseError

from headjudge.receipts.keys import ALGORITHM, Key
from messages import MessageError, say


class Untrusted(MessageError):
    """A document was not signed by any of the keys; the text is a sentence."""


class _EdDSA(jws.JWSRegistry):
    """A registry with a single algorithm, regardless of headers.

    RFC 9864 calls it Ed25519, and joserfc warns about the old name, but hardly any library supports
    the new one so far.
    """

    def get_alg(self, name: str) -> Any:
        return self.algorithms[ALGORITHM]


_REGISTRY = _EdDSA()


def sign(document: object, key: Key, type: str) -> str:
    """The signed document, whose header names its type and the key."""
    payload = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return jws.serialize_compact(_header(key.id, type), payload, key.jwk, registry=_REGISTRY)


def parse(text: object, type: str) -> jws.CompactSignature | None:
    """Parse a signed document without verifying its signature; None for everything else.

    The header must be exactly that of such a document: no other algorithm, no embedded key or
    key address, no critical extensions.
    """
    if not isinstance(text, str):
        return None
    try:
        token = jws.extract_compact(text.encode(), registry=_REGISTRY)
        identifier = token.headers()["kid"]
    except (JoseError, TypeError, LookupError, ValueError, RecursionError):
        return None  # TypeError: a header that is no object
    is_valid = isinstance(identifier, str) and token.headers() == _header(identifier, type)
    return token if is_valid else None


def signer(token: jws.CompactSignature, keys: Mapping[str, Key]) -> Key:
    """The key that signed it; raises Untrusted."""
    identifier = token.headers()["kid"]
    key = keys.get(identifier)
    if key is None:
        raise Untrusted(say("The key {key}, which it names, is not known.", key=identifier))
    if not jws.validate_compact(token, key.jwk, registry=_REGISTRY):
        raise Untrusted(
            say("The signature does not match the statement: one of them was changed, or forged.")
        )
    return key


def _header(identifier: str, type: str) -> dict[str, Any]:
    return {"alg": ALGORITHM, "kid": identifier, "typ": type}

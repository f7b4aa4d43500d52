"""Signing keys: Ed25519 (RFC 8032), in PEM files and as JSON Web Keys (RFC 8037).

Keys are identified by their thumbprint (RFC 7638). Other kinds of keys are rejected.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from cryptography.exceptions import UnsupportedAlgorithm
from joserfc.errors import InvalidKeyTypeError, JoseError
from joserfc.jwk import OKPKey

from headjudge.documents.receipts import ReceiptKey, ReceiptKeys
from messages import MessageError, say

ONE_DAY = datetime.timedelta(days=1)
ALGORITHM = "EdDSA"
"""The algorithm's name in receipts and published keys (RFC 8037)."""
ALGORITHMS = (ALGORITHM, "Ed25519")
"""Its accepted names in JSON Web Keys; the second is from RFC 9864."""
KIND = {"kty": "OKP", "crv": "Ed25519"}


class WrongKeys(MessageError):
    """Unusable keys; the text is a sentence without key material."""


@dataclass(frozen=True, slots=True)
class Key:
    """A private or public key, and the days (UTC) on which it signs.

    Its repr and its pickle never contain a private key.
    """

    id: str
    """Its thumbprint: the SHA-256 of its public JSON Web Key, in base64url."""
    jwk: OKPKey = field(repr=False, compare=False)
    since: datetime.date | None = None
    """The first day on which it signs; None if unknown."""
    until: datetime.date | None = None
    """The last day; None while in use, or if unknown."""

    @property
    def is_private(self) -> bool:
        """Whether it is a private key, which can sign and must be kept secret."""
        return self.jwk.is_private

    def public(self) -> Key:
        """The key for verifying receipts."""
        return replace(self, jwk=OKPKey.import_key(self.jwk.public_key))

    def signs_on(self, day: datetime.date) -> bool:
        """Whether it signs on that day."""
        return (self.since or day) <= day <= (self.until or day)

    def pem(self) -> bytes:
        """The key as a PEM file: unencrypted PKCS #8, or SubjectPublicKeyInfo."""
        return self.jwk.as_pem(private=self.is_private)

    def as_dict(self) -> dict[str, Any]:
        """The public key as a JSON Web Key; `iat` and `exp` are its first second and its end.

        The private part is never included.
        """
        document: dict[str, Any] = {**self.jwk.as_dict(), "kid": self.id}
        document |= {"use": "sig", "alg": ALGORITHM}
        if self.since:
            document["iat"] = _seconds(self.since)
        if self.until:
            document["exp"] = _seconds(self.until + ONE_DAY)
        return document


def generate() -> Key:
    """A new private key."""
    return _key(OKPKey.generate_key("Ed25519"))


def from_pem(text: bytes) -> Key:
    """The key in a PEM file, without days; raises WrongKeys."""
    try:
        return _key(OKPKey.import_key(text))
    except TypeError:  # raised by cryptography if a password is needed
        raise WrongKeys(say("The key is encrypted and cannot be decrypted here.")) from None
    except InvalidKeyTypeError:
        raise WrongKeys(say("The key is not of the kind Ed25519.")) from None
    except (ValueError, UnsupportedAlgorithm):
        raise WrongKeys(say("It holds no key in PEM (PKCS #8, SubjectPublicKeyInfo).")) from None


def key_set(keys: Iterable[Key]) -> ReceiptKeys:
    """The public keys as a JSON Web Key Set (RFC 7517)."""
    return {"keys": [cast("ReceiptKey", key.as_dict()) for key in keys]}


def read_public(text: bytes) -> dict[str, Key]:
    """The public keys in a PEM file, a JSON Web Key or a key set, by id; raises WrongKeys.

    Keys of other kinds and uses in a set are ignored.
    """
    if not text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        key = from_pem(text)
        _refuse_private(key.is_private)
        return {key.id: key}
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise WrongKeys(say("It is not JSON in UTF-8.")) from None
    members = document.get("keys", [document])
    if not isinstance(members, list):
        raise WrongKeys(say('Its "keys" must be a list.'))
    keys = {key.id: key for key in map(_from_jwk, members) if key}
    if not keys:
        raise WrongKeys(say("It holds no key of the kind Ed25519."))
    return keys


def _refuse_private(is_private: bool) -> None:
    if is_private:
        raise WrongKeys(say("It holds a private key; receipts are checked with the public one."))


def _from_jwk(member: object) -> Key | None:
    """The public key in a JSON Web Key, None if it is of another kind; raises WrongKeys."""
    if not isinstance(member, dict):
        raise WrongKeys(say("A key must be an object."))
    _refuse_private("d" in member)
    if {name: member.get(name) for name in KIND} != KIND:
        return None
    if member.get("use", "sig") != "sig" or member.get("alg", ALGORITHM) not in ALGORITHMS:
        return None
    try:
        key = _key(OKPKey.import_key({**KIND, "x": member.get("x", "")}))
    except (JoseError, ValueError):
        raise WrongKeys(say('"x" of a key in it is wrong.')) from None
    if member.get("kid", key.id) != key.id:
        raise WrongKeys(say("A key in it is not named by its thumbprint."))
    since, until = _day(member.get("iat")), _day(member.get("exp"))
    return replace(key, since=since, until=until and until - ONE_DAY)


def _key(jwk: OKPKey) -> Key:
    if jwk.curve_name != KIND["crv"]:
        raise InvalidKeyTypeError
    return Key(jwk.thumbprint(), jwk)


def _seconds(day: datetime.date) -> int:
    """The first second of a day in UTC, since the epoch."""
    return int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp())


def _day(seconds: object) -> datetime.date | None:
    """The day of a timestamp in seconds since the epoch; None if there is none."""
    if seconds is None:
        return None
    try:
        if type(seconds) is int:
            return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
    except (ValueError, OverflowError, OSError):
        pass
    raise WrongKeys(say("A time of a key in it is wrong."))

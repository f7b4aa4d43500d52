"""Keys of receipts: Ed25519 (RFC 8032), in PEM files and as JSON Web Keys (RFC 8037).

A key is called by its thumbprint (RFC 7638). Other kinds of keys are refused wherever they stand,
and a receipt cannot name an algorithm, so that there is none to be mistaken.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from headjudge.receipts import canonical
from headjudge.receipts.canonical import NotCanonical
from messages import say

PRIVATE = b"PRIVATE KEY-----"
"""What tells a private key among PEM files, of whatever kind it is."""
ONE_DAY = datetime.timedelta(days=1)
KIND = {"kty": "OKP", "crv": "Ed25519"}
ALGORITHMS = ("EdDSA", "Ed25519")
"""What a JSON Web Key may call its algorithm: by RFC 8037, and by RFC 9864."""

IS_PRIVATE = say("It holds a private key; receipts are checked with the public one.")


class WrongKeys(ValueError):
    """Keys that cannot be used; the text is a sentence, and holds nothing of a key."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that receipts are checked with, and the days (UTC) on which it signs."""

    id: str
    """Its thumbprint: the SHA-256 of its JSON Web Key, as base64url."""
    key: Ed25519PublicKey = field(repr=False, compare=False)
    since: datetime.date | None = None
    """The first day on which it signs; None where that is not told."""
    until: datetime.date | None = None
    """The last one; None while it is in use, or where that is not told."""

    def has_signed(self, signature: bytes, text: bytes) -> bool:
        """Whether the signature is that of this key and of this text."""
        try:
            self.key.verify(signature, text)
        except InvalidSignature:
            return False
        return True

    def was_used_on(self, day: datetime.date) -> bool:
        """Whether the key signs on that day."""
        return (self.since or day) <= day <= (self.until or day)

    def pem(self) -> bytes:
        """The key as a PEM file (SubjectPublicKeyInfo)."""
        return self.key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def as_dict(self) -> dict[str, Any]:
        """The key as a JSON Web Key; `iat` is the second in which it begins, `exp` its end."""
        document: dict[str, Any] = {**KIND, "x": _raw(self.key), "kid": self.id, "use": "sig"}
        if self.since:
            document["iat"] = _seconds(self.since)
        if self.until:
            document["exp"] = _seconds(self.until + ONE_DAY)
        return document


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """A key that signs. Neither its text nor its pickle shows it."""

    public: PublicKey
    key: Ed25519PrivateKey = field(repr=False, compare=False)

    def sign(self, text: bytes) -> bytes:
        """The signature of a text: 64 bytes."""
        return self.key.sign(text)

    def pem(self) -> bytes:
        """The key as a PEM file (PKCS #8), not encrypted: whoever reads it can sign."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def generate() -> PrivateKey:
    """A new key."""
    return _private(Ed25519PrivateKey.generate())


def from_pem(text: bytes) -> PrivateKey | PublicKey:
    """The key of a PEM file, without days; raises WrongKeys."""
    try:
        if PRIVATE in text:
            key: object = load_pem_private_key(text, password=None)
        else:
            key = load_pem_public_key(text)
    except TypeError:  # so cryptography says that a password is needed
        raise WrongKeys(say("The key is encrypted, and nobody is there to decrypt it.")) from None
    except (ValueError, UnsupportedAlgorithm):
        raise WrongKeys(say("It holds no key in PEM (PKCS #8, SubjectPublicKeyInfo).")) from None
    if isinstance(key, Ed25519PrivateKey):
        return _private(key)
    if isinstance(key, Ed25519PublicKey):
        return _public(key)
    raise WrongKeys(say("The key is not of the kind Ed25519."))


def key_set(keys: Iterable[PublicKey]) -> dict[str, Any]:
    """The keys as a JSON Web Key Set (RFC 7517)."""
    return {"keys": [key.as_dict() for key in keys]}


def read_public(text: bytes) -> dict[str, PublicKey]:
    """The public keys of a file by their ids: a PEM file, a JSON Web Key or a set; WrongKeys.

    Of a set, keys of other kinds and uses are passed over.
    """
    if not text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        key = from_pem(text)
        if isinstance(key, PrivateKey):
            raise WrongKeys(
                say("It holds a private key; receipts are checked with the public one.")
            )
        return {key.id: key}
    try:
        document = canonical.decode(text)
    except NotCanonical as error:
        raise WrongKeys(error.sentence) from None
    members = document.get("keys", [document])
    if not isinstance(members, list):
        raise WrongKeys(say('Its "keys" are no list.'))
    found = {key.id: key for member in members for key in _of_document(member)}
    if not found:
        raise WrongKeys(say("It holds no key of the kind Ed25519."))
    return found


def _of_document(member: object) -> Iterator[PublicKey]:
    """The public key of a JSON Web Key, or none where it is of another kind; raises WrongKeys."""
    if not isinstance(member, dict):
        raise WrongKeys(say("A key must be an object."))
    if "d" in member:
        raise WrongKeys(IS_PRIVATE)
    if {name: member.get(name) for name in KIND} != KIND:
        return
    if member.get("use", "sig") != "sig" or member.get("alg", "EdDSA") not in ALGORITHMS:
        return
    key = _public(_from_raw(member.get("x")))
    if member.get("kid", key.id) != key.id:
        raise WrongKeys(say("A key in it is called otherwise than by its thumbprint."))
    since, until = _day(member.get("iat")), _day(member.get("exp"))
    yield replace(key, since=since, until=until and until - ONE_DAY)


def unpadded(data: bytes) -> str:
    """The bytes as base64url without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_unpadded(text: object, size: int) -> bytes | None:
    """So many bytes of their base64url; None for every other text, also for one that is near."""
    if not isinstance(text, str) or not text.isascii():
        return None
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    # Bits that belong to no byte may be set in another text, which is then not the one signed.
    return data if len(data) == size and unpadded(data) == text else None


def _private(key: Ed25519PrivateKey) -> PrivateKey:
    return PrivateKey(_public(key.public_key()), key)


def _public(key: Ed25519PublicKey) -> PublicKey:
    named = canonical.encode({**KIND, "x": _raw(key)})
    return PublicKey(unpadded(hashlib.sha256(named).digest()), key)


def _raw(key: Ed25519PublicKey) -> str:
    return unpadded(key.public_bytes(Encoding.Raw, PublicFormat.Raw))


def _from_raw(text: object) -> Ed25519PublicKey:
    data = from_unpadded(text, 32)
    if data is None:
        raise WrongKeys(say('"x" of a key in it is wrong.'))
    return Ed25519PublicKey.from_public_bytes(data)


def _seconds(day: datetime.date) -> int:
    """The first second of a day in UTC, since the epoch."""
    return int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp())


def _day(seconds: object) -> datetime.date | None:
    """The day of a second; None where none is told."""
    if seconds is None:
        return None
    try:
        if type(seconds) is int:
            return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
    except (ValueError, OverflowError, OSError):
        pass
    raise WrongKeys(say("A time of a key in it is wrong."))

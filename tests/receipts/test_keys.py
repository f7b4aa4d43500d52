"""Keys: read strictly, of one kind, called by their thumbprints, and never shown."""

from __future__ import annotations

import datetime
import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448, x25519
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from hypothesis import given
from hypothesis import strategies as st

from headjudge.receipts import keys
from headjudge.receipts.keys import WrongKeys, from_pem, key_set, read_public
from headjudge.receipts.signing import verify
from tests.receipts.samples import key, receipt

# RFC 8037, appendices A.2 and A.3.
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
JWK = {"kty": "OKP", "crv": "Ed25519", "x": X}
KINDS = (ec.generate_private_key(ec.SECP256R1()), ed448.Ed448PrivateKey.generate(),
         x25519.X25519PrivateKey.generate())  # fmt: skip


def encoded(document: Any) -> bytes:
    return json.dumps(document).encode()


def test_the_id_is_the_thumbprint() -> None:
    (public,) = read_public(encoded(JWK)).values()
    assert public.id == THUMBPRINT
    assert public.as_dict() == {**JWK, "kid": THUMBPRINT, "use": "sig", "alg": "EdDSA"}


@pytest.mark.parametrize("extra", [{}, {"alg": "EdDSA"}, {"alg": "Ed25519"}, {"use": "sig"}])
def test_keys_in_pem_and_in_json_are_the_same(extra: dict[str, Any]) -> None:
    public = key().public()
    for text in (public.pem(), encoded({**public.as_dict(), **extra}), encoded(key_set([public]))):
        assert verify(receipt(), read_public(text)).valid


def test_the_days_are_told() -> None:
    since, until = datetime.date(2025, 6, 1), datetime.date(2026, 11, 30)
    public = replace(key().public(), since=since, until=until)
    assert public.as_dict()["iat"] == 1748736000
    assert public.as_dict()["exp"] == 1796083200
    (read,) = read_public(encoded(key_set([public]))).values()
    assert (read.since, read.until) == (since, until)


@pytest.mark.parametrize(
    "other",
    [
        {"kty": "oct", "k": X},
        {"kty": "EC", "crv": "P-256", "x": X, "y": X},
        {**JWK, "crv": "X25519"},
        {**JWK, "use": "enc"},
        {**JWK, "alg": "HS256"},
        {**JWK, "alg": "none"},
    ],
)
def test_keys_of_other_kinds_are_passed_over(other: dict[str, Any]) -> None:
    public = key().public()
    assert [*read_public(encoded({"keys": [other, public.as_dict()]}))] == [public.id]
    with pytest.raises(WrongKeys, match="no key of the kind Ed25519"):
        read_public(encoded({"keys": [other]}))


@pytest.mark.parametrize(
    "document",
    [
        {"keys": {}},
        {"keys": [7]},
        {"keys": []},
        {},
        {**JWK, "d": "secret"},
        {"kty": "oct", "d": "secret"},
        {**JWK, "x": X + "="},
        {**JWK, "x": X[:-1]},
        {**JWK, "x": None},
        {**JWK, "x": X + "\n"},
        {**JWK, "x": X[:-1] + "p"},
        {**JWK, "x": "é" * 43},
        {**JWK, "kid": "another"},
        {**JWK, "iat": "2026"},
        {**JWK, "iat": 10**15},
        {**JWK, "exp": -(10**18)},
        {**JWK, "exp": True},
    ],
)
def test_wrong_keys_are_refused(document: Any) -> None:
    with pytest.raises(WrongKeys) as caught:
        read_public(encoded(document))
    assert caught.value.message.endswith(".")
    assert "secret" not in str(caught.value)


def test_a_private_key_is_no_public_one() -> None:
    with pytest.raises(WrongKeys, match="private key"):
        read_public(key().pem())


@pytest.mark.parametrize("private", KINDS, ids=lambda one: type(one).__name__)
def test_other_kinds_in_pem_are_refused(private: Any) -> None:
    public = private.public_key()
    for text in (
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
    ):
        with pytest.raises(WrongKeys, match="Ed25519"):
            from_pem(text)


def test_an_encrypted_key_is_refused() -> None:
    text = key().jwk.as_pem(private=True, password="password")
    with pytest.raises(WrongKeys, match="encrypted"):
        from_pem(text)


@given(st.binary())
def test_no_file_fails(text: bytes) -> None:
    for form in (b"%b", b"{%b", b"-----BEGIN PRIVATE KEY-----\n%b\n-----END PRIVATE KEY-----\n"):
        with pytest.raises(WrongKeys):
            read_public(form % text)


def test_a_key_comes_back_from_its_file() -> None:
    private, public = from_pem(key().pem()), from_pem(key().public().pem())
    assert (private.is_private, public.is_private) == (True, False)
    assert private == key()
    assert public == key().public()


def test_a_private_key_is_never_shown() -> None:
    for private in (key(), from_pem(key().pem())):
        body = private.pem().splitlines()[1].decode()
        raw = str(private.jwk.as_dict(private=True)["d"])
        for text in (repr(private), str(private), f"{private}", repr(private.jwk)):
            assert body not in text
            assert raw not in text
        assert "d" not in private.as_dict()
        assert b"PRIVATE" not in private.public().pem()
        with pytest.raises(TypeError):
            pickle.dumps(private)


def test_each_key_is_another() -> None:
    assert keys.generate() != keys.generate()

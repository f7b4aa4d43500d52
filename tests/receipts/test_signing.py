"""Receipts: only what was signed is accepted, whatever is done to it."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any, cast

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from headjudge.documents.receipts import Statement
from headjudge.receipts import keys
from headjudge.receipts.signing import TYPE, sign, verify
from headjudge.receipts.statement import is_statement, statement
from tests.receipts.samples import (
    DAY,
    NOON,
    changed,
    decoded,
    encoded,
    key,
    payload,
    receipt,
    report,
    stated,
)

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
KEYS = {key().id: key().public()}
HEADER = {"alg": "EdDSA", "kid": key().id, "typ": "headjudge-receipt+jwt"}
MEMBERS = sorted(stated())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def by_hand(header: Any, statement: Any, raw: bytes | None = None) -> str:
    """A token that the key of the receipts has signed, whatever its header says."""
    text = (
        f"{encoded(json.dumps(header).encode())}.{encoded(raw or json.dumps(statement).encode())}"
    )
    private = cast(Ed25519PrivateKey, key().jwk.private_key)
    return f"{text}.{encoded(private.sign(text.encode()))}"


def test_what_was_signed_is_accepted() -> None:
    result = verify(receipt(), KEYS)
    assert result.valid
    assert result.statement == stated()
    assert key().id in result.because


def test_a_receipt_is_a_json_web_signature() -> None:
    # As RFC 7515, appendix A.5, and RFC 8037, appendix A.4, have it: verified without a library.
    text, _, signature = receipt().rpartition(".")
    assert list(map(decoded, text.split("."))) == [HEADER, stated()]
    public = cast(Ed25519PublicKey, key().jwk.public_key)
    raw = bytes.fromhex(_hex(signature))
    public.verify(raw, text.encode("ascii"))
    with pytest.raises(InvalidSignature):
        public.verify(raw, text.encode("ascii") + b"A")
    assert verify(by_hand(HEADER, stated()), KEYS).valid


def _hex(part: str) -> str:
    number = 0
    for letter in part[:-1]:
        number = number * 64 + ALPHABET.index(letter)
    return f"{number * 4 + ALPHABET.index(part[-1]) // 16:0128x}"


def test_a_statement_says_what_was_judged() -> None:
    signed = stated()
    assert is_statement(signed)
    assert (signed["legal"], signed["codes"]) == (False, ["combined-copies"])
    assert signed["also"]["tournament"] == {"legal": False, "codes": ["shared-card"]}
    assert signed["issued_at"] == "2026-11-21T12:00:00Z"
    judged = report().as_dict()
    assert [deck["digest"] for deck in signed["decks"]] == [
        deck["digest"] for deck in judged["decks"]
    ]
    assert signed["fingerprint"] == judged["ruleset"]["fingerprint"]


def test_nobody_is_named() -> None:
    judged = report("// Ann Example\n60 Forest", "60 Forest", team="Team Example")
    text = json.dumps(statement(judged, NOON))
    assert "Example" not in text
    assert "Forest" not in text


@given(st.data())
def test_any_other_letter_is_refused(data: st.DataObject) -> None:
    given = receipt()
    at = data.draw(st.integers(0, len(given) - 1))
    letter = data.draw(st.sampled_from(f"{ALPHABET}.=\n é").filter(lambda one: one != given[at]))
    assert not verify(given[:at] + letter + given[at + 1 :], KEYS).valid


@given(st.data())
def test_a_receipt_that_is_cut_off_is_refused(data: st.DataObject) -> None:
    given = receipt()
    assert not verify(given[: data.draw(st.integers(0, len(given) - 1))], KEYS).valid


@pytest.mark.parametrize("around", ["{}=", "{}==", " {}", "{}\n", "{}A", "{}.", ".{}", "{}.e30"])
def test_a_receipt_has_one_spelling(around: str) -> None:
    assert not verify(around.format(receipt()), KEYS).valid


@pytest.mark.parametrize("signature", ["", "A", "====", "é" * 86, "A" * 86, "A" * 85, "A" * 87])
def test_what_is_no_signature_is_refused(signature: str) -> None:
    assert not verify(f"{receipt().rpartition('.')[0]}.{signature}", KEYS).valid


@pytest.mark.parametrize(
    "header",
    [
        {**HEADER, "alg": "none"},
        {**HEADER, "alg": "HS256"},
        {**HEADER, "alg": "Ed25519"},
        {**HEADER, "alg": "ES256"},
        {**HEADER, "alg": []},
        {**HEADER, "typ": "JWT"},
        {**HEADER, "typ": "headjudge-receipt+jwt\n"},
        {**HEADER, "kid": [key().id]},
        {**HEADER, "kid": None},
        {**HEADER, "crit": []},
        {**HEADER, "crit": ["exp"], "exp": 1},
        {**HEADER, "crit": ["b64"], "b64": False},
        {**HEADER, "b64": False},
        {**HEADER, "b64": True},
        {**HEADER, "jwk": key().as_dict()},
        {**HEADER, "jku": "https://example.org/keys.json"},
        {**HEADER, "x5c": []},
        {**HEADER, "cty": "json"},
        {"alg": "EdDSA", "kid": key().id},
        {"kid": key().id, "typ": TYPE},
        {"alg": "EdDSA", "typ": TYPE},
        {},
        [],
        ["alg", "b64", "kid"],
        "alg kid b64",
        7,
        None,
    ],
)
def test_a_header_is_that_of_a_receipt(header: Any) -> None:
    # Each is rightly signed by the key, so that the header alone can be what is wrong.
    result = verify(by_hand(header, stated()), KEYS)
    assert (result.valid, result.statement) == (False, None)
    assert "This is not a receipt" in result.because


def test_no_signature_at_all() -> None:
    for algorithm in ("none", "EdDSA"):
        text = by_hand({**HEADER, "alg": algorithm}, stated()).rpartition(".")[0]
        assert not verify(f"{text}.", KEYS).valid


def test_the_public_key_is_no_shared_secret() -> None:
    # The confusion of algorithms that RFC 8725, section 2.1, warns of.
    public = key().public()
    for algorithm in ("HS256", "EdDSA"):
        header = {**HEADER, "alg": algorithm}
        text = by_hand(header, stated()).rpartition(".")[0]
        for secret in (public.pem(), bytes.fromhex(_hex(f"{public.as_dict()['x']}A")[:64])):
            mac = hmac.new(secret, text.encode(), hashlib.sha256).digest()
            assert not verify(f"{text}.{encoded(mac)}", KEYS).valid
            assert not verify(f"{text}.{encoded(mac * 2)}", KEYS).valid


def test_parts_of_two_receipts_are_none() -> None:
    other = sign(statement(report("60 Forest", "60 Forest"), NOON), key()).split(".")
    given = receipt().split(".")
    for part in (1, 2):
        swapped = [*given]
        swapped[part] = other[part]
        result = verify(".".join(swapped), KEYS)
        assert not result.valid
        assert "changed, or forged" in result.because


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("legal", True),
        ("codes", []),
        ("format", "legacy"),
        ("as_of", "2024-10-02"),
        ("team_size", 3),
        ("house", "sha256:" + "0" * 64),
        ("pool", "sha256:" + "0" * 64),
        ("product", {"DOM": 8}),
        ("decks", stated()["decks"][::-1]),
        ("also", {"tournament": {"legal": True, "codes": []}}),
        ("issued_at", "2026-11-21T12:00:01Z"),
    ],
)
def test_another_value_is_refused(name: str, value: Any) -> None:
    result = verify(changed(receipt(), **{name: value}), KEYS)
    assert (result.valid, result.statement) == (False, None)
    assert result.because.endswith(".")


@pytest.mark.parametrize("name", MEMBERS)
def test_each_member_is_needed(name: str) -> None:
    # As another version of receipts might have it: even signed it is none of this one.
    rest = {member: value for member, value in stated().items() if member != name}
    for value in (rest, {**stated(), name: 1.5}, {**stated(), f"{name}s": ""}):
        result = verify(by_hand(HEADER, value), KEYS)
        assert not result.valid
        assert "other members" in result.because


@pytest.mark.parametrize(
    "other",
    [
        {"issued_at": "soon"},
        {"team_size": True},
        {"codes": [1]},
        {"also": {"tournament": {"legal": True}}},
        {"decks": [{"format": "modern", "digest": None}]},
        {"product": {"DOM": 1.5}},
    ],
)
def test_a_signed_payload_is_a_statement(other: dict[str, Any]) -> None:
    assert not verify(by_hand(HEADER, {**stated(), **other}), KEYS).valid


@pytest.mark.parametrize("raw", [b"{", b"\xff", b"7", b"null", b"[" * 90_000, b"1" * 5_000])
def test_a_signed_payload_that_is_no_json(raw: bytes) -> None:
    assert not verify(by_hand(HEADER, None, raw), KEYS).valid


def test_a_key_that_is_not_known() -> None:
    other = keys.generate()
    result = verify(receipt(other), KEYS)
    assert not result.valid
    assert f"The key {other.id}" in result.because
    assert not verify(receipt(), {}).valid


def test_another_key_under_the_same_id() -> None:
    assert not verify(receipt(), {key().id: keys.generate().public()}).valid


@pytest.mark.parametrize(
    ("since", "until", "valid"),
    [(0, None, True), (-9, 0, True), (1, None, False), (-9, -1, False), (None, None, True)],
)
def test_a_key_signs_on_its_days(since: int | None, until: int | None, valid: bool) -> None:
    first, last = (days if days is None else day_after(days) for days in (since, until))
    public = replace(key().public(), since=first, until=last)
    result = verify(receipt(), {public.id: public})
    assert result.valid is valid
    assert ("a day on which the key" in result.because) is not valid


def day_after(days: int) -> Any:
    return DAY.fromordinal(DAY.toordinal() + days)


@given(JSON)
def test_nothing_that_is_sent_fails(value: Any) -> None:
    assert not verify(value, KEYS).valid
    assert not verify(by_hand(value, stated()), KEYS).valid


@given(st.sampled_from(MEMBERS), JSON)
def test_no_value_of_a_member_fails(name: str, value: Any) -> None:
    signed = sign(cast(Statement, {**stated(), name: value}), key())
    result = verify(signed, KEYS)
    assert result.valid is (result.statement is not None)
    assert not result.valid or is_statement(payload(signed))


@given(st.text() | st.lists(st.text(ALPHABET), max_size=5).map(".".join))
def test_no_text_fails(text: str) -> None:
    assert not verify(text, KEYS).valid


def test_a_long_text_is_no_receipt() -> None:
    header, _, signature = receipt().split(".")
    for text in ("." * 1_000_000, "A" * 1_000_000, f"{header}.{'A' * 1_000_000}.{signature}"):
        assert not verify(text, KEYS).valid


def test_statements_of_each_kind_are_statements() -> None:
    judged = report("40 Island", "40 Island", format="sealed", product={"DOM": 8})
    assert verify(sign(statement(judged, NOON), key()), KEYS).valid
    old = report("60 Island", as_of="1994-02-01", structure="individual", format="vintage")
    assert verify(sign(statement(old, NOON), key()), KEYS).valid

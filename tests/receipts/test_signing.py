"""Receipts: only what was signed is accepted, whatever is done to it."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.receipts import canonical, keys
from headjudge.receipts.canonical import NotCanonical
from headjudge.receipts.keys import unpadded
from headjudge.receipts.signing import sign, signed_text, verify
from headjudge.receipts.statement import MEMBERS, TYPE, statement
from tests.receipts.samples import DAY, NOON, key, receipt, report, stated

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
KNOWN = {key().public.id: key().public}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def changed(**members: Any) -> dict[str, Any]:
    """The receipt with other members of its statement, and its old signature."""
    given = receipt()
    return {**given, "statement": {**given["statement"], **members}}


def test_what_was_signed_is_accepted() -> None:
    found = verify(receipt(), KNOWN)
    assert found.valid
    assert found.statement == stated()
    assert key().public.id in found.because


def test_a_statement_says_what_was_judged() -> None:
    said = stated()
    assert said.keys() == MEMBERS.keys()
    assert said["type"] == TYPE == "headjudge-receipt/1"
    assert (said["legal"], said["codes"]) == (False, ["combined-copies"])
    assert said["also"]["tournament"] == {"legal": False, "codes": ["shared-card"]}
    assert said["issued_at"] == "2026-11-21T12:00:00Z"
    judged = report().as_dict()
    assert [deck["digest"] for deck in said["decks"]] == [one["digest"] for one in judged["decks"]]
    assert said["fingerprint"] == judged["ruleset"]["fingerprint"]


def test_nobody_is_named() -> None:
    judged = report("// Ann Example\n60 Forest", "60 Forest", team="Team Example")
    text = json.dumps(statement(judged, key().public.id, NOON))
    assert "Example" not in text
    assert "Forest" not in text


def test_the_bytes_that_are_signed_are_as_documented() -> None:
    version, _, text = signed_text(stated()).partition(b"\n")
    assert version == b"headjudge-receipt/1"
    assert text == json.dumps(stated(), sort_keys=True, separators=(",", ":")).encode()


@given(st.data())
def test_any_other_byte_of_the_statement_is_refused(data: st.DataObject) -> None:
    given = receipt()
    text = bytearray(canonical.encode(given["statement"]))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[at]))
    try:
        other = canonical.decode(bytes(text))
    except NotCanonical:
        return
    assert not verify({**given, "statement": other}, KNOWN).valid


@given(st.integers(0, 85), st.sampled_from(ALPHABET))
def test_any_other_letter_of_the_signature_is_refused(at: int, letter: str) -> None:
    given = receipt()
    text = given["signature"]
    other = text[:at] + letter + text[at + 1 :]
    assert verify({**given, "signature": other}, KNOWN).valid is (other == text)


@pytest.mark.parametrize(
    "other",
    ["", "A", "====", "é" * 86, None, 7, [], "A" * 86, "A" * 85, "A" * 87],
)
def test_what_is_no_signature_is_refused(other: Any) -> None:
    assert not verify({**receipt(), "signature": other}, KNOWN).valid


@pytest.mark.parametrize("around", ["{}=", "{}==", " {}", "{}\n", "{}A"])
def test_a_signature_has_one_spelling(around: str) -> None:
    given = receipt()
    assert not verify({**given, "signature": around.format(given["signature"])}, KNOWN).valid


@pytest.mark.parametrize("name", MEMBERS)
def test_each_member_is_needed(name: str) -> None:
    given = copy.deepcopy(receipt())
    del given["statement"][name]
    assert not verify(given, KNOWN).valid


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("legal", True),
        ("legal", 0),
        ("codes", []),
        ("format", "legacy"),
        ("policy", "tournament"),
        ("as_of", "2024-10-02"),
        ("as_of", "2024-02-30"),
        ("team_size", 3),
        ("team_size", 2.0),
        ("team_size", True),
        ("house", "sha256:" + "0" * 64),
        ("pool", "sha256:" + "0" * 64),
        ("product", {"DOM": 8}),
        ("product", {"DOM": 2**60}),
        ("product", {"\ud800": 1}),
        ("decks", []),
        ("decks", stated()["decks"][::-1]),
        ("also", {}),
        ("also", {"tournament": {"legal": True, "codes": []}}),
        ("issued_at", "2026-11-21T12:00:01Z"),
        ("issued_at", "2026-11-21T12:00:00+00:00"),
        ("issued_at", "2026-11-21T25:00:00Z"),
        ("issued_at", "２０２６-11-21T12:00:00Z"),
        ("type", "headjudge-receipt/2"),
        ("alg", "none"),
    ],
)
def test_another_value_is_refused(name: str, value: Any) -> None:
    found = verify(changed(**{name: value}), KNOWN)
    assert (found.valid, found.statement) == (False, None)
    assert found.because.endswith(".")


@pytest.mark.parametrize(
    "extra", [{"alg": "none"}, {"keys": []}, {"kid": "x"}, {"jwk": {"kty": "oct", "k": "AA"}}]
)
def test_a_receipt_names_neither_algorithm_nor_key_of_its_own(extra: dict[str, Any]) -> None:
    assert not verify({**receipt(), **extra}, KNOWN).valid


def test_the_order_of_members_is_free() -> None:
    given = receipt()
    turned = {name: given["statement"][name] for name in reversed(given["statement"])}
    assert verify({"signature": given["signature"], "statement": turned}, KNOWN).valid


def test_a_key_that_is_not_known() -> None:
    other = keys.generate()
    found = verify(receipt(other), KNOWN)
    assert not found.valid
    assert f"The key {other.public.id}" in found.because
    assert not verify(receipt(), {}).valid


def test_another_key_under_the_same_id() -> None:
    assert not verify(receipt(), {key().public.id: keys.generate().public}).valid


def test_a_signature_of_the_statement_alone_is_refused() -> None:
    # Without the version before them, the same bytes might be signed for something else.
    bare = unpadded(key().sign(canonical.encode(stated())))
    assert not verify({"statement": stated(), "signature": bare}, KNOWN).valid


@pytest.mark.parametrize(
    ("since", "until", "valid"),
    [(0, None, True), (-9, 0, True), (1, None, False), (-9, -1, False), (None, None, True)],
)
def test_a_key_signs_on_its_days(since: int | None, until: int | None, valid: bool) -> None:
    first, last = (one if one is None else day_after(one) for one in (since, until))
    known = replace(key().public, since=first, until=last)
    found = verify(receipt(), {known.id: known})
    assert found.valid is valid
    assert ("nothing on that day" in found.because) is not valid


def day_after(days: int) -> Any:
    return DAY.fromordinal(DAY.toordinal() + days)


@given(JSON)
def test_nothing_that_is_sent_fails(value: Any) -> None:
    assert not verify(value, KNOWN).valid
    assert not verify({"statement": value, "signature": value}, KNOWN).valid


@given(st.sampled_from(sorted(MEMBERS)), JSON)
def test_no_value_of_a_member_fails(name: str, value: Any) -> None:
    same = value == stated()[name] and type(value) is type(stated()[name])
    assert verify(changed(**{name: value}), KNOWN).valid is same


def test_statements_of_each_kind_are_statements() -> None:
    judged = report("40 Island", "40 Island", format="sealed", product={"DOM": 8})
    signed = sign(statement(judged, key().public.id, NOON), key())
    assert verify(signed, KNOWN).valid
    old = report("60 Island", as_of="1994-02-01", structure="individual", format="vintage")
    assert verify(sign(statement(old, key().public.id, NOON), key()), KNOWN).valid

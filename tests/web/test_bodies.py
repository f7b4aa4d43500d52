"""Bodies: only strict JSON, and only so much of it; the answer is a report or a problem."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.hostile import ALLOWED, WHOLE_BODIES, Hostile
from headjudge.web.limits import LIMITS
from validator import Event, Report, validate

TEAM = {"format": "modern", "as_of": "2024-10-01", "decks": [{"list": "60 Forest"}]}
PADDED = json.dumps(TEAM)
JSON = "application/json"
NO_JSON: list[bytes] = [
    b"", b" ", b"{", b"{}x", b"[1,]", b"NaN", b"[Infinity]", b"[-Infinity]", b"'a'",
    b'{"format":"modern","format":"legacy"}', b"[" * 100_000, b'{"a":' * 50_000,
    b"1" * 5000, b"[-" + b"9" * 4301 + b"]", b'"\xff"', b'"\xed\xa0\x80"', b'"\x00"', b'"\n"',
    '"modern"'.encode("utf-16"), b"\x00", b"01", b"1e", b"\xef\xbb\xbf", PADDED.encode("utf-16"),
    b"[" * 33 + b"]" * 33,
]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "body", "media_type", "encoding"),
    [
        *((400, body, JSON, "") for body in NO_JSON),
        *(
            (422, body, JSON, "")
            for body in (b"1", b'"a"', b"[]", b"null", b"true", b"1e999", b"{}")
        ),
        (422, b'{"decks":' + b"[" * 30 + b"]" * 30 + b"}", JSON, ""),
        (422, b'{"format":"modern","decks":[{"main":[{"name":"Opt","count":1e999}]}]}', JSON, ""),
        (200, b"\xef\xbb\xbf" + PADDED.encode(), JSON, ""),
        (200, PADDED.ljust(LIMITS.body).encode(), JSON, ""),
        (413, PADDED.ljust(LIMITS.body + 1).encode(), JSON, ""),
        (413, b" " * 10_000_000, JSON, ""),
        (200, PADDED.encode(), "Application/JSON; charset=utf-8", ""),
        (415, PADDED.encode(), "text/plain", ""),
        (415, PADDED.encode(), "application/x-www-form-urlencoded", ""),
        (415, PADDED.encode(), "application/jsonp", ""),
        (415, PADDED.encode(), "application/json, text/plain", ""),
        (415, PADDED.encode(), "", ""),
        (415, PADDED.encode(), JSON, "gzip"),
        (415, gzip.compress(PADDED.encode(), mtime=0), JSON, "identity, gzip"),
    ],
)
def test_each_body_gets_its_status(
    client: FlaskClient, status: int, body: bytes, media_type: str, encoding: str
) -> None:
    headers = {"Content-Encoding": encoding} if encoding else {}
    response = client.post("/v1/validate", data=body, content_type=media_type, headers=headers)
    assert response.status_code == status
    if status != 200:
        assert response.content_type == "application/problem+json"
        assert response.get_json()["status"] == status


def test_a_policy_that_is_named_often_is_judged_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    def judged(event: Event, *_: object, **__: object) -> Report:
        asked.append(event.also)
        return validate(event, ())

    monkeypatch.setattr("headjudge.web.question.validate", judged)
    sent = json.loads(PADDED) | {"also": ["combined-four"] * 1_000}
    assert client.post("/v1/validate", json=sent).status_code == 200
    assert asked == [("combined-four",)]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
decks = st.fixed_dictionaries(
    {},
    optional={
        "list": st.text() | json_values,
        "main": st.lists(st.fixed_dictionaries({"name": st.text(), "count": st.integers()})),
        "player": st.text(),
        "format": st.sampled_from(["modern", "sealed"]) | json_values,
    },
)
requests = st.fixed_dictionaries(
    {"format": st.sampled_from(["modern", "sealed", "vintage"]), "decks": st.lists(decks)},
    optional=dict.fromkeys(
        ("as_of", "structure", "policy", "team", "team_size", "pool", "product"), json_values
    ),
)


def assert_answered(client: FlaskClient, body: bytes) -> None:
    """200 with a report, or a problem of the same status."""
    response = client.post("/v1/validate", data=body, content_type="application/json")
    document = json.loads(response.data)
    assert response.status_code in ALLOWED, response.text
    if response.status_code == 200:
        assert document["legal"] is (not document["violations"])
    else:
        assert document["status"] == response.status_code


@given(request=requests | json_values)
@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_json(client: FlaskClient, request: Any) -> None:
    assert_answered(client, json.dumps(request).encode())


@pytest.mark.parametrize("body", WHOLE_BODIES, ids=lambda body: repr(body[:12]))
def test_odd_bodies(client: FlaskClient, body: bytes) -> None:
    assert_answered(client, body)


def test_random_bodies(client: FlaskClient) -> None:
    for body in Hostile(seed=2).bodies(100):
        assert_answered(client, body)

"""Whatever is sent, the answer is a report or a problem."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.hostile import ALLOWED, WHOLE_BODIES, Hostile

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

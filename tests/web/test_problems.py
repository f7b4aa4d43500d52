"""Problem documents: one for everything that is no answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web import question
from headjudge.web.http import ALL_KINDS, TYPE_PREFIX, pointer

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v2/validate", 404),
        ("POST", "/v1/validate/", 404),
        ("GET", "/v1/validate", 405),
        ("DELETE", "/healthz", 405),
        ("POST", "/v1/banlists/modern", 405),
        ("GET", "/v1/banlists/mordern", 404),
        ("GET", "/%ff/%00", 404),
    ],
)
def test_nothing_here(client: FlaskClient, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.get_json()
    assert problem["status"] == status
    assert problem.keys() == {"type", "title", "status", "detail"}


def test_405_says_what_is_allowed(client: FlaskClient) -> None:
    allowed = client.get("/v1/validate").headers["Allow"]
    assert set(allowed.split(", ")) == {"OPTIONS", "POST"}


def test_head_and_options(client: FlaskClient) -> None:
    assert client.head("/healthz").status_code == 200
    assert client.options("/v1/validate").headers["Allow"]


def test_a_fault_of_ours_tells_nothing(
    application: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(question, "judge", broken)
    body = {"format": "modern", "decks": [{"list": "60 Forest"}]}
    response = client.post("/v1/validate", json=body)
    assert response.status_code == 500
    assert response.get_json()["type"] == "/problems/internal"
    assert "secret" not in response.text
    assert response.get_json()["request_id"] == response.headers["X-Request-ID"]


def test_an_id_that_was_sent_is_in_the_problem(client: FlaskClient) -> None:
    body = {"format": "mordern"}
    named = client.post("/v1/validate", json=body, headers={"X-Request-ID": "abc.1"})
    assert named.get_json()["request_id"] == "abc.1"
    assert "request_id" not in client.post("/v1/validate", json=body).get_json()


BODIES: list[tuple[str, dict[str, Any]]] = [
    ("unknown-value", {"format": "mordern"}),
    ("unknown-value", {"policy": "x"}),
    ("unknown-value", {"also": ["x"]}),
    ("unknown-value", {"product": {"dom": 1}, "format": "sealed"}),
    ("no-date", {"as_of": "2024-02-30"}),
    ("no-date", {"as_of": 20240230}),
    ("out-of-range", {"as_of": "2101-01-01"}),
    ("out-of-range", {"team_size": 9}),
    ("out-of-range", {"decks": []}),
    ("out-of-range", {"decks": [{"main": [{"name": "Opt", "count": 0}]}]}),
    ("out-of-range", {"product": {"DOM": 0}, "format": "sealed"}),
    ("over-limit", {"team": "x" * 201}),
    ("over-limit", {"decks": [{"list": "x" * 10_001}]}),
    ("over-limit", {"decks": [{"list": "1 Opt\n" * 2_001}]}),
    ("over-limit", {"house": {"ban": ["Opt"] * 100_000}}),
    ("wrong-character", {"team": "a\0"}),
    ("wrong-character", {"format": "\0"}),
    ("wrong-character", {"decks": [{"list": "4 Opt\0"}]}),
    ("wrong-character", {"decks": [{"list": "4 Opt\udfff"}]}),
    ("wrong-character", {"decks": [{"main": [{"name": "\ud800", "count": 1}]}]}),
    ("wrong-character", {"pool": {"list": "4 \ud800"}, "format": "sealed"}),
    ("wrong-character", {"house": {"ban": ["\0"]}}),
    ("null", {"team": None}),
    ("null", {"house": None}),
    ("null", {"pool": None}),
    ("null", {"decks": [None]}),
    ("unknown-field", {"colour": "red"}),
    ("unknown-field", {"decks": [{"list": "60 Forest", "name": "x"}]}),
    ("wrong-type", {"decks": {}}),
    ("wrong-type", {"decks": [7]}),
    ("wrong-type", {"decks": [{"list": 1}]}),
    ("wrong-type", {"also": "tournament"}),
    ("wrong-type", {"house": []}),
    ("wrong-type", {"product": {"DOM": 1.5}, "format": "sealed"}),
    ("required", {"decks": [{"main": [{"name": "Opt"}]}]}),
    ("required", {"decks": [{}]}),
    ("not-allowed", {"decks": [{"main": [], "list": ""}]}),
    ("not-allowed", {"pool": {"list": "1 Opt"}}),
    ("not-allowed", {"structure": "individual", "team_size": 2}),
    ("not-allowed", {"format": "two-headed-giant-sealed", "structure": "individual"}),
    ("links-off", {"decks": [{"url": "https://www.mtggoldfish.com/deck/1"}]}),
    ("unknown-card", {"house": {"ban": ["Opptt"]}}),
    ("ambiguous-card", {"house": {"ban": ["Carpe Diem"]}}),
    ("given-twice", {"house": {"ban": ["Opt", "opt"]}}),
]
QUERIES = [
    ("given-twice", "q=a&q=b"),
    ("out-of-range", "q=a&limit=0"),
    ("required", ""),
    ("unknown-field", "q=a&x=1"),
    ("wrong-character", "q=%00"),
    ("wrong-type", "q=a&limit=x"),
]
OF_SITES = {"wrong-link", "failed-link"}
"""Those of tests/web/test_links.py."""


@pytest.mark.parametrize(("code", "change"), BODIES)
def test_each_fault_has_a_code(client: FlaskClient, change: dict[str, Any], code: str) -> None:
    body = {"format": "modern", "decks": [{"list": "60 Forest"}], **change}
    problem = client.post("/v1/validate", json=body).get_json()
    assert [(one["code"], one["in"]) for one in problem["errors"]] == [(code, "body")]
    assert problem["type"] == ("/problems/links-off" if code == "links-off" else "/problems/schema")


@pytest.mark.parametrize(("code", "query"), QUERIES)
def test_a_fault_of_the_query_says_so(client: FlaskClient, query: str, code: str) -> None:
    errors = client.get(f"/v1/cards?{query}").get_json()["errors"]
    assert [(one["code"], one["in"]) for one in errors] == [(code, "query")]


def test_each_code_of_a_fault_is_listed_and_given(client: FlaskClient) -> None:
    listed = client.get("/v1/codes").get_json()["codes"]
    codes = {row["code"] for row in listed if row["kind"] == "fault"}
    assert codes == {code for code, _ in (*BODIES, *QUERIES)} | OF_SITES


@pytest.mark.parametrize("kind", [kind.id for kind in ALL_KINDS])
def test_each_type_is_the_address_of_its_page(client: FlaskClient, kind: str) -> None:
    page = client.get(f"{TYPE_PREFIX}{kind}")
    assert page.status_code == 200
    assert f"{TYPE_PREFIX}{kind}" in page.text
    assert f"`{kind}`" in (ROOT / "docs" / "integration.md").read_text("utf-8")


def test_there_is_no_page_of_another_type(client: FlaskClient) -> None:
    assert client.get(f"{TYPE_PREFIX}x").status_code == 404


def test_pointers_are_escaped() -> None:
    assert pointer("decks", 0, "a/b~c") == "/decks/0/a~1b~0c"

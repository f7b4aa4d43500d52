"""Problem documents: one for everything that is no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web import question
from headjudge.web.http import ALL_KINDS, TYPE_PREFIX, pointer

ROOT = Path(__file__).parents[2]


def test_405_says_what_is_allowed(client: FlaskClient) -> None:
    refused = client.get("/v1/validate")
    assert set(refused.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert refused.get_json()["detail"] == "This address takes POST, not GET."


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

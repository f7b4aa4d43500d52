"""Problem documents: one for everything that is no answer."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web.inputs import question
from headjudge.web.service.problems import pointer


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
    assert response.get_json()["type"] == "urn:headjudge:problem:internal"
    assert "secret" not in response.text


def test_pointers_are_escaped() -> None:
    assert pointer("decks", 0, "a/b~c") == "/decks/0/a~1b~0c"

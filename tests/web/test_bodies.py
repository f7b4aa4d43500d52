"""Bodies: only JSON in the strict sense, only so much of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web import http
from headjudge.web.http import BODY_LIMIT, Problem
from validator import Event, Report, validate

PADDED = json.dumps({"format": "modern", "as_of": "2024-10-01", "decks": [{"list": "60 Forest"}]})


@pytest.mark.parametrize(
    "body",
    [
        b"", b" ", b"{", b"{}x", b"[1,]", b"NaN", b"[Infinity]", b"[-Infinity]", b"'a'",
        b'{"format":"modern","format":"legacy"}', b"[" * 100_000, b'{"a":' * 50_000,
        b"1" * 5000, b"[-" + b"9" * 4301 + b"]", b'"\xff"', b'"\xed\xa0\x80"', b'"\x00"', b'"\n"',
        '"modern"'.encode("utf-16"), b"\x00", b"01", b"1e", b"\xef\xbb\xbf",
    ],
)  # fmt: skip
def test_no_json(client: FlaskClient, body: bytes) -> None:
    response = client.post("/v1/validate", data=body, content_type="application/json")
    assert response.status_code == 400
    assert response.content_type == "application/problem+json"
    assert response.get_json()["type"] == "/problems/not-json"


@pytest.mark.parametrize("body", ["1", '"a"', "[]", "null", "true", "1e999", "{}"])
def test_json_of_another_kind(client: FlaskClient, body: str) -> None:
    response = client.post("/v1/validate", data=body, content_type="application/json")
    assert response.status_code == 422


def test_a_byte_order_mark_may_lead(client: FlaskClient) -> None:
    body = b"\xef\xbb\xbf" + PADDED.encode()
    assert (
        client.post("/v1/validate", data=body, content_type="application/json").status_code == 200
    )


@pytest.mark.parametrize(("size", "status"), [(BODY_LIMIT, 200), (BODY_LIMIT + 1, 413)])
def test_limit(client: FlaskClient, size: int, status: int) -> None:
    body = PADDED.ljust(size)
    response = client.post("/v1/validate", data=body, content_type="application/json")
    assert response.status_code == status


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""]
)
def test_another_media_type(client: FlaskClient, media_type: str) -> None:
    response = client.post("/v1/validate", data=PADDED, content_type=media_type)
    assert response.status_code == 415


def test_parameters_of_the_media_type(client: FlaskClient) -> None:
    media_type = "Application/JSON; charset=utf-8"
    assert client.post("/v1/validate", data=PADDED, content_type=media_type).status_code == 200


def test_an_encoded_body(client: FlaskClient) -> None:
    response = client.post(
        "/v1/validate",
        data=PADDED,
        content_type="application/json",
        headers={"Content-Encoding": "gzip"},
    )
    assert response.status_code == 415


class Name(str):
    """A name that counts how often it is compared or hashed."""

    __slots__ = ()
    steps = 0

    def __eq__(self, other: object) -> bool:
        Name.steps += 1
        return super().__eq__(other)

    def __hash__(self) -> int:
        Name.steps += 1
        return super().__hash__()


def steps_to_the_duplicate(names: int) -> int:
    """How many, in an object of so many names of which the last two are the same."""
    pairs: list[tuple[str, Any]] = [(Name(f"u{number}"), 1) for number in range(names)]
    pairs.append((Name(f"u{names - 1}"), 1))
    Name.steps = 0
    with pytest.raises(Problem, match=f"u{names - 1}"):
        http._object(pairs)
    return Name.steps


def test_a_duplicate_name_is_found_in_proportion_to_the_names() -> None:
    once, twice, four_times = map(steps_to_the_duplicate, (250, 500, 1_000))
    assert twice <= 2.2 * once
    assert four_times <= 2.2 * twice


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

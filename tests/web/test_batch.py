"""POST /v1/validate/batch: a line in, a line out."""

from __future__ import annotations

import datetime
import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web.api import batch
from headjudge.web.limits import LIMITS, Limits
from headjudge.web.question import judge

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}


def send(client: FlaskClient, body: bytes | str, query: str = "") -> list[dict[str, Any]]:
    """The answers to a batch."""
    path = f"/v1/validate/batch{query}"
    response = client.post(path, data=body, content_type="application/x-ndjson")
    assert response.status_code == 200
    assert response.content_type == "application/x-ndjson"
    return [json.loads(line) for line in response.text.splitlines()]


def test_in_order_with_the_id_given_back(client: FlaskClient) -> None:
    sent = [7, "seven", 7.5, 0, ""]
    body = "\n".join(json.dumps(TEAM | {"id": one}) for one in sent)
    answers = send(client, body)
    assert [answer["id"] for answer in answers] == sent
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, 5]
    assert all(answer["report"]["legal"] for answer in answers)


def test_a_report_is_that_of_a_single_call(client: FlaskClient) -> None:
    (answer,) = send(client, json.dumps(TEAM))
    assert answer["report"] == client.post("/v1/validate", json=TEAM).get_json()
    assert set(answer) == {"line", "status", "report"}


def test_one_bad_line_never_stops_the_rest(client: FlaskClient) -> None:
    bad: list[Any] = ["", "  ", "{", "[]", json.dumps(TEAM | {"id": 2, "format": "x"})]
    answers = send(client, "\r\n".join([*bad, json.dumps(TEAM), ""]))
    assert [(one["line"], one["status"]) for one in answers] == [
        (3, 400), (4, 422), (5, 422), (6, 200),
    ]  # fmt: skip
    assert [one.get("id") for one in answers] == [None, None, 2, None]
    assert answers[2]["problem"]["errors"][0]["pointer"] == "/format"


@pytest.mark.parametrize("identifier", [True, None, [], {}])
def test_no_id(client: FlaskClient, identifier: object) -> None:
    (answer,) = send(client, json.dumps(TEAM | {"id": identifier}))
    assert ("id" in answer, answer["status"]) == (False, 422)
    assert answer["problem"]["errors"][0]["pointer"] == "/id"


def test_an_infinite_id(client: FlaskClient) -> None:
    (answer,) = send(client, json.dumps(TEAM | {"id": 7}).replace("7", "1e999"))
    assert answer["status"] == 422


def test_a_line_over_the_limit(client: FlaskClient) -> None:
    short = json.dumps(TEAM).encode()
    body = b"\n".join([short.ljust(LIMITS.batch_line), short.ljust(LIMITS.batch_line + 1), short])
    assert [one["status"] for one in send(client, body)] == [200, 413, 200]


def test_an_empty_body(client: FlaskClient) -> None:
    assert send(client, b"") == []


def test_another_media_type(client: FlaskClient) -> None:
    response = client.post("/v1/validate/batch", data=b"{}", content_type="text/plain")
    assert response.status_code == 415


def test_a_fault_of_ours_is_one_lines(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(team: dict[str, Any], day: datetime.date, *more: Any) -> Any:
        if team.get("id") == "bad":
            raise RuntimeError("secret")
        return judge(team, day)

    monkeypatch.setattr("headjudge.web.api.batch.judge", broken)
    body = "\n".join(json.dumps(TEAM | {"id": one}) for one in ("good", "bad", "good"))
    assert [one["status"] for one in send(client, body)] == [200, 500, 200]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_lines_of_any_length(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(batch, "LIMITS", Limits(batch_line=limit))
    body = b"a\n\nbcd\r\n" + b"x" * 4 * limit + b"\nlast"
    assert [*batch.lines(io.BytesIO(body))] == [
        line if len(line) <= limit else None for line in body.split(b"\n")
    ]


def test_the_cards_are_included_where_they_are_asked_for(client: FlaskClient) -> None:
    whole = client.post("/v1/validate?include=cards", json=TEAM).get_json()
    (line,) = send(client, json.dumps(TEAM), "?include=cards")
    assert line["report"] == whole
    assert [deck.pop("cards")[0]["name"] for deck in whole["decks"]] == ["Forest", "Island"]
    assert client.post("/v1/validate", json=TEAM).get_json() == whole

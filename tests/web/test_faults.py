"""What cannot be asked: each fault has its place, its code, and a sentence that names its field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

FOREST = {"list": "60 Forest"}
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": [FOREST, FOREST]}
BUILD: dict[str, Any] = {"pool": FOREST, "decks": [FOREST]}
LONG: list[tuple[str, str, dict[str, Any]]] = [
    ("/team", "over-limit", {"team": "x" * 201}),
    ("/decks/0/player", "over-limit", {"decks": [FOREST | {"player": "x" * 3000}]}),
    ("/decks/0/list", "over-limit", {"decks": [{"list": "x" * 10_001}]}),
    ("/decks/0/list", "over-limit", {"decks": [{"list": "1 Opt\n" * 2_001}]}),
    (
        "/formats",
        "not-allowed",
        {
            "structure": "team-constructed",
            "formats": ["legacy"],
            "decks": [FOREST | {"format": "legacy"}, FOREST],
        },
    ),
    ("/formats", "over-limit", {"formats": ["legacy"] * 31}),
    ("/house", "over-limit", {"house": {"ban": ["Opt"] * 100_000}}),
    ("/house", "over-limit", {"house": {"ban": ["Opt"] * 600, "restrict": ["Shock"] * 600}}),
    ("/decks", "out-of-range", {"decks": [{}] * 100_000}),
]
OF_SITES = {"wrong-link", "failed-link"}
"""The codes that tests/web/test_links.py shows."""


def rows(name: str, columns: int) -> list[list[str]]:
    """The rows of a table beside this file."""
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [line.split(" ", columns - 1) for line in lines if not line.startswith("#")]


ROWS = [(pointer, code, json.loads(change)) for pointer, code, change in rows("faults.txt", 3)]
QUERIES = rows("faults_of_queries.txt", 2)


def errors(client: FlaskClient, body: Any, path: str = "/v1/validate") -> list[dict[str, str]]:
    """The faults of a request that gets 422."""
    response = client.post(path, json=body)
    assert response.status_code == 422, response.text
    assert response.content_type == "application/problem+json"
    found: list[dict[str, str]] = response.get_json()["errors"]
    return found


@pytest.mark.parametrize(("pointer", "code", "change"), [*ROWS, *LONG])
def test_a_fault_is_pointed_at(
    client: FlaskClient, pointer: str, code: str, change: dict[str, Any]
) -> None:
    (fault,) = errors(client, TEAM | change)
    assert (fault["pointer"], fault["code"], fault["in"]) == (pointer, code, "body")
    assert fault["detail"].startswith(f"{pointer[1:]}: ")


@pytest.mark.parametrize(("code", "path"), QUERIES)
def test_a_fault_of_the_query_says_so(client: FlaskClient, code: str, path: str) -> None:
    (fault,) = client.get(path).get_json()["errors"]
    assert (fault["code"], fault["in"]) == (code, "query")


def test_each_code_of_a_fault_is_listed_and_given(client: FlaskClient) -> None:
    listed = client.get("/v1/codes").get_json()["codes"]
    codes = {row["code"] for row in listed if row["kind"] == "fault"}
    given = {code for _, code, _ in (*ROWS, *LONG)} | {code for code, _ in QUERIES}
    assert codes == given | OF_SITES


def test_every_fault_is_told_at_once(client: FlaskClient) -> None:
    body = {"format": 1, "as_of": 2, "decks": [{}, {"main": [{"name": 3, "count": 0}]}]}
    assert [fault["pointer"] for fault in errors(client, body)] == [
        "/as_of", "/decks/0", "/decks/1/main/0/count", "/decks/1/main/0/name", "/format",
    ]  # fmt: skip
    assert [fault["pointer"] for fault in errors(client, {})] == ["/decks", "/format"]


@pytest.mark.parametrize(
    "sent",
    [
        {"also": ["nothing"] * 3_000},
        {"product": {f"K{number}": 1 for number in range(3_000)}},
        {f"format{number}": 1 for number in range(3_000)},
        {"decks": [{"main": [1] * 3_000}] * 8},
    ],
)
def test_faults_are_looked_for_up_to_a_bound(client: FlaskClient, sent: dict[str, object]) -> None:
    assert len(errors(client, TEAM | sent)) <= 1_000


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ({"fomat": "modern"}, "format"), ({"asOf": "x"}, "as_of"), ({"deck": []}, "decks"),
        ({"POOL": {}}, "pool"), ({"decks": [FOREST | {"sb": []}]}, "sideboard"),
        ({"decks": [{"main": [{"name": "Opt", "count": 1, "title": "Opt"}]}]}, "name"),
        ({"format": "mordern"}, "modern"),
        ({"decks": [FOREST | {"mainboard": []}]}, "main"),
        ({"decks": [{"main": [{"name": "Opt", "count": 1, "quantity": 4}]}]}, "count"),
        ({"zzz": 1}, None),
    ],
)  # fmt: skip
def test_what_was_meant_is_suggested(
    client: FlaskClient, sent: dict[str, Any], meant: str | None
) -> None:
    (fault,) = errors(client, TEAM | sent)
    assert ("Did you mean" in fault["detail"]) is (meant is not None)
    assert not meant or f'Did you mean "{meant}"?' in fault["detail"]


def test_a_long_name_of_a_field_is_not_said_in_full(client: FlaskClient) -> None:
    (fault,) = errors(client, TEAM | {"x" * 10_000: 1})
    assert len(fault["detail"]) < 300

"""Requests of requests.json, each with its status and what its answer has.

`has` names places in the answer, such as `decks.-1.player`; a value of null may also be absent.
`pointers` are those of all faults; a header of null is absent.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

ROWS = json.loads(Path(__file__).with_name("requests.json").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['what']}: {row['ask']}")
def test_a_request_is_answered(client: FlaskClient, row: dict[str, Any]) -> None:
    method, _, path = row["ask"].partition(" ")
    response = client.open(quote(path, safe="/?&=%:,"), method=method, json=row.get("body"))
    assert response.status_code == row.get("status", 200), response.text
    answer = response.get_json()
    if response.status_code >= 400:
        assert response.content_type == "application/problem+json"
        assert answer["status"] == response.status_code
    if "pointers" in row:
        assert [fault["pointer"] for fault in answer["errors"]] == row["pointers"]
    for name, value in row.get("headers", {}).items():
        assert response.headers.get(name) == value
    places = row.get("has", {})
    assert {place: at(answer, place) for place in places} == places


def at(document: Any, place: str) -> Any:
    """The value at a place; None if there is none."""
    for key in place.split("."):
        if isinstance(document, list):
            document = {str(number): one for number, one in enumerate(document)} | (
                {"-1": document[-1]} if document else {}
            )
        document = (document or {}).get(key)
    return document

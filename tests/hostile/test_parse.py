"""Each list made by repetition is read, and nothing of it is lost."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from tests.fuzz.repetition.hostile import Hostile
from tests.hostile.inputs import INPUTS, ended

DOCUMENTS = ("dek", "cod", "json", "csv")


def test_each_is_read_and_nothing_is_lost(client: FlaskClient) -> None:
    for one in INPUTS:
        with ended():
            response = client.post("/v1/decklists/parse", json={"list": one.list})
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])
        if response.status_code == 200:
            assert_nothing_is_lost(one, response.get_json())


def assert_nothing_is_lost(one: Hostile, answer: dict[str, Any]) -> None:
    """Each list says something of what it holds; one of lines does to its last line."""
    read = [card for deck in answer["decks"] for card in deck["cards"]]
    unread = [place for fault in answer["faults"] for place in fault["places"]]
    assert read or unread, str(one)
    if answer["syntax"] not in DOCUMENTS:
        last = one.list.replace("\r\n", "\n").replace("\r", "\n").count("\n")
        assert last in {line["line"] for line in (*read, *unread)}, str(one)

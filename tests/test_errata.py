"""The register of wrong verdicts: the page is what its file says, and each error is mended."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tools import errata

ERRORS = errata.errata()


def test_the_page_is_written_from_the_file() -> None:
    assert (errata.DOCS / "errata.md").read_text(encoding="utf-8") == errata.page()


def test_the_newest_comes_first_and_each_has_an_id() -> None:
    days = [error["found"] for error in ERRORS]
    assert days == sorted(days, reverse=True)
    assert len({error["id"] for error in ERRORS}) == len(ERRORS)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error["id"])
def test_each_error_is_mended(client: FlaskClient, error: dict[str, Any]) -> None:
    request = error.get("request")
    body = json.loads(request, strict=False) if request else None
    answer = client.post(error["path"], json=body) if body else client.get(error["path"])
    expected = json.loads(error["expect"])
    assert answer.status_code == expected.pop("status", 200)
    assert expected.items() <= answer.get_json().items()
    if "codes" in error:
        violations = answer.get_json()["violations"]
        found = [" ".join(filter(None, (one["code"], one.get("card")))) for one in violations]
        assert found == error["codes"]
    if "clause" in error:
        assert answer.get_json()["violations"][0]["rule"]["clause"] == error["clause"]
    for fact, value in error.get("facts", {}).items():
        said = [(row["about"], row["value"]) for row in answer.get_json()["facts"]]
        assert (fact, value) in said
    for section, titles in error.get("cards", {}).items():
        cards = answer.get_json()["decks"][0]["cards"]
        assert [card["name"] for card in cards if card["section"] == section] == titles


def test_the_notes_of_a_release_name_what_it_mends() -> None:
    notes = errata.notes("v0.1.0")
    assert [f"### {error['id']}" for error in ERRORS if error["until"] == "0.1.0"] == [
        line for line in notes.splitlines() if line.startswith("### ")
    ]
    assert errata.notes("0.0.1") == ""

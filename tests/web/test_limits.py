"""Limits: each bound holds exactly, and is answered by the problem of its row."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from headjudge import decklists
from headjudge.web.api import batch
from headjudge.web.limits import LIMITS, Limits

Body = dict[str, Any]
FOREST, ISLAND = {"list": "60 Forest"}, {"list": "60 Island"}
TEAM: Body = {"format": "modern", "as_of": "2024-10-01", "decks": [FOREST, ISLAND]}
FORMATS = ["legacy", "vintage", "pioneer", "standard", "pauper"]


def characters(over: int) -> Body:
    """Lists of so many characters more than a team may have."""
    remarks = ("// " + "x" * 996 + "\n") * (LIMITS.characters // 1_000 - 1)
    missing = LIMITS.characters + over - len(remarks) - len("60 Forest\n60 Island\n")
    decks = [{"list": "60 Forest\n" + remarks}, {"list": "60 Island\n" + "x" * missing}]
    assert sum(len(deck["list"]) for deck in decks) == LIMITS.characters + over
    return {"decks": decks}


def lines(first: int, second: int) -> list[Body]:
    """Two decks of so many lines."""
    return [{"list": "1 Forest\n" * first}, {"list": "1 Island\n" * second}]


BOUNDS: dict[str, Callable[[int], Body]] = {
    "a line of a list": lambda over: {
        "decks": [{"list": "60 Forest\n1 Opt // " + "x" * (LIMITS.line + over - 9)}] * 2
    },
    "characters of a team": characters,
    "lines of a team": lambda over: {"decks": lines(LIMITS.lines // 2 + over, LIMITS.lines // 2)},
    "lines times formats": lambda over: {
        "decks": lines(*[LIMITS.format_lines // 8] * 2), "formats": FORMATS[: 4 + over],
    },
    "the name of a team": lambda over: {"team": "x" * (LIMITS.label + over)},
    "decks": lambda over: {"decks": [FOREST] * (LIMITS.decks + over)},
    "further formats": lambda over: {"formats": ["legacy"] * (LIMITS.formats + over)},
    "a count": lambda over: {
        "decks": [{"main": [{"name": "Forest", "count": LIMITS.count + over}]}] * 2
    },
}  # fmt: skip
"""What a team has at its bound, or so much over it."""


def post(client: FlaskClient, body: Any, path: str = "validate") -> TestResponse:
    """The answer to a body, or a text."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "x-ndjson" if path == "validate/batch" else "json"
    return client.post(f"/v1/{path}", data=text, content_type=f"application/{kind}")


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_of_a_team(client: FlaskClient, name: str) -> None:
    assert post(client, TEAM | BOUNDS[name](0)).status_code == 200
    assert post(client, TEAM | BOUNDS[name](1)).status_code == 422


def test_nesting(client: FlaskClient) -> None:
    def nested(levels: int) -> str:
        return f'{{"format": {"[" * (levels - 1)}{"]" * (levels - 1)}}}'

    assert post(client, nested(LIMITS.nesting)).status_code == 422
    assert post(client, nested(LIMITS.nesting + 1)).status_code == 400
    decks = [{"list": "[" * 5_000}, ISLAND]
    assert post(client, TEAM | {"decks": decks}).status_code == 200


@pytest.mark.parametrize("length", [400, 4_000])
def test_a_document_of_json_has_no_lines(client: FlaskClient, length: int) -> None:
    """Its body bounds its characters."""
    text = json.dumps({"mainboard": [{"count": 1, "name": "Forest", "more": "x" * length}] * 60})
    assert len(text) > (LIMITS.line if length == 400 else LIMITS.characters)
    assert post(client, TEAM | {"decks": [{"list": text}, ISLAND]}).status_code == 200


def test_the_entries_of_json_are_counted_not_its_lines(client: FlaskClient) -> None:
    """Sites' own documents have some hundred lines a card."""
    card = {"name": "Island", "prices": {f"shop {number}": number for number in range(150)}}
    cards = {f"c{number}": {"quantity": 1, "card": card} for number in range(75)}
    document = {"boards": {"mainboard": {"count": 75, "cards": cards}}}
    text = json.dumps(document, indent=2)
    assert len(text.splitlines()) > LIMITS.lines
    (deck,) = post(client, {"list": text}, "decklists/parse").get_json()["decks"]
    assert deck["sizes"]["main"] == 75
    long = json.dumps(["1 Island"] * (LIMITS.lines + 1))
    for body in (
        {"list": long},
        {"list": long, "syntax": "json"},
        {"list": text, "syntax": "text"},
    ):
        assert post(client, body, "decklists/parse").status_code == 422


def test_more_cards_than_lines(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document may have all its cards on one line."""
    (deck,) = decklists.read_team("4 Opt")
    long = deck._replace(lines=deck.lines * (LIMITS.lines + 1))
    monkeypatch.setattr(decklists, "read_team", lambda *_, **__: (long,))
    (fault,) = post(client, {"list": "{}"}, "decklists/parse").get_json()["errors"]
    assert fault["pointer"] == "/list"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"moves": [{"card": "Opt", "to_deck": 0}] * (LIMITS.moves + 1)}, "/moves"),
        ({"decks": lines(*[LIMITS.lines // 2 + 1] * 2)}, "/decks"),
    ],
)
def test_bounds_of_pools(client: FlaskClient, change: Body, pointer: str) -> None:
    body = {"pool": {"list": "1 Opt"}, "decks": [FOREST]} | change
    (fault,) = post(client, body, "pools/assign").get_json()["errors"]
    assert fault["pointer"] == pointer


@pytest.mark.parametrize("bound", [{"batch_lines": 3}, {"batch": 3 * len(json.dumps(TEAM)) + 3}])
def test_bounds_of_a_batch(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, bound: dict[str, int]
) -> None:
    monkeypatch.setattr(batch, "LIMITS", Limits(**bound))
    answers = post(client, f"{json.dumps(TEAM)}\n" * 3, "validate/batch").text.splitlines()
    assert [json.loads(line)["status"] for line in answers] == [200] * 3
    assert post(client, f"{json.dumps(TEAM)}\n" * 4, "validate/batch").status_code == 413


@pytest.mark.parametrize(("number", "found"), [(LIMITS.suggestions, 3), (2, 2)])
def test_suggestions(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, number: int, found: int
) -> None:
    monkeypatch.setattr("headjudge.web.question.LIMITS", Limits(suggestions=number))
    decks = [{"list": "1 Opd\n1 Negade\n1 Foresd\n60 Forest"}, ISLAND]
    report = post(client, TEAM | {"decks": decks}).get_json()
    unknown = [one for one in report["violations"] if one["code"] == "unknown-card"]
    assert (len(unknown), sum(bool(one.get("suggestions")) for one in unknown)) == (3, found)

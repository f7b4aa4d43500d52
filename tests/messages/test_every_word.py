"""Every sentence of the service can be said in another language, whole: nothing English is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

import formats
from headjudge.web import http
from headjudge.web.limits import LIMITS
from tests.messages.wordless import Wordless, english, is_whole
from tests.test_golden import CASES
from validator.definition import Definition, Example
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

DEFINITIONS: dict[str, Definition] = {**VIOLATIONS, **NOTICES}
WORDS = {
    "because", "detail", "exempt", "fix", "message", "note", "sentence", "value",
    "title", "valid_because", "when",
}  # fmt: skip
"""The fields that hold words."""
ASKED = {"Accept-Language": "de"}
FORESTS = {"list": "60 Forest"}
TEAM = {"format": "modern", "decks": [FORESTS, FORESTS]}
A_DAY = "as_of=2024-10-01"


@pytest.fixture(autouse=True)
def _wordless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever language is asked for has no words."""
    monkeypatch.setattr(http, "_load_language", lambda code: Wordless())


def words_of(document: Any, field: str = "") -> Iterator[str]:
    """Every text in a field of words."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield from words_of(value, name)
    elif isinstance(document, list):
        for value in document:
            yield from words_of(value, field)
    elif isinstance(document, str) and document and field in WORDS:
        yield document


def texts_of(sent: Any) -> Iterator[str]:
    """Every text in what was sent, with single spaces."""
    if isinstance(sent, dict):
        for name, value in sent.items():
            yield from (name, *texts_of(value))
    elif isinstance(sent, list):
        for value in sent:
            yield from texts_of(value)
    else:
        yield " ".join(str(sent).split())


def check(document: Any, sent: Any = "") -> None:
    """Nothing in the document's words is English, but for what was sent and names of fields."""
    said = list(words_of(document))
    faults = document.get("errors", ()) if isinstance(document, dict) else ()
    fields = [fault["pointer"][1:] for fault in faults]
    known = "\n".join((*texts_of(sent), *fields))
    assert said
    for text in said:
        assert is_whole(text), text
        assert not english(text, known), text


@pytest.mark.parametrize("case", CASES)
def test_golden_cases(client: FlaskClient, case: dict[str, Any]) -> None:
    response = client.post("/v1/validate", json=case["request"], headers=ASKED)
    check(response.get_json(), case["request"])


@pytest.mark.parametrize("code", sorted(DEFINITIONS.keys() - {"pool-ignored"}))  # refused with 422
def test_examples_of_codes(client: FlaskClient, code: str) -> None:
    example = DEFINITIONS[code].example
    body = asked_by(example)
    response = client.post("/v1/validate", json=body, headers=ASKED)
    assert response.status_code == 200
    check(response.get_json(), body)


def asked_by(example: Example) -> dict[str, Any]:
    """The request that an example is."""
    event = example.event
    decks = [{"list": text} for text in example.decks]
    for deck, format_id in zip(decks, example.deck_formats, strict=False):
        deck["format"] = format_id
    asked: dict[str, Any] = {"format": event.format, "as_of": str(event.as_of), "decks": decks}
    if event.structure != "two-headed-giant":
        asked["structure"] = event.structure
    if example.pool is not None:
        asked |= {"pool": {"list": example.pool}, "product": dict(event.product)}
    return asked | {"policy": event.policy}


LISTS = {
    "plain": "60 Forest",
    "blank line": "60 Forest\n\n4 Naturalize",
    "two of Arena": "Deck\n60 Forest (DOM) 266\n\nDeck\n60 Island (DOM) 254",
    "two players": "Ann\n60 Forest\n\nBen\n60 Island",
    "Archidekt": "60x Forest (dom) 266 [Land]\n4x Opt (dom) 60 [Maybeboard{noDeck}]",
    "Moxfield": "4 Opt (DOM) 60 *F*\n56 Forest",
    "table": "Count,Name\n4,Opt\n56,Forest",
    "table of a program": "Count,Tradelist Count,Name,Collector Number\n4,0,Opt,60",
    "Cockatrice": '<cockatrice_deck><zone name="main"><card number="4" name="Opt"/></zone>',
    "Magic Online": '<?xml version="1.0"?><Deck><Cards Quantity="4" Sideboard="false" Name="Opt"/>',
    "entities": '<!DOCTYPE x [<!ENTITY a "b">]><cockatrice_deck></cockatrice_deck>',
    "JSON": '{"main": [{"count": 4, "name": "Opt"}]}',
    "JSON with boards": '{"boards": {"mainboard": {"cards": {"a": {"quantity": 4}}}}}',
    "broken JSON": '{"main": [',
    "JSON of nothing": '{"a": 1}',
    "JSON with a name twice": '{"main": [], "main": []}',
    "Markdown": "| 4 | Opt |\n| 56 | Forest |",
    "tokens": "4 Opt\n1 Goblin Token\n1 A-Teferi, Time Raveler",
    "other languages": "4 稲妻\n1 lightning-bolt\n1 Opt [UDS]",
}


@pytest.mark.parametrize("name", LISTS)
def test_what_reading_says_is_translated(client: FlaskClient, name: str) -> None:
    body = {"list": LISTS[name]}
    response = client.post("/v1/decklists/parse", json=body, headers=ASKED)
    assert response.status_code == 200
    parser = ("Expecting value", '{"main": [{"count": 4, "name": "..."}], "sideboard": []}')
    check(response.get_json(), [body, *parser])


@pytest.mark.parametrize(
    "path",
    [
        "/v1/policies/combined-four",
        *(f"/v1/policies/{one}?{A_DAY}" for one in formats.policy_ids()),
        *(f"/v1/formats/{one}?{A_DAY}" for one in formats.ids()),
    ],
)
def test_facts(client: FlaskClient, path: str) -> None:
    document = client.get(path, headers=ASKED).get_json()
    facts = document.get("facts", ())
    check(facts or document, [path, *(fact["source"] for fact in facts)])


NOT_TO_BE_JUDGED: list[Any] = [
    [],
    {},
    TEAM | {"format": 1},
    TEAM | {"format": None},
    TEAM | {"format": "mordern"},
    TEAM | {"format": "two-headed-giant"},
    TEAM | {"structure": "x", "policy": "y", "also": ["z"], "unknown": 1},
    TEAM | {"as_of": "2024-02-30"},
    TEAM | {"as_of": 1},
    TEAM | {"team_size": 9},
    TEAM | {"team_size": 1},
    TEAM | {"team_size": 2, "structure": "individual"},
    TEAM | {"team_size": "2"},
    TEAM | {"format": "team-sealed", "structure": "individual"},
    TEAM | {"decks": {}},
    TEAM | {"decks": []},
    TEAM | {"decks": [FORESTS] * 9},
    TEAM | {"decks": [{}]},
    TEAM | {"decks": [FORESTS | {"main": []}]},
    TEAM | {"decks": [{"main": [], "syntax": "text"}]},
    TEAM | {"decks": [FORESTS | {"syntax": "tekst"}]},
    TEAM | {"decks": [FORESTS | {"format": "sealed"}]},
    TEAM | {"decks": [FORESTS | {"format": "team-sealed"}]},
    TEAM | {"format": "sealed", "decks": [FORESTS | {"format": "modern"}]},
    TEAM | {"decks": [{"main": [{"name": 1, "count": 0}, 1]}]},
    TEAM | {"decks": [{"main": 1}]},
    TEAM | {"decks": [{"list": "4 Opt\n" * (LIMITS.lines + 1)}]},
    TEAM | {"product": 1},
    TEAM | {"product": {"dom": 1, "XXXX": 1, "DOM": 0, "DOM:box": 1}},
    TEAM | {"house": {"base": "legacy"}},
    TEAM | {"house": {"base": "sealed", "name": "", "ban": "Opt"}},
    TEAM | {"house": {"base": "x"}},
    TEAM | {"house": {"ban": ["Opt", "Opt", "Blacker Lotus!", "Ot"], "allow": ["Opt"]}},
    TEAM | {"house": {"allow": ["Academy at Tolaria West", "Baffling Defenses"]}},
    TEAM | {"house": {"ban": ["Carpe Diem"] * 1001}},
    {"format": "sealed", "decks": [FORESTS], "house": {"ban": ["Opt"]}},
]
FAULTY: list[tuple[str, Any]] = [
    *(("/v1/validate", body) for body in NOT_TO_BE_JUDGED),
    ("/v1/decklists/parse", {"list": "60 Forest\n" * (LIMITS.lines + 1)}),
    ("/v1/pools/assign", {"pool": FORESTS, "decks": [FORESTS], "moves": [{"to_deck": 0}]}),
    (
        "/v1/pools/assign",
        {"pool": FORESTS, "decks": [FORESTS], "moves": 1},
    ),
    (
        "/v1/pools/assign",
        {
            "pool": FORESTS,
            "decks": [FORESTS],
            "moves": [{"card": "Opt", "to_deck": 9, "from_deck": "x", "to_section": "planes"}],
        },
    ),
]


@pytest.mark.parametrize(("path", "body"), FAULTY, ids=map(str, range(len(FAULTY))))
def test_faulty_requests(client: FlaskClient, path: str, body: Any) -> None:
    response = client.post(path, json=body, headers=ASKED)
    assert response.status_code == 422
    check(response.get_json(), body)


@pytest.mark.parametrize(
    "path",
    [
        "/v1/nothing",
        "/v1/validate",
        "/v1/formats/mordern",
        "/v1/policies/x",
        "/v1/banlists/x",
        "/v1/cards/Qzxqzx",
        "/v1/cards/Carpe%20Diem",
        "/v1/cards?limit=0",
        "/v1/cards?q=",
        "/v1/cards?q=a&q=b&limit=1&limit=2",
        "/v1/formats?as_of=2024-01-01",
        "/v1/products?format=modern",
        "/v1/products?format=sealed&set=XXXX,DOM",
        "/v1/products/checklist?sets=dom",
    ],
)
def test_faulty_addresses(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers=ASKED)
    assert response.status_code in (404, 405, 422)
    check(response.get_json(), [path.replace("%20", " ")])


@pytest.mark.parametrize(
    "body",
    ["", "{", '{"a": 1, "a": 2}', "NaN", "[" * 100_000, "9" * 5_000, b"\xff", b" " * 1_100_000],
    ids=map(str, range(8)),
)
def test_bodies_that_are_no_json(client: FlaskClient, body: str | bytes) -> None:
    headers = ASKED | {"Content-Type": "application/json"}
    response = client.post("/v1/validate", data=body, headers=headers)
    assert response.status_code in (400, 413)
    parser = ["Expecting value", "Expecting property name enclosed in double quotes", '"a"', "NaN"]
    check(response.get_json(), parser)


@pytest.mark.parametrize("media_type", ["text/plain", None])
def test_bodies_of_another_type(client: FlaskClient, media_type: str | None) -> None:
    response = client.post("/v1/validate", data="{}", content_type=media_type, headers=ASKED)
    assert response.status_code == 415
    check(response.get_json(), ["text/plain", "application/json"])


def test_moves_that_cannot_be_made(client: FlaskClient) -> None:
    moves = [
        {"card": "Opt", "to_deck": 0},
        {"card": "Forest", "from_deck": 0, "count": 99},
        {"card": "Forest", "from_deck": 0, "from_section": "sideboard"},
        {"card": "Forest", "to_deck": 7},
        {"card": "Island", "to_deck": 0, "count": 9_999},
        {"card": "Island", "to_deck": 0},
    ]
    body = {"pool": {"list": "1 Opt"}, "decks": [{"list": "40 Forest"}], "moves": moves}
    document = client.post("/v1/pools/assign", json=body, headers=ASKED).get_json()
    assert len(document["refused"]) == 4
    check(document, body)

"""Every sentence of the service can be said in another language, whole: nothing English is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
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
A_DAY = "as_of=2024-10-01"
ROWS: list[list[Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("asked.jsonl").read_text("utf-8").splitlines()
]
"""A status, what is asked for, and the body if it is posted."""
TOO_LONG = {"list": "4 Opt\n" * (LIMITS.lines + 1)}
LONG: list[list[Any]] = [
    [422, "/v1/decklists/parse", TOO_LONG],
    [422, "/v1/validate", {"format": "modern", "decks": [TOO_LONG]}],
    [422, "/v1/validate", {"decks": [{"list": "60 Forest"}], "house": {"ban": ["Opt"] * 1001}}],
]
PARSER = ("Expecting value", '{"main": [{"count": 4, "name": "..."}], "sideboard": []}')
"""What is English in every language: the words of Python's reader of JSON, and an example."""


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


@pytest.mark.parametrize(
    "path",
    [
        *(f"/v1/policies/{one}?{A_DAY}" for one in formats.policy_ids()),
        *(f"/v1/formats/{one}?{A_DAY}" for one in formats.ids()),
    ],
)
def test_facts(client: FlaskClient, path: str) -> None:
    document = client.get(path, headers=ASKED).get_json()
    facts = document.get("facts", ())
    check(facts or document, [path, *(fact["source"] for fact in facts)])


@pytest.mark.parametrize("row", [*ROWS, *LONG], ids=map(str, range(len(ROWS) + len(LONG))))
def test_answers(client: FlaskClient, row: list[Any]) -> None:
    status, path, *body = row
    method = "POST" if body else "GET"
    response = client.open(path, method=method, json=body[0] if body else None, headers=ASKED)
    assert response.status_code == status
    parser = PARSER if path == "/v1/decklists/parse" else ()
    check(response.get_json(), [path.replace("%20", " "), *body, *parser])


@pytest.mark.parametrize(
    "body",
    ["", "{", '{"a": 1, "a": 2}', "NaN", "[" * 100_000, "9" * 5_000, b"\xff", b" " * 1_100_000],
    ids=map(str, range(8)),
)
def test_bodies_that_are_no_json(client: FlaskClient, body: str | bytes) -> None:
    headers = ASKED | {"Content-Type": "application/json"}
    response = client.post("/v1/validate", data=body, headers=headers)
    assert response.status_code in (400, 413)
    more = ["Expecting property name enclosed in double quotes", '"a"', "NaN"]
    check(response.get_json(), [PARSER[0], *more])


@pytest.mark.parametrize("media_type", ["text/plain", None])
def test_bodies_of_another_type(client: FlaskClient, media_type: str | None) -> None:
    response = client.post("/v1/validate", data="{}", content_type=media_type, headers=ASKED)
    assert response.status_code == 415
    check(response.get_json(), ["text/plain", "application/json"])

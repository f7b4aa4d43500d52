"""In which language the service answers, and what it says of that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web import http
from messages import Word

TEAM = {"format": "modern", "decks": [{"list": "59 Forest"}, {"list": "60 Island"}]}
SAID = [
    ("POST", "/v1/validate", TEAM),
    ("POST", "/v1/decklists/parse", TEAM["decks"][0]),
    ("POST", "/v1/pools/assign", {"pool": {"list": "1 Optt"}, "decks": [{"list": ""}]}),
    ("GET", "/v1/codes", None),
    ("GET", "/v1/policies", None),
    ("GET", "/v1/policies/combined-four", None),
    ("GET", "/v1/formats/modern", None),
    ("GET", "/v1/formats/mordern", None),
    ("GET", "/v1/nothing", None),
    ("POST", "/v1/validate", []),
]
"""What is answered in words, good and bad."""
CODES = ("code", "severity", "card", "reason", "type", "pointer", "section", "status")


class Loud:
    """A language that is English with its code before every word; it remembers nothing."""

    def __init__(self, code: str) -> None:
        self.code = code

    def text(self, template: str) -> str:
        """The template behind the code."""
        return f"{self.code}: {template}"

    def plural(self, one: str, many: str, number: int) -> str:
        """The many, whatever the number."""
        return self.text(many)

    def join(self, items: Sequence[str], word: Word) -> str:
        """The items with a plus sign."""
        return "+".join(items)


@pytest.fixture(autouse=True)
def _loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_load_language", Loud)


def message(client: FlaskClient, accepted: str | None) -> str:
    """What is wrong with the team, in the language that is accepted."""
    headers = {} if accepted is None else {"Accept-Language": accepted}
    report = client.post("/v1/validate", json=TEAM, headers=headers).get_json()
    said: str = report["violations"][0]["message"]
    return said


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("en", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE", "de"),
        ("pt-BR, en;q=0.5", "pt"),
        ("en-GB, de;q=0.5", "en"),
        ("fr;q=0.3, de-AT;q=0.5", "de"),
        ("es, it-CH", "es"),
        ("it;q=0.5, *", "it"),
        ("nl, fr;q=0.8, ja;q=0.9", "ja"),
        ("nl", "en"),
        ("zh-Hant", "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("????, ;;", "en"),
    ],
)
def test_the_language_that_is_accepted_best(
    client: FlaskClient, accepted: str | None, code: str
) -> None:
    english = "The main deck of deck 1 has 59 cards, at least 60 are required."
    loud = (
        f"{code}: The main deck of {code}: deck 1 has {code}: 59 cards, at least 60 are required."
    )
    assert message(client, accepted) == (english if code == "en" else loud)


def test_an_address_of_the_api_chooses_no_language(client: FlaskClient) -> None:
    response = client.post("/v1/validate?lang=de", json=TEAM)
    assert response.content_language.to_header() == "en"


@pytest.mark.parametrize(("method", "path", "body"), SAID)
@pytest.mark.parametrize("code", ["en", "de"])
def test_answers_say_their_language(
    client: FlaskClient, method: str, path: str, body: Any, code: str
) -> None:
    response = client.open(path, method=method, json=body, headers={"Accept-Language": code})
    assert response.content_language.to_header() == code
    assert "accept-language" in response.vary
    assert (f'"{code}: ' in response.text) == (code != "en")


@pytest.mark.parametrize(("method", "path", "body"), SAID)
def test_codes_never_change(client: FlaskClient, method: str, path: str, body: Any) -> None:
    english, other = (
        client.open(path, method=method, json=body, headers={"Accept-Language": code}).get_json()
        for code in ("en", "ja")
    )
    assert [*codes(english)] == [*codes(other)]
    assert shape(english) == shape(other)


def codes(document: Any) -> list[tuple[str, Any]]:
    """The fields that are codes and names, in order."""
    if isinstance(document, list):
        return [found for one in document for found in codes(one)]
    if not isinstance(document, dict):
        return []
    own = [(name, value) for name, value in document.items() if name in CODES]
    return own + [found for one in document.values() for found in codes(one)]


def shape(document: Any) -> Any:
    """The document without its texts."""
    if isinstance(document, dict):
        return {name: shape(value) for name, value in document.items()}
    if isinstance(document, list):
        return [shape(one) for one in document]
    return "" if isinstance(document, str) else document


@pytest.mark.parametrize("path", [path for method, path, _ in SAID if method == "GET"][:4])
def test_entity_tags_differ_by_language(client: FlaskClient, path: str) -> None:
    german = {"Accept-Language": "de"}
    english, other = client.get(path), client.get(path, headers=german)
    assert english.headers["ETag"] != other.headers["ETag"]
    again = client.get(path, headers=german | {"If-None-Match": other.headers["ETag"]})
    assert again.status_code == 304
    assert "accept-language" in again.vary
    asked = german | {"If-None-Match": english.headers["ETag"]}
    assert client.get(path, headers=asked).status_code == 200


def test_the_same_request_gets_the_same_bytes(client: FlaskClient) -> None:
    first, again = (
        client.post("/v1/validate", json=TEAM, headers={"Accept-Language": "fr"}) for _ in "12"
    )
    assert first.data == again.data


def test_every_line_of_a_batch_is_in_the_language_of_the_request(client: FlaskClient) -> None:
    lines = "\n".join([json.dumps(TEAM), "{", json.dumps(TEAM | {"format": "x"})])
    response = client.post(
        "/v1/validate/batch",
        data=lines,
        headers={"Accept-Language": "it", "Content-Type": "application/x-ndjson"},
    )
    assert response.content_language.to_header() == "it"
    assert "accept-language" in response.vary
    report, broken, unknown = map(json.loads, response.text.splitlines())
    assert report["report"]["violations"][0]["message"].startswith("it: The main deck")
    assert broken["problem"]["detail"].startswith("it: The body is not JSON")
    assert unknown["problem"]["title"] == "it: The request is not valid"


@pytest.mark.parametrize(
    "path", ["/v1/banlists/modern", "/v1/formats", "/v1/cards/Opt", "/healthz"]
)
def test_answers_without_words_have_no_language(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Accept-Language": "de"})
    assert not response.content_language
    assert "accept-language" not in response.vary


def test_outside_of_a_request_words_are_english(application: Flask) -> None:
    assert http.language_code() == "en"
    with application.test_request_context("/formats?lang=de"):
        assert http.language_code() == "de"
    with application.test_request_context("/formats?lang=xx", headers={"Accept-Language": "es"}):
        assert http.language_code() == "es"

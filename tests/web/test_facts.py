"""Formats, banlists, policies, cards and codes: what can be looked up."""

from __future__ import annotations

import datetime
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

import banlists
import cards
from validator.notices import NOTICES
from validator.rules import VIOLATIONS


def get(client: FlaskClient, path: str) -> Any:
    """The answer to a request that is answered."""
    response = client.get(path)
    assert response.status_code == 200, response.text
    return response.get_json()


def titles(client: FlaskClient, query: str) -> list[str]:
    found: list[str] = get(client, f"/v1/cards?{query}")["titles"]
    return found


def test_titles_and_sets_of_a_day(client: FlaskClient) -> None:
    legal = {
        one["code"]: one for one in get(client, "/v1/formats/standard?as_of=2005-10-15")["sets"]
    }
    assert {"9ED", "CHK"} <= legal.keys()
    assert "DOM" not in legal
    assert legal["CHK"]["from"] <= "2005-10-15" < legal["CHK"]["until"]
    banned = get(client, "/v1/banlists/modern?as_of=2025-01-01")["banned"]
    assert "The One Ring" in banned
    assert banned == sorted(banned)
    classes = get(client, "/v1/banlists/vintage?as_of=2024-10-01")["classes"]
    assert {"rule": "type=Conspiracy", "status": "banned"} in classes
    assert get(client, "/readyz")["cards_until"] == cards.catalogue().as_of.isoformat()


def test_versions_of_a_banlist(client: FlaskClient) -> None:
    versions = get(client, "/v1/banlists/modern/versions")["versions"]
    days = [datetime.date.fromisoformat(one["version"]) for one in versions]
    assert tuple(days) == banlists.versions("modern")
    banlist = get(client, f"/v1/banlists/modern?as_of={days[3]}")
    assert banlist["previous"] == days[2].isoformat()


def test_every_card_has_an_address(client: FlaskClient) -> None:
    known = list(cards.catalogue().titles())
    for title in [*known[::400], *(title for title in known if "/" in title or "?" in title)]:
        assert get(client, "/v1/cards/" + quote(title, safe=""))["name"] == title


def test_several_cards(client: FlaskClient) -> None:
    store = cards.catalogue()
    title, match = next(
        (face, store.find(face))
        for card in map(store.card, store.titles())
        for face in card.faces
        if len(store.find(face).cards) > 1
    )
    problem = client.get("/v1/cards/" + quote(title, safe="")).get_json()
    assert problem["status"] == 404
    assert problem["suggestions"] == [card.title for card in match.cards]


def test_legal_titles_come_before_all_others(client: FlaskClient) -> None:
    everyone = titles(client, "q=skull&limit=50")
    on_the_list = titles(client, "q=skull&limit=50&format=modern&as_of=2026-11-21")
    assert {*on_the_list} == {*everyone}
    assert all("kull" in title for title in everyone)
    assert everyone[0] == "Skullclamp"
    assert on_the_list.index("Skullclamp") > 0


@pytest.mark.parametrize("typed", ["%", "_", "\\", "'", '"', "*", "[a-z]", " "])
def test_signs_are_only_signs(client: FlaskClient, typed: str) -> None:
    encoded = quote(typed, safe="", errors="surrogatepass")
    names = [
        " ".join((title, *cards.catalogue().card(title).alternative_titles))
        for title in titles(client, f"q={encoded}")
    ]
    assert all(typed in name for name in names) or typed in ("[a-z]", "*")


def test_the_codes_are_those_of_the_tables(client: FlaskClient) -> None:
    found = get(client, "/v1/codes")["codes"]
    for kind, table in (("violation", VIOLATIONS), ("notice", NOTICES)):
        listed = {one["code"]: one["when"] for one in found if one["kind"] == kind}
        assert listed == {code: rule.when for code, rule in table.items()}
    assert "too-large" in {one["code"] for one in found if one["kind"] == "problem"}


def test_the_tag_of_the_facts_is_their_fingerprint(client: FlaskClient) -> None:
    response = client.get("/v1/facts")
    facts = response.get_json()
    assert response.headers["ETag"] == f'"{facts["fingerprint"]}"'
    assert facts["banlists"]["modern"]["version"] <= facts["cards_until"]
    report = client.post(
        "/v1/validate", json={"format": "modern", "decks": [{"list": "60 Forest"}] * 2}
    )
    assert report.get_json()["ruleset"]["fingerprint"] == facts["fingerprint"]
    again = client.get("/v1/facts", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_not_ready_without_facts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> cards.Catalogue:
        raise OSError("no such file")

    monkeypatch.setattr(cards, "catalogue", missing)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["type"] == "/problems/not-ready"


def test_what_changed_on_banlists_since_a_day(client: FlaskClient) -> None:
    changes = get(client, "/v1/banlists/changes?since=2024-12-16&format=modern")["changes"]
    assert "The One Ring" in changes[-1]["banned"]
    days = [one["version"] for one in changes]
    assert days == sorted(days, reverse=True)
    every = get(client, "/v1/banlists/changes?since=2024-12-16")["changes"]
    assert [one for one in every if one["format"] == "modern"] == changes

"""The small resources: banlists, reading alone, health."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

import cards


def test_a_banlist_of_a_day(client: FlaskClient) -> None:
    banlist = client.get("/v1/banlists/modern?as_of=2025-01-01").get_json()
    assert banlist["version"] == "2024-12-16"
    assert (banlist["previous"], banlist["next"]) == ("2024-08-26", "2025-03-31")
    assert "The One Ring" in banlist["banned"]
    assert banlist["banned"] == sorted(banlist["banned"])
    assert banlist["active"] is True


def test_before_the_formats_life(client: FlaskClient) -> None:
    banlist = client.get("/v1/banlists/modern?as_of=1999-01-01").get_json()
    assert (banlist["version"], banlist["banned"], banlist["active"]) == (None, [], False)


def test_the_extra_list_is_a_banlist(client: FlaskClient) -> None:
    assert client.get("/v1/banlists/two-headed-giant").status_code == 200


def test_classes(client: FlaskClient) -> None:
    banlist = client.get("/v1/banlists/vintage?as_of=2024-10-01").get_json()
    assert {"rule": "type=Conspiracy", "status": "banned"} in banlist["classes"]


def test_parse(client: FlaskClient) -> None:
    answer = client.post("/v1/decklists/parse", json={"list": "4 Opt\n4 Optt\n???"}).get_json()
    assert answer.keys() == {"syntax", "because", "decks", "faults", "notices"}
    assert {fault["code"] for fault in answer["faults"]} >= {"unknown-card"}


def test_health(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}


def test_readiness_names_the_date_of_the_facts(client: FlaskClient) -> None:
    assert client.get("/readyz").get_json()["cards_until"] == cards.catalogue().as_of.isoformat()


def test_not_ready_without_facts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> cards.Catalogue:
        raise OSError("no such file")

    monkeypatch.setattr(cards, "catalogue", missing)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["type"] == "/problems/not-ready"


def test_what_changed_on_banlists_since_a_day(client: FlaskClient) -> None:
    asked = "/v1/banlists/changes?since=2024-12-16&format=modern"
    changes = client.get(asked).get_json()["changes"]
    assert "The One Ring" in changes[-1]["banned"]
    assert (changes[-1]["version"], changes[-1]["from"]) == ("2024-12-16", "2024-12-15")
    assert [one["version"] for one in changes] == sorted(
        (one["version"] for one in changes), reverse=True
    )
    every = client.get("/v1/banlists/changes?since=2024-12-16").get_json()["changes"]
    assert [one for one in every if one["format"] == "modern"] == changes
    assert client.get("/v1/banlists/changes?since=2099-01-01").get_json()["changes"] == []


def test_a_banlist_is_called_by_its_id(client: FlaskClient) -> None:
    for list_id, format_id in (("modern", "modern"), ("two-headed-giant", None)):
        path = f"/v1/banlists/{list_id}"
        (change,) = client.get(
            f"/v1/banlists/changes?since=2005-09-20&format={list_id}"
        ).get_json()["changes"][-1:]
        for one in (
            client.get(path).get_json(),
            client.get(f"{path}/versions").get_json(),
            change,
        ):
            assert (one["id"], one["format"]) == (list_id, format_id)

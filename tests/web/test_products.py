"""Products of Limited over HTTP: what is recommended, checklists, the same for every team."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from cards import catalogue


def checklist(client: FlaskClient, query: str) -> list[dict[str, Any]]:
    response = client.get(f"/v1/products/checklist?{query}")
    assert response.status_code == 200, response.text
    sets: list[dict[str, Any]] = response.get_json()["sets"]
    return sets


def test_the_checklist_of_a_set(client: FlaskClient) -> None:
    (part,) = checklist(client, "sets=DOM&as_of=2018-05-12")
    names = [card["name"] for card in part["cards"]]
    assert len(names) == len(set(names)) > 240
    assert "Island" not in names
    assert {card["rarity"] for card in part["cards"]} == {"common", "uncommon", "rare", "mythic"}
    piles = list(dict.fromkeys(card["group"] for card in part["cards"]))
    assert piles == ["white", "blue", "black", "red", "green", "multicolor", "colorless", "land"]


def test_the_checklist_of_a_mix_has_the_sets_then_their_companions(client: FlaskClient) -> None:
    parts = checklist(client, "sets=STX,DGM&as_of=2024-10-01")
    assert [(part["code"], part["companion_of"]) for part in parts] == [
        ("STX", None), ("DGM", None), ("STA", "STX"), ("GTC", "DGM"), ("RTR", "DGM"),
    ]  # fmt: skip
    names = [card["name"] for part in parts for card in part["cards"]]
    assert len(names) == len(set(names))
    lands = {card["group"] for part in parts[3:] for card in part["cards"]}
    assert lands == {"land"}


def test_a_pool_of_the_whole_checklist_is_of_the_product(client: FlaskClient) -> None:
    parts = checklist(client, "sets=FRF,MKM,TSP&as_of=2024-10-01")
    pool = "\n".join(f"1 {card['name']}" for part in parts[:4] for card in part["cards"])
    team = {
        "format": "sealed",
        "as_of": "2024-10-01",
        "product": {"FRF": 8, "MKM": 8, "TSP": 8},
        "pool": {"list": pool},
        "decks": [{"list": "40 Island"}] * 2,
    }
    assert client.post("/v1/validate", json=team).get_json()["violations"] == []


def test_every_set_with_boosters_has_a_checklist(client: FlaskClient) -> None:
    assert all(checklist(client, f"sets={code}")[0]["cards"] for code in ("LEA", "HOB", "J25"))
    assert catalogue().cards_of("no such set") == []

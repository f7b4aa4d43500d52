"""Products of Limited over HTTP: what is recommended, checklists, the same for every team."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from cards import catalogue


def products(client: FlaskClient, query: str) -> dict[str, Any]:
    response = client.get(f"/v1/products?{query}")
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.get_json()
    return document


@pytest.mark.parametrize(
    ("query", "event", "per", "first"),
    [
        ("as_of=2018-05-12", "two-headed-giant-sealed", "team", {"DOM": 8}),
        ("format=sealed&structure=individual&as_of=2018-05-12", "individual-sealed", "player",
         {"DOM": 6}),
        ("format=team-sealed&team_size=3&as_of=2018-05-12", "team-sealed", "team", {"DOM": 12}),
        ("format=team-sealed&team_size=2&as_of=2018-05-12", "team-sealed", "team", None),
        ("format=booster-draft&as_of=2018-05-12", "two-headed-giant-draft", "team", {"DOM": 6}),
        ("format=booster-draft&structure=individual&as_of=2018-05-12", "booster-draft", "player",
         {"DOM": 3}),
        ("format=prerelease-sealed&as_of=2013-09-21", "two-headed-giant-prerelease", "team",
         {"THS": 10, "THS:prerelease-seeded": 2, "promo": 2}),
        # The seeded boosters of this kit are of other sets.
        ("format=prerelease-sealed&as_of=2013-04-27", "two-headed-giant-prerelease", "team", None),
    ],
)  # fmt: skip
def test_recommended_products(
    client: FlaskClient, query: str, event: str, per: str, first: dict[str, int] | None
) -> None:
    found = products(client, query)
    assert (found["event"], found["per"]) == (event, per)
    assert found["products"][0].get("product") == first
    assert all(one["source"] for one in found["products"])


@pytest.mark.parametrize(
    ("query", "event"),
    [
        ("format=sealed&team_size=3&as_of=2018-05-12", "two-headed-giant-sealed"),
        ("format=booster-draft&structure=team-constructed", None),
        ("as_of=2005-09-30", "two-headed-giant-sealed"),
    ],
)
def test_events_without_a_recommendation(
    client: FlaskClient, query: str, event: str | None
) -> None:
    found = products(client, query)
    assert (found["event"], found["products"]) == (event, [])


def test_boosters_of_a_set(client: FlaskClient) -> None:
    found = products(client, "as_of=2024-10-01&set=RAV")
    assert ["product" in one for one in found["products"]] == [False]
    assert [one["kind"] for one in found["boosters"]] == ["draft", "tournament-pack"]
    ordinary, pack = found["boosters"]
    rares = {"min": 1, "min_sure": True, "max": 2, "max_sure": True}
    assert ordinary["bounds"]["rare_mythic"] == rares
    assert (pack["card_count"], pack["card_count_sure"], pack["certainty"]) == (
        75,
        False,
        "derived",
    )


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("format=modern", "/format"),
        ("format=sealled", "/format"),
        ("structure=pairs", "/structure"),
        ("structure=", "/structure"),
        ("format=team-sealed&structure=individual", "/structure"),
        ("structure=individual&team_size=2", "/team_size"),
        ("set=dom", "/set"),
        ("set=DOM,M19", "/set"),
        ("as_of=soon", "/as_of"),
    ],
)
def test_what_cannot_be_asked(client: FlaskClient, query: str, pointer: str) -> None:
    response = client.get(f"/v1/products?{query}")
    assert response.status_code == 422
    assert [fault["pointer"] for fault in response.get_json()["errors"]] == [pointer]


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


@pytest.mark.parametrize("query", ["", "sets=", "sets=dom", "sets=DOM,", "product=DOM"])
def test_checklists_that_cannot_be_asked(client: FlaskClient, query: str) -> None:
    assert client.get(f"/v1/products/checklist?{query}").status_code == 422


def test_answers_may_be_kept(client: FlaskClient) -> None:
    for path in ("/v1/products?as_of=2018-05-12", "/v1/products/checklist?sets=DOM"):
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_every_set_with_boosters_has_a_checklist(client: FlaskClient) -> None:
    assert all(checklist(client, f"sets={code}")[0]["cards"] for code in ("LEA", "HOB", "J25"))
    assert catalogue().cards_of("no such set") == []


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("DOM:collector", "There is no kind of pack"),
        ("DOM:", "There is no kind of pack"),
        ("dom:draft", "Did you mean DOM?"),
        ("promos", "There is no set"),
    ],
)
def test_products_of_a_team_that_do_not_exist(client: FlaskClient, key: str, said: str) -> None:
    team = {"format": "sealed", "decks": [{"list": "40 Island"}] * 2, "product": {key: 1}}
    response = client.post("/v1/validate", json=team)
    assert response.status_code == 422
    (fault,) = response.get_json()["errors"]
    assert (fault["pointer"], said in fault["detail"]) == (f"/product/{key}", True)
    if ":" in key and key[:3] == "DOM":
        assert "tournament-pack" in fault["detail"]

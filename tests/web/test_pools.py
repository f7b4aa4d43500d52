"""Building decks from a pool over HTTP."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

POOL = {"list": "2 Opt\n1 Negate\n1 Shock\n5 Island"}
EMPTY = {"list": ""}


def assign(client: FlaskClient, *moves: dict[str, Any], **sent: Any) -> dict[str, Any]:
    request = {"pool": POOL, "decks": [EMPTY, EMPTY], "moves": list(moves)} | sent
    response = client.post("/v1/pools/assign", json=request)
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.get_json()
    return document


def test_cards_are_moved(client: FlaskClient) -> None:
    built = assign(
        client,
        {"card": "opt", "count": 2, "to_deck": 0},
        {"card": "Opt", "from_deck": 0, "to_deck": 1, "to_section": "sideboard"},
        {"card": "Wald", "count": 17, "to_deck": 0},
    )
    assert [deck["list"] for deck in built["decks"]] == [
        "1 Opt\n17 Forest\n", "Sideboard\n1 Opt\n",
    ]  # fmt: skip
    assert [(*deck["sizes"].values(), deck["lacking"]) for deck in built["decks"]] == [
        (18, 0, 22), (0, 1, 40),
    ]  # fmt: skip
    assert [row["name"] for row in built["remaining"]] == ["Negate", "Shock"]
    assert built["counts"] == {"registered": 4, "used": 2, "left": 2}
    assert (built["refused"], built["faults"], built["notices"]) == ([], [], [])


def test_the_answer_is_sent_again(client: FlaskClient) -> None:
    built = assign(
        client,
        {"card": "Opt", "to_deck": 0, "to_section": "sideboard"},
        decks=[EMPTY | {"player": "Ada"}, EMPTY],
    )
    again = assign(
        client,
        {"card": "Opt", "from_deck": 0, "from_section": "sideboard"},
        decks=[sent_again(deck) for deck in built["decks"]],
    )
    assert [(deck.get("player"), deck["list"]) for deck in again["decks"]] == [
        ("Ada", ""), (None, ""),
    ]  # fmt: skip
    assert again["counts"]["left"] == 4


def sent_again(deck: dict[str, Any]) -> dict[str, Any]:
    """The fields of a deck of an answer that a deck of a request has as well."""
    return {name: deck[name] for name in ("player", "list") if name in deck}


def test_a_refused_move_stops_no_other(client: FlaskClient) -> None:
    built = assign(
        client,
        {"card": "Shock", "count": 2, "to_deck": 0},
        {"card": "Shock", "to_deck": 5},
        {"card": "Shock", "to_deck": 1},
    )
    assert built["refused"] == [
        {"move": 0, "message": "What is left of the pool has 1 copy of Shock, not 2."},
        {"move": 1, "message": "There is no deck 6: the team has 2 decks."},
    ]
    assert built["decks"][1]["cards"] == [{"name": "Shock", "count": 1, "section": "main"}]


def test_lines_without_a_card_are_reported_and_kept(client: FlaskClient) -> None:
    built = assign(client, pool={"list": "2 Opt\n1 Nagate\n4 ?!"}, decks=[{"list": "3 Opt"}])
    assert [(fault["code"], fault["places"][0]["line"]) for fault in built["faults"]] == [
        ("unknown-card", 2), ("unreadable-line", 3),
    ]  # fmt: skip
    assert built["unknown"] == [{"name": "Nagate", "count": 1}]
    assert built["beyond"] == [{"name": "Opt", "count": 1}]

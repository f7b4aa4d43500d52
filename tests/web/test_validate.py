"""POST /v1/validate: what a request may say, and what every fault is told."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

FORESTS = {"list": "60 Forest"}
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": [FORESTS, FORESTS]}


def faults(client: FlaskClient, body: Any) -> list[str]:
    """The pointers of the faults of a request that gets 422."""
    response = client.post("/v1/validate", json=body)
    assert response.status_code == 422, response.text
    assert response.content_type == "application/problem+json"
    return [fault["pointer"] for fault in response.get_json()["errors"]]


def test_a_legal_team_is_legal(client: FlaskClient) -> None:
    response = client.post("/v1/validate", json=TEAM)
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.get_json()["legal"] is True
    assert len(response.data) < 1_000


def test_only_format_and_decks_are_required(client: FlaskClient) -> None:
    assert client.post("/v1/validate", json={"format": "modern", "decks": [FORESTS] * 2}).json
    assert faults(client, {}) == ["/decks", "/format"]


def test_lists_and_cards_are_the_same_deck(client: FlaskClient) -> None:
    cards = {"main": [{"name": "Forest", "count": 60}], "sideboard": []}
    response = client.post("/v1/validate", json=TEAM | {"decks": [FORESTS, cards]})
    assert [deck["sizes"]["main"] for deck in response.get_json()["decks"]] == [60, 60]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"format": "mordern"}, "/format"),
        ({"format": "two-headed-giant"}, "/format"),
        ({"format": 7}, "/format"),
        ({"format": None}, "/format"),
        ({"structure": "three-headed-giant"}, "/structure"),
        ({"policy": "best"}, "/policy"),
        ({"team": 1}, "/team"),
        ({"colour": "red"}, "/colour"),
        ({"a/b~c": 1}, "/a~1b~0c"),
        ({"id": 7}, "/id"),
        ({"pool": "1 Opt"}, "/pool"),
        ({"pool": {}}, "/pool"),
        ({"pool": {"list": "1 Opt", "player": "A"}}, "/pool/player"),
        ({"product": {"DOM": 0}}, "/product/DOM"),
        ({"product": {"DOM": True}}, "/product/DOM"),
        ({"product": {"NONESUCH": 1}}, "/product/NONESUCH"),
        ({"product": ["DOM"]}, "/product"),
        ({"decks": []}, "/decks"),
        ({"decks": [FORESTS] * 9}, "/decks"),
        ({"decks": FORESTS}, "/decks"),
        ({"decks": [FORESTS, "60 Forest"]}, "/decks/1"),
        ({"decks": [FORESTS, {}]}, "/decks/1"),
        ({"decks": [FORESTS, {"player": "B"}]}, "/decks/1"),
        ({"decks": [FORESTS | {"main": []}, FORESTS]}, "/decks/0"),
        ({"decks": [FORESTS | {"sideboard": []}, FORESTS]}, "/decks/0"),
        ({"decks": [{"list": ["60 Forest"]}, FORESTS]}, "/decks/0/list"),
        ({"decks": [FORESTS, {"list": "x" * 10_001}]}, "/decks/1/list"),
        ({"decks": [{"main": {}}, FORESTS]}, "/decks/0/main"),
        ({"decks": [{"main": [], "syntax": "text"}, FORESTS]}, "/decks/0/syntax"),
        ({"decks": [FORESTS | {"syntax": "runes"}, FORESTS]}, "/decks/0/syntax"),
        ({"decks": [FORESTS | {"format": "mordern"}, FORESTS]}, "/decks/0/format"),
        ({"decks": [FORESTS, FORESTS | {"format": "pioneer"}]}, "/decks/1/format"),
        (
            {"structure": "two-headed-giant", "decks": [FORESTS, FORESTS | {"format": "pioneer"}]},
            "/decks/1/format",
        ),
        (
            {"structure": "emperor", "decks": [FORESTS, FORESTS | {"format": "pioneer"}, FORESTS]},
            "/decks/1/format",
        ),
        ({"decks": [FORESTS | {"format": "team-sealed"}, FORESTS]}, "/decks/0/format"),
        ({"decks": [FORESTS | {"format": "sealed"}, FORESTS]}, "/decks/0/format"),
        ({"decks": [FORESTS | {"card": "Opt"}, FORESTS]}, "/decks/0/card"),
    ],
)
def test_a_fault_is_pointed_at(client: FlaskClient, change: dict[str, Any], pointer: str) -> None:
    assert faults(client, TEAM | change) == [pointer]


@pytest.mark.parametrize("count", [0, -1, 10_000, 10**30, 1.5, 1e300, True, "4", None, [4]])
def test_no_count(client: FlaskClient, count: object) -> None:
    deck = {"main": [{"name": "Forest", "count": 4}, {"name": "Forest", "count": count}]}
    assert faults(client, TEAM | {"decks": [deck, FORESTS]}) == ["/decks/0/main/1/count"]


def test_json_knows_one_kind_of_number(client: FlaskClient) -> None:
    deck = {"main": [{"name": "Forest", "count": 60.0}]}
    body = TEAM | {"decks": [deck, FORESTS], "team_size": 2.0}
    report = client.post("/v1/validate", json=body).get_json()
    assert report["decks"][0]["sizes"]["main"] == 60


@pytest.mark.parametrize("line", [{"name": "Forest"}, {"count": 4}, "4 Forest", {"name": 1}])
def test_no_card_line(client: FlaskClient, line: object) -> None:
    found = faults(client, TEAM | {"decks": [{"main": [line]}, FORESTS]})
    assert all(pointer.startswith("/decks/0/main/0") for pointer in found)


@pytest.mark.parametrize(
    "date",
    [
        "2024-13-01", "2024-02-30", "2024-1-1", "20240101", "2024-W01-1", "2024-01-01T00:00",
        "0000-01-01", " 2024-01-01", "2024-01-01\n", "٢٠٢٤-01-01", "today", 20240101, None,
    ],
)  # fmt: skip
def test_no_date(client: FlaskClient, date: object) -> None:
    assert faults(client, TEAM | {"as_of": date}) == ["/as_of"]


@pytest.mark.parametrize(
    ("structure", "size", "right"),
    [
        ("two-headed-giant", 1, False),
        ("two-headed-giant", 3, True),
        ("individual", 1, True),
        ("individual", 2, False),
        ("team-constructed", 1, True),
        ("team-constructed", 0, False),
        ("team-constructed", 9, False),
        ("team-constructed", 2.5, False),
        ("team-constructed", True, False),
    ],
)
def test_team_size(client: FlaskClient, structure: str, size: object, right: bool) -> None:
    body = TEAM | {"structure": structure, "team_size": size}
    if right:
        assert client.post("/v1/validate", json=body).status_code == 200
    else:
        assert faults(client, body) == ["/team_size"]


def test_a_kind_of_event_names_format_and_structure(client: FlaskClient) -> None:
    sealed = {"format": "team-sealed", "pool": {"list": "80 Opt"}, "decks": [FORESTS, FORESTS]}
    assert client.post("/v1/validate", json=sealed).status_code == 200
    assert faults(client, sealed | {"structure": "individual"}) == ["/structure"]


def test_a_near_miss_is_suggested(client: FlaskClient) -> None:
    response = client.post("/v1/validate", json=TEAM | {"format": "mordern"})
    assert 'Did you mean "modern"?' in response.get_json()["detail"]


def test_every_fault_is_told_at_once(client: FlaskClient) -> None:
    body = {"format": 1, "as_of": 2, "decks": [{}, {"main": [{"name": 3, "count": 0}]}]}
    assert faults(client, body) == [
        "/as_of", "/decks/0", "/decks/1/main/0/count", "/decks/1/main/0/name", "/format",
    ]  # fmt: skip


def test_a_deck_of_its_own_format(client: FlaskClient) -> None:
    decks = [FORESTS | {"format": "legacy"}, FORESTS]
    body = TEAM | {"structure": "team-constructed", "decks": decks}
    notices = client.post("/v1/validate", json=body).get_json()["notices"]
    assert "formats-differ" in [notice["code"] for notice in notices]


def test_a_pool_in_constructed_is_refused(client: FlaskClient) -> None:
    assert faults(client, TEAM | {"pool": {"list": "8 Opt"}}) == ["/pool"]
    assert faults(client, TEAM | {"product": {"DOM": 8}}) == ["/product"]
    limited = TEAM | {"format": "sealed", "pool": {"list": "8 Opt"}, "product": {"DOM": 8}}
    assert client.post("/v1/validate", json=limited).status_code == 200


def test_a_text_of_two_players_says_where_each_deck_is(client: FlaskClient) -> None:
    text = "Player A\n4 Shock\n56 Forest\n\nPlayer B\n4 Shock\n56 Forest\n"
    report = client.post("/v1/validate", json=TEAM | {"decks": [{"list": text}]}).get_json()
    assert [(deck["entry"], deck["lines"]) for deck in report["decks"]] == [
        (0, [2, 3]),
        (0, [6, 7]),
    ]
    places = [
        place
        for violation in report["violations"]
        if violation["code"] == "combined-copies"
        for place in violation["places"]
    ]
    assert [(place["deck"], place["line"]) for place in places] == [(0, 2), (0, 6)]
    structured = TEAM | {"decks": [FORESTS, {"main": [{"name": "Forest", "count": 60}]}]}
    report = client.post("/v1/validate", json=structured).get_json()
    assert "entry" not in report["decks"][1]


@pytest.mark.parametrize(
    ("format_id", "severity"), [("standard", "warning"), ("modern", "info"), ("sealed", "info")]
)
def test_beyond_the_facts_a_rotating_format_is_a_warning(
    client: FlaskClient, format_id: str, severity: str
) -> None:
    body = TEAM | {"format": format_id, "as_of": "2031-10-01"}
    report = client.post("/v1/validate", json=body).get_json()
    (notice,) = [one for one in report["notices"] if one["code"] == "facts-older"]
    assert notice["severity"] == severity
    assert report["cards_until"] == report["ruleset"]["catalogue"] < "2031-10-01"


def test_three_tables_may_play_three_formats(client: FlaskClient) -> None:
    decks = [FORESTS, FORESTS | {"format": "pioneer"}, FORESTS | {"format": "legacy"}]
    team = TEAM | {"structure": "team-constructed", "decks": decks}
    notices = client.post("/v1/validate", json=team).get_json()["notices"]
    assert "formats-differ" in [one["code"] for one in notices]


def test_two_of_one_name_are_told_apart_by_number(client: FlaskClient) -> None:
    decks = [{"player": " Ann ", "list": "4 Opt\n55 Island"}, {"player": "Ann", "list": "4 Opt\n9"}]
    report = client.post("/v1/validate", json=TEAM | {"decks": decks}).get_json()
    assert [deck["player"] for deck in report["decks"]] == ["Ann", "Ann"]
    said = " ".join(
        one["message"] for one in report["violations"] if one["code"] != "combined-copies"
    )
    assert "Ann (deck 1)" in said
    assert "Ann (deck 2)" in said


@pytest.mark.parametrize(("sent", "given"), [(" ", None), ("", None), ("Ann \n B.", "Ann B.")])
def test_a_blank_label_is_none(client: FlaskClient, sent: str, given: str | None) -> None:
    team = TEAM | {"team": sent, "decks": [FORESTS | {"player": sent}, FORESTS]}
    assert client.post("/v1/validate", json=team).get_json()["decks"][0].get("player") == given


def test_a_label_has_an_end(client: FlaskClient) -> None:
    team = TEAM | {"team": "x" * 201, "decks": [FORESTS | {"player": "x" * 3000}, FORESTS]}
    refused = client.post("/v1/validate", json=team)
    assert refused.status_code == 422
    assert [one["pointer"] for one in refused.get_json()["errors"]] == ["/decks/0/player", "/team"]


def ask_formats(client: FlaskClient, **change: Any) -> TestResponse:
    decks = [{"list": "4 Lightning Bolt\n56 Mountain"}, FORESTS]
    body = TEAM | {"decks": decks, "formats": ["standard", "legacy", "commander"]} | change
    return client.post("/v1/validate", json=body)


def test_where_it_is_legal(client: FlaskClient) -> None:
    report = ask_formats(client, also=["tournament"]).get_json()
    assert report["legal"] is True
    found = report["in_formats"]
    assert [*found] == ["standard", "legacy", "commander"]
    assert {name: one["legal"] for name, one in found.items()} == {
        "standard": False, "legacy": True, "commander": False,
    }  # fmt: skip
    assert [one["code"] for one in found["standard"]["violations"]] == ["not-legal"]
    assert found["commander"]["ruleset"]["policy"] == "no-team-limit"
    for name, one in found.items():
        alone = ask_formats(client, format=name, formats=[]).get_json()
        assert alone["violations"] == one["violations"]
        assert "formats" not in alone


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"formats": ["mordern"]}, "/formats/0"),
        ({"formats": ["legacy", "sealed"]}, "/formats/1"),
        ({"formats": ["legacy"] * 31}, "/formats"),
        ({"format": "sealed"}, "/formats"),
        ({"house": {"ban": ["Opt"]}}, "/formats"),
        ({"formats": "legacy"}, "/formats"),
        (
            {
                "structure": "team-constructed",
                "decks": [{"list": "60 Forest", "format": "legacy"}] * 2,
            },
            "/formats",
        ),
    ],
)
def test_further_formats_that_cannot_be_asked(
    client: FlaskClient, change: dict[str, Any], pointer: str
) -> None:
    response = ask_formats(client, **change)
    assert response.status_code == 422
    assert [one["pointer"] for one in response.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"fomat": "modern"}, 'fomat: There is no field of this name here. Did you mean "format"?'),
        ({"asOf": "x"}, 'asOf: There is no field of this name here. Did you mean "as_of"?'),
        ({"zzz": 1}, "zzz: There is no field of this name here."),
        ({"as_of": "2200-01-01"}, "as_of: This must not be after 2100."),
        ({"team": "a\x00b"}, "team: Character 2 of this is NUL or half of a surrogate pair."),
    ],
)
def test_each_fault_names_its_field(client: FlaskClient, sent: dict[str, Any], said: str) -> None:
    team = {"format": "modern", "decks": [{"list": "60 Forest"}]} | sent
    problem = client.post("/v1/validate", json=team).get_json()
    assert (problem["status"], problem["detail"]) == (422, said)
    assert [fault["detail"] for fault in problem["errors"]] == [said]

"""Facts about events as resources."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

import formats
from headjudge.web.api.fact_documents import all_facts

PATH = "/v1/events/facts"


def get(client: FlaskClient, query: str) -> Any:
    response = client.get(f"{PATH}?{query}")
    assert response.status_code == 200, response.text
    return response.get_json()


def test_the_facts_of_an_event(client: FlaskClient) -> None:
    answer = get(client, "format=modern&as_of=2024-10-01")
    assert {name: answer[name] for name in ("format", "structure", "team_size", "as_of")} == {
        "format": "modern",
        "structure": "two-headed-giant",
        "team_size": 2,
        "as_of": "2024-10-01",
    }
    by_parameter = {fact["parameter"]: fact for fact in answer["facts"]}
    assert by_parameter["starting_life"] == {
        "parameter": "starting_life",
        "event": "two-headed-giant-constructed",
        "section": "The match",
        "title": "Starting life",
        "value": 30,
        "unit": "life",
        "text": None,
        "sentence": "A team starts at 30 life.",
        "source": by_parameter["starting_life"]["source"],
        "certainty": "sure",
        "from": "2007-02-22",
        "until": None,
        "note": None,
        "readings": [],
        "settled": None,
    }
    assert by_parameter["banlist"]["text"] == "2024-08-26"


def test_a_kind_of_event_settles_the_structure(client: FlaskClient) -> None:
    assert get(client, "format=team-sealed")["structure"] == "team-constructed"
    assert get(client, "format=team-sealed")["team_size"] == 3


@pytest.mark.parametrize(
    ("query", "pointers"),
    [
        ("", ["/format"]),
        ("format=", ["/format"]),
        ("format=mordern", ["/format"]),
        ("format=two-headed-giant", ["/format"]),
        ("format=modern&structure=pairs", ["/structure"]),
        ("format=team-sealed&structure=individual", ["/structure"]),
        ("format=modern&team_size=1", ["/team_size"]),
        ("format=modern&team_size=9", ["/team_size"]),
        ("format=modern&team_size=two", ["/team_size"]),
        ("format=modern&team_size=٣", ["/team_size"]),
        ("format=modern&structure=individual&team_size=2", ["/team_size"]),
        ("format=modern&as_of=2024-13-01", ["/as_of"]),
        ("format=modern&as_of=20240101", ["/as_of"]),
        ("format=x&structure=x&team_size=x&as_of=x", ["/as_of", "/format", "/structure",
                                                      "/team_size"]),
        ("format=modern&format=modern", ["/format"]),
        ("format=modern&date=2024-01-01", ["/date"]),
        ("format=%00%FF", ["/format"]),
        ("format=" + "x" * 5000, ["/format"]),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(client: FlaskClient, query: str, pointers: list[str]) -> None:
    response = client.get(f"{PATH}?{query}")
    assert response.status_code == 422
    assert [fault["pointer"] for fault in response.get_json()["errors"]] == pointers


@pytest.mark.parametrize("day", ["0001-01-01", "1993-08-05", "9999-12-31"])
def test_any_day_is_answered(client: FlaskClient, day: str) -> None:
    for format_id in formats.ids():
        assert get(client, f"format={format_id}&as_of={day}")["as_of"] == day


def test_every_dated_fact_has_a_source(client: FlaskClient) -> None:
    assert client.get("/v1/policies").get_json().keys() == {"policies"}
    listed = all_facts()
    assert len(listed) == sum(len(formats.dated_facts(event)) for event in formats.events())
    assert all(fact["source"] for fact in listed)


def test_a_dated_policy_has_the_facts_of_its_time(client: FlaskClient) -> None:
    found = client.get("/v1/policies/unified-2013").get_json()["facts"]
    periods = {(fact["from"], fact["until"]) for fact in found}
    assert all(start < "2016-07-22" and (end or "9999") > "2013-02-01" for start, end in periods)
    assert {"team_copies_max", "round_minutes"} <= {fact["parameter"] for fact in found}
    assert "same_card_in_two_decks" not in {fact["parameter"] for fact in found}


@pytest.mark.parametrize("policy_id", ["tournament", "combined-four"])
def test_others_have_those_of_the_day(client: FlaskClient, policy_id: str) -> None:
    found = client.get(f"/v1/policies/{policy_id}?as_of=2017-01-01").get_json()["facts"]
    assert all(fact["from"] <= "2017-01-01" < (fact["until"] or "9999") for fact in found)
    turns = [fact["readings"] for fact in found if fact["parameter"] == "extra_turns"]
    assert turns == [[], [], []]


def test_a_value_is_a_number_of_a_unit_and_a_text_has_none(client: FlaskClient) -> None:
    policies = client.get("/v1/policies").get_json()["policies"]
    facts = [
        fact
        for policy in policies
        for fact in client.get(f"/v1/policies/{policy['id']}").get_json()["facts"]
    ]
    for query in ("format=commander", "format=team-sealed", "format=modern&as_of=2006-01-01"):
        facts += client.get(f"/v1/events/facts?{query}").get_json()["facts"]
    assert {fact["unit"] for fact in facts} >= {None, "cards", "minutes", "counters on one player"}
    for fact in facts:
        assert fact["value"] is None or (type(fact["value"]) is int and fact["unit"]), fact
        assert fact["text"] is None or (type(fact["text"]) is str and not fact["unit"]), fact
        assert fact["text"] or fact["unit"] or fact["certainty"] == "unknown"

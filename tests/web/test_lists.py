"""Lists alone; and texts that hold the lists of a whole team."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from headjudge import decklists
from headjudge.web.limits import LIMITS

BOTH = "Player A: Ann\n4 Naturalize\n56 Forest\nPlayer B: Ben\n2 Naturalize\n58 Foerst\n"


def ask(client: FlaskClient, what: str, body: Any, **headers: str) -> TestResponse:
    return client.post(f"/v1/decklists/{what}", json=body, headers=headers)


def asked(client: FlaskClient, what: str, body: Any) -> Any:
    response = ask(client, what, body)
    assert response.status_code == 200, response.text
    return response.get_json()


def faults(client: FlaskClient, what: str, body: Any) -> list[tuple[str, str]]:
    response = ask(client, what, body)
    assert response.status_code == 422, response.text
    return [(fault["pointer"], fault["detail"]) for fault in response.get_json()["errors"]]


def test_cards_are_parsed_with_what_was_written(client: FlaskClient) -> None:
    (deck,) = asked(client, "parse", {"list": "\n4x opt (DOM) 60"})["decks"]
    assert deck["cards"] == [
        {
            "name": "Opt", "count": 4, "section": "main", "line": 2,
            "text": "4x opt (DOM) 60", "set": "DOM", "number": "60",
        }
    ]  # fmt: skip


def test_a_report_says_no_more_of_its_cards(client: FlaskClient) -> None:
    team = {"format": "modern", "decks": [{"list": "60 Forest"}]}
    report = client.post("/v1/validate?include=cards", json=team).get_json()
    assert report["decks"][0]["cards"] == [
        {"name": "Forest", "count": 60, "section": "main", "line": 1}
    ]


def test_several_decks_are_parsed(client: FlaskClient) -> None:
    read = asked(client, "parse", {"list": BOTH, "player": "Cleo"})
    assert read.keys() == {"syntax", "because", "decks", "faults", "notices"}
    assert {deck["player"]: deck["sizes"]["main"] for deck in read["decks"]} == {
        "Ann": 60, "Ben": 60,
    }  # fmt: skip
    (fault,) = read["faults"]
    assert (fault["places"][0]["deck"], fault["places"][0]["line"]) == (0, 6)


BLOCKS = "40 Shock\n20 Mountain\n\n40 Opt\n20 Island\n"


@pytest.mark.parametrize(
    ("known", "decks"),
    [
        ({"structure": "two-headed-giant"}, [60, 60]),
        ({"structure": "2HG"}, [60, 60]),
        ({"structure": "individual"}, [120]),
        ({"format": "two-headed-giant-sealed"}, [60, 60]),
    ],
)
def test_what_is_known_of_the_team_decides_how_many_decks_are_read(
    client: FlaskClient, known: dict[str, str], decks: list[int]
) -> None:
    read = asked(client, "parse", {"list": BLOCKS, **known})
    assert [deck["sizes"]["main"] for deck in read["decks"]] == decks


def test_cards_are_a_syntax_of_their_own(client: FlaskClient) -> None:
    read = asked(client, "parse", {"main": [{"name": "Opt", "count": 4}], "player": "Ann"})
    assert (read["syntax"], read["decks"][0]["player"]) == ("structured", "Ann")
    assert read["decks"][0]["cards"][0]["text"] == "Opt"


class TestTeams:
    """An entry that holds several lists becomes several decks."""

    TEAM = {"format": "modern", "as_of": "2024-10-01"}  # noqa: RUF012

    def test_both_lists_in_one_entry(self, client: FlaskClient) -> None:
        report = client.post("/v1/validate", json=self.TEAM | {"decks": [{"list": BOTH}]})
        codes = [
            (one["code"], [(place["deck"], place["line"]) for place in one["places"]])
            for one in report.get_json()["violations"]
        ]
        assert codes == [("combined-copies", [(0, 2), (0, 5)]), ("unknown-card", [(0, 6)])]

    def test_they_stand_in_order_between_the_others(self, client: FlaskClient) -> None:
        entries = [{"list": "60 Forest", "player": "Cleo"}, {"list": BOTH, "player": "Dana"}]
        report = client.post("/v1/validate", json=self.TEAM | {"decks": entries}).get_json()
        assert [deck["player"] for deck in report["decks"]] == ["Cleo", "Ann", "Ben"]
        assert "deck-count" in [one["code"] for one in report["violations"]]

    def test_a_batch_reads_them_too(self, client: FlaskClient) -> None:
        line = json.dumps(self.TEAM | {"decks": [{"list": BOTH}]})
        answers = client.post(
            "/v1/validate/batch", data=line, content_type="application/x-ndjson"
        ).text
        assert len(json.loads(answers)["report"]["decks"]) == 2

    def test_too_many_of_them(self, client: FlaskClient) -> None:
        many = self.TEAM | {"decks": [{"list": BOTH}] * 4 + [{"list": "60 Forest"}]}
        response = client.post("/v1/validate", json=many)
        assert response.status_code == 422
        (fault,) = response.get_json()["errors"]
        assert (fault["pointer"], fault["detail"]) == (
            "/decks",
            "decks: The lists contain 9 decks; a team has at most 8.",
        )


def test_more_cards_than_lines(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document may have all its cards on one line."""
    (deck,) = decklists.read_team("4 Opt")
    long = deck._replace(lines=deck.lines * (LIMITS.lines + 1))
    monkeypatch.setattr(decklists, "read_team", lambda *_, **__: (long,))
    ((pointer, detail),) = faults(client, "parse", {"list": "{}"})
    assert (pointer, f"{LIMITS.lines} lines together" in detail) == ("/list", True)


def test_the_entries_of_json_are_counted_not_its_lines(client: FlaskClient) -> None:
    """Sites' own documents have some hundred lines a card."""
    card = {"name": "Island", "prices": {f"shop {number}": number for number in range(150)}}
    cards = {f"c{number}": {"quantity": 1, "card": card} for number in range(75)}
    document = {"boards": {"mainboard": {"count": 75, "cards": cards}}}
    text = json.dumps(document, indent=2)
    assert len(text.splitlines()) > LIMITS.lines and len(text) > 256 * 1024
    (deck,) = asked(client, "parse", {"list": text})["decks"]
    assert deck["sizes"]["main"] == 75
    long = json.dumps(["1 Island"] * (LIMITS.lines + 1))
    for body in ({"list": long}, {"list": long, "syntax": "json"}):
        assert faults(client, "parse", body)[0][0] in ("", "/list")
    assert faults(client, "parse", {"list": text, "syntax": "text"})

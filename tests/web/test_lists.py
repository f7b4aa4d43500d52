"""Lists alone: parsed, converted, compared; and texts that hold the lists of a whole team."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from headjudge import decklists
from headjudge.web.inputs.team_faults import LINES_MAX

BOTH = "%% Ann\n4 Naturalize\n56 Forest\n%% Ben\n2 Naturalize\n58 Foerst\n"


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


@pytest.mark.usefixtures("texts_split")
def test_several_decks_are_parsed(client: FlaskClient) -> None:
    read = asked(client, "parse", {"list": BOTH, "player": "Cleo"})
    assert {deck["player"]: deck["sizes"]["main"] for deck in read["decks"]} == {
        "Ann": 60, "Ben": 60,
    }  # fmt: skip
    (fault,) = read["faults"]
    assert (fault["places"][0]["deck"], fault["places"][0]["line"]) == (1, 6)


def test_cards_are_a_syntax_of_their_own(client: FlaskClient) -> None:
    read = asked(client, "parse", {"main": [{"name": "Opt", "count": 4}], "player": "Ann"})
    assert (read["syntax"], read["decks"][0]["player"]) == ("structured", "Ann")
    assert read["decks"][0]["cards"][0]["text"] == "Opt"


@pytest.mark.usefixtures("texts_split")
class TestTeams:
    """An entry that holds several lists becomes several decks."""

    TEAM = {"format": "modern", "as_of": "2024-10-01"}  # noqa: RUF012

    def test_both_lists_in_one_entry(self, client: FlaskClient) -> None:
        report = client.post("/v1/validate", json=self.TEAM | {"decks": [{"list": BOTH}]})
        codes = [
            (one["code"], [(place["deck"], place["line"]) for place in one["places"]])
            for one in report.get_json()["violations"]
        ]
        assert codes == [("combined-copies", [(0, 2), (1, 5)]), ("unknown-card", [(1, 6)])]

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
            "The lists contain 9 decks; a team has at most 8.",
        )
        assert "9 decks" in faults(client, "parse", {"list": "%%\n60 Forest\n" * 9})[0][1]


def test_more_cards_than_lines(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document may have all its cards on one line."""
    (deck,) = decklists.read_team("4 Opt")
    long = deck._replace(lines=deck.lines * (LINES_MAX + 1))
    monkeypatch.setattr(decklists, "read_team", lambda *_, **__: (long,))
    ((pointer, detail),) = faults(client, "parse", {"list": "{}"})
    assert (pointer, f"{LINES_MAX} lines together" in detail) == ("/list", True)


def test_the_entries_of_json_are_counted_not_its_lines(client: FlaskClient) -> None:
    """Sites' own documents have some hundred lines a card."""
    card = {"name": "Island", "prices": {f"shop {number}": number for number in range(150)}}
    cards = {f"c{number}": {"quantity": 1, "card": card} for number in range(75)}
    document = {"boards": {"mainboard": {"count": 75, "cards": cards}}}
    text = json.dumps(document, indent=2)
    assert len(text.splitlines()) > LINES_MAX and len(text) > 256 * 1024
    (deck,) = asked(client, "parse", {"list": text})["decks"]
    assert deck["sizes"]["main"] == 75
    long = json.dumps(["1 Island"] * (LINES_MAX + 1))
    for body in ({"list": long}, {"list": long, "syntax": "json"}):
        assert faults(client, "parse", body)[0][0] in ("", "/list")
    assert faults(client, "parse", {"list": text, "syntax": "text"})


def test_convert(client: FlaskClient) -> None:
    written = asked(client, "convert", {"list": "4 opt\n55 森\n1 Optt\n4 ??", "to": "text"})
    assert written["text"].splitlines()[-3:] == ["4 Opt", "55 Forest", "1 Optt"]
    assert written["decks"] == [{"player": None, "text": written["text"]}]
    assert [fault["code"] for fault in written["faults"]] == ["unknown-card", "unreadable-line"]
    assert [notice["code"] for notice in written["notices"]] == ["title-translated"]
    assert (written["syntax"], written["to"]) == ("text", "text")


@pytest.mark.parametrize("to", decklists.WRITERS)
def test_what_was_written_reads_alike(client: FlaskClient, to: str) -> None:
    sent = {"list": "4 Fire // Ice\n56 Island\nSideboard\n3 Negate"}
    text = asked(client, "convert", sent | {"to": to})["text"]
    written = {"list": text, "syntax": to}
    assert asked(client, "diff", {"earlier": sent, "later": written})["same"]
    assert asked(client, "convert", written | {"to": to})["text"] == text


def test_cards_are_converted(client: FlaskClient) -> None:
    body = {"main": [{"name": "opt", "count": 4}], "to": "text"}
    assert "4 Opt\n" in asked(client, "convert", body)["text"]


def test_what_a_syntax_cannot_hold_is_said(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decklists, "write", lambda *_, **__: "4 Opt\n")
    body = {"list": "4 Opt\nSideboard\n3 Negate\n1 Shock", "to": "text"}
    (notice,) = asked(client, "convert", body)["notices"]
    assert (notice["code"], notice["severity"]) == ("not-written", "warning")
    assert "-3 Negate (sideboard) and -1 Shock (sideboard)" in notice["message"]
    assert notice["cards"] == ["Negate", "Shock"]


@pytest.mark.parametrize("accept", ["text/plain", "text/plain, */*;q=0.1", "text/*"])
def test_the_bare_text(client: FlaskClient, accept: str) -> None:
    body = {"list": "4 opt\n1 Optt", "to": "text"}
    response = ask(client, "convert", body, Accept=accept)
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.text.endswith("4 Opt\n1 Optt\n")
    assert response.headers["Headjudge-Faults"] == "1"
    assert response.headers["Headjudge-Notices"] == "0"
    assert "Accept" in response.headers["Vary"]


@pytest.mark.parametrize("accept", ["*/*", "", "image/png", "application/json, text/plain"])
def test_json_unless_asked_otherwise(client: FlaskClient, accept: str) -> None:
    response = ask(client, "convert", {"list": "4 Opt", "to": "text"}, Accept=accept)
    assert response.content_type == "application/json"


@pytest.mark.parametrize("to", [
    name for name, one in decklists.WRITERS.items() if one.media_type != "application/json"
])  # fmt: skip
def test_the_bare_text_of_any_writer(client: FlaskClient, to: str) -> None:
    media_type = decklists.WRITERS[to].media_type
    response = ask(client, "convert", {"list": "4 \ud800\n4 Opt", "to": to}, Accept=media_type)
    assert response.mimetype == media_type
    assert "Opt" in response.text


@pytest.mark.usefixtures("texts_split")
def test_several_decks_are_converted(client: FlaskClient) -> None:
    body = {"list": BOTH, "to": "text"}
    written = asked(client, "convert", body)
    assert written["text"] is None
    assert [deck["player"] for deck in written["decks"]] == ["Ann", "Ben"]
    assert "58 Foerst" in written["decks"][1]["text"]
    response = ask(client, "convert", body, Accept="text/plain")
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["pointer"] == "/list"


def test_diff(client: FlaskClient) -> None:
    body = {
        "earlier": {"list": "4 Opt\n56 Island"},
        "later": {"list": "56 Insel\n3 opt\nSB: 1 Opt"},
    }
    answer = asked(client, "diff", body)
    assert answer["same"] is False
    assert answer["changes"] == [
        {"deck": 0, "section": "main", "name": "Opt", "earlier_count": 4, "later_count": 3},
        {"deck": 0, "section": "sideboard", "name": "Opt", "earlier_count": 0, "later_count": 1},
    ]
    assert answer["earlier"]["decks"][0]["sizes"]["main"] == 60
    assert answer["later"]["notices"][0]["code"] == "title-translated"


def test_pools_have_no_sections(client: FlaskClient) -> None:
    pools = {"earlier": {"list": "2 Opt"}, "later": {"list": "1 Opt\nSideboard\n1 Opt"}}
    assert asked(client, "diff", pools)["same"] is False
    assert asked(client, "diff", pools | {"ignore_sections": True})["same"] is True
    cards = {"main": [], "sideboard": [{"name": "Opt", "count": 2}]}
    assert asked(client, "diff", pools | {"later": cards, "ignore_sections": True})["same"] is True


def test_lists_that_could_not_be_read_alike_are_not_the_same(client: FlaskClient) -> None:
    answer = asked(
        client, "diff", {"earlier": {"list": "4 Opt"}, "later": {"list": "4 Opt\n4 ?? %%%"}}
    )
    assert (answer["same"], answer["changes"]) == (False, [])
    assert [fault["code"] for fault in answer["later"]["faults"]] == ["unreadable-line"]


@pytest.mark.usefixtures("texts_split")
def test_teams_are_compared_deck_by_deck(client: FlaskClient) -> None:
    later = BOTH.replace("58 Foerst", "58 Forest")
    changes = asked(client, "diff", {"earlier": {"list": BOTH}, "later": {"list": later}})[
        "changes"
    ]
    assert [(one["deck"], one["name"]) for one in changes] == [(1, "Foerst"), (1, "Forest")]


@pytest.mark.parametrize(
    ("what", "body", "pointers"),
    [
        ("parse", {"list": "4 Opt", "to": "text"}, ["/to"]),
        ("convert", {"list": "4 Opt"}, ["/to"]),
        ("convert", {"list": "4 Opt", "to": "texf"}, ["/to"]),
        ("convert", {"list": "4 Opt", "to": None}, ["/to"]),
        ("convert", {"to": "text"}, [""]),
        ("convert", {"list": "4 Opt", "syntax": "texf", "to": "text"}, ["/syntax"]),
        ("diff", {}, ["/earlier", "/later"]),
        ("diff", {"earlier": {"list": 4}, "later": {"list": "4 Opt"}}, ["/earlier/list"]),
        ("diff", {"earlier": None, "later": "4 Opt"}, ["/earlier", "/later"]),
        (
            "diff",
            {"earlier": {}, "later": {"main": [{"name": "Opt"}]}},
            ["/earlier", "/later/main/0/count"],
        ),
        (
            "diff",
            {"earlier": {"list": ""}, "later": {"list": ""}, "ignore_sections": "no"},
            ["/ignore_sections"],
        ),
        ("diff", {"earlier": {"list": ""}, "later": {"list": "x\n" * 3000}}, ["/later/list"]),
    ],
)
def test_what_cannot_be_asked(
    client: FlaskClient, what: str, body: Any, pointers: list[str]
) -> None:
    assert [pointer for pointer, _ in faults(client, what, body)] == pointers


def test_a_near_miss_is_suggested(client: FlaskClient) -> None:
    ((_, detail),) = faults(client, "convert", {"list": "4 Opt", "to": "texf"})
    assert 'Did you mean "text"?' in detail

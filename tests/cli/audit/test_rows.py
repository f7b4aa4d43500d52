"""From a row to a team: what is read of it, and what the service says of the same."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest

import formats
from cards import catalogue
from headjudge.cli.audit.judging import result_of
from headjudge.cli.audit.question import Question, facts_for
from headjudge.cli.audit.reading import Row
from headjudge.cli.audit.rows import DIVIDED, PROBLEMS, Unasked, parsed, roles_of, team_in
from headjudge.web.inputs import question as teams
from headjudge.web.inputs import team as schemas
from headjudge.web.service.problems import Problem
from tests.conftest import ROOT
from validator.fingerprint import fingerprint

DAY = "2024-12-16"
FOREST = {"list": "60 Forest"}
BY_CARDS = {"main": [{"name": "Opt", "count": 4}, {"name": "Island", "count": 56.0}]}


def question(format: str = "modern", structure: str = "two-headed-giant") -> Question:
    facts = catalogue()
    policy, place = "combined-four", str(facts.path)
    return Question("c", format, DAY, structure, policy, None, (), fingerprint(facts), "", place)


def result(document: Any, asked: Question) -> dict[str, Any]:
    """The row of results of a line."""
    try:
        row = Row(1, parsed(json.dumps(document).encode()))
    except Unasked as problem:
        row = Row(1, None, problem)
    found, _ = result_of(row, "c", asked, facts_for(asked))
    return found


@pytest.mark.parametrize(
    ("document", "format"),
    [
        ({"decks": [FOREST, FOREST]}, "modern"),
        ({"decks": [FOREST]}, "modern"),
        ({"decks": [BY_CARDS, FOREST]}, "modern"),
        ({"decks": [BY_CARDS, BY_CARDS], "team": "We", "id": 3}, "modern"),
        ({"decks": [{"list": "4 Optt\n???\n56 Island"}, FOREST]}, "modern"),
        ({"decks": [{"list": "Player A\n60 Forest\n\nPlayer B\n60 Island"}]}, "modern"),
        ({"decks": [FOREST] * 3, "team_size": 3}, "modern"),
        ({"decks": [{**FOREST, "player": "Ann"}, {**FOREST, "format": "modern"}]}, "modern"),
        ({"decks": [{"list": "4 Opt\n56 Island", "syntax": "plain"}, FOREST]}, "modern"),
        ({"decks": [{"list": "40 Forest"}] * 2, "pool": {"list": "1 Opt"}}, "sealed"),
        (
            {"decks": [FOREST, FOREST], "pool": {"main": [{"name": "Opt", "count": 2}]},
             "product": {"DOM": 8}},
            "sealed",
        ),
        ({"decks": []}, "modern"),
        ({"decks": {}}, "modern"),
        ({"decks": [3]}, "modern"),
        ({"decks": [{}]}, "modern"),
        ({"decks": [{"list": 3}]}, "modern"),
        ({"decks": [{"list": "", "main": []}]}, "modern"),
        ({"decks": [{"main": [{"name": "Opt", "count": 0}]}]}, "modern"),
        ({"decks": [{"main": [{"name": "Opt", "count": True}]}]}, "modern"),
        ({"decks": [{**FOREST, "syntax": "none"}]}, "modern"),
        ({"decks": [{**FOREST, "player": 3}]}, "modern"),
        ({"decks": [{**FOREST, "sidebord": "15 Island"}]}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": 2.0}, "modern"),
        ({"decks": [FOREST, FOREST], "product": {"DOM": 8.0}}, "sealed"),
        ({"decks": [FOREST, FOREST], "product": {"DOM": "8"}}, "sealed"),
        ({"decks": [FOREST] * 9}, "modern"),
        ({"decks": [{"list": "1 Forest\n" * 2001}]}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": 1}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": "2"}, "modern"),
        ({"decks": [FOREST, FOREST], "product": {"NONE": 1}}, "sealed"),
        ({"decks": [FOREST, FOREST], "product": []}, "sealed"),
        ([], "modern"),
    ],
)  # fmt: skip
def test_a_request_is_answered_as_by_the_service(document: Any, format: str) -> None:
    asked = question(format)
    found = result(document, asked)
    sent = document
    if isinstance(document, dict):
        sent = {"format": asked.format, "as_of": DAY} | document
    try:
        report = teams.judge(schemas.load(schemas.BATCH_LINE, sent), datetime.date(2000, 1, 1))
    except Problem:
        assert found["problem"] in PROBLEMS
        return
    said = report.as_dict()
    assert found["problem"] is None
    assert found["legal"] == said["legal"]
    assert found["codes"] == [*dict.fromkeys(one["code"] for one in said["violations"])]
    assert found["notices"] == [*dict.fromkeys(one["code"] for one in said["notices"])]
    assert found["digests"] == [deck["digest"] for deck in said["decks"]]


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"format": "pauper", "decks": [FOREST]}, "other-format"),
        ({"decks": [{**FOREST, "format": "pauper"}]}, "other-format"),
        ({"structure": "individual", "decks": [FOREST]}, "other-format"),
        ({"house": {}, "decks": [FOREST]}, "other-format"),
        ({"decks": [{"url": "https://example.org"}]}, "wrong-request"),
        ({"Format": "pauper", "list": "60 Forest"}, "other-format"),
        ({"deck1": " ", "team": "We"}, "no-list"),
        ({"deck1": ["60 Forest"]}, "wrong-request"),
    ],
)
def test_what_is_not_judged_says_why(document: Any, problem: str) -> None:
    found = result(document, question())
    assert (found["problem"], found["legal"]) == (problem, None)
    assert found["message"]


def test_each_problem_is_described() -> None:
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    assert [code for code, when in PROBLEMS.items() if f"| `{code}` | {when} |" not in page] == []
    assert f"`{DIVIDED}`" in page


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (["ID", "Team name", "Deck 1", "deck_2"], "deck1=Deck 1 deck2=deck_2 id=ID team=Team name"),
        (["player1", "decklist1", "Player 2", "list2"],
         "deck1=decklist1 deck2=list2 player1=player1 player2=Player 2"),
        (["Player", "Decklist", "Price"], "list=Decklist player=Player"),
        (["deck", "list"], "list=deck"),
        (["deck9", "x"], ""),
    ],
)  # fmt: skip
def test_columns_are_known_by_their_names(names: list[str], roles: str) -> None:
    found = roles_of(names, {})
    assert " ".join(f"{role}={name}" for role, name in sorted(found.items())) == roles


def test_a_cell_that_was_divided_says_so() -> None:
    found = result({"deck1": "4 Opt 56 Island", "deck2": "60 Forest"}, question())
    assert (found["legal"], found["notices"][:1]) == (True, [DIVIDED])


def test_names_of_rows_can_always_be_written() -> None:
    found = result({"id": 1.5, "team": "\ud800", "decks": [FOREST, FOREST]}, question())
    assert (found["id"], found["team"]) == ("1.5", "\\ud800")


def test_players_are_named() -> None:
    roles = {"deck1": "A", "player1": "P"}
    team = team_in({"A": "60 Forest", "P": "Ann"}, roles, formats.load("modern"), "individual")
    assert [deck.player for deck in team.decks] == ["Ann"]

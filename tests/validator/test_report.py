"""The report: the order of its violations, its words, and its form as JSON."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import formats
from validator import Decklist, Event, Line, read_alone, validate
from validator.model import Unreadable
from validator.report import digest
from validator.rules import VIOLATIONS

ROOT = Path(__file__).parents[2]

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

EVERYTHING = [
    "9 Opt",
    "2 Brainstorm",
    "1 Contract from Below",
    "1 Blacker Lotus",
    "1 Lightnig Bolt",
    "1 carpe diem",
    "?? %%%",
    "sideboard: 16 Island",
]


def test_violations_come_rule_by_rule_in_the_order_of_the_table(judge: Judge) -> None:
    event = {"structure": "team-constructed", "policy": "unified-2018", "team_size": 3}
    found = judge("vintage", EVERYTHING, [*EVERYTHING, "1 Island"], fill=None, **event)
    codes = list(dict.fromkeys(line.split()[0] for line in found))
    assert codes == sorted(codes, key=list(VIOLATIONS).index)
    assert codes == [
        "deck-count",
        "main-too-small",
        "sideboard-too-large",
        "deck-copies",
        "shared-card",
        "restricted-copies",
        "banned-card",
        "not-legal",
        "unknown-card",
        "ambiguous-card",
        "unreadable-line",
    ]


def test_titles_without_lines_come_in_the_order_of_the_alphabet() -> None:
    lines = tuple(Line(5, title) for title in ("Shock", "Negate", "Opt"))
    decks = [Decklist((*lines, Line(60, "Island"))), Decklist((Line(60, "Island"),))]
    report = validate(Event("modern", "2024-10-01"), decks)
    assert [violation.card for violation in report.violations] == ["Negate", "Opt", "Shock"]
    assert {place.line for one in report.violations for place in one.places} == {None}


@pytest.mark.parametrize(
    ("format_id", "lines", "code", "fields"),
    [
        ("vintage", ["2 Brainstorm"], "restricted-copies", {"card", "count", "limit", "banlist"}),
        ("modern", ["1 Lightnig Bolt"], "unknown-card", {"suggestions"}),
        ("vintage", ["1 carpe diem"], "ambiguous-card", {"suggestions"}),
        ("modern", ["1 Psychatog"], "not-legal", {"card", "count", "reason"}),
        ("modern", ["1 Skullclamp"], "banned-card", {"card", "count", "banlist"}),
        ("modern", ["5 Opt"], "combined-copies", {"card", "count", "limit"}),
        ("modern", ["sideboard: 1 Opt"], "sideboard-not-allowed", {"count", "limit"}),
        ("extended", [], "format-inactive", set()),
    ],
)
def test_a_code_has_its_own_fields(
    ask: Ask, format_id: str, lines: list[str], code: str, fields: set[str]
) -> None:
    (violation,) = ask(format_id, lines).as_dict()["violations"]
    always = {"code", "message", "places", "rule", "fix"}
    assert violation["code"] == code
    assert set(violation) - always == fields


def test_a_report_shows_how_a_deck_was_read(ask: Ask) -> None:
    lines = ["4 opt", "1 Lightnig Bolt", "1 carpe diem", "planes: 20 Forest"]
    deck = ask("vintage", lines).as_dict(with_cards=True)["decks"][0]
    assert deck["sizes"] == {"main": 60, "sideboard": 0, "planes": 20}
    assert deck["cards"][:3] == [
        {"name": "Opt", "count": 4, "section": "main", "line": 1},
        {"name": "Lightnig Bolt", "count": 1, "section": "main", "line": 2},
        {"name": "carpe diem", "count": 1, "section": "main", "line": 3},
    ]


def test_the_ruleset_names_what_was_judged_by(ask: Ask) -> None:
    ruleset = ask("modern", [], as_of=datetime.date(2024, 10, 1)).ruleset
    fingerprint = ruleset["fingerprint"]
    assert fingerprint.startswith("sha256:")
    assert ruleset == {
        "fingerprint": fingerprint,
        "format": "modern",
        "structure": "two-headed-giant",
        "as_of": "2024-10-01",
        "banlist": "2024-08-26",
        "policy": "combined-four",
        "catalogue": "2026-08-22",
    }


def test_further_policies_give_further_verdicts(ask: Ask) -> None:
    decks = [["2 Opt"], ["2 Opt"]]
    also = ask("modern", *decks, also=("tournament", "unified-2013")).as_dict()["also"]
    assert also["tournament"]["legal"] is False
    assert [one["code"] for one in also["tournament"]["violations"]] == ["shared-card"]
    assert also["unified-2013"] == {"legal": True, "violations": []}
    assert "also" not in ask("modern", *decks).as_dict()


def test_a_player_is_called_by_name() -> None:
    decks = [Decklist((Line(59, "Island"),), player=name) for name in ("Ann", None)]
    report = validate(Event("modern", "2024-10-01"), decks)
    assert [one.message.split(" has")[0] for one in report.violations] == [
        "The main deck of Ann",
        "The main deck of deck 2",
    ]


def test_players_of_one_name_are_told_by_number() -> None:
    decks = [Decklist((Line(1, "Opt"), Line(59, "Forest")), player="Ann")] * 2
    report = validate(Event("modern", as_of="2024-10-01", policy="unified-2018"), decks)
    (violation,) = report.violations
    assert violation.message.startswith("Opt is in Ann (deck 1) and Ann (deck 2);")


def test_an_event_that_names_what_there_is_not() -> None:
    with pytest.raises(formats.UnknownFormat):
        validate(Event("mordern", "2024-10-01"), [])
    with pytest.raises(formats.UnknownPolicy):
        validate(Event("modern", "2024-10-01", policy="best"), [])
    with pytest.raises(formats.UnknownPolicy):
        validate(Event("modern", "2024-10-01", also=("best",)), [])
    with pytest.raises(ValueError, match="month"):
        validate(Event("modern", "2024-13-01"), [])


def test_a_team_without_decks_gets_an_answer() -> None:
    report = validate(Event("modern", "2024-10-01"), [])
    assert [violation.code for violation in report.violations] == ["deck-count"]
    assert report.as_dict()["decks"] == []


FOREST = Line(60, "Forest")


@pytest.mark.parametrize(
    ("read", "known"),
    [
        (Decklist(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Decklist((FOREST,)), "a31a80dfe643e56e9bdd43c1aa28b8367c338b71431a0cfa7ec475066696886b"),
        (
            Decklist((FOREST, Line(1, "Bogus\t?"))),
            "29d4ea8a41a3ef551acf1a47535b1a94c134abd22357a1e5fef0e5503da64c3f",
        ),
        (
            Decklist((FOREST,), (Unreadable(2, "10000 Black\t Lotus"),)),
            "161c3a53bd5c647b71f54ebe78463d92729178493d523af2ca8eecb07bf6171a",
        ),
        (
            Decklist((FOREST,), unread=("{\n",)),
            "18cba60a05e12b6aa8982475fa874378b9320f88dd2267d309ab71eb95f8d8c3",
        ),
    ],
)
def test_digests_that_others_may_have_kept(read: Decklist, known: str) -> None:
    """What these lists hold has the digest that it had when this was written."""
    (deck,) = read_alone(read).decks
    assert digest(deck) == f"sha256:{known}"


def digest_of(*lines: Line, unreadable: Sequence[str] = (), unread: Sequence[str] = ()) -> str:
    """The digest of a list of those lines, and of what stands behind them."""
    rows = tuple(Unreadable(number, text) for number, text in enumerate(unreadable, 100))
    (deck,) = read_alone(Decklist(lines, rows, unread=tuple(unread))).decks
    return digest(deck)


OPT = Line(4, "Opt")


def test_other_lists_have_other_digests() -> None:
    found = [
        digest_of(),
        digest_of(FOREST),
        digest_of(OPT),
        digest_of(Line(3, "Opt")),
        digest_of(Line(3, "Opt"), Line(1, "Opt", "sideboard")),
        digest_of(Line(4, "Negate")),
        digest_of(Line(4, "No Such Card")),
        # No name passes for another line,
        digest_of(Line(1, "a"), FOREST),
        digest_of(Line(1, "a\n"), FOREST),
        digest_of(Line(1, "a\\n"), FOREST),
        digest_of(Line(60, "a\t1\nmain\tForest")),
        digest_of(Line(60, "a\\t1\\nmain\\tForest")),
        # and nothing for a row of another kind.
        *(digest_of(Line(1, name)) for name in ("zzx", "?zzx", "!zzx")),
        *(digest_of(Line(1, name, "")) for name in ("!zzx", "\t!zzx")),
        digest_of(Line(1, "zzx", "\t!")),
        *(digest_of(unreadable=[text]) for text in ("zzx", "?zzx", "~zzx")),
        *(digest_of(unread=[text]) for text in ("zzx", "!zzx")),
        digest_of(unreadable=["zzx"], unread=["zzx"]),
        *(digest_of(FOREST, unreadable=[text]) for text in ("8 Opt", "9 Opt", "!8 Opt", "8\\tOpt")),
        digest_of(FOREST, unreadable=["8 Opt", "8 Opt"]),
        digest_of(FOREST, unreadable=["8 Opt", "9 Opt"]),
        digest_of(FOREST, unreadable=["8 Opt\n9 Opt"]),
    ]
    assert len(set(found)) == len(found)


def test_a_digest_is_of_what_a_list_holds() -> None:
    bolts = Line(4, "Lightning Bolt"), Line(1, "Fire // Ice")
    assert digest_of(*bolts) == digest_of(Line(1, "Fire"), Line(2, "稲妻"), Line(2, "Blitzschlag"))
    assert digest_of(*bolts) == digest_of(Line(1, "Fire // Ice // Fire"), Line(4, "lightning bolt"))
    assert digest_of(unreadable=["a", "b  c"]) == digest_of(unreadable=["b c ", "a"])


def test_a_report_has_the_digest_of_each_deck(ask: Ask) -> None:
    (deck,) = ask("legacy", ["4 Opt"], fill=None).as_dict()["decks"]
    assert deck["digest"] == digest_of(OPT)


TEXTS = st.sampled_from(["Opt", "opt", "?Opt", "No Such Card", "Fire", "Opt\t4\nmain\tOpt", "!x"])
SECTIONS = st.sampled_from(["main", "sideboard", "companion", "maybeboard", "tokens", "planes"])
LINES = st.lists(st.builds(Line, st.integers(1, 5), TEXTS, SECTIONS), max_size=4)
LISTS = st.builds(
    lambda lines, texts: Decklist(
        (FOREST, *lines), tuple(Unreadable(number, text) for number, text in enumerate(texts, 9))
    ),
    LINES,
    st.lists(TEXTS, max_size=2),
)


@given(LISTS, LISTS)
@example(Decklist((FOREST,)), Decklist((FOREST,), (Unreadable(2, "10000 Black Lotus"),)))
def test_lists_of_one_digest_have_one_verdict(one: Decklist, other: Decklist) -> None:
    reports = [
        validate(Event("legacy", "2024-10-01", "individual"), [read]) for read in (one, other)
    ]
    first, second = (
        (digest(report.case.decks[0]), [(found.code, found.count) for found in report.violations])
        for report in reports
    )
    assert first[0] != second[0] or sorted(first[1], key=str) == sorted(second[1], key=str)


SHARED = """
import json
from headjudge.decklists import read
from validator import Event, validate
deck = "1 Opt\\n1 Negate\\n1 Shock\\n1 Naturalize\\n1 Duress\\n1 Brainstorm\\n54 Island"
print(json.dumps(validate(Event("legacy", "2024-10-01"), [read(deck), read(deck)]).as_dict()))
"""


def test_a_report_does_not_depend_on_the_order_of_sets() -> None:
    def report(seed: str) -> str:
        command = [sys.executable, "-c", SHARED]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout

    assert "policy-differs" in report("1")
    assert report("1") == report("2")

"""The report for people."""

from __future__ import annotations

import re

import pytest

from headjudge.cli.commands.check import REPORTS
from headjudge.cli.commands.explain import example_run
from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, Level
from headjudge.cli.reports import DETAILED, PLAIN, Run, Show, elsewhere
from tests.cli.reports.conftest import illegal, run_of, team, tolerated, unreadable
from validator import Source
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

BURN = Finding(
    "combined-copies", Level.ERROR, "5 copies.",
    (FilePlace("a.txt", 2, "5 Opt"), FilePlace("b.txt", 1)), "Remove 1 copy.", "Opt",
)  # fmt: skip
BAN = Source("https://example.org/ban", "Modern")
BANNED = "Banned."


def text(*teams: CheckedTeam, show: Show = PLAIN) -> str:
    return REPORTS["text"](run_of(*teams, show=show))


def test_one_team_has_neither_name_nor_summary() -> None:
    assert text(team("a", BURN)) == (
        "not legal, 1 violation: modern, two-headed-giant, combined-four, as of 2026-11-21\n"
        "a.txt:2:3: combined-copies: 5 copies. Remove 1 copy. Also in b.txt:1.\n"
        "info: facts-older: The card facts are of 2026-08-22.\n"
    )


def test_details_are_wanted_or_not() -> None:
    checked = team("a")._replace(findings=(BURN._replace(rule=BAN, message=BANNED),))
    head, *lines = text(checked, show=DETAILED).splitlines()
    assert lines == [
        "a.txt:2:3: combined-copies: Banned. Remove 1 copy. Also in b.txt:1.",
        "  | 5 Opt",
        "  |   ^^^",
        f"  source: {BAN.source}",
    ]
    assert text(checked).splitlines() == [head, *lines[:1]]


def test_the_rule_of_tournaments_is_named_once_a_run() -> None:
    differs = Finding("policy-differs", Level.WARNING, "Opt.", card="Opt")
    teams = [team(name, differs._replace(message=f"{name}.")) for name in "abc"]
    lines = text(*teams).splitlines()
    assert [line for line in lines if "policy-differs" in line] == [
        "warning: policy-differs: 3 teams would be refused under the tournament rules of the day,"
        " by which no two decks of a team hold the same card: a, b and c."
        ' `policy = "tournament"` applies them, `ignore = ["policy-differs"]` ends this.'
    ]
    failing = [team(name, differs._replace(level=Level.ERROR)) for name in "abc"]
    assert text(*failing).count("policy-differs") == 3


@pytest.mark.parametrize("code", sorted({*VIOLATIONS, *NOTICES} - {"list-fetched"}))
def test_no_line_has_an_address_in_its_middle(code: str) -> None:
    lines = text(team("a"), team("b", *example_run(code).findings)).splitlines()
    assert any(f"{code}: " in line for line in lines)
    assert not any("://" in line for line in lines)


def test_a_path_stands_once_in_a_line() -> None:
    small = "The main deck of b/x.txt has 2 cards."
    of_file = Finding("main-too-small", Level.ERROR, small, (FilePlace("b/x.txt"),))
    of_both = of_file._replace(places=(FilePlace("a.txt"), FilePlace("b/x.txt")))
    assert text(team("a", of_file, of_both), team("b")).splitlines()[:2] == [
        "b/x.txt: main-too-small: The main deck has 2 cards.",
        f"a.txt: main-too-small: {small} Also in b/x.txt.",
    ]


def test_places_of_a_file_are_ranges() -> None:
    lines = [FilePlace("a.txt", line) for line in (26, 27, 28, 3, 1)]
    finding = BURN._replace(places=(*BURN.places[:1], *lines, *BURN.places[1:]))
    assert elsewhere(finding) == ["a.txt lines 1, 3, 26-28", "b.txt:1"]


def test_one_team_that_cannot_be_read() -> None:
    assert text(unreadable()) == (
        "c/ann.txt: cannot-be-read: It is no text: it holds NUL. Mend it.\n"
    )


def test_colours_add_nothing_else() -> None:
    teams = team("a"), illegal(), unreadable(), tolerated()
    coloured = text(*teams, show=Show(colour=True))
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text(*teams)


def test_no_other_report_has_colours(run: Run) -> None:
    coloured = run_of(*run.teams, show=Show(colour=True))
    for name, report in REPORTS.items():
        if name != "text":
            assert report(coloured) == report(run)


def test_a_line_of_a_list_is_no_command_of_a_runner() -> None:
    place = FilePlace("a.txt", 1, "::error::not from us")
    finding = Finding("unreadable-line", Level.ERROR, "No card.", (place,))
    lines = text(team("a", finding)).splitlines()
    assert not [line for line in lines if line.lstrip().startswith("::")]

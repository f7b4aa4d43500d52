"""The report for people."""

from __future__ import annotations

import re
from dataclasses import replace

from headjudge.cli.findings.finding import Finding, Level, Spot
from headjudge.cli.reports import REPORTS, Run
from tests.cli.reports.conftest import illegal, run_of, team, tolerated, unreadable

BURN = Finding(
    "combined-copies", Level.ERROR, "5 copies.", (Spot("a.txt", 2, "5 Opt"), Spot("b.txt", 1)),
    "Remove 1 copy.", "Opt",
)  # fmt: skip


def text(*teams: object, colour: bool = False) -> str:
    return REPORTS["text"](run_of(*teams, colour=colour))  # type: ignore[arg-type]


def test_one_team_has_neither_name_nor_summary() -> None:
    assert text(team("a", BURN)) == (
        "not legal, 1 violation: modern, two-headed-giant, combined-four, as of 2026-11-21\n"
        "\n"
        "a.txt:2: combined-copies: 5 copies.\n"
        "  | 5 Opt\n"
        "  |   ^^^\n"
        "  and b.txt:1\n"
        "  fix: Remove 1 copy.\n"
        "\n"
        "info: catalogue-older: The card facts are of 2026-08-22.\n"
    )


def test_one_team_that_cannot_be_read() -> None:
    assert text(unreadable()) == "cannot be read: c/ann.txt is no text: it holds NUL.\n"


def test_of_several_legal_teams_only_the_number_is_said() -> None:
    legal = [replace(team(name), findings=()) for name in "ab"]
    assert text(*legal) == "2 teams: 2 legal; as of 2026-11-21\n"


def test_what_all_teams_have_is_said_once() -> None:
    assert text(team("a"), team("b")).count("catalogue-older") == 1


def test_colours_add_nothing_else() -> None:
    teams = team("a"), illegal(), unreadable(), tolerated()
    coloured = text(*teams, colour=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text(*teams)


def test_no_other_report_has_colours(run: Run) -> None:
    coloured = replace(run, colour=True)
    for name, report in REPORTS.items():
        if name != "text":
            assert report(coloured) == report(run)


def test_a_line_of_a_list_is_no_command_of_a_runner() -> None:
    spot = Spot("a.txt", 1, "::error::not from us")
    finding = Finding("unreadable-line", Level.ERROR, "No card.", (spot,))
    lines = text(team("a", finding)).splitlines()
    assert not [line for line in lines if line.lstrip().startswith("::")]

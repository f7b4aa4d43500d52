"""The verdicts of a run, and its summary."""

from __future__ import annotations

import pytest

from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, Level, State
from headjudge.cli.reports import (
    Verdict,
    further_places,
    verdict,
    verdict_in_words,
)
from tests.cli.reports.conftest import illegal, refused, run_of, team, tolerated, unreadable

FAULT = Finding(
    "banned-card", Level.ERROR, "Banned.", (FilePlace("a.txt", 1, "4 Opt"),), card="Opt"
)
UNUSED = Finding("allowance-unused", Level.ERROR, "Nothing here has to be allowed.")


@pytest.mark.parametrize(
    ("checked", "expected", "words"),
    [
        (team("a"), Verdict.LEGAL, "legal"),
        (tolerated(), Verdict.TOLERATED, "tolerated, 1 violation"),
        (refused(), Verdict.REFUSED, "refused, 1 error"),
        (illegal(), Verdict.NOT_LEGAL, "not legal, 4 violations"),
        (unreadable(), Verdict.UNREADABLE, "cannot be read"),
        (team("a", UNUSED), Verdict.REFUSED, "refused, 1 error"),
        (team("a", FAULT), Verdict.NOT_LEGAL, "not legal, 1 violation"),
        (team("a", FAULT._replace(state=State.KNOWN), FAULT), Verdict.NOT_LEGAL,
         "not legal, 1 violation"),
    ],
)  # fmt: skip
def test_verdicts(checked: CheckedTeam, expected: Verdict, words: str) -> None:
    assert verdict(checked) is expected
    assert verdict_in_words(checked) == words


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ([], "no team was changed"),
        ([team("a")], "1 team: 1 legal"),
        (
            [team("a"), team("b", FAULT, FAULT), unreadable()],
            "3 teams: 1 legal, 1 not legal (2 violations), 1 cannot be read",
        ),
        (
            [tolerated(), team("b", FAULT._replace(state=State.ALLOWED))],
            "2 teams: 2 tolerated; not counted: 1 allowed, 1 known",
        ),
    ],
)
def test_the_summary(teams: list[CheckedTeam], expected: str) -> None:
    assert run_of(*teams).summary == expected


def test_findings_of_all_teams_are_common() -> None:
    run = run_of(team("a"), team("b", FAULT), unreadable())
    assert [finding.code for finding in run.common] == ["facts-older"]
    assert run.findings_of(run.teams[1]) == (FAULT,)


def test_one_team_shares_nothing() -> None:
    run = run_of(team("a"), unreadable())
    assert run.common == ()
    assert [finding.code for finding in run.findings_of(run.teams[0])] == ["facts-older"]


def test_faults_and_what_has_a_place_are_never_common() -> None:
    placed = Finding("title-corrected", Level.WARNING, "Read as Opt.", (FilePlace("a.txt", 1),))
    run = run_of(team("a", placed, UNUSED), team("b", placed, UNUSED))
    assert [finding.code for finding in run.common] == ["facts-older"]


def test_other_places_are_named_once() -> None:
    first, other, third = FilePlace("a.txt", 1), FilePlace("b.txt", 2), FilePlace("b.txt", 3)
    again = FilePlace("./a.txt", 1, "4 Opt")
    assert further_places(FAULT._replace(places=(first, other, again, third, other))) == (
        other,
        third,
    )
    assert further_places(FAULT._replace(places=())) == ()

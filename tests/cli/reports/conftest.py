"""A small run: a team of each verdict, with what is hard to write in any report."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.cli.findings import CANNOT_BE_READ, CheckedTeam, FilePlace, Finding, Level, State
from headjudge.cli.reports import PLAIN, Run, Show
from validator import Source

GOLDEN = Path(__file__).with_name("golden")
ASKED = "modern, two-headed-giant, combined-four, as of 2026-11-21"
OLDER = Finding("facts-older", Level.INFO, "The card facts are of 2026-08-22.")


def team(name: str, *findings: Finding) -> CheckedTeam:
    """A team of two files that could be asked about."""
    files = (f"{name}/ann.txt", f"{name}/ben.txt")
    document = {"legal": not any(finding.rule for finding in findings)}
    return CheckedTeam(name, files, ASKED, (*findings, OLDER), document)


def run_of(*teams: CheckedTeam, show: Show = PLAIN) -> Run:
    """A run over these teams."""
    return Run(teams, "0.1.0", "sha256:0", "as of 2026-11-21", show)


def illegal() -> CheckedTeam:
    """Faults on a line, on several, of a whole deck, of no file; a notice; what does not count."""
    name = "b, 100%: “burn”"
    ann, ben = f"{name}/ann.txt", f"{name}/ben.txt"
    rules = Source("Magic Tournament Rules", "6.1")
    return team(
        name,
        Finding("deck-count", Level.ERROR, "The team has 1 deck.", fix="Register 2.", rule=rules),
        Finding(
            "main-too-small", Level.ERROR, "The main deck of Ann has 59 cards.", (FilePlace(ann),),
            "Add 1 card.", rule=rules,
        ),
        Finding(
            "combined-copies", Level.ERROR, "8 copies of Lightning Bolt.",
            (FilePlace(ann, 3, "4\t稲妻"), FilePlace(ben, 1, "4 lightning  bolt (M10) 146"),
             FilePlace(ben)),
            "Remove 4 copies.", "Lightning Bolt", rules,
        ),
        Finding(
            "unknown-card", Level.ERROR, "No card is titled “<b>|x\x1b[2J”.",
            (FilePlace(ann, 7, "4 <b>|x\x1b[2J"),), "Correct the title.", rule=rules,
        ),
        Finding(
            "title-corrected", Level.WARNING, "“opt!” was read as Opt.",
            (FilePlace(ann, 9, "1 opt!"),), card="Opt",
        ),
        Finding(
            "banned-card", Level.ERROR, "The One Ring has been banned.",
            (FilePlace(ben, 5, "4 The One Ring"),), "Replace 4 copies.", "The One Ring", rules,
            State.ALLOWED, "until the announcement is out",
        ),
        Finding(
            "not-legal", Level.ERROR, "Brainstorm is not in Modern.",
            (FilePlace(ben, 6, "Brainstorm"),), "Replace 1 copy.", "Brainstorm", rules, State.KNOWN,
        ),
    )  # fmt: skip


def tolerated() -> CheckedTeam:
    """A fault that is known, and nothing else."""
    fault = Finding(
        "deck-copies", Level.ERROR, "5 copies of Opt.", (FilePlace("d/ann.txt", 1, "5 Opt"),),
        "Remove 1 copy.", "Opt", Source("Magic Tournament Rules", "6.1"), State.KNOWN,
    )  # fmt: skip
    return team("d", fault)


def refused() -> CheckedTeam:
    """A notice that the configuration makes an error."""
    guess = "Line 62 on was read as the sideboard."
    place = FilePlace("e/ann.txt", 62, "2 Opt")
    return team("e", Finding("sideboard-guessed", Level.ERROR, guess, (place,)))


def unreadable() -> CheckedTeam:
    """A team of which a file is no text."""
    message = "c/ann.txt is no text: it holds NUL."
    problem = Finding(CANNOT_BE_READ, Level.ERROR, message, (FilePlace("c/ann.txt"),), "Mend it.")
    return CheckedTeam("c", ("c/ann.txt",), ASKED, (problem,))


@pytest.fixture
def run() -> Run:
    """A team of each verdict."""
    return run_of(team("a"), illegal(), unreadable(), tolerated(), refused())

"""The baseline: which faults are known, how often, and what is wrong with the file."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.cli import baselines
from headjudge.cli.baselines import Baseline
from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, Level, State

CLAMP = FilePlace("a.txt", 3, "1 Skullclamp")
BANNED = Finding("banned-card", Level.ERROR, "Banned.", (CLAMP,), card="Skullclamp")
SMALL = Finding("main-too-small", Level.ERROR, "Small.", (FilePlace("a.txt"),))
UNKNOWN = Finding("unknown-card", Level.ERROR, "Unknown.", (FilePlace("a.txt", 4, "4 Optt"),))
UNREADABLE = Finding("cannot-be-read", Level.ERROR, "Nobody knows.", (FilePlace("a.txt"),))
NOTICE = Finding("sideboard-guessed", Level.WARNING, "Guessed.", (FilePlace("a.txt", 5),))


def team(*findings: Finding, name: str = "team") -> CheckedTeam:
    return CheckedTeam(name, ("a.txt",), "modern", findings)


def states(checked: CheckedTeam) -> list[str]:
    return [f"{finding.code} {finding.state}" for finding in checked.findings]


def moved(finding: Finding, line: int, text: str | None = None, file: str = "a.txt") -> Finding:
    (place,) = finding.places
    return Finding(
        finding.code, finding.level, finding.message, (FilePlace(file, line, text or place.text),),
        card=finding.card,
    )  # fmt: skip


def test_only_what_fails_is_held() -> None:
    allowed = Finding("not-legal", Level.ERROR, "No.", card="Opt", state=State.ALLOWED)
    known_already = Finding("not-legal", Level.ERROR, "No.", card="Shock", state=State.KNOWN)
    known = baselines.of([team(NOTICE, allowed, known_already, BANNED)]).known
    assert [each.about for each in known] == ["Skullclamp", "Shock"]


@pytest.mark.parametrize(
    "finding",
    [
        moved(BANNED, 9),
        moved(BANNED, 9, "1x Skullclamp (DST) 140"),
        moved(BANNED, 3, file="decks/team/a.txt"),
        moved(BANNED, 3, "1 Skullclamp # headjudge: allow not-legal -- x"),
    ],
)
def test_a_line_may_move_and_be_written_anew(finding: Finding) -> None:
    known = baselines.of([team(BANNED)])
    (checked,) = baselines.apply([team(finding)], known)
    assert states(checked) == ["banned-card known"]


def test_an_unreadable_team_has_no_stale_faults() -> None:
    checked = team(UNREADABLE)
    assert baselines.apply([checked], baselines.of([team(BANNED)])) == (checked,)


@pytest.mark.parametrize(
    ("before", "after", "is_known"),
    [((4, 0), (4, 0), True), ((4, 0), (40, 0), False), ((4, 0), (2, 0), True),
     ((58, 60), (58, 60), True), ((58, 60), (20, 60), False), ((58, 60), (59, 60), True)],
)  # fmt: skip
def test_a_fault_is_known_as_far_as_it_went(
    before: tuple[int, int], after: tuple[int, int], is_known: bool
) -> None:
    first, then = (
        BANNED._replace(counted=counted, limit=limit) for counted, limit in (before, after)
    )
    (checked,) = baselines.apply([team(then)], baselines.of([team(first)]))
    assert checked.fails is not is_known


def test_two_teams_of_a_name_share_what_is_known() -> None:
    known = baselines.of([team(BANNED)])
    first, second = baselines.apply([team(BANNED), team(BANNED)], known)
    assert (first.fails, second.fails) == (False, True)


def test_the_file_is_one_fault_a_line_in_order() -> None:
    first, second = team(SMALL, BANNED), team(UNKNOWN, name="b “team”")
    text = baselines.baseline_text(baselines.of([second, first]))
    assert text == baselines.baseline_text(baselines.of([first, second]))
    rows = text.splitlines()
    assert rows[:3] == ["{", '  "baseline": 3,', '  "known": [']
    assert [json.loads(row.strip(" ,"))["code"] for row in rows[3:-2]] == [
        "unknown-card", "banned-card", "main-too-small",
    ]  # fmt: skip
    assert "“team”" in text
    assert json.loads(text)["known"][1]["files"] == ["a.txt"]


def test_a_fault_that_two_branches_wrote_is_one(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text(
        baselines.baseline_text(baselines.of([team(UNKNOWN, moved(UNKNOWN, 7))])), "utf-8"
    )
    head, row, tail = re.split(r"(    \{.*\}\n)", path.read_text())
    path.write_text(
        head + row.replace('"times": 2', '"times": 1').replace("\n", ",\n") + row + tail
    )
    assert [each.times for each in baselines.read(str(path)).known] == [2]


FINDINGS = st.builds(
    lambda code, card, line, text: Finding(
        code, Level.ERROR, "x", (FilePlace("a.txt", line, text),), card=card
    ),
    st.sampled_from(["not-legal", "unknown-card"]),
    st.none() | st.sampled_from(["Opt", "Shock"]),
    st.integers(1, 9),
    st.text(max_size=3) | st.sampled_from(["4 Optt", '"', "\\"]),
)
TEAMS = st.dictionaries(st.text(max_size=5), st.lists(FINDINGS, max_size=8), max_size=4).map(
    lambda teams: [team(*findings, name=name) for name, findings in teams.items()]
)


@settings(deadline=None)
@given(TEAMS, TEAMS)
def test_a_written_baseline_knows_its_faults_alone(
    tmp_path_factory: pytest.TempPathFactory, before: list[CheckedTeam], after: list[CheckedTeam]
) -> None:
    path = tmp_path_factory.getbasetemp() / "known.json"
    path.write_text(baselines.baseline_text(baselines.of(before)), "utf-8")
    known = baselines.read(str(path))
    assert all(not each.fails for each in baselines.apply(before, known))
    assert baselines.apply(before, baselines.of(before)) == baselines.apply(before, known)
    for checked, plain in zip(baselines.apply(after, known), after, strict=True):
        faults = Counter(each.fingerprint(plain.name) for each in plain.findings)
        held = Counter({e.fingerprint: e.times for e in known.known if e.team == plain.name})
        new = [each for each in checked.findings if each.fails]
        gone = [each for each in checked.findings if each.code == "baseline-stale"]
        assert len(new) == (faults - held).total()
        assert len(gone) == len(held - faults)
    assert Baseline("", baselines.of(after).known).without(known) == sum(
        each.fails for checked in baselines.apply(after, known) for each in checked.findings
    )

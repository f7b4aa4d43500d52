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
from headjudge.cli.errors import CommandError
from headjudge.cli.findings import CheckedTeam, Finding, Level, Spot, State

CLAMP = Spot("a.txt", 3, "1 Skullclamp")
BANNED = Finding("banned-card", Level.ERROR, "Banned.", (CLAMP,), card="Skullclamp")
SMALL = Finding("main-too-small", Level.ERROR, "Small.", (Spot("a.txt"),))
UNKNOWN = Finding("unknown-card", Level.ERROR, "Unknown.", (Spot("a.txt", 4, "4 Optt"),))
UNREADABLE = Finding("cannot-be-read", Level.ERROR, "Nobody knows.", (Spot("a.txt"),))
NOTICE = Finding("sideboard-guessed", Level.WARNING, "Guessed.", (Spot("a.txt", 5),))


def team(*findings: Finding, name: str = "team") -> CheckedTeam:
    return CheckedTeam(name, ("a.txt",), "modern", findings)


def states(checked: CheckedTeam) -> list[str]:
    return [f"{finding.code} {finding.state}" for finding in checked.findings]


def moved(finding: Finding, line: int, text: str | None = None, file: str = "a.txt") -> Finding:
    (spot,) = finding.spots
    return Finding(
        finding.code, finding.level, finding.message, (Spot(file, line, text or spot.text),),
        card=finding.card,
    )  # fmt: skip


def test_known_faults_do_not_fail_and_new_ones_do() -> None:
    known = baselines.of([team(BANNED, SMALL, NOTICE)])
    (checked,) = baselines.apply([team(BANNED, SMALL, UNKNOWN, NOTICE)], known)
    assert states(checked) == [
        "main-too-small known", "banned-card known", "unknown-card new", "sideboard-guessed new",
    ]  # fmt: skip
    assert checked.fails
    (checked,) = baselines.apply([team(BANNED, SMALL)], known)
    assert not checked.fails


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


@pytest.mark.parametrize(
    ("finding", "same"),
    [
        (moved(UNKNOWN, 9), True),
        (moved(UNKNOWN, 9, "  4  Optt"), True),
        (moved(UNKNOWN, 9, "4 Optt # headjudge: allow not-legal -- x"), True),
        (moved(UNKNOWN, 4, "4 Oppt"), False),
        (moved(UNKNOWN, 4, file="b.txt"), False),
    ],
)
def test_a_line_without_a_card_is_known_by_its_text(finding: Finding, same: bool) -> None:
    (checked,) = baselines.apply([team(finding)], baselines.of([team(UNKNOWN)]))
    assert checked.fails is not same


def test_a_fault_of_another_team_is_new() -> None:
    known = baselines.of([team(BANNED)])
    (checked,) = baselines.apply([team(BANNED, name="other")], known)
    assert checked.fails


def test_alike_faults_are_known_as_often_as_they_were() -> None:
    known = baselines.of([team(UNKNOWN, moved(UNKNOWN, 7))])
    assert [(each.code, each.times) for each in known.known] == [("unknown-card", 2)]
    three = team(UNKNOWN, moved(UNKNOWN, 7), moved(UNKNOWN, 8))
    (checked,) = baselines.apply([three], known)
    assert states(checked) == ["unknown-card known", "unknown-card known", "unknown-card new"]


def test_a_stale_fault_is_reported_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text(
        baselines.baseline_text(baselines.of([team(BANNED, SMALL, UNKNOWN, moved(UNKNOWN, 7))])),
        "utf-8",
    )
    known = baselines.read(str(path))
    (checked,) = baselines.apply([team(SMALL, UNKNOWN)], known)
    *_, banned, unknown = checked.findings
    assert [banned.code, unknown.code] == ["baseline-stale"] * 2
    assert not checked.fails
    assert (
        banned.message == "The baseline holds banned-card (Skullclamp), which is no longer there."
    )
    assert unknown.message.endswith("(4 Optt), which is no longer there, 1 of 2 times.")
    for finding in (banned, unknown):
        (spot,) = finding.spots
        assert finding.message.split()[3] in path.read_text().splitlines()[(spot.line or 0) - 1]


def test_an_unreadable_team_has_no_stale_faults() -> None:
    checked = team(UNREADABLE)
    assert baselines.apply([checked], baselines.of([team(BANNED)])) == (checked,)


def test_a_team_that_cannot_be_read_is_never_known() -> None:
    known = baselines.of([team(UNREADABLE)])
    assert known.known == ()
    (checked,) = baselines.apply([team(UNREADABLE)], known)
    assert checked.fails


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


def test_a_wrong_question_prevents_a_baseline() -> None:
    with pytest.raises(CommandError, match="team: Nobody knows"):
        baselines.of([team(UNREADABLE)._replace(is_usage_error=True)])


def test_teams_that_are_no_longer_there() -> None:
    known = baselines.of([team(BANNED), team(BANNED, name="another")])
    assert known.absent([team()]) == ("another",)
    assert known.absent([team(), team(name="another")]) == ()


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


def test_an_empty_baseline(tmp_path: Path) -> None:
    (tmp_path / "known.json").write_text(baselines.baseline_text(baselines.of([team()])), "utf-8")
    assert baselines.read(str(tmp_path / "known.json")).known == ()


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


WRONG: list[dict[str, object]] = [
    {"team": 1}, {"code": None}, {"about": []}, {"files": "a"}, {"files": [1]},
    {"fingerprint": 1}, {"times": 0}, {"times": True}, {"times": "1"}, {"times": 1.0},
    {"excess": None},
]  # fmt: skip
GOOD: dict[str, object] = {
    "team": "a", "code": "b", "about": "", "files": [], "fingerprint": "c", "times": 1, "excess": 0,
}  # fmt: skip


FINDINGS = st.builds(
    lambda code, card, line, text: Finding(
        code, Level.ERROR, "x", (Spot("a.txt", line, text),), card=card
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

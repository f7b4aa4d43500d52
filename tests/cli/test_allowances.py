"""Faults that comments in deck files allow, and what is wrong with such comments."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.cli import allowances
from headjudge.cli.allowances import ALLOWABLE, Terms, Unreadable
from headjudge.cli.findings import CheckedTeam, Finding, Level, findings_of, run_codes
from headjudge.decklists import read as read_deck
from validator import Event, validate

TODAY = date(2024, 10, 1)
ROWS = tomllib.loads(Path(__file__).with_name("allowances.toml").read_text("utf-8"))
SKULLCLAMP = "1 Skullclamp\n59 Forest\n"
"""Banned in Modern."""
UNREADABLE = Finding("cannot-be-read", Level.ERROR, "Nobody knows.")


def checked(texts: Mapping[str, str], **event: str) -> CheckedTeam:
    """A team of these files, judged in Modern."""
    asked = Event("modern", TODAY, **event)  # type: ignore[arg-type]
    report = validate(asked, [read_deck(text) for text in texts.values()])
    findings = findings_of(report, list(texts), None)
    return CheckedTeam("team", tuple(texts), "modern", findings, report.as_dict())


def judged(texts: Mapping[str, str], **event: str) -> CheckedTeam:
    """The same with what the files allow."""
    return allowances.apply(checked(texts, **event), texts, TODAY)


def alone(text: str) -> CheckedTeam:
    """One deck of a single player."""
    return judged({"a.txt": text}, structure="individual")


def said(team: CheckedTeam) -> list[str]:
    """The findings of a team, shortly: code, line, and what became of it."""
    return [
        f"{each.code} {'' if not each.places else each.places[0].line} {each.state}"
        for each in team.findings
    ]


@pytest.mark.parametrize("row", ROWS["decks"])
def test_what_comments_allow(row: list[str]) -> None:
    text, *expected = row
    assert said(alone(text)) == expected


def test_a_team_is_allowed_before_the_first_card_of_any_deck() -> None:
    one_deck = {"a.txt": "# headjudge: allow deck-count -- Ben is ill\n60 Forest\n"}
    assert said(judged(one_deck)) == ["deck-count  allowed"]


def test_an_allowance_for_a_deck_holds_for_that_deck_alone() -> None:
    texts = {
        "a.txt": "# headjudge: allow main-too-small -- ten\n10 Forest\n",
        "b.txt": "10 Forest\n",
    }
    assert said(judged(texts)) == ["main-too-small None allowed", "main-too-small None new"]


@pytest.mark.parametrize("where", ["a.txt", "b.txt"])
def test_one_of_several_places_is_enough(where: str) -> None:
    texts = {"a.txt": "56 Forest\n4 Opt\n", "b.txt": "57 Forest\n3 Opt\n"}
    assert "combined-copies 2 new" in said(judged(texts))
    texts[where] = texts[where].replace("Opt", "Opt # headjudge: allow combined-copies -- a test")
    team = judged(texts)
    assert "combined-copies 2 allowed" in said(team)
    assert not any(each.code.startswith("allowance") for each in team.findings)


def test_a_file_that_was_not_read_allows_nothing() -> None:
    team = checked({"<stdin>": f"# headjudge: allow deck-count -- x\n{SKULLCLAMP}"})
    assert allowances.apply(team, {}, TODAY) is team


def test_a_team_with_a_wrong_question_is_left_out() -> None:
    team = CheckedTeam("team", ("a.txt",), "modern", (UNREADABLE,))
    assert allowances.apply(team, {"a.txt": "# headjudge: allow x -- y"}, TODAY) is team


def test_faults_of_allowances_are_warnings_at_their_line() -> None:
    text = f"// Burn\n{SKULLCLAMP}# headjudge: allow xyz -- x\n"
    (*_, fault) = alone(text).findings
    assert (fault.level, fault.fails) == (Level.WARNING, False)
    assert fault.places == (("a.txt", 4, "# headjudge: allow xyz -- x"),)
    assert fault.message == "“xyz” is not a code that can be allowed."
    assert fault.fix == run_codes()[fault.code].fix


def test_a_code_that_is_nearly_one() -> None:
    (*_, fault) = alone("60 Forest # headjudge: allow baned-card -- x\n").findings
    assert fault.message.endswith('Did you mean "banned-card"?')


@pytest.mark.parametrize(("words", "codes", "reason", "until"), ROWS["words"])
def test_words(words: str, codes: list[str], reason: str, until: str) -> None:
    day = date.fromisoformat(until) if until else None
    assert allowances.read(words) == Terms(tuple(codes), reason, day)


@pytest.mark.parametrize(("words", "why"), ROWS["no_words"])
def test_words_that_allow_nothing(words: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        allowances.read(words)


REASONS = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1)


@given(
    st.lists(st.sampled_from(ALLOWABLE), min_size=1, unique=True),
    REASONS.map(lambda text: " ".join(text.split())).filter(
        lambda text: text.strip("-–— ") and not text.lower().startswith("until")
    ),
    st.none() | st.dates(date(2000, 1, 1)),
)
def test_allowances_are_read_as_written(codes: list[str], reason: str, until: date | None) -> None:
    words = f"allow {', '.join(codes)} -- {reason}" + (f" -- until {until}" if until else "")
    read = allowances.read(words)
    assert (read.codes, read.until) == (tuple(codes), until)
    assert read.reason


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\r\n"), max_size=200))
def test_any_text_is_read_or_refused(words: str) -> None:
    texts = {"a.txt": f"60 Forest\n# headjudge: {words}\n"}
    team = judged(texts, structure="individual")
    assert not team.fails
    assert {each.code for each in team.findings} <= {*run_codes(), "hard-to-shuffle"}


def test_no_code_is_of_a_deck_and_of_a_run() -> None:
    assert len(set(ALLOWABLE)) == len(ALLOWABLE)
    assert set(run_codes()) & set(ALLOWABLE) == {"illegal-soon"}

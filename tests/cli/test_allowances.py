"""Faults that comments in deck files allow, and what is wrong with such comments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.cli import allowances
from headjudge.cli.allowances import ALLOWABLE, Terms, Unreadable
from headjudge.cli.findings import CODES, CheckedTeam, Finding, Level, State, findings_of
from headjudge.decklists import read as read_deck
from validator import Event, validate

TODAY = date(2024, 10, 1)
SKULLCLAMP = "1 Skullclamp\n59 Forest\n"
UNREADABLE = Finding("cannot-be-read", Level.ERROR, "Nobody knows.")
"""Banned in Modern."""


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
        f"{each.code} {'' if not each.spots else each.spots[0].line} {each.state}"
        for each in team.findings
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 Skullclamp # headjudge: allow banned-card -- a gift\n59 Forest\n",
        "1 Skullclamp // headjudge: allow banned-card -- a gift\n59 Forest\n",
        "1 Skullclamp #HEADJUDGE: Allow BANNED-CARD, not-legal — a gift\n59 Forest\n",
        "# headjudge: allow banned-card -- a gift\n1 Skullclamp\n59 Forest\n",
        "59 Forest\n// headjudge: allow banned-card -- a gift\n# a note\n1 Skullclamp\n",
        "59 Forest\r\n1 Skullclamp # headjudge: allow banned-card -- a gift\r\n",
    ],
)
def test_a_line_is_allowed(text: str) -> None:
    team = alone(text)
    (banned,) = (each for each in team.findings if each.code == "banned-card")
    assert (banned.state, banned.reason) == (State.ALLOWED, "a gift")
    assert not team.fails


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # another line, another code, a blank line between
        (
            "1 Skullclamp\n59 Forest # headjudge: allow banned-card -- a gift\n",
            ["banned-card 1 new", "allowance-unused 2 new"],
        ),
        (
            "1 Skullclamp # headjudge: allow not-legal -- a gift\n59 Forest\n",
            ["banned-card 1 new", "allowance-unused 1 new"],
        ),
        (
            "59 Forest\n# headjudge: allow banned-card -- a gift\n\n1 Skullclamp\n",
            ["allowance-unused 2 new", "banned-card 4 new"],
        ),
        # one of two codes is needed
        (
            "1 Skullclamp # headjudge: allow banned-card, not-legal -- a gift\n59 Forest\n",
            ["banned-card 1 allowed", "allowance-unused 1 new"],
        ),
        # no reason, no more time, or neither
        (
            "1 Skullclamp # headjudge: allow banned-card\n59 Forest\n",
            ["banned-card 1 new", "allowance-without-reason 1 new"],
        ),
        (
            "1 Skullclamp # headjudge: allow banned-card -- x -- until 2024-09-30\n59 Forest\n",
            ["banned-card 1 new", "allowance-expired 1 new"],
        ),
        (
            "1 Skullclamp # headjudge: allow banned-card -- until 2024-09-30\n59 Forest\n",
            ["banned-card 1 new", "allowance-without-reason 1 new", "allowance-expired 1 new"],
        ),
        (
            "1 Skullclamp # headjudge: allow banned-card -- x -- until 2024-10-01\n59 Forest\n",
            ["banned-card 1 allowed"],
        ),
        # what is not needed is only that, whatever else is wrong with it
        (
            "60 Forest # headjudge: allow banned-card -- until 2024-09-30\n",
            ["allowance-unused 1 new"],
        ),
        # nothing that can be read
        (
            "1 Skullclamp # headjudge: alow banned-card -- x\n59 Forest\n",
            ["banned-card 1 new", "allowance-unreadable 1 new"],
        ),
        (
            "1 Skullclamp # headjudge: allow banend-card -- x\n59 Forest\n",
            ["banned-card 1 new", "allowance-unknown-code 1 new"],
        ),
    ],
)  # fmt: skip
def test_faults_that_stay(text: str, expected: list[str]) -> None:
    assert said(alone(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# headjudge: allow main-too-small -- ten\n\n10 Forest\n", "main-too-small None allowed"),
        ("# headjudge: allow main-too-small -- ten\n10 Forest\n", "main-too-small None allowed"),
        ("// Ten\n# headjudge: allow main-too-small -- ten\nDeck\n10 Forest\n",
         "main-too-small None allowed"),
        ("10 Forest # headjudge: allow main-too-small -- ten\n", "main-too-small None new"),
        ("10 Forest\n# headjudge: allow main-too-small -- ten\n", "main-too-small None new"),
    ],
)  # fmt: skip
def test_a_whole_deck_is_allowed_before_its_first_card(text: str, expected: str) -> None:
    assert said(alone(text))[0] == expected


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


def test_a_notice_is_allowed() -> None:
    text = "56 Forest\n4 Lightnig-Bolt # headjudge: allow title-corrected -- Ben's spelling\n"
    team = alone(text.replace("Lightnig-Bolt", "Lightning-Bolt"))
    assert said(team) == ["title-corrected 2 allowed"]


@pytest.mark.parametrize(
    "text",
    [
        "Count,Name\n1,Skullclamp # headjudge: allow banned-card -- x\n59,Forest\n",
        '{"main": ["59 Forest", "1 Skullclamp # headjudge: allow banned-card -- x"]}',
    ],
)
def test_documents_have_no_such_comments(text: str) -> None:
    team = alone(text)
    assert team.fails
    (fault,) = (each for each in team.findings if each.code == "allowance-unreadable")
    assert "baseline" in (fault.fix or "")


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
    assert fault.spots == (("a.txt", 4, "# headjudge: allow xyz -- x"),)
    assert fault.message == "“xyz” is no code that can be allowed."
    assert fault.fix == CODES[fault.code].fix


def test_a_code_that_is_nearly_one() -> None:
    (*_, fault) = alone("60 Forest # headjudge: allow baned-card -- x\n").findings
    assert fault.message.endswith('Did you mean "banned-card"?')


def test_a_file_of_two_teams_may_allow_what_one_of_them_needs() -> None:
    opts = "56 Forest\n4 Opt # headjudge: allow combined-copies, not-legal -- a test\n"
    one = judged({"opts.txt": opts, "a.txt": "57 Forest\n3 Opt\n"})
    other = judged({"opts.txt": opts, "b.txt": "60 Forest\n"})
    ill = CheckedTeam("ill", ("opts.txt", "c.txt"), "modern", (UNREADABLE,))
    assert said(one).count("allowance-unused 2 new") == 1
    assert said(other) == ["allowance-unused 2 new"] * 2
    settled = allowances.settle([one, other, ill])
    assert settled[0] == one
    assert [each.message for each in settled[1].findings] == [
        "There is no not-legal here to allow."
    ]
    assert settled[2] == ill


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("allow not-legal", Terms(("not-legal",), "", None)),
        ("allow not-legal --", Terms(("not-legal",), "", None)),
        ("allow a,b , c -- x", Terms(("a", "b", "c"), "x", None)),
        ("allow a, a -- x – y", Terms(("a",), "x -- y", None)),
        ("allow a -- until 2027-01-31 -- x", Terms(("a",), "x", date(2027, 1, 31))),
        ("allow a — x — Until  2027-01-31", Terms(("a",), "x", date(2027, 1, 31))),
        ("allow a -- until the new set is out", Terms(("a",), "until the new set is out", None)),
        ("allow a -- well-read", Terms(("a",), "well-read", None)),
    ],
)
def test_words(words: str, expected: Terms) -> None:
    assert allowances.read(words) == expected


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "“” is nothing"),
        ("ignore not-legal", "“ignore not-legal” is nothing"),
        ("allow", "“” is no list of codes"),
        ("allow -- x", "“” is no list of codes"),
        ("allow a,,b -- x", "“a,,b” is no list"),
        ("allow not-legal because we play it", "“not-legal because we play it” is no list"),
        ("allow a -- x -- until tomorrow", "“tomorrow” is no day"),
        ("allow a -- x -- until 2027-02-29", "“2027-02-29” is no day"),
    ],
)
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
    assert {each.code for each in team.findings} <= {*CODES, "hard-to-shuffle"}


def test_no_code_is_of_a_deck_and_of_a_run() -> None:
    assert len(set(ALLOWABLE)) == len(ALLOWABLE)
    assert set(CODES) & set(ALLOWABLE) == {"illegal-soon"}

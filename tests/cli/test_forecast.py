"""Warnings of what announcements and rotations will do to decks."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import catalogue
from formats import HouseRules
from headjudge.cli.findings import CODES, Finding, Level
from headjudge.cli.judging import ILLEGAL_SOON as CODE
from headjudge.cli.judging import forecast, read_span, until
from headjudge.decklists import read
from validator import Event, validate
from validator.house_rules import read_folder, settle
from validator.questions import InvalidQuestion

FILES = ("a.txt", "b.txt", "c.txt")


def soon(format_id: str, as_of: str, last: str, *decks: str, **event: Any) -> tuple[Finding, ...]:
    """What is said of decks that are filled up with basics."""
    lists = [read(f"{deck}\n60 Forest") for deck in decks]
    report = validate(Event(format_id, as_of, **event), lists)
    return tuple(forecast(report, date.fromisoformat(last), FILES[: len(lists)]))


def test_a_ban_names_card_day_cause_and_lines() -> None:
    (found,) = soon("modern", "2024-12-01", "2024-12-31", "4 The One Ring", "1 The One Ring")
    assert (found.code, found.level, found.fails) == (CODE, Level.WARNING, False)
    assert found.message == "Not legal from 2024-12-16 on: The One Ring is banned in Modern."
    assert [(spot.file, spot.line) for spot in found.spots] == [("a.txt", 1), ("b.txt", 1)]
    assert (found.card, found.fix) == ("The One Ring", "Replace 5 copies of The One Ring.")
    assert found.rule is not None
    assert "banned-and-restricted-december-16-2024" in found.rule.source
    assert found.code in CODES


@pytest.mark.parametrize(
    ("last", "days"),
    [("2024-12-15", []), ("2024-12-16", ["2024-12-16"]), ("2030-01-01", ["2024-12-16"])],
)
def test_only_within_the_time(last: str, days: list[str]) -> None:
    found = soon("modern", "2024-12-01", last, "4 The One Ring", structure="individual")
    assert [each.message.split()[3] for each in found] == days


def test_a_ban_that_has_been_is_a_fault_and_no_forecast() -> None:
    assert soon("modern", "2024-12-16", "2025-12-31", "4 The One Ring", "4 Forest") == ()


@pytest.mark.parametrize(
    ("format_id", "as_of", "last", "decks", "event", "message"),
    [
        (
            "standard", "2025-07-01", "2025-08-01", ["4 Cut Down", "4 Forest"], {},
            "Not legal from 2025-08-01 on: Cut Down leaves Standard.",
        ),
        (
            "vintage", "2024-08-01", "2024-09-01", ["4 Urza's Saga", "4 Forest"], {},
            "Not legal from 2024-08-26 on: Urza's Saga is restricted in Vintage.",
        ),
        (
            "modern", "2016-07-01", "2016-08-01", ["2 Lightning Bolt", "2 Lightning Bolt"],
            {"policy": "tournament"},
            "Not legal from 2016-07-22 on: Lightning Bolt is in deck 1 and deck 2; no two decks of"
            " a team may hold the same card. The tournament rules for teams change: ",
        ),
        (
            "innistrad-block", "2018-04-01", "2018-05-01", ["4 Forest", "4 Forest"], {},
            "Not legal from 2018-04-27 on: Innistrad-Avacyn Restored Block Constructed ends.",
        ),
    ],
)  # fmt: skip
def test_forecasts(
    format_id: str, as_of: str, last: str, decks: list[str], event: dict[str, Any], message: str
) -> None:
    (found,) = soon(format_id, as_of, last, *decks, **event)
    assert found.message.startswith(message)


def test_several_changes_are_told_in_order() -> None:
    decks = "1 Jegantha, the Wellspring\n4 Splinter Twin\n4 Underworld Breach"
    found = soon("modern", "2024-12-01", "2025-12-31", decks, structure="individual")
    assert [(each.card, each.message.split()[3]) for each in found] == [
        ("Jegantha, the Wellspring", "2024-12-16"),
        ("Underworld Breach", "2025-03-31"),
    ]


def test_a_banned_card_that_rotates_is_no_news() -> None:
    # Banned in June 2025, out of Standard with its set in August.
    deck = "4 Monstrous Rage\n4 Cut Down"
    (found,) = soon("standard", "2025-07-01", "2027-01-01", deck, structure="individual")
    assert found.card == "Cut Down"


def test_a_card_that_is_banned_before_it_is_released_is_no_news() -> None:
    assert soon("pauper", "2024-05-01", "2025-01-01", "4 Cranial Ram", structure="individual") == ()


def test_house_rules(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(
        'name = "Our club"\nfrom = 2024-06-01\nuntil = 2024-09-01\n'
        'sets = [{code = "DOM", until = 2024-08-01}, {code = "M19"}]\n'
    )
    own = read_folder(tmp_path, catalogue())["club"]
    (left, ended) = soon(
        "club",
        "2024-07-01",
        "2025-01-01",
        "4 Steel Leaf Champion",
        structure="individual",
        house=own,
    )
    assert left.message == "Not legal from 2024-08-01 on: Steel Leaf Champion leaves Our club."
    assert ended.message == "Not legal from 2024-09-01 on: Our club ends."
    allowed = settle(HouseRules("modern", allow=("The One Ring",)), catalogue())
    ring = ("modern", "2024-12-01", "2024-12-31", "4 The One Ring", "4 Forest")
    assert soon(*ring, house=allowed) == ()
    assert len(soon(*ring)) == 1


def test_limited_has_nothing_to_come() -> None:
    assert soon("sealed", "2024-12-01", "2026-12-01", "1 The One Ring", "1 Forest") == ()


def test_no_deck_at_all() -> None:
    assert soon("modern", "2024-12-01", "2026-12-01") == ()


@settings(deadline=None)
@given(st.dates(date(1994, 1, 1), date(2026, 1, 1)), st.integers(0, 2000))
def test_the_forecast_comes_true(as_of: date, days: int) -> None:
    """What is foretold of a legal deck is a fault on the day; without it the deck stays legal."""
    deck = read("4 Splinter Twin\n4 Brainstorm\n4 Necropotence\n48 Island")
    last = as_of + timedelta(days)
    for format_id in ("modern", "legacy", "vintage"):
        report = validate(Event(format_id, as_of, "individual"), [deck])
        found = forecast(report, last, ["a.txt"])
        for each in found:
            day = date.fromisoformat(each.message.split()[3])
            assert as_of < day <= last
            then = validate(Event(format_id, day, "individual"), [deck])
            assert each.card in {violation.card for violation in then.violations}
        if report.legal and not found:
            assert validate(Event(format_id, last, "individual"), [deck]).legal


@pytest.mark.parametrize(("text", "days"), [("30d", 30), ("6w", 42), ("1D", 1), (" 999w ", 6993)])
def test_spans(text: str, days: int) -> None:
    assert read_span(text) == timedelta(days)


@pytest.mark.parametrize("text", ["", "30", "d", "0d", "-1d", "1.5d", "1000d", "3m", "30 d", "d30"])
def test_no_spans(text: str) -> None:
    with pytest.raises(InvalidQuestion, match="is no time as 30d"):
        read_span(text)


def test_a_span_ends_at_the_last_date_there_is() -> None:
    assert until(date(2024, 12, 1), timedelta(30)) == date(2024, 12, 31)
    assert until(date(9999, 12, 1), timedelta(6993)) == date.max

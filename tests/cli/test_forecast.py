"""Warnings of what announcements and rotations will do to decks."""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import catalogue
from formats import HouseRules
from headjudge.cli.findings import Finding, Level, run_codes
from headjudge.cli.judging import ILLEGAL_SOON as CODE
from headjudge.cli.judging import forecast, read_span, until
from headjudge.decklists import read
from validator import Event, validate
from validator.house_rules import read_folder, settle
from validator.questions import InvalidQuestion

ROWS = tomllib.loads(Path(__file__).with_name("forecasts.toml").read_text("utf-8"))["rows"]
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
    assert [(place.file, place.line) for place in found.places] == [("a.txt", 1), ("b.txt", 1)]
    assert (found.card, found.fix) == ("The One Ring", "Replace 5 copies of The One Ring.")
    assert found.rule is not None
    assert "banned-and-restricted-december-16-2024" in found.rule.source
    assert found.code in run_codes()


@pytest.mark.parametrize(("format_id", "as_of", "last", "decks", "event", "said"), ROWS)
def test_what_is_foretold(
    format_id: str,
    as_of: date,
    last: date,
    decks: list[str],
    event: dict[str, Any],
    said: list[str],
) -> None:
    found = soon(format_id, str(as_of), str(last), *decks, **event)
    assert len(found) == len(said), found
    for finding, beginning in zip(found, said, strict=True):
        assert finding.message.startswith(beginning)


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
    with pytest.raises(InvalidQuestion, match="is not a time span such as 30d"):
        read_span(text)


def test_a_span_ends_at_the_last_date_there_is() -> None:
    assert until(date(2024, 12, 1), timedelta(30)) == date(2024, 12, 31)
    assert until(date(9999, 12, 1), timedelta(6993)) == date.max

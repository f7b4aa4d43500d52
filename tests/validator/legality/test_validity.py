"""From when until when a report stands."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

ALONE = {"structure": "individual"}
ONE_DAY = datetime.timedelta(days=1)
SHEOLDRED = "Sheoldred, the Apocalypse"


@pytest.mark.parametrize(
    ("format_id", "title", "as_of", "span"),
    [
        ("modern", "The One Ring", "2024-10-01", ("2023-06-16", "2024-12-16")),
        ("modern", "The One Ring", "2024-12-16", ("2024-12-16", None)),
        ("modern", "Mox Opal", "2024-10-01", ("2020-01-14", "2024-12-16")),
        ("standard", SHEOLDRED, "2024-10-01", ("2022-09-09", "2025-08-01")),
        ("vintage", "Gifts Ungiven", "2007-07-01", ("2007-06-20", None)),
        ("extended", "Lightning Bolt", "2013-01-01", (None, "2013-09-27")),
        ("extended", "Island", "2013-01-01", (None, "2013-10-08")),
        ("modern", "Jegantha", "2024-07-01", ("2020-05-15", "2024-12-16")),
        (
            "standard",
            "Sheltered by Ghosts",
            "2026-11-27",
            (None, "2027-01-29"),
        ),
    ],
)
def test_a_report_stands_until_a_card_changes(
    ask: Ask, format_id: str, title: str, as_of: str, span: tuple[str | None, str | None]
) -> None:
    document = ask(format_id, [f"1 {title}"], as_of=as_of, **ALONE).as_dict()
    start, end = span
    if start:
        assert document["valid_from"] == start
    if end:
        assert document["valid_until"] == end


@pytest.mark.parametrize(
    ("format_id", "lines", "as_of", "asked"),
    [
        ("modern", ["4 The One Ring"], "2024-10-01", {}),
        ("modern", ["4 Mox Opal", "1 The One Ring"], "2024-10-01", {}),
        ("standard", [f"4 {SHEOLDRED}"], "2024-10-01", {}),
        ("vintage", ["2 Gifts Ungiven"], "2007-07-01", {}),
        ("legacy", ["30 Relentless Rats"], "2017-01-01", {"policy": "tournament"}),
        ("legacy", ["1 Zodiac Dragon"], "2003-01-01", {}),
        ("modern", [], "2005-01-01", {}),
        ("extended", [], "2013-01-01", {}),
    ],
)
def test_the_verdict_is_the_same_on_each_day_of_its_span(
    ask: Ask, format_id: str, lines: list[str], as_of: str, asked: dict[str, Any]
) -> None:
    report = ask(format_id, lines, lines, as_of=as_of, **asked)
    document = report.as_dict()
    span = (document["valid_from"], document["valid_until"])
    first, after = (day and datetime.date.fromisoformat(day) for day in span)
    for day in (first, after and after - ONE_DAY):
        if day:
            same = ask(format_id, lines, lines, as_of=day, **asked)
            assert [one.code for one in same.violations] == [one.code for one in report.violations]
            assert same.as_dict()["valid_until"] == document["valid_until"]


@pytest.mark.parametrize(
    ("line", "as_of", "span"),
    [
        ("sideboard: 7 Island", "2013-07-12", (None, "2013-07-13")),
        ("sideboard: 7 Island", "2014-01-01", ("2013-07-13", None)),
        ("attractions: 10 Balloon Stand", "2023-06-01", ("2022-10-07", "2024-05-13")),
    ],
)
def test_what_is_beside_a_deck_ends_a_verdict(
    ask: Ask, line: str, as_of: str, span: tuple[str | None, str | None]
) -> None:
    document = ask("legacy", [line], as_of=as_of, **ALONE).as_dict()
    assert (document["valid_from"], document["valid_until"])[span[0] is None] == (
        span[span[0] is None]
    )


def test_the_reason_for_the_end_is_given(ask: Ask) -> None:
    because = ask("modern", ["1 The One Ring"]).as_dict()["valid_because"]
    assert because == "The One Ring is banned in Modern."
    because = ask("standard", [f"1 {SHEOLDRED}"], as_of="2025-07-01").as_dict()["valid_because"]
    assert because == f"{SHEOLDRED} leaves Standard."

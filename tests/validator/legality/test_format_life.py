"""Formats on the first and last day of their life, and outside it."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

import formats

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ONE_DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize(
    "format_id", [one for one in formats.ids() if formats.load(one).kind != "extra-list"]
)
def test_the_five_basics_are_legal_on_the_first_and_last_day_of_a_format(
    judge: Judge, format_id: str
) -> None:
    life = formats.load(format_id).life
    for day in [life.start, *([life.end - ONE_DAY] if life.end else [])]:
        for basic in ("Plains", "Island", "Swamp", "Mountain", "Forest"):
            found = judge(format_id, [], as_of=day, fill=basic)
            faults = {fault for fault in found if not fault.startswith("commander-missing")}
            assert faults <= {"deck-count 1/2"}, (day, basic)


@pytest.mark.parametrize(
    ("format_id", "as_of", "message"),
    [
        ("modern", "2011-08-11", "Modern did not exist on 2011-08-11; it began on 2011-08-12."),
        ("extended", "2013-10-08", "Extended did not exist on 2013-10-08; it ended on 2013-10-08."),
        ("vintage", "1994-01-24", "Vintage did not exist on 1994-01-24; it began on 1994-01-25."),
        ("pioneer", "2019-10-20", "Pioneer did not exist on 2019-10-20; it began on 2019-10-21."),
    ],
)
def test_a_format_outside_its_life(ask: Ask, format_id: str, as_of: str, message: str) -> None:
    (violation,) = ask(format_id, [], as_of=as_of).violations
    assert (violation.code, violation.message) == ("format-inactive", message)


@pytest.mark.parametrize(
    ("format_id", "as_of"),
    [("modern", "2011-08-12"), ("extended", "2013-10-07"), ("vintage", "1994-01-25")],
)
def test_a_format_on_the_first_and_last_day_of_its_life(
    judge: Judge, format_id: str, as_of: str
) -> None:
    assert judge(format_id, [], as_of=as_of) == []


@pytest.mark.parametrize(
    "line", ["1 Skullclamp", "9 Opt", "1 Blacker Lotus", "1 Backup Plan", "1 Nadu, Winged Wisdom"]
)
@pytest.mark.parametrize("policy", ["combined-four", "unified-2018"])
def test_outside_its_life_a_format_judges_no_card(judge: Judge, line: str, policy: str) -> None:
    found = judge("extended", [line], [line], as_of="2014-01-01", policy=policy)
    assert found == ["format-inactive"]


@pytest.mark.parametrize("line", ["1 Baffling Defenses", "1 Backup Plan"])
def test_limited_before_its_life_judges_no_card(judge: Judge, line: str) -> None:
    assert judge("sealed", [line], as_of="1993-09-01") == ["format-inactive"]


def test_an_inactive_format_is_reported_once_for_each_format(judge: Judge) -> None:
    event = {"structure": "team-constructed", "deck_formats": ["extended", "extended"]}
    assert judge("extended", [], [], **event) == ["format-inactive"]
    event["deck_formats"] = ["extended", "modern", "extended"]
    assert judge("extended", [], [], [], **event) == ["format-inactive"]
    event["deck_formats"] = ["pioneer", "modern"]
    assert judge("modern", [], [], as_of="2000-01-01", **event) == ["format-inactive"] * 2

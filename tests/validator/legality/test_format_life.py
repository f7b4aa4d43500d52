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

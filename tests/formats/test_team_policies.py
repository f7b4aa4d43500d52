"""Team policies: what they say, which is in force when, and that the facts bear them out."""

from __future__ import annotations

from datetime import date

import pytest

import formats


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        (date(1994, 1, 25), "unified-2005"),
        (date(2005, 9, 30), "unified-2005"),
        (date(2005, 10, 1), "unified-2005"),
        (date(2013, 1, 31), "unified-2005"),
        (date(2013, 2, 1), "unified-2013"),
        (date(2016, 7, 21), "unified-2013"),
        (date(2016, 7, 22), "unified-2016"),
        (date(2018, 10, 4), "unified-2016"),
        (date(2018, 10, 5), "unified-2018"),
        (date(2100, 1, 1), "unified-2018"),
    ],
)
def test_the_tournament_policy_in_force(as_of: date, expected: str) -> None:
    assert formats.tournament_policy(as_of).id == expected
    assert formats.resolve_policy("tournament", as_of).id == expected


def test_the_default_has_no_dates_and_two_sources() -> None:
    one = formats.policy("combined-four")
    assert one.life is None
    assert one.source == "Wizards of the Coast, Two-Headed Giant format page, as of 2024-07-09"
    assert one.copies_source == "DCI Two-Headed Giant FAQ, 2005-09-05"
    assert one.copies_clause == "Unified Deck Construction"


@pytest.mark.parametrize("policy_id", ["unified-2006", "", "../modern"])
def test_what_is_no_policy_is_unknown(policy_id: str) -> None:
    with pytest.raises(formats.UnknownPolicy):
        formats.resolve_policy(policy_id, date(2024, 1, 1))


def test_tournament_is_no_policy_of_its_own() -> None:
    with pytest.raises(formats.UnknownPolicy):
        formats.policy("tournament")

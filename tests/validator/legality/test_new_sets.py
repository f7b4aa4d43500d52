"""Sets that no format knows, from when they count, and who has to name them."""

from __future__ import annotations

import datetime

import pytest

import formats
from cards import Catalogue, catalogue
from tests.cards.small import small
from validator.legality.new_sets import PRERELEASE_SINCE, STANDARD_KINDS, legal_from, new_sets


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """Card facts with a set of Standard that is newer than the formats."""
    path = tmp_path_factory.mktemp("sets") / "new.sqlite"
    sets = {"QQQ": ("Quests", "2027-02-12")}
    return Catalogue(small(path, "2027-01-20", more={"Quest": ("QQQ:R",)}, sets=sets))


def test_a_new_set(facts: Catalogue) -> None:
    (found,) = new_sets(facts, {"DOM", "HOB"})
    assert found.card_set.code == "QQQ"
    assert found.legal_from == datetime.date(2027, 2, 5)
    assert found.cards == 1
    assert found.formats == ("modern", "pioneer", "standard")


def test_every_set_of_standard_is_in_its_formats() -> None:
    shipped = catalogue()
    before = {code for code, one in shipped.sets.items() if one.released < PRERELEASE_SINCE}
    missing = [one.card_set.code for one in new_sets(shipped, before) if one.formats]
    assert missing == []


def test_the_practice_gives_the_days_of_the_sets_since_then() -> None:
    standard = formats.load("standard").sets
    differing = {
        code: str(legal_from(one))
        for code, one in catalogue().sets.items()
        if one.kind in STANDARD_KINDS
        and code in standard
        and one.released >= PRERELEASE_SINCE
        and legal_from(one) != standard[code][0].start
    }
    # An epilogue without a prerelease.
    assert differing == {"MAT": "2023-05-05"}


def test_a_set_besides_standard_counts_from_its_release() -> None:
    sets = catalogue().sets
    assert legal_from(sets["SOC"]) == sets["SOC"].released

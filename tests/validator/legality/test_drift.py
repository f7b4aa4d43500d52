"""Published legalities against ours: cards, whole sets, and what only one side knows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from functools import cache

import pytest

import formats
from cards import Card, catalogue
from validator.legality.drift import STATUSES, Drift, Published, Status, Unknown, drift, status_of
from validator.legality.ruleset import ruleset

DAY = datetime.date(2024, 10, 1)
FORMATS = ("standard", "modern", "legacy", "vintage", "pauper")
SETS = ("BLB", "DSK", "DOM")


@cache
def agreeing() -> tuple[Published, ...]:
    """What somebody publishes who agrees with us, of the cards of some sets and some others."""
    facts = catalogue()
    rules = {one: ruleset(one, DAY, facts, two_headed=False) for one in FORMATS}
    titles = {card.title for code in SETS for card in facts.cards_of(code)}
    more = {"Black Lotus", "Brainstorm", "The One Ring", "Lightning Bolt", "Colossal Dreadmaw"}
    return tuple(
        Published(
            title,
            {one: status_of(facts.card(title), each) for one, each in rules.items()},
            "XYZ",
        )
        for title in sorted(titles | more)
    )


def but(**changed: Status) -> list[Published]:
    """The same with other statuses in Modern, by title; spaces are underscores."""
    other = {title.replace("_", " "): status for title, status in changed.items()}
    return [
        one._replace(legalities={**one.legalities, "modern": other[one.title]})
        if one.title in other
        else one
        for one in agreeing()
    ]


def compared(published: Iterable[Published], day: datetime.date = DAY) -> Drift:
    return drift(published, day, catalogue())


def differing(found: Drift) -> list[tuple[str, ...]]:
    return [(*one.sides, one.card.title) for one in found.cards]


def test_who_agrees_has_no_difference() -> None:
    found = compared(agreeing())
    assert (found.cards, found.sets, found.unknown) == ((), (), ())
    assert set(found.compared) == {*FORMATS}
    assert found.titles == len(agreeing())
    assert "pioneer" in found.ours_alone
    assert "two-headed-giant" not in found.ours_alone


@pytest.mark.parametrize("theirs", STATUSES)
@pytest.mark.parametrize("title", ["Lightning Bolt", "Brainstorm", "The One Ring", "Black Lotus"])
def test_a_card(title: str, theirs: Status) -> None:
    modern = ruleset("modern", DAY, catalogue(), two_headed=False)
    ours = status_of(catalogue().card(title), modern)
    found = compared(but(**{title.replace(" ", "_"): theirs}))
    expected = [] if ours == theirs else [("modern", ours, theirs, title)]
    assert differing(found) == expected
    assert found.sets == ()


def without(code: str, format_id: str, to: Status) -> list[Published]:
    """Every card of a set has another status in a format."""
    changed = {card.title for card in catalogue().cards_of(code)}
    return [
        one._replace(legalities={**one.legalities, format_id: to}) if one.title in changed else one
        for one in agreeing()
    ]


def test_a_set_that_they_do_not_have() -> None:
    facts = catalogue()
    elsewhere = formats.load("standard").sets_on(DAY).keys() - {"DSK"}
    alone = {card.title for card in facts.cards_of("DSK") if not card.is_in(elsewhere)}
    published = [
        one._replace(legalities={**one.legalities, "standard": "not_legal"})
        if one.title in alone
        else one
        for one in agreeing()
    ]
    (of_set,) = compared(published).sets
    assert (of_set.sides, of_set.code) == (("standard", "legal", "not_legal"), "DSK")
    assert {card.title for card in of_set.cards} == alone
    assert compared(published).cards == ()


def test_a_set_that_we_do_not_have() -> None:
    found = compared(without("DOM", "standard", "legal"))
    (of_set,) = found.sets
    assert (of_set.sides, of_set.code) == (("standard", "not_legal", "legal"), "DOM")
    assert len(of_set.cards) > 200
    assert found.cards == ()


def test_a_set_that_is_not_out_yet_in_formats_of_all_sets() -> None:
    early = datetime.date(2024, 7, 1)  # Bloomburrow counts from 2024-07-26
    blb = [one for one in agreeing() if catalogue().card(one.title).is_in({"BLB"})]
    found = compared(blb, early)
    assert {(one.sides.format, one.code) for one in found.sets} >= {
        ("legacy", "BLB"), ("vintage", "BLB"), ("pauper", "BLB"),
    }  # fmt: skip
    assert [one for one in found.cards if one.sides.format == "legacy"] == []


def test_two_cards_are_no_set() -> None:
    first, second = (one.title for one in agreeing()[10:12])
    changed = {first, second}
    published = [
        one._replace(
            legalities={
                **one.legalities,
                "legacy": "banned" if one.title in changed else one.legalities["legacy"],
            }
        )
        for one in agreeing()
    ]
    assert compared(published).sets == ()
    assert {row[3] for row in differing(compared(published))} == changed


def test_titles_that_we_do_not_have() -> None:
    new = [
        Published("Nobody Knows This", {"modern": "legal", "standard": "not_legal"}, "NEW", "New"),
        Published("Nor That", {"modern": "banned"}, "NEW", "New"),
        Published("A Token of Nothing", {"modern": "not_legal"}, "NEW", "New"),
        Published("Some Commander", {"predh": "legal"}, "CMD", "Commander"),
    ]
    found = compared([*agreeing(), *new])
    (unknown,) = found.unknown
    assert unknown == Unknown("NEW", "New", ("Nobody Knows This", "Nor That"), ("modern",))
    assert found.theirs_alone == ("predh",)


def test_a_rebalanced_version_says_nothing_of_the_card() -> None:
    rebalanced = Published("A-Lightning Bolt", {"modern": "not_legal", "legacy": "not_legal"})
    assert differing(compared([*agreeing(), rebalanced])) == []


def test_of_several_records_the_one_counts_that_says_most() -> None:
    again = Published("Lightning Bolt", dict.fromkeys(FORMATS, "not_legal"))
    assert differing(compared([again, *agreeing(), again])) == []


@pytest.mark.parametrize("name", ["lightning bolt", "Lightning Bolt "])
def test_titles_are_compared_as_lists_are_read(name: str) -> None:
    card: Card = catalogue().card("Lightning Bolt")
    found = compared([Published(name, {"modern": "banned"})])
    assert differing(found) == [("modern", "legal", "banned", card.title)]


def test_the_order_does_not_depend_on_theirs() -> None:
    published = but(Lightning_Bolt="banned", Brainstorm="legal", The_One_Ring="legal")
    assert differing(compared(published)) == differing(compared(published[::-1]))

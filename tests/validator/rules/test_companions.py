"""What companions ask of the deck that they are played with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest

import formats
from cards import catalogue
from formats.card_rules import ConditionKind

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

GYRUDA, JEGANTHA = "Gyruda, Doom of Depths", "Jegantha, the Wellspring"
KAHEERA, KERUGA = "Kaheera, the Orphanguard", "Keruga, the Macrosage"
LURRUS, LUTRI = "Lurrus of the Dream-Den", "Lutri, the Spellchaser"
OBOSH, UMORI = "Obosh, the Preypiercer", "Umori, the Collector"
YORION, ZIRDA = "Yorion, Sky Nomad", "Zirda, the Dawnwaker"
CODE = "companion-condition"
ALONE: dict[str, Any] = {"structure": "individual", "fill": None}
UNCHECKED = ["companion-unchecked"]
# No title is on its list, so that each companion is judged by its condition alone.
FORMAT = "sealed"


def conditions(found: list[str]) -> list[str]:
    return [one for one in found if one.startswith(CODE)]


@pytest.mark.parametrize(
    ("companion", "main", "expected"),
    [
        # Lands have mana value 0, which is even.
        (GYRUDA, ["20 Forest", "4 Counterspell", "16 Murder"], [f"{CODE} {GYRUDA} 16"]),
        (GYRUDA, ["20 Forest", "20 Counterspell"], []),
        # A split card has the mana value of both halves; a card of two faces that of the front.
        (GYRUDA, ["20 Forest", "20 Wear // Tear"], [f"{CODE} {GYRUDA} 20"]),
        (GYRUDA, ["20 Forest", "20 Fire // Ice"], []),
        (GYRUDA, ["20 Forest", "20 Brazen Borrower"], [f"{CODE} {GYRUDA} 20"]),
        (OBOSH, ["20 Forest", "20 Shock"], []),
        (OBOSH, ["20 Forest", "10 Shock", "10 Opt", "4 Ornithopter"], [f"{CODE} {OBOSH} 4"]),
        (KERUGA, ["20 Forest", "20 Murder"], []),
        (KERUGA, ["20 Forest", "18 Murder", "2 Shock", "1 Opt"], [f"{CODE} {KERUGA} 3"]),
        # The back of a card of two faces is no land in a deck.
        (KERUGA, ["30 Forest", "10 Bala Ged Recovery"], []),
        (KERUGA, ["30 Forest", "10 Malakir Rebirth"], [f"{CODE} {KERUGA} 10"]),
        (LURRUS, ["20 Forest", "19 Murder", "1 Grizzly Bears"], []),
        (LURRUS, ["20 Forest", "18 Murder", "2 Hill Giant"], [f"{CODE} {LURRUS} 2"]),
        (KAHEERA, ["20 Forest", "15 Shock", "5 Leonin Scimitar"], []),
        (KAHEERA, ["20 Forest", "15 Savannah Lions", "5 Colossal Dreadmaw"], []),
        (KAHEERA, ["20 Forest", "15 Grizzly Bears", "5 Savannah Lions"], [f"{CODE} {KAHEERA} 15"]),
        (KAHEERA, ["39 Forest", "1 Dryad Arbor"], [f"{CODE} {KAHEERA} 1"]),
        # A Shapeshifter may be of every type.
        (KAHEERA, ["39 Forest", "1 Realmwalker"], []),
        (KAHEERA, ["39 Forest", "1 Mistform Ultimus"], []),
        (LUTRI, ["38 Forest", "1 Shock", "1 Opt"], []),
        (LUTRI, ["36 Forest", "1 Shock", "1 Opt", "1 Shock", "2 Bog Witch"], [f"{CODE} {LUTRI} 4"]),
        (LUTRI, ["36 Forest", "4 Wasteland"], []),
        (UMORI, ["20 Forest", "10 Ornithopter", "10 Sol Ring"], []),
        (UMORI, ["20 Forest", "10 Ornithopter", "4 Sol Ring", "6 Shock"], [f"{CODE} {UMORI} 6"]),
        (UMORI, ["20 Forest", "10 Shock", "10 Opt"], []),
        (UMORI, ["38 Forest", "1 Divination", "1 Commit // Memory"], []),
        (UMORI, ["40 Forest"], []),
        (YORION, ["59 Forest"], [f"{CODE} {YORION} 59/60"]),
        (YORION, ["60 Forest"], []),
        (JEGANTHA, ["40 Counterspell"], []),
        (ZIRDA, ["40 Grizzly Bears"], []),
    ],
)
def test_a_main_deck_is_held_against_its_companion(
    judge: Judge, companion: str, main: list[str], expected: list[str]
) -> None:
    assert judge(FORMAT, [f"companion: 1 {companion}", *main], **ALONE) == expected


@pytest.mark.parametrize(
    ("companion", "main", "expected"),
    [
        (JEGANTHA, "40 Forest", UNCHECKED),
        (ZIRDA, "40 Forest", UNCHECKED),
        (KAHEERA, "40 Realmwalker", UNCHECKED),
        (KAHEERA, "40 Forest", []),
        (UMORI, "40 Forest", []),
        ("Opt", "40 Forest", UNCHECKED),
    ],
)
def test_what_the_facts_cannot_tell_is_said(
    notices: Judge, companion: str, main: str, expected: list[str]
) -> None:
    lines = [f"companion: 1 {companion}", main]
    assert notices(FORMAT, lines, pool=lines, **ALONE) == expected


def test_a_mana_value_that_is_not_known_is_left_to_a_judge(judge: Judge, notices: Judge) -> None:
    facts = catalogue()
    unknown = next(
        title
        for title in facts.titles()
        if (card := facts.card(title)) and card.mana_value is None and card.status == "paper"
    )
    lines = [f"companion: 1 {GYRUDA}", "39 Forest", f"1 {unknown}"]
    assert conditions(judge(FORMAT, lines, **ALONE)) == []
    assert "companion-unchecked" in notices(FORMAT, lines, **ALONE)


def test_the_violation_names_its_lines_and_what_mends_it(ask: Ask) -> None:
    lines = [f"companion: 1 {GYRUDA}", "38 Forest", "2 Shock", "sideboard: 4 Opt"]
    (fault,) = ask(FORMAT, lines, **ALONE).violations
    assert (fault.card, fault.count, fault.limit) == (GYRUDA, 2, None)
    assert [(place.section, place.line) for place in fault.places] == [("main", 3)]
    assert fault.rule == ("Comprehensive Rules", "702.139")
    assert fault.message == (
        f"{GYRUDA} cannot be the companion of deck 1: every card of the main deck has an even mana"
        " value; 2 cards break that (Shock)."
    )
    assert fault.fix == "Replace Shock in the main deck of deck 1, or play without the companion."


def test_a_deck_too_small_says_how_many_cards_it_lacks(ask: Ask) -> None:
    (fault,) = ask(FORMAT, [f"companion: 1 {YORION}", "58 Forest"], **ALONE).violations
    assert fault.fix.startswith("Add 2 cards to the main deck")


@pytest.mark.parametrize(
    "lines",
    [
        [f"companion: 1 {YORION}", f"companion: 1 {OBOSH}", "60 Forest"],
        [f"companion: 2 {YORION}", "60 Forest"],
    ],
)
def test_a_deck_has_one_companion(judge: Judge, lines: list[str]) -> None:
    assert judge(FORMAT, lines, **ALONE) == [f"{CODE} 2/1"]


def test_a_card_without_a_condition_is_no_second_companion(judge: Judge) -> None:
    lines = ["companion: 1 Opt", f"companion: 1 {YORION}", "80 Forest"]
    assert judge(FORMAT, lines, **ALONE) == []


def test_a_companion_that_the_sideboard_lists_is_judged_once(judge: Judge) -> None:
    lines = [f"companion: 1 {GYRUDA}", f"sideboard: 1 {GYRUDA}", "40 Shock"]
    assert judge(FORMAT, lines, **ALONE) == [f"{CODE} {GYRUDA} 40"]


def test_a_card_of_the_sideboard_is_no_companion(judge: Judge) -> None:
    assert judge(FORMAT, [f"sideboard: 1 {GYRUDA}", "40 Shock"], **ALONE) == []


def test_a_companion_asks_nothing_of_the_other_decks(judge: Judge) -> None:
    decks = [[f"companion: 1 {OBOSH}", "40 Forest"], ["36 Island", "4 Opt", "4 Counterspell"]]
    assert judge(FORMAT, *decks, fill=None) == []


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"format_id": "modern", "as_of": "2024-10-01"}, [f"banned-card {LURRUS} 1"]),
        ({"format_id": "modern", "as_of": "2020-01-01"}, [f"not-legal {LURRUS} 1 unreleased"]),
        ({"format_id": "modern", "as_of": "2020-06-01"}, [f"{CODE} {LURRUS} 4"]),
        ({"format_id": "modern", "as_of": "2001-01-01"}, ["format-inactive"]),
    ],
)
def test_a_companion_that_may_not_be_played_asks_nothing(
    judge: Judge, event: dict[str, Any], expected: list[str]
) -> None:
    lines = [f"companion: 1 {LURRUS}", "4 Hill Giant", "56 Island"]
    assert judge(event.pop("format_id"), lines, **ALONE, **event) == expected


@pytest.mark.parametrize(
    ("sideboard", "expected"),
    [([], "there is none to bring it from"), (["sideboard: 1 Opt"], "among them")],
)
def test_two_heads_have_no_sideboard_to_bring_a_companion_from(
    ask: Ask, sideboard: list[str], expected: str
) -> None:
    (fault,) = ask("legacy", [f"companion: 1 {YORION}", *sideboard]).violations
    assert fault.code == "sideboard-not-allowed"
    assert "no" in fault.message and YORION in fault.message and expected in fault.message


def test_every_condition_is_of_a_kind_and_has_a_source() -> None:
    conditions = formats.companion_conditions().values()
    assert len(conditions) == 10
    assert {one.kind for one in conditions} == set(get_args(ConditionKind))
    assert all(one.words and one.source for one in conditions)

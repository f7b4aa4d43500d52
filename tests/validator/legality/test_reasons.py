"""Why a card is not legal, in a sentence that a player understands."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

import pytest

import formats
from cards import catalogue
from validator.legality.reasons import explain
from validator.legality.ruleset import ruleset
from validator.model import BESIDE_DECKS
from validator.rules.legality import NOT_LEGAL

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

ALONE = {"structure": "individual"}
DAYS = [datetime.date(year, 6, 1) for year in (1996, 2001, 2006, 2012, 2017, 2024)]


@pytest.mark.parametrize(
    ("format_id", "title", "as_of", "sentence"),
    [
        (
            "standard", "Sheoldred, the Apocalypse", "2025-08-01",
            "{} rotated out of Standard on 2025-08-01 with Dominaria United.",
        ),
        (
            "extended", "Rishadan Port", "2006-01-01",
            "{} rotated out of Extended on 2005-10-20 with Mercadian Masques.",
        ),
        (
            "standard", "Goblin Smuggler", "2024-07-01",
            "{} rotated out of Standard on 2020-09-25 with Core Set 2020; it comes back on"
            " 2024-11-08 with Foundations.",
        ),
        (
            "ice-age-block", "Merchant Scroll", "2006-08-20",
            "{} rotated out of Ice Age Block Constructed on 2006-08-20 with Homelands.",
        ),
        (
            "standard", "Valgavoth's Lair", "2024-09-19",
            "{} was not yet released on 2024-09-19; it is legal in Standard from"
            " 2024-09-20 on, with Duskmourn: House of Horror.",
        ),
        (
            "legacy", "Zodiac Dragon", "2004-01-01",
            "{} was not yet in Legacy on 2004-01-01; it enters on 2005-10-20 with Portal Three"
            " Kingdoms.",
        ),
        (
            "modern", "Orcish Bowmasters", "2020-01-01",
            "{} was not yet released on 2020-01-01; it is legal in Modern from 2023-06-16"
            " on, with The Lord of the Rings: Tales of Middle-earth.",
        ),
        (
            "extended", "Orcish Bowmasters", "2012-01-01",
            "{} was not yet released on 2012-01-01; its first set, The Lord of the Rings:"
            " Tales of Middle-earth, counts from 2023-06-16 on and is not part of Extended.",
        ),
        (
            "pauper", "Cranial Ram", "2019-07-02",
            "{} was not yet released on 2019-07-02; it comes with Modern Horizons 3 on"
            " 2024-06-07, and is banned in Pauper.",
        ),
        (
            "modern", "Edgar Markov", "2020-01-01",
            "{} has never been in Modern: it was printed in Commander sets alone (Commander 2017).",
        ),
        (
            "pioneer", "Ragavan, Nimble Pilferer", "2022-01-01",
            "{} has never been in Pioneer: it was printed in Modern Horizons sets alone (Modern"
            " Horizons 2).",
        ),
        (
            "modern", "Imperial Seal", "2012-01-01",
            "{} has never been in Modern: it was printed in Portal and Starter sets alone"
            " (Portal Three Kingdoms).",
        ),
        (
            "kaladesh-block", "Corpse Cur", "2017-01-01",
            "{} has never been in Kaladesh Block Constructed: it was printed in Scars of Mirrodin"
            " alone.",
        ),
        ("extended", "Tropical Island", "2002-10-31", None),
        (
            "extended", "Tropical Island", "2002-11-01",
            "{} rotated out of Extended on 2002-11-01, later than its sets.",
        ),
        (
            "extended", "Serra Angel", "1999-10-01",
            "{} rotated out of Extended on 1999-10-01 with Fourth Edition; it comes back on"
            " 2001-05-01 with Seventh Edition.",
        ),
        (
            "innistrad-block", "Griselbrand", "2012-01-01",
            "{} was not yet released on 2012-01-01; it is legal in Innistrad-Avacyn"
            " Restored Block Constructed from 2012-05-04 on, with Avacyn Restored.",
        ),
        (
            "innistrad-block", "Rolling Temblor", "2011-09-30", None,
        ),
        (
            "standard", "Black Lotus", "2024-02-01",
            "{} has never been in Standard: it was last printed in Unlimited Edition (1993),"
            " and the oldest set of Standard is Innistrad: Midnight Hunt (2021).",
        ),
        (
            "modern", "Elvish Spirit Guide", "2012-01-01",
            "{} has never been in Modern: it was printed in Alliances alone.",
        ),
        (
            "modern", "Counterspell", "2020-01-01",
            "{} was not yet in Modern on 2020-01-01; it enters on 2021-06-18 with Modern"
            " Horizons 2.",
        ),
        (
            "pauper", "Coldsteel Heart", "2024-02-01",
            "{} has never been in Pauper: it was never printed as a common, on paper or on Magic"
            " Online.",
        ),
        (
            "pauper", "Dreadbore", "2024-02-01",
            "{} has never been in Pauper: it was a common in Pioneer Masters alone, which does not"
            " count.",
        ),
        (
            "pauper", "Monastery Swiftspear", "2022-07-07",
            "{} was not a common on 2022-07-07; it is in Pauper from 2022-07-08 on, as a common of"
            " Double Masters 2022.",
        ),
        (
            "vintage", "Baffling Defenses", "2024-02-01",
            "{} exists only on MTG Arena, in Jumpstart sets (Jumpstart: Historic"
            " Horizons), and not on paper.",
        ),
        (
            "vintage", "Gluetius Maximus", "2024-02-01",
            "{} was printed only in Un-sets (Unhinged), and not for tournaments (silver border,"
            " acorn or playtest); no sanctioned format allows it.",
        ),
        (
            "modern", "Backup Plan", "2024-02-01",
            "{} (Conspiracy) cannot be in a deck: conspiracies are used beside"
            " the deck, in drafts alone.",
        ),
        (
            "modern", "The One Ring", "2024-12-16",
            "{} has been banned in Modern since 2024-12-16.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_says_why(
    ask: Ask, format_id: str, title: str, as_of: str, sentence: str | None
) -> None:
    violations = ask(format_id, [f"1 {title}"], as_of=as_of, **ALONE).violations
    expected = [] if sentence is None else [sentence.format(title)]
    assert [one.message for one in violations] == expected


@pytest.mark.parametrize(
    ("format_id", "title", "words"),
    [
        ("modern", "Skullclamp", "in Modern since its first day, 2011-08-12."),
        (
            "pauper", "Cranial Plating",
            "in Pauper since its first day, 2019-07-02, and since 2008-12-01 on the list that it"
            " took over.",
        ),
        ("legacy", "Ferris Wheel", "in Legacy: all cards of its kind have been since 2024-05-13."),
    ],
)  # fmt: skip
def test_a_ban_says_since_when(ask: Ask, format_id: str, title: str, words: str) -> None:
    (violation,) = ask(format_id, [f"1 {title}"], as_of="2024-10-01", **ALONE).violations
    assert words in violation.message


def test_a_restriction_says_since_when(ask: Ask) -> None:
    (violation,) = ask("vintage", ["2 Gifts Ungiven"], as_of="2008-01-01", **ALONE).violations
    assert "restricted in Vintage since 2007-06-20, so a deck may hold one." in violation.message


@pytest.mark.parametrize("day", DAYS, ids=str)
@pytest.mark.parametrize("format_id", [one for one in formats.ids() if "sealed" not in one])
def test_every_refusal_is_a_whole_sentence(format_id: str, day: datetime.date) -> None:
    facts = catalogue()
    rules = ruleset(format_id, day, facts, two_headed=False)
    for title in list(facts.titles())[:: 97 if rules.is_active else 997]:
        card = facts.card(title)
        refusal = rules.standing(card).refusal
        if refusal is None:
            continue
        why = explain(card, refusal, rules)
        said = {"card": title, "format": rules.format.name, "as_of": day, "copies": "1 copy"}
        sentence = NOT_LEGAL.sentences[why.variant].message.format_map(said | dict(why.details))
        assert re.fullmatch(r"[^{}]+\.", sentence), sentence
        assert "None" not in sentence
        assert why.variant.split("/")[0] == refusal.reason


@pytest.mark.parametrize(("days", "is_open"), [(7, True), (8, False)])
def test_commander_cards_may_be_sold_a_week_before_their_release(
    ask: Ask, days: int, is_open: bool
) -> None:
    release = datetime.date(2024, 7, 5)
    day = str(release - datetime.timedelta(days=days))
    report = ask("commander", ["1 Abstergo Entertainment"], as_of=day, **ALONE)
    (fault,) = [one for one in report.violations if one.code == "not-legal"]
    assert ("whether it was sold at a prerelease" in fault.message) is is_open


def test_each_type_beside_decks_says_where_it_belongs() -> None:
    rules = formats.deck_card_rules()
    assert rules.nontraditional_types | rules.nontraditional_subtypes == set(BESIDE_DECKS)


def test_sets_called_outside_a_format_are_outside() -> None:
    """No card is said to be of sets outside the format while one of them is in it."""
    facts = catalogue()
    for format_id in ("standard", "modern", "pioneer"):
        rules = ruleset(format_id, datetime.date(2024, 10, 1), facts, two_headed=False)
        held = {facts.sets[code].name for code in rules.format.sets_on(rules.day)}
        for title in list(facts.titles())[::41]:
            card = facts.card(title)
            refusal = rules.standing(card).refusal
            if refusal and refusal.reason == "set":
                why = explain(card, refusal, rules)
                assert why.details["set" if "set" in why.details else "sets"] not in held


def test_families_are_of_sets_that_exist() -> None:
    sets = catalogue().sets
    families = {formats.set_family(one.code, one.name) for one in sets.values()}
    assert {"Commander sets", "Duel Decks", "Secret Lair drops", None} <= families
    assert formats.set_family("C17", sets["C17"].name) == "Commander sets"
    assert formats.set_family("8ED", sets["8ED"].name) is None

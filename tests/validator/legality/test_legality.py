"""Cards outside the format: since when, until when, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import formats
from cards import Card, catalogue
from validator.legality.ruleset import ruleset

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ONE_DAY = datetime.timedelta(days=1)
SHEOLDRED = "Sheoldred, the Apocalypse"
DELNEY = "Delney, Streetwise Lookout"


@pytest.mark.parametrize("copies", [1, 4, 5, 30])
@pytest.mark.parametrize(
    ("format_id", "title", "reason"),
    [
        ("vintage", "Academy at Tolaria West", "not-a-deck-card"),
        ("vintage", "All in Good Time", "not-a-deck-card"),
        ("vintage", "Interplanar Tunnel", "not-a-deck-card"),
        ("modern", "Backup Plan", "not-a-deck-card"),
        ("modern", "Balloon Stand", "not-a-deck-card"),
        ("modern", "Ancestral Hot Dog Minotaur", "not-a-deck-card"),
        ("vintage", "Akroma, Angel of Wrath Avatar", "not-a-deck-card"),
        ("vintage", "Baffling Defenses", "digital-only"),
        ("pauper", "Baffling Defenses", "digital-only"),
        ("vintage", "Blacker Lotus", "unsanctioned"),
        ("standard", "Blacker Lotus", "unsanctioned"),
        ("legacy", "Waste Land", "unsanctioned"),
        ("modern", "Barry's Land", "unsanctioned"),
        ("standard", "Omnath, Locus of All", "rotated"),
        ("standard", "Lightning Bolt", "rotated"),
        ("pauper", "Tarmogoyf", "rarity"),
        ("modern", "Psychatog", "set"),
        ("pioneer", "Lightning Bolt", "set"),
        ("vintage", "The Fantasticar", "unreleased"),
        ("pauper", "The Fantasticar", "unreleased"),
    ],
)
def test_a_title_outside_the_format_gives_that_alone(
    judge: Judge, format_id: str, title: str, reason: str, copies: int
) -> None:
    as_of = "2024-10-01" if title != "Omnath, Locus of All" else "2025-08-01"
    found = judge(format_id, [f"{copies} {title}"], as_of=as_of)
    assert found == [f"not-legal {title} {copies} {reason}"]


@pytest.mark.parametrize("policy", ["combined-four", "unified-2016", "unified-2018"])
def test_a_title_outside_the_format_in_both_decks_is_one_violation(
    judge: Judge, policy: str
) -> None:
    found = judge("modern", ["5 Psychatog"], ["5 Psychatog"], policy=policy)
    assert found == ["not-legal Psychatog 10 set"]


@pytest.mark.parametrize(
    ("format_id", "title", "as_of", "reason"),
    [
        # A vanguard that is digital, an un-card of a later day, and so on: the first that fits.
        ("legacy", "Akroma, Angel of Wrath Avatar", "1999-01-01", "not-a-deck-card"),
        ("vintage", "Baffling Defenses", "1999-01-01", "digital-only"),
        ("vintage", "Waste Land", "1999-01-01", "unsanctioned"),
        ("standard", SHEOLDRED, "2020-01-01", "unreleased"),
        ("pauper", SHEOLDRED, "2020-01-01", "unreleased"),
        ("pauper", SHEOLDRED, "2026-01-01", "rarity"),
        ("standard", SHEOLDRED, "2026-01-01", "rotated"),
        ("extended", SHEOLDRED, "2012-01-01", "unreleased"),
    ],
)
def test_the_first_reason_that_fits(
    judge: Judge, format_id: str, title: str, as_of: str, reason: str
) -> None:
    assert judge(format_id, [f"1 {title}"], as_of=as_of) == [f"not-legal {title} 1 {reason}"]


@pytest.mark.parametrize(
    ("format_id", "title", "as_of", "expected"),
    [
        ("standard", SHEOLDRED, "2022-09-08", "unreleased"),
        ("standard", SHEOLDRED, "2022-09-09", None),
        ("standard", SHEOLDRED, "2025-07-31", None),
        ("standard", SHEOLDRED, "2025-08-01", "rotated"),
        ("standard", "Psychatog", "2001-09-30", "unreleased"),
        ("standard", "Psychatog", "2003-10-19", None),
        ("standard", "Psychatog", "2003-10-20", "rotated"),
        ("standard", "Reality Twist", "1996-12-31", None),
        ("standard", "Reality Twist", "1997-01-01", "rotated"),
        ("standard", "Reality Twist", "1997-07-01", None),
        ("standard", "Reality Twist", "1997-11-01", "rotated"),
        ("extended", "Reality Twist", "2002-10-31", None),
        ("extended", "Reality Twist", "2002-11-01", "rotated"),
        # Legal from its prerelease on, since 2023.
        ("standard", "Third Path Iconoclast", "2022-11-17", "unreleased"),
        ("standard", "Third Path Iconoclast", "2022-11-18", None),
        ("standard", DELNEY, "2024-02-01", "unreleased"),
        ("standard", DELNEY, "2024-02-02", None),
        ("modern", DELNEY, "2024-02-02", None),
        ("pioneer", DELNEY, "2024-02-02", None),
        ("legacy", DELNEY, "2024-02-01", "unreleased"),
        ("legacy", DELNEY, "2024-02-02", None),
        ("vintage", DELNEY, "2024-02-02", None),
        ("pauper", "Novice Inspector", "2024-02-01", "unreleased"),
        ("pauper", "Novice Inspector", "2024-02-02", None),
        ("modern", "Nadu, Winged Wisdom", "2024-06-06", "unreleased"),
        ("modern", "Nadu, Winged Wisdom", "2024-06-07", None),
        ("vintage", "Nadu, Winged Wisdom", "2024-06-06", "unreleased"),
        ("vintage", "Nadu, Winged Wisdom", "2024-06-07", None),
        ("pioneer", "Nadu, Winged Wisdom", "2024-06-07", "set"),
        # A promotional printing ahead of the set says nothing of the day, unless it is all.
        ("vintage", "Abrupt Decay", "2012-10-04", "unreleased"),
        ("vintage", "Abrupt Decay", "2012-10-05", None),
        ("legacy", "Academy Manufactor", "2021-06-17", "unreleased"),
        ("legacy", "Academy Manufactor", "2021-06-18", None),
        ("vintage", "Abby, Merciless Soldier", "2026-01-01", None),
        # Portal sets counted from 2005-10-20.
        ("legacy", "Zodiac Dragon", "2005-10-19", "set"),
        ("legacy", "Zodiac Dragon", "2005-10-20", None),
        ("vintage", "Zodiac Dragon", "2005-10-19", "set"),
        # Printed in 1997, and admitted nowhere before Portal was.
        ("vintage", "Cruel Bargain", "1997-04-30", "unreleased"),
        ("vintage", "Cruel Bargain", "2004-06-01", "set"),
        ("standard", "Cruel Bargain", "2004-06-01", "set"),
        ("vintage", "Zodiac Dragon", "2005-10-20", None),
        ("legacy", "Ambition's Cost", "2005-10-19", None),
        ("legacy", "Zodiac Dragon", "2024-10-01", None),
        ("modern", "Zodiac Dragon", "2024-10-01", "set"),
    ],
)
def test_the_day_on_which_a_title_comes_or_goes(
    judge: Judge, format_id: str, title: str, as_of: str, expected: str | None
) -> None:
    found = judge(format_id, [f"1 {title}"], as_of=as_of)
    assert found == ([f"not-legal {title} 1 {expected}"] if expected else [])


@pytest.mark.parametrize(
    ("title", "as_of", "is_legal"),
    [
        ("Chainer's Edict", "2024-10-01", True),  # a common on Magic Online alone
        ("Kird Ape", "2024-10-01", True),  # a common once, an uncommon later
        ("Audacity", "2024-10-01", False),  # a common on Arena alone
        ("Dreadbore", "2024-10-01", False),
        ("Cursed Rack", "2024-10-01", False),  # a common in Rinascimento and Renaissance alone
        ("Sol Ring", "2024-10-01", False),  # a common in the 30th Anniversary Edition alone
        ("Psychatog", "2024-10-01", False),
        ("Monastery Swiftspear", "2022-07-07", False),
        ("Monastery Swiftspear", "2022-07-08", True),
        ("Carrier Thrall", "2022-07-07", False),
        ("Carrier Thrall", "2022-07-08", True),
        ("Island", "2024-10-01", True),
        ("Snow-Covered Island", "2024-10-01", True),
        ("Wastes", "2024-10-01", True),
    ],
)
def test_pauper_is_what_was_a_common(judge: Judge, title: str, as_of: str, is_legal: bool) -> None:
    found = judge("pauper", [f"1 {title}"], as_of=as_of)
    assert found == ([] if is_legal else [f"not-legal {title} 1 rarity"])


def test_reprints_keep_a_title_legal(judge: Judge) -> None:
    assert judge("standard", ["1 Shivan Dragon"], as_of="2025-01-01") == []
    assert judge("standard", ["1 Shivan Dragon"], as_of="2000-01-01") == [
        "not-legal Shivan Dragon 1 rotated"
    ]


def sole_sets() -> Iterator[tuple[str, Card, formats.Period]]:
    """A card of each set that left a format, where that set alone made it legal, and when."""
    facts = catalogue()
    firsts: dict[str, Card] = {}
    for card in map(facts.card, facts.titles()):
        if card.status == "paper" and len({code for code, _ in card.printings}) == 1:
            firsts.setdefault(card.printings[0].set_code, card)
    for play_format in map(formats.load, formats.ids()):
        for code, periods in play_format.sets.items():
            for period in periods:
                if code in firsts and period.end and period.start >= play_format.life.start:
                    yield play_format.id, firsts[code], period


def test_a_set_is_legal_from_its_first_day_until_the_day_it_leaves() -> None:
    rotations = list(sole_sets())
    assert len(rotations) > 150
    for format_id, card, period in rotations:
        assert period.end
        if period.end == formats.load(format_id).life.end:
            continue
        days = (period.start, period.end - ONE_DAY, period.end)
        rules = (ruleset(format_id, day, catalogue(), two_headed=False) for day in days)
        first, last, after = (one.standing(card) for one in rules)
        assert (first.refusal, last.refusal) == (None, None), (format_id, card.title)
        assert after.ban or (after.refusal and after.refusal.reason == "rotated")


@pytest.mark.parametrize(
    ("title", "as_of", "words"),
    [
        (
            SHEOLDRED,
            "2025-08-01",
            f"{SHEOLDRED} rotated out of Standard on 2025-08-01 with Dominaria United.",
        ),
        (
            DELNEY,
            "2024-02-01",
            f"{DELNEY} was not yet released on 2024-02-01; it is legal in",
        ),
        (
            "Black Lotus",
            "2024-02-01",
            "Black Lotus has never been in Standard: it was last printed",
        ),
    ],
)
def test_a_refusal_says_why(ask: Ask, title: str, as_of: str, words: str) -> None:
    (violation,) = ask("standard", [f"1 {title}"], as_of=as_of).violations
    assert violation.message.startswith(words)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("4 Skullclamp", []),
        ("30 Opt", []),
        ("1 Blacker Lotus", []),
        ("4 The Fantasticar", []),
        ("1 Contract from Below", []),
        ("1 Baffling Defenses", ["not-legal Baffling Defenses 1 digital-only"]),
        ("2 Backup Plan", ["not-legal Backup Plan 2 not-a-deck-card"]),
        ("1 All in Good Time", ["not-legal All in Good Time 1 not-a-deck-card"]),
    ],
)
@pytest.mark.parametrize("format_id", ["sealed", "booster-draft", "prerelease-sealed"])
def test_what_limited_refuses(judge: Judge, format_id: str, line: str, expected: list[str]) -> None:
    assert judge(format_id, [line]) == expected


def test_every_refused_paper_card_has_a_day_to_name(ask: Ask) -> None:
    facts = catalogue()
    titles = [title for title in facts.titles() if facts.card(title).status == "paper"][::5]
    report = ask("vintage", [f"1 {title}" for title in titles], as_of="1995-01-01")
    assert len(report.violations) > 4_000
    assert not [one.message for one in report.violations if "None" in one.message]

"""What a list says that could not be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from validator import Decklist, Line, read_alone
from validator.model import Unreadable

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

FIRE = "Fire // Ice"


@pytest.mark.parametrize(
    "name",
    [
        "Lightnig Bolt",
        "Lightning Blot",
        "Lightningg Bolt",
        "Naturalise",
        "Brianstorm",
        "No Such Card",
        "",
        "?",
        "\ud800",
        "\0",
        "x" * 5_000,
    ],
)
def test_a_title_that_no_card_has(judge: Judge, name: str) -> None:
    assert judge("modern", [f"1 {name}"]) == ["unknown-card"]


def test_a_mistyped_title_gets_suggestions(ask: Ask) -> None:
    (violation,) = ask("modern", ["4 Lightnig Bolt"]).violations
    assert violation.suggestions is not None
    assert violation.suggestions[0] == "Lightning Bolt"
    assert len(violation.suggestions) <= 3
    assert violation.message == "No card is titled “Lightnig Bolt”."
    assert violation.fix.startswith("Correct the title; perhaps Lightning Bolt")


def test_a_title_like_no_other_gets_none(ask: Ask) -> None:
    (violation,) = ask("modern", ["4 qzxqzx"]).violations
    assert violation.suggestions == ()
    assert violation.fix == "Correct the title."


def test_the_twenty_first_unknown_title_gets_no_suggestions(ask: Ask) -> None:
    report = ask("modern", [f"1 Lightnig Bolt{number}" for number in range(22)], fill=None)
    unknown = [one for one in report.violations if one.code == "unknown-card"]
    assert [bool(one.suggestions) for one in unknown] == [True] * 20 + [False] * 2
    assert ["No suggestions were looked for" in one.fix for one in unknown] == (
        [False] * 20 + [True] * 2
    )


@pytest.mark.parametrize(("as_of", "is_newer"), [("2026-08-22", False), ("2026-08-23", True)])
def test_an_unknown_card_may_be_newer_than_the_facts(ask: Ask, as_of: str, is_newer: bool) -> None:
    (violation,) = ask("modern", ["1 No Such Card"], as_of=as_of).violations
    assert ("newer than the card facts, which are of 2026-08-22" in violation.message) == is_newer


@pytest.mark.parametrize(
    ("format_id", "name", "title"),
    [
        ("modern", "Snapcaster", "Snapcaster Mage"),
        ("modern", "atraxa", "Atraxa, Grand Unifier"),
        ("standard", "Oko", "Oko, the Ringleader"),
    ],
)
def test_a_name_cut_short_of_one_legal_card(
    ask: Ask, format_id: str, name: str, title: str
) -> None:
    (violation,) = ask(format_id, [f"1 {name}"]).violations
    assert violation.code == "unknown-card"
    assert violation.suggestions is not None
    assert violation.suggestions[0] == title
    assert "an abbreviation, which only one legal card matches" in violation.message
    assert violation.fix == f"Write the full English title, {title}."


@pytest.mark.parametrize("name", ["Jace", "Sarkhan", "Thalia", "Teferi", "Emrakul", "Goblin"])
def test_a_name_cut_short_of_several(ask: Ask, name: str) -> None:
    (violation,) = ask("modern", [f"1 {name}"]).violations
    assert violation.code == "ambiguous-card"
    assert violation.suggestions is not None
    assert len(violation.suggestions) == 3
    assert all(title.startswith(name) for title in violation.suggestions)
    assert f"Several card titles begin with “{name}”, such as" in violation.message


def test_a_shortened_title_means_legal_cards_alone(ask: Ask) -> None:
    decks = ["1 Atraxa"], ["1 Atraxa"]
    formats = {"structure": "individual", "as_of": "2024-10-01"}
    (modern,) = ask("modern", decks[0], **formats).violations
    (vintage,) = ask("vintage", decks[0], **formats).violations
    (older,) = ask("vintage", decks[0], **formats | {"as_of": "2018-01-01"}).violations
    assert (modern.code, vintage.code, older.code) == (
        "unknown-card",
        "ambiguous-card",
        "unknown-card",
    )
    assert older.suggestions is not None
    assert older.suggestions[0] == "Atraxa, Praetors' Voice"


def test_a_short_title_stays_that_title(judge: Judge) -> None:
    assert judge("vintage", ["1 Fire", "1 Shock", "1 Opt"]) == []


def test_cut_short_in_a_list_alone() -> None:
    names = ("Snapcaster", "Jace", "Venser")
    reading = read_alone(Decklist(tuple(Line(1, name) for name in names)))
    assert [fault.code for fault in reading.faults] == [
        "unknown-card",
        "ambiguous-card",
        "ambiguous-card",
    ]


def test_names_beyond_the_search_are_unknown() -> None:
    lines = tuple(Line(1, "Jace") for _ in range(5))
    reading = read_alone(Decklist(lines), searched=2)
    assert [fault.code for fault in reading.faults] == ["unknown-card"] * 3 + ["ambiguous-card"] * 2


@pytest.mark.parametrize("name", ["Wingbright Thief", "excogitator  sphinx", "BANK JOB"])
def test_a_name_beyond_the_facts(ask: Ask, name: str) -> None:
    (violation,) = ask("modern", [f"1 {name}"], as_of="2026-11-21").violations
    assert violation.code == "unknown-card"
    assert violation.suggestions == ()
    assert "exists, but these card facts do not describe it" in violation.message


def test_a_title_with_a_word_for_tokens_is_a_card(ask: Ask) -> None:
    report = ask("legacy", ["60 Island", "1 Earth's Mightiest Emblem"], structure="individual")
    assert report.violations == ()
    assert "token-ignored" not in [notice.code for notice in report.notices]


@pytest.mark.parametrize(
    ("lines", "as_of", "is_told"),
    [
        (["4 新しいカード名"], "2026-11-21", True),
        (["4 新しいカード名"], "2022-04-25", False),
        (["4 Новая карта"], "2024-10-01", True),
        (["4 Blitzschlag", "4 Gegenzauber", "4 Ganzneue Karte"], "2024-10-01", True),
        (["4 Blitzschlag", "4 Opt", "4 Shock", "4 Ganzneue Karte"], "2024-10-01", False),
        (["4 Ganzneue Karte"], "2024-10-01", False),
        (["4 Ganzneüe Karte"], "2024-10-01", False),
    ],
)
def test_titles_in_other_languages_are_known_up_to_a_day(
    ask: Ask, lines: list[str], as_of: str, is_told: bool
) -> None:
    report = ask("vintage", lines, as_of=as_of, fill=None)
    (violation,) = [one for one in report.violations if one.code == "unknown-card"]
    told = (
        "Titles in other languages are known of cards up to 2022-04-25 only." in violation.message
    )
    assert told == is_told
    assert not (told and "newer than the card facts" in violation.message)


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (["4 新しい札", "4 稲妻", "2 別の札"], [1, 1]),
        (["4 新しい札", "4 稲妻", "2 別の札", "1 第三の札"], [3]),
        (["4 新しい札", "4 新しい札", "2 別の札", "4 Lightnig Bolt"], [3, 1]),
    ],
)
def test_titles_newer_than_their_translations_are_told_together(
    ask: Ask, lines: list[str], places: list[int]
) -> None:
    found = ask("vintage", lines).violations
    unknown = [one for one in found if one.code == "unknown-card"]
    assert [len(one.places) for one in unknown] == places


def test_a_name_of_several_cards(ask: Ask) -> None:
    (violation,) = ask("vintage", ["2 carpe diem"]).violations
    assert violation.code == "ambiguous-card"
    assert violation.suggestions == ("Live Fast", "Seize the Day")
    assert "Live Fast or Seize the Day" in violation.message


def test_a_meld_result_names_two_cards(judge: Judge) -> None:
    assert judge("modern", ["1 Brisela, Voice of Nightmares"]) == ["ambiguous-card"]


def test_a_line_that_is_none(ask: Ask) -> None:
    (violation,) = ask("modern", ["4 Opt", "?? %%%"]).violations
    assert violation.code == "unreadable-line"
    assert violation.places == ((0, "main", 2, None, "?? %%%"),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 Lightnig Bolt", "unknown-card"),
        ("1 carpe diem", "ambiguous-card"),
        ("?? %%%", "unreadable-line"),
    ],
)
def test_equal_lines_are_not_merged(ask: Ask, line: str, code: str) -> None:
    violations = ask("vintage", [line, line], [line]).violations
    assert [violation.code for violation in violations] == [code] * 3
    places = [place for violation in violations for place in violation.places]
    assert [(place.deck, place.line) for place in places] == [(0, 1), (0, 2), (1, 1)]


def test_a_place_holds_the_line_as_it_was_sent(ask: Ask) -> None:
    (violation,) = ask("modern", ["sideboard: 3 Lightnig Bolt"], structure="individual").violations
    assert violation.places == ((0, "sideboard", 1, 3, "sideboard: 3 Lightnig Bolt"),)


def test_a_place_in_the_pool(ask: Ask) -> None:
    report = ask("sealed", [], pool=["1 Opt", "2 Lightnig Bolt", "1 carpe diem", "??"])
    assert [(one.code, one.places[0].deck, one.places[0].section) for one in report.violations] == [
        ("unknown-card", None, "pool"),
        ("ambiguous-card", None, "pool"),
        ("unreadable-line", None, "pool"),
    ]


def test_a_long_line_is_quoted_in_part_and_kept_whole(ask: Ask) -> None:
    name = "word " * 1_000
    (violation,) = ask("modern", [f"1 {name}"]).violations
    assert len(violation.message) < 120
    assert violation.places[0].text == f"1 {name}"


@pytest.mark.parametrize("name", ["{card}", "{0}", "{", "}", "%s", "{count!r:>{limit}}"])
def test_braces_in_a_name_are_only_braces(ask: Ask, name: str) -> None:
    (violation,) = ask("modern", [f"1 {name}"]).violations
    assert f"“{name}”" in violation.message


def test_many_unknown_names_are_all_reported(ask: Ask) -> None:
    report = ask("modern", [f"1 No Such Card {number}" for number in range(150)])
    assert [violation.code for violation in report.violations] == ["unknown-card"] * 150


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Lightning Bolt", "Lightning Bolt"),
        ("lightning bolt", "Lightning Bolt"),
        ("Fire/Ice", FIRE),
        ("Ice", FIRE),
        ("Godzilla, King of the Monsters", "Zilortha, Strength Incarnate"),
        ("1996 World Champion", "1996 World Champion"),
        ("+2 Mace", "+2 Mace"),
        ("Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)"),
        ('"Name Sticker" Goblin', '"Name Sticker" Goblin'),
        ("X", "X"),
    ],
)
def test_titles_are_given_back_in_full(ask: Ask, written: str, title: str) -> None:
    report = ask("legacy", [f"1 {written}"])
    assert report.as_dict(with_cards=True)["decks"][0]["cards"][0]["name"] == title
    assert "unknown-card" not in [violation.code for violation in report.violations]


def test_one_list_read_alone() -> None:
    lines = (Line(4, "opt"), Line(1, "Lightnig Bolt"), Line(1, "carpe diem"), Line(1, "稲妻"))
    reading = read_alone(Decklist(lines, (Unreadable(5, "??"),), because="it was said"))
    assert [fault.code for fault in reading.faults] == [
        "unknown-card",
        "ambiguous-card",
        "unreadable-line",
    ]
    assert [notice.code for notice in reading.notices] == ["title-translated"]
    document = reading.as_dict()
    assert document["because"] == "it was said"
    names = [card["name"] for card in document["decks"][0]["cards"]]
    assert names == ["Opt", "Lightnig Bolt", "carpe diem", "Lightning Bolt"]


def test_cards_of_a_reading_keep_what_was_written() -> None:
    line = Line(
        4, "opt", number=1, text="4x opt (DOM) 60 *F*", set_code="DOM", collector_number="60"
    )
    deck = read_alone(Decklist((line, Line(1, "Optt")))).as_dict()["decks"][0]
    assert deck["cards"] == [
        {
            "name": "Opt", "count": 4, "section": "main", "line": 1,
            "text": "4x opt (DOM) 60 *F*", "set": "DOM", "number": "60",
        },
        {
            "name": "Optt", "count": 1, "section": "main", "line": None,
            "text": "Optt", "set": None, "number": None,
        },
    ]  # fmt: skip


def test_several_lists_read_alone() -> None:
    lists = [Decklist((Line(1, "Lightnig Bolt", number=1),), player=name) for name in "AB"]
    reading = read_alone(*lists)
    assert [fault.places[0].deck for fault in reading.faults] == [0, 1]
    assert [deck["player"] for deck in reading.as_dict()["decks"]] == ["A", "B"]


def test_a_pool_read_alone() -> None:
    reading = read_alone(Decklist((Line(1, "Lightnig Bolt"),)), is_pool=True)
    (fault,) = reading.faults
    assert (fault.places[0].deck, fault.places[0].section) == (None, "pool")


def test_a_list_read_alone_is_not_judged() -> None:
    assert read_alone(Decklist((Line(99, "Skullclamp"), Line(9, "Black Lotus")))).faults == ()

"""Notices: what is worth knowing although it breaks no rule, and when it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validator import Decklist, Event, Line, Notice, Place, validate

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}
SHARED = [["2 Naturalize"], ["2 Naturalize"]]
RATS = [["30 Relentless Rats"], ["30 Relentless Rats"]]


@pytest.mark.parametrize(
    ("decks", "asked", "cards"),
    [
        (SHARED, {}, ["Naturalize"]),
        (SHARED, {"as_of": "2018-10-04"}, ["Naturalize"]),
        (SHARED, {"as_of": "2016-07-22"}, ["Naturalize"]),
        (SHARED, {"as_of": "2016-07-21"}, []),
        (SHARED, {"as_of": "2024-10-01", "policy": "unified-2013"}, ["Naturalize"]),
        (SHARED, {"policy": "tournament"}, []),
        (SHARED, {"policy": "unified-2018"}, []),
        (SHARED, {"policy": "unified-2016"}, []),
        (SHARED, TABLES, ["Naturalize"]),
        (
            [["2 Naturalize", "1 Negate"], ["1 Negate", "2 Naturalize"]],
            {},
            ["Naturalize", "Negate"],
        ),
        ([["4 Naturalize"], ["4 Negate"]], {}, []),
        ([["30 Island"], ["30 Island"]], {}, []),
        (RATS, {}, ["Relentless Rats"]),
        (RATS, {"as_of": "2018-10-04"}, []),
        (RATS, {"as_of": "2018-10-04", "policy": "unified-2018"}, []),
        (RATS, {"policy": "unified-2016"}, ["Relentless Rats"]),
        (RATS, {"as_of": "2013-01-31"}, ["Relentless Rats"]),
        (RATS, {"as_of": "2013-02-01"}, []),
        (RATS, {"as_of": "2013-02-01", "policy": "unified-2005"}, []),
        # Copies in one deck are a fault under each policy, if by another rule.
        ([["5 Naturalize"], []], {}, []),
        ([["5 Naturalize"], []], {"as_of": "2014-06-01", "policy": "unified-2018"}, []),
        # A fault that the chosen policy lacks, on a title that it faults for another reason.
        ([["3 Naturalize"], ["2 Naturalize"]], {}, ["Naturalize"]),
        ([["4 Naturalize"], ["4 Negate"]], {"as_of": "2014-06-01", "policy": "unified-2018"}, []),
        # Every copy of a banned or refused title has to go under any policy.
        ([["1 Skullclamp"], ["1 Skullclamp"]], {}, []),
        ([["1 Psychatog"], ["1 Psychatog"]], {}, []),
        (SHARED, {"as_of": "2011-08-11"}, []),
    ],
)
def test_policy_differs(
    ask: Ask, decks: list[list[str]], asked: dict[str, Any], cards: list[str]
) -> None:
    report = ask("modern", *decks, **asked)
    found = [notice for notice in report.notices if notice.code == "policy-differs"]
    assert [list(notice.cards) for notice in found] == ([cards] if cards else [])
    assert all(notice.severity == "warning" for notice in found)
    assert all(notice.policy == "tournament" and notice.places for notice in found)


@pytest.mark.parametrize(
    ("format_id", "decks", "asked"),
    [
        ("modern", [["4 Naturalize"]], ALONE),
        ("sealed", SHARED, {}),
        ("sealed", SHARED, TABLES),
        ("modern", SHARED, TABLES | {"deck_formats": ["modern", "pioneer"]}),
    ],
)
def test_policy_differs_is_never_said_where_no_team_rule_binds(
    notices: Judge, format_id: str, decks: list[list[str]], asked: dict[str, Any]
) -> None:
    assert "policy-differs" not in notices(format_id, *decks, **asked)


def test_policy_differs_names_a_few_and_holds_all(ask: Ask) -> None:
    titles = ["Opt", "Negate", "Duress", "Shock", "Naturalize", "Divination", "Cancel"]
    deck = [f"1 {title}" for title in titles]
    notice = ask("modern", deck, deck).notices[0]
    assert notice.cards == tuple(sorted(titles))
    assert "and 2 more" in notice.message


def test_a_restricted_card_in_both_decks_is_shared_besides(notices: Judge) -> None:
    assert notices("vintage", ["1 Brainstorm"], []) == []
    assert "policy-differs" in notices("vintage", ["1 Brainstorm"], ["1 Brainstorm"])


@pytest.mark.parametrize(
    ("format_id", "pool", "expected"),
    [
        ("sealed", None, ["pool-absent"]),
        ("sealed", [], []),
        ("sealed", ["1 Opt"], []),
        ("booster-draft", None, ["pool-absent"]),
        ("modern", None, []),
    ],
)
def test_pool_absent(
    notices: Judge, format_id: str, pool: list[str] | None, expected: list[str]
) -> None:
    assert notices(format_id, [], pool=pool) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["250 Island"], []),
        (["251 Island"], ["hard-to-shuffle"]),
        (["250 Island", "sideboard: 15 Island"], []),
    ],
)
def test_hard_to_shuffle(notices: Judge, lines: list[str], expected: list[str]) -> None:
    assert notices("modern", lines, **ALONE) == expected


def test_hard_to_shuffle_names_the_deck(ask: Ask) -> None:
    (notice,) = ask("modern", [], ["9999 Island"]).notices
    assert (notice.severity, notice.places) == ("warning", ((1, "main", None, None, None),))
    assert "deck 2 has 9999 cards" in notice.message


@pytest.mark.parametrize(
    ("as_of", "expected"), [("2026-08-22", []), ("2026-08-23", ["facts-older"])]
)
def test_catalogue_older(notices: Judge, as_of: str, expected: list[str]) -> None:
    assert notices("modern", [], as_of=as_of) == expected


def test_snow_lands_count_as_basic_lands_in_standard(ask: Ask) -> None:
    lines = ["20 Snow-Covered Forest"]
    report = ask("standard", lines, as_of="2025-11-10", **ALONE)
    assert report.legal
    assert [(each.code, each.cards) for each in report.notices] == [
        ("snow-as-basic", ("Snow-Covered Forest",))
    ]
    assert not ask("standard", lines, as_of="2025-11-09", **ALONE).legal
    assert not ask("theros-block", lines, as_of="2016-11-10", **ALONE).legal
    assert not ask("standard", ["1 Snow-Covered Wastes"], as_of="2025-11-10", **ALONE).legal


def test_snow_lands_that_are_legal_are_themselves(notices: Judge) -> None:
    assert notices("modern", ["20 Snow-Covered Forest"], as_of="2025-11-10", **ALONE) == []


@pytest.mark.parametrize(
    ("format_id", "as_of", "asked", "expected"),
    [
        ("legacy", "2005-09-30", {"policy": "tournament"}, ["not-yet-sanctioned"]),
        ("legacy", "2005-10-01", {"policy": "tournament"}, []),
        ("legacy", "2005-09-30", {}, ["not-yet-sanctioned"]),
        ("sealed", "2005-09-30", {"pool": []}, ["not-yet-sanctioned"]),
        ("sealed", "2005-10-01", {"pool": []}, []),
        ("booster-draft", "2006-12-19", {"pool": []}, ["not-yet-sanctioned"]),
        ("booster-draft", "2006-12-20", {"pool": []}, []),
        ("two-headed-giant-draft", "2006-12-19", {"pool": []}, ["not-yet-sanctioned"]),
        ("legacy", "2005-09-30", {"policy": "tournament", **ALONE}, []),
        ("sealed", "2005-09-30", {"pool": [], **ALONE}, []),
    ],
)
def test_not_yet_sanctioned(
    ask: Ask, format_id: str, as_of: str, asked: dict[str, Any], expected: list[str]
) -> None:
    decks: list[list[str]] = [[]] if "structure" in asked else [[], []]
    found = ask(format_id, *decks, as_of=as_of, **asked).notices
    assert [notice.code for notice in found] == expected
    assert all(notice.severity == "info" and "Gen Con" in notice.message for notice in found)


@pytest.mark.parametrize(
    ("structure", "deck_formats", "expected"),
    [
        ("team-constructed", ["modern", "pioneer"], ["formats-differ"]),
        ("two-headed-giant", ["modern", "pioneer"], ["formats-differ"]),
        ("team-constructed", ["pioneer", "pioneer"], []),
        ("team-constructed", ["modern"], []),
        ("team-constructed", ["pioneer"], ["formats-differ"]),
    ],
)
def test_formats_differ(
    notices: Judge, structure: str, deck_formats: list[str], expected: list[str]
) -> None:
    found = notices("modern", [], [], structure=structure, deck_formats=deck_formats)
    assert found == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Lightning Bolt", []),
        ("LIGHTNING BOLT", []),
        ("Fire", []),
        ("lightning-bolt", [("title-corrected", "warning", "Lightning Bolt")]),
        ("Urzas Saga", [("title-corrected", "warning", "Urza's Saga")]),
        ("稲妻", [("title-translated", "info", "Lightning Bolt")]),
        ("Blitzschlag", [("title-translated", "info", "Lightning Bolt")]),
        ("Lightnig Bolt", []),
        ("carpe diem", []),
    ],
)
def test_notices_on_titles(ask: Ask, written: str, expected: list[tuple[str, str, str]]) -> None:
    report = ask("legacy", [], [f"1 {written}"])
    found = [(one.code, one.severity, *one.cards) for one in report.notices]
    assert found == expected
    assert all(one.places == ((1, "main", 1, 1, f"1 {written}"),) for one in report.notices)


def test_translated_titles_of_a_list_are_told_once(ask: Ask) -> None:
    report = ask("legacy", ["4 稲妻", "4 Blitzschlag", "52 山"], ["60 森"])
    notices = [one for one in report.notices if one.code == "title-translated"]
    assert [len(one.places) for one in notices] == [3, 1]


def test_notices_on_titles_of_a_pool(ask: Ask) -> None:
    (notice,) = ask("sealed", [], pool=["1 稲妻"]).notices
    assert (notice.places[0].deck, notice.places[0].section) == (None, "pool")


def test_the_notices_of_a_reader_are_placed_in_its_deck() -> None:
    guessed = Notice("sideboard-guessed", "warning", "So it was.", (Place(None, "sideboard", 3),))
    deck = Decklist((Line(60, "Island"),), notices=(guessed,))
    report = validate(Event("modern", "2024-10-01"), [Decklist((Line(60, "Island"),)), deck])
    assert report.notices[0].places == (Place(1, "sideboard", 3),)


def test_the_order_of_notices(notices: Judge) -> None:
    decks = [["2 Opt", "251 Island", "1 稲妻"], ["2 Opt", "251 Island", "1 lightning-bolt"]]
    assert notices("modern", *decks, as_of="2026-09-01") == [
        "policy-differs",
        "hard-to-shuffle",
        "hard-to-shuffle",
        "facts-older",
        "title-translated",
        "title-corrected",
    ]


def test_the_notice_on_policies_has_the_places(ask: Ask) -> None:
    (notice,) = ask("modern", ["1 Opt"], ["2 Opt"]).notices
    assert notice.code == "policy-differs"
    assert [(place.deck, place.copies) for place in notice.places] == [(0, 1), (1, 2)]
    assert "tournament rules of the day" in notice.message

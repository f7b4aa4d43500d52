"""Deck documents in JSON: the shapes of many programs, broken and hostile ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read, read_team
from validator import Event, validate
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD, Decklist, Line, Unreadable

OWN = """{
  "main": [
    {"count": 4, "name": "Opt", "set": "DOM", "number": "60"},
    {"name": "Island",
     "count": 56}
  ],
  "sideboard": [{"count": 2, "name": "Negate"}]
}
"""
OPT = {"name": "Opt", "set": "dom", "cn": "60", "layout": "normal"}
NEGATE = {"name": "Negate", "set": "m20", "cn": "69"}
MOXFIELD_3 = {
    "id": "a1",
    "name": "Blue",
    "main": {"name": "Krenko, Mob Boss", "set": "ddn"},
    "boards": {
        "mainboard": {
            "count": 4,
            "cards": {"x1": {"quantity": 4, "boardType": "mainboard", "card": OPT}},
        },
        "sideboard": {"count": 2, "cards": {"x2": {"quantity": 2, "card": NEGATE}}},
        "maybeboard": {"count": 0, "cards": {}},
        "tokens": {"count": 1, "cards": {"x3": {"quantity": 1, "card": {"name": "Goblin"}}}},
    },
}
MOXFIELD_2 = {
    "name": "Blue",
    "main": {"name": "Opt", "quantity": 4},
    "mainboardCount": 4,
    "mainboard": {"Opt": {"quantity": 4, "boardType": "mainboard", "card": OPT}},
    "sideboard": {"Negate": {"quantity": 2, "card": NEGATE}},
    "commanders": {},
    "tokens": [{"name": "Goblin"}],
}
ARCHIDEKT = {
    "id": 1,
    "name": "Blue",
    "categories": [
        {"name": "Sideboard", "includedInDeck": True},
        {"name": "Perhaps", "includedInDeck": False},
    ],
    "cards": [
        {
            "quantity": 4,
            "modifier": "Normal",
            "categories": ["Draw", "Sideboard"],
            "card": {
                "oracleCard": {"name": "Opt"},
                "edition": {"editioncode": "dom", "editionname": "Dominaria"},
                "collectorNumber": "60",
            },
        },
        {
            "quantity": 2,
            "categories": ["Sideboard"],
            "card": {"oracleCard": {"name": "Negate"}, "edition": {}},
        },
        {"quantity": 1, "categories": ["Perhaps"], "card": {"oracleCard": {"name": "Island"}}},
        {"quantity": 1, "categories": None, "card": {"oracleCard": {"name": "Shock"}}},
    ],
}
MTGJSON = {
    "meta": {"date": "2026-08-01"},
    "data": {
        "code": "DOM",
        "name": "Blue",
        "mainBoard": [{"count": 4, "name": "Opt", "setCode": "DOM", "number": "60"}],
        "sideBoard": [{"count": 2, "name": "Negate", "setCode": "M20", "number": "69"}],
        "commander": [],
        "displayCommander": [{"count": 1, "name": "Krenko, Mob Boss"}],
        "tokens": [{"count": 1, "name": "Goblin"}],
    },
}
SCRYFALL = {
    "object": "deck",
    "sections": {"primary": ["mainboard"], "secondary": ["sideboard"]},
    "entries": {
        "nonlands": [
            {
                "count": 4,
                "section": "nonlands",
                "raw_text": "Opt",
                "card_digest": {"name": "Opt", "set": "dom", "collector_number": "60"},
            },
            {"count": 1, "raw_text": "", "card_digest": None},
        ],
        "sideboard": [{"count": 2, "raw_text": "Negate", "card_digest": None}],
    },
}


def titles(deck: Decklist) -> list[tuple[int, str, str]]:
    return [(line.copies, line.name, line.section) for line in deck.lines]


def broken(text: str) -> str:
    """What is said of a document that cannot be read."""
    deck = read(text, syntax="json")
    (notice,) = deck.notices
    assert (notice.code, len(deck.unreadable), deck.lines) == ("document-broken", 1, ())
    assert notice.places[0].line == deck.unreadable[0].number
    return notice.message


def test_the_form_of_the_project() -> None:
    deck = read(OWN)
    text = '{"count": 4, "name": "Opt", "set": "DOM", "number": "60"}'
    assert deck.lines[0] == Line(4, "Opt", MAIN, 3, text, "DOM", "60")
    assert [(line.number, line.section) for line in deck.lines] == [
        (3, MAIN),
        (4, MAIN),
        (7, SIDEBOARD),
    ]
    assert (deck.unreadable, deck.notices, deck.syntax) == ((), (), "json")
    assert deck.because == "JSON with a list of cards for each section"


@pytest.mark.parametrize(
    ("document", "program"),
    [
        (MOXFIELD_3, "Moxfield"),
        (MOXFIELD_2, "Moxfield"),
        (ARCHIDEKT, "Archidekt"),
        (MTGJSON, "MTGJSON"),
        (MTGJSON["data"], "MTGJSON"),
        (SCRYFALL, "Scryfall"),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_json_of_programs(document: dict[str, Any], program: str, indent: int | None) -> None:
    deck = read(json.dumps(document, indent=indent))
    assert titles(deck)[:2] == [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]
    assert (deck.lines[0].set_code, deck.lines[0].collector_number) == ("DOM", "60")
    assert (deck.unreadable, deck.syntax) == ((), "json")
    assert {notice.code for notice in deck.notices} <= {"maybeboard-ignored"}
    assert f"as {program} " in deck.because


def test_categories_of_archidekt() -> None:
    sections = [line.section for line in read(json.dumps(ARCHIDEKT)).lines]
    assert sections == [MAIN, SIDEBOARD, MAYBEBOARD, MAIN]


@pytest.mark.parametrize(
    "document",
    [
        {"main": {"Opt": 4}, "sideboard": {"Negate": 2}},
        {"Main Deck": ["4 Opt"], "SB": ["2x Negate (M20) 69"]},
        {"main": [{"quantity": "4", "card": "Opt"}], "side": [{"qty": 2.0, "name": "Negate"}]},
        {"cards": [{"count": 4, "name": "Opt"},
                   {"count": 2, "name": "Negate", "section": "sideboard"}]},
        [{"amount": 4, "name": "Opt"}, {"copies": 2, "name": "Negate"}],
        ["4 Opt", "2 Negate"],
        [{"Quantity": 4, "Card_Name": "Opt"}, {"Count": 2, "CardName": "Negate"}],
        {"mainboard": ["4 Opt"], "cards": [{"count": 2, "name": "Negate", "section": "side"}]},
    ],
)  # fmt: skip
def test_lists_that_people_write(document: Any) -> None:
    deck = read(json.dumps(document))
    assert (deck.syntax, deck.unreadable) == ("json", ())
    assert [line[:2] for line in deck.lines] == [(4, "Opt"), (2, "Negate")]
    is_flat = isinstance(document, list)
    assert deck.lines[1].section == (MAIN if is_flat else SIDEBOARD)


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "Negate", "count": 2, "sideboard": True},
        {"name": "Negate", "count": 2, "is_sideboard": "yes"},
        {"name": "Negate", "count": 2, "board": "Sideboard"},
        "SB: 2 Negate",
    ],
)
@pytest.mark.parametrize("around", [lambda listed: listed, lambda listed: {"main": listed}])
def test_an_entry_that_says_its_section(entry: Any, around: Callable[[Any], Any]) -> None:
    opt = {"name": "Opt", "count": 4, "sideboard": False}
    deck = read(json.dumps(around([opt, entry])))
    assert [(line.copies, line.name, line.section) for line in deck.lines] == [
        (4, "Opt", "main"),
        (2, "Negate", "sideboard"),
    ]


def test_an_entry_that_says_an_unknown_section() -> None:
    opt = {"name": "Opt", "count": 4}
    deck = read(json.dumps([opt, opt | {"board": "shelf"}, opt | {"sideboard": 3}]))
    assert (len(deck.lines), len(deck.unreadable)) == (1, 2)


def test_line_ends_in_a_text_are_no_lines_of_the_document() -> None:
    document = {"about": "a\nb\nc", "main": [{"name": "Opt", "count": 4}]}
    assert [line.name for line in read(json.dumps(document)).lines] == ["Opt"]


def test_several_decks() -> None:
    decks = '[{"player": "Ada", "main": {"Opt": 4}},\n{"main": ["4 Shock"]}, 7]'
    for text in (decks, f'{{"decks": {decks}}}'):
        ada, other, none = read_team(text)
        assert (ada.player, titles(ada)) == ("Ada", [(4, "Opt", MAIN)])
        assert (other.player, other.lines[0].number) == (None, 2)
        assert none.unreadable == (Unreadable(1, "7"),)
        assert ada.because == "JSON with a list of decks"
        (pool,) = read_team(text, pool=True)
        assert len(pool.lines) == 2


def test_a_report_is_read_back() -> None:
    decks = [read("4 Opt\n56 Island"), read("60 Forest\nSideboard\n1 qzxqzx")]
    report = validate(Event("modern", "2024-10-01"), decks)
    first, second = read_team(json.dumps(report.as_dict(with_cards=True)))
    assert titles(first) == [(4, "Opt", MAIN), (56, "Island", MAIN)]
    assert titles(second) == [(60, "Forest", MAIN), (1, "qzxqzx", SIDEBOARD)]


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "Opt"},
        {"count": 4},
        {"count": 4, "name": None},
        {"count": 4, "name": ["Opt"]},
        {"count": True, "name": "Opt"},
        {"count": 1.5, "name": "Opt"},
        {"count": 10000, "name": "Opt"},
        {"count": None, "name": "Opt"},
        {"count": [4], "name": "Opt"},
        {"count": float("nan"), "name": "Opt"},
        {"count": float("inf"), "name": "Opt"},
        {"count": 4, "card": {}},
        [4, "Opt"],
        "???",
        "Sideboard",
        4,
        None,
    ],
)
def test_an_entry_without_count_or_name(entry: Any) -> None:
    deck = read(json.dumps({"main": [entry, {"count": 2, "name": "Negate"}]}))
    assert deck.unreadable == (Unreadable(1, json.dumps(entry)),)
    assert titles(deck) == [(2, "Negate", MAIN)]


def test_a_count_of_many_digits() -> None:
    deck = read('{"main": {"Opt": %s, "Negate": 2}}' % ("9" * 5000))
    assert len(deck.unreadable) == len(deck.lines) == 1


def test_cards_behind_very_many_words_are_not_lost() -> None:
    words = ["1 " * 5000] * 40
    deck = read(json.dumps({"main": {"Opt": 4}, "shelf": ["and 2 Shock", *words]}))
    assert any("2 Shock" in fault.text for fault in deck.unreadable)


@pytest.mark.parametrize("shelf", [{"Shock": 2}, ["2 Shock"], [{"count": 2, "name": "Shock"}]])
def test_cards_beside_the_sections_are_not_lost(shelf: Any) -> None:
    document = {"tags": ["Blue"], "stats": {"lands": 9}, "main": {"Opt": 4}, "shelf": shelf}
    deck = read(json.dumps(document))
    assert (titles(deck), len(deck.unreadable)) == ([(4, "Opt", MAIN)], 1)


def test_a_commander_in_a_word() -> None:
    document = {"deck": "Blue", "commander": "Niv-Mizzet, Parun", "main": ["4 Opt"]}
    assert titles(read(json.dumps(document))) == [
        (1, "Niv-Mizzet, Parun", "commander"),
        (4, "Opt", MAIN),
    ]


def test_decks_of_an_event() -> None:
    mainboard = [{"Count": 4, "CardName": "Opt"}]
    document = {"Tournament": {}, "Decks": [{"Player": "Ada", "Mainboard": mainboard}, {}]}
    ada, _ = read_team(json.dumps(document))
    assert (ada.player, titles(ada)) == ("Ada", [(4, "Opt", MAIN)])


def test_cards_of_unknown_boards_are_unreadable() -> None:
    deck = read(json.dumps({"boards": {"mainboard": {}, "shelf": {"cards": ["4 Opt"]}}}))
    assert deck.unreadable == (Unreadable(1, '"4 Opt"'),)


def test_broken_documents() -> None:
    assert broken('{"main": [\n{"count": 4,\n "name" "Opt"}]}') == (
        "The JSON is broken at line 3 (Expecting ':' delimiter): nothing of it was read."
    )
    assert broken('{"main":\n{"Opt": 4, "Opt": 2}}') == (
        "The JSON says “Opt” twice in the object at line 2."
    )
    deep = "[" * 100_000 + "]" * 100_000
    assert broken(f'{{"main": {deep}}}') == (
        "The JSON is nested too deeply for a decklist: nothing of it was read."
    )
    assert broken('{"foo": 1}').startswith("The JSON holds no deck in a form that is known here")
    assert broken("").startswith("The JSON is broken at line 1 ")


@pytest.mark.parametrize("text", ['{"main"', "{}", '[{"a": 1}', "[ {", '\ufeff\n {"decks": []}'])
def test_broken_documents_are_json(text: str) -> None:
    assert read(text).syntax == "json"


@pytest.mark.parametrize("text", ["[Main]\n4 Opt", "[[Opt]] x4", "[metadata]\nName=[{", "[4] Opt"])
def test_no_json(text: str) -> None:
    assert read(text).syntax != "json"


def test_nesting_that_is_just_read() -> None:
    for depth in range(100, 1000, 50):
        nested = '{"cards": ' * depth + "1" + "}" * depth
        text = f'{{"main": [{nested}]}}'
        assert read(text).unreadable


KEYS = st.sampled_from(
    ["main", "sideboard", "cards", "card", "boards", "mainboard", "entries", "data", "mainBoard",
     "decks", "count", "quantity", "name", "oracleCard", "categories", "edition", "section", "set",
     "number", "player", "card_digest", "raw_text", "includedInDeck"]
) | st.text(max_size=3)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["Opt", "4 Opt", "Sideboard", 4]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=30,
)  # fmt: skip


@given(VALUES)
def test_any_document_is_read(document: Any) -> None:
    assert read_team(json.dumps(document), syntax="json")


@given(
    st.text()
    | st.lists(st.sampled_from(['{"main": ', "[", "]", "}", '"', ":", "1", "\n"])).map("".join)
)
def test_any_text_is_read(text: str) -> None:
    assert read_team(text, syntax="json")


def test_counts_under_titles() -> None:
    (deck,) = read_team('{"Opt": 4, "Island": 56}')
    assert [(line.copies, line.name) for line in deck.lines] == [(4, "Opt"), (56, "Island")]

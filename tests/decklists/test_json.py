"""Deck documents in JSON: the shapes of many programs, broken and hostile ones."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read, read_team
from validator import Event, validate
from validator.model import MAIN, SIDEBOARD, Decklist, Line

OWN = """{
  "main": [
    {"count": 4, "name": "Opt", "set": "DOM", "number": "60"},
    {"name": "Island",
     "count": 56}
  ],
  "sideboard": [{"count": 2, "name": "Negate"}]
}
"""


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


def test_a_report_is_read_back() -> None:
    decks = [read("4 Opt\n56 Island"), read("60 Forest\nSideboard\n1 qzxqzx")]
    report = validate(Event("modern", "2024-10-01"), decks)
    first, second = read_team(json.dumps(report.as_dict(with_cards=True)))
    assert titles(first) == [(4, "Opt", MAIN), (56, "Island", MAIN)]
    assert titles(second) == [(60, "Forest", MAIN), (1, "qzxqzx", SIDEBOARD)]


def test_a_count_of_many_digits() -> None:
    deck = read('{"main": {"Opt": %s, "Negate": 2}}' % ("9" * 5000))
    assert len(deck.unreadable) == len(deck.lines) == 1


def test_cards_behind_very_many_words_are_not_lost() -> None:
    words = ["1 " * 5000] * 40
    deck = read(json.dumps({"main": {"Opt": 4}, "shelf": ["and 2 Shock", *words]}))
    assert any("2 Shock" in fault.text for fault in deck.unreadable)


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

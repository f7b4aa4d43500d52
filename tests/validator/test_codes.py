"""The table of codes: every code is given by some team, in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import formats
from cards import catalogue
from formats import HouseRules
from headjudge import decklists
from validator import Report, validate
from validator.case import SEARCHED
from validator.definition import Rule
from validator.house_rules import settle
from validator.notices import NOTICES, TABLE
from validator.rules import RULES, VIOLATIONS

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

FROM_READERS = {
    "count-assumed", "count-zero", "decks-not-split", "decks-split", "document-broken",
    "line-ignored", "list-fetched", "main-doubtful", "maybeboard-ignored", "rest-ignored",
    "sideboard-guessed",
    "total-differs",
}  # fmt: skip
"""Notices that come with a list and not from the engine."""
TEAM = {"pool": ["1 Opt", "1 Black Lotus"], "product": {"DOM": 8}}
LATER = {"as_of": "2026-03-01"}
HOUSE = settle(HouseRules("vintage", ban=("Opt",), restrict=("Duress",)), catalogue())
WITHOUT_SIDEBOARD = settle(
    HouseRules("vintage", format=formats.load("vintage")._replace(sideboard_max=0)), catalogue()
)
EXAMPLES: list[tuple[str, list[list[str]], dict[str, Any]]] = [
    ("modern", [["59 Island"], []], {"fill": None}),
    ("modern", [["59 Island"]], {"fill": None}),
    ("modern", [[]], {"structure": "team-constructed"}),
    ("sealed", [[]], {"structure": "individual", "fill": None, "pool": ["1 Opt"]}),
    ("modern", [[], []], {"structure": "individual"}),
    ("modern", [["sideboard: 1 Opt"]], {}),
    ("modern", [["sideboard: 16 Opt"]], {"structure": "individual"}),
    (
        "modern",
        [["5 Opt", "8 Seven Dwarves"], ["1 Lightnig Bolt", "1 Brisela, Voice of Nightmares"]],
        {},
    ),
    ("modern", [["1 carpe diem"]], {}),
    ("modern", [["1 Snapcaster", "1 Jace", "1 Wingbright Thief", "1 嘘の名前"]], {}),
    ("modern", [["1 Blitzschlag", "1 Gegenzauberr"]], {"fill": None}),
    ("modern", [["2 Opt", "1 qzxqzx", "251 Island"], ["2 Opt"]], {"as_of": "2026-09-01"}),
    ("modern", [["1 qzxqzx"]], {}),
    ("modern", [["1 Lightnig Bolt"]], {"as_of": "2026-09-01"}),
    ("modern", [["5 Opt"], ["1 Opt"]], {"policy": "tournament"}),
    ("modern", [["?? %%%", "?4xx Opt", "1 稲妻", "?? " + "%" * 400], ["1 lightning-bolt"]], {}),
    ("modern", [["1 A-Opt", "1 Opt [UDS]", "1 Goblin Token"]], {}),
    ("vintage", [["1 Brainstorm"], ["1 Brainstorm"]], {}),
    ("vintage", [["2 Brainstorm"]], {"policy": "unified-2018"}),
    ("vintage", [["1 Contract from Below", "1 Backup Plan", "1 Blacker Lotus"]], {}),
    ("vintage", [["1 Academy at Tolaria West", "1 Baffling Defenses"]], {}),
    ("vintage", [["1 The Fantasticar", "1 Balloon Stand"]], {}),
    ("modern", [["1 Skullclamp", "1 Mental Misstep"]], {}),
    ("pauper", [["1 Tarmogoyf", "1 Dreadbore", "1 Cranial Plating"]], {}),
    ("pauper", [["1 Moss Diamond", "1 Cranial Ram"]], {"as_of": "2019-07-02"}),
    ("standard", [["1 Lightning Bolt", "1 Black Lotus", "1 Edgar Markov"]], {}),
    ("standard", [["1 Psychatog", "1 The Fantasticar", "1 Drogskol Reaver"]], {}),
    ("standard", [["1 Goblin Smuggler", "1 Mogg Salvage"]], {}),
    ("standard", [["1 Snow-Covered Forest"]], {"as_of": "2025-11-20"}),
    ("commander", [["1 Ashnod the Uncaring"]], {"as_of": "2022-11-14"}),
    ("pioneer", [["1 Mogg Salvage", "1 Drogskol Reaver", "1 Corpse Cur"]], {}),
    ("modern", [["1 Elvish Spirit Guide"]], {"as_of": "2012-01-01"}),
    ("extended", [[]], {}),
    ("extended", [["1 Tundra"]], {"as_of": "2005-01-01"}),
    ("pioneer", [[]], {"as_of": "2005-09-01"}),
    ("sealed", [[]], {}),
    ("sealed", [["2 Opt"]], TEAM),
    ("team-sealed", [["1 Opt"], []], TEAM),
    (
        "sealed",
        [[]],
        {"pool": ["1 Sol Ring", "1 Ancestral Recall"], "product": {"STX": 4, "ZEN": 4}},
    ),
    ("sealed", [[]], {"pool": ["1 Gray Merchant of Asphodel"], "product": {"JOU": 8}}),
    ("sealed", [[]], {"pool": ["9 Karn, Scion of Urza"], "product": {"DOM": 4}}),
    ("sealed", [[]], {"pool": ["1 Opt"], "product": {"RAV": 4, "RAV:tournament-pack": 1}}),
    ("legacy", [["sideboard: 3 Opt"]], {"structure": "individual", "as_of": "2010-01-01"}),
    ("modern", [["companion: 1 Yorion, Sky Nomad"]], {}),
    ("modern", [["companion: 1 Yorion, Sky Nomad", "sideboard: 1 Opt"]], {}),
    ("sealed", [["companion: 1 Yorion, Sky Nomad"]], {}),
    ("sealed", [["companion: 2 Yorion, Sky Nomad"]], {}),
    ("sealed", [["companion: 1 Gyruda, Doom of Depths", "1 Shock"]], {}),
    ("sealed", [["companion: 1 Lutri, the Spellchaser", "2 Shock"]], {}),
    ("sealed", [["companion: 1 Zirda, the Dawnwaker"]], {}),
    ("vintage", [["1 Opt", "1 Duress"], ["1 Duress"]], {"house": HOUSE}),
    ("vintage", [["2 Duress"]], {"house": HOUSE, "structure": "individual"}),
    ("modern", [[], []], {"deck_formats": ["modern", "pioneer"]}),
    ("commander", [["commander: 1 Braids, Cabal Minion"]], {"as_of": "2012-01-01"}),
    ("commander", [["commander: 1 Krenko, Mob Boss", "sideboard: 1 Shock"]], {}),
    (
        "commander",
        [["companion: 1 Lutri, the Spellchaser", "commander: 1 Niv-Mizzet, Parun"]],
        LATER,
    ),
    ("commander", [["commander: 1 Krenko, Mob Boss", "1 Cryptic Spires", "1 Gamble"]], LATER),
    ("commander", [["sideboard: 1 Krenko, Mob Boss"]], {}),
    ("commander", [["commander: 1 Krenko, Mob Boss", "sideboard: 1 Obosh, the Preypiercer"]], {}),
    ("commander", [["commander: 1 Golos, Tireless Pilgrim", "companion: 1 Yorion, Sky Nomad"]], {}),
    ("vintage", [["sideboard: 1 Opt"]], {"house": WITHOUT_SIDEBOARD, "structure": "individual"}),
    ("commander", [["commander: 1 Kid Loki", "commander: 1 Living Laser"]], {}),
    ("modern", [[], []], {"product": {"DOM": 8}}),
    *(
        (
            "vintage",
            [[*known, *(f"1 {name} {number}" for number in range(SEARCHED + 1))]],
            {"as_of": day},
        )
        for known, name, day in (
            (["1 Opt"], "qzxqzx", "2024-10-01"),
            (["1 Opt"], "qzxqzx", "2026-11-21"),
            (["1 Blitzschlag", "1 Gegenzauber"], "qzxqzx", "2024-10-01"),
            (["1 Opt"], "新しいカード名", "2024-10-01"),
        )
    ),
]


@pytest.fixture(scope="module")
def reports(ask: Ask) -> list[Report]:
    asked = [ask(format_id, *decks, **asked) for format_id, decks, asked in EXAMPLES]
    return [*asked, *map(judged, RULES)]


def judged(rule: Rule[Any]) -> Report:
    """The report on the example of a rule."""
    example = rule.example
    decks = [deck for text in example.decks for deck in decklists.read_team(text)]
    pool = None if example.pool is None else decklists.read(example.pool, pool=True)
    return validate(example.event, decks, pool)


def test_every_code_of_a_violation_is_given(reports: list[Report]) -> None:
    assert {one.code for report in reports for one in report.violations} == set(VIOLATIONS)


def test_every_code_of_a_notice_is_given(reports: list[Report]) -> None:
    given = {notice.code for report in reports for notice in report.notices}
    assert given - FROM_READERS == NOTICES.keys() - FROM_READERS


def test_every_variant_of_a_sentence_is_used(reports: list[Report]) -> None:
    given = {(one.code, one.words) for report in reports for one in report.violations}
    of_shipped_facts = {
        (rule.code, words)
        for rule in RULES
        for variant, words in rule.sentences.items()
        if not variant.endswith("seen")  # what an update saw: see tests/banlists/test_seen.py
    }
    assert given == of_shipped_facts


def test_every_rule_finds_something(reports: list[Report]) -> None:
    silent = {rule for rule in RULES if not any(any(rule.find(report.case)) for report in reports)}
    assert not silent


def sentences(reports: list[Report]) -> Iterator[str]:
    for report in reports:
        for violation in report.violations:
            yield from (violation.message, violation.fix)
        yield from (notice.message for notice in report.notices)
    for stated in (*RULES, *TABLE):
        yield from (stated.when, stated.explains, stated.mend)


def test_messages_are_whole_sentences(reports: list[Report]) -> None:
    for sentence in sentences(reports):
        assert re.fullmatch(r"[^{}\s][^{}]*\.", sentence), sentence
        assert "None" not in sentence
        assert "  " not in sentence


def test_no_sentence_holds_an_address(reports: list[Report]) -> None:
    # The address is `rule.url`: a ban's source is that of its announcement.
    assert not [sentence for sentence in sentences(reports) if "://" in sentence]
    assert any(one.rule.url for report in reports for one in report.violations)


def test_every_rule_names_its_source(reports: list[Report]) -> None:
    for report in reports:
        assert all(violation.rule.source for violation in report.violations)


def test_notices_have_the_severity_of_their_kind(reports: list[Report]) -> None:
    for report in reports:
        assert all(one.severity == NOTICES[one.code].severity for one in report.notices)


def test_each_code_is_stated_once() -> None:
    codes = [stated.code for stated in (*RULES, *TABLE)]
    assert len(codes) == len(set(codes))


def test_codes_are_written_alike() -> None:
    for code in (*VIOLATIONS, *NOTICES):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)


def test_the_codes_that_are_promised() -> None:
    """Codes are never renamed, only added."""
    assert set(VIOLATIONS) >= {
        "deck-count", "main-too-small", "sideboard-not-allowed", "sideboard-too-large",
        "combined-copies", "deck-copies", "shared-card", "restricted-copies", "banned-card",
        "not-legal", "unknown-card", "ambiguous-card", "unreadable-line", "pool-exceeded",
        "pool-unassigned", "pool-product", "format-inactive", "sideboard-size",
        "side-deck-too-small", "side-deck-too-large", "side-deck-copies", "side-deck-card",
    }  # fmt: skip
    assert set(NOTICES) >= {
        "policy-differs", "pool-absent", "hard-to-shuffle", "facts-older", "title-corrected",
        "title-translated", "sideboard-guessed", "snow-as-basic", "not-yet-sanctioned",
        "formats-differ", "pool-improbable",
    }  # fmt: skip


def test_one_copy_is_no_copies(ask: Ask) -> None:
    (violation,) = ask("modern", ["5 Opt"]).violations
    assert violation.fix == "Remove 1 copy of Opt from deck 1."
    (violation,) = ask("modern", ["6 Opt"], []).violations
    assert violation.fix == "Remove 2 copies of Opt from deck 1."

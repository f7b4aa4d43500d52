"""The table of codes: every code is given by some team, in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import formats
from cards import catalogue
from formats import HouseRules
from formats.files import read_toml
from headjudge import decklists
from tests.conftest import ROOT
from tests.validator import rows
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
HOUSE = settle(HouseRules("vintage", ban=("Opt",), restrict=("Duress",)), catalogue())
WITHOUT_SIDEBOARD = settle(
    HouseRules("vintage", format=formats.load("vintage")._replace(sideboard_max=0)), catalogue()
)
ALONE = {"structure": "individual"}
EXAMPLES: list[tuple[list[list[str]], dict[str, Any]]] = [
    ([["1 Opt", "1 Duress"], ["1 Duress"]], {"house": HOUSE}),
    ([["2 Duress"]], {"house": HOUSE, **ALONE}),
    ([["sideboard: 1 Opt"]], {"house": WITHOUT_SIDEBOARD, **ALONE}),
    ([["?? " + "%" * 400]], ALONE),
    *(
        ([[*known, *(f"1 {name} {number}" for number in range(SEARCHED + 1))]], {"as_of": day})
        for known, name, day in (
            (["1 Opt"], "qzxqzx", "2024-10-01"),
            (["1 Opt"], "qzxqzx", "2026-11-21"),
            (["1 Blitzschlag", "1 Gegenzauber"], "qzxqzx", "2024-10-01"),
        )
    ),
]
"""Teams in Vintage, besides those of the rows."""


@pytest.fixture(scope="module")
def reports(ask: Ask) -> list[Report]:
    """Of every row, of every example, and of the example of every rule."""
    found = [
        report
        for file in ("rows.txt", "sentences.txt", "notices.txt")
        for row in rows.rows(file)
        for report in rows.reports(ask, row.partition(" => ")[0])
    ]
    asked = [ask("vintage", *decks, **asked) for decks, asked in EXAMPLES]
    return [*found, *asked, *map(judged, RULES)]


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
        unquoted = re.sub("“[^”]*”", "“”", sentence)
        assert re.fullmatch(r"[^{}\s][^{}]*\.", unquoted), sentence
        assert "None" not in unquoted
        assert "  " not in unquoted


def test_no_sentence_holds_an_address(reports: list[Report]) -> None:
    # The address is `rule.url`: a ban's source is that of its announcement.
    assert not [sentence for sentence in sentences(reports) if "://" in sentence]
    rules = [one.rule for report in reports for one in report.violations]
    assert all(rule.source for rule in rules) and any(rule.url for rule in rules)


def test_each_code_is_stated_once_and_written_alike() -> None:
    codes = [stated.code for stated in (*RULES, *TABLE)]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_each_code_is_explained() -> None:
    explained = read_toml(ROOT / "validator" / "codes.toml")
    assert explained.keys() == {stated.code for stated in (*RULES, *TABLE)}
    for words in explained.values():
        assert words.keys() - {"sources"} == {"when", "explains", "mend", "example"}


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

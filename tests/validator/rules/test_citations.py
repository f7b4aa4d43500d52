"""Citations: what a verdict rests on stands in the document, under that number.

`sections.tsv` has the numbers of the Magic Tournament Rules with their titles, and those of the
Comprehensive Rules that are cited with their subjects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import formats
from tools import tsv
from validator.notices import NOTICES
from validator.rules import RULES

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

DOCUMENTS = ("Magic Tournament Rules", "Comprehensive Rules")
SECTIONS = {
    (row["document"], row["section"]): row["title"]
    for row in tsv.rows(Path(__file__).with_name("sections.tsv"))
}
NUMBER = r"[0-9]+\.[0-9]+[a-z]?|[1-9][0-9]{2}(?![0-9-])"
ALONE = {"structure": "individual"}


def citations() -> Iterator[tuple[str, str, str]]:
    """Who cites which clause of which document."""
    for rule in RULES:
        yield (rule.code, rule.source.source, rule.source.clause or "")
    for kind in (*RULES, *NOTICES.values()):
        # A document, and the numbers up to the next document.
        for part in re.split(r";|(?=Comprehensive Rules)|(?=Magic Tournament Rules)", kind.sources):
            for document in DOCUMENTS:
                if part.strip().startswith(document):
                    yield from (
                        (kind.code, document, number) for number in re.findall(NUMBER, part)
                    )
    for structure in map(formats.structure, formats.structure_ids()):
        yield structure.id, structure.source, structure.clause
    for side_deck in formats.side_decks().values():
        yield side_deck.section, side_deck.source, side_deck.clause
    for play_format in map(formats.load, formats.ids()):
        for clause in play_format.legality:
            yield play_format.id, clause.source, clause.clause or ""


@pytest.mark.parametrize(("by", "document", "clause"), sorted({*citations()}))
def test_cited_clauses_exist(by: str, document: str, clause: str) -> None:
    if document in DOCUMENTS and clause:
        assert (document, clause) in SECTIONS, by


@pytest.mark.parametrize(
    ("format_id", "title", "clause"),
    [
        ("standard", "Lightning Bolt", "Standard Format Deck Construction"),
        ("modern", "Brainstorm", "Modern Format Deck Construction"),
        ("vintage", "Infinity Elemental", "Authorized Cards"),
        ("legacy", "Infinity Elemental", "Authorized Cards"),
        ("pioneer", "Lightning Bolt", "Pioneer Format Deck Construction"),
        ("modern", "Undercity", "Deck Construction Restrictions"),
        ("theros-block", "Lightning Bolt", "Card Legality"),
    ],
)
def test_a_card_outside_a_format_cites_its_section(
    ask: Ask, format_id: str, title: str, clause: str
) -> None:
    day = "2016-01-01" if format_id.endswith("block") else "2024-10-01"
    (violation,) = ask(format_id, [f"1 {title}"], as_of=day, **ALONE).violations
    assert violation.code == "not-legal"
    assert SECTIONS["Magic Tournament Rules", violation.rule.clause or ""] == clause


@pytest.mark.parametrize(
    ("format_id", "line", "rule"),
    [
        ("commander", "1 Black Lotus", None),
        ("commander", "2 Sol Ring", ("Comprehensive Rules", "903.5b")),
        ("premodern", "1 Tarmogoyf", ("premodernmagic.com, rules of the format", None)),
        ("premodern", "5 Giant Growth", ("premodernmagic.com, rules of the format", None)),
        ("pauper", "1 Tarmogoyf", ("Wizards of the Coast, Pauper format page", None)),
    ],
)
def test_other_formats_cite_their_own_document(
    ask: Ask, format_id: str, line: str, rule: tuple[str, str | None] | None
) -> None:
    violations = ask(format_id, [line], as_of="2024-10-01", **ALONE).violations
    found = [violation.rule for violation in violations if violation.card]
    assert [tuple(source) for source in found] == [rule] or rule is None
    assert "Magic Tournament Rules" not in {source.source for source in found}


@pytest.mark.parametrize(
    ("event", "source"),
    [
        ({}, ("Magic Tournament Rules", "8.2")),
        ({"team_size": 3}, ("Comprehensive Rules", "810.11")),
        ({"structure": "team-constructed", "team_size": 3}, ("Magic Tournament Rules", "8.2")),
    ],
)
def test_the_number_of_decks_cites_the_rule_of_the_structure(
    ask: Ask, event: dict[str, Any], source: tuple[str, str]
) -> None:
    (violation,) = ask("modern", ["60 Island"], fill=None, **event).violations
    assert violation.rule == source

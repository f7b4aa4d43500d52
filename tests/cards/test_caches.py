"""Caches keep the values of catalogues apart, and are cleared with them."""

from __future__ import annotations

import tracemalloc

import pytest

import cards
from cards import Catalogue
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Kind
from tests.cards.small import small


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> tuple[Catalogue, Catalogue]:
    """Two catalogues; each knows one card that the other does not."""
    folder = tmp_path_factory.mktemp("catalogues")
    one, other = (
        Catalogue(small(folder / f"{day}.sqlite", day)) for day in ("2026-10-01", "2026-11-01")
    )
    return one, other


def unreadable(text: str, facts: Catalogue | None = None) -> int:
    """How many lines of a text are no titles for these facts."""
    with cards.using(facts or cards.catalogue()):
        return sum(classify(line) is Kind.UNREADABLE for line in text.splitlines())


def test_a_line_is_read_by_the_catalogue_in_use(others: tuple[Catalogue, Catalogue]) -> None:
    text = "Card of 2026-10-01\nCard of 2026-11-01\nCard of 2026-11-01\n"
    for _ in range(2):  # the second time from the cache
        assert unreadable(text) == 3
        assert unreadable(text, others[0]) == 2
        assert unreadable(text, others[1]) == 1
        assert unreadable(text) == 3


def test_a_catalogue_is_in_use_in_its_context_alone(others: tuple[Catalogue, Catalogue]) -> None:
    shipped = cards.catalogue()
    with cards.using(others[0]):
        assert cards.catalogue() is others[0]
    assert cards.catalogue() is shipped


def test_texts_too_long_for_a_name_are_not_kept(others: tuple[Catalogue, Catalogue]) -> None:
    """Whoever sends them would fill the memory of the service."""
    facts, length, times = others[0], 1_000_000, 20
    asked = (facts.find, facts.plain.__getitem__, facts.is_title, facts.begins_title,
             facts.starting_with)  # fmt: skip
    tracemalloc.start()
    try:
        for number in range(times):
            for ask in asked:
                ask(f"{number}".rjust(length, "x"))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 2 * length


def test_caches_forget_the_oldest_catalogue(others: tuple[Catalogue, Catalogue]) -> None:
    asked: list[Catalogue] = []

    @cards.catalogue_cache(4)
    def digest(facts: Catalogue) -> str:
        asked.append(facts)
        return facts.digest

    assert digest(others[0]) != digest(others[1])
    assert digest(others[0]) == others[0].digest
    assert asked == [*others]
    cards.forget()
    digest(others[0])
    assert asked == [*others, others[0]]


def test_a_set_that_the_facts_do_not_have_is_called_by_its_code(
    others: tuple[Catalogue, Catalogue],
) -> None:
    sets = others[0].sets
    assert "TRK" not in sets
    assert sets["TRK"].name == "TRK"
    assert sets["DOM"].name == "Dominaria"
    assert "TRK" not in sets

"""What is kept of lists that were read: nothing of texts that are too long for any title."""

from __future__ import annotations

import tracemalloc

import pytest

from headjudge.decklists import read_team

LENGTH, TIMES = 30_000, 30


@pytest.mark.parametrize(
    "document",
    [
        '{{"{}": 4, "Opt": 4}}',
        '{{"main": [{{"name": "{}", "count": 4}}]}}',
        '{{"main": "4 {}"}}',
        '<cockatrice_deck><zone name="main"><card number="4" name="{}"/></zone></cockatrice_deck>',
        '<Deck><Cards Quantity="4" Name="{}"/></Deck>',
        "Count,Name\n4,{}\n",
        "Count,{}\n4,Opt\n",
        "{},4\nOpt,4\n",
        "4 {}\n4 Opt\n",
        "Deck: {}\n4 Opt\n",
    ],
)
@pytest.mark.parametrize("words", ["x", "4 Opt, "])
def test_nothing_is_kept_of_a_long_text(document: str, words: str) -> None:
    """Else whoever sends them fills the memory of the service."""
    long = words * (LENGTH // len(words))
    read_team(document.format(f"{long}."))
    tracemalloc.start()
    try:
        for number in range(TIMES):
            read_team(document.format(f"{long}{number}"))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 10 * LENGTH

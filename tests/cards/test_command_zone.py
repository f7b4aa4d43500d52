"""Colour identities held against what the catalogue tells of every card."""

from __future__ import annotations

import pytest

from cards import catalogue
from cards.command_zone import COLORS, command_facts
from validator.rules.commanders import certain_colors


def test_identities_hold_the_colors_and_land_types_of_all_titles() -> None:
    facts = catalogue()
    titles = [title for title in facts.titles() if command_facts(title).identity is not None]
    assert len(titles) > 32_000
    lacking = [
        title for title in titles if not certain_colors(facts.card(title)) <= _identity(title)
    ]
    assert lacking == []


def test_lands_have_the_colors_of_their_basic_types() -> None:
    facts = catalogue()
    by_type = dict(zip(("Plains", "Island", "Swamp", "Mountain", "Forest"), COLORS, strict=True))
    found = {
        title: {by_type[kind] for kind in card.subtypes if kind in by_type}
        for title in facts.titles()
        if "Land" in (card := facts.card(title)).types and by_type.keys() & set(card.subtypes)
    }
    assert len(found) > 100
    assert all(_identity(title) >= letters for title, letters in found.items())


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        ("Kitchen Finks", "WG"),  # hybrid
        ("Boros Reckoner", "WR"),
        ("Alesha, Who Smiles at Death", "WBR"),  # hybrid in its text
        ("Bosh, Iron Golem", "R"),  # a symbol in the text alone
        ("Dismember", "B"),  # Phyrexian
        ("Gitaxian Probe", "U"),
        ("Dryad Arbor", "G"),  # colour indicators
        ("Evermind", "U"),
        ("Ancestral Vision", "U"),
        ("Crypt Ghast", "B"),  # what reminder text has does not count
        ("Blind Obedience", "W"),
        ("Trinisphere", ""),
        ("Garruk Relentless // Garruk, the Veil-Cursed", "BG"),  # both faces
        ("Archangel Avacyn // Avacyn, the Purifier", "WR"),
        ("Westvale Abbey // Ormendahl, Profane Prince", "B"),
        ("Valki, God of Lies // Tibalt, Cosmic Impostor", "BR"),
        ("Fire // Ice", "UR"),
        ("Steam Vents", "UR"),  # basic land types that a land has, not those that it names
        ("Raugrin Triome", "WUR"),
        ("Scalding Tarn", ""),
        ("Kormus Bell", ""),
    ],
)
def test_identity_by_each_part_of_a_card(title: str, letters: str) -> None:
    assert _identity(title) == frozenset(letters)


def test_partners_name_each_other() -> None:
    facts = catalogue()
    named = {
        title: kind.removeprefix("partner with: ")
        for title in facts.titles()
        for kind in command_facts(title).kinds
        if kind.startswith("partner with: ")
    }
    assert len(named) > 40
    assert [title for title, other in named.items() if named.get(other) != title] == []


def _identity(title: str) -> frozenset[str]:
    return command_facts(title).identity or frozenset()

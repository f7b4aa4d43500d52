"""Colour identities held against what the catalogue tells of every card."""

from __future__ import annotations

import pytest

from cards import catalogue
from cards.command_zone import COLORS, command_facts, command_row, shipped_facts
from validator.rules.command_zone import certain_colors


def test_color_identities_hold_colors_and_land_types() -> None:
    facts = catalogue()
    identities = {title: shipped_facts(title).identity for title in facts.titles()}
    read = {title: letters for title, letters in identities.items() if letters is not None}
    assert len(read) > 30_000
    assert [t for t, letters in read.items() if not certain_colors(facts.card(t)) <= letters] == []


def test_few_identities_are_unknown() -> None:
    """Not deck cards aside: a land whose colors its owner circles."""
    facts = catalogue()
    unknown = [
        title
        for title in facts.titles()
        if shipped_facts(title).identity is None
        and (card := facts.card(title)).status == "paper"
        and not {"Plane", "Phenomenon", "Stickers", "Dungeon"} & set(card.types)
        and "Attraction" not in card.subtypes
    ]
    assert unknown == ["Cryptic Spires"]


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
        for kind in shipped_facts(title).kinds
        if kind.startswith("partner with: ")
    }
    assert len(named) > 40
    assert [title for title, other in named.items() if named.get(other) != title] == []


def test_a_newer_catalogue_overrides_shipped_facts() -> None:
    krenko = catalogue().card("Krenko, Mob Boss")
    assert command_facts(krenko) == shipped_facts("Krenko, Mob Boss")
    newer = command_facts(krenko._replace(command=command_row("RW", "Partner")))
    assert newer.identity == frozenset("RW")
    assert newer.kinds == frozenset({"partner"})


def _identity(title: str) -> frozenset[str]:
    return shipped_facts(title).identity or frozenset()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", "known"),
        ("Flying, partner (You can have two.)\nWard 2", "partner"),
        ("Partner with Toothy, Imaginary Friend (They may search.)",
         "partner with: Toothy, Imaginary Friend"),
        ("Partner—Survivors (You can have two.)", "survivors"),
        ("Doctor's companion", "doctor's companion"),
    ],
)  # fmt: skip
def test_the_abilities_in_a_text(text: str, kinds: str) -> None:
    assert command_row("RW", text) == f"WR\t{kinds}"

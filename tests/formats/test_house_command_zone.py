"""House files with an exact size, singleton and commanders."""

from __future__ import annotations

from pathlib import Path

import pytest

import formats
from cards import catalogue
from formats import WrongHouseRules
from headjudge import decklists
from validator import Event, validate
from validator.house_rules import House, settle

TINY = """\
name = "Tiny leaders"
base = "vintage"
main_min = 50
main_max = 50
singleton = "deck"

[commander]
leads = ["legendary-creature"]
pairs = false
"""


def house(folder: Path, text: str = TINY) -> House:
    path = folder / "tiny.toml"
    path.write_text(text, "utf-8")
    return settle(formats.read_house_file(path), catalogue())


def codes(rules: House, *texts: str, policy: str = "no-team-limit") -> list[str]:
    event = Event(rules.format.id, "2026-08-01", "two-headed-giant", policy, house=rules)
    report = validate(event, [decklists.read(text) for text in texts])
    return [" ".join(filter(None, (one.code, one.card))) for one in report.violations]


def test_a_house_file_speaks_the_words_of_the_shipped_formats(tmp_path: Path) -> None:
    rules = house(tmp_path)
    good = "Commander\n1 Krenko, Mob Boss\n\nDeck\n49 Mountain"
    assert codes(rules, good, good) == []
    bad = "Commander\n1 Sol Ring\n\nDeck\n1 Mana Drain\n49 Island"
    found = {"main-too-large", "not-a-commander Sol Ring"}
    assert found <= set(codes(rules, good, bad))


def test_one_copy_in_the_team(tmp_path: Path) -> None:
    rules = house(tmp_path, 'name = "One"\nbase = "vintage"\nsingleton = "team"\n')
    decks = ("1 Opt\n59 Island", "1 Opt\n59 Island")
    assert codes(rules, *decks) == ["combined-copies Opt"]
    per_deck = house(tmp_path, 'name = "One"\nbase = "vintage"\nsingleton = "deck"\n')
    assert codes(per_deck, *decks, policy="combined-four") == []
    assert codes(per_deck, "2 Opt\n58 Island", decks[1]) == ["deck-copies Opt"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('singleton = "all"', 'singleton = "deck"'),
        ("main_max = 49", "main_max = 50"),
        ('leads = ["goblin"]', 'leads = ["legendary-creature"]'),
        ("partners = false", "pairs = false"),
    ],
)
def test_what_cannot_be_played_by_is_told(tmp_path: Path, wrong: str, right: str) -> None:
    with pytest.raises(WrongHouseRules):
        house(tmp_path, TINY.replace(right, wrong))

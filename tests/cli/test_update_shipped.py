"""An update of facts as they ship, by what Scryfall would publish of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

import banlists
import banlists.checks
import formats.checks
from cards import Card, Catalogue, Printing, stored
from cards.corrections import correct_set
from cards.editions import Editions
from cards.facts import Facts
from cards.store import SHIPPED
from cards.writing import write
from headjudge.cli.main import main
from tests import published

DAY = "20261120210000"
NEW_SET = correct_set("NEWW", "New", "2026-11-13", "expansion", "", "paper")
ONE_IN = 25


class Asked(set[str]):
    """Holds every title that it is asked for."""

    def __contains__(self, title: object) -> bool:
        self.add(str(title))
        return True


def named() -> set[str]:
    """The titles that lists and formats name."""
    titles, sets = Asked(), Catalogue().sets
    for found in (
        formats.checks.faults(titles, sets),
        banlists.checks.faults(titles),
    ):
        assert not list(found)
    return {*titles}


def sample() -> Facts:
    """Every set, every card that is named or out of the ordinary, and some of the others.

    `benchmarks.update` takes them all.
    """
    needed = named()

    def is_taken(number: int, card: Card) -> bool:
        usual = card.layout == "normal" and card.status == "paper" and card.copy_limit is None
        return not usual or card.title in needed or number % ONE_IN == 0

    facts = stored.read(SHIPPED)
    cards = [one for number, one in enumerate(facts.cards) if is_taken(number, one)]
    titles = {one.title for one in cards}
    translations = [one for one in facts.translations if one.title in titles]
    return replace(facts, cards=cards, translations=translations)


def source(folder: Path, facts: Facts, cards: Sequence[Card]) -> list[str]:
    """Scryfall's files of these cards, all sets and a new one."""
    new = replace(facts, cards=cards, sets=(*facts.sets, NEW_SET))
    lines = published.scryfall_cards(new)
    return [
        str(published.write_lines(folder / f"default-cards-{DAY}.jsonl", lines)),
        str(published.write_document(folder / "sets.json", published.scryfall_sets(new))),
    ]


def test_what_is_new_is_all_that_changes_and_lists_must_know_their_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = sample()
    shipped = tmp_path / "shipped.sqlite"
    write(facts, shipped)
    editions = Editions(tmp_path / "facts", shipped)

    cards = list(facts.cards)
    banned = next(iter(banlists.at("modern", banlists.versions("modern")[-1]).banned))
    renamed = f"{banned} // Back"
    (place,) = [number for number, one in enumerate(cards) if one.title == banned]
    faces = (banned, "Back")
    cards[place] = cards[place]._replace(title=renamed, faces=faces, layout="transform")
    printings = (Printing("NEWW", "M"),)
    cards.append(cards[place]._replace(title="Newcomer", faces=(), printings=printings))

    with patch("headjudge.cli.commands.update.editions", lambda _: editions):
        files = source(tmp_path, facts, cards)
        assert main(["update", "--json", "--quiet", "--from", *files]) == 1
    found = json.loads(capsys.readouterr().out)
    differences = found["differences"]
    assert differences.pop("cards_added") == ["Newcomer"]
    assert differences.pop("cards_renamed") == [{"before": banned, "after": renamed}]
    assert {one["card"] for one in differences.pop("cards_changed")} == {renamed}
    assert [one["code"] for one in differences.pop("sets_added")] == ["NEWW"]
    assert {name: changes for name, changes in differences.items() if changes} == {}
    # Only the lists speak against it: they name the card by the title that it had.
    assert found["objections"]
    assert all(f'"{banned}"' in one for one in found["objections"])
    assert editions.current() is None

"""An update of the facts that ship, by what Scryfall and MTGJSON would publish of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import banlists
from cards import Card, Printing, stored
from cards.corrections import corrected_set
from cards.editions import Editions
from cards.store import SHIPPED
from cli.main import main
from tests import published

DAY = "20261120210000"
NEW_SET = corrected_set("NEWW", "New", "2026-11-13", "expansion", "", "paper")


def write(folder: Path, cards: Sequence[Card]) -> list[str]:
    """Scryfall's files of these cards and all sets."""
    sets = (*stored.read(SHIPPED).sets, NEW_SET)
    new = replace(stored.read(SHIPPED), cards=cards, sets=sets)
    lines = published.scryfall_cards(new)
    return [
        str(published.write_lines(folder / f"default-cards-{DAY}.jsonl", lines)),
        str(published.write_document(folder / "sets.json", published.scryfall_sets(new))),
    ]


def test_what_is_new_is_all_that_changes_and_lists_must_know_their_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = list(stored.read(SHIPPED).cards)
    banned = next(iter(banlists.at("modern", banlists.versions("modern")[-1]).banned))
    named = f"{banned} // Back"
    (place,) = [number for number, one in enumerate(cards) if one.title == banned]
    faces = {"title": named, "faces": (banned, "Back"), "layout": "transform"}
    cards[place] = replace(cards[place], **faces)  # type: ignore[arg-type]
    printings = (Printing("NEWW", "M"),)
    cards.append(replace(cards[place], title="Newcomer", faces=(), printings=printings))
    files = write(tmp_path, cards)

    arguments = ["--folder", str(tmp_path / "facts"), "--json", "--quiet"]
    assert main(["update", *arguments, "--from", *files]) == 1
    found = json.loads(capsys.readouterr().out)
    differences = found["differences"]
    assert differences.pop("cards_added") == ["Newcomer"]
    assert differences.pop("cards_renamed") == [{"before": banned, "after": named}]
    assert {one["card"] for one in differences.pop("cards_changed")} == {named}
    assert [one["code"] for one in differences.pop("sets_added")] == ["NEWW"]
    assert {name: changes for name, changes in differences.items() if changes} == {}
    # Only the lists speak against it: they name the card by the title that it had.
    assert found["objections"]
    assert all(f'"{banned}"' in one for one in found["objections"])
    assert Editions(tmp_path / "facts").current() is None

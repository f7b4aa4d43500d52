"""The files of banlists/: all are read, all titles are cards, every announcement changes things."""

from __future__ import annotations

import pytest

import banlists
import formats
from banlists.files import FOLDER
from cards import catalogue
from formats.files import names, read_toml

FILES = names(FOLDER)
ANNOUNCEMENT_KEYS = {
    "effective", "source", "note", "banned", "restricted", "legal", "lapsed", "notes",
}  # fmt: skip
CLASS_KEYS = {"rule", "named", "status", "effective", "source", "note"}


def test_every_file_is_a_list_and_every_constructed_format_has_one() -> None:
    constructed = {one for one in formats.ids() if formats.load(one).kind == "constructed"}
    assert set(FILES) <= set(banlists.ids())
    assert set(banlists.ids()) == constructed | {"two-headed-giant"}


@pytest.mark.parametrize("name", FILES)
def test_a_file_has_no_key_that_nothing_reads(name: str) -> None:
    tables = read_toml(FOLDER / f"{name}.toml")
    assert tables.keys() <= {"announcement", "class"}
    assert all(block.keys() <= ANNOUNCEMENT_KEYS for block in tables["announcement"])
    assert all(block.keys() <= CLASS_KEYS for block in tables.get("class", []))


@pytest.mark.parametrize("name", FILES)
def test_every_title_is_a_card(name: str) -> None:
    titles = {title for one in banlists.announcements(name) for title in one.titles}
    assert titles <= set(catalogue().titles())


@pytest.mark.parametrize("name", FILES)
def test_blocks_stand_in_date_order(name: str) -> None:
    tables = read_toml(FOLDER / f"{name}.toml")
    for blocks in tables.values():
        dates = [block["effective"] for block in blocks]
        assert dates == sorted(dates)


@pytest.mark.parametrize("name", FILES)
def test_an_announcement_names_a_title_once_and_notes_only_its_own(name: str) -> None:
    for one in banlists.announcements(name):
        assert one.titles
        assert len(set(one.titles)) == len(one.titles)
        assert one.notes.keys() <= set(one.titles)


@pytest.mark.parametrize("name", FILES)
def test_every_announcement_changes_the_state_of_all_that_it_names(name: str) -> None:
    states: dict[str, str] = {}
    for one in banlists.announcements(name):
        for state in ("banned", "restricted", "legal", "lapsed"):
            new = "legal" if state == "lapsed" else state
            for title in getattr(one, state):
                assert states.get(title, "legal") != new, (one.effective, title)
                states[title] = new


@pytest.mark.parametrize("name", FILES)
def test_classes_are_matched_by_type_or_announced_by_title(name: str) -> None:
    for block in read_toml(FOLDER / f"{name}.toml").get("class", []):
        assert block["rule"].startswith("type=") is not block.get("named", False)
        assert block["status"] in {"banned", "restricted"}


@pytest.mark.parametrize(
    ("format_id", "rule"),
    [("legacy", "Conspiracy"), ("vintage", "Attraction"), ("pauper", "Stickers")],
)
def test_a_class_is_of_types_that_cards_have(format_id: str, rule: str) -> None:
    last = banlists.at(format_id, banlists.versions(format_id)[-1])
    (card_class,) = (one for one in last.classes if one.rule == f"type={rule}")
    cards = map(catalogue().card, catalogue().titles())
    assert any(card_class.covers((*card.types, *card.subtypes)) for card in cards)

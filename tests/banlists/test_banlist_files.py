"""The files of banlists/: they hold together, and what does not is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import banlists
import formats
from banlists import checks
from banlists.lists import FOLDER
from cards import catalogue
from formats.files import names

TITLES = frozenset(catalogue().titles())
FILES = names(FOLDER)
IN_ORDER = """
[[announcement]]
effective = 2024-12-16
source = "an announcement"
banned = ["Opt", "Shock"]
notes."Opt" = "a note"
"""


def test_every_file_is_a_list_and_every_constructed_format_has_one() -> None:
    constructed = {one for one in formats.ids() if formats.load(one).kind == "constructed"}
    assert set(FILES) <= set(banlists.ids())
    assert set(banlists.ids()) == constructed | {"two-headed-giant"}


@pytest.mark.parametrize("name", FILES)
def test_a_list_holds_together(name: str) -> None:
    assert [*map(str, checks.list_faults(FOLDER / f"{name}.toml", TITLES))] == []


def test_versions_have_no_gap() -> None:
    assert [*checks.version_faults()] == []


def faults_of(folder: Path, text: str, name: str = "modern") -> list[str]:
    """What is wrong in a file with this text."""
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return [str(fault) for fault in checks.faults(TITLES, folder)]


@pytest.mark.parametrize("new", ["effective", "seen"])
def test_a_list_in_order_has_no_fault(tmp_path: Path, new: str) -> None:
    text = "checked = 2024-12-20\n" + IN_ORDER.replace("effective", new)
    assert faults_of(tmp_path, text) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("effective = 2024-12-16\n", "", "an announcement, effective: This key is missing."),
        ("2024-12-16", '"2024-12-16"', "effective: This must be a date such as 2024-12-16."),
        ("2024-12-16", "2024-12-16T00:00:00", "effective: This must be a date such as 2024-12-16."),
        ("effective", "seen = 2024-12-17\neffective", "seen: It has one day: "),
        ('source = "an announcement"\n', "", "2024-12-16, source: This key is missing."),
        ('"an announcement"', '""', "2024-12-16, source: A source is missing."),
        ('"Shock"', '"Shok"', '2024-12-16, banned: "Shok" is no full English card title.'),
        ('"Shock"', '"Fire"', '2024-12-16, banned: "Fire" is no full English card title.'),
        ('"Shock"', "1", "2024-12-16, banned: This must be a list of texts."),
        ('["Opt", "Shock"]', '"Opt"', "2024-12-16, banned: This must be a list of texts."),
        ('"Shock"', '"Opt"', '2024-12-16: "Opt" is named twice.'),
        ("banned = ", "legal = ", '2024-12-16, legal: "Opt" is legal already.'),
        ("banned = ", "lapsed = ", '2024-12-16, lapsed: "Opt" is legal already.'),
        ("banned = ", "baned = ", "2024-12-16, baned: Nothing reads this key."),
        ('banned = ["Opt", "Shock"]\n', "", "2024-12-16: It names no title."),
        ('notes."Opt"', 'notes."Negate"', '2024-12-16, notes: "Negate" is no title of it.'),
        ("[[announcement]]", "[announcement]", "announcement: Each block begins with [[announce"),
        ("[[announcement]]", "[[anouncement]]", "anouncement: Nothing reads this key."),
        ("[[announcement]]", "[[announcement]", "This is no TOML: "),
    ],
)
def test_a_fault_names_file_block_and_key(tmp_path: Path, old: str, new: str, fault: str) -> None:
    found = faults_of(tmp_path, IN_ORDER.replace(old, new))
    assert found[0].startswith("modern.toml")
    assert any(fault in one for one in found), found


def test_a_change_that_changes_nothing(tmp_path: Path) -> None:
    again = IN_ORDER.replace("2024-12-16", "2025-12-16")
    assert faults_of(tmp_path, IN_ORDER + again) == [
        f'modern.toml, 2025-12-16, banned: "{title}" is banned already.'
        for title in ("Opt", "Shock")
    ]
    freed = again.replace("banned", "legal")
    assert faults_of(tmp_path, IN_ORDER + freed) == []


def test_blocks_stand_in_date_order(tmp_path: Path) -> None:
    earlier = IN_ORDER.replace("2024-12-16", "2023-12-16").replace("banned", "restricted")
    assert faults_of(tmp_path, IN_ORDER + earlier) == [
        "modern.toml, 2023-12-16, effective: It stands after 2024-12-16; blocks are in date order."
    ]


def test_a_list_of_no_format_and_one_after_its_end(tmp_path: Path) -> None:
    assert faults_of(tmp_path, IN_ORDER, "mordern") == ["mordern.toml: There is no format mordern."]
    (tmp_path / "mordern.toml").unlink()
    assert faults_of(tmp_path, IN_ORDER, "extended") == [
        "extended.toml, 2024-12-16, effective: The format ended on 2013-10-08."
    ]


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        ('rule = "type=Opt"\nstatus = "baned"', "status: 'baned' is none of: banned."),
        ('rule = "type=Opt"\nnamed = true\nstatus = "banned"', "rule: A class is told by"),
        ('rule = "text=ante"\nstatus = "banned"', "rule: A class is told by"),
        ('status = "banned"', "a class, rule: This key is missing."),
    ],
)
def test_a_fault_of_a_class(tmp_path: Path, block: str, fault: str) -> None:
    found = faults_of(tmp_path, f"[[class]]\n{block}\neffective = 2024-12-16\n")
    assert any(fault in one for one in found), found


@pytest.mark.parametrize(
    ("format_id", "rule"),
    [("legacy", "Conspiracy"), ("vintage", "Attraction"), ("pauper", "Stickers")],
)
def test_a_class_is_of_types_that_cards_have(format_id: str, rule: str) -> None:
    last = banlists.at(format_id, banlists.versions(format_id)[-1])
    (card_class,) = (one for one in last.classes if one.rule == f"type={rule}")
    cards = map(catalogue().card, catalogue().titles())
    assert any(card_class.covers((*card.types, *card.subtypes)) for card in cards)

"""House rules as files: what they may hold, and where a fault stands."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import pytest

import formats
from formats import WrongHouseRules, house_rules

GOOD = """\
# Our club's list.
name = "Legacy at our club"
base = "legacy"
from = 2024-01-01
ban = ["Brainstorm"]
allow = ["Black Lotus"]
restrict = ["Sol Ring"]
"""


def written(folder: Path, text: str, name: str = "club-legacy") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_makes_a_format_of_its_base(tmp_path: Path) -> None:
    rules = formats.read_house_file(written(tmp_path, GOOD))
    legacy = formats.load("legacy")
    made = rules.format
    assert made
    assert (made.id, made.name, rules.base) == ("club-legacy", "Legacy at our club", "legacy")
    assert (made.life.start, made.life.end) == (datetime.date(2024, 1, 1), None)
    assert (made.pool, made.sets, made.main_min) == ("eternal", legacy.sets, 60)
    assert (rules.ban, rules.allow, rules.restrict) == (
        ("Brainstorm",), ("Black Lotus",), ("Sol Ring",),
    )  # fmt: skip


def test_sets_and_sizes_of_its_own(tmp_path: Path) -> None:
    text = """
name = "Cube of two sets"
from = 2024-06-01
main_min = 80
sideboard_max = 0
copies_max = 1
sets = [
    {code = "DOM"},
    {code = "M19", from = 2024-07-01, until = 2024-08-01},
]
"""
    rules = formats.read_house_file(written(tmp_path, text))
    made = rules.format
    assert made
    assert rules.base is None
    assert (made.main_min, made.sideboard_max, made.copies_max, made.pool) == (80, 0, 1, "sets")
    assert set(made.sets_on(datetime.date(2024, 6, 30))) == {"DOM"}
    assert set(made.sets_on(datetime.date(2024, 7, 1))) == {"DOM", "M19"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "This is not TOML: Invalid value (at end of document)"),
        ('base = "legacy"', "The name is missing"),
        ('name = "Ours"', "Neither a base nor sets of its own are given."),
        ('name = "Ours"\nbase = "legasy"', 'line 2, base: There is no format "legasy" to change.'),
        ('name = "Ours"\nbase = "legasy"', 'Did you mean "legacy"?'),
        ('name = "Ours"\nbase = "sealed"', "line 2, base: sealed is Limited"),
        ('name = "Ours"\nbase = "team-sealed"', "line 2, base: team-sealed is Limited"),
        ('name = "Ours"\nbase = "two-headed-giant"', "line 2, base: There is no format"),
        ('name = "Ours"\nbase = "legacy"\nbans = ["Opt"]', "line 3, bans: There is no such key."),
        ('name = "Ours"\nbase = "legacy"\nban = "Opt"', "line 3, ban: This must be a list."),
        ('name = 7\nbase = "legacy"', "line 1, name: This must be a text."),
        ('name = "O"\nbase = "legacy"\nfrom = "2024-01-01"', "line 3, from: This must be a date"),
        ('name = "O"\nbase = "legacy"\nfrom = 2024-01-01T08:00:00', "line 3, from: This must be"),
        ('name = "O"\nbase = "modern"\nfrom = 2005-01-01', "line 3, from: modern begins on 2011"),
        ('name = "O"\nbase = "extended"\nuntil = 2020-01-01', "extended ended on 2013-10-08"),
        (
            'name = "O"\nbase = "legacy"\nfrom = 2024-01-01\nuntil = 2023-01-01',
            "line 4, until: This must be later than the first day.",
        ),
        ('name = "O"\nbase = "legacy"\nmain_min = 0', "line 3, main_min: This may not be 0."),
        ('name = "O"\nbase = "legacy"\nmain_min = true', "main_min: This must be a whole number."),
        ('name = "O"\nbase = "legacy"\ncopies_max = -1', "copies_max: This may not be -1."),
        ('name = "O"\nbase = "legacy"\nban = ["Opt",\n  7]', "line 3, ban: This must be a card ti"),
        ('name = "O"\nbase = "vintage"\nsingleton = "all"',
         "line 3, singleton: There are: deck, team."),
        ('name = "O"\nbase = "vintage"\nmain_min = 50\nmain_max = 49',
         "line 4, main_max: This may not be 49."),
        ('name = "O"\nbase = "vintage"\n[commander]\npairs = false\nleads = ["goblin"]',
         "line 5, commander.leads: There are: legendary-creature"),
        ('name = "O"\nbase = "vintage"\n[commander]\npartners = false',
         "line 4, commander.partners: There is no such key."),
        ('name = "O"\nbase = "vintage"\n[commander]\npairs = 1',
         "line 4, commander.pairs: This must be true or false."),
        ('name = "O"\nsets = ["DOM"]', "line 2, sets: A set reads {code"),
        ('name = "O"\nsets = [{code = "DOM", when = 2020}]', "There is no such key of a set."),
        ('name = "O"\nsets = [{code = "DOM", from = "2020"}]', "Days of sets are dates"),
        (
            'name = "O"\nsets = [{code = "DOM", from = 2020-01-01, until = 2019-01-01}]',
            "The set leaves before it comes.",
        ),
    ],
)  # fmt: skip
def test_a_fault_names_the_file_the_line_and_the_key(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(WrongHouseRules) as raised:
        formats.read_house_file(path)
    assert str(raised.value).startswith(str(path))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("legacy", "legacy is the id of a shipped format; choose another."),
        ("two-headed-giant", "two-headed-giant is the id of a shipped format; choose another."),
        ("Our Club", "The file's name is the id: lower-case letters, digits and hyphens."),
    ],
)
def test_an_id_of_its_own(tmp_path: Path, name: str, said: str) -> None:
    written(tmp_path, GOOD, name)
    with pytest.raises(WrongHouseRules, match=said):
        formats.read_house_folder(tmp_path)


def test_a_folder_is_read_by_name(tmp_path: Path) -> None:
    for name in ("b", "a"):
        written(tmp_path, GOOD, name)
    (tmp_path / "notes.txt").write_text("no rules")
    read = formats.read_house_folder(tmp_path)
    assert [one.format and one.format.id for one in read] == ["a", "b"]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        formats.read_house_folder(tmp_path / "nothing")


def test_all_faults_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "O"\nbase = "legasy"\nbans = []\nmain_min = 0\n')
    with pytest.raises(WrongHouseRules) as raised:
        formats.read_house_file(path)
    assert [fault.where for fault in raised.value.faults] == [("bans",), ("main_min",), ("base",)]


def test_only_regular_files_of_some_size_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    (tmp_path / "folder.toml").mkdir()
    written(tmp_path, GOOD + "#" * house_rules.LARGEST, "huge")
    for name, said in (
        ("pipe", "no regular file"),
        ("device", "no regular file"),
        ("folder", "no regular file"),
        ("huge", "more than 1,048,576 bytes"),
    ):
        with pytest.raises(OSError, match=said):
            formats.read_house_file(tmp_path / f"{name}.toml")
    with pytest.raises(FileNotFoundError):
        formats.read_house_file(tmp_path / "none.toml")

"""The files of formats/: all are read, and all that they name exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import formats
from cards import catalogue
from formats import checks
from formats.files import FOLDER, names, read_toml
from formats.play_formats import EXTRA_LISTS

COMPANION_KEYS = {"code", "from", "until", "in_limited", "filter", "note", "source"}

TITLES = frozenset(catalogue().titles())
SOME_BLOCK = """
name = "Some Block Constructed"
kind = "constructed"
from = 2011-09-30
until = 2018-04-27
main_min = 60
pool = "sets"
basic_lands = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
sets = [
    {code = "ISD", from = 2011-09-30},
    {code = "DKA", from = 2012-02-03},
]
"""
STRUCTURE = """
name = "Some structure"
team = "a team"
players = 1
sizes = [1]
source = "some rules"
clause = "1"
"""
FACT = """
[[fact]]
about = "life"
from = 2011-09-30
value = "20"
source = "some rules"
"""
COMPANION = """
[[companion]]
card = "Gyruda"
kind = "mana-value"
words = "every card is even"
from = 2020-04-17
source = "some rules"
"""
POLICY = """
name = "Some policy"
titles_shared = true
restricted_scope = "team"
own_limit = "every-deck"
exempt = "basic lands"
two_headed_giant_sideboard_max = 0
source = "some rules"
"""

PRODUCTS = ("boosters", "booster_titles", "companions", "mixes")
FORMAT_FILES = (*formats.ids(), *EXTRA_LISTS)


def test_every_file_of_the_folder_is_a_format_or_named_as_none() -> None:
    assert set(names(FOLDER)) == set(formats.ids()) | EXTRA_LISTS
    assert {name for name in FORMAT_FILES if _table(name)["kind"] == "extra-list"} == EXTRA_LISTS


def test_every_toml_file_below_the_folder_is_read() -> None:
    read = {FOLDER / f"{name}.toml" for name in FORMAT_FILES}
    read |= {FOLDER / "policies" / f"{one.id}.toml" for one in formats.policies()}
    read |= {FOLDER / "structures" / f"{name}.toml" for name in formats.structure_ids()}
    read |= {FOLDER / "products" / f"{name}.toml" for name in PRODUCTS}
    read |= {FOLDER / "sets" / f"{name}.toml" for name in ("families", "prereleases")}
    read |= {FOLDER / "cards" / f"{name}.toml" for name in ("companions", "side_decks")}
    assert set(FOLDER.rglob("*.toml")) == read


@pytest.mark.parametrize("name", FORMAT_FILES)
def test_a_format_holds_together(name: str) -> None:
    path = FOLDER / f"{name}.toml"
    assert [*map(str, checks.format_faults(path, TITLES, catalogue().sets))] == []


def test_everything_in_the_folder_holds_together() -> None:
    assert [*map(str, checks.faults(TITLES, catalogue().sets))] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of facts with one format, in order."""
    for name in ("cards", "policies", "products", "structures"):
        (tmp_path / name).mkdir()
    (tmp_path / "cards" / "companions.toml").write_text("companion = []", encoding="utf-8")
    (tmp_path / "cards" / "side_decks.toml").write_text("side_deck = []", encoding="utf-8")
    (tmp_path / "some-block.toml").write_text(SOME_BLOCK, encoding="utf-8")
    return tmp_path


def faults_of(folder: Path) -> list[str]:
    return [str(fault) for fault in checks.faults(TITLES, catalogue().sets, folder)]


def test_a_format_in_order_has_no_fault(folder: Path) -> None:
    assert faults_of(folder) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('kind = "constructed"', 'kind = "constucted"', "kind: 'constucted' is none of: "),
        ('pool = "sets"', 'pool = "eternal"', "dated_by: This is given exactly where every set"),
        ('pool = "sets"', 'pool = "any"', "sets: Sets are listed exactly where the pool needs"),
        ("main_min = 60", "main_min = 40", "main_min: A constructed deck has at least 60."),
        ("main_min = 60", 'main_min = "60"', "main_min: This must be a whole number."),
        ("main_min = 60\n", "", "main_min: This key is missing."),
        ("main_min", "main_mim", "main_mim: Nothing reads this key."),
        ('"Plains"', '"Plain"', 'basic_lands: "Plain" is no card.'),
        ('"Plains", ', "", "basic_lands: There are 5 of them."),
        ('"ISD"', '"XYZ"', 'set XYZ, code: "XYZ" is no set.'),
        ('"DKA"', '"ISD"', "set ISD, from: The set is legal in two periods at once."),
        ("from = 2012-02-03", "from = 2011-09-01", "set DKA, from: It stands after 2011-09-30"),
        ("from = 2012-02-03", "from = 2020-02-03", "set DKA: The format ended on 2018-04-27."),
        ("from = 2012-02-03", "from = 2012", "set DKA, from: This must be a date such as"),
        ("until = 2018-04-27", "until = 2001-04-27", "until: This is before `from`."),
        ("sets = [", "sets = [ 1,", "sets: Each block begins with [[sets]]."),
        ("sets = [", "sets = ", "This is no TOML: "),
    ],
)
def test_a_fault_names_file_row_and_key(folder: Path, old: str, new: str, fault: str) -> None:
    text = SOME_BLOCK.replace(old, new, 1)
    (folder / "some-block.toml").write_text(text, encoding="utf-8")
    found = faults_of(folder)
    assert all(one.startswith("some-block.toml") for one in found)
    assert any(fault in one for one in found), found


def test_dated_policies_follow_each_other(folder: Path) -> None:
    for name, life in {"a": "until = 2013-02-01", "b": ""}.items():
        start = 2005 if name == "a" else 2014
        text = f"from = {start}-01-01\n{life}\n{POLICY}"
        (folder / "policies" / f"{name}.toml").write_text(text, encoding="utf-8")
    assert faults_of(folder) == ["a.toml, until: The next policy begins on 2014-01-01."]


def test_a_dated_policy_ends_with_the_next_one(folder: Path) -> None:
    for name, start in {"a": 2005, "b": 2014}.items():
        text = f"from = {start}-01-01\n{POLICY}"
        (folder / "policies" / f"{name}.toml").write_text(text, encoding="utf-8")
    assert faults_of(folder) == []


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        (
            "structures/some.toml",
            f'{STRUCTURE}[[fact]]\nabout = "x"',
            "fact, x, about: 'x' is none of",
        ),
        ("structures/some.toml", f"{STRUCTURE}fact = 1", "some.toml, fact: "),
        (
            "structures/some.toml",
            f"{STRUCTURE}{FACT * 2}",
            "fact, life, from: Facts about",
        ),
        ("products/some.toml", "x", "some.toml: This is no TOML: "),
        ("products/some.toml", "# none", "some.toml: The file is empty."),
        (
            "cards/companions.toml",
            COMPANION,
            'companions.toml, Gyruda, card: "Gyruda" is no card.',
        ),
        (
            "cards/companions.toml",
            '[[companion]]\ncard = "Opt"\nkind = "mana"',
            "companions.toml, Opt, kind: 'mana' is none of",
        ),
        ("cards/companions.toml", f"{COMPANION}doubtful = 1", "doubtful: This must be a list of"),
        ("cards/side_decks.toml", '[[side_deck]]\nsection = "x"', "x, rule: This key is missing."),
        ("cards/side_decks.toml", "side_deck = 1", "Each block begins with [[side_deck]]."),
        ("policies/some.toml", POLICY.replace("true", "1"), "titles_shared: This must be true or"),
        ("cards/side_decks.toml", "[[side_decks]]", "toml, side_decks: Nothing reads this key."),
    ],
)
def test_faults_of_the_other_files(folder: Path, path: str, text: str, fault: str) -> None:
    (folder / path).write_text(text, encoding="utf-8")
    assert any(fault in one for one in faults_of(folder))


def test_companion_sets_exist_and_say_known_things() -> None:
    for code, rows in read_toml(FOLDER / "products" / "companions.toml").items():
        assert {code, *(row["code"] for row in rows)} <= catalogue().sets.keys()
        assert all(row.keys() <= COMPANION_KEYS for row in rows)
        assert all(row.get("filter") in {None, "nonbasic-land", "god"} for row in rows)


def _table(name: str) -> dict[str, Any]:
    return read_toml(FOLDER / f"{name}.toml")

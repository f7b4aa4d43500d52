"""The files of formats/: all are read, and all that they name exists."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any

import pytest

import formats
from cards import catalogue
from formats.files import FOLDER, names, read_toml
from formats.play_formats import EXTRA_LISTS, NO_FORMATS

FORMAT_KEYS = {
    "name", "kind", "base", "structure", "from", "until", "main_min", "sideboard_max", "pool",
    "copies_max", "basic_lands", "notes", "sets", "dated_by", "sets_left_out",
}  # fmt: skip
POLICY_KEYS = {
    "name", "from", "until", "copies_in_team", "titles_shared", "restricted_scope", "own_limit",
    "exempt", "two_headed_giant_sideboard_max", "source", "clause", "copies_source",
    "copies_clause",
}  # fmt: skip
FACT_KEYS = {"id", "parameter", "value", "from", "until", "source", "certainty", "note"}
COMPANION_KEYS = {"code", "from", "until", "in_limited", "filter", "note", "source"}

FORMAT_FILES = (*formats.ids(), *EXTRA_LISTS)


def test_every_file_of_the_folder_is_a_format_or_named_as_none() -> None:
    assert set(names(FOLDER)) == set(formats.ids()) | NO_FORMATS
    assert {name for name in FORMAT_FILES if _table(name)["kind"] == "extra-list"} == EXTRA_LISTS


def test_every_toml_file_below_the_folder_is_read() -> None:
    read = {FOLDER / f"{name}.toml" for name in (*FORMAT_FILES, "tournament-legal")}
    read |= {FOLDER / "policies" / f"{one.id}.toml" for one in formats.policies()}
    read |= {FOLDER / "events" / f"{name}.toml" for name in formats.events()}
    read |= {FOLDER / "products" / "companions.toml", FOLDER / "sets" / "families.toml"}
    assert set(FOLDER.rglob("*.toml")) == read


@pytest.mark.parametrize("name", FORMAT_FILES)
def test_a_format_file_has_no_key_that_nothing_reads(name: str) -> None:
    assert _table(name).keys() <= FORMAT_KEYS
    for row in _table(name).get("sets", []):
        assert row.keys() <= {"code", "from", "until", "note"}


@pytest.mark.parametrize("name", FORMAT_FILES)
def test_a_format_file_says_known_things(name: str) -> None:
    table = _table(name)
    assert table["kind"] in {"constructed", "limited", "extra-list"}
    assert table["pool"] in {"sets", "eternal", "commons", "any"}
    assert table["main_min"] == (40 if table["kind"] == "limited" else 60)
    assert table.get("base", "sealed") in formats.ids()
    assert table.get("structure", "individual") in {
        "two-headed-giant", "team-constructed", "individual",
    }  # fmt: skip


@pytest.mark.parametrize("name", FORMAT_FILES)
def test_sets_and_basic_lands_of_a_format_exist(name: str) -> None:
    table = _table(name)
    assert {row["code"] for row in table.get("sets", [])} <= catalogue().sets.keys()
    assert set(table.get("basic_lands", [])) <= set(catalogue().titles())


@pytest.mark.parametrize("name", formats.ids())
def test_sets_stand_in_date_order_within_the_life_of_the_format(name: str) -> None:
    life = formats.load(name).life
    rows = _table(name).get("sets", [])
    assert [row["from"] for row in rows] == sorted(row["from"] for row in rows)
    for row in rows:
        assert row["from"] in life
        assert row["from"] < row.get("until", date.max)
        assert row.get("until", life.end) == life.end or row["until"] <= (life.end or date.max)


@pytest.mark.parametrize("name", formats.ids())
def test_periods_of_one_set_do_not_overlap(name: str) -> None:
    for periods in formats.load(name).sets.values():
        for earlier, later in pairwise(periods):
            assert earlier.end is not None
            assert earlier.end <= later.start


@pytest.mark.parametrize("name", formats.ids())
def test_a_pool_of_sets_lists_sets(name: str) -> None:
    one = formats.load(name)
    assert bool(one.sets) == (one.pool in {"sets", "eternal"})
    assert len(one.always_legal) == 5


@pytest.mark.parametrize("name", formats.ids())
def test_where_every_set_counts_other_formats_date_them(name: str) -> None:
    one = formats.load(name)
    assert bool(one.dated_by) == (one.pool in {"eternal", "commons"})
    assert all(formats.load(other).sets for other in one.dated_by)
    assert one.sets_left_out <= catalogue().sets.keys()


@pytest.mark.parametrize("policy_id", [one.id for one in formats.policies()])
def test_a_policy_file_has_no_key_that_nothing_reads(policy_id: str) -> None:
    assert read_toml(FOLDER / "policies" / f"{policy_id}.toml").keys() <= POLICY_KEYS


@pytest.mark.parametrize("event", formats.events())
def test_an_event_file_has_no_key_that_nothing_reads(event: str) -> None:
    tables = read_toml(FOLDER / "events" / f"{event}.toml")
    assert tables.keys() == {"fact"}
    for fact in tables["fact"]:
        assert fact.keys() <= FACT_KEYS


def test_companion_sets_exist_and_say_known_things() -> None:
    for code, rows in read_toml(FOLDER / "products" / "companions.toml").items():
        assert {code, *(row["code"] for row in rows)} <= catalogue().sets.keys()
        assert all(row.keys() <= COMPANION_KEYS for row in rows)
        assert all(row.get("filter") in {None, "nonbasic-land", "god"} for row in rows)


def _table(name: str) -> dict[str, Any]:
    return read_toml(FOLDER / f"{name}.toml")

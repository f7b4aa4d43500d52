"""Which facts are in force on a machine, whatever became of their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from cards.catalogue_file import NotACatalogue, open_catalogue
from cards.in_force import FactsFolder
from tests.cards.small import alter, small

SHIPPED, FIRST, SECOND = "2026-08-22", "2026-10-01", "2026-11-01"


@pytest.fixture
def folder(tmp_path: Path) -> FactsFolder:
    (tmp_path / "facts").mkdir()
    return FactsFolder(tmp_path / "facts", small(tmp_path / "shipped.sqlite", SHIPPED))


def update(folder: FactsFolder, day: str) -> None:
    folder.replace(small(folder.folder / "new.sqlite", day))


def day(folder: FactsFolder) -> str:
    """The day of the facts in force, about which nothing is wrong."""
    facts, faults = folder.in_force()
    assert faults == ()
    return str(facts.as_of)


def test_facts_in_force(folder: FactsFolder) -> None:
    assert day(folder) == SHIPPED
    update(folder, FIRST)
    assert day(folder) == FIRST
    update(folder, SECOND)
    assert day(folder) == SECOND
    assert str(open_catalogue(folder.previous).as_of) == FIRST
    assert sorted(one.name for one in folder.folder.iterdir()) == [
        "facts.sqlite",
        "previous.sqlite",
    ]


def test_previous_facts_are_exchanged_with_those_in_force(folder: FactsFolder) -> None:
    with pytest.raises(FileNotFoundError):
        folder.restore_previous()
    update(folder, FIRST)
    for expected in (SHIPPED, FIRST):
        folder.restore_previous()
        assert day(folder) == expected
    update(folder, SECOND)
    for expected in (FIRST, SECOND):
        folder.restore_previous()
        assert day(folder) == expected


def test_disks_without_hard_links(folder: FactsFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "hardlink_to", link)
    update(folder, FIRST)
    update(folder, SECOND)
    folder.restore_previous()
    assert day(folder) == FIRST


def test_a_program_may_ship_newer_facts(folder: FactsFolder, tmp_path: Path) -> None:
    update(folder, FIRST)
    newer = FactsFolder(folder.folder, small(tmp_path / "newer.sqlite", SECOND))
    assert day(newer) == SECOND


def test_an_update_of_the_day_of_the_shipped_facts_is_in_force(folder: FactsFolder) -> None:
    new = small(folder.folder / "new.sqlite", SHIPPED, more={"Shock": ("DOM:C",)})
    folder.replace(new)
    assert folder.in_force().facts.find("Shock").card


def test_facts_that_are_replaced_while_they_are_read(
    folder: FactsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(folder, FIRST)
    new = small(folder.folder / "new.sqlite", SECOND)
    simply_open = Path.open

    def open_and_replace(path: Path, *arguments: Any) -> IO[Any]:
        monkeypatch.undo()
        file: IO[Any] = simply_open(path, *arguments)
        folder.replace(new)
        return file

    monkeypatch.setattr(Path, "open", open_and_replace)
    assert day(folder) == SECOND


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(8192)


def overwrite(path: Path) -> None:
    path.write_text("nothing")


def built_elsewhere(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[60:64] = (99).to_bytes(4, "big")  # the user version in SQLite's header
    path.write_bytes(data)


DAMAGES = pytest.mark.parametrize("damage", [alter, cut, overwrite, built_elsewhere])


@DAMAGES
def test_damaged_facts_are_never_in_force(
    folder: FactsFolder, damage: Callable[[Path], None]
) -> None:
    update(folder, FIRST)
    update(folder, SECOND)
    damage(folder.current)
    facts, faults = folder.in_force()
    assert str(facts.as_of) == FIRST
    assert len(faults) == 1
    assert faults[0].startswith("facts.sqlite cannot be used: ")
    damage(folder.previous)
    facts, faults = folder.in_force()
    assert (str(facts.as_of), len(faults)) == (SHIPPED, 2)


@DAMAGES
def test_damaged_facts_are_not_put_in_force(
    folder: FactsFolder, damage: Callable[[Path], None]
) -> None:
    update(folder, FIRST)
    built = small(folder.folder / "new.sqlite", SECOND)
    damage(built)
    with pytest.raises(NotACatalogue):
        folder.replace(built)
    assert day(folder) == FIRST


def test_without_readable_facts_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotACatalogue):
        FactsFolder(tmp_path, tmp_path / "none.sqlite").in_force()


def test_a_damaged_previous_file_is_not_restored(folder: FactsFolder) -> None:
    update(folder, FIRST)
    update(folder, SECOND)
    cut(folder.previous)
    with pytest.raises(NotACatalogue):
        folder.restore_previous()
    assert day(folder) == SECOND

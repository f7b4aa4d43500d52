"""A folder of editions: what counts as one, which is in force, and what a fault leaves of it."""

from __future__ import annotations

import datetime
import errno
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import pytest

from cards import Catalogue, catalogue_files, durable
from cards.catalogue_files import NotAnEdition, clear_verified, open_catalogue, verify
from cards.editions import (
    PREDECESSORS,
    STATE,
    Edition,
    Editions,
    UnknownEdition,
)
from cards.store import SHIPPED
from tests.cards.editions import alter, small


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of editions that does not exist yet."""
    return tmp_path / "facts"


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """The edition that ships, of 2026-08-22."""
    return small(tmp_path / "shipped.sqlite", "2026-08-22")


@pytest.fixture
def editions(folder: Path, shipped: Path) -> Editions:
    return Editions(folder, shipped)


Add = Callable[[str], Edition]


@pytest.fixture
def add(editions: Editions, tmp_path: Path) -> Add:
    """Builds and adds an edition of a day."""
    return lambda day: editions.add(small(tmp_path / f"built-{day}.sqlite", day))


def test_the_shipped_edition_is_always_there(editions: Editions, folder: Path) -> None:
    assert editions.current() is None
    assert [one.id for one in editions.all()] == [editions.in_force().id]
    assert editions.in_force().is_shipped
    assert editions.faults() == ()
    assert not folder.exists()


def test_what_is_added_is_not_in_force(editions: Editions, add: Add, tmp_path: Path) -> None:
    new = add("2026-10-01")
    assert new.path.name == f"{new.id}.sqlite"
    assert new.digest.startswith(new.id)
    assert str(new.as_of) == "2026-10-01"
    assert new.added.tzinfo is datetime.UTC
    assert editions.all() == (new, editions.shipped)
    assert editions.current() is None
    assert not (tmp_path / "built-2026-10-01.sqlite").exists()


def test_use_and_rollback(editions: Editions, add: Add) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    assert editions.predecessor() is None
    assert editions.use(one.id) == editions.current() == editions.in_force() == one
    editions.use(other.id)
    assert editions.predecessor() == one
    assert editions.rollback() == editions.current() == one
    assert editions.rollback() == editions.shipped == editions.in_force()
    with pytest.raises(UnknownEdition, match="Nothing was in force before"):
        editions.rollback()
    assert editions.use(other.id[:5]) == editions.current() == other


def test_the_same_edition_twice_is_one_choice(editions: Editions, add: Add) -> None:
    one = add("2026-10-01")
    editions.use(one.id)
    editions.use(one.id)
    assert editions.rollback() == editions.shipped


def test_a_choice_holds_for_who_comes_later(
    editions: Editions, add: Add, folder: Path, shipped: Path
) -> None:
    one = add("2026-10-01")
    editions.use(one.id)
    assert Editions(folder, shipped).current() == one


def test_a_choice_ends_with_newer_shipped_facts(
    editions: Editions, add: Add, folder: Path, tmp_path: Path
) -> None:
    one = add("2026-10-01")
    editions.use(one.id)
    older = Editions(folder, small(tmp_path / "older.sqlite", "2026-09-01"))
    newer = Editions(folder, small(tmp_path / "newer.sqlite", "2026-12-01"))
    assert older.in_force() == one
    assert newer.in_force() == newer.shipped
    newer.use(one.id)  # now chosen with the newer one in sight
    assert newer.in_force() == one


def test_what_is_asked_for(editions: Editions, add: Add) -> None:
    one = add("2026-10-01")
    assert editions.find("shipped").is_shipped
    assert editions.find(one.digest) == editions.find(one.id.upper()) == one
    for text in ("", "xyz", one.id[:3], "0" * 12):
        with pytest.raises(UnknownEdition, match="No edition on disk is"):
            editions.find(text)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0" * 4096)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.write_text("no catalogue, " * 1000)


def of_other_code(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA user_version = 9999")


def of_other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("CREATE TABLE more (one)")
        store.commit()


def without_date(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("DELETE FROM meta WHERE key = 'as_of'")
        store.commit()


def of_other_digest(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("UPDATE meta SET value = ? WHERE key = 'digest'", ("f" * 64,))
        store.commit()


def of_no_digest(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("UPDATE meta SET value = '../../etc' WHERE key = 'digest'")
        store.commit()


def another_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as store:
        store.execute("CREATE TABLE things (one)")
        store.commit()


def gone(path: Path) -> None:
    path.unlink()


DAMAGES = (
    cut, grown, emptied, foreign, of_other_code, of_other_tables, without_date, of_other_digest,
    of_no_digest, another_database,
)  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_said_and_never_in_force(
    editions: Editions, add: Add, damage: Callable[[Path], None]
) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    editions.use(one.id)
    editions.use(other.id)
    damage(other.path)
    assert editions.current() == one
    assert other not in editions.all()
    faults = editions.faults()
    assert len(faults) == 2
    assert other.path.name in faults[0]
    assert faults[1] == f"{STATE} names {other.id}, which is not there whole; {one.id} is in force."
    with pytest.raises(UnknownEdition):
        editions.use(other.id)


def test_an_altered_file_is_said_and_never_in_force(editions: Editions, add: Add) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    editions.use(one.id)
    editions.use(other.id)
    alter(other.path)
    damage = f"{other.path.name} is damaged: it is not the file that its digest names."
    assert editions.current() == editions.in_force() == one
    assert editions.faults() == (
        damage, f"{STATE} names {other.id}, which is not there whole; {one.id} is in force."
    )  # fmt: skip
    assert [edition.damage for edition in editions.all()] == [damage, "", ""]
    for opens in (lambda: editions.use(other.id), lambda: open_catalogue(other.path)):
        with pytest.raises(NotAnEdition, match="is not the file that its digest names"):
            opens()
    alter(one.path)
    assert editions.in_force() == editions.shipped


def test_an_altered_file_is_no_predecessor_and_not_added(
    editions: Editions, add: Add, tmp_path: Path
) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    editions.use(one.id)
    editions.use(other.id)
    alter(one.path)
    assert editions.predecessor() == editions.shipped
    shutil.copy(one.path, tmp_path / "again.sqlite")
    with pytest.raises(NotAnEdition):
        editions.add(tmp_path / "again.sqlite")


def test_an_altered_shipped_file_is_said(editions: Editions, add: Add, shipped: Path) -> None:
    one = add("2026-10-01")
    alter(shipped)
    assert editions.faults() == (
        f"{shipped.name} is damaged: it is not the file that its digest names.",
    )
    with pytest.raises(NotAnEdition):
        editions.use("shipped")
    editions.use(one.id)
    with pytest.raises(UnknownEdition, match="Nothing was in force before"):
        editions.rollback()
    emptied(shipped)
    again = Editions(editions.folder, shipped)
    assert again.in_force() == one
    assert again.all() == (one,)


def test_a_digest_is_of_every_byte(tmp_path: Path) -> None:
    path = small(tmp_path / "one.sqlite", "2026-10-01")
    whole, digest = path.read_bytes(), Catalogue(path).digest
    place = whole.index(digest.encode())
    zeros = whole.replace(digest.encode(), b"0" * 64)
    assert hashlib.sha256(zeros).hexdigest() == digest
    for at in (*range(0, len(whole), 997), 60, 99, place - 1, place, place + 63, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(NotAnEdition):
            verify(path, digest)
    for altered in (whole + b"\0", whole[:-1], whole + digest.encode(), b"", zeros):
        path.write_bytes(altered)
        with pytest.raises(NotAnEdition):
            verify(path, digest)
    path.write_bytes(whole)
    verify(path, digest)


def test_a_file_is_read_through_once_until_it_is_touched(
    editions: Editions, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = add("2026-10-01")
    clear_verified()
    read: list[int] = []
    hashed = catalogue_files._sha256

    def counted(head: bytes, file: IO[bytes]) -> str:
        read.append(1)
        return hashed(head, file)

    monkeypatch.setattr(catalogue_files, "_sha256", counted)
    for _ in range(3):
        one.verify()
    assert len(read) == 1
    one.path.touch()
    one.verify()
    assert len(read) == 2


def test_what_ships_is_what_its_digest_names() -> None:
    verify(SHIPPED, Catalogue(SHIPPED).digest)


def test_no_catalogue_is_mapped_into_memory(shipped: Path) -> None:
    """A mapped file that is cut off ends the process that reads it."""
    assert Catalogue(shipped)._store.execute("PRAGMA mmap_size").fetchone() == (0,)


def test_a_lost_file_leaves_its_predecessor_in_force(editions: Editions, add: Add) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    editions.use(one.id)
    editions.use(other.id)
    gone(other.path)
    assert editions.current() == one
    gone(one.path)
    assert editions.in_force() == editions.shipped


@pytest.mark.parametrize("damage", [cut, emptied, foreign, of_other_code, another_database, gone])
def test_what_is_no_catalogue_is_not_added(
    editions: Editions, tmp_path: Path, folder: Path, damage: Callable[[Path], None]
) -> None:
    built = small(tmp_path / "built.sqlite", "2026-10-01")
    damage(built)
    with pytest.raises(NotAnEdition, match=r"built\.sqlite"):
        editions.add(built)
    assert not folder.exists()


def test_altered_bytes_are_found_before_they_are_in_force(
    editions: Editions, add: Add, tmp_path: Path
) -> None:
    one = add("2026-10-01")
    data = bytearray(one.path.read_bytes())
    # The last page is one of a table or an index: its header is made nonsense.
    data[-4096:-4080] = b"\xff" * 16
    one.path.write_bytes(data)
    with pytest.raises(NotAnEdition, match="is damaged"):
        editions.use(one.id)
    assert editions.current() is None
    shutil.copy(one.path, tmp_path / "again.sqlite")
    with pytest.raises(NotAnEdition, match="is damaged"):
        editions.add(tmp_path / "again.sqlite")


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "{}", '{"version": 2, "current": "aaaaaaaaaaaa"}',
        '{"version": 1, "current": null}', '{"version": 1, "current": "../../etc/pwd"}',
        '{"version": 1, "current": "aaaaaaaaaaaa", "previous": [7]}',
        '{"version": 1, "current": "aaaaaaaaaaaa", "previous": 7}',
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_read(editions: Editions, add: Add, text: str) -> None:
    editions.use(add("2026-10-01").id)
    editions.state.write_text(text)
    assert editions.in_force() == editions.shipped
    (fault,) = editions.faults()
    assert fault == f"{STATE} cannot be read, so that the shipped facts are in force."


def test_a_state_that_was_cut_off_anywhere_is_never_half_believed(
    editions: Editions, add: Add
) -> None:
    one = add("2026-10-01")
    editions.use(one.id)
    whole = editions.state.read_bytes()
    for end in range(len(whole.rstrip())):
        editions.state.write_bytes(whole[:end])
        assert editions.in_force() == editions.shipped
    editions.state.write_bytes(whole.rstrip())
    assert editions.in_force() == one


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("what", ["fsync", "open"])
def test_a_full_disk_leaves_the_old_choice(
    editions: Editions, add: Add, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    editions.use(one.id)
    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space left"):
        if what == "fsync":
            patch.setattr("os.fsync", full)
        else:
            patch.setattr(Path, "open", full)
        durable.write(editions.state, "{}")
    assert editions.current() == one
    assert sorted(path.name for path in editions.folder.iterdir()) == sorted(
        [STATE, one.path.name, other.path.name]
    )


def test_an_edition_from_another_disk(
    editions: Editions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = small(tmp_path / "built.sqlite", "2026-10-01")
    rename = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if path == built:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    added = editions.add(built)
    assert Catalogue(added.path).digest == added.digest
    assert not built.exists()
    assert [path.name for path in editions.folder.iterdir()] == [added.path.name]


def test_so_many_predecessors_are_kept_in_mind(editions: Editions, add: Add) -> None:
    one, other = add("2026-10-01"), add("2026-11-01")
    for number in range(PREDECESSORS):
        editions.use((one, other)[number % 2].id)
    state = json.loads(editions.state.read_text())
    assert state["previous"] == [one.id, editions.shipped.id]


def test_files_of_others_are_left_alone(editions: Editions, add: Add) -> None:
    one = add("2026-10-01")
    (editions.folder / "notes.txt").write_text("mine")
    (editions.folder / f"{one.id}.sqlite.part").write_text("half")
    assert editions.faults() == ()
    assert editions.all() == (one, editions.shipped)


def test_a_file_that_would_never_be_read_to_its_end(editions: Editions, folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "0123456789ab.sqlite")) as store:
        store.execute(
            "CREATE VIEW meta AS WITH RECURSIVE rows(key, value) AS"
            " (SELECT 1, 1 UNION ALL SELECT key + 1, 1 FROM rows) SELECT * FROM rows"
        )
        store.commit()
    (fault,) = editions.faults()
    assert fault.startswith("0123456789ab.sqlite is no catalogue")

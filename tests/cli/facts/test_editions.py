"""`headjudge facts list`, `use`, `rollback`, and which edition a command judges by."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cards
from cards.editions import Edition, Editions
from cards.places import SETTING
from headjudge.cli.main import main
from tests.cards.editions import alter, small
from tests.conftest import ROOT
from validator.fingerprint import fingerprint_of

OLD, NEW = "2026-10-01", "2026-11-01"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the environment names; it is not there yet."""
    monkeypatch.setenv(SETTING, str(tmp_path / "facts"))
    return tmp_path / "facts"


@pytest.fixture
def editions(folder: Path, tmp_path: Path) -> Editions:
    """Two editions, none of which was chosen."""
    known = Editions(folder)
    for day in (OLD, NEW):
        known.add(small(tmp_path / f"{day}.sqlite", day))
    return known


def named(editions: Editions, day: str) -> Edition:
    return next(one for one in editions.all() if str(one.as_of) == day)


def facts(*arguments: str) -> int:
    return main(["facts", *arguments])


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_machine_with_what_ships(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert facts("list") == 0
    head, only = printed(capsys)
    assert head.split() == ["id", "as", "of", "cards", "added", "fingerprint"]
    shipped = cards.catalogue()
    assert only.startswith(f"{shipped.id}  {shipped.as_of}  33,")
    assert "current, shipped" in only
    assert not folder.exists()


def test_use_list_and_rollback(editions: Editions, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = named(editions, OLD), named(editions, NEW)
    assert facts("use", old.id) == 0
    assert printed(capsys) == [
        f"In force: {old.id}, card facts of {OLD}, before it {editions.shipped.id} of 2026-08-22."
    ]
    assert facts("use", new.id[:6]) == 0
    capsys.readouterr()
    assert facts("list") == 0
    rows = [line.split("  ") for line in printed(capsys)[1:]]
    assert [row[0] for row in rows] == [new.id, old.id, editions.shipped.id]
    assert "current" in rows[0]
    assert "previous" in rows[1]
    assert "shipped" in rows[2]
    assert facts("rollback") == 0
    assert printed(capsys)[0].startswith(f"In force: {old.id}, card facts of {OLD}, before it")
    assert editions.current() == old


def test_as_json(editions: Editions, capsys: pytest.CaptureFixture[str]) -> None:
    new = named(editions, NEW)
    assert facts("use", new.id, "--json") == 0
    capsys.readouterr()
    assert facts("list", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    first = document["editions"][0]
    assert (first["id"], first["current"], first["shipped"]) == (new.id, True, False)
    assert first["fingerprint"] == fingerprint_of(new.digest)
    assert first["cards"] == 8
    assert document["editions"][2]["previous"] is True
    assert document["faults"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["use", "nothing"], 'No edition on disk is "nothing"; there are: '),
        (["rollback"], "Nothing was in force before "),
    ],
)
def test_what_cannot_be_chosen(
    editions: Editions, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert facts(*arguments) == 2
    assert capsys.readouterr().err.startswith(f"headjudge: {said}")
    assert editions.current() is None


def test_no_place_for_facts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (SETTING, "HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert facts("list") == 2
    assert SETTING in capsys.readouterr().err
    assert facts("show") == 0


def test_a_folder_that_cannot_be_written(
    editions: Editions, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cards.durable.write", full)
    assert facts("use", named(editions, NEW).id) == 2
    said = capsys.readouterr().err
    assert "No space left on device" in said
    assert said.endswith(f"{editions.shipped.id} stays in force.\n")


def test_files_that_are_no_editions_are_listed(
    editions: Editions, capsys: pytest.CaptureFixture[str]
) -> None:
    (editions.folder / "torn.sqlite").write_bytes(b"SQLite format 3\x00 and no more")
    assert facts("list") == 0
    assert printed(capsys)[-1].startswith("torn.sqlite is no catalogue: ")


def check(tmp_path: Path, *options: str) -> Any:
    """The report of a deck with a card that only the facts of OLD have."""
    deck = tmp_path / "deck.txt"
    deck.write_text(f"1 Card of {OLD}\n59 Forest\n")
    options = ("--structure", "individual", "--format", "vintage", "--report", "json", *options)
    return main(["check", str(deck), *options, "--as-of", "2026-11-21"])


def test_a_check_is_by_the_edition_in_force(
    editions: Editions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = named(editions, OLD), named(editions, NEW)
    for id, code, day in ((old.id, 0, OLD), (new.id, 1, NEW), ("shipped", 1, "2026-08-22")):
        facts("use", id)
        capsys.readouterr()
        assert check(tmp_path) == code
        assert (
            json.loads(capsys.readouterr().out)["teams"][0]["report"]["ruleset"]["catalogue"] == day
        )


def test_a_check_by_other_facts(
    editions: Editions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = named(editions, OLD)
    editions.use(named(editions, NEW).id)
    for asked in (old.id, old.id[:7], old.digest, fingerprint_of(old.digest)):
        assert check(tmp_path, "--facts", asked) == 0
        assert (
            json.loads(capsys.readouterr().out)["teams"][0]["report"]["ruleset"]["catalogue"] == OLD
        )
    assert check(tmp_path, "--facts", "shipped") == 1
    capsys.readouterr()
    assert check(tmp_path, "--facts", "0000") == 2
    assert capsys.readouterr().err.startswith('headjudge: --facts: No edition on disk is "0000"')
    assert check(tmp_path, "--facts", old.id, "--server", "http://127.0.0.1:1") == 2
    assert "--facts: a service judges by its own facts" in capsys.readouterr().err


def test_a_choice_that_was_lost_is_said(
    editions: Editions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = named(editions, OLD), named(editions, NEW)
    editions.use(old.id)
    editions.use(new.id)
    new.path.unlink()
    assert check(tmp_path) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["teams"][0]["report"]["ruleset"]["catalogue"] == OLD
    assert said.err == (
        f"headjudge: current.json names {new.id}, which is not there whole; {old.id} is in force.\n"
    )


def test_a_damaged_choice_is_no_error(
    editions: Editions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    editions.use(named(editions, NEW).id)
    editions.state.write_text("{")
    assert check(tmp_path) == 1
    assert "the shipped facts are in force" in capsys.readouterr().err


def test_show_names_the_edition(editions: Editions, capsys: pytest.CaptureFixture[str]) -> None:
    new = named(editions, NEW)
    assert facts("show", "--facts", new.id) == 0
    assert printed(capsys)[:2] == [
        f"catalogue    {NEW}  8 cards, 2 sets",
        f"edition      {new.id}",
    ]


KILLED = """
import sys
from pathlib import Path
from cards.editions import Editions
editions = Editions(Path(sys.argv[1]))
one, other = sys.argv[2:]
print("ready", flush=True)
while True:
    editions.use(one)
    editions.use(other)
"""


def test_a_kill_at_any_moment_leaves_a_choice(editions: Editions) -> None:
    old, new = named(editions, OLD), named(editions, NEW)
    editions.use(old.id)
    command = [sys.executable, "-c", KILLED, str(editions.folder), old.id, new.id]
    for pause in (0.0, 0.002, 0.005, 0.011, 0.023):
        chooser = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}
        )
        assert chooser.stdout
        chooser.stdout.readline()
        time.sleep(pause)
        chooser.send_signal(signal.SIGKILL)
        chooser.wait()
        chooser.stdout.close()
        assert editions.current() in (old, new)
        assert editions.faults() == ()
        assert {one.id for one in editions.all()} == {old.id, new.id, editions.shipped.id}


def test_an_altered_edition_is_never_judged_by(
    editions: Editions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = named(editions, OLD), named(editions, NEW)
    editions.use(old.id)
    editions.use(new.id)
    alter(new.path)
    assert check(tmp_path) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["teams"][0]["report"]["ruleset"]["catalogue"] == OLD
    assert f"{new.id}, which is not there whole; {old.id} is in force." in said.err
    for asked in (new.id, fingerprint_of(new.digest)):
        assert check(tmp_path, "--facts", asked) == 2
        assert "is damaged: it is not the file" in capsys.readouterr().err
    assert facts("use", new.id) == 2
    assert "is damaged: it is not the file" in capsys.readouterr().err


def test_an_altered_edition_is_listed_and_a_fault(
    editions: Editions, capsys: pytest.CaptureFixture[str]
) -> None:
    new = named(editions, NEW)
    alter(new.path)
    damage = f"{new.path.name} is damaged: it is not the file that its digest names."
    assert facts("list") == 0
    rows = printed(capsys)
    assert rows[-1] == damage
    assert "damaged" in next(row for row in rows if row.startswith(new.id))
    assert facts("list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)["editions"]
    assert [one["id"] for one in listed if one["damaged"]] == [new.id]
    assert facts("check") == 1
    assert damage in capsys.readouterr().out


def test_facts_that_cannot_be_read_are_no_verdict(
    editions: Editions,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr("headjudge.cli.commands.check.run", fail)
    assert check(tmp_path) == 2
    assert "The card facts cannot be read: database disk image" in capsys.readouterr().err

"""The lock: what it holds, when it fails, and what is wrong with the file."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import catalogue
from headjudge import __version__
from headjudge.cli.errors import CommandError
from headjudge.cli.findings import locks
from headjudge.cli.findings.locks import Lock
from headjudge.cli.main import main
from validator.fingerprint import fingerprint, rules_version


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder as the working directory."""
    monkeypatch.chdir(tmp_path)


LOCK = Path("headjudge.lock")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lock"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"headjudge.lock: card facts of {catalogue().as_of}, banlists of 2")
    assert second.strip() == fingerprint(catalogue())
    assert tomllib.loads(LOCK.read_text()).keys() == {
        "headjudge", "rules", "catalogue", "banlists", "facts",
    }  # fmt: skip
    assert locks.read(LOCK) == locks.current()
    assert locks.check(LOCK) is None


def test_a_day_is_pinned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lock", "--as-of", "2026-11-21", "-o", "other.lock"]) == 0
    assert ", as of 2026-11-21\n" in capsys.readouterr().out
    assert locks.read(Path("other.lock")).as_of == date(2026, 11, 21)
    assert locks.check(Path("other.lock")) is None


@pytest.mark.parametrize(
    "arguments", [["--as-of", "2026-02-30"], ["-o", "missing/headjudge.lock"], ["-o", "a\0b"]]
)
def test_the_command_cannot_be_asked(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lock", *arguments]) == 2
    assert capsys.readouterr().err.startswith("headjudge: ")


def test_what_is_written_holds_the_versions() -> None:
    here = locks.current()
    assert (here.headjudge, here.rules) == (__version__, rules_version())
    assert here.catalogue == catalogue().as_of
    assert locks.lock_text(here).startswith("# Written by `headjudge lock`")
    assert locks.lock_text(here) == locks.lock_text(locks.current())


OTHER = {"facts": "sha256:0"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"catalogue": date(2025, 1, 1)}, "the card facts are of "),
        ({"catalogue": date(2025, 1, 1)}, " instead of 2025-01-01. `headjudge lock` takes over"),
        ({"banlists": date(2025, 1, 1)}, "the newest banlist is of "),
        ({"rules": "1"}, f"the rules are version {rules_version()} instead of 1"),
        (
            {"rules": "1", "headjudge": "0.0.1"},
            f"the rules are version {rules_version()} instead of 1 and this is Headjudge"
            f" {__version__} instead of 0.0.1",
        ),
        ({}, "a format, policy or banlist differs"),
    ],
)
def test_which_part_differs(changes: dict[str, object], said: str) -> None:
    locks.write(LOCK, locks.current()._replace(**OTHER, **changes))  # type: ignore[arg-type]
    why = locks.check(LOCK)
    assert why is not None
    assert why.startswith("The facts are not those of headjudge.lock: ")
    assert said in why


def test_the_program_alone_changes_no_verdict() -> None:
    locks.write(LOCK, locks.current()._replace(headjudge="0.0.1"))
    assert locks.check(LOCK) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rules = 2", "headjudge.lock: rules must be a text"),
        ("facts = true", "headjudge.lock: facts must be a text"),
        ('catalogue = "2026-08-22"', "headjudge.lock: catalogue must be a date"),
        ("banlists = 2026-08-22T00:00:00", "headjudge.lock: banlists must be a date"),
        ("as_of = 2026-08-22T00:00:00", "headjudge.lock: as_of must be a date"),
        ("rules =", "headjudge.lock is no TOML"),
        ("<<<<<<< HEAD", "headjudge.lock is no TOML"),
    ],
)
def test_a_lock_that_is_none(line: str, said: str) -> None:
    key = line.partition(" ")[0]
    rows = [row for row in locks.lock_text(locks.current()).splitlines() if not row.startswith(key)]
    LOCK.write_text("\n".join([*rows, line]))
    with pytest.raises(CommandError) as error:
        locks.check(LOCK)
    assert str(error.value).startswith(said)
    assert "`headjudge lock` renews it." in str(error.value)


@pytest.mark.parametrize("key", ["headjudge", "rules", "catalogue", "banlists", "facts"])
def test_a_lock_without_a_key(key: str) -> None:
    rows = [row for row in locks.lock_text(locks.current()).splitlines() if not row.startswith(key)]
    LOCK.write_text("\r\n".join(rows))
    with pytest.raises(CommandError, match=f"{key} must be a "):
        locks.check(LOCK)


def test_no_lock() -> None:
    with pytest.raises(CommandError, match=r"no headjudge\.lock; `headjudge lock` writes it"):
        locks.check(LOCK)


TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20)


@settings(deadline=None)
@given(TEXTS, TEXTS, st.dates(), st.dates(), TEXTS, st.none() | st.dates())
def test_what_is_written_is_read(
    version: str, rules: str, cards: date, lists: date, facts: str, as_of: date | None
) -> None:
    lock = Lock(version, rules, cards, lists, facts, as_of)
    locks.write(LOCK, lock)
    assert locks.read(LOCK) == lock

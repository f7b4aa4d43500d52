"""`headjudge check --fix`: what is corrected, what stays, and how files are written."""

from __future__ import annotations

import codecs
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from headjudge.cli import fixes
from headjudge.cli.errors import CommandError
from headjudge.cli.fixes import fix_text, reads_alike
from headjudge.cli.main import main
from headjudge.decklists import read_team
from headjudge.decklists.edits import rows
from headjudge.decklists.lines.items import Kind
from tests.lists import LISTS, explained

ROWS = tomllib.loads(Path(__file__).with_name("corrections.toml").read_text("utf-8"))
DECK = "4 lightningbolt  # burn\n56 Mountain\n"
FIXED = "4 Lightning Bolt  # burn\n56 Mountain\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fix(*arguments: str) -> int:
    """The exit code where the decks themselves do not matter."""
    code = main(["check", "--fix", "--format", "modern", *arguments])
    return 0 if code == 1 else code


def put(name: str, text: str, encoding: str = "utf-8") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("texts", ROWS["corrections"])
def test_corrections(texts: list[str]) -> None:
    assert fix_text(texts[0]).text == texts[-1]


@pytest.mark.parametrize(
    "text",
    [
        '{"main": {"lightningbolt": 4}, "sideboard": {}}',
        "4 lightningbolt, 2 Negate, 1 Shock\n2 Negate\n",
    ],
)
def test_what_cannot_be_replaced_is_said(text: str) -> None:
    changed = fix_text(text)
    assert changed.text == text
    assert changed.left == (":1: left as it is: “lightningbolt” is Lightning Bolt.",)


@given(LISTS)
def test_a_fixed_list_says_what_it_said(text: str) -> None:
    after = fix_text(text).text
    assert reads_alike(text, after)
    assert fix_text(after).text == after


@given(LISTS)
def test_lines_without_a_card_stay_as_they_are(text: str) -> None:
    after = fix_text(text).text

    def others(text: str) -> list[str]:
        lines = rows(text, read_team(text))
        return sorted(row.text for row in lines if row.kind in (Kind.COMMENT, Kind.UNREADABLE))

    assert others(after) == others(text)


@given(LISTS)
def test_a_comment_for_headjudge_stays_over_its_card(text: str) -> None:
    assert explained(fix_text(text).text) == explained(text)


@given(LISTS)
def test_nothing_is_written_anew(text: str) -> None:
    after = fix_text(text).text
    known = {row.text for row in rows(text, read_team(text))}
    changed = [row for row in rows(after, read_team(after)) if row.text not in known]
    assert all(row.card for row in changed)


@pytest.mark.parametrize(
    ("bom", "encoding", "text", "after"),
    [
        (codecs.BOM_UTF8, "utf-8", "4 urzassaga\r\n1 森", "4 Urza's Saga\r\n1 森"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "4 urzassaga\r1 森\r", "4 Urza's Saga\r1 森\r"),
        (b"", "utf-16-be", "4 urzassaga\n", "4 Urza's Saga\n"),
        (b"", "cp1252", "4 urzassaga # €é\n", "4 Urza's Saga # €é\n"),
        (b"", "cp1252", "4 lim duls vault # é\n", "4 Lim-Dûl's Vault # é\n"),
    ],
)  # fmt: skip
def test_encodings_and_line_ends_stay(bom: bytes, encoding: str, text: str, after: str) -> None:
    path = Path("deck.txt")
    path.write_bytes(bom + text.encode(encoding))
    assert fix("deck.txt") == 0
    assert path.read_bytes() == bom + after.encode(encoding)


def test_a_title_that_the_encoding_lacks() -> None:
    path = put("deck.txt", "4 Opt # é\n", "cp1252")
    before = path.read_bytes()
    file = fixes.read_file("deck.txt")
    with pytest.raises(CommandError, match="is cp1252, which has no “森”"):
        fixes.replace(file, "4 森\n")
    assert path.read_bytes() == before


def test_nothing_is_written_where_nothing_changes() -> None:
    path = put("ann.txt", FIXED)
    os.utime(path, (1, 1))
    assert fix("ann.txt") == 0
    assert path.stat().st_mtime == 1


def test_a_file_stays_whole_where_writing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put("ann.txt", DECK)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert fix("ann.txt") == 2
    assert capsys.readouterr().err == (
        "headjudge: ann.txt cannot be written: No space left on device.\n"
    )
    assert path.read_text("utf-8") == DECK
    assert [one.name for one in Path().iterdir()] == ["ann.txt"]


def test_a_read_only_file_stays_and_the_others_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locked, free = put("ann.txt", DECK), put("ben.txt", DECK)
    monkeypatch.setattr(os, "access", lambda path, _: Path(path).name == free.name)
    assert fix() == 2
    printed = capsys.readouterr()
    assert printed.err == "headjudge: ann.txt cannot be written: it is read-only.\n"
    assert printed.out.splitlines()[-1] == "1 of 2 files was changed."
    assert (locked.read_text("utf-8"), free.read_text("utf-8")) == (DECK, FIXED)

"""`headjudge convert`: what is written, what is said of it, and exit codes."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from headjudge import decklists
from headjudge.cli.main import main

DECK = "4 opt\n56 森\nSideboard\n3 Negate\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text(DECK, encoding="utf-8")


def convert(*arguments: str) -> int:
    """The exit code of `headjudge convert`."""
    return main(["convert", *arguments])


def test_titles_are_written_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert convert("deck.txt", "--to", "text") == 0
    printed = capsys.readouterr()
    (deck,) = decklists.read_team(printed.out)
    assert [(line.copies, line.name, line.section) for line in deck.lines] == [
        (4, "Opt", "main"),
        (56, "Forest", "main"),
        (3, "Negate", "sideboard"),
    ]
    assert printed.err == "deck.txt:2: info: title-translated: “森” is Forest in English.\n"


@pytest.mark.parametrize("to", decklists.WRITERS)
def test_to_a_file(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert convert("deck.txt", "--to", to, "-o", "written") == 0
    assert capsys.readouterr().out == ""
    (deck,) = decklists.read_team(Path("written").read_text("utf-8"), syntax=to)
    assert sum(line.copies for line in deck.lines if line.section == "main") == 60


def test_what_cannot_be_read_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("odd.txt").write_text("4 Opt\n1 Optt\n4 ?? %%%\n", encoding="utf-8")
    assert convert("odd.txt", "--to", "text") == 1
    printed = capsys.readouterr()
    assert printed.out.endswith("4 Opt\n1 Optt\n")
    assert [line.split(": ")[:2] for line in printed.err.splitlines()] == [
        ["odd.txt:2", "unknown-card"],
        ["odd.txt:3", "unreadable-line"],
    ]


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 opt\n1 Optt\n")))
    assert convert("-", "--to", "text", "--syntax", "text") == 1
    printed = capsys.readouterr()
    assert "4 Opt" in printed.out
    assert printed.err.startswith("<stdin>:2: unknown-card")


@pytest.mark.usefixtures("texts_split")
def test_one_of_several_decks(capsys: pytest.CaptureFixture[str]) -> None:
    Path("both.txt").write_text("%% Ann\n60 Forest\n%% Ben\n60 Island\n", encoding="utf-8")
    assert convert("both.txt", "--to", "text") == 2
    assert "holds 2 decks; choose one with --deck 1 to --deck 2" in capsys.readouterr().err
    assert convert("both.txt", "--to", "text", "--deck", "2") == 0
    assert "60 Island" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.txt", "--to", "text"],
        ["deck.txt", "--to", "text", "--deck", "0"],
        ["deck.txt", "--to", "text", "--deck", "2"],
        ["deck.txt", "--to", "text", "-o", "no/such/folder.txt"],
        ["deck.txt", "--to", "text", "-o", "nul\0.txt"],
    ],
)
def test_cannot_be_asked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-1].startswith("headjudge: ")


@pytest.mark.parametrize("arguments", [["deck.txt"], ["deck.txt", "--to", "texf"]])
def test_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        convert(*arguments)
    assert ended.value.code == 2

"""`headjudge diff`: the changes as they are printed, and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main

BEFORE = "4 Opt\n56 Island\n"
AFTER = "2 opt\n56 Insel\nSideboard\n3 Negate\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(BEFORE, encoding="utf-8")
    Path("b.txt").write_text(AFTER, encoding="utf-8")


def diff(*arguments: str) -> int:
    """The exit code of `headjudge diff`."""
    return main(["diff", *arguments])


def test_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert diff("a.txt", "b.txt") == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "--- a.txt",
        "+++ b.txt",
        "-2 Opt (main)",
        "+3 Negate (sideboard)",
    ]
    assert printed.err == "b.txt:2: info: title-translated: “Insel” is Island in English.\n"


def test_nothing_is_printed_where_nothing_changed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.txt").write_text("50 island\n4 Opt\n6 Island\n", encoding="utf-8")
    assert diff("a.txt", "b.txt") == 0
    assert capsys.readouterr() == ("", "")


def test_pools(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").write_text("2 Opt\n3 Negate\n56 Island\n", encoding="utf-8")
    assert diff("a.txt", "b.txt") == 1
    assert diff("a.txt", "b.txt", "--pool") == 0
    Path("a.txt").write_text("1 Opt\n3 Negate\n56 Island\n", encoding="utf-8")
    capsys.readouterr()
    assert diff("a.txt", "b.txt", "--pool") == 1
    assert capsys.readouterr().out.splitlines()[2:] == ["+1 Opt (pool)"]


def test_what_cannot_be_read_leaves_it_open(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.txt").write_text(f"{BEFORE}4 ?? %%%\n", encoding="utf-8")
    assert diff("a.txt", "b.txt") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("b.txt:3: unreadable-line: ")


@pytest.mark.usefixtures("texts_split")
def test_decks_of_a_team(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").write_text("%%\n60 Forest\n%%\n60 Island\n", encoding="utf-8")
    Path("b.txt").write_text("%%\n60 Forest\n%%\n59 Island\n", encoding="utf-8")
    assert diff("a.txt", "b.txt") == 1
    assert capsys.readouterr().out.splitlines()[2:] == ["@@ deck 2 @@", "-1 Island (main)"]


@pytest.mark.parametrize("options", [[], ["--pool"]])
def test_json_is_the_answer_of_the_api(
    capsys: pytest.CaptureFixture[str], client: FlaskClient, options: list[str]
) -> None:
    assert diff("a.txt", "b.txt", "--json", *options) == 1
    body = {"earlier": {"list": BEFORE}, "later": {"list": AFTER}, "ignore_sections": bool(options)}
    assert capsys.readouterr().out == client.post("/v1/decklists/diff", json=body).text


@pytest.mark.parametrize("arguments", [["a.txt", "missing.txt"], ["-", "-"], ["a.txt", "."]])
def test_cannot_be_asked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert diff(*arguments) == 2
    assert capsys.readouterr().err.startswith("headjudge: ")


def test_control_characters_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.txt").write_text("4 O\x1b[2Jpt\n", encoding="utf-8")
    diff("a.txt", "b.txt")
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out + printed.err

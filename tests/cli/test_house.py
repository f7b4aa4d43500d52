"""House rules on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.cli.configuration import FOLDER
from headjudge.cli.main import main

OURS = 'name = "Legacy at our club"\nbase = "legacy"\nban = ["Brainstorm"]\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text("59 Island\n1 Brainstorm\n")
    Path("club.toml").write_text(OURS)


def check(*arguments: str) -> int:
    alone = ("--structure", "individual", "--as-of", "2024-10-01")
    return main(["check", "deck.txt", *alone, *arguments])


def configure(house: str) -> None:
    Path("headjudge.toml").write_text(f'house = "{house}"\n')


@pytest.mark.parametrize("named", [[], ["--format", "legacy"], ["--format", "club"]])
def test_house_rules_may_be_a_file(named: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    configure("club.toml")
    assert check(*named) == 1
    assert "deck.txt:2:3: banned-card: Brainstorm is banned by the house" in capsys.readouterr().out


def test_a_format_of_the_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FOLDER, ".")
    assert check("--format", "club") == 1
    assert "house rules of Legacy at our club" in capsys.readouterr().out
    assert check("--format", "legacy") == 0
    assert check("--format", "clubs") == 2
    assert 'Did you mean "club"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("house", "arguments", "said"),
    [
        ("", [], "--format: name the format that is played."),
        ("none.toml", [], "house: none.toml cannot be read: No such file or directory."),
        ("club.toml", ["--format", "modern"], "club.toml changes legacy, not modern."),
        ("wrong.toml", [], "wrong.toml, line 1, bans: There is no such key."),
    ],
)
def test_wrong_usage_exits_with_2(
    house: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wrong.toml").write_text('bans = ["Opt"]\nname = "O"\nbase = "legacy"\n')
    if house:
        configure(house)
    assert check(*arguments) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FOLDER, "nowhere")
    assert check("--format", "legacy") == 2
    assert f"{FOLDER}: nowhere cannot be read" in capsys.readouterr().err

"""`headjudge init`: what it writes, and that it writes nothing over."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from headjudge.cli.main import main


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a team, as the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("one").mkdir()
    for name in "ab":
        Path(f"one/{name}.txt").write_text("60 Forest\n", encoding="utf-8")


def test_what_is_written_is_what_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--format", "modern", "--as-of", "2024-10-01"]) == 0
    assert capsys.readouterr().out == "headjudge.toml: 1 team found\n"
    assert Path("headjudge.toml").read_text("utf-8") == (
        "# The settings of `headjudge check` for the decks in this folder.\n"
        'format = "modern"\nstructure = "two-headed-giant"\nas_of = 2024-10-01\n\n'
        "# Teams found: 1\n#   one: one/a.txt, one/b.txt\n"
    )
    assert main(["check"]) == 0


def test_the_schema_stands_beside_it() -> None:
    assert main(["init", "--format", "modern", "--schema"]) == 0
    first, *_ = Path("headjudge.toml").read_text("utf-8").splitlines()
    assert first == "#:schema ./headjudge.schema.json"
    document = json.loads(Path(first.split()[1]).read_text("utf-8"))
    jsonschema.validate(tomllib.loads(Path("headjudge.toml").read_text("utf-8")), document)
    assert main(["check"]) == 0
    assert main(["init", "--format", "modern", "--schema"]) == 2


def test_the_format_is_not_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init"]) == 0
    assert "Name the format" in capsys.readouterr().out
    assert main(["check"]) == 2
    assert "--format: name the format that is played." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "mordern"], 'Did you mean "modern"?'),
        (["--structure", "solo"], "--structure: There is no structure"),
        (["nowhere"], "nowhere is no folder."),
    ],
)
def test_cannot_be_asked(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not Path("headjudge.toml").exists()


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("headjudge.toml").write_text("")
    assert main(["init", "--format", "modern"]) == 2
    assert "headjudge.toml exists" in capsys.readouterr().err
    assert Path("headjudge.toml").read_text() == ""

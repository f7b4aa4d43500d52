"""`headjudge init`: what it writes, and that it writes nothing over."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from headjudge.cli.main import main


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a team, as the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("one").mkdir()
    for name in "ab":
        Path(f"one/{name}.txt").write_text("60 Forest\n", encoding="utf-8")


def put(*names: str, text: str = "60 Forest\n") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def test_ignored_files_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    put("drafts/x.txt", "venv/x.txt", ".hidden/x.txt", text="Not yet.\n")
    put(".gitignore", text="drafts/\n")
    assert main(["init", "--format", "modern"]) == 0
    assert tomllib.loads(Path("headjudge.toml").read_text("utf-8"))["exclude"] == []
    assert main(["check"]) == 0

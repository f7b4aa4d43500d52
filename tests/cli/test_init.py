"""`headjudge init`: what it writes, and that it writes nothing over."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from headjudge.cli.main import main
from tests.conftest import PATIENCE, ROOT


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


@pytest.mark.parametrize(
    ("typed", "policy"), [("\n", "combined-four"), ("t\n", "tournament"), ("unified\n", "unified")]
)
def test_at_a_terminal_the_rule_is_asked_for(typed: str, policy: str) -> None:
    command = [sys.executable, "-m", "headjudge", "init", "--format", "modern"]
    near, far = os.openpty()
    with subprocess.Popen(
        command, stdin=far, stdout=far, stderr=far, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as program:
        os.close(far)
        said = b""
        while b"[combined-four]" not in said:
            said += os.read(near, 1024)
        os.write(near, typed.encode())
        assert program.wait(PATIENCE) == 0
    os.close(near)
    assert b"May teammates play the same card?" in said
    assert tomllib.loads(Path("headjudge.toml").read_text("utf-8"))["policy"] == policy


def test_ignored_files_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    put("drafts/x.txt", "venv/x.txt", ".hidden/x.txt", text="Not yet.\n")
    put(".gitignore", text="drafts/\n")
    assert main(["init", "--format", "modern"]) == 0
    assert tomllib.loads(Path("headjudge.toml").read_text("utf-8"))["exclude"] == []
    assert main(["check"]) == 0

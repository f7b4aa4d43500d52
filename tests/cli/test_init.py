"""`headjudge init` at a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT


@pytest.mark.parametrize(
    ("typed", "policy"), [("\n", "combined-four"), ("t\n", "tournament"), ("unified\n", "unified")]
)
def test_the_rule_of_the_team_is_asked_for(typed: str, policy: str, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("60 Forest\n", encoding="utf-8")
    command = [sys.executable, "-m", "headjudge", "init", "--format", "modern"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    near, far = os.openpty()
    with subprocess.Popen(
        command, stdin=far, stdout=far, stderr=far, env=environment, cwd=tmp_path
    ) as program:
        os.close(far)
        said = b""
        while b"[combined-four]" not in said:
            said += os.read(near, 1024)
        os.write(near, typed.encode())
        assert program.wait(PATIENCE) == 0
    os.close(near)
    assert b"May teammates play the same card?" in said
    written = (tmp_path / "headjudge.toml").read_text("utf-8")
    assert tomllib.loads(written)["policy"] == policy

"""docs/adding.md, done as it says in a copy of the project: a rule, a policy, a format and more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding.md"
LEFT_OUT = shutil.ignore_patterns(
    ".*_cache", ".git", ".hypothesis", ".venv", "build", "node_modules"
)
TOO_LONG = 1_200
"""Seconds; a minute on a machine that does nothing else."""
STEP = re.compile(
    r"(?:A new file `(?P<new>[^`]+)`|At the end of `(?P<end>[^`]+)`"
    r"|In `(?P<within>[^`]+)`, after the line `(?P<line>.+)`)[^`]*:"
)
BLOCK = re.compile(r"((?:^[^\n`][^\n]*\n|^`[^`][^\n]*\n)*)\n?^```(\w+)\n(.*?)^```$", re.M | re.S)


class Step(NamedTuple):
    """What the page says before a block, and the block."""

    said: re.Match[str] | None
    language: str
    text: str


def steps() -> list[Step]:
    """Every block that the page wants to be written, and every command."""
    found = []
    for before, language, text in BLOCK.findall(PAGE.read_text("utf-8")):
        said = list(STEP.finditer(" ".join(before.split())))
        if language == "sh" or said:
            found.append(Step(said[-1] if said else None, language, text))
    return found


def do(step: Step, project: Path) -> None:
    """Write the block where the page says, or run the command."""
    if step.said is None:
        for command in step.text.splitlines():
            make(project, *command.removeprefix("make ").split())
    elif new := step.said["new"]:
        assert not (project / new).exists()
        (project / new).write_text(step.text, "utf-8")
    elif end := step.said["end"]:
        with (project / end).open("a", encoding="utf-8") as file:
            file.write(("\n\n" if end.endswith(".py") else "\n") + step.text)
    else:
        path = project / step.said["within"]
        lines = path.read_text("utf-8").splitlines(keepends=True)
        where = [line.strip() for line in lines].index(step.said["line"].strip())
        lines.insert(where + 1, step.text)
        path.write_text("".join(lines), "utf-8")


def make(project: Path, *target: str) -> None:
    """Run make there, with the packages of this environment and the modules of the copy.

    Its tests are one process: other tests have the other cores.
    """
    environment = Path(sys.prefix)
    done = subprocess.run(
        ["make", f"VENV={environment}", f"--old-file={environment / 'dev.stamp'}", *target],
        cwd=project,
        env={
            **{name: value for name, value in os.environ.items() if "PYTEST" not in name},
            "PYTHONPATH": str(project),
            "PYTEST_ADDOPTS": "--numprocesses=0",
        },
        capture_output=True,
        text=True,
        timeout=TOO_LONG,
    )
    assert done.returncode == 0, f"{done.stdout[-20_000:]}\n{done.stderr[-5_000:]}"


def test_the_page_adds_one_of_each() -> None:
    text = " ".join(step.said[0] for step in steps() if step.said)
    for folder in (
        "banlists/",
        "formats/",
        "formats/policies/",
        "headjudge/links/sites.py",
        "validator/rules/",
    ):
        assert f"`{folder}" in text
    blocks = re.findall(r"^```(?!python\nsay\()\w+", PAGE.read_text("utf-8"), re.M)
    assert len(steps()) == len(blocks), "a block without a sentence that says where it belongs"


@pytest.mark.timeout(TOO_LONG)
@pytest.mark.skipif(not shutil.which("make"), reason="make is missing")
def test_the_additions_of_the_page_pass_the_quick_checks(tmp_path: Path) -> None:
    project = tmp_path / "copy"
    shutil.copytree(ROOT, project, ignore=LEFT_OUT, symlinks=True)
    for step in steps():
        do(step, project)
    make(project, "quick")

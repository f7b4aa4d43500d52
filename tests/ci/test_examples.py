"""The other examples of jobs on a repository of decks."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT, git, run, surroundings

EXAMPLES = ROOT / "examples" / "ci"


@pytest.fixture
def path(installed: Path) -> str:
    """The programs of a machine with Headjudge."""
    return os.pathsep.join([str(installed), surroundings()["PATH"]])


def test_make(decks: Path, path: str) -> None:
    shutil.copy(EXAMPLES / "Makefile", decks)
    done = run(["make", "decks"], decks, surroundings(PATH=path))
    assert done.returncode == 2
    assert "6 copies of Naturalize" in done.stdout


def test_make_mends_what_is_certain(decks: Path, path: str) -> None:
    shutil.copy(EXAMPLES / "Makefile", decks)
    (decks / "carol.txt").write_text("4x  naturalise\n56 Forest\n4 lightningbolt\n")
    done = run(["make", "mended"], decks, surroundings(PATH=path))
    assert "4 Lightning Bolt\n" in (decks / "carol.txt").read_text()
    assert done.returncode == 2  # make's, as the check finds what it cannot mend


def test_jenkins(decks: Path, path: str) -> None:
    commands = re.findall(r"sh '([^']+)'", (EXAMPLES / "Jenkinsfile").read_text("utf-8"))
    (file,) = re.findall(r"junit '([^']+)'", (EXAMPLES / "Jenkinsfile").read_text("utf-8"))
    (command,) = commands
    assert run(["sh", "-c", command], decks, surroundings(PATH=path)).returncode == 1
    assert (decks / file).exists()


def test_a_hook_of_git(decks: Path, path: str, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "elsewhere")
    git(decks, "init", "--quiet")
    shutil.copy(EXAMPLES / "pre-push", decks / ".git" / "hooks")
    git(decks, "add", "--all")
    git(decks, "commit", "--message", "Decks")
    with pytest.raises(AssertionError, match="failed to push"):
        git(decks, "push", str(tmp_path / "elsewhere"), "HEAD:main", PATH=path)

"""The hooks of pre-commit, in a real run of it: a commit is refused until the decks are right."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml

from tests.ci.conftest import LEFT_OUT, ROOT, git, run, surroundings

EXAMPLE = ROOT / "examples" / "ci" / "pre-commit-config.yaml"
Commit = Callable[[], "CompletedProcess[str]"]


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A git repository with the hooks, and its commit."""
    folder = tmp_path_factory.mktemp("hooks") / "headjudge"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", folder)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Hooks")
    return folder, git(folder, "rev-parse", "HEAD").stdout.strip()


@pytest.fixture(scope="module")
def caches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where pre-commit keeps the environment that it makes for the hooks."""
    folder = tmp_path_factory.mktemp("caches")
    return {
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        "VIRTUALENV_OVERRIDE_APP_DATA": str(folder / "virtualenv"),
        # The environment is built from what is at hand: see `surroundings`.
        "PIP_NO_BUILD_ISOLATION": "0",
        "SKIP": "",
    }


@pytest.fixture
def commit(decks: Path, hooks: tuple[Path, str], caches: dict[str, str]) -> Commit:
    """Commit all of the decks in a repository with the hooks of the example."""
    configuration: Any = yaml.safe_load(EXAMPLE.read_text("utf-8"))
    (repository,) = configuration["repos"]
    repository["repo"], repository["rev"] = str(hooks[0]), hooks[1]
    (decks / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration), "utf-8")
    git(decks, "init", "--quiet")
    pre_commit = [sys.executable, "-m", "pre_commit", "install"]
    assert run(pre_commit, decks, surroundings(**caches)).returncode == 0

    def commit() -> CompletedProcess[str]:
        git(decks, "add", "--all")
        return git(decks, "commit", "--message", "Decks", **caches)

    return commit


def test_decks_that_may_not_be_played_are_not_committed(commit: Commit, decks: Path) -> None:
    done = commit()
    assert done.returncode == 1
    assert "6 copies of Naturalize" in done.stderr
    assert "photograph/ann.txt: cannot-be-read: It is not a text file." in done.stderr

    for name in ("typing", "photograph"):
        shutil.rmtree(decks / name)
    for name in ("naturalize.a.dck", "naturalize.b.csv", "ring-and-twin.txt"):
        (decks / name).unlink()
    assert commit().returncode == 0


def test_certain_corrections_are_made(commit: Commit, decks: Path) -> None:
    for path in decks.iterdir():
        if path.is_dir() and path.name not in (".git", "burn-and-elves"):
            shutil.rmtree(path)
        elif path.suffix in (".dck", ".csv", ".txt"):
            path.unlink()
    list_of_ann = decks / "burn-and-elves" / "ann.txt"
    right = list_of_ann.read_text("utf-8")
    list_of_ann.write_text(right.replace("4 Lava Spike", "4 lava-spike"), "utf-8")
    done = commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stderr
    assert list_of_ann.read_text("utf-8") == right
    assert commit().returncode == 0


def test_the_hooks_are_tried_as_documented(
    decks: Path, hooks: tuple[Path, str], caches: dict[str, str]
) -> None:
    text = (ROOT / "docs" / "ci.md").read_text("utf-8")
    (command,) = re.findall(r"^pre-commit (try-repo .+)$", text, re.M)
    git(decks, "init", "--quiet")
    git(decks, "add", "--all")
    tried = command.replace("/path/to/headjudge", str(hooks[0])).split()
    done = run([sys.executable, "-m", "pre_commit", *tried], decks, surroundings(**caches))
    assert done.returncode == 1
    assert "6 copies of Naturalize" in done.stdout

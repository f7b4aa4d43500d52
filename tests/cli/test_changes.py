"""Shallow clones, as jobs have them. `cases/changes.toml` has what else a branch changes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from headjudge.cli.errors import CommandError
from headjudge.cli.git import GitFault, changes_since
from headjudge.cli.main import main

WHO = {
    "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
    "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git as it comes, and no repository above the folder of the test."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two teams on `main`, and a branch `work` that is checked out."""
    root = tmp_path / "decks"
    for name in ("one/a.txt", "one/b.txt", "two/a.txt", "two/b.txt", "headjudge.toml"):
        write(root / name, f"60 Forest # {name}\n")
    write(root / ".gitignore", "*.bak\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    git(root, "switch", "--quiet", "--create", "work")
    return root


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=decks")


def test_a_shallow_clone(repository: Path, tmp_path: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), str(clone))
    with pytest.raises(CommandError, match="fetch-depth: 0"):
        changes_since("origin/main", clone)
    git(clone, "fetch", "--quiet", "--depth=1", "origin", "main")
    with pytest.raises(GitFault, match=r"no commit in common.*fetch-depth: 0"):
        changes_since("FETCH_HEAD", clone)
    git(clone, "fetch", "--quiet", "--unshallow", "origin", "main")
    changes = changes_since("FETCH_HEAD", clone)
    assert [changes.touch([clone / f"{team}/a.txt"]) for team in ("one", "two")] == [True, False]


def test_from_a_fork_in_a_shallow_clone(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository / "headjudge.toml", "format = 'modern'\nas_of = 2024-10-01\n")
    commit(repository)
    base = ["git", "rev-parse", "HEAD"]
    sha = subprocess.check_output(base, cwd=repository, text=True).strip()
    for name in "ab":
        write(repository / f"one/{name}.txt", "4 Splinter Twin\n56 Island\n")
    write(repository / "headjudge.toml", "format = 'vintage'\n")
    commit(repository)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=work", repository.as_uri(), str(clone))
    monkeypatch.chdir(clone)
    rules = ["--config", f"{sha}:headjudge.toml"]
    assert main(["check", *rules]) == 2  # it is not fetched yet
    git(clone, "fetch", "--quiet", "--depth=1", "origin", sha)
    assert main(["check", *rules]) == 1
    assert main(["check", "--changed-since", sha, *rules]) == 1

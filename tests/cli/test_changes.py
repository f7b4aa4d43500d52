"""What a branch changes, told by a real git repository."""

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


def touched(root: Path, ref: str = "main", within: Path | None = None) -> set[str]:
    """The files of the repository that differ, by name, each looked at alone."""
    changes = changes_since(ref, within or root)
    files = [
        path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts
    ]
    return {path.relative_to(root).as_posix() for path in files if changes.touch([path])}


def test_an_unchanged_repository_touches_no_team_file(repository: Path) -> None:
    assert touched(repository) == set()


def test_committed_staged_changed_and_untracked(repository: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    write(repository / "one/b.txt", "60 Island\n")
    git(repository, "add", "one/b.txt")
    write(repository / "two/a.txt", "60 Island\n")
    write(repository / "three/ä “b” 🂡\n.txt", "60 Island\n")
    assert touched(repository) == {
        "one/a.txt", "one/b.txt", "two/a.txt", "three/ä “b” 🂡\n.txt"
    }  # fmt: skip


def test_changes_of_the_base_are_not_of_the_branch(repository: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    git(repository, "switch", "--quiet", "main")
    write(repository / "two/a.txt", "60 Island\n")
    commit(repository)
    git(repository, "switch", "--quiet", "work")
    assert touched(repository) == {"one/a.txt"}


def test_a_file_that_is_gone_touches_its_folder(repository: Path) -> None:
    git(repository, "mv", "one/a.txt", "one/c.txt")
    assert touched(repository) == {"one/b.txt", "one/c.txt"}


def test_from_a_folder_within_and_through_a_link(repository: Path, tmp_path: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    assert touched(repository, within=repository / "two") == {"one/a.txt"}
    link = tmp_path / "link"
    link.symlink_to(repository)
    assert changes_since("main", link).touch([link / "one/a.txt"])
    assert not changes_since("main", link).touch([link / "two/a.txt"])


def test_windows_checks_texts_out_with_other_line_ends(repository: Path) -> None:
    for name in ("one/a.txt", "two/a.txt"):
        text = (repository / name).read_bytes().replace(b"\n", b"\r\n")
        (repository / name).write_bytes(text)
    write(repository / "two/b.txt", "60 Island\r\n")
    assert touched(repository) == {"two/b.txt"}


def test_a_link_may_lead_elsewhere(repository: Path) -> None:
    (repository / "one" / "c.txt").symlink_to("../two/a.txt")
    commit(repository)
    git(repository, "branch", "--force", "main")
    assert touched(repository) == {"one/c.txt"}


def test_submodules_are_followed(repository: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    for name in ("a.txt", "b.txt"):
        write(theirs / name, "60 Forest\n")
        write(theirs / "inner" / name, "60 Forest\n")
    git(theirs, "init", "--quiet", "--initial-branch=main")
    commit(theirs)
    add = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(theirs), "three")
    git(repository, *add)
    commit(repository)
    git(repository, "branch", "--force", "main")
    assert touched(repository) == set()
    write(repository / "three" / "inner" / "a.txt", "60 Island\n")
    commit(repository / "three")
    commit(repository)
    assert touched(repository) == {"three/inner/a.txt"}
    # Where the commit of the submodule is missing, all of it differs.
    git(repository, "update-index", "--cacheinfo", f"160000,{'1' * 40},three")
    git(repository, "commit", "--quiet", "--message=elsewhere")
    git(repository, "branch", "--force", "main")
    found = touched(repository)
    assert found == {"three/a.txt", "three/b.txt", "three/inner/a.txt", "three/inner/b.txt"}


@pytest.mark.parametrize("ref", ["main", "HEAD~0", "v1"])
def test_changes_are_found_since_any_kind_of_ref(repository: Path, ref: str) -> None:
    git(repository, "tag", "--annotate", "--message=one", "v1")
    write(repository / "one/a.txt", "60 Island\n")
    assert touched(repository, ref) == {"one/a.txt"}


@pytest.mark.parametrize("ref", ["nothing", "", "-h", "--all", "HEAD:one", "a\0b", "x" * 500])
def test_no_such_commit(repository: Path, ref: str) -> None:
    with pytest.raises(CommandError, match=r'^git knows no commit ".*"\.$') as error:
        changes_since(ref, repository)
    assert len(str(error.value)) < 150


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
    assert touched(clone, "FETCH_HEAD") == {"one/a.txt"}


def test_histories_that_never_met(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--orphan", "other")
    write(repository / "a.txt", "60 Island\n")
    commit(repository)
    with pytest.raises(GitFault, match=r'^"main" and HEAD have no commit in common\.$'):
        changes_since("main", repository)


def test_no_commit_yet(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    with pytest.raises(CommandError, match="has no commit yet"):
        changes_since("main", tmp_path)


@pytest.mark.parametrize("name", [".", "missing"])
def test_no_repository(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match=r"^git cannot answer in ") as error:
        changes_since("main", tmp_path / name)
    assert "\n" not in str(error.value)


def test_no_git(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(CommandError, match="not installed"):
        changes_since("main", repository)


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

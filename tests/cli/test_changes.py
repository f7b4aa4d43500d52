"""What a branch changes, told by a real git repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from headjudge.cli.errors import CommandError
from headjudge.cli.teams.git import changed_since, touches

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


def changed(root: Path, ref: str = "main") -> set[str]:
    """The changed files by their names within the repository."""
    return {path.relative_to(root).as_posix() for path in changed_since(ref, root)}


def test_nothing(repository: Path) -> None:
    assert changed(repository) == set()


def test_committed_staged_changed_and_untracked(repository: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    write(repository / "one/b.txt", "60 Island\n")
    git(repository, "add", "one/b.txt")
    write(repository / "two/a.txt", "60 Island\n")
    write(repository / "three/ä b\n.txt", "60 Island\n")
    write(repository / "three/c.bak", "60 Island\n")
    assert changed(repository) == {"one/a.txt", "one/b.txt", "two/a.txt", "three/ä b\n.txt"}


def test_what_others_changed_since_is_not_of_the_branch(repository: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    git(repository, "switch", "--quiet", "main")
    write(repository / "two/a.txt", "60 Island\n")
    commit(repository)
    git(repository, "switch", "--quiet", "work")
    assert changed(repository) == {"one/a.txt"}


def test_renamed_and_deleted(repository: Path) -> None:
    git(repository, "mv", "one/a.txt", "one/c.txt")
    (repository / "two/a.txt").unlink()
    assert changed(repository) == {"one/a.txt", "one/c.txt", "two/a.txt"}


def test_from_a_folder_within_and_through_a_link(repository: Path, tmp_path: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    git(repository, "config", "diff.relative", "true")
    git(repository, "config", "diff.noprefix", "true")
    assert changed_since("main", repository / "two") == {repository / "one/a.txt"}
    link = tmp_path / "link"
    link.symlink_to(repository)
    assert changed_since("main", link) == {repository / "one/a.txt"}
    assert touches(changed_since("main", link), [link / "one/a.txt"])


@pytest.mark.parametrize("ref", ["main", "HEAD~0", "v1"])
def test_what_a_ref_may_be(repository: Path, ref: str) -> None:
    git(repository, "tag", "--annotate", "--message=one", "v1")
    write(repository / "one/a.txt", "60 Island\n")
    assert changed(repository, ref) == {"one/a.txt"}


def test_which_teams_are_touched(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (
        [repository / team / name for name in ("a.txt", "b.txt")] for team in ("one", "two")
    )
    write(one[1], "60 Island\n")
    found = changed_since("main", repository)
    assert touches(found, one)
    assert not touches(found, two)
    assert not touches(found, [])
    monkeypatch.chdir(repository / "two")
    assert touches(found, [Path("../one/b.txt")])
    assert not touches(found, [Path("a.txt")])


def test_a_file_that_is_gone_touches_its_folder(repository: Path) -> None:
    (repository / "two/a.txt").unlink()
    found = changed_since("main", repository)
    assert touches(found, [repository / "two/b.txt"])
    assert not touches(found, [repository / "one/b.txt"])


def test_a_link_is_touched_with_what_it_leads_to(repository: Path) -> None:
    link = repository / "one" / "c.txt"
    link.symlink_to("../two/a.txt")
    commit(repository)
    assert touches(changed_since("main", repository), [link])
    git(repository, "branch", "--force", "main")
    assert not touches(changed_since("main", repository), [link])
    write(repository / "two/a.txt", "60 Island\n")
    assert touches(changed_since("main", repository), [link])


@pytest.mark.parametrize("ref", ["nothing", "", "-h", "--all", "HEAD:one", "a\0b", "x" * 500])
def test_no_such_commit(repository: Path, ref: str) -> None:
    with pytest.raises(CommandError, match=r'^git knows no commit ".*"\.$') as error:
        changed_since(ref, repository)
    assert len(str(error.value)) < 150


def test_a_shallow_clone(repository: Path, tmp_path: Path) -> None:
    write(repository / "one/a.txt", "60 Island\n")
    commit(repository)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), str(clone))
    with pytest.raises(CommandError, match="fetch-depth: 0"):
        changed_since("origin/main", clone)
    git(clone, "fetch", "--quiet", "--depth=1", "origin", "main")
    with pytest.raises(CommandError, match=r"no commit in common.*fetch-depth: 0"):
        changed_since("FETCH_HEAD", clone)
    git(clone, "fetch", "--quiet", "--unshallow", "origin", "main")
    assert changed(clone, "FETCH_HEAD") == {"one/a.txt"}


def test_histories_that_never_met(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--orphan", "other")
    write(repository / "a.txt", "60 Island\n")
    commit(repository)
    with pytest.raises(CommandError, match=r'^"main" and HEAD have no commit in common\.$'):
        changed_since("main", repository)


def test_no_commit_yet(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    with pytest.raises(CommandError, match="has no commit yet"):
        changed_since("main", tmp_path)


@pytest.mark.parametrize("name", [".", "missing"])
def test_no_repository(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match=r"^git cannot tell what changed in ") as error:
        changed_since("main", tmp_path / name)
    assert "\n" not in str(error.value)


def test_no_git(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(CommandError, match="not installed"):
        changed_since("main", repository)

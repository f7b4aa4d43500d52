"""Pull requests whose author would have his own team pass: none does unseen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge.cli.main import main
from tests.cli.test_changes import WHO, commit, git, write

LEGAL, BANNED = "60 Forest\n", "4 Splinter Twin\n56 Island\n"
RULES = 'format = "modern"\nas_of = 2024-10-01\nbaseline = "known.json"\n'
MINE = ("teams/mine/ann.txt", "teams/mine/ben.txt")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a legal team on `main`, and a branch with an illegal one."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)
    root = tmp_path / "decks"
    for name in ("teams/theirs/a.txt", "teams/theirs/b.txt"):
        write(root / name, LEGAL)
    write(root / "headjudge.toml", RULES)
    write(root / ".gitignore", "*.bak\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    git(root, "switch", "--quiet", "--create", "mine")
    for name in MINE:
        write(root / name, BANNED)
    monkeypatch.chdir(root)
    return root


def judged() -> tuple[int, int, int]:
    """The exit codes of a run over all, of one of what changed, and of one by the base's rules."""
    base = ["--config", "main:headjudge.toml"]
    return (
        main(["check"]),
        main(["check", "--changed-since", "main"]),
        main(["check", "--changed-since", "main", *base]),
    )


def linked(path: Path, target: str) -> Path:
    path.symlink_to(target)
    return path


def gone(path: Path) -> Path:
    path.unlink()
    return path


def put(path: Path, text: str) -> Path:
    write(path, text)
    return path


Trick = Callable[[Path], object]


def in_turn(*steps: Trick) -> Trick:
    return lambda root: [step(root) for step in steps]


def without_folder(root: Path) -> None:
    shutil.rmtree(root / "teams/mine")


def submodule(root: Path) -> None:
    (root / "teams/mine").mkdir()
    entry = f"160000,{'1' * 40},teams/mine"
    git(root, "update-index", "--add", "--cacheinfo", entry)


def pipe(root: Path) -> None:
    for name in MINE:
        os.mkfifo(gone(root / name))


def link_to(target: str) -> Trick:
    return lambda root: linked(root / "teams/mine", target)


def renamed(suffix: str) -> Trick:
    return lambda root: [(root / name).rename((root / name).with_suffix(suffix)) for name in MINE]


def said(name: str, text: str) -> Trick:
    return lambda root: put(root / name, text)


def filled(text: str) -> Trick:
    return lambda root: [put(root / name, text) for name in MINE]


TRICKS: dict[str, Trick] = {
    "plainly": lambda root: None,
    "a comment": filled("4 Splinter Twin # headjudge: allow banned-card -- ours\n56 Island\n"),
    "a rule of its own": said("teams/mine/headjudge.toml", 'format = "vintage"\n'),
    "an exclude of its own": said("teams/mine/headjudge.toml", 'exclude = ["*"]\n'),
    "a rule between": said("teams/headjudge.toml", 'format = "vintage"\n'),
    "pyproject": said("pyproject.toml", '[tool.headjudge]\nformat = "vintage"\n'),
    ".gitignore": said(".gitignore", "teams/mine/\n*.txt\n"),
    ".gitignore beside it": said("teams/mine/.gitignore", "*\n!.gitignore\n"),
    ".gitattributes": said(".gitattributes", "*.txt export-ignore -diff filter=x binary\n"),
    "capitals": renamed(".TXT"),
    "another suffix": renamed(".deck"),
    "empty files": filled(""),
    "addresses": filled("https://moxfield.com/decks/abc\n"),
    "prose": filled("We will send our lists on Friday.\n"),
    "a picture": lambda root: [(root / name).write_bytes(b"\x89PNG\r\n\x1a\n\0") for name in MINE],
    "JSON": lambda root: [
        (put(root / name, '{"cards": [[1, "Splinter Twin"]]}'), gone(root / name),
         put((root / name).with_suffix(".dek"), '{"cards": [[1, "Splinter Twin"]]}'))
        for name in MINE
    ],
    "a large file": filled("\n" * 1_500_000),
    "a long line": filled(f"{BANNED}{'x' * 20_000}\n"),
    "UTF-16": lambda root: [
        (root / name).write_bytes(BANNED.encode("utf-16")) for name in MINE
    ],
    "CRLF": lambda root: [
        (root / name).write_bytes(BANNED.replace("\n", "\r\n").encode()) for name in MINE
    ],
    "spaces, quotes and emoji": lambda root: (root / "teams/mine").rename(
        root / "teams" / "“it's” 🂡 a\ttest "
    ),
    "a folder of programs": lambda root: (root / "teams/mine").rename(root / "teams/venv"),
    "a link out": lambda root: [
        linked(gone(root / name), "/etc/hostname") for name in MINE
    ],
    "one player alone": lambda root: gone(root / MINE[1]),
    "three players": said("teams/mine/cid.txt", LEGAL),
    "two lists in one": lambda root: [
        gone(root / MINE[1]),
        put(root / MINE[0], f"Deck A\n{BANNED}\nDeck B\n{BANNED}"),
    ],
    "marks": lambda root: [
        (root / name).rename(root / "teams" / f"mine.{mark}.txt")
        for name, mark in zip(MINE, "ab", strict=True)
    ],
    "a pool": lambda root: [
        (root / name).rename(root / "teams/mine" / f"{mark}.pool.txt")
        for name, mark in zip(MINE, "ab", strict=True)
    ],
    "a link out in place of the folder": in_turn(without_folder, link_to("/etc")),
    "a submodule that nobody checks out": in_turn(without_folder, submodule),
    "a pipe": pipe,
    "a name that is an option": lambda root: (root / "teams/mine").rename(root / "--report"),
    "the place of the baseline": lambda root: (root / MINE[0]).rename(root / "known.json"),
}  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS)
def test_no_team_that_may_not_play_passes(repository: Path, trick: str) -> None:
    TRICKS[trick](repository)
    git(repository, "add", "--all", "--force")
    git(repository, "commit", "--quiet", "--allow-empty", "--message=mine")
    assert 0 not in judged()
    assert main(["check", "--isolated", "--format", "modern", "--as-of", "2024-10-01"]) == 1


TAKEN: dict[str, Trick] = {
    "away": lambda root: [gone(root / name) for name in MINE],
    "to a suffix of no deck": renamed(".list"),
    "to a hidden folder": lambda root: (root / "teams/mine").rename(root / "teams/.mine"),
    "for a link to the others": in_turn(without_folder, link_to("theirs")),
    "for a link to nothing": in_turn(without_folder, link_to("nowhere")),
}  # fmt: skip


def test_decks_that_move_are_not_gone(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in MINE:
        write(repository / name, f"{LEGAL}// {name}\n")
    commit(repository)
    git(repository, "branch", "--force", "main")
    git(repository, "mv", "teams/mine", "teams/ours")
    commit(repository)
    assert judged() == (0, 0, 0)
    assert "deck-gone" not in capsys.readouterr().out


def test_decks_that_equal_others_are_gone_too(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in MINE:
        write(repository / name, LEGAL)  # as those of the other team
    commit(repository)
    git(repository, "branch", "--force", "main")
    TAKEN["away"](repository)
    assert main(["check", "--changed-since", "main"]) == 0
    assert "deck-gone: 2 decks are gone since main" in capsys.readouterr().out


@pytest.mark.parametrize("trick", TAKEN)
@pytest.mark.parametrize("asked", ["--changed-since=main", "--config=main:headjudge.toml"])
def test_decks_that_are_taken_away_are_named(
    repository: Path, trick: str, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(repository)
    git(repository, "branch", "--force", "main")
    TAKEN[trick](repository)
    commit(repository)
    for report in ("text", "github", "gitlab", "junit", "sarif", "markdown", "json"):
        assert main(["check", asked, "--report", report]) == 0
        said = capsys.readouterr().out
        assert "deck-gone" in said
        assert "teams/mine/ann.txt" in said or report == "sarif"
    git(repository, "switch", "--quiet", "main")
    write(repository / "headjudge.toml", f'{RULES}fail-on = "deck-gone"\n')
    commit(repository)
    git(repository, "switch", "--quiet", "mine")
    git(repository, "merge", "--quiet", "--no-edit", "main")
    for report in ("text", "junit", "json"):
        assert main(["check", asked, "--report", report]) == 1
    assert "deck-gone" in capsys.readouterr().out


OWN_RULES: dict[str, Trick] = {
    "another format": said("headjudge.toml", RULES.replace("modern", "vintage")),
    "an exclude": said("headjudge.toml", f'{RULES}exclude = ["mine/"]\n'),
    "an include": said("headjudge.toml", f'{RULES}include = ["theirs/"]\n'),
    "a folder": said(
        "headjudge.toml", f'{RULES}[[folder]]\npath = "teams/mine"\nformat = "vintage"\n'
    ),
    "another day": said("headjudge.toml", RULES.replace("2024-10-01", "2015-10-01")),
    "house rules": said("headjudge.toml", f'{RULES}[house]\nallow = ["Splinter Twin"]\n'),
    "a baseline": lambda root: main(["check", "--write-baseline"]),
    "a file called like the commit": said(
        "main:headjudge.toml", RULES.replace("modern", "vintage")
    ),
    "no rules": lambda root: gone(root / "headjudge.toml"),
}  # fmt: skip


@pytest.mark.parametrize("trick", OWN_RULES)
def test_the_rules_of_the_base_judge(repository: Path, trick: str) -> None:
    OWN_RULES[trick](repository)
    commit(repository)
    assert main(["check", "--config", "main:headjudge.toml"]) == 1


def test_a_link_gives_a_folder_no_other_rules(repository: Path) -> None:
    rules = f'{RULES}[[folder]]\npath = "teams/mine"\nformat = "pauper"\n'
    for name in MINE:
        write(repository / name, "4 Skred\n4 Goblin Guide\n52 Snow-Covered Mountain\n")
    write(repository / "headjudge.toml", rules)
    (repository / "a").symlink_to("teams/mine")
    (repository / "teams" / "a").symlink_to("mine")
    assert main(["check"]) == 1


def test_from_a_fork_in_a_shallow_clone(repository: Path, tmp_path: Path) -> None:
    write(repository / "headjudge.toml", RULES.replace("modern", "vintage"))
    commit(repository)
    base = git_output(repository, "rev-parse", "main")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=mine", repository.as_uri(), str(clone))
    os.chdir(clone)
    assert main(["check", "--config", f"{base}:headjudge.toml"]) == 2  # it is not fetched yet
    git(clone, "fetch", "--quiet", "--depth=1", "origin", base)
    assert main(["check", "--config", f"{base}:headjudge.toml"]) == 1
    since = ["--changed-since", base, "--config", f"{base}:headjudge.toml"]
    assert main(["check", *since]) == 1


def test_decks_in_a_submodule_are_compared(repository: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    for name in ("ann.txt", "ben.txt"):
        write(theirs / name, LEGAL)
    write(theirs / ".gitignore", "ben.txt\n")
    write(theirs / "headjudge.toml", 'format = "vintage"\n')
    git(theirs, "init", "--quiet", "--initial-branch=main")
    git(theirs, "add", "--all", "--force")
    git(theirs, "commit", "--quiet", "--message=x")
    for name in MINE:
        (repository / name).unlink()
    add = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(theirs), "sub")
    git(repository, *add)
    commit(repository)
    git(repository, "branch", "--force", "main")
    assert judged() == (0, 0, 0)
    write(repository / "sub" / "ben.txt", BANNED)
    git(repository / "sub", "add", "--all", "--force")
    git(repository / "sub", "commit", "--quiet", "--message=y")
    commit(repository)
    assert judged() == (1, 1, 1)


def test_a_known_fault_may_stay_but_not_grow(repository: Path) -> None:
    assert main(["check", "--write-baseline"]) == 0
    commit(repository)
    git(repository, "branch", "--force", "main")
    assert judged() == (0, 0, 0)
    write(repository / MINE[0], "40 Splinter Twin\n20 Island\n")
    assert 0 not in judged()


def git_output(folder: Path, *arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=folder, text=True).strip()


def test_a_branch_that_removes_every_team_is_wrong_usage(repository: Path) -> None:
    shutil.rmtree(repository / "teams")
    commit(repository)
    assert judged() == (2, 2, 2)


@pytest.mark.parametrize(
    ("name", "value"), [("PATH", "/nowhere"), ("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")]
)
def test_a_submodule_is_missed_without_git_and_by_another_user(
    repository: Path,
    name: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As in an image that has no git, or in which the repository is of nobody."""
    without_folder(repository)
    submodule(repository)
    write(repository / ".gitmodules", '[submodule "ours"]\n\tpath = teams/mine\n\turl = ../x\n')
    monkeypatch.setenv(name, value)
    assert main(["check"]) == 1
    assert "teams/mine is a submodule that is not checked out" in capsys.readouterr().out

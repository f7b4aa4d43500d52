"""Repositories of strangers: links and pipes, texts that cost much, and what git runs for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from formats.files import DOTS_MAX, LINE_MAX, LONGEST, toml_of
from headjudge.cli import configuration
from headjudge.cli import git as asking
from headjudge.cli.configuration import FAULTS_MAX, Settings
from headjudge.cli.discovery import discover
from headjudge.cli.errors import CommandError
from headjudge.cli.main import main
from tests.cli.test_changes import WHO, commit, git
from tests.conftest import PATIENCE, ROOT

MODERN = ["--format", "modern", "--as-of", "2024-10-01"]
OUT = "leads out of the folder decks and is not followed."


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a team, as the working directory."""
    folder = tmp_path / "decks"
    (folder / "one").mkdir(parents=True)
    (folder / ".git").mkdir()
    for name in ("a", "b"):
        (folder / "one" / f"{name}.txt").write_text("60 Forest\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return "".join(capsys.readouterr())


def asked(*arguments: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a program, which has to end."""
    command = [sys.executable, "-m", "headjudge", *arguments]
    return subprocess.run(
        ["bash", "-c", f'"$@" {shell}', "bash", *command],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize("what", ["/dev/zero", "/dev/stdin", "/dev/tty", "pipe"])
@pytest.mark.parametrize("paths", [["."], ["one/c.dek", "one/a.txt"]], ids=["found", "named"])
def test_a_device_or_a_pipe_is_not_read(decks: Path, what: str, paths: list[str]) -> None:
    if what == "pipe":
        os.mkfifo(decks / ".pipe")
    (decks / "one" / "c.dek").symlink_to(decks / ".pipe" if what == "pipe" else what)
    ended = asked("check", *paths, *MODERN)
    assert ended.returncode == 1
    refused = (OUT, "is not a regular file and is not read.", "cannot be read: No such device")
    said = "one/c.dek: cannot-be-read: It "
    assert any(f"{said}{words}" in ended.stdout for words in refused)


def test_a_pipe_in_a_folder_is_said(decks: Path) -> None:
    os.mkfifo(decks / "one" / "c.txt")
    ended = asked("check", *MODERN)
    assert "one/c.txt: cannot-be-read: It is not a regular file and" in ended.stdout


@pytest.mark.parametrize("name", ["headjudge.toml", "known.json"])
def test_no_file_beside_the_decks_hangs(decks: Path, name: str) -> None:
    (decks / "headjudge.toml").write_text('baseline = "known.json"\n')
    (decks / name).unlink(missing_ok=True)
    (decks / name).symlink_to("/dev/zero")
    assert asked("check", *MODERN).returncode == 2


def test_process_substitution_is_read(decks: Path) -> None:
    os.mkfifo(decks / "named")
    ended = asked("check", *MODERN, shell="<(echo 60 Forest) <(echo 60 Island)")
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = asked("check", "/dev/stdin", "one/a.txt", *MODERN, shell="< one/b.txt")
    assert (ended.returncode, ended.stderr) == (0, "")
    with subprocess.Popen(["sh", "-c", "echo 60 Island > named"]):
        assert asked("check", "named", "one/a.txt", *MODERN).returncode == 0
    Path("headjudge.toml").write_text("format = 'modern'\nas_of = 2024-10-01", encoding="utf-8")
    assert asked("check", "/dev/stdin", "one/a.txt", shell="< one/b.txt").returncode == 0
    ended = asked("check", *MODERN, "--report", "json=/dev/stdout")
    assert json.loads(ended.stdout)["legal"] is True


@pytest.mark.parametrize(
    "text",
    [
        "a" * (LINE_MAX + 1) + " = 1",
        ".".join("a" * (DOTS_MAX + 2)) + " = 1",
        "#\n" * (LONGEST // 2) + "a = 1",
        "a = " + "[\n" * 5000,
        "a = 1\na = 2",
        "a = {}\n" * 2,
    ],
    ids=["line", "dots", "length", "depth", "twice", "tables"],
)
def test_toml_that_costs_much_or_says_two_things(
    decks: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        toml_of(text)
    for name, arguments in (("headjudge.toml", []), ("x.toml", ["--config", "x.toml"])):
        (decks / name).write_text(text)
        assert main(["check", "one", *MODERN, *arguments]) == 2
        assert "TOML: " in printed(capsys)
        (decks / name).unlink()


def test_so_many_faults_are_told(decks: Path) -> None:
    (decks / "headjudge.toml").write_text("".join(f"k{number} = 1\n" for number in range(2_000)))
    with pytest.raises(CommandError) as error:
        configuration.read(decks / "headjudge.toml")
    assert len(error.value.args) == FAULTS_MAX


def test_folders_within_folders(decks: Path) -> None:
    deep = decks
    for _ in range(1_100):
        deep = deep / "a"
        os.mkdir(deep)
    (deep / "b.txt").write_text("60 Forest\n")
    try:
        assert len(discover(["."], Settings(format="modern")).groups) == 2
    finally:  # what is so deep is more than Python can remove
        subprocess.run(["rm", "-rf", decks / "a"], check=True)


@pytest.mark.parametrize("pattern", ["*a" * 30 + "b", "**/*a*/" * 30 + "b", "a/**/" * 9 + "b"])
@pytest.mark.parametrize("place", ["headjudge.toml", ".gitignore"])
def test_patterns_that_would_be_tried_everywhere(decks: Path, pattern: str, place: str) -> None:
    """They end, and leave nothing out."""
    deep = decks.joinpath("two", *["a" * 30] * 20)
    deep.mkdir(parents=True)
    for number in range(50):
        (deep / ("a" * 200 + f"{number}.txt")).write_text("60 Forest\n")
    written = {".gitignore": f"{pattern}\n", "headjudge.toml": f'exclude = ["{pattern}"]\n'}
    (decks / place).write_text(written[place])
    found = discover(["."], Settings(format="modern")).groups
    assert [len(group.files) for group in found] == [2, 50]


@pytest.mark.parametrize("patterns", [["a" * 100] * 501, ["a" * 1_001]])
def test_more_patterns_than_anybody_writes(
    decks: Path, patterns: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (decks / "headjudge.toml").write_text(f"exclude = {json.dumps(patterns, indent=0)}")
    assert main(["check", *MODERN]) == 2
    assert "headjudge.toml:1: exclude: " in printed(capsys)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes on Linux alone")
def test_names_that_are_no_text(decks: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    Path(os.fsdecode(os.fsencode(decks) + b"/one/\xff\n::error::x.txt")).write_text("60 Forest\n")
    (decks / "headjudge.toml").write_text("team_size = 3\n")
    assert main(["check", *MODERN, "--report", "github"]) == 0
    (decks / "headjudge.toml").unlink()
    assert main(["check", *MODERN, "--report", "sarif=out.sarif"]) == 1
    out, _ = capsysbinary.readouterr()
    assert b"\n::" not in out
    json.loads((decks / "out.sarif").read_text("utf-8"))


@pytest.fixture
def armed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A repository whose configuration names programs, and the file that they would write."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)
    root, ran = tmp_path / "decks", tmp_path / "ran"
    (root / "one").mkdir(parents=True)
    (root / "one" / "a.txt").write_text("60 Forest\n")
    (root / ".gitattributes").write_text("*.txt filter=evil diff=evil\n")
    (root / ".gitignore").write_text("*.bak\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o700)
    for key in (
        "core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
        "diff.evil.command", "diff.evil.textconv", "diff.external", "core.pager", "core.sshCommand",
        "remote.origin.uploadpack", "core.askPass",
    ):  # fmt: skip
        git(root, "config", key, str(program))
    git(root, "config", "core.hooksPath", str(tmp_path))
    for name in ("post-index-change", "post-checkout"):
        (tmp_path / name).symlink_to(program)
    return root, ran


def test_git_runs_no_program_of_a_repository(
    armed: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, ran = armed
    (root / "one" / "a.txt").write_text("60 Island\n")
    monkeypatch.chdir(root)
    main(["check", *MODERN, "--changed-since", "main"])
    main(["check", *MODERN, "--config", "main:headjudge.toml"])
    assert asking.changes_since("main", root).touch([root / "one" / "a.txt"])
    assert not ran.exists()


@pytest.mark.parametrize("url", ["ext::{program}", "{folder}", "ssh://host/x", "foo::x"])
def test_missing_objects_are_not_fetched(
    armed: tuple[Path, Path],
    tmp_path: Path,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every team is checked where git would have to ask a remote."""
    root, ran = armed
    address = url.format(program=tmp_path / "program", folder=tmp_path)
    for key, value in {
        "remote.origin.url": address, "remote.origin.promisor": "true",
        "extensions.partialClone": "origin", "core.repositoryFormatVersion": "1",
        "protocol.ext.allow": "always", "protocol.foo.allow": "always",
    }.items():  # fmt: skip
        git(root, "config", key, value)
    for tree in subprocess.check_output(
        ["git", "rev-parse", "main^{tree}"], cwd=root, text=True
    ).split():
        (root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    monkeypatch.chdir(root)
    (root / "one" / "b.txt").write_text("4 Splinter Twin\n56 Island\n")
    assert main(["check", *MODERN, "--changed-since", "main"]) == 1
    assert "Every team is checked." in printed(capsys)
    assert not ran.exists()


def test_a_folder_that_is_a_repository_itself(armed: tuple[Path, Path]) -> None:
    root, ran = armed
    bare = root / "one"
    git(root, "-c", "core.fsmonitor=false", "init", "--quiet", "--bare", str(bare))
    git(bare, "config", "core.fsmonitor", str(root.parent / "program"))
    git(bare, "config", "core.bare", "false")
    git(bare, "config", "core.worktree", str(root))
    ran.unlink(missing_ok=True)
    with pytest.raises(CommandError, match="git cannot answer"):
        asking.changes_since("main", bare)
    assert not ran.exists()

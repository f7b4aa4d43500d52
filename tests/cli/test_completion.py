"""`headjudge completion`: what is completed is told by the parsers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from headjudge.cli.commands.completion import SHELLS
from headjudge.cli.main import COMMANDS, main, parser
from tests.conftest import PATIENCE

COMPLETE = """
source ./script
COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
_shtab_headjudge
echo "${COMPREPLY[@]}"
"""


def options() -> Iterator[tuple[str, str]]:
    """Each option with its command."""
    for command in parser().subcommands():
        for action in command.parameters:
            yield from ((command.prog, name) for name in action.option_strings)


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_completed(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert [name for name in COMMANDS if name not in text] == []
    # Fish has long options without their dashes.
    missing = [option for _, option in options() if option.lstrip("-") not in text]
    assert missing == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_takes_the_script(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = tmp_path / "script"
    path.write_text(script(shell, capsys), encoding="utf-8")
    subprocess.run([shell, "-n", str(path)], check=True, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("headjudge banl", "banlist"),
        ("headjudge check --fi", "--fix"),
        ("headjudge check --format vint", "vintage"),
        ("headjudge check --policy tourn", "tournament"),
        ("headjudge check an", "ann.txt"),
        ("headjudge facts ch", "check"),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(
    words: str, completed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script").write_text(script("bash", capsys), encoding="utf-8")
    (tmp_path / "ann.txt").touch()
    ran = subprocess.run(
        ["bash", "-c", COMPLETE % words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.stdout.split() == [completed], ran.stderr

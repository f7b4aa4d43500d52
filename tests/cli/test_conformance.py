"""`headjudge conformance`: another program is held to the suite."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from headjudge.cli.main import main

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "conformance"
ADAPTERS = SUITE / "adapters"
SILENT = "import sys; sys.stdin.read()"


def run(command: str, *options: str) -> int:
    """The exit code of the command for this program."""
    return main(["conformance", "--suite", str(SUITE), "--command", command, *options])


def python(code: str) -> str:
    """The command that runs these lines."""
    return f'"{sys.executable}" -c "{code}"'


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_program_in_another_language_passes_what_it_implements(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(f"node {ADAPTERS / 'counter.mjs'}", "--json") == 0
    results = json.loads(capsys.readouterr().out)
    passed = [result for result in results if result["outcome"] == "passed"]
    assert len(passed) > 250
    assert {result["outcome"] for result in results} == {"passed", "unsupported"}


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    "program",
    [
        ["node", "counter.mjs"],
        [sys.executable, "declared.py", "declared/xmage.toml"],
    ],
)
def test_a_harness_written_from_the_readme_finds_the_same(
    program: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [program[0], *(str(ADAPTERS / name) for name in program[1:])]
    harness = subprocess.run(
        ["node", str(SUITE / "harness.mjs"), *command], capture_output=True, text=True, timeout=120
    )
    run(shlex.join(command), "--json")
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    for result in json.loads(capsys.readouterr().out):
        outcomes[result["level"]][result["outcome"]] += 1
    assert json.loads(harness.stdout.splitlines()[-1]) == outcomes
    assert harness.returncode == int("failed" in outcomes["required"])


def test_rules_that_look_at_one_deck_fail_at_the_team(capsys: pytest.CaptureFixture[str]) -> None:
    declared = f"{ADAPTERS / 'declared.py'} {ADAPTERS / 'declared' / 'xmage.toml'}"
    assert run(f"{sys.executable} {declared}", "--topic", "unified") == 1
    table = capsys.readouterr().out
    assert "unified/four-in-the-team/4-and-1\n  legal: false expected, not true\n" in table
    assert "  usually: Each deck allowed four copies.\n" in table


def test_parsers_of_others_are_asked_for_syntaxes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"{sys.executable} {ADAPTERS / 'mtg_parser.py'}", "--topic", "syntaxes") == 1
    assert "syntaxes/cod/main-alone\n" in capsys.readouterr().out


def test_a_program_that_leaves_out_answers_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(python(SILENT), "--topic", "pools") == 1
    assert "no answer" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "options", "message"),
    [
        ("no-such-program", (), "cannot be run"),
        (python("raise SystemExit(3)"), (), "exit status 3"),
        (python("print(1)"), (), "something else than lines of JSON"),
        (python(SILENT), ("--topic", "nothing"), "no cases of topic nothing"),
        (python(SILENT), ("--suite", "nowhere"), "holds no conformance suite"),
        (python("import time; time.sleep(60)"), ("--seconds", "0.2"), "did not end within 0.2"),
    ],
)
def test_what_cannot_be_asked_is_said(
    command: str, options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, *options) == 2
    assert message in capsys.readouterr().err

"""The workflow that compares the facts: its steps as a runner takes them, with a stub of `gh`."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from headjudge.cli import main
from tests.ci.conftest import ROOT, run, surroundings

WORKFLOW = ROOT / "examples" / "ci" / "facts-drift.yml"
GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$GH_CALLS"
case "$*" in "issue list"*) printf '%s' "$OPEN_ISSUE";; esac
"""
HEADJUDGE = """\
#!/bin/sh
printf '%s\\n' "$*" > "$HEADJUDGE_CALL"
echo "modern: something differs"
exit "$HEADJUDGE_STATUS"
"""


class Ran(NamedTuple):
    """What a run of the workflow did."""

    failed: bool
    calls: list[str]
    """The calls of gh."""
    asked: str
    """The arguments of headjudge."""
    report: str


def steps() -> dict[str, dict[str, Any]]:
    (job,) = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"].values()
    return {step["name"]: step for step in job["steps"] if "name" in step}


def ran(folder: Path, status: int, open_issue: str = "") -> Ran:
    """The steps after the installation, as GitHub runs them: `bash -e`, the first failure ends."""
    programs = folder / "bin"
    programs.mkdir()
    for name, text in (("gh", GH), ("headjudge", HEADJUDGE)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    calls, call, output = folder / "calls", folder / "call", folder / "output"
    for path in (calls, call, output):
        path.touch()
    environment = surroundings(
        PATH=os.pathsep.join([str(programs), "/usr/bin", "/bin"]), SOURCE="scryfall",
        GH_CALLS=str(calls), OPEN_ISSUE=open_issue, GITHUB_OUTPUT=str(output),
        HEADJUDGE_CALL=str(call), HEADJUDGE_STATUS=str(status),
    )  # fmt: skip

    def step(name: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps()[name]["run"]]
        return run(command, folder, environment | more)

    failed = step("Compare").returncode != 0
    if not failed:
        outputs = dict(line.split("=") for line in output.read_text().splitlines())
        assert steps()["Report"]["env"] == {"STATUS": "${{ steps.drift.outputs.status }}"}
        done = step("Report", STATUS=outputs["status"])
        assert done.returncode == 0, done.stderr
    report = folder / "report.md"
    return Ran(
        failed,
        calls.read_text().splitlines(),
        call.read_text().strip(),
        report.read_text() if report.exists() else "",
    )


def test_a_difference_opens_an_issue(tmp_path: Path) -> None:
    done = ran(tmp_path, 1)
    assert [call.split(" --")[0] for call in done.calls] == [
        "issue list", "label create drift-scryfall", "issue create",
    ]  # fmt: skip
    assert "--body-file report.md" in done.calls[-1]
    assert done.report == "```text\nmodern: something differs\n```\n"


def test_a_difference_that_stays_is_kept_in_its_issue(tmp_path: Path) -> None:
    done = ran(tmp_path, 1, "7")
    assert done.calls[1:] == ["issue edit 7 --body-file report.md"]


@pytest.mark.parametrize(("issue", "calls"), [("", 1), ("7", 2)])
def test_no_difference_closes_it(tmp_path: Path, issue: str, calls: int) -> None:
    done = ran(tmp_path, 0, issue)
    assert len(done.calls) == calls
    assert not issue or done.calls[1].startswith("issue close 7 ")


def test_what_cannot_be_asked_fails_the_run_and_says_nothing(tmp_path: Path) -> None:
    done = ran(tmp_path, 2)
    assert done.failed
    assert done.calls == []


def test_the_command_is_one_of_ours(tmp_path: Path) -> None:
    arguments = shlex.split(ran(tmp_path, 0).asked)
    options = main.parser(arguments).parse_args(arguments)
    assert options.source == "scryfall"
    (job,) = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"].values()
    for source in job["strategy"]["matrix"]["source"]:
        main.parser(arguments).parse_args([*arguments[:-1], source])

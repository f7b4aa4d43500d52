"""The GitLab component: its job as a runner takes it, on the repository of decks.

https://docs.gitlab.com/ci/components/ and https://docs.gitlab.com/ci/inputs/
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.ci.conftest import ROOT, git, run, surroundings
from tests.cli.reports.schemas import check_junit

TEMPLATE = ROOT / "templates" / "headjudge.yml"
EXAMPLE = ROOT / "examples" / "ci" / "gitlab-ci.yml"


def job(**inputs: str) -> Any:
    """The job of the component with these inputs; each has to be known."""
    header, _, body = TEMPLATE.read_text("utf-8").partition("\n---\n")
    specified = yaml.safe_load(header)["spec"]["inputs"]
    given = {name.replace("_", "-"): text for name, text in inputs.items()}
    assert given.keys() <= specified.keys()
    values = {name: one["default"] for name, one in specified.items()} | given
    filled = re.sub(r"\$\[\[ inputs\.([\w-]+) \]\]", lambda found: values[found[1]], body)
    assert "$[[" not in filled
    (only,) = yaml.safe_load(filled).values()
    return only


@pytest.mark.parametrize("shell", ["bash", "sh"])
@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"path": "burn-and-elves"}, 0),
        ({"path": "naturalize.a.dck"}, 1),
        ({"path": "ring-and-twin.txt", "format": "legacy", "as_of": "2024-12-01"}, 0),
        ({"path": "burn-and-elves", "structure": "individual", "policy": "tournament"}, 0),
    ],
)
def test_the_job_exits_with_the_verdict(
    installed: Path, decks: Path, shell: str, inputs: dict[str, str], code: int
) -> None:
    component = job(**inputs)
    env = surroundings(**component["variables"])
    env["PATH"] = os.pathsep.join([str(installed), env["PATH"]])
    script = "\n".join(component["script"])
    done = run([shell, "-ec", script], decks, env)
    assert done.returncode == code, done.stdout + done.stderr
    if code < 2:
        reports = component["artifacts"]["reports"]
        findings = json.loads((decks / reports["codequality"]).read_text("utf-8"))
        assert bool([one for one in findings if one["severity"] == "major"]) == bool(code)
        check_junit(ElementTree.parse(decks / reports["junit"]).getroot())


@pytest.fixture
def merge_request(installed: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The script of the job for a merge request with that base."""

    def judged(
        folder: Path, base: str, shell: str = "sh", **inputs: str
    ) -> subprocess.CompletedProcess[str]:
        component = job(**inputs)
        env = surroundings(**component["variables"], CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
        env["PATH"] = os.pathsep.join([str(installed), env["PATH"]])
        options = ["-eo", "pipefail"] if shell == "bash" else ["-e"]  # as GitLab's runner does
        return run([shell, *options, "-c", "\n".join(component["script"])], folder, env)

    return judged


@pytest.mark.parametrize("shell", ["bash", "sh"])
def test_the_base_judges_a_merge_request(
    merge_request: Callable[..., subprocess.CompletedProcess[str]],
    pull_request: tuple[Path, str],
    shell: str,
) -> None:
    clone, base = pull_request
    done = merge_request(clone, base, shell)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Splinter Twin has been banned in Modern" in done.stdout
    assert merge_request(clone, "", shell).returncode == 0  # a branch has rules of its own


def test_without_rules_in_the_base_the_inputs_judge(
    merge_request: Callable[..., subprocess.CompletedProcess[str]], pull_request: tuple[Path, str]
) -> None:
    clone, _ = pull_request
    git(clone, "mv", "headjudge.toml", "burn-and-elves/headjudge.toml")
    git(clone, "commit", "--quiet", "--message", "Rules elsewhere")
    base = git(clone, "rev-parse", "HEAD").stdout.strip()
    assert merge_request(clone, base).returncode == 2
    git(clone, "rm", "--quiet", "burn-and-elves/headjudge.toml")
    git(clone, "commit", "--quiet", "--message", "No rules")
    base = git(clone, "rev-parse", "HEAD").stdout.strip()
    (clone / "headjudge.toml").write_text('format = "vintage"\n')
    assert merge_request(clone, base, format="modern", as_of="2024-10-01").returncode == 1
    done = merge_request(clone, base)
    assert (done.returncode, "that of the merge request judges it." in done.stdout) == (0, True)


def test_rules_elsewhere_in_the_base_are_not_passed_over(
    merge_request: Callable[..., subprocess.CompletedProcess[str]],
    rules_elsewhere: tuple[Path, str],
) -> None:
    clone, base = rules_elsewhere
    (clone / "headjudge.toml").write_text('format = "vintage"\n')
    done = merge_request(clone, base, "bash")
    assert done.returncode == 2, done.stdout + done.stderr


def test_the_job_installs_headjudge(checkout: Path, decks: Path, tmp_path: Path) -> None:
    """pip is asked for it first; that it can be installed is another test's."""
    pip = tmp_path / "bin" / "python3"
    pip.parent.mkdir()
    pip.write_text('#!/bin/sh\necho "$@" > asked\nexit 3\n', encoding="utf-8")
    pip.chmod(0o755)
    component = job(install="git+https://example.org/headjudge.git@main")
    env = surroundings(**component["variables"])
    env["PATH"] = os.pathsep.join([str(pip.parent), env["PATH"]])
    assert run(["sh", "-ec", "\n".join(component["script"])], decks, env).returncode == 3
    assert (decks / "asked").read_text().endswith("git+https://example.org/headjudge.git@main\n")


def test_the_job_may_be_named() -> None:
    body = TEMPLATE.read_text("utf-8").partition("\n---\n")[2]
    assert list(yaml.safe_load(body)) == ["$[[ inputs.job ]]"]
    assert job(stage="lint")["stage"] == "lint"


def test_the_example_names_inputs_that_there_are() -> None:
    (component,) = yaml.safe_load(EXAMPLE.read_text("utf-8"))["include"]
    assert component["component"].partition("@")[0].endswith(f"/{TEMPLATE.stem}")
    assert job(**component["inputs"])["image"]["name"] == component["inputs"]["image"]
    # pip clones by git, which the slim images lack.
    assert not component["inputs"]["install"].startswith("git+") or not component["inputs"][
        "image"
    ].endswith(("slim", "alpine"))

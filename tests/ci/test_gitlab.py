"""The GitLab component: its job as a runner takes it, on the repository of decks.

https://docs.gitlab.com/ci/components/ and https://docs.gitlab.com/ci/inputs/
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.ci.conftest import ROOT, run, surroundings
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
def test_the_job(
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


def test_what_is_to_be_installed_is(checkout: Path, decks: Path, tmp_path: Path) -> None:
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

"""Actions are pinned by their commits, and the locked dependencies are audited."""

from __future__ import annotations

import re

import pytest
import yaml

from tests.ci.conftest import ROOT
from tools.repository import repository

WORKFLOW = ROOT / ".github" / "workflows" / "audit.yml"
FILES = [
    ROOT / "action.yml",
    ROOT / "docs" / "ci.md",
    *sorted((ROOT / "examples" / "ci").glob("*.yml")),
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_actions_of_others_are_pinned_by_commit(file: object) -> None:
    uses = re.findall(r"^ *(?:- )?uses: (.+)$", file.read_text("utf-8"), re.M)  # type: ignore[attr-defined]
    for used in uses:
        own = re.fullmatch(rf"{repository()}@v\d+\.\d+\.\d+", used)
        assert own or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", used), used


def test_the_job_is_the_target_and_every_lock_is_audited() -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    on = workflow[True]  # what YAML 1.1 makes of `on`
    assert on["schedule"]
    assert on["pull_request"]["paths"][0] == "requirements*.lock"
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make audit"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "LOCKS := $(wildcard requirements*.lock)" in makefile
    target = makefile.partition("\naudit: ")[2].partition("\n\n")[0]
    assert "pip-audit --strict --require-hashes" in target
    assert "for lock in $(LOCKS)" in target
    assert "pip-audit==" in (ROOT / "requirements-audit.lock").read_text("utf-8")

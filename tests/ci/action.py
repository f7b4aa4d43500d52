"""A composite GitHub Action, run step by step as a runner would.

https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.ci.conftest import run, surroundings

SHELLS = {"bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail"]}
PINNED = re.compile(r"actions/[a-z-]+@[0-9a-f]{40}")
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


@dataclass
class Runner:
    """The machine that an action runs on; `folder` is the checked out repository."""

    action: Path
    """The folder of the action."""
    folder: Path
    temporary: Path
    path: list[str] = field(default_factory=list)
    base: str = ""
    """The base of the pull request, if it is one."""
    summary: str = ""
    """What the steps wrote of the job, in Markdown."""
    kept: dict[str, str] = field(default_factory=dict)
    """The folders that are kept for the next run, by their keys."""

    def perform(self, inputs: Mapping[str, str]) -> tuple[Mapping[str, str], list[Any]]:
        """The outputs of the action, and what each of its steps that ran did; the last may fail."""
        document = yaml.safe_load((self.action / "action.yml").read_text("utf-8"))
        unknown = inputs.keys() - document["inputs"].keys()
        assert not unknown, f"Unexpected inputs {unknown}"
        defaults = {name: one.get("default", "") for name, one in document["inputs"].items()}
        context = {f"inputs.{name}": text for name, text in (defaults | dict(inputs)).items()}
        context["github.action_path"] = str(self.action)
        context["github.event.pull_request.base.sha"] = self.base
        context |= {"runner.os": "Linux", "runner.arch": "X64", "runner.temp": str(self.temporary)}
        done = []
        for step in document["runs"]["steps"]:
            if "uses" in step:
                self._use(step, context)
                continue
            ran = self._run(step, context)
            done.append(ran)
            if ran.returncode:
                break
        outputs = document.get("outputs", {}).items()
        return {name: filled(one["value"], context) for name, one in outputs}, done

    def _use(self, step: Mapping[str, Any], context: dict[str, str]) -> None:
        """Of other actions there are one that says where Python is, and one that keeps files."""
        assert PINNED.fullmatch(step["uses"])
        if step["uses"].startswith("actions/setup-python@"):
            context[f"steps.{step['id']}.outputs.python-path"] = sys.executable
            context[f"steps.{step['id']}.outputs.python-version"] = sys.version.split()[0]
            return
        assert step["uses"].startswith("actions/cache@")
        self.kept[filled(step["with"]["key"], context)] = filled(step["with"]["path"], context)

    def _run(
        self, step: Mapping[str, Any], context: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        files = {name: self.temporary / name.lower() for name in ("OUTPUT", "PATH", "STEP_SUMMARY")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        own = {name: filled(text, context) for name, text in step.get("env", {}).items()}
        env = surroundings(
            RUNNER_TEMP=str(self.temporary),
            **{f"GITHUB_{name}": str(file) for name, file in files.items()},
            **own,
        )
        env["PATH"] = ":".join([*self.path, env["PATH"]])
        assert not EXPRESSION.search(step["run"]), "an input in a script is a way to inject one"
        script = self.temporary / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        folder = self.folder / filled(step.get("working-directory", "."), context)
        ran = run([*SHELLS[step["shell"]], str(script)], folder, env)
        self.path += files["PATH"].read_text("utf-8").splitlines()
        self.summary += files["STEP_SUMMARY"].read_text("utf-8")
        for line in files["OUTPUT"].read_text("utf-8").splitlines():
            name, _, value = line.partition("=")
            context[f"steps.{step['id']}.outputs.{name}"] = value
        return ran


def filled(text: str, context: Mapping[str, str]) -> str:
    """The text with its expressions evaluated; each has to be known."""
    return EXPRESSION.sub(lambda found: context[found[1]], text)

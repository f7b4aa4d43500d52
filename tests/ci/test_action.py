"""The GitHub Action: its steps as a runner takes them, on the repository of decks."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from headjudge.cli.commands.check import REPORTS
from tests.ci.action import Runner
from tests.ci.conftest import ROOT, git
from tests.cli.reports.schemas import check_junit, check_sarif

ANNOTATED = [
    "error naturalize.a.dck 2 combined-copies",
    "error naturalize.b.csv 2 combined-copies",
    "warning naturalize.a.dck 2 policy-differs",
    "warning naturalize.b.csv 2 policy-differs",
    "error photograph/ann.txt None cannot-be-read",
    "notice ring-and-twin.txt 1 decks-split",
    "error ring-and-twin.txt 14 banned-card",
    "warning typing/ann.txt 3 line-ignored",
    "error typing/ann.txt 4 unknown-card",
]
"""Kind, file, line and code of each annotation."""


@pytest.fixture(scope="module")
def temporary(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runner's folder of the action, in which its first step has installed Headjudge."""
    return tmp_path_factory.mktemp("runner")


def test_the_action_installs_itself_and_annotates_each_line(
    checkout: Path, decks: Path, temporary: Path
) -> None:
    runner = Runner(checkout, decks, temporary)
    outputs, (lock, install, check) = runner.perform({"report": "sarif=out.sarif\njunit=out.xml\n"})
    assert (lock.returncode, install.returncode) == (0, 0), lock.stderr + install.stderr
    annotation = r"::(\w+) file=([^,]+)(?:,line=(\d+))?(?:,col=\d+)?,title=([\w-]+) \(.+?\)::.+\.?"
    matches = [re.fullmatch(annotation, line) for line in check.stdout.splitlines()]
    assert [" ".join(map(str, found.groups())) for found in matches if found] == ANNOTATED
    assert None not in matches, check.stdout + check.stderr
    assert check.returncode == 1
    assert outputs == {"verdict": "illegal"}
    (folder,) = runner.path
    assert [file.name for file in Path(folder).iterdir()] == ["headjudge"]
    (key,) = runner.kept
    assert hashlib.sha256((ROOT / "requirements-core.lock").read_bytes()).hexdigest() in key
    assert "naturalize" in runner.summary
    check_sarif(json.loads((decks / "out.sarif").read_text("utf-8")))
    check_junit(ElementTree.parse(decks / "out.xml").getroot())


@pytest.fixture
def check(installed: Path, decks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The last step alone, with Headjudge installed."""
    action = tmp_path / "action"
    action.mkdir()
    document = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    del document["runs"]["steps"][:-1]
    (action / "action.yml").write_text(yaml.safe_dump(document), encoding="utf-8")
    (tmp_path / "temporary").mkdir()

    def perform(base: str = "", folder: Path = decks, **inputs: str) -> Any:
        runner = Runner(action, folder, tmp_path / "temporary", [str(installed)], base)
        named = {name.replace("_", "-"): text for name, text in inputs.items()}
        outputs, (step,) = runner.perform(named)
        return step, outputs["verdict"], runner.summary

    return perform


@pytest.mark.parametrize(
    ("path", "code", "verdict"),
    [
        ("burn-and-elves", 0, "legal"),
        ("knights-and-mill\nburn-and-elves", 0, "legal"),
        ("typing", 1, "illegal"),
        ("photograph", 1, "illegal"),
        ("nowhere", 2, "cannot-be-asked"),
        ("burn-and-elves; echo $HOME", 2, "cannot-be-asked"),
        ("-h", 2, "cannot-be-asked"),
    ],
)
def test_the_action_outputs_the_verdict(check: Any, path: str, code: int, verdict: str) -> None:
    step, said, summary = check(path=path)
    assert (step.returncode, said) == (code, verdict), step.stderr
    assert bool(summary) == (path != "nowhere" and ";" not in path and path != "-h")


def test_every_input_is_an_option(check: Any, decks: Path) -> None:
    step, verdict, _ = check(path="ring-and-twin.txt", format="legacy", as_of="2024-12-01")
    assert (step.returncode, verdict) == (0, "legal"), step.stdout
    step, _, _ = check(path="burn-and-elves", structure="individual", policy="tournament")
    assert step.returncode == 0, step.stdout
    for wrong in (
        {"policy": "none"}, {"structure": "none"}, {"config": "none.toml"},
        {"warn_before": "none"}, {"report": "none"},
    ):  # fmt: skip
        step, verdict, _ = check(path="burn-and-elves", **wrong)
        assert (step.returncode, verdict) == (2, "cannot-be-asked"), wrong


def test_the_action_runs_in_another_folder(check: Any) -> None:
    step, verdict, _ = check(working_directory="burn-and-elves")
    assert (step.returncode, verdict) == (0, "legal"), step.stderr


def test_a_job_without_summary(check: Any) -> None:
    assert check(path="typing", summary="false")[2] == ""


def test_a_pull_request_checks_what_it_touches(check: Any, decks: Path) -> None:
    git(decks, "init", "--quiet")
    git(decks, "add", ".")
    git(decks, "commit", "--quiet", "--message", "Decks")
    (decks / "typing" / "ben.txt").write_text("60 Island\n", encoding="utf-8")
    step, verdict, _ = check(changed_since="HEAD")
    assert verdict == "illegal"
    assert {line.partition("file=")[2].partition("/")[0] for line in step.stdout.splitlines()} == {
        "typing"
    }


def test_the_base_judges_a_pull_request(check: Any, pull_request: tuple[Path, str]) -> None:
    clone, base = pull_request
    step, verdict, _ = check(base=base, folder=clone)
    assert verdict == "illegal", step.stdout + step.stderr
    assert "Splinter Twin has been banned in Modern" in step.stdout
    assert check(base=base, folder=clone, rules="branch")[1] == "legal"


def test_without_rules_in_the_base_the_inputs_judge(
    check: Any, pull_request: tuple[Path, str]
) -> None:
    clone, base = pull_request
    elsewhere = {"base": base, "folder": clone, "config": "other.toml"}
    (clone / "other.toml").write_text('format = "vintage"\n')
    step, verdict, _ = check(**elsewhere)
    assert "The base has a headjudge.toml, but no other.toml" in step.stdout
    assert verdict == "cannot-be-asked"
    git(clone, "rm", "--quiet", "headjudge.toml")
    git(clone, "commit", "--quiet", "--message", "No rules")
    base = git(clone, "rev-parse", "HEAD").stdout.strip()
    missing = {"base": base, "folder": clone}
    (clone / "headjudge.toml").write_text('format = "vintage"\n')
    assert check(**missing, format="modern", as_of="2024-10-01")[1] == "illegal"
    step, verdict, _ = check(**missing)
    assert "The base has no headjudge.toml; that of the pull request judges it." in step.stdout
    assert verdict == "legal"


def test_rules_elsewhere_in_the_base_are_not_passed_over(
    check: Any, rules_elsewhere: tuple[Path, str]
) -> None:
    clone, base = rules_elsewhere
    (clone / "headjudge.toml").write_text('format = "vintage"\n')
    step, verdict, _ = check(base=base, folder=clone)
    assert verdict == "cannot-be-asked", step.stdout + step.stderr


def test_the_example_names_inputs_and_reports_that_there_are() -> None:
    workflow = yaml.safe_load((ROOT / "examples" / "ci" / "github.yml").read_text("utf-8"))
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    steps = workflow["jobs"]["check"]["steps"]
    (ours,) = [step for step in steps if "headjudge@" in step["uses"]]
    assert ours["with"].keys() <= inputs.keys()
    (report,) = ours["with"]["report"].splitlines()
    name, _, file = report.partition("=")
    assert name in REPORTS
    assert steps[-1]["with"]["sarif_file"] == file

"""Every report of one small run, letter by letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from headjudge.cli.commands.check import REPORTS
from headjudge.cli.reports import Run
from tests.cli.reports.conftest import GOLDEN

FILES = {path.stem: path for path in GOLDEN.iterdir()}


def without_rules(text: str) -> str:
    """SARIF without what it says of every code, which grows with the codes."""
    document = json.loads(text)
    (only,) = document["runs"]
    del only["tool"]["driver"]["rules"]
    for result in only["results"]:
        del result["ruleIndex"]
    return json.dumps(document, indent=2) + "\n"


@pytest.mark.parametrize("name", REPORTS)
def test_the_report_is_as_it_was(run: Run, name: str) -> None:
    text = REPORTS[name](run)
    written = without_rules(text) if name == "sarif" else text
    assert written == golden(FILES[name])


def golden(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def test_every_report_has_its_file() -> None:
    assert FILES.keys() == REPORTS.keys()


@pytest.mark.parametrize("name", REPORTS)
def test_the_same_run_gets_the_same_report(run: Run, name: str) -> None:
    assert REPORTS[name](run) == REPORTS[name](run)


@pytest.mark.parametrize("name", REPORTS)
def test_a_run_without_teams(name: str) -> None:
    text = REPORTS[name](Run((), "0.1.0", "sha256:0"))
    assert text == "" or text.endswith("\n")

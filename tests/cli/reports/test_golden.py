"""Every report of one small run, letter by letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from headjudge.cli.ci_reports import is_report
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
def test_each_report_is_known_as_one(run: Run, name: str) -> None:
    empty = REPORTS[name](Run((), "0.1.0", "sha256:0"))
    assert empty == "" or empty.endswith("\n")
    for text in (empty, REPORTS[name](run)):
        assert [each for each in REPORTS if is_report(each, text.encode())] == (
            [name] if text else [*REPORTS]
        )

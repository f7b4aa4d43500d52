"""Reports for programs: held to the schemas and the habits of those who read them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from defusedxml import ElementTree

from headjudge.cli.commands.check import REPORTS
from headjudge.cli.commands.explain import example_run
from headjudge.cli.findings import (
    CANNOT_BE_READ,
    CheckedTeam,
    FilePlace,
    Finding,
    Level,
)
from headjudge.cli.reports import Run
from tests.cli.reports.conftest import illegal, run_of, team
from tests.cli.reports.schemas import check_junit, check_sarif
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

CODES = (*VIOLATIONS, *NOTICES)


@pytest.fixture(scope="module")
def examples() -> Run:
    """The example of every code, as a team each."""
    return run_of(*(team(code, *example_run(code).findings) for code in CODES))


def sarif(run: Run) -> Any:
    (only,) = json.loads(REPORTS["sarif"](run))["runs"]
    return only


@pytest.mark.parametrize("which", ["run", "examples"])
def test_sarif_by_its_schema(which: str, request: pytest.FixtureRequest) -> None:
    check_sarif(json.loads(REPORTS["sarif"](request.getfixturevalue(which))))


@pytest.mark.parametrize("which", ["run", "examples"])
def test_junit_by_its_schema(which: str, request: pytest.FixtureRequest) -> None:
    root = ElementTree.fromstring(REPORTS["junit"](request.getfixturevalue(which)))
    check_junit(root)
    (suite,) = root
    counted = {tag: len(suite.findall(f"testcase/{tag}")) for tag in ("failure", "error")}
    assert suite.get("tests") == str(len(suite.findall("testcase")))
    assert (suite.get("failures"), suite.get("errors")) == (
        str(counted["failure"]),
        str(counted["error"]),
    )


def test_sarif_keeps_to_the_rules_of_microsofts_multitool(examples: Run) -> None:
    """Of `sarif-multitool validate --rule-kind 'Sarif;Ghas'`, 5.7.0, which warns of nothing."""
    nowhere = Finding(CANNOT_BE_READ, Level.ERROR, "The folder cannot be read.")
    without_files = CheckedTeam("folder", (), "", (nowhere,))
    only = sarif(Run((*examples.teams, without_files), examples.version, examples.fingerprint))
    driver = only["tool"]["driver"]
    assert driver["version"]
    assert driver["informationUri"].startswith("https://")  # SARIF2005
    assert set(CODES) <= {rule["id"] for rule in driver["rules"]}
    for rule in driver["rules"]:  # SARIF2001, SARIF2012, GH2012
        assert re.fullmatch("([A-Z][a-z]*)+", rule["name"])
        assert rule["helpUri"].startswith("https://")
        for part in ("shortDescription", "fullDescription", "help"):
            assert rule[part]["text"].endswith(".")
    for result in only["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"].endswith((".", "?"))  # SARIF2001, GH1007
        assert result["partialFingerprints"]  # GH1015
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            place = location["physicalLocation"]
            assert place["artifactLocation"]["uri"]  # GH1001
            assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"  # GH1005, GH1006
            assert place["region"]["startLine"] > 0  # GH1003
    assert len(driver["rules"]) < 25_000  # GH1004


def test_fingerprints_of_sarif_survive_moved_lines() -> None:
    def fingerprints(line: int) -> list[Any]:
        place = FilePlace("a.txt", line, f"{'  ' * line}4 Opt")
        faults = [Finding("banned-card", Level.ERROR, "Banned.", (place,), card="Opt")]
        faults += [Finding("unknown-card", Level.ERROR, "Unknown.", (place,))] * 2
        results = sarif(run_of(team("a", *faults)))["results"]
        return [result["partialFingerprints"] for result in results]

    assert fingerprints(1) == fingerprints(7)
    first, second, third = (list(each.values()) for each in fingerprints(1)[:3])
    assert len({*first, *second, *third}) == 3


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("decks/ann.txt", {"uri": "decks/ann.txt", "uriBaseId": "%SRCROOT%"}),
        ("a b#1:?%.txt", {"uri": "a%20b%231%3A%3F%25.txt", "uriBaseId": "%SRCROOT%"}),
        ("<stdin>", {"uri": "%3Cstdin%3E", "uriBaseId": "%SRCROOT%"}),
        ("/srv/decks/ä.txt", {"uri": "file:///srv/decks/%C3%A4.txt"}),
        ("\udcff.txt", {"uri": "%ED%B3%BF.txt", "uriBaseId": "%SRCROOT%"}),
    ],
)
def test_files_of_sarif_are_addresses(file: str, expected: dict[str, str]) -> None:
    finding = Finding("banned-card", Level.ERROR, "Banned.", (FilePlace(file, 1),))
    (result, *_) = sarif(run_of(team("a", finding)))["results"]
    location = result["locations"][0]["physicalLocation"]
    assert location == {"artifactLocation": expected, "region": {"startLine": 1}}


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_every_report_says_the_column(name: str) -> None:
    place = FilePlace("a.txt", 7, "4 [M10] Opt")
    fault = Finding("banned-card", Level.ERROR, "Banned.", (place,), card="Opt")
    text = REPORTS[name](run_of(team("a", fault)))
    assert re.search('a.txt:7:9|col=9|"column": ?9|"startColumn": 9', text)


def test_fingerprints_of_gitlab_are_unique(examples: Run) -> None:
    found = [issue["fingerprint"] for issue in json.loads(REPORTS["gitlab"](examples))]
    assert len(found) == len(set(found)) > len(CODES) - 2


def test_markdown_is_bounded() -> None:
    fault = Finding("unknown-card", Level.ERROR, "@a#1" * 200, (FilePlace("a" * 500, 1),) * 9)
    teams = [team(f"{number:04}" + "@a" * 100, *[fault] * 30) for number in range(400)]
    text = REPORTS["markdown"](run_of(*teams))
    assert len(text) < 65_536
    assert "| and 350 more | | |" in text
    assert "more teams." in text


def test_markdown_counts_what_it_leaves_out_of_a_team() -> None:
    fault = Finding("unknown-card", Level.ERROR, "No card.", (FilePlace("a.txt", 1),))
    text = REPORTS["markdown"](run_of(illegal()._replace(findings=(fault,) * 30)))
    assert text.count("No card.") == 20
    assert "* and 10 more\n" in text

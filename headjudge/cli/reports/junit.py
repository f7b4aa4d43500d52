"""JUnit XML, which every CI system displays: one test case per team.

There is no single standard. This follows Jenkins' schema (xunit-plugin, junit-10.xsd), like
pytest's `xunit2`; for other readers see https://docs.gitlab.com/ci/testing/unit_test_reports/ and
https://github.com/testmoapp/junitxml. A failing team has a `failure`, an unreadable one an `error`;
notices and tolerated faults are in `system-out`.
"""

from __future__ import annotations

from xml.etree import ElementTree

from headjudge.cli.findings.finding import CheckedTeam
from headjudge.cli.output import Data, visible
from headjudge.cli.reports.run import DETAILED, Run, Verdict, verdict, verdict_in_words
from headjudge.cli.reports.text import finding_lines, team_lines

SUITE = "headjudge"
NONCHARACTERS = dict.fromkeys(map(ord, "\ufffe\uffff"), "\ufffd")
"""Characters forbidden by XML 1.0 (2.2), besides controls and surrogates."""


def report(run: Run) -> str:
    """One suite with the facts' fingerprint among its properties."""
    verdicts = [verdict(team) for team in run.teams]
    unreadable = verdicts.count(Verdict.UNREADABLE)
    counts = {
        "tests": str(len(run.teams)),
        "failures": str(sum(team.fails for team in run.teams) - unreadable),
        "errors": str(unreadable),
    }
    root = ElementTree.Element("testsuites", {"name": SUITE, **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": SUITE, **counts, "skipped": "0"})
    properties = ElementTree.SubElement(suite, "properties")
    for name in ("version", "fingerprint", "as_of"):
        value = _clean(getattr(run, name))
        ElementTree.SubElement(
            properties, "property", {"name": f"headjudge.{name}", "value": value}
        )
    plain = run.showing(DETAILED)
    for team in run.teams:
        _add_case(suite, plain, team)
    if run.common:
        lines = [line for finding in run.common for line in finding_lines(finding, DETAILED)]
        _add_text(ElementTree.SubElement(suite, "system-out"), lines)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    # As in JSON, an escape keeps CI runners from reading `##` as a command.
    text = text.replace("##", "#&#35;")
    return Data(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n')


def _add_case(suite: ElementTree.Element, run: Run, team: CheckedTeam) -> None:
    names = {"classname": SUITE, "name": _clean(team.name)}
    case = ElementTree.SubElement(suite, "testcase", names)
    lines = [*team_lines(run, team, named=False)]
    if team.fails:
        tag = "error" if verdict(team) is Verdict.UNREADABLE else "failure"
        message = _clean(team.problem or verdict_in_words(team))
        attributes = {"message": message, "type": verdict(team).value}
        _add_text(ElementTree.SubElement(case, tag, attributes), lines)
    elif len(lines) > 1:
        _add_text(ElementTree.SubElement(case, "system-out"), lines)


def _add_text(element: ElementTree.Element, lines: list[str]) -> None:
    # Printed lines are already escaped; the line feeds between them are kept.
    element.text = "\n".join(lines).translate(NONCHARACTERS)


def _clean(text: str) -> str:
    return visible(text).translate(NONCHARACTERS)

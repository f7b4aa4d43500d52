"""SARIF 2.1.0, for code scanning and editors.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html is the standard, and
https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support GitHub's.
Each code is a rule with its explanation as help. A result has a fingerprint that does not change
when its line moves (3.27.17), and a suppression if a comment allows it or the baseline lists it
(3.27.23). Findings common to all teams are notifications of the run (3.20.21).
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from headjudge.cli.files import is_link
from headjudge.cli.findings.codes import CODES
from headjudge.cli.findings.finding import (
    CANNOT_BE_READ,
    CheckedTeam,
    Finding,
    Level,
    Spot,
    State,
)
from headjudge.cli.output import as_json
from headjudge.cli.reports.run import (
    Run,
    first_spot,
    further_spots,
    location,
    posix,
    with_fingerprints,
)
from headjudge.cli.reports.source import name_in
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

Document = dict[str, Any]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"
FINGERPRINT = "headjudgeFinding/v1"
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
SUPPRESSIONS = {State.ALLOWED: "inSource", State.KNOWN: "external"}
RULES = "https://wpn.wizards.com/en/rules-documents"
"""The documents with the rules applied, as Headjudge has no address of its own."""


def report(run: Run) -> str:
    """A single run with all codes as its rules."""
    present = sorted({finding.code for team in run.teams for finding in team.findings})
    codes = [*dict.fromkeys((*VIOLATIONS, *NOTICES, *CODES, *present))]
    driver = {
        "name": "Headjudge",
        "version": run.version,
        "informationUri": RULES,
        "rules": [_rule(code) for code in codes],
    }
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "originalUriBaseIds": {
                    ROOT: {"description": {"text": "The folder in which Headjudge was run."}}
                },
                "invocations": [
                    {
                        "executionSuccessful": not any(team.is_usage_error for team in run.teams),
                        **_notifications(run),
                    }
                ],
                "columnKind": "unicodeCodePoints",
                "results": [
                    {**_result(team, *finding), "ruleIndex": codes.index(finding[0].code)}
                    for team in run.teams
                    for finding in with_fingerprints(team)
                    if finding[0] not in run.common
                ],
                "properties": {"fingerprint": run.fingerprint, "asOf": run.as_of},
            }
        ],
    }
    return as_json(document, indent=2)


def _rule(code: str) -> Document:
    is_fault = code in VIOLATIONS or code == CANNOT_BE_READ
    name = "".join(map(str.capitalize, code.split("-")))
    rule: Document = {"id": code, "name": name, "helpUri": RULES}
    if definition := VIOLATIONS.get(code) or NOTICES.get(code):
        rule["shortDescription"] = {"text": definition.when}
        rule["fullDescription"] = {"text": definition.explains}
        rule["help"] = {
            "text": f"{definition.explains}\n\n{definition.mend}\n\nSource: {definition.sources}.",
            "markdown": f"{definition.explains}\n\n**How to mend it:** {definition.mend}\n\n"
            f"**Source:** {definition.sources}.",
        }
    elif run_code := CODES.get(code):
        when = {"text": run_code.when}
        rule |= {"shortDescription": when, "fullDescription": when}
        rule["help"] = {"text": f"{run_code.when} {run_code.fix}"}
    rule["defaultConfiguration"] = {"level": "error" if is_fault else "warning"}
    return rule


def _notifications(run: Run) -> Document:
    paragraphs = [
        {
            "descriptor": {"id": finding.code},
            "level": LEVELS[finding.level],
            "message": {"text": finding.message},
        }
        for finding in run.common
    ]
    return {"toolExecutionNotifications": paragraphs} if paragraphs else {}


def _result(team: CheckedTeam, finding: Finding, fingerprint: str) -> Document:
    result: Document = {
        "ruleId": finding.code,
        "level": LEVELS[finding.level],
        "message": {"text": f"{finding.message} {finding.fix or ''}".rstrip()},
        "locations": [_location(team, first_spot(team, finding), finding.card)],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if related := further_spots(finding):
        result["relatedLocations"] = [
            {**_location(team, spot, finding.card), "message": {"text": location(spot)}}
            for spot in related
        ]
    if kind := SUPPRESSIONS.get(finding.state):
        reason = {"justification": finding.reason} if finding.reason else {}
        result["suppressions"] = [{"kind": kind, "status": "accepted", **reason}]
    if finding.rule:
        result["properties"] = {"source": finding.rule.source, "clause": finding.rule.clause}
    return result


def _location(team: CheckedTeam, spot: Spot, card: str | None) -> Document:
    return {
        "logicalLocations": [{"fullyQualifiedName": team.name, "kind": "team"}],
        "physicalLocation": {
            "artifactLocation": _artifact(spot.file),
            "region": _region(spot, card),
        },
    }


def _artifact(file: str) -> Document:
    if is_link(file):
        return {"uri": file}
    if PurePath(file).is_absolute():
        path = quote(posix(file).lstrip("/"), safe="/:", errors="surrogatepass")
        return {"uri": f"file:///{path}"}
    return {"uri": quote(posix(file), errors="surrogatepass"), "uriBaseId": ROOT}


def _region(spot: Spot, card: str | None) -> Document:
    # GitHub requires a line: findings on a whole file are shown on the first.
    region: Document = {"startLine": spot.line or 1}
    if spot.line is None or not spot.text:
        return region
    start, stop = name_in(spot.text, card)
    return {
        **region,
        "startColumn": start + 1,
        "endColumn": stop + 1,
        "snippet": {"text": spot.text},
    }

"""Reports for CI systems and programs, each by its specification."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from headjudge.cli.files import is_link
from headjudge.cli.findings import (
    CANNOT_BE_READ,
    CheckedTeam,
    FilePlace,
    Finding,
    Level,
    State,
    run_codes,
)
from headjudge.cli.output import Data, as_json, escaped, visible
from headjudge.cli.reports import (
    DETAILED,
    Run,
    Verdict,
    accepted_counts,
    column,
    elsewhere,
    file_line_and_column,
    finding_lines,
    first_place,
    further_places,
    level_in_words,
    location,
    name_in,
    posix,
    team_lines,
    verdict,
    verdict_in_words,
    with_fingerprints,
)
from messages import say_count, say_short_list
from validator.notices import NOTICES
from validator.questions import shorten
from validator.rules import VIOLATIONS

Document = dict[str, Any]

# JSON


def json_report(run: Run) -> str:
    """JSON (RFC 8259), all teams on one line.

    The document has `legal` (whether all are), `fails` (whether the run does), `findings` (of the
    run itself), `summary` (how many teams have which verdict), `teams` (see `team_document`), and
    under `ruleset` the version of Headjudge and the fingerprint of the facts.
    """
    verdicts = Counter(map(verdict, run.teams))
    return as_json(
        {
            "legal": all(map(is_legal, run.teams)),
            "fails": run.fails,
            "findings": [_json_finding(one, one.fingerprint("")) for one in run.of_run],
            "summary": {kind.replace(" ", "_"): verdicts[kind] for kind in Verdict},
            "teams": [team_document(team) for team in run.teams],
            "ruleset": {"version": run.version, "fingerprint": run.fingerprint},
        }
    )


def team_document(team: CheckedTeam) -> Document:
    """A team: its verdict in the run, its findings with files, its report or problem.

    `legal` is the verdict of the rules, null for an unreadable team; `fails` is whether it fails
    the run, which differs if faults are allowed or known.
    """
    return {
        "team": team.name,
        "files": [posix(file) for file in team.files],
        "asked": team.question,
        "verdict": verdict(team).value,
        "legal": None if team.problem else is_legal(team),
        "fails": team.fails,
        "problem": team.problem,
        "findings": [_json_finding(*finding) for finding in with_fingerprints(team)],
        "report": team.report,
    }


def is_legal(team: CheckedTeam) -> bool:
    """Whether the team is legal by the rules, including tolerated faults."""
    return verdict(team) in (Verdict.LEGAL, Verdict.REFUSED)


def _json_finding(finding: Finding, fingerprint: str) -> Document:
    return {
        "code": finding.code,
        "level": finding.level.value,
        "state": finding.state.value,
        "reason": finding.reason,
        "message": finding.message,
        "fix": finding.fix,
        "card": finding.card,
        "rule": finding.rule and finding.rule._asdict(),
        "places": [
            {
                "file": posix(place.file),
                "line": place.line,
                "column": column(place, finding.card),
                "text": place.text,
            }
            for place in finding.places
        ],
        "fingerprint": fingerprint,
    }


# GitHub Actions


GITHUB_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def github_report(run: Run) -> str:
    """Annotations of GitHub Actions: a workflow command for each finding.

    The form is documented in
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands, the
    escaping in actions/toolkit, packages/core/src/command.ts. File names are relative to the
    repository, so the run belongs at its root. Allowed and known findings are left out, as
    GitHub shows only ten annotations of each kind and step.

    One command per line, in order; findings common to all teams come last.
    """
    commands = [
        *(
            _command(finding, team, place)
            for team, finding in run.findings
            for place in _places(team, finding)
        ),
        *(_command(finding, None, next(iter(finding.places), None)) for finding in run.of_all),
    ]
    return Data("".join(f"{command}\n" for command in commands))


def _places(team: CheckedTeam, finding: Finding) -> Iterator[FilePlace]:
    """The first place of the finding in each of its files."""
    by_file = {place.file: place for place in reversed(finding.places)}
    first = first_place(team, finding)
    yield first
    yield from (place for place in reversed(by_file.values()) if place.file != first.file)


def _lines(finding: Finding) -> Iterator[str]:
    yield finding.message
    if finding.fix:
        yield finding.fix
    if finding.rule and finding.rule.url:
        yield finding.rule.url
    if more := elsewhere(finding):
        yield f"Also in {say_short_list(more)}."


def _command(
    finding: Finding, team: CheckedTeam | None = None, place: FilePlace | None = None
) -> str:
    properties = {}
    if place:
        properties["file"] = posix(place.file)
        if place.line is not None:
            properties["line"] = str(place.line)
        if at := column(place, finding.card):
            properties["col"] = str(at)
    properties["title"] = f"{finding.code} ({team.name})" if team else finding.code
    parts = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    data = "%0A".join(visible(line).replace("%", "%25") for line in _lines(finding))
    return f"::{GITHUB_COMMANDS[finding.level]} {parts}::{data}"


def _property(value: str) -> str:
    # `escaped` leaves no line ends, which are not allowed in paths and titles.
    return escaped(value).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")


# GitLab


GITLAB_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.INFO: "info"}
UNREADABLE = "critical"


def gitlab_report(run: Run) -> str:
    """GitLab's Code Quality report, for `artifacts:reports:codequality`.

    https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: `fingerprint`
    is unique in a report and does not change when a line moves, so that a merge request shows
    the new faults. Allowed and known findings are left out, as the format cannot mark them, and
    so are findings common to all teams, which have no line.
    """
    issues = [issue for team in run.teams for issue in _issues(run, team)]
    issues += [
        _issue(finding, finding.fingerprint(""), finding.places[0]) for finding in run.of_run
    ]
    return as_json(issues, indent=2)


def _issues(run: Run, team: CheckedTeam) -> Iterator[Document]:
    for finding, fingerprint in with_fingerprints(team):
        if finding.state is State.NEW and finding not in run.common:
            yield _issue(finding, fingerprint, first_place(team, finding))


def _issue(finding: Finding, fingerprint: str, place: FilePlace) -> Document:
    is_unreadable = finding.code == CANNOT_BE_READ
    return {
        "description": f"{finding.message} {finding.fix or ''}".rstrip(),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": UNREADABLE if is_unreadable else GITLAB_SEVERITIES[finding.level],
        "location": _gitlab_location(place, finding.card),
    }


def _gitlab_location(place: FilePlace, card: str | None) -> dict[str, Any]:
    # A line is required: findings on a whole file are shown on the first.
    line = place.line or 1
    location: dict[str, Any] = {"path": posix(place.file), "lines": {"begin": line}}
    if at := column(place, card):
        location["positions"] = {"begin": {"line": line, "column": at}}
    return location


# JUnit


SUITE = "headjudge"
NONCHARACTERS = dict.fromkeys(map(ord, "\ufffe\uffff"), "\ufffd")
"""Characters forbidden by XML 1.0 (2.2), besides controls and surrogates."""


def junit_report(run: Run) -> str:
    """JUnit XML, which every CI system displays: one test case per team.

    There is no single standard. This follows Jenkins' schema (xunit-plugin, junit-10.xsd), like
    pytest's `xunit2`; for other readers see
    https://docs.gitlab.com/ci/testing/unit_test_reports/ and
    https://github.com/testmoapp/junitxml. A failing team has a `failure`, an unreadable one an
    `error`; notices and tolerated faults are in `system-out`.
    """
    verdicts = [verdict(team) for team in run.teams]
    unreadable = verdicts.count(Verdict.UNREADABLE)
    refused = [finding for finding in run.of_run if finding.fails]
    counts = {
        "tests": str(len(run.teams) + len(refused)),
        "failures": str(sum(team.fails for team in run.teams) - unreadable + len(refused)),
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
    for team in run.teams:
        _add_case(suite, run, team)
    for finding in refused:
        case = ElementTree.SubElement(suite, "testcase", {"classname": SUITE, "name": finding.code})
        attributes = {"message": _clean(finding.message), "type": Verdict.REFUSED.value}
        failure = ElementTree.SubElement(case, "failure", attributes)
        _add_text(failure, [*finding_lines(finding, DETAILED)])
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
    lines = [*team_lines(run, team, DETAILED, named=False)]
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


# SARIF


SARIF_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
SARIF_ROOT = "%SRCROOT%"
SARIF_FINGERPRINT = "headjudgeFinding/v1"
SARIF_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
SARIF_SUPPRESSIONS = {State.ALLOWED: "inSource", State.KNOWN: "external"}
RULES = "https://wpn.wizards.com/en/rules-documents"
"""The documents with the rules applied, as Headjudge has no address of its own."""


def sarif_report(run: Run) -> str:
    """SARIF 2.1.0, for code scanning and editors.

    https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html is the standard, and
    https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
    GitHub's. Each code is a rule with its explanation as help. A result has a fingerprint that
    does not change when its line moves (3.27.17), and a suppression if a comment allows it or
    the baseline lists it (3.27.23). Findings common to all teams are notifications of the run
    (3.20.21).
    """
    present = sorted({finding.code for team in run.teams for finding in team.findings})
    codes = [*dict.fromkeys((*VIOLATIONS, *NOTICES, *run_codes(), *present))]
    driver = {
        "name": "Headjudge",
        "version": run.version,
        "informationUri": RULES,
        "rules": [_rule(code) for code in codes],
    }
    document = {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "originalUriBaseIds": {
                    SARIF_ROOT: {"description": {"text": "The folder in which Headjudge was run."}}
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
    elif run_code := run_codes().get(code):
        when = {"text": run_code.when}
        rule |= {"shortDescription": when, "fullDescription": when}
        rule["help"] = {"text": f"{run_code.when} {run_code.fix}"}
    rule["defaultConfiguration"] = {"level": "error" if is_fault else "warning"}
    return rule


def _notifications(run: Run) -> Document:
    paragraphs = [
        {
            "descriptor": {"id": finding.code},
            "level": SARIF_LEVELS[finding.level],
            "message": {"text": finding.message},
        }
        for finding in run.common
    ]
    return {"toolExecutionNotifications": paragraphs} if paragraphs else {}


def _result(team: CheckedTeam, finding: Finding, fingerprint: str) -> Document:
    result: Document = {
        "ruleId": finding.code,
        "level": SARIF_LEVELS[finding.level],
        "message": {"text": f"{finding.message} {finding.fix or ''}".rstrip()},
        "locations": [_location(team, first_place(team, finding), finding.card)],
        "partialFingerprints": {SARIF_FINGERPRINT: fingerprint},
    }
    if related := further_places(finding):
        result["relatedLocations"] = [
            {**_location(team, place, finding.card), "message": {"text": location(place)}}
            for place in related
        ]
    if kind := SARIF_SUPPRESSIONS.get(finding.state):
        reason = {"justification": finding.reason} if finding.reason else {}
        result["suppressions"] = [{"kind": kind, "status": "accepted", **reason}]
    if finding.rule:
        result["properties"] = {"source": finding.rule.source, "clause": finding.rule.clause}
    return result


def _location(team: CheckedTeam, place: FilePlace, card: str | None) -> Document:
    return {
        "logicalLocations": [{"fullyQualifiedName": team.name, "kind": "team"}],
        "physicalLocation": {
            "artifactLocation": _artifact(place.file),
            "region": _region(place, card),
        },
    }


def _artifact(file: str) -> Document:
    if is_link(file):
        return {"uri": file}
    if PurePath(file).is_absolute():
        path = quote(posix(file).lstrip("/"), safe="/:", errors="surrogatepass")
        return {"uri": f"file:///{path}"}
    return {"uri": quote(posix(file), errors="surrogatepass"), "uriBaseId": SARIF_ROOT}


def _region(place: FilePlace, card: str | None) -> Document:
    # GitHub requires a line: findings on a whole file are shown on the first.
    region: Document = {"startLine": place.line or 1}
    if place.line is None or not place.text:
        return region
    start, stop = name_in(place.text, card)
    return {
        **region,
        "startColumn": start + 1,
        "endColumn": stop + 1,
        "snippet": {"text": place.text},
    }


# Markdown


ROWS = 50
"""Maximum teams in the table; failing ones come first."""
FINDINGS = 20
"""Maximum findings per team."""
ROOM = 40_000
"""Maximum characters of the details; the table may add half as many."""
LONGEST = 300
"""Maximum characters of a sentence."""

_SPECIAL = re.compile(r"[\\`*_\[\]<>#!|~&$:]|(?<=www)\.", re.I)
"""Characters with a meaning within a line; no line begins with text from a list."""
_MENTION = re.compile(r"(?<=[@#])(?=\\?\w)")
NO_MENTION = "&#8288;"
"""A word joiner: it has no width, and separates the sign from the name or number after it."""


def markdown_report(run: Run) -> str:
    """Markdown for a job summary or a comment on a pull request (GitHub Flavored Markdown).

    For the syntax see https://github.github.com/gfm/. Comments are limited to 65,536 characters
    and summaries to 1 MiB
    (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands), so
    long ones are cut. Text from lists cannot produce links, images, mentions or table cells.
    """
    lines = [f"## Headjudge: {run.summary}", ""]
    if run.teams:
        lines += [*_table(run), ""]
    lines += [*_general(run), *_details(run)]
    if run.as_of:
        lines += [f"Judged {_markdown(run.as_of)}", ""]
    return "\n".join(lines)


def _markdown(text: str) -> str:
    """The text on one line, without the effects of Markdown."""
    special = _SPECIAL.sub(r"\\\g<0>", _shorten(visible(text).strip()))
    return _MENTION.sub(NO_MENTION, special)


def _rank(team: CheckedTeam) -> tuple[bool, bool, int]:
    """Sort key, worst first: unreadable teams, then those with the most faults."""
    faults = sum(finding.fails for finding in team.findings)
    return not team.fails, team.problem is None, -faults


def _table(run: Run) -> Iterator[str]:
    yield "| team | verdict | notices |"
    yield "| --- | --- | --- |"
    teams = sorted(run.teams, key=_rank)
    for team in teams[:ROWS]:
        words = verdict_in_words(team)
        words = f"**{words}**" if team.fails else words
        notices = sum(finding.level is not Level.ERROR for finding in run.findings_of(team))
        yield f"| {_name(team)} | {words} | {notices or ''} |"
    if len(teams) > ROWS:
        yield f"| and {len(teams) - ROWS} more | | |"


def _general(run: Run) -> Iterator[str]:
    for finding in run.common:
        yield f"* all teams: {_item(finding)}"
    if run.common:
        yield ""


def _details(run: Run) -> Iterator[str]:
    teams = [
        team for team in run.teams if verdict(team) is not Verdict.LEGAL or run.findings_of(team)
    ]
    teams.sort(key=_rank)
    room = ROOM
    for position, team in enumerate(teams):
        block = [*_team(run, team)]
        room -= sum(map(len, block))
        if room < 0:
            rest = len(teams) - position
            yield say_count(rest, "And {number} more team.", "And {number} more teams.")
            yield ""
            return
        yield from block


def _team(run: Run, team: CheckedTeam) -> Iterator[str]:
    yield f"### {_name(team)}: {verdict_in_words(team)}"
    yield ""
    if team.question:
        yield f"Asked: {_markdown(team.question)}"
        yield ""
    findings = run.findings_of(team)
    yield from (f"* {_item(finding)}" for finding in findings[:FINDINGS])
    if len(findings) > FINDINGS:
        yield f"* and {len(findings) - FINDINGS} more"
    yield from (f"* {_markdown(line)}" for line in accepted_counts(team))
    yield ""


def _item(finding: Finding) -> str:
    first = [file_line_and_column(place, finding.card) for place in finding.places[:1]]
    places = say_short_list([_code(_shorten(place)) for place in (*first, *elsewhere(finding))])
    fix = f" *{_markdown(finding.fix)}*" if finding.fix else ""
    head = f"{places}: " if first else ""
    code = f"{level_in_words(finding)}**{_markdown(finding.code)}**"
    return f"{head}{code} {_markdown(finding.message)}{fix}"


def _name(team: CheckedTeam) -> str:
    return _markdown(shorten(team.name))


def _code(text: str) -> str:
    # Code spans have no escapes, and end at a run of backticks as long as their own.
    text = visible(text)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


REPORTS: Mapping[str, Callable[[Run], str]] = MappingProxyType(
    {
        "json": json_report,
        "github": github_report,
        "gitlab": gitlab_report,
        "junit": junit_report,
        "sarif": sarif_report,
        "markdown": markdown_report,
    }
)
"""Each report by its name."""


BEGINNINGS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        "json": (b'{"legal":',),
        "github": (b"::",),
        "gitlab": (b"[]\n", b'[\n  {\n    "description":'),
        "junit": (b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="headjudge"',),
        "sarif": (b'{\n  "$schema":',),
        "markdown": (b"## Headjudge: ",),
    }
)
"""How a report begins, besides the text."""
_SUMMARY = re.compile(rb"[0-9]+ teams?: |no team was changed")


def is_report(name: str, data: bytes) -> bool:
    """Whether a file is a report of that name, or empty."""
    if name != "text" or not data:
        return not data or data.startswith(BEGINNINGS[name])
    first, *_ = lines = data.splitlines()
    verdicts = tuple(verdict.encode() for verdict in Verdict)
    return (
        first.startswith(verdicts)
        or f": {CANNOT_BE_READ}: ".encode() in first
        or _SUMMARY.match(lines[-1]) is not None
    )

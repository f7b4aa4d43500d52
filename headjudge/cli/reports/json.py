"""JSON (RFC 8259), all teams on one line.

The document has `legal` (whether all are), `fails` (whether the run does),
`summary` (how many teams have which verdict), `teams` (see `team_document`), and under `ruleset`
the version of Headjudge and the fingerprint of the facts.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from headjudge.cli.findings.finding import CheckedTeam, Finding
from headjudge.cli.output import as_json
from headjudge.cli.reports.run import Run, Verdict, column, posix, verdict, with_fingerprints

Document = dict[str, Any]


def report(run: Run) -> str:
    """The document of all teams, with the same structure for one and for many."""
    verdicts = Counter(map(verdict, run.teams))
    return as_json(
        {
            "legal": all(map(is_legal, run.teams)),
            "fails": run.fails,
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
        "findings": [_finding(*finding) for finding in with_fingerprints(team)],
        "report": team.report,
    }


def is_legal(team: CheckedTeam) -> bool:
    """Whether the team is legal by the rules, including tolerated faults."""
    return verdict(team) in (Verdict.LEGAL, Verdict.REFUSED)


def _finding(finding: Finding, fingerprint: str) -> Document:
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
                "file": posix(spot.file),
                "line": spot.line,
                "column": column(spot, finding.card),
                "text": spot.text,
            }
            for spot in finding.spots
        ],
        "fingerprint": fingerprint,
    }

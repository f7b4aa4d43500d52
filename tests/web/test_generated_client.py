"""A client generated from openapi.yaml validates a team, and reads the verdict with types."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "clients" / "openapi-python-client.yaml"
PATIENCE = 360  # seconds, on a machine that does much else
PROGRAM = """
import datetime, io, json, sys

from headjudge_api import Client
from headjudge_api.api.teams import validate, validate_batch
from headjudge_api.models import (
    BatchAnswer, DeckAsText, Problem, Report, Team, TeamPolicy
)
from headjudge_api.types import File

client = Client(base_url=sys.argv[1])
team = Team(
    format_="modern",
    as_of=datetime.date(2024, 10, 1),
    policy=TeamPolicy.COMBINED_FOUR,
    decks=[
        DeckAsText(player="Ada", list_="4 Naturalize\\n56 Forest"),
        DeckAsText(player="Grace", list_="2 Naturalize\\n58 Forest"),
    ],
)
report = validate.sync(client=client, body=team)
assert isinstance(report, Report)
assert report.legal is False
(violation,) = report.violations
assert (violation.code, violation.card, violation.count, violation.limit) == (
    "combined-copies", "Naturalize", 6, 4
)
assert [(place.deck, place.line) for place in violation.places] == [(0, 1), (1, 1)]
assert report.ruleset.as_of == datetime.date(2024, 10, 1)
assert [deck.player for deck in report.decks] == ["Ada", "Grace"]

line = json.dumps(team.to_dict()).encode()
answers = validate_batch.sync(client=client, body=File(io.BytesIO(line)))
answer = BatchAnswer.from_dict(json.loads(answers.payload.read()))
assert answer.report.to_dict() == report.to_dict()

team.decks = []
problem = validate.sync(client=client, body=team)
assert isinstance(problem, Problem)
assert problem.errors[0].pointer == "/decks"
print("read with types")
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the generated package."""
    folder = tmp_path_factory.mktemp("generated")
    tools = Path(sys.executable).parent
    command = [
        str(tools / "openapi-python-client"), "generate", "--path", str(ROOT / "openapi.yaml"),
        "--output-path", str(folder / "headjudge_api"), "--meta", "none",
        "--config", str(CONFIGURATION),
    ]  # fmt: skip
    path = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=os.environ | path
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "WARNING" not in ran.stdout + ran.stderr
    return folder


def test_a_team_is_validated(generated: Path, port: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, f"http://127.0.0.1:{port}"],
        cwd=generated, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert ran.stdout == "read with types\n", ran.stderr

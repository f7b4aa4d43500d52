"""`headjudge check --server`: the answers of a service are those of the program itself."""

from __future__ import annotations

import datetime
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import responses

from formats import HouseRules
from headjudge.cli.errors import CommandError
from headjudge.cli.main import main
from headjudge.cli.teams import server_judging
from headjudge.cli.teams.groups import discover
from headjudge.cli.teams.judging import Demand, check
from headjudge.cli.teams.settings import Settings
from headjudge.cli.teams.teams import Team, resolve

EXAMPLES = Path(__file__).parents[2] / "examples" / "decks"
URL = "http://judge.example"
TODAY = datetime.date(2024, 10, 1)
DEMAND = Demand(TODAY, with_documents=True)
MODERN = Settings(format="modern")


@pytest.fixture
def address(port: int) -> str:
    """A real service."""
    return f"http://127.0.0.1:{port}"


def teams(*paths: Path, options: Settings = MODERN) -> list[Team]:
    found = discover([str(path) for path in paths], options)
    return [team for group in found.groups for team in resolve(group).teams]


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    """A folder with two decks in `team`."""
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "a.txt").write_text("4 Naturalize\n56 Forest\n", encoding="utf-8")
    (tmp_path / "team" / "b.txt").write_text("2 naturalize\n58 Forest\n", encoding="utf-8")
    yield tmp_path


def test_the_examples_are_answered_as_by_the_program(address: str) -> None:
    asked = teams(EXAMPLES, options=Settings())
    assert len(asked) == 6
    assert server_judging.ask(address, asked, DEMAND) == tuple(
        check(team, DEMAND) for team in asked
    )


@pytest.mark.parametrize(
    "settings",
    [
        Settings(format="modern", policy="tournament", also=("unified-2005",)),
        Settings(format="modern", structure="team-constructed", team_size=2),
        Settings(format="modern", as_of=datetime.date(2004, 1, 1)),
        Settings(format="modern", syntax="csv"),
        Settings(format="legacy", house=HouseRules(base="legacy", ban=("Naturalize",), name="us")),
        Settings(format="sealed", product="DOM=12"),
        Settings(format="two-headed-giant-sealed", fail_on=("warning",)),
        Settings(format="modern", ignore=("title-corrected", "warning")),
        Settings(format="mordern"),
        Settings(format="modern", structure="individual"),
    ],
)
def test_every_setting_is_asked_for(address: str, files: Path, settings: Settings) -> None:
    asked = teams(files, options=settings)
    assert server_judging.ask(address, asked, DEMAND) == tuple(
        check(team, DEMAND) for team in asked
    )


def test_a_pool_is_sent(address: str, files: Path) -> None:
    decks = files / "team"
    (decks / "pool.txt").write_text("5 Naturalize\n", encoding="utf-8")
    sealed = Settings(format="sealed")
    asked = teams(decks, options=sealed)
    answers = server_judging.ask(address, asked, DEMAND)
    assert answers == tuple(check(team, DEMAND) for team in asked)
    assert "pool-exceeded" in {finding.code for finding in answers[0].findings}


def test_reports_are_kept_where_they_are_wanted(address: str, files: Path) -> None:
    (kept,) = server_judging.ask(address, teams(files), DEMAND)
    (left,) = server_judging.ask(address, teams(files), DEMAND._replace(with_documents=False))
    assert kept.report is not None
    assert left == kept._replace(report=None)


def test_a_service_that_is_not_there(files: Path) -> None:
    with responses.RequestsMock(), pytest.raises(CommandError, match=r"--server: .* cannot be"):
        server_judging.ask(URL, teams(files), DEMAND)


def test_what_the_service_refuses_is_the_problem_of_a_team(files: Path) -> None:
    fault = {"pointer": "/format", "detail": 'There is no format "modern".'}
    problem = {"type": "x", "title": "x", "status": 422, "detail": "x", "errors": [fault]}
    with responses.RequestsMock() as http:
        answer = {"id": None, "line": 1, "status": 422, "problem": problem}
        http.post(f"{URL}/v1/validate/batch", body=json.dumps(answer))
        (checked,) = server_judging.ask(URL, teams(files), DEMAND)
    assert checked.problem == '/format: There is no format "modern".'
    assert checked.fails


def test_one_of_several_lists_of_a_file_cannot_be_asked_about(address: str, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "ring-and-twin.txt", tmp_path)
    asked = teams(tmp_path, options=Settings(format="modern", structure="individual"))
    answers = server_judging.ask(address, asked, DEMAND)
    assert {checked.problem for checked in answers} == {
        "The service reads 2 decks in its files, and not 1."
    }


@pytest.mark.parametrize("report", ["text", "json", "sarif", "junit"])
def test_the_option(
    report: str, address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    printed = []
    for options in ([], ["--server", address]):
        assert main(["check", "decks", "--report", report, *options]) == 1
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1]


@pytest.mark.parametrize("option", ["--warn-before 30d"])
def test_what_a_service_cannot_be_asked(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["check", str(EXAMPLES), "--server", URL, *option.split()]) == 2
    assert f"{option.split()[0]}: " in capsys.readouterr().err


def test_no_team_asks_nothing() -> None:
    assert server_judging.ask(URL, [], DEMAND) == ()

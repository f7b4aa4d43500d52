"""`headjudge impact`: which files make a team, and what is printed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main

DAYS = ["--between", "2024-12-15", "2024-12-16"]
CHANGE = ["impact", "--format", "modern", *DAYS]
TWO_LISTS = "Deck A\n4 The One Ring\n56 Forest\n\nDeck B\n60 Island\n"


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a few decks, as the working directory."""
    monkeypatch.chdir(tmp_path)
    lists = {
        "ring.txt": "4 The One Ring\n56 Forest\n",
        "twin.txt": "4 Splinter Twin\n56 Mountain\n",
        "green.txt": "60 Forest\n",
        "event/one/a.txt": "60 Forest\n",
        "event/one/b.txt": "60 Island\n",
        "event/two/a.txt": "4 The One Ring\n56 Forest\n",
        "event/two/b.txt": "60 Island\n",
        "event/two/.hidden": "\x00",
    }
    for name, text in lists.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def impact(*arguments: str) -> int:
    """The exit code of `headjudge impact` for one change."""
    return main([*CHANGE, *arguments])


def test_a_folder_is_teams(capsys: pytest.CaptureFixture[str]) -> None:
    assert impact("event") == 1
    printed = capsys.readouterr().out
    assert printed.startswith(
        "1 of 2 teams touched: modern, two-headed-giant, combined-four,"
        " from 2024-12-15 to 2024-12-16\n"
        "  banned: Amped Raptor; Jegantha, the Wellspring; The One Ring\n"
    )
    assert "\nevent/two: legal before, not legal after\n" in printed
    assert "\n  + event/two/a.txt:1: banned-card: The One Ring has been banned" in printed
    assert "\n    fix: Replace 4 copies" in printed
    assert "\n  because of The One Ring in modern, 2024-12-16: Banned. (https://" in printed
    assert "event/one" not in printed


def test_files_are_teams_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert impact("green.txt", "ring.txt", "twin.txt", "green.txt") == 1
    printed = capsys.readouterr().out
    assert "2 of 2 teams" in printed
    assert "\ngreen.txt + ring.txt: legal before, not legal after\n" in printed
    assert "\n  - twin.txt:1: banned-card: Splinter Twin" in printed


def test_each_list_of_a_single_player_is_a_team(capsys: pytest.CaptureFixture[str]) -> None:
    assert impact("event", "ring.txt", "--structure", "individual") == 1
    assert capsys.readouterr().out.startswith("2 of 5 teams touched")


def test_three_players(capsys: pytest.CaptureFixture[str]) -> None:
    team = ["green.txt", "green.txt", "ring.txt"]
    assert impact(*team, "--structure", "team-constructed", "--team-size", "3") == 1
    assert capsys.readouterr().out.startswith("1 of 1 team touched")


def test_nobody_is_touched(capsys: pytest.CaptureFixture[str]) -> None:
    assert impact("event/one") == 0
    assert capsys.readouterr().out.startswith("0 of 1 team touched")


def test_a_rotation(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            ["impact", "event/one", "--format", "standard", "--between", "2025-07-15", "2025-08-10"]
        )
        == 0
    )
    printed = capsys.readouterr().out
    assert "\n  sets in: Edge of Eternities\n" in printed
    assert "\n  sets out: Dominaria United; March of the Machine;" in printed


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 The One Ring\n56 Forest")))
    assert impact("-", "--structure", "individual") == 1
    assert "<stdin>:1: banned-card" in capsys.readouterr().out


def test_json_is_the_answer_of_the_api(
    capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    assert impact("ring.txt", "--structure", "individual", "--json") == 1
    sent = {
        "format": "modern", "from": "2024-12-15", "to": "2024-12-16", "structure": "individual",
        "teams": [{"team": "ring.txt", "decks": [{"list": Path("ring.txt").read_text()}]}],
    }  # fmt: skip
    assert json.loads(capsys.readouterr().out) == client.post("/v1/impact", json=sent).get_json()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*CHANGE, "ring.txt"], "ring.txt is no whole team: 1 list, and a team has 2 players."),
        ([*CHANGE, "event", "nothing.txt"], "nothing.txt cannot be read"),
        ([*CHANGE, "-", "-"], "Standard input can be read"),
        ([*CHANGE, "empty"], "No decklists in empty."),
        ([*CHANGE, "event", "--policy", "best"], "--policy: There is no policy"),
        ([*CHANGE, "event", "--structure", "solo"], "--structure: There is no structure"),
        ([*CHANGE, "event", "--team-size", "9"], "--team-size: A team has from 1 to 8"),
        (["impact", "event", "--format", "sealed", *DAYS], "--format: sealed is Limited"),
        (["impact", "event", "--format", "mordern", *DAYS], 'Did you mean "modern"?'),
        ([*CHANGE[:4], "2024-12-16", "2024-12-15", "event"], "2024-12-16 is after"),
        ([*CHANGE[:3], "event"], "--between: name the day"),
        (["impact", "event", *DAYS], "--format: name the format"),
        ([*CHANGE[:4], "yesterday", "2024-12-15", "event"], "--between: This must be"),
    ],
)
def test_cannot_be_asked(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").mkdir()
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_a_folder_with_a_file_too_many_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("event/one/c.txt").write_text("60 Swamp\n")
    said = "event/one holds 3 deck files, and a team has 2 players:"
    assert impact("event/one") == 2
    assert said in capsys.readouterr().err


def test_a_team_that_cannot_be_read_keeps_none_of_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in (("a", b"60 Forest\n"), ("b", b"60 Island\n")):
        Path("event/two").mkdir(exist_ok=True)
        Path(f"event/two/{name}.txt").write_bytes(text)
    Path("event/one/a.txt").write_bytes(b"\x89PNG\r\n\0")
    assert impact("event") == 1
    printed = capsys.readouterr()
    assert "event/one/a.txt is not a text file." in printed.err
    assert printed.out.startswith("0 of 1 team touched")


def test_the_configured_format_and_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Path("headjudge.toml").write_text(
        'format = "modern"\nexclude = ["/*.txt"]\n[folders."event/one"]\nformat = "pauper"\n'
    )
    assert main(["impact", *DAYS]) == 1
    assert capsys.readouterr().out.startswith("1 of 1 team touched: modern,")

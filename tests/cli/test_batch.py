"""`headjudge batch`: the answers of the service, in order."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main

LEGAL = {"format": "modern", "as_of": "2024-10-01", "decks": [{"list": "60 Forest"}] * 2}
ILLEGAL = LEGAL | {"decks": [{"list": "59 Forest"}] * 2}


def written(folder: Path, *documents: Any) -> Path:
    """A file with a line for each."""
    file = folder / "teams.ndjson"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in documents), encoding="utf-8")
    return file


def test_the_answers_are_those_of_the_service(
    tmp_path: Path, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    teams = [one | {"id": number} for number, one in enumerate([LEGAL, ILLEGAL, {}] * 8)]
    file = written(tmp_path, *teams)
    assert main(["batch", str(file)]) == 2
    kind = "application/x-ndjson"
    answer = client.post("/v1/validate/batch", data=file.read_bytes(), content_type=kind)
    assert capsys.readouterr().out == answer.text


def test_wrong_house_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], houses: Path
) -> None:
    assert not houses.exists()
    assert main(["batch", str(written(tmp_path, LEGAL))]) == 2
    assert capsys.readouterr().err.startswith("headjudge: ")


def test_a_reader_that_has_seen_enough(tmp_path: Path) -> None:
    file = written(tmp_path, *[LEGAL] * 500)
    command = [sys.executable, "-m", "headjudge", "batch", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141  # not every team was judged, which 0 would say

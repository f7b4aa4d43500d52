"""The programs in `examples/` do what they say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli.main import main
from tests.conftest import PATIENCE, ROOT

PROGRAM = ROOT / "examples" / "many_machines.py"


def line(number: int, first: str) -> str:
    decks = [{"list": first}, {"list": "60 Forest"}]
    return json.dumps({"id": number, "format": "modern", "as_of": "2024-10-01", "decks": decks})


def many_machines(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "teams", "answers"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_cluster_judges_as_the_batch_command_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shards = tmp_path / "teams"
    shards.mkdir()
    for number, first in enumerate(["60 Forest", "5 Opt\n55 Island", "60 Nothing"]):
        text = "".join(f"{line(team, first)}\n" for team in range(3))
        (shards / f"{number}.ndjson").write_text(text, "utf-8")
    assert many_machines(tmp_path) == "9 teams judged, in 3 shards\n"
    for shard in shards.iterdir():
        main(["batch", str(shard)])
        assert (tmp_path / "answers" / shard.name).read_text("utf-8") == capsys.readouterr().out
    (tmp_path / "answers" / "1.ndjson").unlink()
    assert many_machines(tmp_path) == "3 teams judged, in 1 shards\n"

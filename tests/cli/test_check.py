"""`headjudge check`: exit codes, what is printed, files as players have them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from headjudge import __version__
from headjudge.cli.main import main
from headjudge.cli.output import has_colour
from tests.decklists.test_growth import assert_linear

ROOT = Path(__file__).parents[2]
MODERN = ["--format", "modern", "--as-of", "2024-10-01"]


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a few decks, as the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("green.txt").write_text("60 Forest\n", encoding="utf-8")
    Path("blue.txt").write_text("60 Island\n", encoding="utf-8")
    Path("bolts.txt").write_text("// burn\n5 Lightning Bolt\n55 Mountain\n", encoding="utf-8")


def check(*arguments: str) -> int:
    """The exit code of `headjudge check`."""
    return main(["check", *arguments])


def test_json_holds_the_report_of_the_api(
    capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    check("green.txt", "bolts.txt", "--report", "json", *MODERN)
    names = ("green.txt", "bolts.txt")
    sent = [{"player": name, "list": Path(name).read_text()} for name in names]
    team = {"format": "modern", "as_of": "2024-10-01", "decks": sent}
    (checked,) = json.loads(capsys.readouterr().out)["teams"]
    assert checked["report"] == client.post("/v1/validate", json=team).json


def test_many_decks_of_a_file_take_steps_in_proportion() -> None:
    """Each is a team of its own."""

    def work(text: str) -> None:
        Path("decks.json").write_text(text, encoding="utf-8")
        assert main(["check", "decks.json", "--structure", "individual", *MODERN]) == 0

    deck = {"main": [{"name": "Forest", "count": 60}]}
    assert_linear(work, lambda n: json.dumps({"decks": [deck] * n}))


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"headjudge {__version__}\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert __version__ == project["version"]


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "headjudge", "check", "green.txt", "blue.txt", *MODERN]
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        ended = subprocess.run(
            command,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_the_summary_of_a_step_is_appended_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary"
    summary.write_text("## Our decks\n", "utf-8")
    command = ["check", "green.txt", "blue.txt", *MODERN, "--report", f"markdown={summary}"]
    assert main(command) == 2
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert [main(command), main(command)] == [0, 0]
    text = summary.read_text("utf-8")
    assert text.startswith("## Our decks\n")
    first, second = text.removeprefix("## Our decks\n").split("## Headjudge")[1:]
    assert first == second


@pytest.mark.parametrize(
    ("is_terminal", "variables", "coloured"),
    [
        (False, {}, False), (True, {}, True), (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False), (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)  # fmt: skip
def test_colours(
    is_terminal: bool, variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    assert has_colour() is coloured

"""`headjudge init`: what it writes, and that it writes nothing over."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from headjudge.cli.main import main
from tests.conftest import PATIENCE, ROOT


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a team, as the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("one").mkdir()
    for name in "ab":
        Path(f"one/{name}.txt").write_text("60 Forest\n", encoding="utf-8")


def test_the_written_configuration_is_the_proposed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--format", "modern", "--as-of", "2024-10-01"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("headjudge.toml: 1 team\n  one: one/a.txt, one/b.txt\n")
    written = tomllib.loads(Path("headjudge.toml").read_text("utf-8"))
    assert written.pop("include")[-1] == "**/*.txt"
    assert written == {
        "format": "modern", "as_of": datetime.date(2024, 10, 1), "exclude": [],
        "structure": "two-headed-giant", "policy": "combined-four",
        "baseline": "headjudge-baseline.json",
    }  # fmt: skip
    assert main(["check"]) == 0


def put(*names: str, text: str = "60 Forest\n") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def proposed(*arguments: str) -> dict[str, Any]:
    assert main(["init", *arguments]) == 0
    return tomllib.loads(Path("headjudge.toml").read_text("utf-8"))


def test_files_without_a_deck_are_excluded_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    put("README.txt", "requirements.txt", "two/notes.txt", text="Round 2. 50 minutes.\n")
    put("two/a.md", "two/b.md", text="# Ann\n\n- 2 Opt\n- 58 Island\n")
    put("three/a.txt", "three/b.txt", "three/notes.txt")
    put("three/notes.txt", text="")
    put("docs/x.txt", "docs/more/y.txt", text="To do\n")
    put("standings.txt", text="1 Ann 9\n2 Ben 6\n3 Cid 3\n20 Dan 0\n")
    put("package.json", text='{"private": true}')
    written = proposed("--format", "modern")
    assert written["include"][-1] == "/two/**/*.md"
    assert written["exclude"] == [
        "/README.txt", "/requirements.txt", "/standings.txt", "/docs/", "notes.txt",
    ]  # fmt: skip
    assert main(["check"]) == 0
    assert "3 teams: 3 legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["a b [1]*?.txt", "“ä” 🂡.txt", "it's\t\\.txt", "#x .txt", "!x.txt"]
)
def test_any_name_may_be_excluded(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    put(name, text="We met on Friday.\n")
    proposed("--format", "modern")
    assert main(["check"]) == 0


def test_folders_may_be_called_like_formats(capsys: pytest.CaptureFixture[str]) -> None:
    put(*(f"{folder}/{name}.txt" for folder in ("Legacy", "x/pauper") for name in "ab"))
    written = proposed("--policy", "tournament")
    assert written["folder"] == [
        {"path": "Legacy", "format": "legacy"}, {"path": "x/pauper", "format": "pauper"},
    ]  # fmt: skip
    assert written["policy"] == "tournament"
    assert "Legacy (legacy) and x/pauper (pauper)" in capsys.readouterr().out


TITLES = ("Shock", "Opt", "Negate", "Duress", "Ponder", "Brainstorm", "Naturalize", "Island",
          "Swamp", "Forest", "Plains", "Mountain", "Giant Growth", "Counterspell", "Divination",
          "Murder", "Disenchant", "Doom Blade", "Mind Rot", "Cancel")  # fmt: skip
BULLETS = "# Ann\n\n## Spells\n" + "".join(f"- {title}\n" for title in TITLES)


def test_a_primer_may_be_a_deck_and_one_beside_an_export_is_none() -> None:
    put("ann.md", "cid.md", text=BULLETS)
    cards = [{"name": title, "count": 1} for title in TITLES]
    put("ben.json", text=json.dumps({"main": cards}))
    put("ben.md", text=f"{BULLETS}\n## How it plays\n\nSlowly, and all its cards are above.\n")
    put("CHANGES.md", text="# Changes\n\n" + "- We changed a thing here\n" * 30)
    written = proposed("--format", "modern")
    assert written["include"][-2:] == ["/*.md", "/*.json"]
    assert written["exclude"] == ["/CHANGES.md", "/ben.md"]


@pytest.mark.parametrize(
    ("typed", "policy"), [("\n", "combined-four"), ("t\n", "tournament"), ("unified\n", "unified")]
)
def test_at_a_terminal_the_rule_is_asked_for(typed: str, policy: str) -> None:
    command = [sys.executable, "-m", "headjudge", "init", "--format", "modern"]
    near, far = os.openpty()
    with subprocess.Popen(
        command, stdin=far, stdout=far, stderr=far, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as program:
        os.close(far)
        said = b""
        while b"[combined-four]" not in said:
            said += os.read(near, 1024)
        os.write(near, typed.encode())
        assert program.wait(PATIENCE) == 0
    os.close(near)
    assert b"May teammates play the same card?" in said
    assert tomllib.loads(Path("headjudge.toml").read_text("utf-8"))["policy"] == policy


def test_a_team_without_its_card_pool_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    put("one/a.txt", "one/b.txt", text="40 Forest\n")
    put("one/pool.txt", text="4 Shock\n")
    assert proposed("--format", "sealed")["fail-on"] == ["pool-absent"]
    assert main(["check"]) == 0
    Path("one/pool.txt").unlink()
    assert main(["check"]) == 1


def test_decks_that_are_no_pairs_are_judged_alone(capsys: pytest.CaptureFixture[str]) -> None:
    put(*(f"two/{number}.txt" for number in range(5)))
    written = proposed("--format", "modern")
    assert (written["structure"], "policy" in written) == ("individual", False)
    assert "individual, as only 2 of 7 decks are in pairs" in capsys.readouterr().out
    assert main(["check"]) == 0


def test_both_rules_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    proposed("--format", "modern")
    said = capsys.readouterr().out
    assert "combined-four: at most four copies of a card" in said
    assert "tournament: no card in both decks" in said


def test_ignored_files_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    put("drafts/x.txt", "venv/x.txt", ".hidden/x.txt", text="Not yet.\n")
    put(".gitignore", text="drafts/\n")
    assert proposed("--format", "modern")["exclude"] == []
    assert main(["check"]) == 0


def test_the_schema_stands_beside_it() -> None:
    assert main(["init", "--format", "modern", "--schema"]) == 0
    first, *_ = Path("headjudge.toml").read_text("utf-8").splitlines()
    assert first == "#:schema ./headjudge.schema.json"
    document = json.loads(Path(first.split()[1]).read_text("utf-8"))
    jsonschema.validate(tomllib.loads(Path("headjudge.toml").read_text("utf-8")), document)
    assert main(["check"]) == 0
    assert main(["init", "--format", "modern", "--schema"]) == 2


def test_the_format_is_not_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init"]) == 0
    assert "Name the format" in capsys.readouterr().out
    assert main(["check"]) == 2
    assert "--format: name the format that is played." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "mordern"], 'Did you mean "modern"?'),
        (["--structure", "solo"], "--structure: There is no structure"),
        (["nowhere"], "nowhere is no folder."),
    ],
)
def test_wrong_usage_exits_with_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not Path("headjudge.toml").exists()


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("headjudge.toml").write_text("")
    assert main(["init", "--format", "modern"]) == 2
    assert "headjudge.toml exists" in capsys.readouterr().err
    assert Path("headjudge.toml").read_text() == ""

"""Repositories of decks as people have them: prose, pictures, encodings, reports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli.main import main
from tests.conftest import ROOT

MODERN = ["--format", "modern", "--as-of", "2024-10-01"]
PROSE = "These are our decks.\nWe met on Friday.\nAnn plays this one.\nPlease be kind.\n"
ILLEGAL = "4 Splinter Twin\n56 Island\n"
FOREST = "60 Forest\n"
FOREIGN = {
    "LICENSE.txt": "MIT License\n\nCopyright (c) 2024 Ann\n\n1  of  this software\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(foo)\nadd_library(foo  a.c)\n",
    "requirements.txt": "flask==2.0\nrequests>=1\n",
    "notes.txt": PROSE,
}


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty repository, as the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str = FOREST, encoding: str = "utf-8") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(text.encode(encoding))


def test_the_output_of_the_run_is_no_deck() -> None:
    write("ann.txt")
    write("ben.txt")
    command = [sys.executable, "-m", "headjudge", "check", *MODERN]
    for _ in range(2):
        with Path("out.txt").open("wb") as out:
            environment = os.environ | {"PYTHONPATH": str(ROOT)}
            assert subprocess.run(command, stdout=out, env=environment, check=False).returncode == 0


@pytest.mark.parametrize("page", ["docs/checking.md"])
def test_adoption_is_as_documented(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The three commands of the documentation, on decks as they lie about; the last one passes."""
    (commands,) = re.findall(
        r"^((?:headjudge (?:init|check)[^\n]*\n){3})", (ROOT / page).read_text("utf-8"), re.M
    )
    for name in ("prose/ann.txt", "windows/ann.txt", "wide/ann.txt"):
        write(name, PROSE + ILLEGAL.replace("\n", "\r\n"), "utf-8-sig" if "w" in name else "utf-8")
    write("prose/ben.txt", PROSE + FOREST)
    write("windows/ben.txt", "1 J\u00f6tun Grunt\n59 Forest\n", "latin-1")
    write("windows/friday.txt", PROSE)
    write("wide/ann.txt", ILLEGAL, "utf-16")
    write("wide/ben.txt", FOREST)
    write("wide/empty.txt", "")
    Path("wide/ben.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    Path("links").mkdir()
    for name in ("ann.txt", "ben.txt"):
        Path("links", name).symlink_to(f"../prose/{name}")
    write("markdown/ann.md", "# Ann\n\n- 4 Opt\n- 56 Island\n")
    write("markdown/ben.json", json.dumps({"main": [{"name": "Forest", "count": 60}]}))
    for name, text in FOREIGN.items():
        write(name, text)
    codes = [main(line.partition("#")[0].split()[1:]) for line in commands.splitlines()]
    assert codes == [0, 0, 0]
    assert "5 teams" in capsys.readouterr().out
    write("prose/ben.txt", PROSE + ILLEGAL)
    assert main(commands.splitlines()[2].partition("#")[0].split()[1:]) == 1

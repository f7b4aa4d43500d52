"""Repositories of decks as people have them: prose, pictures, encodings, reports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli.commands.check import REPORTS
from headjudge.cli.main import main
from headjudge.decklists import LINES_MAX
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


def findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The faults of a run over everything that count, as `file code`."""
    capsys.readouterr()
    main(["check", *MODERN, "--report", "json", *arguments])
    return [
        f"{finding['places'][0]['file']} {finding['code']}"
        for team in json.loads(capsys.readouterr().out)["teams"]
        for finding in team["findings"]
        if (finding["level"], finding["state"]) == ("error", "new")
    ]


def test_a_list_in_prose_is_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt", PROSE + ILLEGAL)
    write("team/ben.txt", PROSE + FOREST)
    assert main(["check", *MODERN]) == 1
    assert "banned-card: Splinter Twin" in capsys.readouterr().out


def test_the_list_of_files(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt")
    Path("team/ben.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    write("notes.txt", PROSE)
    assert main(["check", "--list", *MODERN]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "notes.txt: notes.txt holds no deck.",
        "team/ann.txt: team team",
        "team/ben.txt: team/ben.txt is not a text file.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 Forest\n" * (LINES_MAX + 1), "has 2,001 lines; those of a team have at most 2,000."),
        ("\n" * 1_500_000, "is larger than 1 MiB."),
        ("60 Forest\n// " + "x" * 10_000, "Line 2 is longer than 10,000 characters."),
        (json.dumps({"main": [{"name": "Forest", "count": 1}] * 2_001}), "has 2,0"),
    ],
)
@pytest.mark.parametrize("paths", [[], ["two/a.txt", "two/b.txt"]])
def test_a_file_has_the_bounds_of_a_request(
    text: str, said: str, paths: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one/a.txt", "one/b.txt", "two/b.txt"):
        write(name)
    write("two/a.txt", text)
    assert main(["check", *MODERN, *paths]) == 1
    assert said in capsys.readouterr().out


def test_other_texts_are_not_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in FOREIGN.items():
        write(name, text)
    write("drafts/a.txt", "4x  lightningbolt\n56 Mountain\n")
    write("team/a.TXT", "4x  lightningbolt\n56 Mountain\n")
    Path("headjudge.toml").write_text('exclude = ["drafts/"]\n')
    assert main(["check", "--fix", *MODERN]) == 1
    assert {name: Path(name).read_text() for name in FOREIGN} == FOREIGN
    assert "4x  lightningbolt" in Path("drafts/a.txt").read_text()
    assert "4x  lightningbolt" not in Path("team/a.TXT").read_text()


@pytest.mark.parametrize("name", sorted(REPORTS))
@pytest.mark.parametrize("text", [FOREST, ILLEGAL])
def test_reports_of_the_run_are_no_decks(
    name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("ann.txt", text)
    write("ben.txt")
    further = ["--report", f"{name}=out.txt"]
    asked = ["check", *MODERN, *further, *(["--report", "text"] if name != "text" else [])]
    first = main(asked), capsys.readouterr().out
    assert (main(asked), capsys.readouterr().out) == first


def test_the_output_of_the_run_is_no_deck() -> None:
    write("ann.txt")
    write("ben.txt")
    command = [sys.executable, "-m", "headjudge", "check", *MODERN]
    for _ in range(2):
        with Path("out.txt").open("wb") as out:
            environment = os.environ | {"PYTHONPATH": str(ROOT)}
            assert subprocess.run(command, stdout=out, env=environment, check=False).returncode == 0


def test_a_sideboard_that_is_reordered_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    cards = [f"2 {title}\n" for title in ("Opt", "Negate", "Duress", "Shock", "Island", "Swamp")]
    cards += ["2 Forest\n", "2 Plains\n"]
    write("team/ann.txt", "60 Forest\n\nSideboard\n" + "".join(cards))
    write("team/ben.txt")
    assert "team/ann.txt sideboard-not-allowed" in findings(capsys)
    assert main(["check", "--write-baseline", *MODERN]) == 0
    write("team/ann.txt", "60 Forest\n\nSideboard\n" + "".join(reversed(cards)))
    Path("headjudge.toml").write_text('baseline = "headjudge-baseline.json"\n')
    assert findings(capsys) == []


def test_findings_stand_in_the_order_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt", "5 Opt\n4 Splinter Twin\n5 Shock\n4 Lightnig Bolt\n42 Island\n")
    write("team/ben.txt", "5 Negate\n55 Island\n")
    capsys.readouterr()
    main(["check", *MODERN, "--verbose"])
    places = re.findall(r"^team/(\w+)\.txt:(\d+)", capsys.readouterr().out, re.M)
    assert places == sorted(places, key=lambda place: (place[0], int(place[1])))
    assert len(places) > 3


def test_folders_of_several_days_have_no_day_in_common(capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two"):
        write(f"{folder}/a.txt")
        write(f"{folder}/b.txt")
    Path("headjudge.toml").write_text(
        'format = "modern"\nas_of = 2024-10-01\n[[folder]]\npath = "two"\nas_of = 2024-11-01\n'
    )
    assert main(["check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 teams: 2 legal"


def test_single_players_are_under_no_policy_of_teams(capsys: pytest.CaptureFixture[str]) -> None:
    write("ann.txt")
    assert main(["check", "ann.txt", "--structure", "individual", *MODERN]) == 0
    assert capsys.readouterr().out == "legal: modern, individual, as of 2024-10-01\n"


def test_faults_of_contributors_are_no_usage_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("a", "b", "c"):
        write(f"one/{name}.txt")
    write("two/a.txt")
    Path("two/b.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    assert main(["check", *MODERN]) == 1
    said = capsys.readouterr().out
    assert "one/a.txt, one/b.txt and one/c.txt" in said
    assert "two/b.txt: cannot-be-read: It is not a text file." in said
    assert main(["check", "nowhere", *MODERN]) == 2
    assert main(["check", "--format", "moderm"]) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_encodings_and_line_ends(
    encoding: str, line_end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "4 Lim-Dûl's Vault\n56 Swamp\n".replace("\n", line_end)
    write(f"team/ann{len(line_end)}.txt", text, encoding)  # a guess is told once a file
    write("team/ben.txt", FOREST.replace("\n", line_end), encoding)
    assert main(["check", "--format", "legacy", "--as-of", "2024-10-01"]) == 0
    assert ("Windows-1252" in capsys.readouterr().err) is (encoding == "cp1252")


def test_sarif_says_whether_the_question_was_right(capsys: pytest.CaptureFixture[str]) -> None:
    write("one/a.txt")
    Path("one/b.txt").write_bytes(b"\0")
    assert main(["check", *MODERN, "--report", "sarif=out.sarif"]) == 1
    (run,) = json.loads(Path("out.sarif").read_text())["runs"]
    assert run["invocations"][0]["executionSuccessful"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert all(rule["help"]["text"] and rule["shortDescription"] for rule in rules.values())
    assert rules["banned-card"]["helpUri"].startswith("https://")
    Path("headjudge.toml").write_text('[[folder]]\npath = "one"\nformat = "team-sealed"\n')
    assert main(["check", "--structure", "individual", "--report", "sarif=out.sarif"]) == 2
    (run,) = json.loads(Path("out.sarif").read_text())["runs"]
    assert not run["invocations"][0]["executionSuccessful"]
    capsys.readouterr()


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

"""Repositories of decks as people have them: prose, pictures, encodings, reports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli import files
from headjudge.cli.main import main
from headjudge.cli.reports import REPORTS
from headjudge.cli.teams.teams import MOST_LINES
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
    """The findings and problems of a run over everything, as `file: code`."""
    capsys.readouterr()
    main(["check", *MODERN, "--report", "github", *arguments])
    lines = capsys.readouterr().out.splitlines()
    found = (re.fullmatch(r"::\w+ (?:file=([^,]*),)?.*?title=([\w-]+).*", line) for line in lines)
    return [f"{one[1]} {one[2]}" for one in found if one]


def test_a_list_in_prose_is_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt", PROSE + ILLEGAL)
    write("team/ben.txt", PROSE + FOREST)
    assert main(["check", *MODERN]) == 1
    assert "banned-card: Splinter Twin" in capsys.readouterr().out


def test_what_is_left_out_beside_a_deck_fails(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt")
    write("team/ben.txt")
    write("team/cid.txt", PROSE)
    write("minutes/friday.txt", PROSE)
    for name, report in REPORTS.items():
        assert main(["check", *MODERN, "--report", name]) == 1, report
        assert "team/cid.txt" in capsys.readouterr().out
    Path("headjudge.toml").write_text('exclude = ["cid.txt"]\n')
    assert main(["check", *MODERN]) == 0
    assert "minutes/friday.txt: info: left-out: " in capsys.readouterr().out
    Path("headjudge.toml").write_text('include = ["minutes/", "team/a*", "team/b*"]\n')
    assert main(["check", *MODERN]) == 1
    assert "minutes/friday.txt: error: left-out: " in capsys.readouterr().out


def test_the_list_of_files(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt")
    Path("team/ben.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    write("notes.txt", PROSE)
    assert main(["check", "--list", *MODERN]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "notes.txt: left out: It does not read as a decklist.",
        "team/ann.txt: team team",
        "team/ben.txt: team team; it cannot be read",
    ]


def test_a_text_too_long_for_a_list_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    write("one/a.txt")
    write("one/b.txt")
    write("one/log.txt", "1 Forest\n" * (MOST_LINES + 1))
    write("two/a.dec")
    write("two/b.dec", "1 Forest\n" * (MOST_LINES + 1))
    assert main(["check", *MODERN]) == 1
    told = capsys.readouterr().out
    assert "one/log.txt: error: left-out: It has more than 20,000 lines, which no decklist" in told
    assert "two/b.dec: cannot-be-read: It has more than 20,000 lines, which no decklist" in told
    assert "unreadable-line" not in told


def test_a_file_that_is_named_is_read_however_long(capsys: pytest.CaptureFixture[str]) -> None:
    write("ann.txt", "1 Forest\n" * (MOST_LINES + 1))
    write("ben.txt", "\n" * MOST_LINES + ILLEGAL)
    assert main(["check", *MODERN, "ann.txt", "ben.txt"]) == 1
    told = capsys.readouterr().out
    assert "hard-to-shuffle: The main deck has 20001 cards" in told
    assert f"ben.txt:{MOST_LINES + 1}:3: banned-card" in told


def test_each_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read, names = files.read_bytes, []

    def count(name: str, root: Path | None = None) -> bytes:
        names.append(name)
        return read(name, root)

    monkeypatch.setattr(files, "read_bytes", count)
    write("one/a.txt")
    write("one/b.txt")
    assert main(["check", *MODERN]) == 0
    assert sorted(names) == ["one/a.txt", "one/b.txt"]


def test_other_texts_are_not_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in FOREIGN.items():
        write(name, text)
    write("drafts/a.txt", "4x  lightningbolt\n56 Mountain\n")
    write("team/a.TXT", "4x  lightningbolt\n56 Mountain\n")
    Path("headjudge.toml").write_text('exclude = ["drafts/"]\n')
    files = [*FOREIGN, "drafts/a.txt", "team/a.TXT"]
    assert main(["check", "--fix", "--exit-zero", *MODERN, *files]) == 0
    assert {name: Path(name).read_text() for name in FOREIGN} == FOREIGN
    assert "4x  lightningbolt" in Path("drafts/a.txt").read_text()
    assert "4x  lightningbolt" not in Path("team/a.TXT").read_text()
    assert "notes.txt: left as it is: it does not read as a decklist." in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(REPORTS.keys() - {"text"}))
@pytest.mark.parametrize("suffix", ["txt", "json", "md"])
@pytest.mark.parametrize("text", [FOREST, ILLEGAL])
def test_reports_are_no_decks(
    name: str, suffix: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("ann.txt", text)
    write("ben.txt")
    asked = ["check", *MODERN, "--report", f"{name}=out.{suffix}", "--report", "text"]
    first = main(asked), capsys.readouterr().out
    assert (main(asked), capsys.readouterr().out) == first
    # A run that does not write it finds it as well.
    assert main(["check", *MODERN]) == first[0]


@pytest.mark.parametrize("how", ["--quiet", "--statistics", "--verbose", "--show-source"])
def test_what_was_printed_is_no_deck(how: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one/a.txt", "one/b.txt", "two/b.txt"):
        write(name)
    write("two/a.txt", ILLEGAL)
    capsys.readouterr()
    assert main(["check", *MODERN, how]) == 1
    printed = capsys.readouterr().out
    for name in ("report.txt", "one/report.txt"):
        write(name, printed)
    assert main(["check", *MODERN, how]) == 1
    assert capsys.readouterr().out == printed


def test_an_empty_list_is_one_where_a_list_is_lacking(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one/a.txt", "two/name.a.txt", "three/a.txt", "three/b.txt"):
        write(name)
    for name in ("one/b.txt", "two/name.b.txt", "three/report.txt"):
        write(name, "")
    assert findings(capsys) == [
        "one/b.txt main-too-small", "three/report.txt left-out", "two/name.b.txt main-too-small",
    ]  # fmt: skip


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
    assert findings(capsys, "--baseline", "headjudge-baseline.json") == []


def test_findings_stand_in_the_order_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    write("team/ann.txt", "5 Opt\n4 Splinter Twin\n5 Shock\n4 Lightnig Bolt\n42 Island\n")
    write("team/ben.txt", "5 Negate\n55 Island\n")
    capsys.readouterr()
    main(["check", *MODERN])
    places = re.findall(r"^team/(\w+)\.txt:(\d+)", capsys.readouterr().out, re.M)
    assert places == sorted(places, key=lambda place: (place[0], int(place[1])))
    assert len(places) > 3


def test_folders_of_several_days_have_no_day_in_common(capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two"):
        write(f"{folder}/a.txt")
        write(f"{folder}/b.txt")
    Path("headjudge.toml").write_text(
        'format = "modern"\nas_of = 2024-10-01\n[folders.two]\nas_of = 2024-11-01\n'
    )
    assert main(["check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 teams: 2 legal"


def test_single_players_are_under_no_policy_of_teams(capsys: pytest.CaptureFixture[str]) -> None:
    write("ann.txt")
    assert main(["check", "ann.txt", "--structure", "individual", *MODERN]) == 0
    assert capsys.readouterr().out == "legal: modern, individual, as of 2024-10-01\n"


def test_folders_that_can_be_no_team_are_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one/a.txt", "one/b.txt", "two/a.txt", "two/b.txt", "two/c.txt"):
        write(name)
    assert main(["init", "--format", "modern"]) == 0
    assert capsys.readouterr().out == "headjudge.toml: 1 team found, and 1 that can be no team\n"


def test_what_contributors_do_wrong_is_no_wrong_question(
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
def test_encodings_and_line_ends(encoding: str, line_end: str) -> None:
    text = "4 Lim-Dûl's Vault\n56 Swamp\n".replace("\n", line_end)
    write("team/ann.txt", text, encoding)
    write("team/ben.txt", FOREST.replace("\n", line_end), encoding)
    assert main(["check", "--format", "legacy", "--as-of", "2024-10-01"]) == 0


def test_sarif_says_whether_the_question_was_right(capsys: pytest.CaptureFixture[str]) -> None:
    write("one/a.txt")
    Path("one/b.txt").write_bytes(b"\0")
    assert main(["check", *MODERN, "--report", "sarif=out.sarif"]) == 1
    (run,) = json.loads(Path("out.sarif").read_text())["runs"]
    assert run["invocations"][0]["executionSuccessful"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert all(rule["help"]["text"] and rule["shortDescription"] for rule in rules.values())
    assert rules["banned-card"]["helpUri"].startswith("https://")
    Path("headjudge.toml").write_text('[folders.one]\nformat = "team-sealed"\n')
    assert main(["check", "--structure", "individual", "--report", "sarif=out.sarif"]) == 2
    (run,) = json.loads(Path("out.sarif").read_text())["runs"]
    assert not run["invocations"][0]["executionSuccessful"]
    capsys.readouterr()


def test_adoption_is_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    """The three commands of the documentation, on decks as they lie about; the last one passes."""
    (commands,) = re.findall(
        r"^((?:headjudge (?:init|check)[^\n]*\n){3})",
        (ROOT / "docs" / "checking.md").read_text("utf-8"),
        re.M,
    )
    write("prose/ann.txt", PROSE + ILLEGAL)
    write("prose/ben.txt", PROSE + FOREST)
    write("windows/ann.txt", "4 Splinter Twin\r\n56 Island\r\n", "utf-8-sig")
    write("windows/ben.txt", "1 J\u00f6tun Grunt\n59 Forest\n", "latin-1")
    write("windows/friday.txt", PROSE)
    write("wide/ann.txt", ILLEGAL, "utf-16")
    write("wide/ben.txt", "")
    Path("wide/ben.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    Path("links").mkdir()
    for name in ("ann.txt", "ben.txt"):
        Path("links", name).symlink_to(f"../prose/{name}")
    write("outside/ann.txt")
    Path("outside/ben.txt").symlink_to("/etc/hosts")
    write("picture/ann.txt")
    Path("picture/ben.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    write("long/ann.dec", "1 Forest\n" * (MOST_LINES + 1))
    for name in ("three/a.txt", "three/b.txt", "three/c.txt"):
        write(name)
    for name, text in FOREIGN.items():
        write(name, text)
    codes = [main(line.partition("#")[0].split()[1:]) for line in commands.splitlines()]
    assert codes == [0, 0, 0]
    capsys.readouterr()
    write("prose/ben.txt", PROSE + ILLEGAL)
    assert main(commands.splitlines()[2].partition("#")[0].split()[1:]) == 1

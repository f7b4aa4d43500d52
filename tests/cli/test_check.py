"""`headjudge check`: exit codes, what is printed, files as players have them."""

from __future__ import annotations

import io
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


def test_illegal_names_file_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("green.txt", "bolts.txt", *MODERN) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("not legal, 1 violation: ")
    assert lines[1].startswith("bolts.txt:2:3: combined-copies: 5 copies of Lightning Bolt")
    assert len(lines) == 2


def test_a_line_holds_what_mends_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("typing.txt").write_text("4 Thougtseize\n56 Swamp\n", encoding="utf-8")
    assert check("typing.txt", "blue.txt", *MODERN) == 1
    _, line = capsys.readouterr().out.splitlines()
    assert line == (
        "typing.txt:1:3: unknown-card: No card is titled “Thougtseize”; did you mean Thoughtseize?"
    )


def test_every_place_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("more.txt").write_text("5 Lightning Bolt\n55 Mountain\n", encoding="utf-8")
    check("bolts.txt", "more.txt", *MODERN)
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith("bolts.txt:2:3: combined-copies: 10 copies of Lightning Bolt")
    assert line.endswith(" Also in more.txt:1.")
    check("bolts.txt", "more.txt", "--report", "github", *MODERN)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("::error file=bolts.txt,line=2,col=3,title=combined-copies")
    assert second.startswith("::error file=more.txt,line=1,col=3,title=combined-copies")


def test_the_date_is_said_when_none_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    check("green.txt", "blue.txt", "--format", "modern")
    assert "(today in UTC" in capsys.readouterr().out


def test_json_holds_the_report_of_the_api(
    capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    check("green.txt", "bolts.txt", "--report", "json", *MODERN)
    names = ("green.txt", "bolts.txt")
    sent = [{"player": name, "list": Path(name).read_text()} for name in names]
    team = {"format": "modern", "as_of": "2024-10-01", "decks": sent}
    (checked,) = json.loads(capsys.readouterr().out)["teams"]
    assert checked["report"] == client.post("/v1/validate", json=team).json


def test_a_pool(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pool.txt").write_text("1 Opt\n")
    Path("opts.txt").write_text("2 Opt\n38 Island\n")
    Path("headjudge.toml").write_text(
        '[[team]]\nformat = "sealed"\ndecks = ["opts.txt", "blue.txt"]\npool = "pool.txt"\n'
    )
    assert check("opts.txt", "blue.txt") == 1
    assert "pool-exceeded" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.txt", *MODERN],
        ["empty", *MODERN],
        ["green.txt", "blue.txt"],
        ["green.txt\0", *MODERN],
        ["green.txt", "--format", "mordern"],
        ["green.txt", "--format", "two-headed-giant"],
        ["green.txt", "--format", "modern", "--as-of", "2024-02-30"],
        ["green.txt", "--format", "modern", "--as-of", "20240101"],
        ["green.txt", "--policy", "best", *MODERN],
        ["green.txt", "--structure", "solo", *MODERN],
        ["green.txt", "--format", "team-sealed", "--structure", "individual"],
        ["-", "-", *MODERN],
        ["green.txt", "blue.txt", "--report", "text", "--report", "json", *MODERN],
        ["green.txt", "blue.txt", "--report", "xml", *MODERN],
        ["green.txt", "blue.txt", "--config", "missing.toml", *MODERN],
        ["green.txt", "blue.txt", "--warn-before", "soon", *MODERN],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert check(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("headjudge: ")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["judge"]])
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: headjudge" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chek"], "there is no command chek; did you mean check?"),
        (["zzz"], "there is no command zzz\n"),
        (["check", "--formt", "modern"], "there is no option --formt; did you mean --format?"),
        (["check", "--verb"], "there is no option --verb"),
        (["explain", "--as", "2024-10-01"], "there is no option --as"),
    ],
)
def test_wrong_arguments_get_suggestions(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert said in printed


def test_both_decks_in_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    both = "Player A: Ann\n4 Naturalize\n56 Forest\nPlayer B: Ben\n2 Naturalize\n57 Forest\n"
    Path("both.txt").write_text(both, encoding="utf-8")
    assert check("both.txt", *MODERN) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("both.txt: main-too-small: The main deck of Ben has 59 cards")
    assert lines[3].startswith("both.txt:2:3: combined-copies: 6 copies of Naturalize")
    five = ["both.txt"] * 5
    Path("headjudge.toml").write_text('structure = "team-constructed"\nteam_size = 5\n')
    assert check(*five, *MODERN) == 1
    assert "cannot-be-read: A team has at most 8 decks, not 10.\n" in capsys.readouterr().out


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"5 Opt\n55 Island\n")))
    assert check("-", "green.txt", *MODERN) == 1
    assert "<stdin>:1:3: combined-copies" in capsys.readouterr().out


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


@pytest.mark.parametrize(
    ("product", "code"),
    [
        (["DOM=8"], 0),
        (["8 DOM"], 0),
        (["DOM=4", "M19=4"], 0),
        (["RAV:tournament-pack=1, 4 RAV", "promo=2"], 1),
    ],
)
def test_the_product(product: list[str], code: int) -> None:
    for name in ("plains", "island"):
        Path(f"{name}.txt").write_text(f"40 {name}\n", encoding="utf-8")
    Path("pool.txt").write_text("1 Opt\n", encoding="utf-8")
    Path("headjudge.toml").write_text(
        f'format = "sealed"\nas_of = 2018-07-14\nproduct = {json.dumps(product)}\n'
        '[[team]]\ndecks = ["plains.txt", "island.txt"]\npool = "pool.txt"\n'
    )
    assert check("plains.txt", "island.txt") == code


@pytest.mark.parametrize("product", ["DOME=8", "DOM:foil=8", "DOM=0", "a lot of it"])
def test_a_product_that_does_not_exist(product: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("headjudge.toml").write_text(f'format = "sealed"\nproduct = "{product}"\n')
    assert check("green.txt", "blue.txt") == 2
    assert "headjudge: headjudge.toml:2: product: " in capsys.readouterr().err


def test_a_folder_of_teams(capsys: pytest.CaptureFixture[str]) -> None:
    for team in ("one", "two"):
        Path(team).mkdir()
        Path(f"{team}/a.txt").write_text("60 Forest\n", encoding="utf-8")
    Path("one/b.txt").write_text("5 Opt\n55 Island\n", encoding="utf-8")
    Path("two/b.txt").write_bytes(b"4 Opt\x00")
    assert check("one", *MODERN) == 1
    assert check("one", "two", *MODERN) == 1
    printed = capsys.readouterr().out
    assert "one/b.txt:1:3: combined-copies: 5 copies of Opt" in printed
    assert "two/b.txt: cannot-be-read: It is not a text file." in printed
    assert "2 teams: 1 not legal (1 violation), 1 cannot be read; as of 2024-10-01" in printed


def test_reports_go_to_files(capsys: pytest.CaptureFixture[str]) -> None:
    reports = ["--report", "json=out.json", "--report", "junit=out.xml", "--report", "text"]
    assert check("green.txt", "bolts.txt", *reports, *MODERN) == 1
    assert json.loads(Path("out.json").read_text("utf-8"))["legal"] is False
    assert "<testsuites" in Path("out.xml").read_text("utf-8")
    assert "bolts.txt:2:3: " in capsys.readouterr().out


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


def test_comments_allow_faults_where_the_configuration_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "5 Opt # headjudge: allow combined-copies -- a joke\n55 Island\n"
    Path("joke.txt").write_text(line, encoding="utf-8")
    assert check("green.txt", "joke.txt", *MODERN) == 1
    assert "joke.txt:1:3: warning: allowance-unreadable: Comments" in capsys.readouterr().out
    Path("headjudge.toml").write_text("allow_comments = true\n")
    assert check("green.txt", "joke.txt", *MODERN) == 0
    assert "allowed: 1 combined-copies" in capsys.readouterr().out
    assert check("green.txt", "joke.txt", "--isolated", *MODERN) == 1


def test_bans_to_come_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ring.txt").write_text("4 The One Ring\n56 Forest\n", encoding="utf-8")
    soon = ["--format", "modern", "--as-of", "2024-12-01", "--warn-before", "30d"]
    assert check("green.txt", "ring.txt", *soon) == 0
    assert "illegal-soon: Not legal from 2024-12-16 on" in capsys.readouterr().out


def test_only_what_a_branch_touches_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    for team in ("one", "two"):
        Path(team).mkdir()
        for name in "ab":
            Path(f"{team}/{name}.txt").write_text("60 Forest\n", encoding="utf-8")
    as_someone = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*as_someone, "commit", "-qm", "x"]):
        subprocess.run(["git", *command], check=True)
    since = ["--changed-since", "HEAD", "--report", "json", *MODERN]
    assert check("one", "two", *since) == 0
    assert json.loads(capsys.readouterr().out)["teams"] == []
    Path("two/a.txt").write_text("59 Forest\n", encoding="utf-8")
    assert check("one", "two", *since) == 1
    decks = json.loads(capsys.readouterr().out)["teams"][0]["report"]["decks"]
    assert [deck["sizes"]["main"] for deck in decks] == [59, 60]
    Path("headjudge.toml").write_text('baseline = "headjudge-baseline.json"\n')
    assert main(["check", "--write-baseline", "one", "two", *MODERN]) == 0
    capsys.readouterr()
    assert check("one", "two", *since) == 0  # Another baseline answers for every team.
    assert len(json.loads(capsys.readouterr().out)["teams"]) == 2

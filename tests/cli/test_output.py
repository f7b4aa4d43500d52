"""What a repository says never acts upon a terminal or a job's log; what fails is no verdict."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import decklists
from headjudge.cli.commands import check
from headjudge.cli.main import main
from headjudge.cli.output import (
    UNPRINTABLE,
    Data,
    Guard,
    as_json,
    guard_streams,
    tell,
    visible,
    write,
)
from headjudge.web import monitoring
from tests.conftest import PATIENCE, ROOT

MODERN = ["--format", "modern", "--as-of", "2024-10-01"]
COMMAND = re.compile(r"^\s*::|##[a-z]*\[", re.I)
"""What runners of jobs take for a command, in a line of a log."""
HOSTILE = (
    "x\n::stop-commands::t",
    "::stop-commands::t",
    "\u2003::stop-commands::t",
    "##[error]t",
    "##vso[task.setvariable variable=PATH]t",
    "##teamcity[buildStop]",
    "x\r::error::t",
    "x\x1b[2J\x1b]0;t\x07",
    "x\x9b2J",
    "x\u202et",
    "x\u2066t\u2069",
    "x\u2028::error::t",
    "x\x85::error::t",
)
SIGNS = st.sampled_from([*HOSTILE, "\n", "#", ":", " ", "[", "\x1b", "\udc80", "a", "\x1b[1;31m"])
TEXTS = st.lists(SIGNS | st.text(max_size=3), max_size=6).map("".join)


def assert_harmless(printed: str) -> None:
    """Nothing but lines of text, of which none is a command."""
    plain = re.sub("\x1b\\[(0|1;3[1-4])m", "", printed)
    assert {unicodedata.category(one) for one in plain.replace("\n", "")}.isdisjoint(UNPRINTABLE)
    assert [line for line in printed.split("\n") if COMMAND.search(line)] == []


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with two decks, as the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("60 Forest\n", encoding="utf-8")
    Path("b.txt").write_text("60 Island\n", encoding="utf-8")


def errors_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of standard error; neither stream holds what would act."""
    out, err = capsys.readouterr()
    assert_harmless(out)
    assert_harmless(err)
    return str(err).splitlines()


@given(TEXTS)
def test_one_function_makes_one_harmless_line(text: str) -> None:
    line = visible(text)
    assert "\n" not in line
    assert_harmless(line)
    line.encode("utf-8")
    assert visible(line) == line


@given(st.lists(TEXTS, max_size=5))
def test_streams_escape_what_commands_forget(texts: list[str]) -> None:
    out = io.StringIO()
    guard = Guard(out, may_fail=False)
    for text in texts:
        print(text, file=guard)
    assert_harmless(out.getvalue())


def test_colours_pass_and_nothing_else() -> None:
    out = io.StringIO()
    Guard(out, may_fail=False).write("\x1b[1;31mno\x1b[0m \x1b[8mno\n")
    assert out.getvalue() == "\x1b[1;31mno\x1b[0m \\x1b[8mno\n"


def test_every_way_to_print_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    with guard_streams():
        print("::error::printed")
        tell("told\n::error::x")
        sys.stderr.write("written\n::error::x\n")
    assert errors_of(capsys)[0] == "headjudge: told\\n::error::x"


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("key", ["format = {}", "{} = 1", "[folders.{}]", "decks = {}"])
def test_a_configuration(text: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("headjudge.toml").write_text(key.format(json.dumps(text)), encoding="utf-8")
    assert main(["check"]) == 2
    lines = errors_of(capsys)
    assert lines
    assert all(line.startswith("headjudge: ") for line in lines)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("report", ["text", "markdown", "json", "sarif", "junit"])
def test_names_of_files_and_titles(
    text: str, report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{text}.txt"
    Path(name).write_text(f"59 Forest\n1 {text}\n{text}\n", encoding="utf-8")
    assert main(["check", "a.txt", name, *MODERN, "--report", report]) in (1, 2)
    errors_of(capsys)
    assert main(["check", ".", *MODERN, "--structure", "individual", "--report", report]) == 1
    errors_of(capsys)


@pytest.mark.parametrize("text", HOSTILE)
def test_annotations_hold_one_command_a_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(f"{text}.txt").write_text(f"59 Forest\n1 {text}\n{text}\n", encoding="utf-8")
    main(["check", "a.txt", f"{text}.txt", *MODERN, "--report", "github"])
    out, err = capsys.readouterr()
    assert_harmless(err)
    assert all(re.match("::(error|warning|notice) [^:]*::", line) for line in out.splitlines())


@pytest.mark.parametrize("text", HOSTILE)
def test_options_and_paths_that_are_wrong(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "a.txt", f"--{text.replace(' ', '')}"])
    assert errors_of(capsys)[-1].startswith("headjudge check: error: there is no option --")
    for command in (
        "check {}",
        "check --format {}",
        "explain {}",
        "banlist --format {}",
    ):
        assert main([word.format(text) for word in command.split()]) == 2
        assert all(line.startswith("headjudge: ") for line in errors_of(capsys))


def test_a_list_is_written_as_it_is_except_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with guard_streams():
        write(Data("1 \x1b[2J\n"))
        monkeypatch.setattr(Guard, "isatty", lambda _: True, raising=False)
        write(Data("1 \x1b[2J\n"))
    assert capsys.readouterr().out == "1 \x1b[2J\n1 \\x1b[2J\n"


def test_json_is_the_same_document() -> None:
    document = {"a": ["##[error]x", "###", "\u2028"]}
    text = as_json(document)
    assert_harmless(text)
    assert json.loads(text) == document


@pytest.mark.parametrize("text", [*HOSTILE, "\udc80\x7f"])
def test_lines_of_the_service_are_ascii(text: str) -> None:
    line = monitoring.as_json({"key": text, "status": 200})
    assert json.loads(line)["key"] == text
    assert line.isprintable()


def ran(*arguments: str, code: str = "", stdout: int | None = None) -> subprocess.Popen[bytes]:
    """The command as a program of its own."""
    program = ["-c", code] if code else ["-m", "headjudge"]
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=stdout, stderr=subprocess.PIPE,
    )  # fmt: skip


ANSWERS = (
    ["check", "a.txt", "b.txt", *MODERN],
    ["check", "a.txt", "b.txt", "--report", "json", *MODERN],
    ["--help"],
    ["--version"],
    ["completion", "bash"],
)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", ANSWERS, ids=lambda one: one[0])
def test_an_output_that_is_full_is_no_verdict(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full, ran(*arguments, stdout=full.fileno()) as ended:
        _, said = ended.communicate(timeout=PATIENCE)
    assert said == (b"headjudge: Standard output cannot be written: No space left on device.\n")
    assert ended.returncode == 2


@pytest.mark.parametrize(("closed", "code"), [(">&-", 2), ("2>&-", 0), (">&- 2>&-", 2)])
def test_streams_that_are_closed(closed: str, code: int) -> None:
    command = f"'{sys.executable}' -m headjudge check a.txt b.txt {' '.join(MODERN)} {closed}"
    ended = subprocess.run(
        ["sh", "-c", command], env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert ended.returncode == code
    assert b"Traceback" not in ended.stderr


def test_a_program_that_is_interrupted() -> None:
    code = (
        "import signal, sys, headjudge.cli.commands.check\nfrom headjudge.cli.main import main\n"
        # Whoever starts the tests in the background may have had the signal ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def run(options):\n print('begun', flush=True)\n import time\n time.sleep(600)\n"
        "headjudge.cli.commands.check.run = run\nsys.exit(main(['check']))"
    )
    with ran(code=code, stdout=subprocess.PIPE) as ended:
        assert ended.stdout
        assert ended.stdout.readline() == b"begun\n"
        ended.send_signal(signal.SIGINT)
        _, said = ended.communicate(timeout=PATIENCE)
    assert (ended.returncode, said) == (130, b"")


def test_a_fault_of_ours_is_no_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise ValueError("x\n::error::t")

    monkeypatch.setattr(check, "run", fail)
    assert main(["check", "a.txt", "b.txt"]) == 2
    assert "a fault in Headjudge, which says nothing about any deck." in errors_of(capsys)[-1]


def test_a_file_on_which_we_fail_costs_no_other_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = decklists.read_team

    def fail(text: str, **options: object) -> object:
        if "Opt" in text:
            raise ValueError("x\n::error::t")
        return read(text, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(decklists, "read_team", fail)
    monkeypatch.chdir(tmp_path)
    for name, card in (("a", "Opt"), ("b", "Skullclamp"), ("c", "Forest")):
        Path(f"{name}.txt").write_text(f"60 {card}", encoding="utf-8")
    assert main(["check", *MODERN, "--structure", "individual"]) == 1
    out = capsys.readouterr().out
    assert "a.txt: cannot-be-read: Headjudge failed on this file (ValueError)" in out
    assert "3 teams: 1 legal, 1 not legal (1 violation), 1 cannot be read" in out


@pytest.mark.parametrize("name", ["validator", "cards"])
def test_beside_a_package_of_another_program(name: str, tmp_path: Path) -> None:
    for ours in {"headjudge", "banlists", "cards", "formats", "messages", "validator"} - {name}:
        (tmp_path / ours).symlink_to(ROOT / ours)
    (tmp_path / f"{name}.py").write_text("Validator = 1\n", encoding="utf-8")
    program = "import sys; from headjudge.cli.main import main; sys.exit(main(sys.argv[1:]))"
    ended = subprocess.run(
        [sys.executable, "-c", program, "check", "--format", "modern", "x.txt"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"headjudge: Another program's package is called {name}")
    assert ended.stderr.count("\n") == 1

"""Commands in folders of decks: `cases/*.toml` say what is there, what runs, and what comes of it.

A file of cases may begin with the `files` and the `shell` that all of them have, with `options` of
`check`, and with the `run` and the `then` of those that have none. A case, and each step of its
`then`, has:

* `files`: texts by name; else `hex`, `link`, `gone`, or a `text` with an `encoding` or `times`
* `shell`: what a shell does with them, such as git
* `sites`: the status of an answer by its address; others are as recorded
* `run`: a command line, or several that have to do the same; `stdin` and `env` go with it
* `exit`: the exit status (0), or those that may be; with 2 nothing is printed but sentences on
  standard error
* `out`, `err`: parts of the streams, in order; `lines`: all lines printed; `never`: in neither
* `teams`: the files of each team; `after`: the texts of files in the end
"""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import responses

from headjudge.cli.main import main

FOLDER = Path(__file__).with_name("cases")
KEYS = {
    "name", "files", "shell", "sites", "options", "run", "stdin", "env", "exit", "out", "err",
    "lines", "never", "teams", "after", "then",
}  # fmt: skip
WHO = {
    "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
    "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip
"""Git as it comes."""


def cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.toml")):
        document = tomllib.loads(path.read_text("utf-8"))
        for case in document["case"]:
            shared = {key: document[key] for key in ("files", "shell") if key in document}
            options = case.get("options", document.get("options", ""))
            own = {"run": document["run"], **case} if "run" in document else case
            steps = [shared | {"run": []}, own, *case.get("then", document.get("then", ()))]
            yield pytest.param(options, steps, id=f"{path.stem}: {case['name']}")


def put(name: str, content: Any) -> None:
    """Write a file as a case describes it."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    match content:
        case str():
            path.write_bytes(content.encode("utf-8"))
        case {"hex": digits}:
            path.write_bytes(bytes.fromhex(digits))
        case {"link": target}:
            path.unlink(missing_ok=True)
            path.symlink_to(target)
        case {"gone": True}:
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        case {"text": text}:
            text = text * content.get("times", 1)
            path.write_bytes(text.encode(content.get("encoding", "utf-8")))


def in_order(parts: list[str], text: str) -> None:
    """Hold the text to having these parts, one after the other."""
    rest = text
    for part in parts:
        before, found, rest = rest.partition(part)
        assert found, f"{part!r} is not in {before!r}"


@pytest.mark.parametrize(("options", "steps"), [*cases()])
def test_what_a_command_says_and_does(
    options: str,
    steps: list[dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sites: responses.RequestsMock,
) -> None:
    (tmp_path / "decks" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "decks")
    for name, value in {**WHO, "GIT_CEILING_DIRECTORIES": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    for step in steps:
        assert step.keys() <= KEYS
        for name, content in step.get("files", {}).items():
            put(name, content)
        for address, status in step.get("sites", {}).items():
            sites.replace(responses.GET, address, status=status)
        if script := step.get("shell"):
            subprocess.run(["sh", "-ec", script], check=True, capture_output=True)
        for name, value in step.get("env", {}).items():
            monkeypatch.setenv(name, value)
        runs = step.get("run", "check . --report json" if "teams" in step else "check")
        for line in [runs] if isinstance(runs, str) else runs:
            words = shlex.split(line)
            if words[0] == "check":
                words[1:1] = shlex.split(options)
            stdin = io.TextIOWrapper(io.BytesIO(step.get("stdin", "").encode()))
            monkeypatch.setattr(sys, "stdin", stdin)
            try:
                code = main(words)
            except SystemExit as usage:
                code = int(usage.code or 0)
            out, err = capsys.readouterr()
            hold(step, code, out, err)


def hold(step: dict[str, Any], code: int, out: str, err: str) -> None:
    """Hold what came of a command to what a step says."""
    if "teams" in step:
        found = {team["team"]: team["files"] for team in json.loads(out)["teams"]}
        assert found == step["teams"]
    else:
        expected = step.get("exit", 0)
        assert code in (expected if isinstance(expected, list) else [expected]), out + err
    if code == 2 and "out" not in step and not err.startswith("usage: "):
        assert out == ""
        assert err
        assert all(line.startswith("headjudge: ") for line in err.splitlines())
    in_order(step.get("out", []), out)
    in_order(step.get("err", []), err)
    if "lines" in step:
        assert out.splitlines() == step["lines"]
    assert [part for part in step.get("never", []) if part in out + err] == []
    for name, text in step.get("after", {}).items():
        assert Path(name).read_bytes().decode("utf-8") == text

"""`service receipt`, in processes of its own: keys, and receipts that are checked offline."""

from __future__ import annotations

import datetime
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from headjudge.cli.main import main
from headjudge.receipts import folder
from headjudge.receipts.signing import sign
from headjudge.receipts.statement import statement
from tests.receipts.samples import LISTS, NOON, changed, report

ROOT = Path(__file__).parents[2]
RUN = (
    "import socket, sys\n"
    "def refuse(*_, **__): raise AssertionError('a network')\n"
    "socket.socket.connect = socket.getaddrinfo = refuse\n"
    "from headjudge.cli.main import main\n"
    "sys.exit(main())\n"
)
FIRST = datetime.date(2024, 1, 1)


def run(*arguments: str, code: int = 0, sent: str = "") -> tuple[str, str]:
    """What a process without a network prints, on both outputs; its exit code is checked."""
    ran = subprocess.run(
        [sys.executable, "-c", RUN, "service", "receipt", *arguments],
        input=sent,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    return ran.stdout, ran.stderr


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a key, its public keys, the decks of a team and the receipt of its report."""
    monkeypatch.chdir(tmp_path)
    _, key = folder.create(Path("keys"), FIRST)
    Path("keys.json").write_text(json.dumps({"keys": [key.as_dict()]}))
    Path("public.pem").write_bytes(key.public().pem())
    judged = report(also=("tournament",))
    given = sign(statement(judged, NOON), key)
    Path("receipt.jws").write_text(f"{given}\n")
    write("report.json", {**judged.as_dict(), "receipt": given})
    for name, text in zip(("ann.txt", "ben.txt"), LISTS, strict=True):
        Path(name).write_text(text)


def write(name: str, document: Any) -> None:
    Path(name).write_text(json.dumps(document))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code and what is printed, within this process."""
    code = main(["service", "receipt", *arguments])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def test_a_receipt_is_checked_without_a_network() -> None:
    printed, _ = run("verify", "receipt.jws", "ann.txt", "ben.txt", "--key", "keys.json")
    assert printed.startswith("valid: The statement is what the key ")
    assert "combined-four, as of 2024-10-01: not legal (combined-copies)" in printed
    assert "  tournament: not legal (shared-card)" in printed
    assert printed.endswith("The lists are those of the receipt.\n")


def test_a_receipt_that_was_changed_is_not_valid() -> None:
    given = changed(Path("receipt.jws").read_text().strip(), legal=True, codes=[])
    printed, _ = run("verify", "-", "--key", "keys.json", sent=given, code=1)
    assert printed == (
        "not valid: The signature does not match the statement: one of them was changed, or"
        " forged.\n"
    )


def test_what_cannot_be_asked_in_a_process() -> None:
    _, told = run("verify", "receipt.jws", "--key", "keys/2024-01-01.pem", code=2)
    assert "private key" in told
    run("verify", "receipt.jws", code=2)
    run(code=2)


@pytest.mark.parametrize("keys", ["keys.json", "public.pem"])
@pytest.mark.parametrize("file", ["receipt.jws", "report.json"])
def test_forms_of_keys_and_files(capsys: pytest.CaptureFixture[str], keys: str, file: str) -> None:
    assert asked(capsys, "verify", file, "--key", keys)[0] == 0


@pytest.mark.parametrize(
    ("decks", "code", "said"),
    [
        (["ann.txt", "ben.txt"], 0, "The lists are those of the receipt."),
        (["ben.txt", "ann.txt"], 1, "in another order"),
        (["ann.txt"], 1, "The receipt is about 2 decks, not about 1."),
        (["ann.txt", "ann.txt"], 1, "Deck 2 is not the one of the receipt."),
        (["none.txt"], 2, "none.txt cannot be read"),
        (["-", "-"], 2, "Standard input can be read for one file only."),
    ],
)
def test_decks_are_compared(
    capsys: pytest.CaptureFixture[str], decks: list[str], code: int, said: str
) -> None:
    found, printed = asked(capsys, "verify", "receipt.jws", *decks, "--key", "keys.json")
    assert (found, said in printed) == (code, True)


def test_a_pool_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = asked(
        capsys, "verify", "receipt.jws", "--pool", "ann.txt", "--key", "keys.json"
    )
    assert (code, "The receipt is about no card pool." in printed) == (1, True)


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = asked(
        capsys, "verify", "receipt.jws", "ben.txt", "ann.txt", "--key", "keys.json", "--json"
    )
    answer = json.loads(printed)
    assert (code, answer["valid"], answer["same"]) == (1, True, False)
    assert answer["because"].endswith("in another order.")
    _, printed = asked(capsys, "verify", "receipt.jws", "--key", "keys.json", "--json")
    answer = json.loads(printed)
    assert (answer["same"], answer["statement"]["legal"]) == (None, False)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b'{"statement":{},"statement":{}}',
        b'{"receipt":1.5}',
        b"[" * 100_000,
        b"[]",
        b'{"receipt":null}',
        b"1" * 5_000,
        b"a.b.c",
        b"\x00" * 100_000,
    ],
)
def test_hostile_files_are_not_valid(capsys: pytest.CaptureFixture[str], text: bytes) -> None:
    Path("hostile.json").write_bytes(text)
    code, printed = asked(capsys, "verify", "hostile.json", "--key", "keys.json")
    assert (code, printed.startswith("not valid: This is not a receipt")) == (1, True)


@pytest.mark.parametrize(
    ("text", "said"), [(b"", "holds no key"), (b"{}", "no key"), (b'{"keys":1}', "must be a list")]
)
def test_wrong_keys_cannot_be_asked(
    capsys: pytest.CaptureFixture[str], text: bytes, said: str
) -> None:
    Path("wrong").write_bytes(text)
    code, printed = asked(capsys, "verify", "receipt.jws", "--key", "wrong")
    assert (code, said in printed) == (2, True)
    assert printed.startswith("headjudge: --key: wrong: ")


def test_keys_are_made_and_retired() -> None:
    printed, _ = run("keygen", "new", "--from", "2026-01-01")
    path = Path("new/2026-01-01.pem")
    assert printed.splitlines()[0] == path.as_posix()
    identifier = printed.split()[1]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert path.read_text().splitlines()[1] not in printed
    shown, _ = run("keys", "new")
    assert [one["kid"] for one in json.loads(shown)["keys"]] == [identifier]
    run("retire", path.as_posix(), "--on", "2026-11-30")
    (left,) = Path("new").iterdir()
    assert left.name == "2026-01-01--2026-11-30.pem"
    shown, _ = run("keys", "new")
    assert json.loads(shown)["keys"][0]["exp"] == 1796083200


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["keygen", "keys", "--from", "2024-01-01"], "keys/2024-01-01.pem is there already"),
        (["keygen", "keys", "--from", "soon"], "--from: "),
        (["keygen", "ann.txt"], "ann.txt"),
        (["keygen", "new\0"], " null "),
        (["retire", "none.pem"], "is not called by its days"),
        (["retire", "keys/2025-01-01.pem"], "No such file"),
        (["retire", "keys/2024-01-01.pem", "--on", "2023-01-01"], "can be deleted"),
        (["keys", "none"], "none cannot be used"),
    ],
)
def test_what_cannot_be_done_with_keys(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, printed = asked(capsys, *arguments)
    assert (code, said in printed) == (2, True), printed


def test_checking_decks_brings_no_cryptography() -> None:
    code = (
        "import sys; from headjudge.cli.main import main;"
        " main(['check', 'ann.txt', 'ben.txt', '--format', 'modern']);"
        " sys.exit(not {'cryptography', 'joserfc'}.isdisjoint(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT)}, timeout=120
    )
    assert ran.returncode == 0


def test_a_line_that_cannot_be_read_makes_another_deck(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ann.txt").write_text(Path("ann.txt").read_text() + "\n10000 Black Lotus\n")
    verify = ("verify", "receipt.jws", "ann.txt", "ben.txt", "--key", "keys.json")
    found, printed = asked(capsys, *verify)
    assert (found, "Deck 1 is not the one of the receipt." in printed) == (1, True)

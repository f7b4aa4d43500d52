"""What holds whatever is sent to one process: each takes a text and raises Broken.

Each is run in a process of its own, in a folder of its own, which may take seconds and no more.
"""

from __future__ import annotations

import io
import json
import random
import re
import resource
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote_from_bytes

from cards.catalogue_files import NotACatalogue, open_catalogue
from headjudge.cli.main import main
from headjudge.web.pages.event import workbook_process
from tests.cards.small import small
from tests.cli.test_output import assert_harmless
from tests.fuzz.entrances import AS_PAGE, FORM_KEY
from tests.fuzz.repetition.senders import EVENT, OTHER, as_bytes, client, event, rows_of
from tests.web.registrations.events import csv_of, xlsx_of

SECRET = "zzyzx"
"""Stands in a file that is none of the repository's."""
CANNOT_BE_ASKED = 2
COLUMNS = 16_383
"""Cells between the first of a row and its last; a reader may hold each of them."""
ANNOTATION = re.compile("::(error|warning|notice) [^:]*::")


class Broken(AssertionError):
    """What should hold does not."""


def digest(text: str) -> None:
    """Two teams whose lists have the same digests have the same verdict."""
    plain, more = (_judged(one) for one in (OTHER, f"{OTHER}\n{text}"))
    if more and plain[0] == more[0] and plain[1] != more[1]:
        raise Broken("another verdict under the same digest")


def _judged(text: str) -> tuple[object, ...]:
    """The digests of a team, and its verdict; nothing where it was refused."""
    team = {"format": "modern", "decks": [{"list": text}, {"list": "60 Island"}]}
    data = json.dumps(team).encode()
    report = client().post("/v1/validate", data=data, content_type="application/json").json
    if not report or "legal" not in report:
        return ()
    return [deck["digest"] for deck in report["decks"]], report["legal"]


@cache
def _facts() -> bytes:
    """A small file of facts."""
    with TemporaryDirectory() as folder:
        return small(Path(folder, "facts.sqlite"), "2026-10-01").read_bytes()


def facts(text: str) -> None:
    """A file of facts that was altered anywhere is not opened."""
    whole, piece = _facts(), as_bytes(text)[:4_096]
    at = random.Random(piece).randrange(len(whole) - len(piece))
    altered = whole[:at] + piece + whole[at + len(piece) :]
    with TemporaryDirectory() as folder:
        file = Path(folder, "facts.sqlite")
        for data in (altered, whole[:at], whole + piece):
            file.write_bytes(data)
            with suppress(NotACatalogue):
                open_catalogue(file)
                if data != whole:
                    raise Broken("facts that were altered are opened")


class _Terminal(io.StringIO):
    """What is printed where somebody looks on."""

    def isatty(self) -> bool:
        return True


def _printed(arguments: tuple[str, ...], out: io.StringIO, codes: set[int]) -> str:
    """What a command prints; its exit code is to be one of these."""
    with redirect_stdout(out), redirect_stderr(out):
        try:
            code: object = main(arguments)
        except SystemExit as error:  # of the arguments
            code = error.code
    if code not in codes or "Traceback" in out.getvalue():
        raise Broken(f"{arguments[0]} ends with {code}")
    return out.getvalue()


def printed(text: str) -> None:
    """No output has control characters, or commands of the program that runs a job."""
    for name in ("a", text[:60].replace("/", "")):
        with suppress(OSError, ValueError):  # no file can have that name
            Path(f"{name}.txt").write_bytes(as_bytes(f"59 Forest\n1 {text}\n{text}\n"))
    shown = [
        _printed(("check", *EVENT, "."), io.StringIO(), {0, 1, 2}),
        _printed(("check", *EVENT, f"{text}.txt"), io.StringIO(), {0, 1, 2}),
        _printed(("explain", text), io.StringIO(), {0, 2}),
        _printed(("check", *EVENT, "a.txt"), _Terminal(), {0, 1, 2}),
    ]
    notes = _printed(("check", *EVENT, "--report", "github", "."), io.StringIO(), {0, 1, 2})
    shown += [ANNOTATION.sub("", line, count=1) for line in notes.splitlines()]
    for key in (f"format = {json.dumps(text)}", f"{json.dumps(text)} = 1"):
        Path("headjudge.toml").write_bytes(as_bytes(key))
        shown.append(_printed(("check", "."), io.StringIO(), {0, 1, 2}))
    for one in shown:
        assert_harmless(one)


def outside(text: str) -> None:
    """Nothing is told of a file that is none of the repository's, and no device is read."""
    Path("secret.txt").write_bytes(as_bytes(f"1 {SECRET} {text}\n{SECRET}{text}\n"))
    for folder in (".git", "one", "two"):
        Path("tree", folder).mkdir(parents=True)
        Path("tree", folder, "b.txt").write_text(OTHER)
    for name, target in {"one/a.dek": "../../secret.txt", "two/a.txt": "/dev/zero"}.items():
        Path("tree", name).symlink_to(target)
    for report in ("text", "github"):
        arguments = ("check", *EVENT, "--report", report, "tree")
        if SECRET in _printed(arguments, io.StringIO(), {1, 2}):
            raise Broken("a file out of the tree is told")


def full(text: str) -> None:
    """An output that cannot be written is no verdict."""
    Path("a.txt").write_bytes(as_bytes(text))
    Path("b.txt").write_text(OTHER)
    for arguments in (("check", *EVENT, "a.txt", "b.txt"), ("explain",)):
        said = io.StringIO()
        with Path("/dev/full").open("w") as out, redirect_stdout(out), redirect_stderr(said):
            code = main(arguments)
        if code != CANNOT_BE_ASKED or "Traceback" in said.getvalue():
            raise Broken(f"{arguments[0]} ends with {code}: {said.getvalue()[-200:]}")


def upload_name(text: str) -> None:
    """Whatever a file is called, its table is answered, and its name ends no header."""
    name = quote_from_bytes(as_bytes(text)[:2_000]).encode()
    head = b'--x\r\nContent-Disposition: form-data; name="'
    file = b"file\"; filename*=UTF-8''" + name + b"\r\n\r\n" + csv_of(rows_of(OTHER))

    def answer(**fields: str) -> Any:
        parts = b"".join(
            head + f'{field}"\r\n\r\n{value}\r\n'.encode() for field, value in fields.items()
        )
        return client().post(
            "/event", data=parts + head + file + b"\r\n--x--\r\n",
            content_type="multipart/form-data; boundary=x", headers=AS_PAGE,
        )  # fmt: skip

    first = answer(do="columns")
    found = FORM_KEY.search(first.text)
    if first.status_code >= 500 or not found:
        raise Broken(f"{first.status_code} to a name")
    last = answer(do="csv", format="modern", form_key=found[1])
    if last.status_code >= 500 or "\n" in str(last.headers.get("Content-Disposition")):
        raise Broken(f"{last.status_code} to the results of a name")


def workbook(text: str) -> None:
    """What reads a workbook has little memory, whatever is in it."""
    blank: list[list[str]] = [[]] * (len(text) % 1_500)
    event(
        xlsx_of({"A": [[_sendable(text)[:30_000]], *blank, [""] * COLUMNS + ["y"]]}), "event.xlsx"
    )
    most = max(workbook_process.MEMORY // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if used > most:
        raise Broken(f"{used:,} kB for a workbook")


def _sendable(text: str) -> str:
    """The text without halves of surrogates, which neither a setting nor a cell can have."""
    return text.encode("utf-8", "replace").decode()


INVARIANTS: Mapping[str, Callable[[str], None]] = {
    one.__name__: one
    for one in (
        digest, facts, printed, outside, full, upload_name, workbook,
    )
}  # fmt: skip
"""By name."""

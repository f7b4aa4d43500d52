"""Every way in: how inputs are sent there, and the samples that it takes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.fuzz.repetition import samples, senders
from tests.fuzz.repetition.recipes import PLACE
from tests.fuzz.repetition.senders import EVENT, HEADER_MAX, Send


class Entrance(NamedTuple):
    """One way in."""

    send: Send
    samples: dict[str, str]
    length: int = 1_000_000
    """Characters that are sent at most."""


FILE_MAX = 32_000
"""Characters of a file for a command, which knows no limit of lines, and tells what is amiss with
each of them: a few thousand lines take a second."""


def _of_lists(send: Send) -> Entrance:
    return Entrance(send, samples.LISTS)


def _of_files(*arguments: str) -> Entrance:
    return Entrance(partial(senders.command, arguments), samples.LISTS, FILE_MAX)


ENTRANCES: Mapping[str, Entrance] = {
    "validate": _of_lists(partial(senders.list_to, "/v1/validate", senders.team_of)),
    "validate, pool": _of_lists(partial(senders.list_to, "/v1/validate", senders.pool_of)),
    "parse": _of_lists(
        partial(senders.list_to, "/v1/decklists/parse", lambda text: {"list": text})
    ),
    "batch": _of_lists(senders.list_in_batch),
    "form": _of_lists(
        partial(
            senders.list_in_form, "/", {"format": "modern", "do": "check", "player": ""}, "list"
        )
    ),
    "form, file": _of_lists(senders.file_in_form),
    "pool page": _of_lists(
        partial(
            senders.list_in_form,
            "/pool",
            {"event": "sealed", "product": "6 DOM", "do": "list"},
            "list",
        )
    ),
    "event, cell": _of_lists(senders.list_in_table),
    "event, workbook": Entrance(senders.list_in_workbook, samples.LISTS, 32_000),
    "check": _of_files("check", *EVENT, "a.txt", "b.txt"),
    "check, sarif": _of_files("check", *EVENT, "--report", "sarif", "a.txt", "b.txt"),
    "init": _of_files("init", "--format", "modern", "."),
    "fix": _of_files("check", "--fix", *EVENT, "a.txt"),
    "baseline": _of_files("check", "--write-baseline", *EVENT, "a.txt", "b.txt"),
    **{
        f"json {path}": Entrance(partial(senders.json_to, path), documents)
        for path, documents in samples.DOCUMENTS.items()
    },
    "ndjson": Entrance(senders.lines_to, samples.LINES),
    "saved check": Entrance(senders.saved_check, samples.DOCUMENTS["/v1/validate"]),
    "form body": Entrance(partial(senders.form_to, "/"), samples.FORMS),
    "pool body": Entrance(partial(senders.form_to, "/pool"), samples.POOLS),
    "sheets body": Entrance(partial(senders.form_to, "/sheets"), samples.FORMS),
    "event": Entrance(senders.table, samples.TABLES),
    "event, name of the file": Entrance(senders.name_of_upload, samples.NAMES),
    "address": Entrance(senders.address, samples.ADDRESSES, HEADER_MAX),
    "header": Entrance(senders.header, samples.HEADERS, HEADER_MAX),
    "headjudge.toml": Entrance(
        partial(senders.settings, "headjudge.toml", ("check", ".")),
        {"settings": samples.SETTINGS["settings"]},
    ),
    ".gitignore": Entrance(
        partial(senders.settings, ".gitignore", ("check", *EVENT, ".")),
        {"ignored": samples.SETTINGS["ignored"]},
    ),
    "house rules": Entrance(
        partial(
            senders.settings, "house.toml", ("check", "--config", "club.toml", "a.txt", "b.txt")
        ),
        {"house": samples.SETTINGS["house"]},
    ),
    "cli batch": Entrance(
        partial(senders.settings, "teams.ndjson", ("batch", "teams.ndjson")),
        samples.LINES,
    ),
    "file names": Entrance(senders.file_names, samples.NAMES, 100_000),
}
"""By name, every way in."""


def warm() -> None:
    """Let each entrance answer once, so that what is made for the first request is there."""
    with ExitStack() as quiet:
        quiet.enter_context(chdir(quiet.enter_context(TemporaryDirectory())))
        nothing = quiet.enter_context(Path(os.devnull).open("w"))
        quiet.enter_context(redirect_stdout(nothing))
        quiet.enter_context(redirect_stderr(nothing))
        for entrance in ENTRANCES.values():
            sample = next(iter(entrance.samples.values()))
            entrance.send(sample.replace(PLACE, ""))
        ENTRANCES["validate"].send(samples.LISTS["csv"].replace(PLACE, ""))  # with a misspelt title

"""Every way in (`ENTRANCES`): how a text is sent there, which gives the status of the answer.

The command line gives its exit status; its inputs are files in the working directory.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

from werkzeug.test import Client, TestResponse

from app import create_app
from headjudge.cli.main import main
from tests.fuzz import samples
from tests.fuzz.common import AS_PAGE, FORM, FORM_KEY, LINES
from tests.fuzz.recipes import PLACE
from tests.web.registrations.events import csv_of, xlsx_of

UNSENT = 400
"""Stands for what no client could send."""
HEADER_MAX = 8_000
"""Characters that the server takes of a header, or of an address."""
OTHER = "60 Forest"
EVENT = ("--format", "modern", "--as-of", "2024-10-01")
Send = Callable[[str], int]


@cache
def client() -> Client:
    """A client of the service, in this process."""
    return Client(create_app())


def as_bytes(text: str) -> bytes:
    """The text in UTF-8; half a surrogate stays half of one."""
    return text.encode("utf-8", "surrogatepass")


def json_to(path: str, text: str) -> int:
    """A body of JSON, as it is."""
    return _status(client().post(path, data=as_bytes(text), content_type="application/json"))


def list_to(path: str, build: Callable[[str], Any], text: str) -> int:
    """A list within JSON."""
    return json_to(path, json.dumps(build(text)))


def lines_to(text: str) -> int:
    """A batch."""
    response = client().post("/v1/validate/batch", data=as_bytes(text), content_type=LINES)
    answers = [json.loads(line)["status"] for line in response.text.splitlines() if line]
    return int(max([response.status_code, *(one for one in answers if one >= 500)]))


def list_in_batch(text: str) -> int:
    """A list within a line of a batch."""
    return batched("Ann", text)


def batched(player: str, text: str) -> int:
    """A line of a batch with the name of a player, and the list."""
    return lines_to(json.dumps(played_by(player, text)) + "\n")


def form_to(path: str, text: str) -> int:
    """The body of a form, as it is."""
    data = as_bytes(text)
    return _status(client().post(path, data=data, content_type=FORM, headers=AS_PAGE))


def list_in_form(path: str, fields: Mapping[str, str], name: str, text: str) -> int:
    """A list, or words, in a field of a form."""
    data = {**fields, name: as_bytes(text)}
    return _status(client().post(path, data=data, content_type=FORM, headers=AS_PAGE))


def file_in_form(text: str) -> int:
    """A list as a file of the form."""
    return _file_to("/", as_bytes(text), "list.txt", {"format": "modern", "list": "", "player": ""})


def linked_check(text: str) -> int:
    """The check of a link, in the form."""
    data = {"do": "open", "request": as_bytes(text)}
    return _status(client().post("/", data=data, headers=AS_PAGE))


def event(data: bytes, name: str = "event.csv") -> int:
    """A file of a whole event: its columns, and where it is a table the verdicts."""
    sent: dict[str, Any] = {"do": "columns", "file": (io.BytesIO(data), name)}
    response = client().post("/event", data=sent, headers=AS_PAGE)
    status = response.status_code
    if found := FORM_KEY.search(response.text):
        sent = {"do": "check", "format": "modern", "form_key": found[1]}
        sent["file"] = (io.BytesIO(data), name)
        status = max(status, _status(client().post("/event", data=sent, headers=AS_PAGE)))
    return status


def table(text: str) -> int:
    """A table of an event, as it is."""
    return event(as_bytes(text))


def list_in_table(text: str) -> int:
    """A list in a cell of a table."""
    return registered("Ann", text)


def registered(player: str, text: str) -> int:
    """A table with the name of a player, and the list."""
    rows = rows_of(text)
    rows[1][1] = player
    return event(csv_of(rows, errors="surrogatepass").replace(b"\x00", b""))


def validated(player: str, text: str) -> int:
    """A team with the name of a player, and the list."""
    return json_to("/v1/validate", json.dumps(played_by(player, text)))


def played_by(player: str, text: str) -> dict[str, Any]:
    team = team_of(text)
    team["decks"][0]["player"] = player
    return team


def list_in_workbook(text: str) -> int:
    """A list in a cell of a workbook."""
    return event(xlsx_of({"Teams": rows_of(text[:32_000])}), "event.xlsx")


def name_of_upload(text: str) -> int:
    """The name of a file that is uploaded."""
    name = text.replace("\r", "").replace("\n", "").encode("utf-8", "replace").decode()
    return max(
        event(csv_of(rows_of("60 Forest")), name),
        _file_to("/", b"60 Forest", name, {"format": "modern", "list": "", "player": ""}),
    )


def address(text: str) -> int:
    """An address with its query."""
    path, _, query = text.partition("?")
    safe = quote(as_bytes(path), "/%")
    return _status(client().get(safe, query_string=quote(as_bytes(query), "&=+%")))


def header(text: str) -> int:
    """A header, of a page and of a request of the API."""
    name, _, value = text.partition(": ")
    value = value.encode("utf-8", "replace").decode("latin-1")
    if any(sign in value for sign in "\r\n\x00"):
        return UNSENT
    body = b'{"list":"4 Opt"}'
    headers = {"Content-Type": "application/json", name: value}
    return max(
        _status(client().get("/formats/modern", headers={name: value})),
        _status(client().post("/v1/decklists/parse", data=body, headers=headers)),
    )


def command(arguments: tuple[str, ...], text: str) -> int:
    """A command about a file with the text."""
    Path("a.txt").write_bytes(as_bytes(text))
    Path("b.txt").write_text(OTHER)
    return _exit(main(arguments))


def settings(file: str, arguments: tuple[str, ...], text: str) -> int:
    """A command with a file of settings."""
    for name in ("a.txt", "b.txt"):
        Path(name).write_text(OTHER)
    Path("club.toml").write_text('house = "house.toml"\n')
    Path(file).write_bytes(as_bytes(text))
    return _exit(main(arguments))


def file_names(text: str) -> int:
    """The names of files in a folder that is checked, a line each."""
    for line in text.split("\n")[:2_000]:
        path = Path("decks", *(part[:80] for part in line.split("/")[:20] if part.strip(".")))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(OTHER)
        except (OSError, ValueError):
            continue
    return _exit(main(("check", *EVENT, "decks"))) if Path("decks").is_dir() else UNSENT


def team_of(text: str) -> dict[str, Any]:
    return {"format": "modern", "decks": [{"player": "Ann", "list": text}, {"list": OTHER}]}


def pool_of(text: str) -> dict[str, Any]:
    return {"format": "sealed", "decks": [{"list": "40 Forest"}], "pool": {"list": text}}


def rows_of(text: str) -> list[list[str]]:
    return [
        ["Team", "Player A", "Decklist A", "Player B", "Decklist B"],
        ["One", "Ann", text, "Ben", OTHER],
        ["Two", "Cat", "4 Opt\n56 Island", "Dan", OTHER],
    ]


def _file_to(path: str, data: bytes, name: str, fields: Mapping[str, str]) -> int:
    sent = {**fields, "file": (io.BytesIO(data), name)}
    return _status(client().post(path, data=sent, headers=AS_PAGE))


def _status(response: TestResponse) -> int:
    response.get_data()
    return response.status_code


def _exit(code: int) -> int:
    """A status for an exit code of the command line."""
    return {0: 200, 1: 200, 2: 422}.get(code, 500)


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
    return Entrance(partial(command, arguments), samples.LISTS, FILE_MAX)


ENTRANCES: Mapping[str, Entrance] = {
    "validate": _of_lists(partial(list_to, "/v1/validate", team_of)),
    "validate, pool": _of_lists(partial(list_to, "/v1/validate", pool_of)),
    "parse": _of_lists(partial(list_to, "/v1/decklists/parse", lambda text: {"list": text})),
    "batch": _of_lists(list_in_batch),
    "form": _of_lists(
        partial(list_in_form, "/", {"format": "modern", "do": "check", "player": ""}, "list")
    ),
    "form, file": _of_lists(file_in_form),
    "pool page": _of_lists(
        partial(
            list_in_form,
            "/pool",
            {"event": "sealed", "product": "6 DOM", "do": "list"},
            "list",
        )
    ),
    "event, cell": _of_lists(list_in_table),
    "event, workbook": Entrance(list_in_workbook, samples.LISTS, 32_000),
    "check": _of_files("check", *EVENT, "a.txt", "b.txt"),
    "check, sarif": _of_files("check", *EVENT, "--report", "sarif", "a.txt", "b.txt"),
    "init": _of_files("init", "--format", "modern", "."),
    "fix": _of_files("check", "--fix", *EVENT, "a.txt"),
    "baseline": _of_files("check", "--write-baseline", *EVENT, "a.txt", "b.txt"),
    **{
        f"json {path}": Entrance(partial(json_to, path), documents)
        for path, documents in samples.DOCUMENTS.items()
    },
    "ndjson": Entrance(lines_to, samples.LINES),
    "linked check": Entrance(linked_check, samples.DOCUMENTS["/v1/validate"]),
    "form body": Entrance(partial(form_to, "/"), samples.FORMS),
    "pool body": Entrance(partial(form_to, "/pool"), samples.POOLS),
    "sheets body": Entrance(partial(form_to, "/sheets"), samples.FORMS),
    "event": Entrance(table, samples.TABLES),
    "event, name of the file": Entrance(name_of_upload, samples.NAMES),
    "address": Entrance(address, samples.ADDRESSES, HEADER_MAX),
    "header": Entrance(header, samples.HEADERS, HEADER_MAX),
    "headjudge.toml": Entrance(
        partial(settings, "headjudge.toml", ("check", ".")),
        {"settings": samples.SETTINGS["settings"]},
    ),
    ".gitignore": Entrance(
        partial(settings, ".gitignore", ("check", *EVENT, ".")),
        {"ignored": samples.SETTINGS["ignored"]},
    ),
    "house rules": Entrance(
        partial(settings, "house.toml", ("check", "--config", "club.toml", "a.txt", "b.txt")),
        {"house": samples.SETTINGS["house"]},
    ),
    "cli batch": Entrance(
        partial(settings, "teams.ndjson", ("batch", "teams.ndjson")),
        samples.LINES,
    ),
    "file names": Entrance(file_names, samples.NAMES, 100_000),
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

"""ZIP archives: of decklists, or of a table, such as exports of Google Forms.

Folders and names of files identify their owners: `Team/Player.txt`, `Team - Player.txt`, or
`Team.a.txt` and `Team.b.txt`; any other file is a team's. `pool.txt` in a team's folder and
`Team.pool.txt` contain its card pool.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import PurePosixPath
from typing import NamedTuple

from headjudge import decklists
from headjudge.decklists.file_names import MEMBER, POOL, may_be_deck
from headjudge.web.pages.event.table import TEXT_MAX, TOO_MUCH_TEXT, CannotBeRead, TableRow
from messages import say

FILES_MAX = 10_000
BYTES_MAX = 128 * 1024 * 1024
"""Bytes of all files, as the archive declares them; no more are ever unpacked."""
FILE_BYTES_MAX = 1024 * 1024
"""Bytes of a decklist."""
HEADER = ("Team", "Player", "Decklist", "Card pool", "File")
TABLES = (".csv", ".ods", ".tsv", ".xlsx")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SEPARATOR = re.compile(r"\s[-–—]\s|__")
"""Separates team and player in the name of a player's file."""
DIRECTORY_ENTRY = b"PK\x01\x02"
TOO_MANY_FILES = say("The archive has more than {files} files. Please split it.", files=FILES_MAX)
BAD_ARCHIVE = say("This archive is damaged and cannot be opened.")


class Owner(NamedTuple):
    """The owner of a file."""

    team: str
    player: str = ""
    is_pool: bool = False


def open_archive(data: bytes) -> zipfile.ZipFile:
    """Open an archive; raises CannotBeRead if it is damaged, or larger than any event's."""
    if data.count(DIRECTORY_ENTRY) > FILES_MAX:  # each takes a kilobyte of memory
        raise CannotBeRead(TOO_MANY_FILES)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise CannotBeRead(BAD_ARCHIVE) from None
    infos = archive.infolist()
    if len(infos) > FILES_MAX:
        raise CannotBeRead(TOO_MANY_FILES)
    if sum(info.compress_size for info in infos) > len(data):  # overlapping members (zip bomb)
        raise CannotBeRead(BAD_ARCHIVE)
    if sum(info.file_size for info in infos) > BYTES_MAX:
        raise CannotBeRead(TOO_MUCH_TEXT)
    return archive


def is_workbook(archive: zipfile.ZipFile) -> bool:
    """Whether the archive is a spreadsheet: .xlsx and .ods are archives too."""
    names = set(archive.namelist())
    return "[Content_Types].xml" in names or {"mimetype", "content.xml"} <= names


def visible_files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files, without folders and hidden ones, in archive order."""
    return [file for file in archive.infolist() if not _is_hidden(file.filename)]


def content(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> bytes | None:
    """The bytes of a file, up to the declared size; None if it is unreadable."""
    if file.compress_type not in METHODS:  # other methods need unbounded memory
        return None
    try:
        return archive.read(file)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, EOFError, zlib.error):
        return None


def deck_rows(
    archive: zipfile.ZipFile, files: Sequence[zipfile.ZipInfo]
) -> tuple[list[TableRow], list[str]]:
    """A row for each decklist and pool, under a header, and the names of all other files.

    Raises CannotBeRead as soon as there is more text than an event has, since archives are
    compressed.
    """
    lists: list[zipfile.ZipInfo] = []
    left_out: list[str] = []
    for file in files:
        if may_be_deck(PurePosixPath(file.filename).name):
            lists.append(file)
        else:
            left_out.append(file.filename)
    owners = owners_of([file.filename for file in lists])
    rows, left = [TableRow(1, HEADER)], TEXT_MAX
    for number, (file, owner) in enumerate(zip(lists, owners, strict=True), 2):
        text, fault = _text(archive, file)
        left -= len(text)
        if left < 0:
            raise CannotBeRead(TOO_MUCH_TEXT)
        parts = ("", text) if owner.is_pool else (text, "")
        rows.append(TableRow(number, (owner.team, owner.player, *parts, file.filename), fault))
    return rows, left_out


def owners_of(names: Sequence[str]) -> list[Owner]:
    """The owner of each file. Folders shared by all files are ignored."""
    parents = [PurePosixPath(name).parent.parts for name in names]
    levels = zip(*parents, strict=False)
    shared = sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, levels))
    return [
        _owner(" / ".join(parent[shared:]), PurePosixPath(name).stem)
        for name, parent in zip(names, parents, strict=True)
    ]


def _owner(folder: str, stem: str) -> Owner:
    if pool := POOL.fullmatch(stem):
        return Owner(" / ".join(filter(None, (folder, pool["team"]))), is_pool=True)
    if member := MEMBER.fullmatch(stem):
        return Owner(" / ".join(filter(None, (folder, member["team"]))))
    if folder:
        return Owner(folder, stem)
    if separator := SEPARATOR.search(stem, 1):
        team, player = stem[: separator.start()].strip(), stem[separator.end() :].strip()
        if team and player:
            return Owner(team, player)
    return Owner(stem)


def _text(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> tuple[str, str]:
    if file.file_size > FILE_BYTES_MAX:
        return "", "long"
    data = content(archive, file)
    if data is None:
        return "", "damaged"
    try:
        return decklists.decode(data).text, ""
    except decklists.NoText:
        return "", "no-text"


def table_files(files: Sequence[zipfile.ZipInfo]) -> Iterator[zipfile.ZipInfo]:
    """The files that are tables, by name."""
    return (file for file in files if PurePosixPath(file.filename).suffix.lower() in TABLES)


def _is_hidden(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return name.endswith("/") or any(part.startswith((".", "__MACOSX")) for part in parts)

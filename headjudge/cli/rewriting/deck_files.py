"""Files to be rewritten: finding them, reading with encoding, atomic replacement."""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from headjudge.cli.errors import CommandError, file_errors
from headjudge.cli.files import STDIN, decode, display_name, is_link, read_bytes
from headjudge.cli.teams.groups import discover, excluded_files
from headjudge.cli.teams.settings import Settings

BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252")
"""Encodings in which a text gives its original bytes again."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of lists as text, with the information needed to write it back."""

    name: str
    text: str
    encoding: str
    bom: bytes

    def with_text(self, text: str) -> bytes:
        """The bytes of the file with another text; raises CommandError."""
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            sign = error.object[error.start]
            raise CommandError(
                f"{display_name(self.name)} is {self.encoding}, which has no “{sign}”: save the"
                " file as UTF-8 first."
            ) from None


def read_file(name: str, root: Path | None = None) -> TextFile:
    """Read a file, or standard input; raises CommandError. `root` as for `files.real_path`."""
    if is_link(name):
        raise CommandError(f"{name} is a link, and only files are written anew.")
    data = read_bytes(name, root)
    text = decode(name, data).text
    bom = next((bom for bom in BOMS if data.startswith(bom)), b"")
    for encoding in ENCODINGS:
        with suppress(UnicodeEncodeError):
            if bom + text.encode(encoding) == data:
                return TextFile(name, text, encoding, bom)
    raise CommandError(f"{display_name(name)} cannot be written again as it is.")


def replace(file: TextFile, text: str) -> None:
    """Replace a file's text atomically; raises CommandError.

    Links are kept, and their targets replaced.
    """
    data = file.with_text(text)
    path = Path(os.path.realpath(file.name))
    with file_errors(file.name, "cannot be written"):
        if not os.access(path, os.W_OK):
            raise PermissionError(None, "it is read-only")
        _replace(path, data)


def _replace(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(temporary).chmod(path.stat().st_mode)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def deck_files(paths: Sequence[str]) -> Iterator[tuple[str, Path | None]]:
    """The files named or found in named folders, without repetition; the latter with their root.

    In folders these are the files that `headjudge check` would read. Raises CommandError.
    """
    seen: set[str] = set()
    for name, root in _deck_paths(paths):
        try:
            real = os.path.realpath(name)
        except ValueError:  # NUL in the name, reported when it is read
            real = name
        if real not in seen:
            seen.add(real)
            yield name, root


def _deck_paths(paths: Sequence[str]) -> Iterator[tuple[str, Path | None]]:
    files = [name for name in paths if name != STDIN and not Path(name).is_dir()]
    left_out = excluded_files(files)
    for name in paths:
        if name in left_out:
            continue
        if name == STDIN or not Path(name).is_dir():
            yield name, None
            continue
        for group in discover([name], Settings()).groups:
            if group.problem:
                raise CommandError(group.problem)
            files = sorted([*group.files, *group.pools.values()])
            yield from ((file, group.root) for file in files)

"""The folder of an audit's results, on a disk or in the cloud: whole files alone.

question.json   what was asked
plans/          the parts of each file of the corpus, so that they are not sought again
results/        a Parquet file a part, a row a team
titles/         the index: a Parquet file a part, a row a title of a deck
summary.json    written last; without it the audit is not complete
impact/         answers of --impact
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import UnsupportedOperation
from typing import IO, Any, NamedTuple

import fsspec

from cards.durable import PART

QUESTION, SUMMARY = "question.json", "summary.json"
PLANS, RESULTS, TITLES, IMPACT = "plans", "results", "titles", "impact"


class Store(NamedTuple):
    """A folder by its address."""

    url: str

    def at(self, *parts: str) -> Store:
        """A folder within."""
        return Store("/".join((self.url.rstrip("/"), *parts)))

    def place(self, name: str = "") -> tuple[Any, str]:
        """The file system, and the path of a file or folder of that name there."""
        fs, path = fsspec.url_to_fs(self.url)
        return fs, f"{path}/{name}".rstrip("/")

    def names(self, folder: str = "") -> list[str]:
        """The names in a folder of it, sorted; none where there is no folder."""
        fs, path = self.place(folder)
        try:
            fs.invalidate_cache()
            paths = fs.ls(path, detail=False)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(each.rstrip("/").rpartition("/")[2] for each in paths)

    def read(self, name: str) -> Any:
        """A JSON document; None where there is none."""
        try:
            with self.open_file(name) as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def write(self, name: str, document: Any) -> None:
        """Put a JSON document there."""
        with self.writing(name) as file:
            file.write(json.dumps(document, indent=1).encode() + b"\n")

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """A file to write under another name, which is renamed once it is whole.

        Two writers of one name leave what one of them wrote.
        """
        part = f"{name.rpartition('/')[0]}/.{uuid.uuid4().hex}{PART}"
        fs, path = self.place(part)
        fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        try:
            with fs.open(path, "wb") as file:
                yield file
                file.flush()
                with suppress(AttributeError, UnsupportedOperation):  # where it is on no disk
                    os.fsync(file.fileno())
            fs.mv(path, self.place(name)[1])
        except BaseException:
            self.remove(part)
            raise

    @contextmanager
    def open_file(self, name: str) -> Iterator[IO[bytes]]:
        """A file's bytes."""
        fs, path = self.place(name)
        with fs.open(path, "rb") as file:
            yield file

    def remove(self, name: str) -> None:
        """Remove a file or folder, if it is there."""
        fs, path = self.place(name)
        if fs.exists(path):
            fs.rm(path, recursive=True)

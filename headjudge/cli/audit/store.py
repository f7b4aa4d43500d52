"""The folder of an audit's results, on disk or in cloud storage; files are written atomically.

question.json   the question
plans/          the parts of each file of the corpus, to avoid searching for them again
results/        a Parquet file per part, a row per team
titles/         the index: a Parquet file per part, a row per title of a deck
summary.json    written last; without it the audit is incomplete
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
    """A folder, given by its address."""

    url: str

    def at(self, *parts: str) -> Store:
        """A subfolder."""
        return Store("/".join((self.url.rstrip("/"), *parts)))

    def place(self, name: str = "") -> tuple[Any, str]:
        """The file system, and the path of a file or folder in this one."""
        fs, path = fsspec.url_to_fs(self.url)
        return fs, f"{path}/{name}".rstrip("/")

    def names(self, folder: str = "") -> list[str]:
        """The sorted names in a subfolder; empty if it does not exist."""
        fs, path = self.place(folder)
        try:
            fs.invalidate_cache()
            paths = fs.ls(path, detail=False)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(each.rstrip("/").rpartition("/")[2] for each in paths)

    def read(self, name: str) -> Any:
        """A JSON document; None if it does not exist."""
        try:
            with self.open_file(name) as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def write(self, name: str, document: Any) -> None:
        """Write a JSON document."""
        with self.writing(name) as file:
            file.write(json.dumps(document, indent=1).encode() + b"\n")

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """A temporary file that is renamed when complete.

        With concurrent writers, the result is that of one of them.
        """
        part = f"{name.rpartition('/')[0]}/.{uuid.uuid4().hex}{PART}"
        fs, path = self.place(part)
        fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        try:
            with fs.open(path, "wb") as file:
                yield file
                file.flush()
                with suppress(AttributeError, UnsupportedOperation):  # not a local file
                    os.fsync(file.fileno())
            fs.mv(path, self.place(name)[1])
        except BaseException:
            self.remove(part)
            raise

    @contextmanager
    def open_file(self, name: str) -> Iterator[IO[bytes]]:
        """Open a file for reading."""
        fs, path = self.place(name)
        with fs.open(path, "rb") as file:
            yield file

    def remove(self, name: str) -> None:
        """Remove a file or folder, if it exists."""
        fs, path = self.place(name)
        if fs.exists(path):
            fs.rm(path, recursive=True)

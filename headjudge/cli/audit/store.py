"""The folder of an audit's results, on a disk or in the cloud: whole files alone.

question.json   what was asked
plan.json       the partitions of the corpus, so that they are not sought again
results/        a Parquet file a partition, a row a team
titles/         the index: a Parquet file a partition, a row a title of a deck
summary.json    written last; without it the audit is not complete
impact/         answers of --impact
"""

from __future__ import annotations

import json
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import fsspec

from cards import durable

QUESTION, PLAN, SUMMARY = "question.json", "plan.json", "summary.json"
RESULTS, TITLES, IMPACT = "results", "titles", "impact"
PARQUET = ".parquet"


class Store(NamedTuple):
    """A folder by its address."""

    url: str

    def at(self, *parts: str) -> Store:
        """A folder within."""
        return Store("/".join((self.url.rstrip("/"), *parts)))

    def names(self, folder: str = "") -> list[str]:
        """What is in a folder of it, sorted; nothing where there is none."""
        fs, path = self._place(folder)
        try:
            fs.invalidate_cache()
            found = fs.ls(path, detail=False)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(one.rstrip("/").rpartition("/")[2] for one in found)

    def read(self, name: str) -> Any:
        """A JSON document; None where there is none."""
        fs, path = self._place(name)
        try:
            with fs.open(path, "rb") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def write(self, name: str, document: Any) -> None:
        """Put a JSON document there."""
        with self.writing(name) as path:
            path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """A local file to write, which is put there as a whole when it is done.

        On a disk that is a rename, in the cloud an upload: neither shows half of a file, and two
        writers of one name leave what one of them wrote.
        """
        fs, target = self._place(name)
        fs.makedirs(target.rpartition("/")[0], exist_ok=True)
        is_local = isinstance(fs, fsspec.implementations.local.LocalFileSystem)
        folder = Path(tempfile.mkdtemp(prefix="headjudge-")) if not is_local else None
        name = f".{uuid.uuid4().hex}{durable.PART}"
        part = (folder or Path(target).parent) / name
        try:
            yield part
            if is_local:
                durable.move(part, Path(target))
            else:
                fs.put_file(str(part), target)
        finally:
            part.unlink(missing_ok=True)
            if folder:
                shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def opened(self, name: str) -> Iterator[Any]:
        """A file's bytes."""
        fs, path = self._place(name)
        with fs.open(path, "rb") as file:
            yield file

    def rename(self, old: str, new: str) -> None:
        """Call a file otherwise."""
        fs, path = self._place(old)
        fs.mv(path, self._place(new)[1])

    def remove(self, name: str) -> None:
        """Remove a file or folder, if it is there."""
        fs, path = self._place(name)
        if fs.exists(path):
            fs.rm(path, recursive=True)

    def _place(self, name: str) -> tuple[Any, str]:
        fs, path = fsspec.url_to_fs(self.url)
        return fs, f"{path}/{name}".rstrip("/")

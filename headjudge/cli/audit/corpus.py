"""The files of a corpus, and their parts: whole rows judged by one worker."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import re
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, Any, Literal, NamedTuple, cast
from urllib.parse import quote

import fsspec
from fsspec.utils import infer_compression
from pyarrow import ArrowException
from pyarrow.parquet import ParquetFile

from headjudge.cli.errors import CommandError, file_errors

Kind = Literal["ndjson", "parquet"]
KINDS: dict[str, Kind] = {
    ".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet", ".pq": "parquet",
}  # fmt: skip
LONGEST = 1024 * 1024
"""Bytes of a row of NDJSON; the same limit as for a batch line of the service."""
NAME_LENGTH = 150
"""Characters of a file's name within the name of its results; file systems allow 255."""
DIGITS = 16
DAMAGES = (ArrowException, EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)


class CorpusFile(NamedTuple):
    """A file at the time the corpus was listed."""

    url: str
    name: str
    """Its path relative to the corpus, as in the results."""
    size: int
    version: str
    """A digest of its metadata: size, time, ETag."""
    kind: Kind
    packing: str | None
    """`gzip`, `xz`, ...; a compressed file is a single part."""

    def open(self) -> IO[bytes]:
        """Open the file, decompressed."""
        fs, path = fsspec.url_to_fs(self.url)
        return cast(IO[bytes], fs.open(path, "rb", compression=self.packing))

    def check_unchanged(self) -> None:
        """Raise CommandError if the file was changed since the corpus was listed."""
        fs, path = fsspec.url_to_fs(self.url)
        fs.invalidate_cache()
        if _version(fs, path) != self.version:
            raise CommandError(f"{self.name} was changed while it was read; ask again.")


class Part(NamedTuple):
    """Rows of a file from `start` to `stop`: bytes of NDJSON, or row groups of Parquet."""

    file: CorpusFile
    start: int
    stop: int | None
    """None for the end of a file of unknown decompressed size."""
    row: int
    """The number of its first row in the file, from 1."""
    size: int
    """Its size in bytes within the file, for the progress bar."""

    @property
    def name(self) -> str:
        """The name of its results: the same for the same rows of the same file version."""
        name = quote(self.file.name, safe="")[:NAME_LENGTH]
        return f"{name}-{self.start:015}-{self.file.version}.parquet"


def find(corpus: str, outside: str = "") -> list[CorpusFile]:
    """The files of a corpus (a file, a folder or a pattern), in the order of their results.

    Files in the folder `outside` are excluded. Raises CommandError.
    """
    fs, path = file_system(corpus)
    with file_errors(corpus):
        fs.invalidate_cache()
        if fs.isdir(path):
            base, paths = path, fs.find(path)
        elif fs.exists(path):
            base, paths = path.rpartition("/")[0], [path]
        else:
            base = re.split(r"[*?\[]", path, maxsplit=1)[0].rpartition("/")[0]
            paths = [match for match in fs.glob(path) if fs.isfile(match)]
            if not paths:
                raise FileNotFoundError("No such file or directory")
        files = [_file(fs, match, base) for match in paths]
    results = f"{outside.rstrip('/')}/"
    inside = [file for file in files if file and not (outside and file.url.startswith(results))]
    if not inside:
        endings = ", ".join(KINDS)
        raise CommandError(f"There is no corpus in {corpus}: its files end with {endings}.")
    return sorted(inside, key=lambda file: quote(file.name, safe=""))


def file_system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it; raises CommandError."""
    try:
        return cast(tuple[Any, str], fsspec.url_to_fs(address))
    except (ImportError, ValueError) as error:
        raise CommandError(f"{address}: {error}") from None


def parts_of(file: CorpusFile, block: int) -> list[Part]:
    """Split a file into parts of about `block` bytes.

    Compressed files cannot be split, and damaged ones are not: their rows report the damage. Of
    NDJSON all lines are read to find their offsets and numbers, of Parquet only the footer.
    """
    file.check_unchanged()
    whole = Part(file, 0, None, 1, file.size)
    if file.packing:
        return [whole]
    try:
        with file.open() as stream:
            split = _parts_of_lines if file.kind == "ndjson" else _parts_of_groups
            return list(split(file, stream, block))
    except (OSError, *DAMAGES) as error:
        if not is_damage(error):
            raise
        return [whole]


def lines_of(file: IO[bytes]) -> Iterator[tuple[bytes | None, int]]:
    """Each line with its size in bytes; None for a line over the limit."""
    while line := file.readline(LONGEST):
        size = len(line)
        is_whole = size < LONGEST or line.endswith(b"\n")
        if not is_whole:
            while rest := file.readline(LONGEST):
                size += len(rest)
                if rest.endswith(b"\n"):
                    break
        yield line if is_whole else None, size


def is_damage(error: Exception) -> bool:
    """Whether an error is due to the file rather than the disk or the network."""
    # bz2 and Parquet raise a bare OSError, without an errno.
    return isinstance(error, DAMAGES) or (type(error) is OSError and error.errno is None)


def _parts_of_lines(file: CorpusFile, stream: IO[bytes], block: int) -> Iterator[Part]:
    start = stop = 0
    first = number = 1
    for _, size in lines_of(stream):
        stop += size
        number += 1
        if stop - start >= block:
            yield Part(file, start, stop, first, stop - start)
            start, first = stop, number
    if stop > start:
        yield Part(file, start, stop, first, stop - start)


def _parts_of_groups(file: CorpusFile, stream: IO[bytes], block: int) -> Iterator[Part]:
    metadata = ParquetFile(stream).metadata
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    packed = file.size / max(sum(group.total_byte_size for group in groups), 1)
    start = size = rows = 0
    row = 1
    for index, group in enumerate(groups):
        size += group.total_byte_size
        rows += group.num_rows
        if size >= block or index == len(groups) - 1:
            yield Part(file, start, index + 1, row, int(size * packed))
            start, row = index + 1, row + rows
            size = rows = 0


def _file(fs: Any, path: str, base: str) -> CorpusFile | None:
    name = path.removeprefix(base).lstrip("/")
    packing = infer_compression(name)
    stem = name[: name.rindex(".")] if packing else name
    kind = KINDS.get(PurePosixPath(stem).suffix.lower())
    if kind is None or any(part.startswith(".") for part in PurePosixPath(name).parts):
        return None
    version = _version(fs, path)
    return CorpusFile(fs.unstrip_protocol(path), name, fs.size(path), version, kind, packing)


def _version(fs: Any, path: str) -> str:
    key = f"{fs.unstrip_protocol(path)} {fs.ukey(path)}"
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]

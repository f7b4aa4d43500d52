"""The files of a corpus, and the partitions of whole rows that it is judged by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath
from typing import IO, Any, Literal, NamedTuple, cast

import fsspec
from fsspec.utils import infer_compression

from headjudge.cli.audit import delimited
from headjudge.cli.audit.rows import has_lists, roles_of
from headjudge.cli.errors import CannotBeAsked

Kind = Literal["ndjson", "csv", "parquet"]
KINDS: dict[str, Kind] = {
    ".ndjson": "ndjson", ".jsonl": "ndjson", ".csv": "csv", ".tsv": "csv",
    ".parquet": "parquet", ".pq": "parquet",
}  # fmt: skip
STAMPS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "updated", "modify")
"""What file systems say of a file's version, the surest first; where none does, the size does."""
DIGITS = 16


class CorpusFile(NamedTuple):
    """A file as it was when the corpus was looked through."""

    url: str
    name: str
    """What results call it: its path in the corpus."""
    size: int
    stamp: str
    kind: Kind
    packing: str | None
    """`gzip`, `xz`...; such a file is one partition."""

    @property
    def identity(self) -> str:
        """The same for the same version of a file."""
        return _digest(self.url, self.size, self.stamp)

    def open(self) -> IO[bytes]:
        """The file's bytes, unpacked."""
        fs, path = fsspec.url_to_fs(self.url)
        return cast(IO[bytes], fs.open(path, "rb", compression=self.packing))

    def check_unchanged(self) -> None:
        """Raises CannotBeAsked where this is no longer the file that was looked at."""
        fs, path = fsspec.url_to_fs(self.url)
        fs.invalidate_cache()
        info = fs.info(path)
        if (info["size"], _stamp(info)) != (self.size, self.stamp):
            raise CannotBeAsked(f"{self.name} was changed while it was read; ask again.")


class Partition(NamedTuple):
    """Some rows of a file, from `start` to `stop`: bytes, or row groups of Parquet."""

    file: CorpusFile
    start: int
    stop: int | None
    """None is the file's end, where its unpacked size is not known."""
    row: int
    """The number of the first row in its file, from 1; a table's header is row 1."""
    size: int
    """Bytes of the file that it takes, for showing how far the work is."""
    header: tuple[str, ...] = ()
    delimiter: str = ","
    fault: str = ""
    """Why nothing of the file can be read."""

    @property
    def identity(self) -> str:
        """The same for the same rows of the same version of a file."""
        return _digest(self.file.identity, self.start, self.stop)


def find(corpus: str, outside: str = "") -> list[CorpusFile]:
    """The files of a corpus (a file, a folder or a pattern) by path; CannotBeAsked.

    What lies in the folder `outside` is no part of it.
    """
    fs, path = file_system(corpus)
    try:
        fs.invalidate_cache()
        if any(sign in path for sign in "*?[") and not fs.exists(path):
            base, found = _unmagic(path), fs.glob(path, detail=True)
        elif fs.isdir(path):
            base, found = path, fs.find(path, detail=True)
        else:
            base, found = str(PurePosixPath(path).parent), {path: fs.info(path)}
    except OSError as error:
        raise CannotBeAsked(f"{corpus} cannot be read: {error.strerror or error}.") from None
    inside = {
        path: info
        for path, info in sorted(found.items())
        if info["type"] == "file" and not (outside and _is_in(fs.unstrip_protocol(path), outside))
    }
    files = [_file(fs.unstrip_protocol(path), _name(path, base), inside[path]) for path in inside]
    known = [one for one in files if one]
    if not known:
        endings = ", ".join(KINDS)
        raise CannotBeAsked(f"There is no corpus in {corpus}: its files end with {endings}.")
    return known


def file_system(address: str) -> tuple[Any, str]:
    """The file system of an address and the path there; CannotBeAsked."""
    try:
        return cast(tuple[Any, str], fsspec.url_to_fs(address))
    except (ImportError, ValueError) as error:
        raise CannotBeAsked(f"{address}: {error}") from None


def partitions_of(file: CorpusFile, block: int, columns: dict[str, str]) -> list[Partition]:
    """The partitions of a file, of about so many bytes each; CannotBeAsked for a table of none.

    A packed file is one, as nothing in it can be found but from its beginning. Others are read
    once for the beginnings of rows; of Parquet the footer tells them.
    """
    file.check_unchanged()
    try:
        if file.kind == "parquet":
            return list(_of_row_groups(file, block, columns))
        with file.open() as opened:
            if file.kind == "csv":
                return list(_of_records(file, opened, block, columns))
            return list(_of_lines(file, opened, block))
    except damages() as error:
        if not is_damage(error):
            raise
        return [Partition(file, 0, None, 1, file.size, fault=f"The file is damaged: {error}.")]


def damages() -> tuple[type[Exception], ...]:
    """The errors of files that are not what they should be."""
    import lzma
    import zlib

    from pyarrow import ArrowException

    return (ArrowException, EOFError, OSError, lzma.LZMAError, zlib.error)


def is_damage(error: Exception) -> bool:
    """Whether an error is the file's, and not the disk's or the network's."""
    import gzip

    if isinstance(error, gzip.BadGzipFile):
        return True
    # bz2 and Parquet raise the bare OSError, without the number that a system gives.
    return not isinstance(error, OSError) or (type(error) is OSError and error.errno is None)


def _of_lines(file: CorpusFile, opened: IO[bytes], block: int) -> Iterator[Partition]:
    if file.packing:
        yield Partition(file, 0, None, 1, file.size)
        return
    starts = [*delimited.line_starts(opened, block), (file.size, 0)]
    for (start, count), (stop, _) in pairwise(starts):
        yield Partition(file, start, stop, count + 1, stop - start)


def _of_records(
    file: CorpusFile, opened: IO[bytes], block: int, columns: dict[str, str]
) -> Iterator[Partition]:
    line = opened.readline(delimited.LONGEST)
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield Partition(file, 0, None, 1, file.size, fault="The file is in UTF-16, not in UTF-8.")
        return
    mark = 3 if line.startswith(b"\xef\xbb\xbf") else 0
    delimiter = delimited.delimiter_of(line)
    opened.seek(mark)
    found = enumerate(delimited.records(opened, mark, delimiter), 1)
    _, first = next(found, (0, delimited.Record(0, ())))
    check_columns(file, first.cells, columns)
    _, second = next(found, (0, None))
    if second is None:
        return
    partition = Partition(file, second.offset, None, 2, file.size, first.cells, delimiter)
    if file.packing:
        yield partition
        return
    starts = [(second.offset, 2)]
    for row, record in found:
        if record.offset >= starts[-1][0] + block:
            starts.append((record.offset, row))
    for (start, row), (stop, _) in pairwise([*starts, (file.size, 0)]):
        yield partition._replace(start=start, stop=stop, row=row, size=stop - start)


def _of_row_groups(file: CorpusFile, block: int, columns: dict[str, str]) -> Iterator[Partition]:
    from pyarrow.parquet import ParquetFile

    with file.open() as opened:
        read = ParquetFile(opened)
        if "decks" not in read.schema_arrow.names:
            check_columns(file, read.schema_arrow.names, columns)
        groups = [read.metadata.row_group(each) for each in range(read.num_row_groups)]
        sizes = [group.total_byte_size for group in groups]
        rows = [group.num_rows for group in groups]
    packed = file.size / max(sum(sizes), 1)
    start = size = 0
    for group, bytes_of in enumerate(sizes):
        size += bytes_of
        if size >= block or group == len(sizes) - 1:
            row = sum(rows[:start]) + 1
            yield Partition(file, start, group + 1, row, int(size * packed))
            start, size = group + 1, 0


def check_columns(file: CorpusFile, names: Any, columns: dict[str, str]) -> None:
    """Raises CannotBeAsked where no column is one of lists, or one that is said is missing."""
    names = list(names)
    shown = ", ".join(names) or "none"
    missing = [name for name in columns.values() if name not in names]
    if missing:
        raise CannotBeAsked(f'--columns: {file.name} has no column "{missing[0]}", but {shown}.')
    if not has_lists(roles_of(names, columns)):
        raise CannotBeAsked(
            f"No column of {file.name} is one of decklists ({shown}): name them, as in"
            ' --columns "deck1=Deck A" "deck2=Deck B".'
        )


def _file(url: str, name: str, info: dict[str, Any]) -> CorpusFile | None:
    packing = infer_compression(name)
    stem = name[: name.rindex(".")] if packing else name
    kind = KINDS.get(PurePosixPath(stem).suffix.lower())
    if kind is None or any(part.startswith(".") for part in PurePosixPath(name).parts):
        return None
    return CorpusFile(url, name, info["size"], _stamp(info), kind, packing)


def _stamp(info: dict[str, Any]) -> str:
    return next((f"{key} {info[key]}" for key in STAMPS if info.get(key)), "")


def _name(path: str, base: str) -> str:
    return path.removeprefix(base).lstrip("/")


def _unmagic(path: str) -> str:
    """The folder above the first part of a pattern that is one."""
    parts = path.split("/")
    magic = next(index for index, part in enumerate(parts) if any(sign in part for sign in "*?["))
    return "/".join(parts[:magic])


def _is_in(url: str, folder: str) -> bool:
    return url.startswith(folder.rstrip("/") + "/")


def _digest(*parts: object) -> str:
    text = "\0".join(map(str, parts))
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]

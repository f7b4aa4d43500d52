"""Reading and writing decklist files of any syntax and encoding; and links."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from headjudge import decklists
from headjudge.cli import git
from headjudge.cli.errors import CommandError, file_errors
from headjudge.cli.output import tell
from validator import Decklist

if TYPE_CHECKING:
    from headjudge.links import Fetched, Links


STDIN = "-"
LINK = ("https://", "http://")
LARGEST = decklists.BYTES_MAX
LARGEST_OF_RULES = 16 * LARGEST
"""Bytes of a baseline, which holds the faults of a whole repository."""
DEVICES = ("/dev/", "/proc/")
"""Paths of special files, which may be named: /dev/stdin, `<(...)`."""
IN_MEMORY = "/dev/shm/"
"""A folder of ordinary files."""
OPEN_FLAGS = sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)
"""Flags for opening files: do not follow links, do not block on pipes."""


class AtCommit(str):
    """The name of a file in a commit: `COMMIT:PATH`."""

    __slots__ = ("commit", "path")

    commit: str
    path: str

    def __new__(cls, commit: str, path: str) -> AtCommit:
        name = super().__new__(cls, f"{commit}:{short_path(Path(path))}")
        name.commit, name.path = commit, path
        return name

    def read(self) -> bytes:
        """Its bytes; raises CommandError."""
        top = repository_of(Path())
        if top is None:
            raise CommandError(f"{self} cannot be read outside a git repository.")
        try:
            path = Path(self.path).relative_to(top).as_posix()
        except ValueError:
            raise CommandError(f"{self} leads out of the repository.") from None
        return git.file_at(self.commit, path, top)


def check_standard_input(names: Sequence[str]) -> None:
    """Raise CommandError if standard input would be read twice."""
    if names.count(STDIN) > 1:
        raise CommandError("Standard input can be read only once.")


def is_link(name: str) -> bool:
    """Whether a name is a web address, and so no file."""
    return name.lower().startswith(LINK)


def absolute(path: Path) -> Path:
    """The path from the root, without `..`: a link before one is followed, as the system does."""
    whole = path.absolute()
    if os.pardir not in whole.parts:
        return whole
    behind = whole.parts[::-1].index(os.pardir)
    steps = len(whole.parts) - behind
    return Path(os.path.realpath(Path(*whole.parts[:steps])), *whole.parts[steps:])


def repository_of(folder: Path) -> Path | None:
    """The root of the git repository that contains a folder, if any."""
    start = absolute(folder)
    folders = (start, *start.parents)
    return next((path for path in folders if os.path.lexists(path / ".git")), None)


def root_of(folder: Path) -> Path:
    """The root that links in a folder must not leave: its repository, or the folder itself."""
    return repository_of(folder) or folder


def real_path(name: str, root: Path | None = None) -> str:
    """The path of a file with links resolved; CommandError if they lead out of the root.

    The default root is the file's repository. Links outside of a repository may lead anywhere,
    since the user named them.
    """
    whole, real = os.path.abspath(name), os.path.realpath(name)
    if real != whole:
        root = root or repository_of(Path(whole).parent)
    if root and not Path(real).is_relative_to(os.path.realpath(root)):
        folder = absolute(root).name or "/"
        raise CommandError(f"{name} leads out of the folder {folder} and is not followed.")
    return real


def short_path(path: Path) -> str:
    """The path relative to the working directory, with slashes; absolute if it is elsewhere."""
    try:
        name = os.path.relpath(absolute(path))
    except ValueError:  # on another drive
        name = str(path)
    far = os.path.join(*[os.pardir] * 3)
    return Path(path if name.startswith(far) else name).as_posix()


def decks_of(
    name: str, text: str, syntax: str | None, main_min: int, sizes: tuple[int, ...]
) -> tuple[Decklist, ...]:
    """Every deck in the text of a file or link, in order; `sizes` are as for `read_team`."""
    read = partial(decklists.read_team, text, main_min=main_min, sizes=sizes)
    return _with_source(name, syntax, lambda syntax: read(syntax=syntax))


def read_pool(name: str, syntax: str | None, root: Path | None = None) -> Decklist:
    """The card pool in a file or link; raises CommandError."""
    text = read_text(name, root)
    (pool,) = _with_source(
        name, syntax, lambda syntax: (decklists.read(text, pool=True, syntax=syntax),)
    )
    return pool


def _with_source(
    name: str, syntax: str | None, read: Callable[[str | None], tuple[Decklist, ...]]
) -> tuple[Decklist, ...]:
    """What is read in the syntax of the site, if it is a link's, and says where it is from."""
    if not is_link(name):
        return read(syntax)
    fetched = fetch_list(name)
    return fetched.mark_source(read(fetched.syntax or syntax))


def display_name(name: str) -> str:
    """The file's name in reports."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str, root: Path | None = None) -> str:
    """The text of a file, link or standard input; raises CommandError.

    A guessed encoding is reported on standard error. `root` is as for `real_path`.
    """
    if is_link(name):
        text, encoding = fetch_list(name).text, fetch_list(name).encoding
    else:
        text, encoding = decode(name, read_bytes(name, root))
    if encoding:
        _tell_guess(display_name(name), encoding)
    return text


@cache
def _tell_guess(name: str, encoding: str) -> None:
    """Say that the encoding of a file is guessed, once a run."""
    tell(f"{name} is not UTF-8; read as {encoding}.")


def write_text(name: str, text: str, *, is_appended: bool = False) -> None:
    """Write a text in UTF-8, but through no link out of the folder or repository; CommandError.

    It may be appended to what the file has.
    """
    with file_errors(name, "cannot be written"):
        path = Path(name)
        if path.is_symlink() and not is_device(name):
            folder = absolute(path).parent
            path = Path(real_path(name, root_of(folder)))
        # JSON lists may contain lone surrogates, which cannot be encoded in UTF-8.
        with path.open("ab" if is_appended else "wb") as file:
            file.write(text.encode("utf-8", "replace"))


def read_bytes(name: str, root: Path | None = None, largest: int = LARGEST) -> bytes:
    """The bytes of a regular file, or of standard input; raises CommandError.

    `root` is as for `real_path`. Pipes and devices are only read if named directly.
    """
    if isinstance(name, AtCommit):
        return name.read()
    with file_errors(display_name(name)):
        if name == STDIN:
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with _open(name, root) as file:
                data = file.read(largest + 1)
    if len(data) > largest:
        mebibytes = largest // decklists.BYTES_MAX
        raise CommandError(f"{display_name(name)} is larger than {mebibytes} MiB.")
    return data


def _open(name: str, root: Path | None) -> BinaryIO:
    if root is None and (is_device(name) or stat.S_ISFIFO(os.lstat(name).st_mode)):
        return open(name, "rb")
    file = os.fdopen(os.open(real_path(name, root), os.O_RDONLY | OPEN_FLAGS), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise CommandError(f"{display_name(name)} is not a regular file and is not read.")
    return file


def is_device(name: str) -> bool:
    """Whether the path is one of a special file."""
    path = os.path.abspath(name)
    return path.startswith(DEVICES) and not path.startswith(IN_MEMORY)


def decode(name: str, data: bytes) -> decklists.Decoded:
    """The text of a file's bytes, with its encoding if that is a guess; raises CommandError."""
    try:
        return decklists.decode(data)
    except decklists.NoText as error:
        raise CommandError(f"{display_name(name)} {error}.") from None


@cache
def fetch_list(name: str) -> Fetched:
    """The list at the address, fetched once per run; raises CommandError."""
    from headjudge.links import LinkError  # late: it imports an HTTP client

    try:
        return fetcher().fetch(name)
    except LinkError as error:
        raise CommandError(f"{name}: {error}") from None


@cache
def fetcher() -> Links:
    """The fetcher, for all sites by default."""
    from headjudge.links import Links, WrongSettings, of_environment

    try:
        settings = of_environment(os.environ, "on")
    except WrongSettings as error:
        raise CommandError(str(error)) from None
    if settings is None:
        raise CommandError("HEADJUDGE_LINKS is off: no list is fetched by link.")
    return Links(settings)

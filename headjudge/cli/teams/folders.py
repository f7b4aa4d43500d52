"""Folders of a repository: which of their files may be decklists, by their places and names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_bytes, real_path, repository_of
from headjudge.decklists.file_names import may_be_deck

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FOREIGN = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})
"""Folders that other programs fill."""

MOST_PATTERNS = 2_000
"""Of a file, or a setting: each is tried at each name."""
MOST_CHARACTERS = 100_000
"""Of all these patterns: to translate one takes the square of its length."""
MOST_STARS = {"*": 3, "**": 2}
"""Of a pattern, `**` counted among both. Where all but its end fits, each is tried at all places of
a name, or of a path, and for each of these the next one is."""


class Folder(NamedTuple):
    """A folder with those of its files that may be decklists, by name."""

    path: Path
    files: tuple[Path, ...]
    problem: str | None = None
    """Why it could not be read."""


SHOWN = 60
"""Characters of a pattern in a sentence about it."""
_STARS = re.compile(r"\*++")


class Patterns(NamedTuple):
    """What is not read, and what is read alone, as patterns of `.gitignore` from a folder on."""

    folder: Path
    spec: GitIgnoreSpec
    alone: bool = False
    """Whether what does not match is left out, instead of what does."""

    def leaves_out(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether the path is left out; None where the patterns say nothing of it."""
        try:
            name = path.relative_to(self.folder).as_posix()
        except ValueError:
            return None
        if self.alone:
            return not (is_folder or self.spec.match_file(name))
        return self.spec.check_file(f"{name}/" if is_folder else name).include


class Filter(NamedTuple):
    """All patterns that hold in a folder: the options' first, then those of files, nearest last."""

    fixed: tuple[Patterns, ...] = ()
    ignored: tuple[Patterns, ...] = ()

    def takes(self, path: Path, *, is_folder: bool) -> bool:
        """Whether the path is read."""
        if any(pattern.leaves_out(path, is_folder=is_folder) for pattern in self.fixed):
            return False
        verdicts = (
            pattern.leaves_out(path, is_folder=is_folder) for pattern in reversed(self.ignored)
        )
        return not next((verdict for verdict in verdicts if verdict is not None), False)

    def within(self, folder: Path) -> Filter:
        """The same with what the folder's own `.gitignore` says."""
        own = folder / ".gitignore"
        return self._replace(ignored=(*self.ignored, *_of_file(own, folder)))

    @classmethod
    def above(cls, folder: Path, fixed: Sequence[Patterns] = ()) -> Filter:
        """What the files of the repository above the folder say."""
        root = repository_of(folder)
        if root is None:
            return cls(tuple(fixed))
        between = [
            above for above in (*reversed(folder.parents), folder) if above.is_relative_to(root)
        ]
        ignored = [*_of_file(root / ".git" / "info" / "exclude", root)]
        for above in between[:-1]:
            ignored += _of_file(above / ".gitignore", above)
        return cls(tuple(fixed), tuple(ignored))


def patterns(folder: Path, lines: Sequence[str], *, alone: bool = False) -> tuple[Patterns, ...]:
    """The patterns of these lines, if there are any; raises CommandError."""
    if not lines:
        return ()
    lengths = [len(line) for line in lines if line.strip() and not line.startswith("#")]
    if len(lengths) > MOST_PATTERNS or sum(lengths) > MOST_CHARACTERS:
        raise CommandError(
            f"{short_path(folder)}: there are more than {MOST_PATTERNS} patterns,"
            f" or more than {MOST_CHARACTERS} characters of them."
        )
    if hard := next((line for line in lines if _is_hard(line)), None):
        raise CommandError(
            f"{short_path(folder)}: the pattern {hard[:SHOWN]} has more than {MOST_STARS['*']} *,"
            f" or more than {MOST_STARS['**']} **."
        )
    from pathspec import GitIgnoreSpec  # only where there are patterns

    return (Patterns(folder, GitIgnoreSpec.from_lines(lines), alone),)


def _is_hard(pattern: str) -> bool:
    stars = [] if pattern.startswith("#") else _STARS.findall(pattern)
    return len(stars) > MOST_STARS["*"] or sum(len(run) > 1 for run in stars) > MOST_STARS["**"]


def walk(top: Path, wanted: Filter, root: Path) -> Iterator[Folder]:
    """The folder and those within it, each before its own.

    Links that lead in circles end; those that lead out of the root are not followed.
    """
    seen: set[str] = set()
    waiting: list[tuple[Path, str | None, Filter]] = [(top, None, wanted)]
    while waiting:
        folder, place, outer = waiting.pop()
        try:  # what is no link is where its folder is
            real = place or real_path(short_path(folder), root)
        except CommandError as error:
            yield Folder(folder, (), f"{error} Leave it out by `exclude`, or name where it leads.")
            continue
        if real in seen:  # a symbolic link leads here a second time, or in a circle
            continue
        seen.add(real)
        try:
            listing, folders, inner = _read(folder, outer)
        except CommandError as error:
            yield Folder(folder, (), str(error))
            continue
        except OSError as error:
            yield Folder(folder, (), f"{short_path(folder)} cannot be read: {error.strerror}.")
            continue
        yield listing
        waiting += [
            (
                folder / entry.name,
                None if entry.is_symlink() else os.path.join(real, entry.name),
                inner,
            )
            for entry in reversed(folders)
        ]


def short_path(path: Path) -> str:
    """The path from where the program runs, with slashes; whole if it lies elsewhere."""
    try:
        name = os.path.relpath(path)
    except ValueError:  # on another drive
        name = str(path)
    far = os.path.join(*[os.pardir] * 3)
    return Path(path if name.startswith(far) else name).as_posix()


def _read(folder: Path, wanted: Filter) -> tuple[Folder, list[os.DirEntry[str]], Filter]:
    """The folder, and those within it with what holds there; OSError, CommandError."""
    with os.scandir(folder) as entries:
        inside = sorted(
            (entry for entry in entries if not entry.name.startswith(".")),
            key=lambda entry: entry.name,
        )
    wanted = wanted.within(folder)
    files, folders = list[Path](), list[os.DirEntry[str]]()
    for entry in inside:
        path = folder / entry.name
        if _is_folder(entry):
            if entry.name not in FOREIGN and wanted.takes(path, is_folder=True):
                folders.append(entry)
        elif may_be_deck(entry.name) and wanted.takes(path, is_folder=False):
            # A link to nothing, a pipe and a device are files that cannot be read, which is said.
            files.append(path)
    return Folder(folder, tuple(files)), folders, wanted


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _of_file(file: Path, folder: Path) -> tuple[Patterns, ...]:
    if not file.is_file():
        return ()
    text = read_bytes(str(file)).decode("utf-8", errors="surrogateescape")
    return patterns(folder, text.splitlines())

"""Folders of a repository: which of their files may be decklists, by their places and names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.errors import CannotBeAsked
from decklists.file_names import may_be_deck

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FOREIGN = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})
"""Folders that other programs fill."""


class Folder(NamedTuple):
    """A folder with those of its files that may be decklists, by name."""

    path: Path
    files: tuple[Path, ...]
    problem: str | None = None
    """Why it could not be read."""


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
        if any(one.leaves_out(path, is_folder=is_folder) for one in self.fixed):
            return False
        said = (one.leaves_out(path, is_folder=is_folder) for one in reversed(self.ignored))
        return not next((one for one in said if one is not None), False)

    def within(self, folder: Path) -> Filter:
        """The same with what the folder's own `.gitignore` says."""
        own = folder / ".gitignore"
        return self._replace(ignored=(*self.ignored, *_of_file(own, folder)))

    @classmethod
    def above(cls, folder: Path, fixed: Sequence[Patterns] = ()) -> Filter:
        """What the files of the repository above the folder say."""
        for root in (folder, *folder.parents):
            if (root / ".git").exists():
                break
        else:
            return cls(tuple(fixed))
        between = [one for one in (*reversed(folder.parents), folder) if one.is_relative_to(root)]
        ignored = [*_of_file(root / ".git" / "info" / "exclude", root)]
        for one in between[:-1]:
            ignored += _of_file(one / ".gitignore", one)
        return cls(tuple(fixed), tuple(ignored))


def patterns(folder: Path, lines: Sequence[str], *, alone: bool = False) -> tuple[Patterns, ...]:
    """The patterns of these lines, if there are any."""
    if not lines:
        return ()
    from pathspec import GitIgnoreSpec  # only where there are patterns

    return (Patterns(folder, GitIgnoreSpec.from_lines(lines), alone),)


def walk(folder: Path, wanted: Filter) -> Iterator[Folder]:
    """The folder and those within it, each before its own; links that lead in circles end."""
    yield from _walk(folder, wanted, set())


def shown(path: Path) -> str:
    """The path from where the program runs, with slashes; whole if it lies elsewhere."""
    try:
        name = os.path.relpath(path)
    except ValueError:  # on another drive
        name = str(path)
    far = os.path.join(*[os.pardir] * 3)
    return Path(path if name.startswith(far) else name).as_posix()


def _walk(folder: Path, wanted: Filter, seen: set[str]) -> Iterator[Folder]:
    real = os.path.realpath(folder)
    if real in seen:  # a symbolic link leads here a second time, or in a circle
        return
    seen.add(real)
    try:
        with os.scandir(folder) as entries:
            inside = sorted(
                (one for one in entries if not one.name.startswith(".")), key=lambda one: one.name
            )
            wanted = wanted.within(folder)
    except OSError as error:
        yield Folder(folder, (), f"{shown(folder)} cannot be read: {error.strerror}.")
        return
    files, folders = [], []
    for one in inside:
        path = folder / one.name
        if _is_folder(one):
            if one.name not in FOREIGN and wanted.takes(path, is_folder=True):
                folders.append(path)
        elif _is_file(one) and may_be_deck(one.name) and wanted.takes(path, is_folder=False):
            files.append(path)
    yield Folder(folder, tuple(files))
    for path in folders:
        yield from _walk(path, wanted, seen)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    # A link to nothing is a file that cannot be read, which is to be said; a pipe is no file.
    try:
        return entry.is_file() or entry.is_symlink()
    except OSError:
        return True


def _of_file(file: Path, folder: Path) -> tuple[Patterns, ...]:
    try:
        if not file.is_file():
            return ()
        lines = file.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError as error:
        raise CannotBeAsked(f"{shown(file)} cannot be read: {error.strerror}.") from None
    return patterns(folder, lines)

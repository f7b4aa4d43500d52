"""Folders of a repository: which files may be decklists, by their location and name."""

import os
import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_bytes, real_path, repository_of
from headjudge.decklists.file_names import may_be_deck

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FOREIGN = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})
"""Folders filled by other programs."""

MOST_PATTERNS = 2_000
"""Maximum per file or setting: each pattern is matched with each name."""
MOST_CHARACTERS = 100_000
"""Of all these patterns: compiling one takes quadratic time."""
MOST_STARS = {"*": 3, "**": 2}
"""Maximum wildcards per pattern, `**` counting as both: matching takes time exponential in their
number."""
SHOWN = 60
"""Characters of a pattern quoted in a message."""
_STARS = re.compile(r"\*++")


class Folder(NamedTuple):
    """A folder with its possible decklist files, by name."""

    path: Path
    files: tuple[Path, ...]
    problem: str | None = None
    """Why it could not be read."""


class Patterns(NamedTuple):
    """Patterns as in `.gitignore`, relative to a folder, of excluded or of exclusive files."""

    folder: Path
    spec: "GitIgnoreSpec"
    alone: bool = False
    """Whether everything that does not match is excluded, instead of what does."""

    def leaves_out(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether the path is excluded; None if no pattern applies."""
        try:
            name = path.relative_to(self.folder).as_posix()
        except ValueError:
            return None
        if self.alone:
            return not (is_folder or self.spec.match_file(name))
        return self.spec.check_file(f"{name}/" if is_folder else name).include


class Filter(NamedTuple):
    """All patterns for a folder: the options' first, then those of files, nearest last."""

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

    def within(self, folder: Path) -> "Filter":
        """The filter extended by the folder's own `.gitignore`."""
        return self._replace(ignored=(*self.ignored, *_of_file(folder / ".gitignore", folder)))

    @classmethod
    def above(cls, folder: Path, fixed: Sequence[Patterns] = ()) -> "Filter":
        """The filter from the `.gitignore` files of the repository above the folder."""
        root = repository_of(folder)
        if root is None:
            return cls(tuple(fixed))
        ignored = [*_of_file(root / ".git" / "info" / "exclude", root)]
        for above in reversed(folder.parents):
            if above.is_relative_to(root):
                ignored += _of_file(above / ".gitignore", above)
        return cls(tuple(fixed), tuple(ignored))


def patterns(folder: Path, lines: Sequence[str], *, alone: bool = False) -> tuple[Patterns, ...]:
    """The patterns in these lines, if there are any; raises CommandError."""
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
    from pathspec import GitIgnoreSpec  # only needed if there are patterns

    return (Patterns(folder, GitIgnoreSpec.from_lines(lines), alone),)


def _is_hard(pattern: str) -> bool:
    stars = [] if pattern.startswith("#") else _STARS.findall(pattern)
    return len(stars) > MOST_STARS["*"] or sum(len(run) > 1 for run in stars) > MOST_STARS["**"]


def walk(top: Path, wanted: Filter, root: Path) -> Iterator[Folder]:
    """The folder and all folders in it, parents first.

    Cycles of links are broken; links that leave the root are not followed.
    """
    seen: set[str] = set()
    waiting: list[tuple[Path, str | None, Filter]] = [(top, None, wanted)]
    while waiting:
        folder, place, outer = waiting.pop()
        try:  # unless it is a link, its location follows from its parent's
            real = place or real_path(short_path(folder), root)
        except CommandError as error:
            yield Folder(folder, (), f"{error} Leave it out by `exclude`, or name where it leads.")
            continue
        if real in seen:  # reached a second time by a link
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
    """The path relative to the working directory, with slashes; absolute if it is elsewhere."""
    try:
        name = os.path.relpath(path)
    except ValueError:  # on another drive
        name = str(path)
    far = os.path.join(*[os.pardir] * 3)
    return Path(path if name.startswith(far) else name).as_posix()


def _read(folder: Path, wanted: Filter) -> tuple[Folder, list[os.DirEntry[str]], Filter]:
    """The folder, with its subfolders and the filter for them; raises OSError or CommandError."""
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    wanted = wanted.within(folder)
    files, folders = list[Path](), list[os.DirEntry[str]]()
    for entry in sorted(visible, key=attrgetter("name")):
        path = folder / entry.name
        if _is_folder(entry):
            if entry.name not in FOREIGN and wanted.takes(path, is_folder=True):
                folders.append(entry)
        elif may_be_deck(entry.name) and wanted.takes(path, is_folder=False):
            # Broken links, pipes and devices are kept, to be reported as unreadable.
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

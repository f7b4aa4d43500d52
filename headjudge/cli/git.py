"""What git knows of a repository, asked so that git starts no other program.

A repository's configuration may name programs: filters, a file system monitor, a remote that is
asked for missing objects. So files are compared with trees by their hashes here, and git only reads
its index and its objects.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from headjudge.cli.errors import CommandError
from validator import questions

if TYPE_CHECKING:
    import subprocess

LOCAL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
"""What git sets in a hook, and what would make it answer for another repository."""
SAFE = {
    "LC_ALL": "C",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
OPTIONS = (
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
    "-c", "safe.bareRepository=explicit", "-c", "safe.directory=*",
)  # fmt: skip
"""So also repositories of other users can be read, as those that a container is given."""
SHALLOW = (
    " This clone is shallow: fetch its history (in GitHub Actions, `fetch-depth: 0` for"
    " actions/checkout; in GitLab CI, GIT_DEPTH: 0)."
)
SUBMODULE = b"160000"
FILES = (b"100644", b"100755")
LARGEST_BLOB = 1024 * 1024


class GitFault(CommandError):
    """git cannot answer; the text is a sentence."""


class NoSuchFile(CommandError):
    """The commit does not hold the file."""


class Changes:
    """How the files of a repository differ from the commit where the branch left another."""

    def __init__(self, top: Path, hashes: dict[str, str]) -> None:
        self._top = top
        self._hashes = hashes
        """The hash of each file in that commit, by its path from the top."""
        folders = {
            folder: os.path.realpath(folder) for folder in {(top / name).parent for name in hashes}
        }
        self.gone = tuple(
            path
            for path in map(top.joinpath, hashes)
            if not os.path.lexists(path) or folders[path.parent] != str(path.parent)
        )
        """The files of that commit that are no longer there, or only under a link."""
        self._folders_of_deleted = frozenset(path.parent for path in self.gone)

    def touch(self, files: Iterable[Path]) -> bool:
        """Whether any file that a team's answer depends on differs.

        A deleted file affects the files beside it: they may have been a different team.
        """
        return any(
            file.parent.resolve() in self._folders_of_deleted or self._differs(file)
            for file in files
        )

    def removed(self, present: Iterable[Path]) -> Iterator[Path]:
        """The files that are gone, but for those that are `present` under a new name."""
        if not self.gone:
            return
        like = next(iter(self._hashes.values()))
        moved: Counter[str] = Counter()
        for path in present:
            if self._before(path.resolve()) is None and _may_be_read(path):
                text = path.read_bytes()
                moved.update({_hash(text, like), _hash(_with_line_feeds(text), like)})
        for path in self.gone:
            hashed = self._before(path)
            if hashed is None or not moved[hashed]:
                yield path
            else:
                moved[hashed] -= 1

    def _before(self, path: Path) -> str | None:
        """The hash of the file in that commit; None if it was not there."""
        within = path.is_relative_to(self._top)
        return self._hashes.get(path.relative_to(self._top).as_posix()) if within else None

    def _differs(self, file: Path) -> bool:
        path = file.absolute()
        real = path.resolve()
        if real.parent / real.name != path.parent.resolve() / path.name:  # a link
            return True
        before = self._before(real)
        try:
            if before is None or not _may_be_read(real):
                return True
            data = real.read_bytes()
        except OSError:
            return True
        return before not in (_hash(data, before), _hash(_with_line_feeds(data), before))


def _may_be_read(path: Path) -> bool:
    """Whether it is no pipe, which would be waited for, and no larger than a deck may be."""
    return path.is_file() and path.stat().st_size <= LARGEST_BLOB


def _with_line_feeds(data: bytes) -> bytes:
    """The file as git keeps it: Windows checks texts out with other line ends."""
    return data.replace(b"\r\n", b"\n")


def _hash(data: bytes, like: str) -> str:
    """The hash that git gives to a file, by the algorithm of another hash."""
    import hashlib  # most runs compare nothing

    algorithm = hashlib.sha256 if len(like) == 64 else hashlib.sha1
    return algorithm(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def changes_since(ref: str, root: Path) -> Changes:
    """What differs from the merge base of HEAD and `ref` in the repository of `root`.

    Submodules are compared with the commits that are recorded there; one whose commit is missing
    differs wholly. Raises GitFault if git cannot tell, and CommandError for an unknown `ref`.
    """
    top = _top(root)
    return Changes(top.resolve(), _hashes(top, _merge_base(ref, top)))


def gone_since(commit: str, root: Path, present: Iterable[Path]) -> Iterator[Path]:
    """The files that the branch removed, but for those that are `present` under another name.

    Raises GitFault if git cannot tell.

    Where the commit in which it left `commit` is unknown, as in a shallow clone, the files of
    `commit` itself are compared.
    """
    try:
        changes = changes_since(commit, root)
    except GitFault:
        top = _top(root)
        changes = Changes(top.resolve(), _hashes(top, commit))
    return changes.removed(present)


def _top(folder: Path) -> Path:
    return Path(os.fsdecode(_output(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))


def _hashes(top: Path, commit: str) -> dict[str, str]:
    found: dict[str, str] = {}
    waiting = [("", commit)]
    while waiting:
        prefix, commit = waiting.pop()
        folder = top / prefix
        if prefix and not os.path.lexists(folder / ".git"):
            continue
        process = _run(folder, "ls-tree", "-r", "-z", "--full-tree", commit)
        if process.returncode:
            if prefix:
                continue
            raise _fault(top, process)
        for row in filter(None, process.stdout.split(b"\0")):
            facts, _, name = row.partition(b"\t")
            mode, _, hashed = facts.split(b" ")
            path = prefix + os.fsdecode(name)
            if mode == SUBMODULE:
                waiting.append((f"{path}/", hashed.decode("ascii")))
            elif mode in FILES:
                found[path] = hashed.decode("ascii")
    return found


def _merge_base(ref: str, top: Path) -> str:
    hint = SHALLOW if _output(top, "rev-parse", "--is-shallow-repository") == b"true\n" else ""
    head, commit = _commit("HEAD", top), _commit(ref, top)
    if head is None:
        raise CommandError(f"The repository {top} has no commit yet.")
    if commit is None:
        raise CommandError(f'git knows no commit "{questions.shorten(ref)}".{hint}')
    base = _run(top, "merge-base", commit, head)
    if base.returncode:
        raise GitFault(f'"{questions.shorten(ref)}" and HEAD have no commit in common.{hint}')
    return base.stdout.decode("ascii").strip()


def _commit(ref: str, top: Path) -> str | None:
    """The commit with that name; None if there is none."""
    if ref.startswith("-") or "\0" in ref:  # would be an option, or no valid argument
        return None
    commit = _run(top, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    return None if commit.returncode else commit.stdout.decode("ascii").strip()


def ignored(
    top: Path, further: Iterable[str], *, by_its_files: bool = True
) -> frozenset[str] | None:
    """The untracked files and folders in a folder that git ignores, absolute; None if it fails.

    `further` are patterns besides those of the repository, `by_its_files` is whether the latter
    count. Files that git tracks are not ignored.
    """
    patterns = [word for pattern in further for word in ("--exclude", pattern)]
    patterns += ["--exclude-standard"] * by_its_files
    try:
        process = _run(top, "ls-files", "--others", "--ignored", "--directory", "-z", *patterns)
    except GitFault:
        return None
    if process.returncode:
        return None
    names = (os.fsdecode(name) for name in process.stdout.split(b"\0") if name)
    return frozenset(os.path.join(top, name.rstrip("/")) for name in names)


def is_submodule(folder: Path, top: Path) -> bool:
    """Whether the repository at `top` has a submodule at the folder: by its index, or, where git
    cannot tell, by the file that names its submodules."""
    path = os.path.relpath(folder, top)
    with suppress(GitFault):
        process = _run(top, "ls-files", "--stage", "-z", "--", path)
        if process.returncode == 0:
            return process.stdout.startswith(SUBMODULE)
    with suppress(OSError):
        rows = (top / ".gitmodules").read_text("utf-8", "replace").splitlines()
        return path in (row.partition("=")[2].strip() for row in rows)
    return False


def file_at(commit: str, path: str, folder: Path) -> bytes:
    """The content of a file in a commit; raises CommandError."""
    name = f"{commit}:{path}"
    if _commit(commit, folder) is None:
        raise CommandError(f'git knows no commit "{questions.shorten(commit)}".')
    size = _run(folder, "cat-file", "-s", name)
    if size.returncode:
        raise NoSuchFile(f"{name}: The commit holds no such file.")
    if int(size.stdout) > LARGEST_BLOB:
        raise CommandError(f"{name} is larger than 1 MiB.")
    return _output(folder, "cat-file", "blob", name)


def _output(folder: Path, *arguments: str) -> bytes:
    process = _run(folder, *arguments)
    if process.returncode:
        raise _fault(folder, process)
    return process.stdout


def _fault(folder: Path, process: subprocess.CompletedProcess[bytes]) -> GitFault:
    message = " ".join(os.fsdecode(process.stderr).removeprefix("fatal: ").split())
    return GitFault(f"git cannot answer in {folder}: {message}.")


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    import subprocess  # most runs ask git nothing

    outer = {name: value for name, value in os.environ.items() if name not in LOCAL}
    try:
        return subprocess.run(
            ["git", *OPTIONS, "-C", str(folder), *arguments],
            env=outer | SAFE,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError:
        raise GitFault("git, which knows the files of a repository, is not installed.") from None

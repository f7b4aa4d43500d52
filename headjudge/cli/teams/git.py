"""Changed files according to git: those of a pull request, and uncommitted ones."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from headjudge.cli.errors import CommandError
from validator import questions

SAFE = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit")
"""A repository's configuration may name programs to run, and any folder may be a repository."""
SHALLOW = (
    " This clone is shallow: fetch its history (in GitHub Actions, `fetch-depth: 0` for"
    " actions/checkout; in GitLab CI, GIT_DEPTH: 0)."
)


def changed_since(ref: str, root: Path) -> frozenset[Path]:
    """The files that differ from the merge base of HEAD and `ref`.

    Absolute paths in the whole repository of `root`: committed since, changed or untracked (but
    not ignored), deleted, and both names of renamed files. Raises CommandError if git, the
    repository, the ref or a common history is missing.
    """
    top = Path(os.fsdecode(_git(root, "rev-parse", "--show-toplevel").removesuffix(b"\n")))
    base = _merge_base(ref, top)
    # Comparing the working tree with that commit covers committed and uncommitted changes.
    diff = ("diff", "--name-only", "--no-renames", "--no-relative", "--no-ext-diff", "-z")
    changed = _git(top, *diff, base, "--")
    untracked = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    names = {name for name in (changed + untracked).split(b"\0") if name}
    return frozenset(top / os.fsdecode(name) for name in names)


def touches(changed: frozenset[Path], files: Iterable[Path]) -> bool:
    """Whether any file that a team's answer depends on has changed.

    A deleted file affects the files beside it: they may have been a different team.
    """
    folders = _folders_of_deleted_files(changed)
    for file in files:
        folder = file.parent.resolve()
        if folder in folders or folder / file.name in changed or file.resolve() in changed:
            return True
    return False


@lru_cache(maxsize=1)
def _folders_of_deleted_files(changed: frozenset[Path]) -> frozenset[Path]:
    return frozenset(path.parent for path in changed if not os.path.lexists(path))


def _merge_base(ref: str, top: Path) -> str:
    hint = SHALLOW if _git(top, "rev-parse", "--is-shallow-repository") == b"true\n" else ""
    head, commit = _commit("HEAD", top), _commit(ref, top)
    if head is None:
        raise CommandError(f"The repository {top} has no commit yet.")
    if commit is None:
        raise CommandError(f'git knows no commit "{questions.shorten(ref)}".{hint}')
    base = _run(top, "merge-base", commit, head)
    if base.returncode:
        raise CommandError(f'"{questions.shorten(ref)}" and HEAD have no commit in common.{hint}')
    return base.stdout.decode("ascii").strip()


def _commit(ref: str, top: Path) -> str | None:
    """The commit with that name; None if there is none."""
    if ref.startswith("-") or "\0" in ref:  # would be an option, or no valid argument
        return None
    commit = _run(top, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    return None if commit.returncode else commit.stdout.decode("ascii").strip()


def _git(folder: Path, *arguments: str) -> bytes:
    """The output of git; raises CommandError with git's message."""
    process = _run(folder, *arguments)
    if process.returncode:
        message = " ".join(os.fsdecode(process.stderr).removeprefix("fatal: ").split())
        raise CommandError(f"git cannot tell what changed in {folder}: {message}.")
    return process.stdout


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", *SAFE, "-C", str(folder), *arguments],
            env=os.environ | {"LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise CommandError("git is not installed, and finds the changed files.") from None

"""Protects imports of Headjudge's programs from modules in the current folder.

The facts and the engine have plain package names, which other people's files may share.
`headjudge.cli` and `headjudge.web` import this module first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BESIDE = frozenset({"banlists", "cards", "formats", "messages", "validator"})
"""The packages installed beside this one."""


class BesideFinder:
    """An import finder that prefers the packages of this installation."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _: object = None
    ) -> ModuleSpec | None:
        """The spec of a package beside this one; None for all other names."""
        return PathFinder.find_spec(name, [ROOT]) if name in BESIDE else None


def drop_current_folder() -> None:
    """Undo what `python -m` adds to the path, unless Headjudge itself is there."""
    if sys.path[0] == os.getcwd() != ROOT:
        del sys.path[0]


sys.meta_path.insert(0, BesideFinder)

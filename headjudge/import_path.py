"""What the programs of Headjudge import, whatever lies in the folder they are started in.

The facts and the engine have plain names, which other people's files have as well. `headjudge.cli`
and `headjudge.web` import this module first. A program that uses `headjudge.client` alone keeps its
own modules of these names.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BESIDE = frozenset({"banlists", "cards", "formats", "messages", "validator"})
"""The packages that are installed beside this one."""


class BesideFinder:
    """Finds the packages of this installation before any others of their names."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _: object = None
    ) -> ModuleSpec | None:
        """The module of a package beside this one; None for every other name."""
        return PathFinder.find_spec(name, [ROOT]) if name in BESIDE else None


def drop_current_folder() -> None:
    """Take back what `python -m` puts first on the path, unless Headjudge itself lies there."""
    if sys.path[0] == os.getcwd() != ROOT:
        del sys.path[0]


sys.meta_path.insert(0, BesideFinder)

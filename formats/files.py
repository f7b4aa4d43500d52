"""Where the facts of this folder lie, and how a file of them is read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from formats.model import Period

FOLDER = Path(__file__).parent


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of one file; FileNotFoundError when there is none."""
    with path.open("rb") as file:
        return tomllib.load(file)


def names(folder: Path) -> tuple[str, ...]:
    """The names of the TOML files in a folder, without their ending, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def period(table: dict[str, Any]) -> Period:
    """The period that a table gives as `from` and `until` (exclusive, may be absent)."""
    return Period(table["from"], table.get("until"))

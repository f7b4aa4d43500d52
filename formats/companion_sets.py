"""Sets whose cards come in the boosters of another set."""

from __future__ import annotations

from functools import cache
from typing import Any

from formats.files import FOLDER, period, read_toml
from formats.model import Companion


def companions(set_code: str) -> tuple[Companion, ...]:
    """The companions of a set, by code; none for most sets and for unknown codes."""
    return tuple(
        Companion(
            set_code=set_code,
            companion=row["code"],
            life=period(row),
            in_limited=row["in_limited"],
            filter=row.get("filter"),
            note=row.get("note"),
            source=row.get("source"),
        )
        for row in _rows().get(set_code, [])
    )


def booster_titles(set_code: str, of: str) -> frozenset[str] | None:
    """The titles of a set (`of`) that the boosters of `set_code` hold; None for all of them."""
    return _parts().get((set_code, of))


@cache
def _parts() -> dict[tuple[str, str], frozenset[str]]:
    parts = read_toml(FOLDER / "products" / "booster_titles.toml")["part"]
    return {(part["set"], part["of"]): frozenset(part["titles"]) for part in parts}


@cache
def _rows() -> dict[str, list[dict[str, Any]]]:
    return read_toml(FOLDER / "products" / "companions.toml")

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


@cache
def _rows() -> dict[str, list[dict[str, Any]]]:
    return read_toml(FOLDER / "products" / "companions.toml")

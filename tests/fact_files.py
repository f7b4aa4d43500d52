"""The files of facts as they are, without what the product makes of them."""

from __future__ import annotations

from typing import Any

from formats.files import FOLDER, read_toml

SETS_WITH_BOOSTERS = tuple(read_toml(FOLDER / "products" / "boosters.toml"))
MIX_EVENTS = tuple(read_toml(FOLDER / "products" / "mixes.toml"))


def imported_facts(event: str) -> list[dict[str, Any]]:
    """The imported rows about an event, without corrections."""
    rows: list[dict[str, Any]] = read_toml(FOLDER / "events" / f"{event}.toml")["fact"]
    return rows

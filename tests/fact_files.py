"""The files of facts as they are, without what the product makes of them."""

from __future__ import annotations

from formats.files import FOLDER, read_toml

SETS_WITH_BOOSTERS = tuple(read_toml(FOLDER / "products" / "boosters.toml"))
MIX_EVENTS = tuple(read_toml(FOLDER / "products" / "mixes.toml"))

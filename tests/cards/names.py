"""Rows of names and what they mean: `names.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from formats.files import read_toml

ROWS: dict[str, Any] = read_toml(Path(__file__).with_name("names.toml"))

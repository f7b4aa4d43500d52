"""Writes facts as TOML that is easy to edit, for a contributor to add to a file."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

WIDTH = 100
INDENT = "    "

Scalar = str | datetime.date


def block(name: str, entries: Mapping[str, Scalar | Sequence[str]]) -> str:
    """A block of the array of tables `[[name]]`; a long list has one entry a line."""
    return "\n".join([f"[[{name}]]", *(_entry(key, value) for key, value in entries.items())])


def row(entries: Mapping[str, Scalar]) -> str:
    """A row of an array."""
    return "{" + ", ".join(f"{key} = {_scalar(value)}" for key, value in entries.items()) + "}"


def _entry(key: str, value: Scalar | Sequence[str]) -> str:
    if isinstance(value, Scalar):
        return f"{key} = {_scalar(value)}"
    items = [_scalar(item) for item in value]
    line = f"{key} = [{', '.join(items)}]"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{key} = [", *(f"{INDENT}{item}," for item in items), "]"])


def _scalar(value: Scalar) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    if '"' in value and "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

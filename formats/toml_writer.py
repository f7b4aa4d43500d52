"""Writes facts as TOML that is easy to edit: wrapped, in order, without empty keys."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Iterable, Mapping, Sequence

WIDTH = 100
INDENT = "    "

Scalar = str | int | datetime.date
Row = Mapping[str, Scalar | Sequence[int] | Sequence[str] | None]
Value = Scalar | Sequence[str] | Sequence[Row] | Mapping[str, str]


def document(comment: str, tables: Iterable[str]) -> str:
    """A whole file: a wrapped comment, and its tables after a blank line each."""
    header = textwrap.fill(comment, WIDTH, initial_indent="# ", subsequent_indent="# ")
    return "\n\n".join([header, *tables]) + "\n"


def table(entries: Mapping[str, Value | None], name: str = "") -> str:
    """A table without empty keys; with a name, a block of the array `[[name]]`."""
    lines = [f"[[{name}]]"] if name else []
    for key, value in entries.items():
        if value is None or (not isinstance(value, int) and not value):
            continue
        lines.append(_entry(key, value))
    return "\n".join(lines)


def row(entries: Row) -> str:
    """A row of an array, without empty values."""
    return _item(entries)


def date_or_none(text: str) -> datetime.date | None:
    """The date of an ISO string, or None for an empty cell."""
    return datetime.date.fromisoformat(text) if text else None


def _entry(key: str, value: Value) -> str:
    if isinstance(value, Mapping):
        # Dotted keys keep one line each: TOML's inline tables cannot be wrapped.
        return "\n".join(f"{key}.{_scalar(name)} = {_scalar(cell)}" for name, cell in value.items())
    if not isinstance(value, Scalar):
        return _array(key, [_item(item) for item in value])
    line = f"{key} = {_scalar(value)}"
    if isinstance(value, str) and len(line) > WIDTH:
        return _paragraph(key, value)
    return line


def _array(key: str, items: list[str]) -> str:
    line = f"{key} = [{', '.join(items)}]"
    if len(line) <= WIDTH and not items[0].startswith("{"):
        return line
    return "\n".join([f"{key} = [", *(f"{INDENT}{item}," for item in items), "]"])


def _item(value: str | Row) -> str:
    if isinstance(value, str):
        return _scalar(value)
    cells = {key: cell for key, cell in value.items() if cell is not None and cell != ""}
    return "{" + ", ".join(f"{key} = {_cell(cell)}" for key, cell in cells.items()) + "}"


def _cell(value: Scalar | Sequence[int] | Sequence[str]) -> str:
    if isinstance(value, Scalar):
        return _scalar(value)
    return f"[{', '.join(_scalar(item) for item in value)}]"


def _paragraph(key: str, text: str) -> str:
    # A backslash at the end of a line joins it to the next; TOML drops the indent.
    escaped = text.replace("\\", "\\\\").replace('"""', '""\\"')
    lines = textwrap.wrap(escaped, WIDTH - 6, break_long_words=False, break_on_hyphens=False)
    if len(lines) == 1:
        return f"{key} = {_scalar(text)}"
    return f'{key} = """\\\n{INDENT}' + f" \\\n{INDENT}".join(lines) + '"""'


def _scalar(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, int):
        return str(value)
    if '"' in value and "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

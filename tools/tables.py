"""Writes the tables of the documentation that the code states: `make contract`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from headjudge.cli.configuration import OF_FILES, OF_FOLDERS, OF_TEAMS, SETTINGS
from headjudge.web.limits import Limits
from validator.rules import VIOLATIONS

DOCS = Path(__file__).parents[1] / "docs"


def main(docs: Path = DOCS) -> None:
    """Write each table anew, in its place."""
    codes = [[f"`{code}`", said.when] for code, said in VIOLATIONS.items()]
    _write(docs / "rules.md", "| code | when |", [codes])
    keys = [
        [[f"`{name}`", key.purpose] for name, key in keys.items()]
        for keys in (SETTINGS, OF_FILES, OF_FOLDERS, OF_TEAMS)
    ]
    _write(docs / "checking.md", "| key | meaning |", keys)
    limits = [
        [one.metadata["subject"], f"{one.default:,} {one.metadata['unit']}", one.metadata["answer"]]
        for one in fields(Limits)
    ]
    _write(docs / "limits.md", "| what | limit | beyond it |", [limits])


def _write(page: Path, head: str, tables: list[list[list[str]]]) -> None:
    """Replace the rows of the first tables with this head, in their order."""
    text = page.read_text("utf-8")
    pattern = re.compile(rf"^{re.escape(head)}\n[|\- ]+\n(?:\|.*\n)*", re.M)
    rows = iter(tables)
    text = pattern.sub(lambda _: _table(head, next(rows)), text, count=len(tables))
    page.write_text(text, "utf-8")


def _table(head: str, rows: Iterable[list[str]]) -> str:
    line = "| " + " | ".join(["---"] * (head.count("|") - 1)) + " |"
    return "\n".join([head, line, *("| " + " | ".join(row) + " |" for row in rows), ""])


if __name__ == "__main__":
    main()

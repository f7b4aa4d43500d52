"""Writes docs/errata.md, the register of wrong verdicts, from docs/errata.toml:
`python -m tools.errata`.

With a version, such as `0.1.0` or `v0.1.0`, it prints the part of that release's notes on them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
HEAD = """\
# Wrong verdicts

Wrong verdicts of Headjudge, newest first, with the day and the way of their discovery. If you keep
verdicts of the versions named, request those below again. A test holds each correction.
"""


def errata() -> list[dict[str, Any]]:
    """The wrong verdicts, newest first."""
    errors: list[dict[str, Any]] = tomllib.loads((DOCS / "errata.toml").read_text("utf-8"))["error"]
    return errors


def page() -> str:
    """The page of the register."""
    return "\n".join([HEAD, *(line for error in errata() for line in _entry(error))])


def _entry(error: dict[str, Any]) -> Iterator[str]:
    yield f"## {error['id']}"
    yield ""
    yield f"{error['found']}, before {error['until']}. {error['how']}"
    yield ""
    yield f"* Was: {error['answered']}"
    yield f"* Now: {error['answers']}"
    yield ""


def notes(version: str) -> str:
    """The wrong verdicts that a version corrects, for the notes of its release."""
    mended = [error for error in errata() if error["until"] == version.removeprefix("v")]
    lines = ["#" * line.startswith("#") + line for error in mended for line in _entry(error)]
    return "\n".join(["## Wrong verdicts that are mended", "", *lines]) if mended else ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(notes(sys.argv[1]))
    else:
        (DOCS / "errata.md").write_text(page(), encoding="utf-8")

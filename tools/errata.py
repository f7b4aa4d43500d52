"""Writes docs/errata.md, the register of wrong verdicts: `python -m tools.errata`.

With a version, as `0.1.0` or `v0.1.0`, it prints what the notes of that release say of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.web.api.feeds import errata

DOCS = Path(__file__).parents[1] / "docs"
HEAD = """\
# Wrong verdicts

What Headjudge has answered wrongly, newest first: found when and how, answered in which versions. A
test asks each again. Whoever kept verdicts of these versions sees here which to ask for once more.
To report one, see SECURITY.md for what can harm a service, and open an issue for the rest.
"""


def page() -> str:
    """The register as it is read."""
    return "\n".join([HEAD, *(line for error in errata() for line in _entry(error))])


def _entry(error: dict[str, Any]) -> Iterator[str]:
    yield f"## {error['id']}"
    yield ""
    yield f"Found on {error['found']}. {error['how']} Versions before {error['until']}."
    yield ""
    yield f"* Answered: {error['answered']}"
    yield f"* Answers now: {error['answers']}"
    yield ""


def notes(version: str) -> str:
    """What a version answers rightly for the first time, for the notes of its release."""
    mended = [error for error in errata() if error["until"] == version.removeprefix("v")]
    lines = ["#" * line.startswith("#") + line for error in mended for line in _entry(error)]
    return "\n".join(["## Wrong verdicts that are mended", "", *lines]) if mended else ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(notes(sys.argv[1]))
    else:
        (DOCS / "errata.md").write_text(page(), encoding="utf-8")

"""Name the project's repository wherever it is named: `python -m tools.repository club/headjudge`.

Workflows, hooks and pages are copied verbatim, so each contains the name; that of `repository` in
mkdocs.yml is authoritative.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTING = re.compile(r"^  repository: (\S+)$", re.M)


def files(root: Path = ROOT) -> Iterator[Path]:
    """The files that name the repository."""
    yield root / "mkdocs.yml"
    yield from sorted((root / "docs").glob("*.md"))
    yield from sorted((root / "examples" / "ci").iterdir())


def repository(root: Path = ROOT) -> str:
    """The name in mkdocs.yml, as `owner/name`."""
    match = SETTING.search((root / "mkdocs.yml").read_text("utf-8"))
    assert match, "mkdocs.yml names no repository"
    return match[1]


def rename(name: str, root: Path = ROOT) -> None:
    """Write another name into every file that has the present one."""
    present = repository(root)
    for file in files(root):
        text = file.read_text("utf-8")
        if present in text:
            file.write_text(text.replace(present, name), "utf-8")


if __name__ == "__main__":
    rename(sys.argv[1])

"""File names of decklists: which files may be lists, their owners, and card pools."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

OF_DECKS = frozenset({".cod", ".dck", ".dec", ".dek", ".mwdeck"})
"""Suffixes used only for decks."""
NEVER = ("readme", "license", "licence", "copying", "changelog", "contributing", "headjudge",
         "requirements", "robots", "package.json", "package-lock.json")  # fmt: skip
"""Beginnings of names of common repository files that are not decklists."""
POOL = re.compile(r"(?:(?P<team>.+)\.)?pool", re.IGNORECASE)
"""The name of a card pool's file, without its suffix."""
MEMBER = re.compile(r"(?P<team>.+)\.(?P<mark>[a-h]|[1-8])", re.IGNORECASE)
"""The name of one of a team's files, without its suffix: `name.a`, `name.2`."""


def is_never_deck(name: str) -> bool:
    """Whether this is the name of a common repository file that is no decklist."""
    lowered = name.lower()
    return lowered.startswith(NEVER) and PurePosixPath(lowered).suffix not in OF_DECKS

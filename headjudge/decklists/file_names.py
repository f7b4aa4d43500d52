"""What the names of files say: which may be decklists, whose list each is, and what is a pool."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

OF_DECKS = frozenset({".cod", ".dck", ".dec", ".dek", ".mwdeck"})
"""What the names of decks alone end in: such a file is always read."""
OF_MUCH = frozenset({".csv", ".json", ".md", ".tsv", ".txt"})
"""What other files end in as well: these are decklists if they read as such."""
NEVER = ("readme", "license", "licence", "copying", "changelog", "contributing", "headjudge",
         "requirements", "robots", "package.json", "package-lock.json")  # fmt: skip
"""How the names of files begin that lie in repositories and are no decklists."""
POOL = re.compile(r"(?:(?P<team>.+)\.)?pool", re.IGNORECASE)
"""How the name of a card pool's file is, without its suffix."""
MEMBER = re.compile(r"(?P<team>.+)\.(?P<mark>[a-h]|[1-8])", re.IGNORECASE)
"""How the name of one of a team's files is, without its suffix: `name.a`, `name.2`."""


def may_be_deck(name: str) -> bool:
    """Whether a file with that name may be a decklist."""
    suffix = PurePosixPath(name.lower()).suffix
    return suffix in OF_DECKS or (suffix in OF_MUCH and not is_never_deck(name))


def is_never_deck(name: str) -> bool:
    """Whether that is the name of a file that lies in repositories and is no decklist."""
    lowered = name.lower()
    return lowered.startswith(NEVER) and PurePosixPath(lowered).suffix not in OF_DECKS

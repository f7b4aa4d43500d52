"""The titles of the catalogue, and those of them by which a reader may be misled."""

from __future__ import annotations

import re

from cards import catalogue

_WORDS = re.compile(r"(?:[A-Z]?[a-z'’]{3,}|a|an|at|by|in|of|on|the|to|[ ,])+")

TITLES = tuple(catalogue().titles())
ODD_TITLES = tuple(title for title in TITLES if not _WORDS.fullmatch(title))
"""Those with figures, signs, short words and second faces: one in seven."""
SAMPLE = (*ODD_TITLES, *TITLES[::20])
"""And one in twenty of all, which are words and nothing else."""

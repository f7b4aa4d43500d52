"""What a source has to offer: of which day it is, and how it is read."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from cards.facts import Facts
from cards.updates.spool import Spool

Say = Callable[[str], None]
Gather = Callable[[Spool, Facts, Say], None]
"""Fills the spool, and says which file is being read; the facts in force tell which rarities are
known. CannotDownload, Damaged, CommandError, OSError."""
Languages = Collection[str] | None
"""Codes (BCP-47) of the translated titles that are wanted; None for all."""


@dataclass(frozen=True, slots=True)
class Release:
    """One state of a source."""

    source: str
    name: str
    """Tells it from every other state of the source."""
    as_of: datetime.date
    gather: Gather


def text_of(document: Any, *keys: str) -> str | None:
    """The text under the first of these keys that a JSON object has; None where it has none."""
    values = (document.get(key) for key in keys) if isinstance(document, dict) else iter(())
    return next((value for value in values if isinstance(value, str) and value), None)

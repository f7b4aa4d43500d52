"""Releases: the state of a source on a day, and how to read it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection
from dataclasses import dataclass

from cards.facts import Facts
from cards.updates.spool import Spool

Progress = Callable[[str], None]
Gather = Callable[[Spool, Facts, Progress], None]
"""Fills the spool, reporting each file that is read; the old facts show which rarities are known.
Raises CannotDownload, Damaged, CommandError or OSError."""
Languages = Collection[str] | None
"""The wanted languages (BCP-47) of translated titles; None for all."""


@dataclass(frozen=True, slots=True)
class Release:
    """One state of a source."""

    source: str
    name: str
    """Unique among all states of the source."""
    as_of: datetime.date
    gather: Gather

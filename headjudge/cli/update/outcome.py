"""What became of an update."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.editions import Edition
from cards.updates.review import Review
from headjudge.cli.sources.release import Release

Status = Literal["current", "updated", "would-update", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts in force before and after, what they differ in, and what spoke against them."""

    status: Status
    release: Release
    before: Edition
    after: Edition
    """In force now; the same as before, unless the facts were updated."""
    review: Review | None = None
    """None where nothing had to be read."""
    objections: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Titles that the source lacks, and that stay."""

    @property
    def code(self) -> int:
        """The exit code."""
        return 1 if self.status == "refused" else 0

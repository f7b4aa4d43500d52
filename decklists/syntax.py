"""What a syntax of decklists is: how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from decklists.lines import IsTitle
from validator.model import Decklist

Recogniser = Callable[[str], str | None]
"""What in the text speaks for the syntax, as the end of `Read as Cockatrice XML: ...`, or None."""
Writer = Callable[[Decklist], str]
"""The text of a deck. Reading it gives the same titles, counts and sections."""


class Reader(Protocol):
    """Reads every deck in a text; there is at least one, which may be empty."""

    def __call__(
        self, text: str, *, main_min: int, pool: bool, is_title: IsTitle
    ) -> tuple[Decklist, ...]: ...


@dataclass(frozen=True, slots=True)
class Syntax:
    """One way of writing a decklist."""

    id: str
    name: str
    """What people call it."""
    recognise: Recogniser
    read: Reader
    write: Writer | None = None
    """None where lists in this syntax are only read."""
    media_type: str = "text/plain"
    suffix: str = ".txt"
    """How files of it usually end; never asked when a list is read."""
    sections: Collection[str] | None = None
    """The sections that a written list can hold; None means all of them."""

"""What a syntax of decklists is: how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Protocol

from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.traits import Trait
from headjudge.decklists.sections import BlankLine
from messages import listed, say
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
    """One way of writing a decklist that is not a card a line: XML, JSON, tables."""

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
    size: Callable[[str], int] | None = None
    """How many entries a document has; None where it has one a line at most."""


@dataclass(frozen=True, slots=True)
class TextSyntax:
    """One way of writing a card a line. `headjudge.decklists.reader` reads them all alike.

    Lines are read by the union of all notations, because lists are cut, pasted and mended by
    hand; what differs is how each program is known and what a blank line means to it.
    """

    id: str
    name: str
    """What people call it."""
    known_by: tuple[tuple[Trait, ...], ...] = ()
    """Each of these is enough: traits that have all been seen in the text."""
    blank_line: BlankLine = "doubtful"
    """What the last one means."""
    write: Writer | None = None
    """None where lists in this syntax are only read."""
    media_type: str = "text/plain"
    suffix: str = ".txt"
    """How files of it usually end; never asked when a list is read."""

    def recognise(self, text_traits: Set[Trait]) -> str | None:
        """What among the traits of a text speaks for the syntax, in words, or None."""
        for traits in self.known_by:
            if all(trait in text_traits for trait in traits):
                return say(
                    "{traits}, as {program} writes them",
                    traits=listed([trait.words for trait in traits]),
                    program=self.name,
                )
        return None

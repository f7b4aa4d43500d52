"""Definitions of decklist syntaxes: detection, reading and writing."""

from collections.abc import Callable, Set
from typing import NamedTuple, Protocol

from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.traits import Trait
from headjudge.decklists.sections import BlankLine
from messages import listed, say
from validator.model import Decklist

Recogniser = Callable[[str], str | None]
"""Why the text has this syntax, as the end of `Read as Cockatrice XML: ...`; None if not."""
Writer = Callable[[Decklist], str]
"""Writes a deck. Reading it gives the same titles, counts and sections."""


class Reader(Protocol):
    """Reads every deck in a text; at least one, which may be empty."""

    def __call__(
        self, text: str, *, main_min: int, pool: bool, is_title: IsTitle
    ) -> tuple[Decklist, ...]: ...


class Syntax(NamedTuple):
    """A syntax other than one card per line: XML, JSON, tables."""

    id: str
    name: str
    """The display name."""
    recognise: Recogniser
    read: Reader
    write: Writer | None = None
    """None for read-only syntaxes."""
    media_type: str = "text/plain"
    suffix: str = ".txt"
    """The usual suffix of files, which is not used for detection."""
    size: Callable[[str], int] | None = None
    """Counts the entries of a document; None if it has at most one per line."""


class TextSyntax(NamedTuple):
    """One way of writing a card a line. `headjudge.decklists.reader` reads them all alike.

    Lines are read by the union of all notations, because lists are cut, pasted and mended by
    hand; what differs is how each program is known and what a blank line means to it.
    """

    id: str
    name: str
    """The display name."""
    known_by: tuple[tuple[Trait, ...], ...] = ()
    """Any of these is enough: traits that all occur in the text."""
    blank_line: BlankLine = "doubtful"
    """The meaning of the last trait."""
    write: Writer | None = None
    """None for read-only syntaxes."""
    media_type: str = "text/plain"
    suffix: str = ".txt"
    """The usual suffix of files, which is not used for detection."""

    def recognise(self, text_traits: Set[Trait]) -> str | None:
        """The trait of a text that identifies the syntax, in words, or None."""
        for traits in self.known_by:
            if all(trait in text_traits for trait in traits):
                return say(
                    "{traits}, as {program} writes them",
                    traits=listed([trait.words for trait in traits]),
                    program=self.name,
                )
        return None

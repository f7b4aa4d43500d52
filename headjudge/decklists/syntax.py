"""Definitions of decklist syntaxes: detection, reading and writing."""

from collections.abc import Callable, Set
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, Protocol

from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.traits import Trait
from headjudge.decklists.sections import BlankLine
from messages import say, say_list
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


class Syntax:
    """A syntax other than one card per line: XML, JSON, tables.

    Its module, which is imported when a text may be such a document, has `recognise`, `read`,
    `write`, and `size` if a document may have several entries on a line.
    """

    def __init__(self, id: str, name: str, module: str, media_type: str, suffix: str) -> None:
        self.id = id
        self.name = name
        """The display name."""
        self.media_type = media_type
        self.suffix = suffix
        """The usual suffix of files, which is not used for detection."""
        self._module_name = module

    @cached_property
    def _module(self) -> ModuleType:
        return import_module(f"headjudge.decklists.syntaxes.{self._module_name}")

    @cached_property
    def recognise(self) -> Recogniser:
        """Says why a text is such a document, or None."""
        recognise: Recogniser = self._module.recognise
        return recognise

    @cached_property
    def read(self) -> Reader:
        read: Reader = self._module.read
        return read

    @cached_property
    def write(self) -> Writer:
        write: Writer = self._module.write
        return write

    @cached_property
    def size(self) -> Callable[[str], int] | None:
        """Counts the entries of a document; None if it has at most one per line."""
        size: Callable[[str], int] | None = getattr(self._module, "size", None)
        return size


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
                    traits=say_list([trait.words for trait in traits]),
                    program=self.name,
                )
        return None

"""Definitions of decklist syntaxes: detection and reading."""

from collections.abc import Set
from functools import cached_property
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.traits import Trait
from headjudge.decklists.sections import BlankLine
from messages import say, say_list
from validator.model import Decklist


class DocumentModule(Protocol):
    """The module of a document syntax.

    One whose documents may have several entries on a line also has `size`, which counts them.
    """

    def recognise(self, text: str) -> str | None:
        """Why the text has this syntax, as the end of `Read as JSON: ...`; None if it has not."""

    def read(
        self, text: str, *, main_min: int, pool: bool, is_title: IsTitle
    ) -> tuple[Decklist, ...]:
        """Every deck in a text; at least one, which may be empty."""


class Syntax:
    """A syntax other than one card per line: XML, JSON, tables."""

    def __init__(self, id: str, name: str, module: str) -> None:
        self.id = id
        self.name = name
        """The display name."""
        self._module_name = module

    @cached_property
    def module(self) -> DocumentModule:
        """Imported only when a text may be such a document."""
        module = import_module(f"headjudge.decklists.syntaxes.{self._module_name}")
        return cast(DocumentModule, module)


class TextSyntax(NamedTuple):
    """A way of writing one card per line. `headjudge.decklists.reader` reads all of them.

    Every line is read by the union of all notations, because people cut, paste and edit lists by
    hand. Syntaxes differ only in how they are recognised and in the meaning of a blank line.
    """

    id: str
    name: str
    """The display name."""
    known_by: tuple[tuple[Trait, ...], ...] = ()
    """Combinations of traits, each of which identifies the syntax."""
    blank_line: BlankLine = "doubtful"
    """The meaning of the last trait."""

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

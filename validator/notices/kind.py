"""Kinds of notice: a code with its explanation, and the function that finds it in a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeVar

from messages import say
from validator.case import Case
from validator.definition import Definition, Example
from validator.model import Notice, Place, Severity

Scope = Literal["any", "limited", "companions", "commanders"]
"""All cases; Limited, with its pools and products; decks with a companion, or a command zone."""
F = TypeVar("F", bound=Callable[[Case], Iterator[Notice]])


class NoticeKind(Definition):
    """A code for useful information that breaks no rule."""

    def __init__(
        self,
        code: str,
        severity: Severity,
        *,
        when: str,
        explains: str,
        mend: str,
        example: Example,
        sources: str = "",
        says: str = "",
        scope: Scope = "any",
    ) -> None:
        super().__init__(
            code, when=when, explains=explains, mend=mend, example=example, sources=sources
        )
        self.severity = severity
        self.says = says
        """The message template, if there is a single one."""
        self.scope = scope
        """The cases that it is looked for in."""
        self.find: Callable[[Case], Iterator[Notice]] | None = None
        """Finds it in a case; None if it is issued when a list is read, fetched or written."""

    def __repr__(self) -> str:
        return f"<notice {self.code}>"

    def check(self, function: F) -> F:
        """Register the function that yields the notices on a case."""
        self.find = function
        return function

    def notice(
        self,
        message: str | None = None,
        *,
        places: Iterable[Place] = (),
        about: Iterable[str] = (),
        severity: Severity | None = None,
        **values: object,
    ) -> Notice:
        """A notice of this kind about these titles; `values` fill in the template.

        `severity` overrides that of the kind.
        """
        sentence = say(self.says, **values) if message is None else message
        return Notice(self.code, severity or self.severity, sentence, tuple(places), tuple(about))

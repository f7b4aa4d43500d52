"""A kind of notice: what is stated of its code, and the function that finds it in a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from messages import say
from validator.case import Case
from validator.definition import Definition
from validator.model import Notice, Place, Severity

F = TypeVar("F", bound=Callable[[Case], Iterator[Notice]])


@dataclass(eq=False)
class NoticeKind(Definition):
    """Something worth knowing that breaks no rule."""

    severity: Severity
    says: str = field(kw_only=True, default="")
    """The template of its message, where it has one alone."""
    of_limited: bool = field(kw_only=True, default=False)
    """Whether it is about card pools and products, which Constructed does without."""
    of_companions: bool = field(kw_only=True, default=False)
    """Whether it is about decks with a companion alone."""
    of_commanders: bool = field(kw_only=True, default=False)
    """Whether it is about decks with a command zone alone."""
    find: Callable[[Case], Iterator[Notice]] | None = field(init=False, default=None)
    """What finds it in a case; None where it is given in reading, fetching or writing a list."""

    def __repr__(self) -> str:
        return f"<notice {self.code}>"

    def check(self, function: F) -> F:
        """Name the function that yields the notices on a case."""
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
        """A notice of this kind, about these titles; `values` fill in its template.

        Its severity is that of the kind, unless it matters otherwise in this case.
        """
        sentence = say(self.says, **values) if message is None else message
        return Notice(self.code, severity or self.severity, sentence, tuple(places), tuple(about))

"""Rules: a code with its explanation, and the function that finds its violations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from validator.definition import Definition, Example
from validator.model import Place
from validator.violation import Source, Violation, Words

C = TypeVar("C", contravariant=True)
"""The input of the rule: the case, or the part of it that the rule needs."""
F = TypeVar("F", bound=Callable[..., Iterator[Violation]])


NO_VARIANTS: Mapping[str, str | Words] = MappingProxyType({})


class Rule(Definition, Generic[C]):
    """A rule of deck construction.

    Its sentences are templates. They may use the fields of the violation and its details,
    `{copies}` or `{cards}` for the count in words, and `{excess}` or `{missing}` for the copies
    over or under the limit.
    """

    find: Callable[[C], Iterator[Violation]]

    def __init__(
        self,
        code: str,
        source: Source,
        *,
        when: str,
        explains: str,
        mend: str,
        example: Example,
        fix: str,
        sources: str = "",
        says: str | None = None,
        variants: Mapping[str, str | Words] = NO_VARIANTS,
    ) -> None:
        """`says` is the fault, None if each variant has its own sentence; `fix` mends it.

        `variants` are other sentences for the fault, with Words also for the fix.
        """
        sources = sources or ", ".join(filter(None, source))
        super().__init__(
            code, when=when, explains=explains, mend=mend, example=example, sources=sources
        )
        self.source = source
        """The source of violations that do not name their own."""
        usual = {} if says is None else {"": says}
        self.sentences = {
            variant: words if isinstance(words, Words) else Words(words, fix)
            for variant, words in {**usual, **variants}.items()
        }
        """All sentences, by variant; `""` is the default."""

    def __repr__(self) -> str:
        return f"<rule {self.code}>"

    def rule(self, function: F) -> F:
        """Register the function that yields the violations of a case."""
        self.find = function
        return function

    def violation(
        self,
        source: Source | None = None,
        *,
        variant: str = "",
        places: Iterable[Place] = (),
        card: str | None = None,
        count: int | None = None,
        limit: int | None = None,
        reason: str | None = None,
        banlist: str | None = None,
        suggestions: Iterable[str] | None = None,
        letters: str | None = None,
        doubt: str | None = None,
        **details: object,
    ) -> Violation:
        """A violation of this rule; `details` are values for its sentences.

        `doubt` says what is not known and may lift it.
        """
        return Violation(
            code=self.code,
            rule=source or self.source,
            places=tuple(places),
            card=card,
            count=count,
            limit=limit,
            reason=reason,
            banlist=banlist,
            suggestions=None if suggestions is None else tuple(suggestions),
            letters=letters,
            words=self.sentences[variant],
            details=details,
            doubt=doubt,
        )

"""What defines a rule or a notice: a code, its explanation, an example, and its function."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from formats.files import read_toml
from messages import Message, say
from validator.case import Case, Scope
from validator.model import NO_PRODUCT, Event, Notice, Place, Severity, Structure
from validator.violation import Source, Violation, Words

EXAMPLE_DAY = datetime.date(2024, 10, 1)


class Example(NamedTuple):
    """A team that triggers the code."""

    event: Event
    decks: tuple[str, ...]
    """Texts of lists; a text may hold several."""
    pool: str | None = None
    deck_formats: tuple[str, ...] = ()
    """A format for each deck, if different from the event's."""
    address: str | None = None
    """The address of the first list, for codes of links."""


def _example(
    decks: Sequence[str],
    format: str = "modern",
    as_of: str | datetime.date = EXAMPLE_DAY,
    structure: Structure = "two-headed-giant",
    policy: str = "combined-four",
    product: Mapping[str, int] = NO_PRODUCT,
    pool: str | None = None,
    deck_formats: Sequence[str] = (),
    address: str | None = None,
) -> Example:
    """An example as in `codes.toml`; Two-Headed Giant in Modern by default."""
    event = Event(format, as_of, structure, policy, product=product)
    event = event._replace(as_of=event.day)
    return Example(event, tuple(decks), pool, tuple(deck_formats), address)


@cache
def _explanations() -> Mapping[str, Mapping[str, Any]]:
    return read_toml(Path(__file__).with_name("codes.toml"))


class Definition:
    """A code, with its explanation for users in `codes.toml`, which no verdict needs.

    `headjudge explain`, the help in SARIF reports, `/v1/codes` and docs/rules.md are
    generated from it. Codes are stable: never renamed, only added.
    """

    def __init__(self, code: str, source: str = "") -> None:
        self.code = code
        self._source = source

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}>"

    @property
    def _explained(self) -> Mapping[str, Any]:
        return _explanations()[self.code]

    @property
    def when(self) -> Message:
        """When the code is reported, as a sentence."""
        words: str = self._explained["when"]
        return say(words)

    @property
    def explains(self) -> str:
        """The rule, in sentences."""
        return str(self._explained["explains"])

    @property
    def mend(self) -> str:
        """How to fix it, in sentences."""
        return str(self._explained["mend"])

    @property
    def sources(self) -> str:
        """All sources, as text without a full stop."""
        return str(self._explained.get("sources", self._source))

    @property
    def example(self) -> Example:
        """A team that triggers the code."""
        return _example(**self._explained["example"])


C = TypeVar("C", contravariant=True)
"""The input of the rule: the case, or the part of it that the rule needs."""
Find = TypeVar("Find", bound=Callable[..., Iterator[Violation]])


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
        fix: str,
        says: str | None = None,
        variants: Mapping[str, str | Words] = NO_VARIANTS,
    ) -> None:
        """`says` is the fault, None if each variant has its own sentence; `fix` mends it.

        `variants` are other sentences for the fault, with Words also for the fix.
        """
        super().__init__(code, ", ".join(filter(None, source)))
        self.source = source
        """The source of violations that do not name their own."""
        usual = {} if says is None else {"": says}
        self.sentences = {
            variant: words if isinstance(words, Words) else Words(words, fix)
            for variant, words in {**usual, **variants}.items()
        }
        """All sentences, by variant; `""` is the default."""

    def rule(self, function: Find) -> Find:
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


Check = TypeVar("Check", bound=Callable[[Case], Iterator[Notice]])


class NoticeKind(Definition):
    """A code for useful information that breaks no rule."""

    def __init__(
        self,
        code: str,
        severity: Severity,
        *,
        says: str = "",
        scope: Scope = "any",
    ) -> None:
        super().__init__(code)
        self.severity = severity
        self.says = says
        """The message template, if there is a single one."""
        self.scope = scope
        """What the cases have that it is looked for in."""
        self.find: Callable[[Case], Iterator[Notice]] | None = None
        """Finds it in a case; None if it is issued when a list is read, fetched or written."""

    def check(self, function: Check) -> Check:
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

"""A violation: one fault of a team's decks, with all that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from messages import Message, counted, say
from validator.model import Place
from validator.nouns import CARDS, COPIES
from validator.words import WORDS


class Source(NamedTuple):
    """What a rule rests on: a document, and the place in it."""

    source: str
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault; the fields that its code does not use are None."""

    code: str
    rule: Source
    places: tuple[Place, ...]
    card: str | None
    count: int | None
    limit: int | None
    reason: str | None
    banlist: str | None
    suggestions: tuple[str, ...] | None
    words: str
    """The entry of `words.WORDS` that says it."""
    details: Mapping[str, object]
    """What the sentences name besides the fields."""

    @property
    def message(self) -> str:
        """The fault as a sentence that a player understands."""
        return self._said(WORDS[self.words].message)

    @property
    def fix(self) -> str:
        """What mends it, as a sentence."""
        return self._said(WORDS[self.words].fix)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def _said(self, template: str) -> Message:
        values: dict[str, object] = {
            "card": self.card,
            "count": self.count,
            "limit": self.limit,
            **self.details,
        }
        if self.count is not None:
            values["copies"] = counted(self.count, *COPIES)
            values["cards"] = counted(self.count, *CARDS)
        if self.count is not None and self.limit is not None:
            noun = CARDS if self.card is None else COPIES
            values["excess"] = counted(self.count - self.limit, *noun)
            values["missing"] = counted(self.limit - self.count, *noun)
        return say(template, **values)


def violation(
    code: str,
    rule: Source,
    *,
    words: str | None = None,
    places: Iterable[Place] = (),
    card: str | None = None,
    count: int | None = None,
    limit: int | None = None,
    reason: str | None = None,
    banlist: str | None = None,
    suggestions: Iterable[str] | None = None,
    **details: object,
) -> Violation:
    """The violation of `code`; `words` names another entry of the table than the code's own.

    Its sentences may name the fields and `details`, `{copies}` or `{cards}` for the count in
    words, and `{excess}` or `{missing}` for the copies over or under the limit.
    """
    return Violation(
        code=code,
        rule=rule,
        places=tuple(places),
        card=card,
        count=count,
        limit=limit,
        reason=reason,
        banlist=banlist,
        suggestions=None if suggestions is None else tuple(suggestions),
        words=words or code,
        details=details,
    )

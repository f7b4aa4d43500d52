"""A violation: one fault of a team's decks, with all that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from validator.codes import WORDS
from validator.model import Place

MOST_NAMED = 5
"""Items of a list that a sentence names."""


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
    """The entry of `codes.WORDS` that says it."""
    details: Mapping[str, object]
    """What the sentences name besides the fields."""

    @property
    def message(self) -> str:
        """The fault as a sentence that a player understands."""
        return WORDS[self.words].message.format_map(self._values())

    @property
    def fix(self) -> str:
        """What mends it, as a sentence."""
        return WORDS[self.words].fix.format_map(self._values())

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def _values(self) -> dict[str, object]:
        values: dict[str, object] = {
            "card": self.card,
            "count": self.count,
            "limit": self.limit,
            **self.details,
        }
        if self.count is not None:
            values["copies"] = counted(self.count, "copy", "copies")
            values["cards"] = counted(self.count, "card", "cards")
        if self.count is not None and self.limit is not None:
            noun = ("card", "cards") if self.card is None else ("copy", "copies")
            values["excess"] = counted(self.count - self.limit, *noun)
            values["missing"] = counted(self.limit - self.count, *noun)
        return values


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


def counted(number: int, one: str, many: str) -> str:
    """`1 copy`, `2 copies`."""
    return f"{number} {one if number == 1 else many}"


def listed(items: Sequence[str], word: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`, or with another word than `and`."""
    *first, last = items or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def shortlisted(items: Sequence[str]) -> str:
    """`A, B and C`, or, of more than a sentence should name, `A, B, C, D, E and 3 more`."""
    if len(items) <= MOST_NAMED:
        return listed(items)
    return f"{', '.join(items[:MOST_NAMED])} and {len(items) - MOST_NAMED} more"

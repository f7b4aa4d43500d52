"""A violation: one fault of a team's decks, with all that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from validator.codes import WORDS
from validator.model import Place


class Source(NamedTuple):
    """What a rule rests on: a document, and the place in it."""

    source: str
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault; the fields that its code does not use are None."""

    code: str
    message: str
    fix: str
    rule: Source
    places: tuple[Place, ...] = ()
    card: str | None = None
    count: int | None = None
    limit: int | None = None
    reason: str | None = None
    banlist: str | None = None
    suggestions: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def violation(
    code: str,
    rule: Source,
    *,
    words: str | None = None,
    places: Sequence[Place] = (),
    card: str | None = None,
    count: int | None = None,
    limit: int | None = None,
    reason: str | None = None,
    banlist: str | None = None,
    suggestions: Sequence[str] | None = None,
    **details: object,
) -> Violation:
    """The violation of `code`, its sentences filled in from the fields and `details`.

    `words` names another entry of the table of words than the code's own. The templates may
    use `{copies}` for the count in words and `{excess}` for the copies over the limit.
    """
    template = WORDS[words or code]
    values = {"card": card, "count": count, "limit": limit, **details}
    if count is not None:
        values["copies"] = counted(count, "copy", "copies")
        values["cards"] = counted(count, "card", "cards")
    if count is not None and limit is not None:
        noun = ("card", "cards") if card is None else ("copy", "copies")
        values["excess"] = counted(count - limit, *noun)
        values["missing"] = counted(limit - count, *noun)
    return Violation(
        code=code,
        message=template.message.format_map(values),
        fix=template.fix.format_map(values),
        rule=rule,
        places=tuple(places),
        card=card,
        count=count,
        limit=limit,
        reason=reason,
        banlist=banlist,
        suggestions=None if suggestions is None else tuple(suggestions),
    )


def counted(number: int, one: str, many: str) -> str:
    """`1 copy`, `2 copies`."""
    return f"{number} {one if number == 1 else many}"


def listed(items: Sequence[str], word: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`, or with another word than `and`."""
    *first, last = items or [""]
    return f"{', '.join(first)} {word} {last}" if first else last

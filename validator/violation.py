"""A violation: one fault of a team's decks, with all that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from messages import Message, counted, say
from validator.model import Place
from validator.nouns import CARDS, COPIES


class Source(NamedTuple):
    """What a rule rests on: a document, and the place in it."""

    source: str
    clause: str | None = None

    @property
    def url(self) -> str | None:
        """The document's address, where that is its name."""
        is_address = self.source.startswith(("https://", "http://")) and " " not in self.source
        return self.source if is_address else None


class Words(NamedTuple):
    """The sentence that says the fault, and the one that says what mends it, as templates."""

    message: str
    fix: str


MTR = partial(Source, "Magic Tournament Rules")


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
    letters: str | None
    """Letters of colours, in their usual order."""
    words: Words
    """The templates of its sentences."""
    details: Mapping[str, object]
    """What the sentences name besides the fields."""

    @property
    def message(self) -> str:
        """The fault as a sentence that a player understands."""
        return self._as_sentence(self.words.message)

    @property
    def fix(self) -> str:
        """What mends it, as a sentence."""
        return self._as_sentence(self.words.fix)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def _as_sentence(self, template: str) -> Message:
        values: dict[str, object] = {
            "card": self.card,
            "count": self.count,
            "limit": self.limit,
            "letters": self.letters,
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

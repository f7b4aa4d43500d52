"""A violation: one fault of a team's decks, with everything that explains it."""

import datetime
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from messages import Message, say, say_count, sentences
from validator.model import CARDS, COPIES, Place


class Source(NamedTuple):
    """The source of a rule: a document, and a section in it."""

    source: str
    clause: str | None = None

    @classmethod
    def effective(cls, source: str, day: datetime.date) -> "Source":
        """The source of a list, by the day from which it holds."""
        return cls(source, f"effective {day}")

    @property
    def url(self) -> str | None:
        """The document's address, if it is named by its address."""
        is_address = self.source.startswith(("https://", "http://")) and " " not in self.source
        return self.source if is_address else None


class Words(NamedTuple):
    """Templates for the sentences on the fault and on its fix."""

    message: str
    fix: str


MTR = partial(Source, "Magic Tournament Rules")


class Violation(NamedTuple):
    """One fault; fields that its code does not use are None."""

    code: str
    rule: Source
    places: tuple[Place, ...]
    card: str | None
    count: int | None  # type: ignore[assignment]  # shadows tuple.count, which nobody needs here
    limit: int | None
    reason: str | None
    banlist: str | None
    suggestions: tuple[str, ...] | None
    letters: str | None
    """Color letters, in their usual order."""
    words: Words
    """The templates of the sentences."""
    details: Mapping[str, object]
    """Values for the sentences besides the fields."""
    doubt: str | None = None
    """What is not known and may lift it, as a sentence; None if it is certain."""

    @property
    def message(self) -> str:
        """The fault as a sentence for players, with what is not known."""
        message = self._as_sentence(self.words.message)
        return sentences(message, self.doubt) if self.doubt else message

    @property
    def fix(self) -> str:
        """How to fix it, as a sentence."""
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
            values["copies"] = say_count(self.count, *COPIES)
            values["cards"] = say_count(self.count, *CARDS)
        if self.count is not None and self.limit is not None:
            noun = CARDS if self.card is None else COPIES
            values["excess"] = say_count(self.count - self.limit, *noun)
            values["missing"] = say_count(self.limit - self.count, *noun)
        return say(template, **values)

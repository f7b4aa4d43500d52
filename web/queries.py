"""What the queries of resources may say."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, validates_schema

from web.fields import Day, Strict, Text, Whole, means

COMPLETIONS_MAX = 50
TYPED_MAX = 400
"""Characters of what is to be completed; no title of any language comes near it."""


class WholeText(Whole):
    """A whole number from 1 as a query writes it: 4, but neither 04 nor 4.0."""

    def read(self, value: Any) -> int | None:
        """The number that the text writes."""
        return int(value) if re.fullmatch(r"-?(0|[1-9][0-9]{0,9})", value) else None


def _typed(text: str) -> None:
    if not 1 <= len(text) <= TYPED_MAX:
        raise ValidationError(f"This must have from 1 to {TYPED_MAX} characters.")


class NoQuery(Strict):
    """The query of a resource that takes none."""


class DayQuery(Strict):
    """The query of what depends on a day."""

    as_of = Day(metadata=means("The day that is asked about; today (UTC) without it."))


class DiffQuery(Strict):
    """The query of a difference between two days."""

    from_ = Day(required=True, data_key="from", metadata=means("The day to compare with."))
    to = Day(required=True, metadata=means("The day that is compared; not before `from`."))

    @validates_schema
    def in_order(self, query: dict[str, Any], **_: Any) -> None:
        """The days are in the order of time."""
        if query["from_"] > query["to"]:
            raise ValidationError("This must not be before `from`.", "to")


class CompletionQuery(Strict):
    """The query of a completion."""

    q = Text(
        required=True,
        validate=_typed,
        metadata=means(
            "What was typed so far: the beginning of a title, or of a word in it.",
            minLength=1,
            maxLength=TYPED_MAX,
        ),
    )
    limit = WholeText(
        COMPLETIONS_MAX,
        load_default=10,
        metadata=means("The most titles to give."),
    )


NONE = NoQuery()
DAY = DayQuery()
DIFF = DiffQuery()
COMPLETION = CompletionQuery()

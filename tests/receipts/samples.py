"""A report that was judged, and receipts of it, for tests."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

from headjudge.decklists import read
from headjudge.receipts import keys
from headjudge.receipts.keys import PrivateKey
from headjudge.receipts.signing import Receipt, sign
from headjudge.receipts.statement import Statement, statement
from validator import Event, Report, validate

NOON = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
DAY = NOON.date()
LISTS = ("4 Naturalize\n56 Forest", "2 Naturalize\n58 Forest")


@cache
def key() -> PrivateKey:
    return keys.generate()


def report(*lists: str, **event: Any) -> Report:
    """The report on lists, those of the team in the documentation unless others are given."""
    asked = Event(**({"format": "modern", "as_of": "2024-10-01"} | event))
    return validate(asked, [read(text) for text in lists or LISTS])


def stated(by: PrivateKey | None = None) -> Statement:
    return statement(report(also=("tournament",)), (by or key()).public.id, NOON)


def receipt(by: PrivateKey | None = None) -> Receipt:
    return sign(stated(by), by or key())

"""A report that was judged, and receipts of it, for tests."""

from __future__ import annotations

import base64
import datetime
import json
from functools import cache
from typing import Any

from headjudge.decklists import read
from headjudge.documents.receipts import Statement
from headjudge.receipts import keys
from headjudge.receipts.keys import Key
from headjudge.receipts.signing import sign
from headjudge.receipts.statement import statement
from validator import Event, Report, validate

NOON = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
DAY = NOON.date()
LISTS = ("4 Naturalize\n56 Forest", "2 Naturalize\n58 Forest")


@cache
def key() -> Key:
    return keys.generate()


def report(*lists: str, **event: Any) -> Report:
    """The report on lists, those of the team in the documentation unless others are given."""
    asked = Event(**({"format": "modern", "as_of": "2024-10-01"} | event))
    return validate(asked, [read(text) for text in lists or LISTS])


def stated() -> Statement:
    return statement(report(also=("tournament",)), NOON)


def receipt(by: Key | None = None) -> str:
    return sign(stated(), by or key())


def encoded(data: bytes) -> str:
    """Base64url without padding, as RFC 7515 has it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(part: str) -> Any:
    """The JSON value of a part of a receipt, which is not verified."""
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def payload(receipt: str) -> Any:
    return decoded(receipt.split(".")[1])


def changed(receipt: str, **members: Any) -> str:
    """A receipt with other members of its statement, and the signature of the old one."""
    header, part, signature = receipt.split(".")
    return f"{header}.{encoded(json.dumps(decoded(part) | members).encode())}.{signature}"

"""Receipts as types: what is signed, and the answer to a receipt that is verified."""

# Without `from __future__ import annotations`, so that programs see which fields are required.

from typing import TypedDict


class SignedVerdict(TypedDict):
    """Whether the team may play, and the codes of what is violated."""

    legal: bool
    codes: list[str]


class SignedDeck(TypedDict):
    """A deck in a receipt."""

    format: str
    digest: str


class Statement(SignedVerdict):
    """What is signed: the verdict, what was judged and by what. Nobody is named."""

    issued_at: str
    format: str
    structure: str
    team_size: int
    policy: str
    as_of: str
    product: dict[str, int]
    house: str | None
    fingerprint: str
    also: dict[str, SignedVerdict]
    decks: list[SignedDeck]
    pool: str | None


class Verification(TypedDict):
    """Whether a receipt was signed, what it states, and `same`: whether these are its lists."""

    valid: bool
    because: str
    same: bool | None
    statement: Statement | None

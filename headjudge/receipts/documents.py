"""Receipts as types: what is signed, and what is said of it."""

# Without `from __future__ import annotations`, so that programs see which fields are required.

from typing import TypedDict


class SignedVerdict(TypedDict):
    """Whether the team may play, and the codes of what is violated."""

    legal: bool
    codes: list[str]


class SignedDeck(TypedDict):
    """A deck as a receipt has it."""

    format: str
    digest: str


class Statement(SignedVerdict):
    """What is signed: the verdict, what was judged and by what. Nobody is named."""

    type: str
    key: str
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


class Receipt(TypedDict):
    """A statement and its signature."""

    statement: Statement
    signature: str


class Verification(TypedDict):
    """Whether a receipt is what was signed, and `same` lists are those that it is about."""

    valid: bool
    because: str
    same: bool | None

"""The payload of a receipt, its verification and the public keys, as clients receive them."""

from __future__ import annotations

from typing import get_args

from headjudge.web.contract.fields import (
    KNOWN,
    Answer,
    by_name,
    day,
    numbers,
    one,
    several,
    text,
    texts,
    truth,
    whole,
)
from validator.model import Structure
from validator.rules import VIOLATIONS


class SignedVerdict(Answer):
    """What one policy says of a team."""

    legal = truth("Whether the team may play these decks.")
    codes = texts("The codes of what is violated: each once, sorted.", **{KNOWN: [*VIOLATIONS]})


class SignedDeck(Answer):
    """A deck of the team."""

    format = text("The format that it was judged in.")
    digest = text("Its digest, as in the report.")


class Statement(SignedVerdict):
    """What is signed: the verdict, what was judged and by what. No name of a player or team."""

    issued_at = text("When it was signed, in UTC.", format="date-time")
    format = text("The play format.")
    structure = text("How the team plays.", known=get_args(Structure))
    team_size = whole("Players of the team.")
    policy = text("The team policy; `tournament` is resolved to a dated one.")
    as_of = day("The day of the event.")
    product = numbers("In Limited, what was opened, as it was sent.")
    house = text("The digest of the house rules; null without any.", null=True)
    fingerprint = text("The fingerprint of the ruleset.")
    also = by_name("Verdicts under further policies, by policy.", SignedVerdict)
    decks = several("The decks, in the order of the team.", SignedDeck)
    pool = text("The digest of the card pool; null without one.", null=True)


class Verification(Answer):
    """Whether a receipt is what was signed."""

    valid = truth("Whether the statement is what a key of this service signed.")
    because = text("Why, or why not, as a sentence. Its words may change.")
    same = truth(
        "Whether the lists that were sent are those of the receipt; null where none were sent, or"
        " the receipt is not valid.",
        null=True,
    )
    statement = one(Statement, "What was signed; null where the receipt is not valid.", null=True)


class ReceiptKey(Answer):
    """A public key as a JSON Web Key (RFC 8037)."""

    kty = text("The family of keys.", known=("OKP",))
    crv = text("The kind of keys.", known=("Ed25519",))
    x = text("The public key as base64url.")
    kid = text("Its id: its thumbprint (RFC 7638).")
    use = text("What it is for.", known=("sig",))
    alg = text("The algorithm (RFC 8037).", known=("EdDSA",))
    iat = whole("The second, since 1970, from which it signs.", optional=True)
    exp = whole("The second in which it has ceased to sign.", optional=True)


class ReceiptKeys(Answer):
    """A JSON Web Key Set (RFC 7517)."""

    keys = several("The keys that receipts are checked with, the newest first.", ReceiptKey)

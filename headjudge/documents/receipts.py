"""The payload of a receipt, its verification and the public keys."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, Keyword, Structure, Words


class SignedVerdict(TypedDict):
    """What one policy says of a team."""

    legal: Annotated[bool, "Whether the team may play these decks."]
    codes: Annotated[
        list[str], "The codes of what is violated: each once, sorted.", Words("violations")
    ]


class SignedDeck(TypedDict):
    """A deck of the team."""

    format: Annotated[str, "The format that it was judged in."]
    digest: Annotated[str, "Its digest, as in the report."]


class Statement(SignedVerdict):
    """What is signed: the verdict, what was judged and by what. No name of a player or team."""

    issued_at: Annotated[str, "When it was signed, in UTC.", Keyword("format", "date-time")]
    format: Annotated[str, "The play format."]
    structure: Annotated[Structure, "How the team plays."]
    team_size: Annotated[int, "Players of the team."]
    policy: Annotated[str, "The team policy; `tournament` is resolved to a dated one."]
    as_of: Annotated[Day, "The day of the event."]
    product: Annotated[dict[str, int], "In Limited, what was opened, as it was sent."]
    house_digest: Annotated[str | None, "The digest of the house rules; null without any."]
    fingerprint: Annotated[str, "The fingerprint of the ruleset."]
    also: Annotated[dict[str, SignedVerdict], "Verdicts under further policies, by policy."]
    decks: Annotated[list[SignedDeck], "The decks, in the order of the team."]
    pool_digest: Annotated[str | None, "The digest of the card pool; null without one."]


class Verification(TypedDict):
    """Whether a receipt is what was signed."""

    valid: Annotated[bool, "Whether the statement is what a key of this service signed."]
    because: Annotated[str, "Why, or why not, as a sentence. Its words may change."]
    same: Annotated[
        bool | None,
        "Whether the lists that were sent are those of the receipt; null where none were sent, or"
        " the receipt is not valid.",
    ]
    statement: Annotated[Statement | None, "What was signed; null where the receipt is not valid."]


class ReceiptKey(TypedDict):
    """A public key as a JSON Web Key (RFC 8037)."""

    kty: Annotated[Literal["OKP"], "The family of keys."]
    crv: Annotated[Literal["Ed25519"], "The kind of keys."]
    x: Annotated[str, "The public key as base64url."]
    kid: Annotated[str, "Its id: its thumbprint (RFC 7638)."]
    use: Annotated[Literal["sig"], "What it is for."]
    alg: Annotated[Literal["EdDSA"], "The algorithm (RFC 8037)."]
    iat: NotRequired[Annotated[int, "The second, since 1970, from which it signs."]]
    exp: NotRequired[Annotated[int, "The second in which it has ceased to sign."]]


class ReceiptKeys(TypedDict):
    """A JSON Web Key Set (RFC 7517)."""

    keys: Annotated[list[ReceiptKey], "The keys that receipts are checked with, the newest first."]

"""The payload of a receipt, its verification and the public keys."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, Keyword, Structure, Words


class SignedVerdict(TypedDict):
    """The verdict of one policy on a team."""

    legal: Annotated[bool, "Whether the team may play these decks."]
    codes: Annotated[
        list[str], "The codes of the violations: each once, sorted.", Words("violations")
    ]


class SignedDeck(TypedDict):
    """A deck of the team."""

    format: Annotated[str, "The format that it was judged in."]
    digest: Annotated[str, "Its digest, as in the report."]


class Statement(SignedVerdict):
    """The signed verdict, lists and versions. No name of a player or team."""

    issued_at: Annotated[str, "When it was signed, in UTC.", Keyword("format", "date-time")]
    format: Annotated[str, "The play format."]
    structure: Annotated[Structure, "The structure of the team."]
    team_size: Annotated[int, "Players of the team."]
    policy: Annotated[str, "The team policy; `tournament` is resolved to a dated one."]
    as_of: Annotated[Day, "The day of the event."]
    product: Annotated[dict[str, int], "In Limited, the product, as sent."]
    house_digest: Annotated[str | None, "The digest of the house rules; null without any."]
    fingerprint: Annotated[str, "The fingerprint of the ruleset."]
    also: Annotated[dict[str, SignedVerdict], "Verdicts under further policies, by policy."]
    decks: Annotated[list[SignedDeck], "The decks, in the order of the team."]
    pool_digest: Annotated[str | None, "The digest of the card pool; null without one."]


class Verification(TypedDict):
    """The result of verifying a receipt."""

    valid: Annotated[bool, "Whether a key of this service signed this statement."]
    because: Annotated[str, "The reason, as a sentence. Its words may change."]
    same: Annotated[
        bool | None,
        "Whether the lists that were sent are those of the receipt; null if none were sent, or"
        " the receipt is not valid.",
    ]
    statement: Annotated[
        Statement | None, "The signed statement; null if the receipt is not valid."
    ]


class ReceiptKey(TypedDict):
    """A public key as a JSON Web Key (RFC 8037)."""

    kty: Annotated[Literal["OKP"], "The family of keys."]
    crv: Annotated[Literal["Ed25519"], "The kind of keys."]
    x: Annotated[str, "The public key as base64url."]
    kid: Annotated[str, "Its id: its thumbprint (RFC 7638)."]
    use: Annotated[Literal["sig"], "Its use."]
    alg: Annotated[Literal["EdDSA"], "The algorithm (RFC 8037)."]
    iat: NotRequired[Annotated[int, "Its first second, in Unix time."]]
    exp: NotRequired[Annotated[int, "The first second after its end, in Unix time."]]


class ReceiptKeys(TypedDict):
    """A JSON Web Key Set (RFC 7517)."""

    keys: Annotated[list[ReceiptKey], "The keys that verify receipts, newest first."]

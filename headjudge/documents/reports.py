"""The report on a team."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, FormatId, Pile, Section, Sizes, Structure, Words


class Sent(TypedDict):
    """Where in the request something is: one text may hold the decks of several players."""

    deck: Annotated[int, "The entry of the request's `decks`, from 0."]
    lines: Annotated[
        list[int] | None, "The first and the last line of its text, from 1; null without a text."
    ]


class Place(TypedDict):
    """Where copies stand."""

    deck: Annotated[int | None, "The deck, from 0; null for the pool."]
    section: Annotated[Section, "The part of the list."]
    line: Annotated[int | None, "The line of the text, from 1; null where there was no text."]
    count: Annotated[int | None, "Copies there; null where the place is no line of a card."]
    text: Annotated[str | None, "The line as it was sent; null where the place is a whole part."]
    sent: NotRequired[Annotated[Sent, "Where that is in the request; absent in the pool."]]


class Rule(TypedDict):
    """The rule behind a violation."""

    source: Annotated[str, "The document that states the rule."]
    clause: Annotated[str | None, "Where in the document."]
    url: Annotated[str | None, "The document's address, if `source` is one; else null."]


class Violation(TypedDict):
    """One fault of a team's decks."""

    code: Annotated[str, "What kind of fault it is; never renamed.", Words("violations")]
    message: Annotated[str, "What is wrong, as a sentence. Its words may change."]
    card: NotRequired[Annotated[str, "The English card title."]]
    letters: NotRequired[
        Annotated[str, "Letters of WUBRG that are outside the commanders' colour identity."]
    ]
    count: NotRequired[Annotated[int, "Copies, cards or decks found."]]
    limit: NotRequired[Annotated[int, "Copies, cards or decks allowed, or required."]]
    reason: NotRequired[Annotated[str, "Why a card is not legal.", Words("reasons")]]
    banlist: NotRequired[Annotated[Day, "The version of the banlist that rules it."]]
    suggestions: NotRequired[
        Annotated[list[str], "English titles that may have been meant, best first."]
    ]
    places: Annotated[list[Place], "Where it stands."]
    rule: Annotated[Rule, "The rule behind it."]
    fix: Annotated[str, "How to fix it, as a sentence. Its words may change."]


class Notice(TypedDict):
    """Something worth knowing that breaks no rule."""

    code: Annotated[str, "What kind of notice it is; never renamed.", Words("notices")]
    severity: Annotated[Literal["warning", "info"], "How much it matters."]
    message: Annotated[str, "The notice as a sentence. Its words may change."]
    cards: NotRequired[Annotated[list[str], "The English card titles that it is about."]]
    policy: NotRequired[
        Annotated[
            str, "Of `policy-differs`: the `policy` that rejects these decks.", Words("policies")
        ]
    ]
    places: NotRequired[Annotated[list[Place], "Where it stands."]]


class DeckCard(TypedDict):
    """One line of a deck."""

    name: Annotated[
        str | None, "The English card title; null where the line names no card, or several."
    ]
    count: Annotated[int, "Copies."]
    section: Annotated[Section, "The part of the deck."]
    line: Annotated[int | None, "The line of the text, from 1; null where there was no text."]


class DeckSummary(TypedDict):
    """A deck without its cards."""

    player: Annotated[str | None, "The player, as sent."]
    sizes: Sizes
    digest: Annotated[
        str,
        "A hash of titles, counts and sections: the same whatever the order, the syntax and the"
        " language of the list.",
    ]
    sent: NotRequired[Annotated[Sent, "Where the deck is in the request."]]


class JudgedDeck(DeckSummary):
    """A deck as it was understood."""

    cards: NotRequired[
        Annotated[list[DeckCard], "The deck, line by line, where `include=cards` asks for it."]
    ]


class PoolCard(TypedDict):
    """Copies of a title in a pool."""

    name: Annotated[str, "The English card title."]
    count: Annotated[int, "Copies."]
    group: Annotated[Pile, "The pile that players sort it into."]
    mana_value: Annotated[float | None, "Its mana value; null if unknown."]


class AppliedHouseRules(TypedDict):
    """The house rules of a verdict."""

    name: Annotated[str, "Whose they are."]
    base: Annotated[str | None, "The format that they change; null where they list its sets."]
    digest: Annotated[str, "A hash of all that they say."]


class Ruleset(TypedDict):
    """The facts and rules of a verdict: under the same ones a request gets the same answer."""

    format: Annotated[FormatId, "The play format."]
    structure: Annotated[Structure, "How the team plays."]
    as_of: Annotated[Day, "The day of the event."]
    banlist: Annotated[Day | None, "The version of the format's banlist; null in Limited."]
    policy: Annotated[str, "The team policy; `tournament` is resolved to a dated one."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules that an answer depends on."]
    house: NotRequired[Annotated[AppliedHouseRules, "House rules, where there are some."]]


class Verdict(TypedDict):
    """What one policy says of a team."""

    legal: Annotated[
        bool, "Whether the team may play these decks; true exactly if `violations` is empty."
    ]
    violations: Annotated[list[Violation], "Every fault, by rule, then deck, line and card."]


class FormatVerdict(Verdict):
    """What a further format says of a team."""

    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class ReportParts(Verdict):
    """A report without its ruleset."""

    notices: Annotated[list[Notice], "Guesses and doubts that break no rule."]
    decks: Annotated[
        list[JudgedDeck], "The decks as they were understood, in the order of the request."
    ]
    remaining: Annotated[
        list[PoolCard] | None,
        "In Limited, the cards of the pool that no deck uses, by color, mana value and title; null"
        " in Constructed and without a pool.",
    ]
    valid_from: Annotated[
        Day | None, "The first day from which the answer is the same; null if unknown."
    ]
    valid_until: Annotated[
        Day | None, "The first known day on which the answer may differ; null if none is known."
    ]
    valid_because: Annotated[str, "What ends it, as a sentence. Its words may change."]
    known_until: Annotated[
        Day, "The day of the card facts: what changes after it is unknown, unless announced before."
    ]
    also: NotRequired[
        Annotated[dict[str, Verdict], "Verdicts under the policies asked for as `also`, by policy."]
    ]
    in_formats: NotRequired[
        Annotated[
            dict[str, FormatVerdict],
            "Verdicts in the formats asked for as `formats`, by format. Titles that are unknown"
            " have their suggestions in the first verdict alone.",
        ]
    ]
    receipt: NotRequired[
        Annotated[
            str | None,
            "The receipt, where one was asked for: a signed Statement as a JSON Web Signature (RFC"
            " 7515) in its compact form. Null where the service has no key; a notice says so.",
        ]
    ]


class Report(ReportParts):
    """The answer about one team."""

    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class BatchReport(ReportParts):
    """The answer about one team of a batch."""

    ruleset: NotRequired[
        Annotated[
            Ruleset,
            "The facts and rules of the verdict; absent if they are those of the report before.",
        ]
    ]

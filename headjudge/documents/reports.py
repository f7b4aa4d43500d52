"""The report on a team."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, FormatId, Pile, Section, Sizes, Structure, Words


class Place(TypedDict):
    """The place of copies, in what was sent."""

    deck: Annotated[int | None, "The entry of the request's `decks`, from 0; null for the pool."]
    section: Annotated[Section, "The part of the list."]
    line: Annotated[int | None, "The line of the text, from 1; null if there was no text."]
    count: Annotated[int | None, "Copies in that place; null if it is no line of a card."]
    text: Annotated[str | None, "The line as it was sent; null if the place is a whole part."]


class Rule(TypedDict):
    """The rule behind a violation."""

    source: Annotated[str, "The document that states the rule."]
    clause: Annotated[str | None, "The place in the document."]
    url: Annotated[str | None, "The document's address, if `source` is one; else null."]


class Violation(TypedDict):
    """One fault of a team's decks."""

    code: Annotated[str, "The kind of fault; never renamed.", Words("violations")]
    message: Annotated[str, "The fault, as a sentence. Its words may change."]
    card: NotRequired[Annotated[str, "The English card title."]]
    letters: NotRequired[Annotated[str, "Letters of WUBRG outside the commanders' color identity."]]
    count: NotRequired[Annotated[int, "Copies, cards or decks found."]]
    limit: NotRequired[Annotated[int, "Copies, cards or decks allowed, or required."]]
    reason: NotRequired[Annotated[str, "Why a card is not legal.", Words("reasons")]]
    banlist: NotRequired[Annotated[Day, "The version of the banlist with the ruling."]]
    certain: NotRequired[
        Annotated[
            bool,
            "False if a card fact that is not known here could lift the violation, as its message"
            " says; absent if none could.",
        ]
    ]
    suggestions: NotRequired[
        Annotated[list[str], "English titles that may have been meant, best first."]
    ]
    places: Annotated[list[Place], "The places concerned."]
    rule: Annotated[Rule, "The rule behind it."]
    fix: Annotated[str, "How to fix it, as a sentence. Its words may change."]


class Notice(TypedDict):
    """A remark about something that breaks no rule."""

    code: Annotated[str, "The kind of notice; never renamed.", Words("notices")]
    severity: Annotated[Literal["warning", "info"], "Its severity."]
    message: Annotated[str, "The notice as a sentence. Its words may change."]
    cards: NotRequired[Annotated[list[str], "The English card titles concerned."]]
    policy: NotRequired[
        Annotated[
            str, "For `policy-differs`: the `policy` that rejects these decks.", Words("policies")
        ]
    ]
    places: NotRequired[Annotated[list[Place], "The places concerned."]]


class DeckCard(TypedDict):
    """One line of a deck."""

    name: Annotated[
        str | None, "The English card title; null if the line names no card, or several."
    ]
    count: Annotated[int, "Copies."]
    section: Annotated[Section, "The part of the deck."]
    line: Annotated[int | None, "The line of the text, from 1; null if there was no text."]


class DeckSummary(TypedDict):
    """A deck without its cards."""

    player: Annotated[str | None, "The player, as sent."]
    sizes: Sizes
    digest: Annotated[
        str,
        "A hash of titles, counts and sections: the same whatever the order, the syntax and the"
        " language of the list.",
    ]
    entry: NotRequired[
        Annotated[
            int, "The entry of the request's `decks`, from 0, where one text holds several decks."
        ]
    ]
    lines: NotRequired[
        Annotated[list[int] | None, "The first and the last line of that text which are its own."]
    ]


class JudgedDeck(DeckSummary):
    """A deck as it was understood."""

    cards: NotRequired[Annotated[list[DeckCard], "The deck, line by line, with `include=cards`."]]


class PoolCard(TypedDict):
    """Copies of a title in a pool."""

    name: Annotated[str, "The English card title."]
    count: Annotated[int, "Copies."]
    group: Annotated[Pile, "The pile that players sort it into."]
    mana_value: Annotated[float | None, "Its mana value; null if unknown."]


class AppliedHouseRules(TypedDict):
    """The house rules of a verdict."""

    name: Annotated[str, "Their name."]
    base: Annotated[str | None, "The format that they change; null if they list sets."]
    digest: Annotated[str, "A hash of all of their rules."]


class Ruleset(TypedDict):
    """The facts and rules of a verdict; with the same ones a request gets the same answer."""

    format: Annotated[FormatId, "The play format."]
    structure: Annotated[Structure, "The structure of the team."]
    as_of: Annotated[Day, "The day of the event."]
    banlist: Annotated[Day | None, "The version of the format's banlist; null in Limited."]
    policy: Annotated[str, "The team policy; `tournament` is resolved to a dated one."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules that an answer depends on."]
    house: NotRequired[Annotated[AppliedHouseRules, "The house rules, if there are any."]]


class Verdict(TypedDict):
    """The verdict of one policy on a team."""

    legal: Annotated[
        bool, "Whether the team may play these decks; true exactly if `violations` is empty."
    ]
    violations: Annotated[list[Violation], "Every fault, by rule, then deck, line and card."]


class FormatVerdict(Verdict):
    """The verdict of a further format on a team."""

    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class Report(Verdict):
    """The answer about one team."""

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
    valid_because: Annotated[str, "The reason for its end, as a sentence. Its words may change."]
    cards_until: Annotated[
        Day, "The day of the card facts; later printings are unknown, unless announced before."
    ]
    banlist_until: Annotated[
        Day | None, "The day to which the format's banned list is known; null without a list."
    ]
    also: NotRequired[
        Annotated[dict[str, Verdict], "Verdicts under the policies of `also`, by policy."]
    ]
    in_formats: NotRequired[
        Annotated[
            dict[str, FormatVerdict],
            "Verdicts in the formats of `formats`, by format. Only the first verdict has"
            " suggestions for unknown titles.",
        ]
    ]
    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]

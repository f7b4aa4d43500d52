"""The JSON documents of verdicts and readings as types."""

from typing import Annotated, Literal, NotRequired, TypedDict

from messages.fields import Day, FormatId, Pile, Section, Sizes, Structure, Words


class Place(TypedDict):
    """The place of copies, in what was sent."""

    deck: Annotated[int | None, "The entry of the request's `decks`, from 0; null: the pool."]
    section: Annotated[Section, "The part of the list."]
    line: Annotated[int | None, "The line of the text, from 1; null: no text."]
    count: Annotated[int | None, "Copies there; null if it is no card."]
    text: Annotated[str | None, "The line as sent; null for a whole part."]


class Rule(TypedDict):
    """The rule behind a violation."""

    source: Annotated[str, "The document that states the rule."]
    clause: Annotated[str | None, "Its place there."]
    url: Annotated[str | None, "The address, if `source` is one."]


class Violation(TypedDict):
    """One fault of a team's decks."""

    code: Annotated[str, "The kind of fault.", Words("violations")]
    message: Annotated[str, "The fault, as a sentence."]
    card: NotRequired[Annotated[str, "The English card title."]]
    letters: NotRequired[Annotated[str, "Letters outside the commanders' color identity."]]
    count: NotRequired[Annotated[int, "Copies, cards or decks found."]]
    limit: NotRequired[Annotated[int, "Copies, cards or decks allowed, or required."]]
    reason: NotRequired[Annotated[str, "Why a card is not legal.", Words("reasons")]]
    banlist: NotRequired[Annotated[Day, "The version of the banlist with the ruling."]]
    certain: NotRequired[
        Annotated[
            bool,
            "False if a card fact that is unknown here could lift it.",
        ]
    ]
    suggestions: NotRequired[Annotated[list[str], "Titles that may have been meant, best first."]]
    places: Annotated[list[Place], "The places concerned."]
    rule: Annotated[Rule, "The rule behind it."]
    fix: Annotated[str, "How to fix it, as a sentence."]


class Notice(TypedDict):
    """A remark about something that breaks no rule."""

    code: Annotated[str, "The kind of notice.", Words("notices")]
    severity: Annotated[Literal["warning", "info"], "Its severity."]
    message: Annotated[str, "The notice as a sentence."]
    cards: NotRequired[Annotated[list[str], "The English card titles concerned."]]
    policy: NotRequired[
        Annotated[
            str, "For `policy-differs`: the `policy` that rejects these decks.", Words("policies")
        ]
    ]
    places: NotRequired[Annotated[list[Place], "The places concerned."]]


class DeckCard(TypedDict):
    """One line of a deck."""

    name: Annotated[str, "The English title, or the name as sent if it is no card, or several."]
    count: Annotated[int, "Copies."]
    section: Annotated[Section, "The part of the deck."]
    line: Annotated[int | None, "The line of the text, from 1; null: no text."]


class Owned(TypedDict):
    """The owner of a deck."""

    player: NotRequired[Annotated[str, "The player, if one was sent or read."]]


class DeckSummary(Owned):
    """A deck without its cards."""

    sizes: Sizes
    digest: Annotated[
        str,
        "A hash of titles, counts and sections, whatever the order, syntax and language.",
    ]
    entry: NotRequired[
        Annotated[int, "The entry of the request's `decks`, where one text holds several."]
    ]
    lines: NotRequired[Annotated[list[int] | None, "Its first and last line of that text."]]


class JudgedDeck(DeckSummary):
    """A deck as it was understood."""

    cards: NotRequired[Annotated[list[DeckCard], "With `include=cards`: the deck, line by line."]]


class PoolCard(TypedDict):
    """Copies of a title in a pool."""

    name: Annotated[str, "The English card title."]
    count: Annotated[int, "Copies."]
    group: Annotated[Pile, "The pile that players sort it into."]
    mana_value: Annotated[float | None, "Its mana value; null if unknown."]


class AppliedHouseRules(TypedDict):
    """The house rules of a verdict."""

    name: Annotated[str, "Their name."]
    base: Annotated[str | None, "The format that they change; null: they list sets."]
    digest: Annotated[str, "A hash of all of their rules."]


class Ruleset(TypedDict):
    """The facts and rules of a verdict; with the same ones a request gets the same answer."""

    format: Annotated[FormatId, "The play format."]
    structure: Annotated[Structure, "The structure of the team."]
    as_of: Annotated[Day, "The day of the event."]
    banlist: Annotated[Day | None, "The banlist's version; null in Limited."]
    policy: Annotated[str, "The team policy; for `tournament` the dated one."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules."]
    house: NotRequired[Annotated[AppliedHouseRules, "The house rules, if there are any."]]


class Verdict(TypedDict):
    """The verdict of one policy on a team."""

    legal: Annotated[bool, "Whether the team may play; true exactly if `violations` is empty."]
    violations: Annotated[list[Violation], "Every fault, by rule, then deck, line and card."]


class FormatVerdict(Verdict):
    """The verdict of a further format on a team."""

    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class Report(Verdict):
    """The answer about one team."""

    notices: Annotated[list[Notice], "Guesses and doubts that break no rule."]
    decks: Annotated[list[JudgedDeck], "The decks as understood, in the order of the request."]
    remaining: Annotated[
        list[PoolCard] | None,
        "In Limited, the cards of the pool that no deck uses; null without a pool.",
    ]
    valid_from: Annotated[Day | None, "The first day of this answer; null: unknown."]
    valid_until: Annotated[Day | None, "The first known day on which it may differ; null: none."]
    valid_because: Annotated[str, "What ends it, as a sentence."]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlist_until: Annotated[Day | None, "The day to which the banlist is known."]
    also: NotRequired[Annotated[dict[str, Verdict], "The verdicts of `also`, by policy."]]
    in_formats: NotRequired[
        Annotated[
            dict[str, FormatVerdict],
            "The verdicts of `formats`, by format, without suggestions.",
        ]
    ]
    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class ReadCard(DeckCard):
    """One line of a deck, with its text besides the title."""

    text: Annotated[str, "The line, row or element as sent."]
    set: Annotated[str | None, "The set code in the line."]
    number: Annotated[str | None, "The collector number in the line."]


class ReadDeck(DeckSummary):
    """A deck as it was understood, with the text of each card."""

    cards: Annotated[list[ReadCard], "The deck, line by line."]


class Reading(TypedDict):
    """The reading of one text."""

    syntax: Annotated[str, "The syntax read; `structured` for lists sent card by card."]
    because: Annotated[str, "The reason for the syntax."]
    decks: Annotated[list[ReadDeck], "One deck, or all in the text."]
    faults: Annotated[list[Violation], "The lines that could not be understood."]
    notices: Annotated[list[Notice], "The lines that were not read literally."]


class StandingChange(TypedDict):
    """A day on which a card's status in a format changed."""

    day: Annotated[Day | None, "The first day; null for the status on the format's first day."]
    status: Annotated[str, "The status from then on.", Words("standings")]
    message: Annotated[str, "The change, as a sentence."]
    source: Annotated[str | None, "The announcement or rule; null if none is known."]


class CardHistory(TypedDict):
    """A card's whole history in a format."""

    format: Annotated[str, "The format."]
    name: Annotated[str, "The English card title."]
    history: Annotated[
        list[StandingChange],
        "Every change of its status, oldest first, including known future ones.",
    ]

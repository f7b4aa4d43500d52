"""The report on a team, and the reading of one list, as clients receive them."""

from __future__ import annotations

from typing import get_args

import formats
from headjudge.decklists.lines.headings import SECTIONS as DECK_SECTIONS
from headjudge.web.contract.fields import (
    Answer,
    any_of,
    by_name,
    day,
    number,
    one,
    several,
    text,
    texts,
    truth,
    whole,
)
from headjudge.web.contract.problems import Problem
from validator.legality.standing import Reason
from validator.limited.card_order import GROUPS
from validator.model import POOL, Severity, Structure
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

SECTIONS = (*DECK_SECTIONS, POOL)


class Place(Answer):
    """Where copies stand."""

    deck = whole("The deck, from 0; null for the pool.", null=True)
    section = text("The part of the list.", known=SECTIONS)
    line = whole("The line of the text, from 1; null where there was no text.", null=True)
    count = whole("Copies there; null where the place is no line of a card.", null=True)
    text = text("The line as it was sent; null where the place is a whole part.", null=True)


class Rule(Answer):
    """What a violation rests on."""

    source = text("The document that states the rule.")
    clause = text("Where in the document.", null=True)


class Violation(Answer):
    """One fault of a team's decks."""

    code = text("What kind of fault it is; never renamed.", known=VIOLATIONS)
    message = text("The fault as a sentence. Its words may change.")
    card = text("The English card title.", optional=True)
    count = whole("Copies, cards or decks found.", optional=True)
    limit = whole("Copies, cards or decks allowed, or required.", optional=True)
    reason = text("Why a card is not legal.", known=get_args(Reason), optional=True)
    banlist = day("The version of the banlist that rules it.", optional=True)
    suggestions = texts("English titles that may have been meant, best first.", optional=True)
    places = several("Where it stands.", Place)
    rule = one(Rule, "What it rests on.")
    fix = text("What mends it, as a sentence. Its words may change.")


class Notice(Answer):
    """Something worth knowing that breaks no rule."""

    code = text("What kind of notice it is; never renamed.", known=NOTICES)
    severity = text("How much it matters.", known=get_args(Severity))
    message = text("The notice as a sentence. Its words may change.")
    cards = texts("The English card titles that it is about.", optional=True)
    places = several("Where it stands.", Place, optional=True)


class DeckCard(Answer):
    """One line of a deck."""

    name = text("The English card title; null where the line names no card, or several.", null=True)
    count = whole("Copies.")
    section = text("The part of the deck.", known=SECTIONS)
    line = whole("The line of the text, from 1; null where there was no text.", null=True)


class Deck(Answer):
    """A deck as it was understood."""

    player = text("The player, as sent.", null=True)
    main = whole("Cards in the main deck.")
    sideboard = whole("Cards in the sideboard.")
    digest = text(
        "A hash of titles, counts and sections: the same whatever the order, the syntax and the"
        " language of the list."
    )
    cards = several("The deck, line by line.", DeckCard)


class PoolCard(Answer):
    """Copies of a title in a pool."""

    name = text("The English card title.")
    count = whole("Copies.")
    group = text("The pile that players sort it into.", known=GROUPS)
    mana_value = number("Its mana value; null if unknown.", null=True)


class HouseRules(Answer):
    """The house rules that were judged by."""

    name = text("Whose they are.")
    base = text("The format that they change; null where they list its sets.", null=True)
    digest = text("A hash of all that they say.")


class Ruleset(Answer):
    """What was judged by; with the same ruleset the same question gets the same answer."""

    format = text("The play format.", known=formats.ids())
    structure = text("How the team plays.", known=get_args(Structure))
    as_of = day("The day of the event.")
    banlist = day("The version of the format's banlist; null in Limited.", null=True)
    policy = text("The team policy; `tournament` is resolved to a dated one.")
    catalogue = day("Of which day the card facts are.")
    fingerprint = text("A hash of all facts and rules that an answer depends on.")
    house = one(HouseRules, "House rules, where there are some.", optional=True)


class Verdict(Answer):
    """What one policy says of a team."""

    legal = truth("Whether the team may play these decks; true exactly when nothing is violated.")
    violations = several("Every fault, by rule, then deck, line and card.", Violation)


class Report(Verdict):
    """The answer about one team."""

    notices = several("What is worth knowing besides.", Notice)
    decks = several("The decks as they were understood, in the order of the request.", Deck)
    remaining = several(
        "In Limited, the cards of the pool that no deck uses, by color, mana value and title;"
        " null in Constructed and without a pool.",
        PoolCard,
        null=True,
    )
    valid_from = day("The first day from which the answer is the same; null if unknown.", null=True)
    valid_until = day(
        "The first known day on which the answer may be another; null if none is known.", null=True
    )
    valid_because = text("What ends it, as a sentence. Its words may change.")
    ruleset = one(Ruleset, "What was judged by.")
    also = by_name(
        "Verdicts under the policies asked for as `also`, by policy.", Verdict, optional=True
    )
    receipt = text(
        "The receipt, where one was asked for: a signed Statement as a JSON Web Signature (RFC"
        " 7515) in its compact form.",
        optional=True,
    )


class ReadCard(DeckCard):
    """One line of a deck, with what was written there besides the title."""

    text_ = text("The line, row or element as it was sent; the name where it was sent alone.")
    set = text("The set code that is written there.", null=True)
    number = text("The collector number that is written there.", null=True)


class ReadDeck(Deck):
    """A deck as it was understood, with what was written of each card."""

    cards = several("The deck, line by line.", ReadCard)


class Reading(Answer):
    """What one text says by itself."""

    syntax = text(
        "The syntax that the text was read as; `structured` where cards were sent and no text."
    )
    because = text("What told the syntax.")
    decks = several(
        "The decks as they were understood: one, or those that the text holds.", ReadDeck
    )
    faults = several("What could not be understood.", Violation)
    notices = several("What was read otherwise than it was written.", Notice)


class WrittenDeck(Answer):
    """A deck in another syntax."""

    player = text("The player, as sent or as the text says.", null=True)
    text_ = text("The deck in the syntax that was asked for.")


class Converted(Answer):
    """Decks in another syntax, and what is to say of it."""

    syntax = text("The syntax that the text was read as.")
    because = text("What told the syntax.")
    to = text("The syntax that was asked for.")
    text_ = text("The deck in that syntax; null where the text holds several.", null=True)
    decks = several("Each deck in that syntax: one, or those that the text holds.", WrittenDeck)
    faults = several(
        "What could not be understood; a title at fault is written as sent.", Violation
    )
    notices = several(
        "What was read otherwise than it was written, and what the syntax cannot hold.", Notice
    )


class Change(Answer):
    """Another number of copies of a card in one section of a deck."""

    deck = whole("The deck, from 0.")
    section = text("The part of the deck; `pool` in pools.", known=SECTIONS)
    name = text("The English card title; what was written where that names no card, or several.")
    from_ = whole("Copies in `from`.")
    to = whole("Copies in `to`.")


class Comparison(Answer):
    """What is otherwise in one list than in another."""

    same = truth(
        "Whether both lists surely hold the same: no change, and no line that could be read in"
        " only one of them."
    )
    changes = several("By deck, section and name.", Change)
    from_ = one(Reading, "The earlier list as it was read.")
    to = one(Reading, "The later list as it was read.")


class BatchAnswer(Answer):
    """The answer to one line of a batch: a report or a problem."""

    id = any_of("The line's `id`, as sent.", ("string", "number", "null"))
    line = whole("The line of the body, from 1.", minimum=1)
    status = whole("The status that the line would have got by itself.")
    report = one(Report, "The report, with status 200.", optional=True)
    problem = one(Problem, "The problem, with any other status.", optional=True)

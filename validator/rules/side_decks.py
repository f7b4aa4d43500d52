"""Side decks: their sizes, their kinds of cards, and equal cards among them."""

from collections.abc import Iterator
from typing import NamedTuple

from formats import SideDeck
from messages import template
from validator.case import Case, Group
from validator.decks import CardCopies, Deck, is_of_kind, side_decks_of
from validator.definition import Rule
from validator.model import SECTIONS, Place
from validator.violation import Source, Violation

OF_THAT_KIND = Source("Comprehensive Rules", "717.2a")


class Beside(NamedTuple):
    """A side deck of one deck: the cards of its kind, and the others."""

    kind: SideDeck
    group: Group
    deck: Deck
    titles: dict[str, CardCopies]

    @property
    def source(self) -> Source:
        return Source(self.kind.source, self.kind.clause)

    @property
    def size(self) -> int:
        """The number of its cards; names that are unknown may be of its kind."""
        return self.deck.sizes[self.kind.section] - sum(copies.count for copies in self.strangers)

    @property
    def strangers(self) -> list[CardCopies]:
        """The cards of another kind."""
        return [copies for copies in self.titles.values() if not is_of_kind(copies.card, self.kind)]


def besides(case: Case) -> Iterator[Beside]:
    """The side decks of all decks, while their formats exist."""
    for group in case.groups:
        for deck in group.decks if group.ruleset.is_active else ():
            for kind, titles in side_decks_of([deck]):
                yield Beside(kind, group, deck, titles)


SIDE_DECK_TOO_SMALL: Rule[Case] = Rule(
    "side-deck-too-small",
    OF_THAT_KIND,
    says=template("The section {section} of {deck} has {cards}, at least {limit} are required."),
    fix=template("Add {missing} to the section {section} of {deck}, or remove all of it."),
)


@SIDE_DECK_TOO_SMALL.rule
def side_deck_too_small(case: Case) -> Iterator[Violation]:
    # An Attraction deck has at least ten cards in Constructed, as in Commander, three in Limited
    # (CR 717.2a), a sticker deck at least ten (CR 123.2a).
    for beside in besides(case):
        kind = beside.kind
        limit = kind.limited_min if case.is_limited else kind.constructed_min
        if 0 < beside.size < limit:
            yield _of_size(SIDE_DECK_TOO_SMALL, beside, limit)


SIDE_DECK_TOO_LARGE: Rule[Case] = Rule(
    "side-deck-too-large",
    Source("Comprehensive Rules", "123.2a"),
    says=template("The section {section} of {deck} has {cards}, at most {limit} are allowed."),
    fix=template("Remove {excess} from the section {section} of {deck}."),
)


@SIDE_DECK_TOO_LARGE.rule
def side_deck_too_large(case: Case) -> Iterator[Violation]:
    # In Limited, up to three sticker sheets are chosen (CR 123.2a).
    for beside in besides(case) if case.is_limited else ():
        limit = beside.kind.limited_max
        if limit is not None and beside.size > limit:
            yield _of_size(SIDE_DECK_TOO_LARGE, beside, limit)


SIDE_DECK_COPIES: Rule[Case] = Rule(
    "side-deck-copies",
    OF_THAT_KIND,
    says=template(
        "{copies} of {card} in the section {section} of {deck}, at most {limit} are allowed."
    ),
    fix=template("Remove {excess} of {card} from the section {section} of {deck}."),
)


@SIDE_DECK_COPIES.rule
def side_deck_copies(case: Case) -> Iterator[Violation]:
    # In Constructed each card of an Attraction deck has a different name (CR 717.2a), and so has
    # each sticker sheet (CR 123.2a). Of a card that is banned or not legal every copy has to go.
    for beside in besides(case) if not case.is_limited else ():
        kind, ruleset = beside.kind, beside.group.ruleset
        for title, copies in beside.titles.items() if kind.different else ():
            is_refused = ruleset.standing(copies.card, kind).is_refused
            if copies.count > 1 and is_of_kind(copies.card, kind) and not is_refused:
                yield SIDE_DECK_COPIES.violation(
                    beside.source,
                    card=title,
                    count=copies.count,
                    limit=1,
                    places=copies.places(),
                    section=SECTIONS[beside.kind.section],
                    deck=beside.deck.label,
                )


SIDE_DECK_CARD: Rule[Case] = Rule(
    "side-deck-card",
    OF_THAT_KIND,
    says=template("{card} is in the section {section} of {deck}, but is no card of that kind."),
    fix=template("Move {card} to the deck, or remove it."),
)


@SIDE_DECK_CARD.rule
def side_deck_card(case: Case) -> Iterator[Violation]:
    # A side deck consists of cards of its kind alone, such as planes and phenomena.
    for beside in besides(case):
        for copies in beside.strangers:
            yield SIDE_DECK_CARD.violation(
                beside.source,
                card=copies.card.title,
                count=copies.count,
                places=copies.places(),
                section=SECTIONS[beside.kind.section],
                deck=beside.deck.label,
            )


def _of_size(rule: Rule[Case], beside: Beside, limit: int) -> Violation:
    return rule.violation(
        beside.source,
        count=beside.size,
        limit=limit,
        places=[Place(beside.deck.index, beside.kind.section)],
        section=SECTIONS[beside.kind.section],
        deck=beside.deck.label,
    )

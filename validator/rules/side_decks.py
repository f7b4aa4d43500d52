"""Side decks: their sizes, their kinds of cards, and equal cards among them."""

from collections.abc import Iterator
from typing import NamedTuple

from formats import SideDeck
from messages import say, template
from validator.case import Case, Group
from validator.decks import CardCopies, Deck, is_of_kind, side_decks_of
from validator.definition import Rule, example
from validator.model import SECTIONS, Place
from validator.violation import Source, Violation

ATTRACTION_DECK = "60 Forest\n\nAttractions\n"
NINE_ATTRACTIONS = (
    "1 Balloon Stand\n1 Bounce Chamber\n1 Clown Extruder\n1 Concession Stand\n1 Costume Shop\n"
    "1 Drop Tower\n1 Ferris Wheel\n1 Foam Weapons Kiosk\n1 Fortune Teller\n"
)
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
    when=say("An Attraction deck or a sticker deck has too few cards."),
    says=template("The section {section} of {deck} has {cards}, at least {limit} are required."),
    fix=template("Add {missing} to the section {section} of {deck}, or remove all of it."),
    explains=(
        "A deck may come with Attractions or sticker sheets, which are no part of it. In"
        " Constructed there are at least ten of them; in Limited at least three Attractions."
    ),
    sources="Comprehensive Rules, 717.2a (Attractions) and 123.2a (sticker sheets)",
    mend="Add cards to the side deck, or play without it.",
    example=example(
        ATTRACTION_DECK + NINE_ATTRACTIONS,
        format="legacy",
        as_of="2023-06-01",
        structure="individual",
    ),
)


@SIDE_DECK_TOO_SMALL.rule
def side_deck_too_small(case: Case) -> Iterator[Violation]:
    # An Attraction deck has at least ten cards in Constructed, three in Limited (CR 717.2a), a
    # sticker deck at least ten (CR 123.2a). Decks with a commander have rules of their own.
    for beside in besides(case):
        if beside.group.zone:
            continue
        kind = beside.kind
        limit = kind.limited_min if case.is_limited else kind.constructed_min
        if 0 < beside.size < limit:
            yield _of_size(SIDE_DECK_TOO_SMALL, beside, limit)


SIDE_DECK_TOO_LARGE: Rule[Case] = Rule(
    "side-deck-too-large",
    Source("Comprehensive Rules", "123.2a"),
    when=say("A sticker deck has too many cards."),
    says=template("The section {section} of {deck} has {cards}, at most {limit} are allowed."),
    fix=template("Remove {excess} from the section {section} of {deck}."),
    explains="In Limited a player chooses up to three sticker sheets of the pool.",
    mend="Remove sheets until three are left.",
    example=example(
        "40 Forest\n\nStickers\n1 Ancestral Hot Dog Minotaur\n1 Carnival Elephant Meteor\n"
        "1 Contortionist Otter Storm\n1 Contortionist Otter Storm",
        format="sealed",
        as_of="2023-06-01",
        structure="individual",
    ),
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
    when=say("An Attraction or sticker sheet is in a side deck more than once."),
    says=template(
        "{copies} of {card} in the section {section} of {deck}, at most {limit} are allowed."
    ),
    fix=template("Remove {excess} of {card} from the section {section} of {deck}."),
    explains=(
        "In Constructed all cards of an Attraction deck have different names, and so have all"
        " sticker sheets."
    ),
    sources="Comprehensive Rules, 717.2a (Attractions) and 123.2a (sticker sheets)",
    mend="Keep one copy, and replace the others.",
    example=example(
        f"{ATTRACTION_DECK}{NINE_ATTRACTIONS}1 Fortune Teller",
        format="legacy",
        as_of="2023-06-01",
        structure="individual",
    ),
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
    when=say("A card of another kind is under Attractions, Stickers, Planes, Schemes or the like."),
    says=template("{card} is in the section {section} of {deck}, but is no card of that kind."),
    fix=template("Move {card} to the deck, or remove it."),
    explains=(
        "Attractions, sticker sheets, planes with phenomena, schemes, vanguards, dungeons,"
        " conspiracies and Contraptions are used beside a deck, and are listed under headings of"
        " their own. Only cards of that kind are listed there."
    ),
    sources="Comprehensive Rules, 123, 309, 315, 717, 901, 902 and 904",
    mend="Move the card to the main deck or sideboard, where it counts, or remove it.",
    example=example("60 Forest\n\nPlanes\n1 Bant\n1 Grizzly Bears", structure="individual"),
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

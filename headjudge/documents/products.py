"""Products and pools of Limited."""

from typing import Annotated, Literal, TypedDict

from headjudge.documents.fields import Day, Life, Pile, Rarity, Section, Sizes, Words
from headjudge.documents.reports import Notice, PoolCard, Violation


class Mix(Life):
    """A recommended product."""

    set: Annotated[str | None, "The newest set of the mix; null: the general rule for all sets."]
    players: Annotated[int | None, "Players of the team that it is for; null: any."]
    product: Annotated[
        dict[str, int] | None, "As requests take it; null where the rule leaves the sets open."
    ]
    booster_count: Annotated[int, "Ordinary boosters in all."]
    others: Annotated[
        dict[str, int], "What comes besides, by kind of pack; promotional cards are `promo`."
    ]
    source: Annotated[str, "The document that states it."]


class BoosterBound(TypedDict):
    """The fewest and the most cards of a class in one pack. Each is reached alone."""

    min: Annotated[int, "The fewest."]
    min_sure: Annotated[bool, "Whether that is sure."]
    max: Annotated[int, "The most."]
    max_sure: Annotated[bool, "Whether that is sure. Only sure bounds speak against a pool."]


class Booster(TypedDict):
    """What a pack holds."""

    set: Annotated[str, "The set's code."]
    kind: Annotated[str, "The kind of pack.", Words("packs")]
    released: Annotated[Day, "The day of release; a prerelease comes a week earlier."]
    card_count: Annotated[int, "Playable cards."]
    card_count_sure: Annotated[bool, "Whether that is sure."]
    bounds: Annotated[
        dict[str, BoosterBound],
        "By class ({booster_classes}): what a pack holds of it. Mythics count as rare_mythic too,"
        " double-faced cards in their rarity; `special` are cards of companion sets.",
    ]
    certainty: Annotated[Literal["sure", "derived", "guess"], "How sure the row is."]
    source: Annotated[str, "Where the row comes from."]
    note: Annotated[str | None, "What else there is to say."]


class Products(TypedDict):
    """The products recommended for an event on a day."""

    event: Annotated[str | None, "The kind of event; null where none is recommended."]
    per: Annotated[Literal["player", "team"], "Whom the numbers are for."]
    as_of: Annotated[Day, "The day that was asked about."]
    products: Annotated[list[Mix], "The newest set first, general rules last."]
    boosters: Annotated[list[Booster], "The packs of the sets that are named."]


class ChecklistCard(TypedDict):
    """A card to count."""

    name: Annotated[str, "The English card title."]
    group: Annotated[Pile, "The pile that players sort it into."]
    rarity: Annotated[Rarity, "Its rarity in the set."]
    mana_value: Annotated[float | None, "Its mana value; null if unknown."]


class ChecklistSet(TypedDict):
    """The cards of a set, by color, rarity and title."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]
    companion_of: Annotated[str | None, "Of a companion: the set in whose boosters its cards come."]
    note: Annotated[str | None, "How they come there."]
    cards: Annotated[
        list[ChecklistCard], "The cards; each title stands in the first set that has it."
    ]


class Checklist(TypedDict):
    """All cards that the pool of a product may hold, but the five free basic lands."""

    as_of: Annotated[Day, "The day that was asked about."]
    sets: Annotated[list[ChecklistSet], "The sets opened, then their companions."]


class DifferingTeam(TypedDict):
    """A team whose product or pool is another than that of most."""

    team: Annotated[str, "The team, as sent."]
    product: Annotated[dict[str, int], "What it opened."]
    card_count: Annotated[int | None, "The cards of its pool, as sent."]
    packs_more: Annotated[dict[str, int], "What it has more than most teams."]
    packs_fewer: Annotated[dict[str, int], "What it has less than most teams."]
    cards_more: Annotated[
        int, "Cards of its pool beyond what most have, where the product is the same."
    ]
    cards_fewer: Annotated[int, "Cards that its pool lacks, where the product is the same."]


class EventProductsAnswer(TypedDict):
    """What most teams of an event opened, and who did not."""

    product: Annotated[dict[str, int], "The product of most teams."]
    team_count: Annotated[int, "How many teams opened it."]
    card_count: Annotated[
        int | None, "The cards of most of their pools; null where none were sent."
    ]
    differing: Annotated[list[DifferingTeam], "The other teams, in the order sent."]


class TitleCopies(TypedDict):
    """Copies of a title."""

    name: Annotated[
        str, "The English card title; what is written where it names no card, or several."
    ]
    count: Annotated[int, "Copies."]


class BuiltCard(TitleCopies):
    """Copies of a title in a deck."""

    section: Annotated[Section, "The part of the deck."]


class BuiltDeck(TypedDict):
    """A deck that is built from a pool."""

    player: Annotated[str | None, "The player, as sent."]
    list: Annotated[str, "The deck as text, to be sent again."]
    sizes: Sizes
    lacking: Annotated[int, "Cards that the main deck lacks; basic lands may be added freely."]
    cards: Annotated[list[BuiltCard], "The deck, card by card."]


class RefusedMove(TypedDict):
    """A move that cannot be made."""

    move: Annotated[int, "Its place among the moves, from 0."]
    message: Annotated[str, "What is against it, as a sentence."]


class PoolCounts(TypedDict):
    """The cards of a pool, without the five basic lands."""

    registered: Annotated[int, "Cards that were registered."]
    used: Annotated[int, "Cards in decks and sideboards."]
    left: Annotated[int, "Cards that no deck has."]


class PoolAssignment(TypedDict):
    """The decks, and what they leave of the pool."""

    decks: Annotated[list[BuiltDeck], "The decks after the moves, in the order of the request."]
    remaining: Annotated[
        list[PoolCard],
        "The cards that no deck and no sideboard has, by color, mana value and title.",
    ]
    unknown: Annotated[
        list[TitleCopies], "What is left under a name that means no card, or several."
    ]
    beyond: Annotated[list[TitleCopies], "Cards of the decks that the pool does not have."]
    counts: Annotated[PoolCounts, "The cards of the pool."]
    faults: Annotated[list[Violation], "What of the lists could not be understood."]
    notices: Annotated[list[Notice], "What was read otherwise than it was written."]
    refused: Annotated[list[RefusedMove], "The moves that could not be made."]

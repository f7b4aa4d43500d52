"""Products and pools of Limited."""

from typing import Annotated, Literal, TypedDict

from headjudge.documents.fields import Day, Life, Pile, Rarity, Section, Sizes, Words
from headjudge.documents.reports import Notice, PoolCard, Violation


class Mix(Life):
    """A recommended product."""

    set: Annotated[str | None, "The newest set of the mix; null: the general rule for all sets."]
    players: Annotated[int | None, "The team size that it is for; null: any."]
    product: Annotated[
        dict[str, int] | None, "As in requests; null if the rule leaves the sets open."
    ]
    booster_count: Annotated[int, "Ordinary boosters in all."]
    others: Annotated[dict[str, int], "Other packs, by kind; promotional cards are `promo`."]
    source: Annotated[str, "The document that states it."]


class BoosterBound(TypedDict):
    """The minimum and maximum of cards of a class in one pack, each independent of others."""

    min: Annotated[int, "The minimum."]
    min_sure: Annotated[bool, "Whether that is sure."]
    max: Annotated[int, "The maximum."]
    max_sure: Annotated[bool, "Whether that is sure. Only sure bounds are evidence against a pool."]


class Booster(TypedDict):
    """The contents of a pack."""

    set: Annotated[str, "The set's code."]
    kind: Annotated[str, "The kind of pack.", Words("packs")]
    released: Annotated[Day, "The day of release; a prerelease comes a week earlier."]
    card_count: Annotated[int, "Playable cards."]
    card_count_sure: Annotated[bool, "Whether that is sure."]
    bounds: Annotated[
        dict[str, BoosterBound],
        "The cards of each class ({booster_classes}) in a pack. Mythics count as rare_mythic too,"
        " double-faced cards in their rarity; `special` are cards of companion sets.",
    ]
    certainty: Annotated[Literal["sure", "derived", "guess"], "The certainty of the row."]
    source: Annotated[str, "The source of the row."]
    note: Annotated[str | None, "A further note."]


class Products(TypedDict):
    """The products recommended for an event on a day."""

    event: Annotated[str | None, "The kind of event; null if none is recommended."]
    per: Annotated[Literal["player", "team"], "The unit that the numbers are for."]
    as_of: Annotated[Day, "The requested day."]
    products: Annotated[list[Mix], "The mixes, newest set first and general rules last."]
    boosters: Annotated[list[Booster], "The packs of these sets."]


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
    companion_of: Annotated[
        str | None, "For a companion set: the set whose boosters contain its cards."
    ]
    note: Annotated[str | None, "An explanation of that."]
    cards: Annotated[
        list[ChecklistCard], "The cards; each title is only in the first set that has it."
    ]


class Checklist(TypedDict):
    """All cards that the pool of a product may contain, except the five free basic lands."""

    as_of: Annotated[Day, "The requested day."]
    sets: Annotated[list[ChecklistSet], "The sets of the product, then their companions."]


class TitleCopies(TypedDict):
    """Copies of a title."""

    name: Annotated[str, "The English card title; the text if it names no card, or several."]
    count: Annotated[int, "Copies."]


class BuiltCard(TitleCopies):
    """Copies of a title in a deck."""

    section: Annotated[Section, "The part of the deck."]


class BuiltDeck(TypedDict):
    """A deck that is built from a pool."""

    player: Annotated[str | None, "The player, as sent."]
    list: Annotated[str, "The deck as text, to be sent again."]
    sizes: Sizes
    lacking: Annotated[
        int, "The number of cards missing in the main deck; basic lands may be added freely."
    ]
    cards: Annotated[list[BuiltCard], "The deck, card by card."]


class RefusedMove(TypedDict):
    """An impossible move."""

    move: Annotated[int, "Its index among the moves, from 0."]
    message: Annotated[str, "The reason, as a sentence."]


class PoolCounts(TypedDict):
    """The cards of a pool, without the five basic lands."""

    registered: Annotated[int, "Cards that were registered."]
    used: Annotated[int, "Cards in decks and sideboards."]
    left: Annotated[int, "Cards in no deck."]


class PoolAssignment(TypedDict):
    """The decks, and the rest of the pool."""

    decks: Annotated[list[BuiltDeck], "The decks after the moves, in the order of the request."]
    remaining: Annotated[
        list[PoolCard],
        "The cards in no deck and no sideboard, by color, mana value and title.",
    ]
    unknown: Annotated[list[TitleCopies], "The rest under names of no card, or of several."]
    beyond: Annotated[list[TitleCopies], "Cards of the decks that are missing in the pool."]
    counts: Annotated[PoolCounts, "The cards of the pool."]
    faults: Annotated[list[Violation], "The lines that could not be understood."]
    notices: Annotated[list[Notice], "The lines that were not read literally."]
    refused: Annotated[list[RefusedMove], "The impossible moves."]

"""Products of Limited as clients receive them."""

from __future__ import annotations

import formats
from formats.boosters import CLASSES
from headjudge.web.api.fact_documents import RARITIES
from headjudge.web.contract.facts import first_day, last_day
from headjudge.web.contract.fields import (
    Answer,
    by_name,
    day,
    number,
    numbers,
    one,
    several,
    text,
    truth,
    whole,
)
from headjudge.web.contract.reports import SECTIONS, Notice, PoolCard, Violation
from validator.limited.card_order import GROUPS


class Mix(Answer):
    """A recommended product."""

    set = text("The newest set of the mix; null: the general rule for all sets.", null=True)
    from_ = first_day()
    until = last_day()
    players = whole("Players of the team that it is for; null: any.", null=True)
    product = numbers("As requests take it; null where the rule leaves the sets open.", null=True)
    boosters = whole("Ordinary boosters in all.")
    others = numbers("What comes besides, by kind of pack; promotional cards are `promo`.")
    source = text("The document that states it.")


class BoosterBound(Answer):
    """The fewest and the most cards of a class in one pack. Each is reached alone."""

    min = whole("The fewest.")
    min_sure = truth("Whether that is sure.")
    max = whole("The most.")
    max_sure = truth("Whether that is sure. Only sure bounds speak against a pool.")


class Booster(Answer):
    """What a pack holds."""

    set = text("The set's code.")
    kind = text("The kind of pack.", known=formats.KINDS)
    released = day("The day of release; a prerelease comes a week earlier.")
    cards = whole("Playable cards.")
    cards_sure = truth("Whether that is sure.")
    bounds = by_name(
        f"By class ({', '.join(CLASSES)}): what a pack holds of it. Mythics count as rare_mythic"
        " too, double-faced cards in their rarity; `special` are cards of companion sets.",
        BoosterBound,
    )
    certainty = text("How sure the row is.", known=("sure", "derived", "guess"))
    source = text("Where the row comes from.")
    note = text("What else there is to say.", null=True)


class Products(Answer):
    """The products recommended for an event on a day."""

    event = text("The kind of event; null where none is recommended.", null=True)
    per = text("Whom the numbers are for.", known=("player", "team"))
    as_of = day("The day that was asked about.")
    products = several("The newest set first, general rules last.", Mix)
    boosters = several("The packs of the sets that are named.", Booster)


class ChecklistCard(Answer):
    """A card to count."""

    name = text("The English card title.")
    group = text("The pile that players sort it into.", known=GROUPS)
    rarity = text("Its rarity in the set.", known=RARITIES.values())
    mana_value = number("Its mana value; null if unknown.", null=True)


class ChecklistSet(Answer):
    """The cards of a set, by color, rarity and title."""

    code = text("The set's code.")
    name = text("The set's name.")
    companion_of = text("Of a companion: the set in whose boosters its cards come.", null=True)
    note = text("How they come there.", null=True)
    cards = several("The cards; each title stands in the first set that has it.", ChecklistCard)


class Checklist(Answer):
    """All cards that the pool of a product may hold, but the five free basic lands."""

    as_of = day("The day that was asked about.")
    sets = several("The sets opened, then their companions.", ChecklistSet)


class DifferingTeam(Answer):
    """A team whose product or pool is another than that of most."""

    team = text("The team, as sent.")
    product = numbers("What it opened.")
    cards = whole("The cards of its pool, as sent.", null=True)
    packs_more = numbers("What it has more than most teams.")
    packs_fewer = numbers("What it has less than most teams.")
    cards_more = whole("Cards of its pool beyond what most have, where the product is the same.")
    cards_fewer = whole("Cards that its pool lacks, where the product is the same.")


class EventProductsAnswer(Answer):
    """What most teams of an event opened, and who did not."""

    product = numbers("The product of most teams.")
    teams = whole("How many teams opened it.")
    cards = whole("The cards of most of their pools; null where none were sent.", null=True)
    differing = several("The other teams, in the order sent.", DifferingTeam)


class TitleCopies(Answer):
    """Copies of a title."""

    name = text("The English card title; what is written where it names no card, or several.")
    count = whole("Copies.")


class BuiltCard(TitleCopies):
    """Copies of a title in a deck."""

    section = text("The part of the deck.", known=SECTIONS)


class BuiltDeck(Answer):
    """A deck that is built from a pool."""

    player = text("The player, as sent.", null=True)
    list_ = text("The deck as text, to be sent again.")
    main = whole("Cards in the main deck.")
    sideboard = whole("Cards in the sideboard.")
    lacking = whole("Cards that the main deck lacks; basic lands may be added freely.")
    cards = several("The deck, card by card.", BuiltCard)


class RefusedMove(Answer):
    """A move that cannot be made."""

    move = whole("Its place among the moves, from 0.")
    message = text("What is against it, as a sentence.")


class PoolCounts(Answer):
    """The cards of a pool, without the five basic lands."""

    pool = whole("Cards that were registered.")
    used = whole("Cards in decks and sideboards.")
    left = whole("Cards that no deck has.")


class PoolAssignment(Answer):
    """The decks, and what they leave of the pool."""

    decks = several("The decks after the moves, in the order of the request.", BuiltDeck)
    remaining = several(
        "The cards that no deck and no sideboard has, by color, mana value and title.", PoolCard
    )
    unknown_ = several("What is left under a name that means no card, or several.", TitleCopies)
    beyond = several("Cards of the decks that the pool does not have.", TitleCopies)
    counts = one(PoolCounts, "The cards of the pool.")
    faults = several("What of the lists could not be understood.", Violation)
    notices = several("What was read otherwise than it was written.", Notice)
    refused = several("The moves that could not be made.", RefusedMove)

"""Today's rulings, from the legalities that another list publishes.

What is banned, restricted or legal there and not by our lists becomes a ruling seen on that day;
sets enter a format where all their cards are played, and leave it where none is any more. What our
facts explain in another way is left alone and told: cards that no set of the format has, and
changes that the other list may not know yet.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

import banlists
import formats
from cards import CardSet, Catalogue, using
from cards.additions import Additions, SeenRuling, SeenSet, Status
from formats import Format
from validator.legality.ruleset import ruleset

Seen = TypeVar("Seen", SeenRuling, SeenSet)
Legalities = Mapping[str, str]
"""By the format, by whose id the publisher names it too: `legal`, `banned`, `restricted`; others
lack the card."""
PLAYED = frozenset({"legal", "banned", "restricted"})
SET_KINDS = frozenset({"core", "expansion", "supplemental"})
"""Kinds of sets that may enter a format."""
FRESH = datetime.timedelta(days=14)
"""For so long an announcement of ours stands against a list that does not have it yet."""
SETTLED = datetime.timedelta(days=90)
"""A set that has been in a format for so long may leave it."""
PRERELEASE_SINCE = datetime.date(2023, 2, 3)
"""The prerelease of Phyrexia: All Will Be One, the first set legal from its prerelease. The card
facts have this day as the set's release."""
PRERELEASE = datetime.timedelta(days=7)
"""The prerelease starts on the Friday before the release, as for every set since then."""
STANDARD_KINDS = frozenset({"core", "expansion"})
"""Kinds of sets that have a prerelease."""
EXCLUSIVE = 3
"""Minimum number of cards that show that a set has left."""


class Difference(NamedTuple):
    """A card whose state differs, and why it stays as it is here."""

    format: str
    title: str
    ours: str
    theirs: str


class Comparison(NamedTuple):
    """What is added to our facts, and what is not."""

    additions: Additions
    differences: tuple[Difference, ...]


def compare(
    published: Mapping[str, Legalities],
    day: datetime.date,
    source: str,
    facts: Catalogue,
    before: Additions,
) -> Comparison:
    """Compare the published legalities by title on a day with ours; `before` was seen earlier."""
    with using(facts):
        facts.additions = Additions(source, before.rulings, before.sets)
        ours = {title: card.title for title in published if (card := facts.find(title).card)}
        compared = [
            play_format
            for play_format in map(formats.load, formats.ids())
            if play_format.kind == "constructed"
            and play_format.base is None
            and day in play_format.life
            and any(play_format.id in legalities for legalities in published.values())
        ]
        theirs = {
            play_format.id: {
                our_title: state if state in PLAYED else "not-legal"
                for title, our_title in ours.items()
                for state in [published[title].get(play_format.id)]
            }
            for play_format in compared
        }
        sets = dict(before.sets)
        for play_format in compared:
            if play_format.pool == "sets":
                seen = {one.code: one for one in before.sets.get(play_format.id, ())}
                for one in _sets(play_format, theirs[play_format.id], day, facts):
                    seen[one.code] = one
                if seen:
                    sets[play_format.id] = tuple(seen.values())
        facts.additions = Additions(source, before.rulings, sets)
        rulings = dict(before.rulings)
        differences: list[Difference] = []
        for play_format in compared:
            new, left = _rulings(play_format, theirs[play_format.id], day, facts)
            if new:
                rulings[play_format.id] = (*rulings.get(play_format.id, ()), *new)
            differences += left
        checked = {**before.checked, **{play_format.id: day for play_format in compared}}
        return Comparison(Additions(source, rulings, sets, checked), tuple(differences))


def _sets(
    play_format: Format, theirs: Mapping[str, str], day: datetime.date, facts: Catalogue
) -> Iterator[SeenSet]:
    """The sets that entered the format, and those that left it."""
    here = play_format.sets_on(day)
    for code, card_set in facts.sets.items():
        if code not in play_format.sets and _has_entered(card_set, theirs, play_format, day, facts):
            yield SeenSet(code, legal_from(card_set))
    # From a format that does not rotate, no set leaves: the list has a gap.
    for code, period in here.items() if play_format.rotates else ():
        if period.start + SETTLED <= day:
            others = here.keys() - {code}
            exclusive = [
                theirs[card.title]
                for card in facts.cards_of(code)
                if card.title in theirs
                and not card.is_in(others)
                and card.title not in play_format.always_legal
            ]
            if len(exclusive) >= EXCLUSIVE and PLAYED.isdisjoint(exclusive):
                yield SeenSet(code, period.start, day)


def _has_entered(
    card_set: CardSet,
    theirs: Mapping[str, str],
    play_format: Format,
    day: datetime.date,
    facts: Catalogue,
) -> bool:
    """Whether all cards of the set are played, and one of them because of it."""
    if card_set.platform != "paper" or card_set.kind not in SET_KINDS or legal_from(card_set) > day:
        return False
    its_cards = [card for card in facts.cards_of(card_set.code) if card.title in theirs]
    here = play_format.sets_on(day)
    return (
        bool(its_cards)
        and all(theirs[card.title] in PLAYED for card in its_cards)
        and any(not card.is_in(here) for card in its_cards)
    )


def legal_from(card_set: CardSet) -> datetime.date:
    """The first legal day of a set: by current practice its prerelease, else its release."""
    is_early = card_set.released > PRERELEASE_SINCE and card_set.kind in STANDARD_KINDS
    return card_set.released - PRERELEASE if is_early else card_set.released


def _rulings(
    play_format: Format, theirs: Mapping[str, str], day: datetime.date, facts: Catalogue
) -> tuple[list[SeenRuling], list[Difference]]:
    """The rulings seen on the day, and what differs otherwise."""
    format_id, has_commanders = play_format.id, play_format.command_zone is not None
    rules = ruleset(format_id, day, facts, two_headed=False)
    recent = _recent_titles(format_id, day)
    seen, left = [], []
    for title in sorted(theirs):
        standing, published = rules.standing(facts.card(title)), theirs[title]
        status = standing.status
        if published == status or (published == "not-legal" and status == "refused"):
            continue
        if has_commanders and published == "restricted":
            continue  # it may be in a deck, and not command it
        is_of_class = standing.ban is not None and standing.ban.basis == "class"
        if published in PLAYED and status != "refused" and title not in recent and not is_of_class:
            seen.append(SeenRuling(title, cast(Status, published), day))
        elif status != "refused" or published == "legal":
            left.append(Difference(format_id, title, status, published))
    return seen, left


def _recent_titles(format_id: str, day: datetime.date) -> frozenset[str]:
    """The titles of announcements that another list may not know yet."""
    return frozenset(
        title
        for announcement in banlists.announcements(format_id)
        if announcement.effective + FRESH > day and not announcement.is_seen
        for title in announcement.titles
    )


def changed(
    new: Mapping[str, Sequence[Seen]], old: Mapping[str, Sequence[Seen]]
) -> dict[str, list[Seen]]:
    """The rulings, or the sets, of each format that are not among the old ones."""
    known = {name: frozenset(seen) for name, seen in old.items()}
    return {
        name: fresh
        for name, seen in new.items()
        if (fresh := [one for one in seen if one not in known.get(name, ())])
    }

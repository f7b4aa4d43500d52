"""Who may command a deck, and the limits of the commanders' color identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import formats
from cards.command_zone import command_facts, in_order
from messages import say, say_list, template
from validator.case import Case, Group
from validator.decks import CardCopies, Deck
from validator.definition import example
from validator.model import COMMANDER, Place
from validator.rules.commanders import (
    allowed_letters,
    certain_colors,
    command_zones,
    may_lead,
    may_pair,
)
from validator.rules.rule import Rule
from validator.violation import Source, Violation

CR = "Comprehensive Rules"
SOL_RING = "Commander\n1 Sol Ring\n\nDeck\n99 Mountain"

COMMANDER_MISSING: Rule[Case] = Rule(
    "commander-missing",
    Source(CR, "903.3"),
    when=say("A deck names no commander, but its format requires one."),
    says=template("There is no commander in {deck}."),
    fix=template("Put the commander of {deck} under the heading 'Commander'."),
    explains=(
        "A deck of the Commander family has a commander, which its list names under the heading"
        " `Commander` (`commander` in JSON)."
    ),
    mend="Put the commander under a heading of its own, before the deck.",
    example=example("100 Forest", format="commander", structure="individual"),
)


@COMMANDER_MISSING.rule
def commander_missing(case: Case) -> Iterator[Violation]:
    # "Each deck has a legendary creature card designated as its commander" (CR 903.3).
    for _, deck, commanders in command_zones(case):
        if not commanders.titles and not commanders.has_unknown:
            yield COMMANDER_MISSING.violation(
                count=0,
                limit=1,
                places=[Place(deck.index, COMMANDER)],
                deck=deck.label,
            )


NOT_A_COMMANDER: Rule[Case] = Rule(
    "not-a-commander",
    Source(CR, "903.3"),
    when=say("A card that cannot be a commander is listed as one."),
    says=template("{card} cannot be the commander of {deck} in {format}."),
    fix=template("Choose another commander for {deck}."),
    variants={
        "banned": template(
            "{card} is banned as a commander in {format}, though a deck may contain it."
        )
    },
    explains=(
        "A commander is a legendary creature, or a card whose text says that it can be your"
        " commander; since 2025-07-25 also a legendary Vehicle, or a Spacecraft with power and"
        " toughness. A Background may be the second commander beside a card that chooses one. Some"
        " formats have cards that are banned only as commanders."
    ),
    sources="Comprehensive Rules, 903.3, 903.12; the rules of each format in its file in formats/",
    mend="Choose a card that can be a commander, and move the other one to the deck.",
    example=example(SOL_RING, format="commander", structure="individual"),
)


@NOT_A_COMMANDER.rule
def not_a_commander(case: Case) -> Iterator[Violation]:
    # A commander is a legendary creature, or a card whose text says that it can be one (CR 903.3);
    # each format may admit other cards.
    for group, deck, commanders in command_zones(case):
        for title, copies in commanders.titles.items():
            ban = formats.ban_on(title, commanders.zone.banned, case.day)
            if ban or not may_lead(copies.card, commanders, case):
                yield NOT_A_COMMANDER.violation(
                    Source.effective(ban.source, ban.life.start) if ban else None,
                    variant="banned" if ban else "",
                    card=title,
                    count=copies.count,
                    places=copies.places(),
                    deck=deck.label,
                    format=group.ruleset.format.name,
                )


COMMANDERS_DO_NOT_PAIR: Rule[Case] = Rule(
    "commanders-do-not-pair",
    Source(CR, "702.124"),
    when=say("Two commanders cannot command together, or there are more than two."),
    says=template("{titles} cannot command {deck} together."),
    fix=template("Keep one commander of {deck}, or two that can pair."),
    explains=(
        "Two cards can command a deck together if both have partner, or the same variant of it"
        " (such as friends forever); if one is named by the other's partner with; if one is a"
        " Background and the other chooses a Background; or if one has Doctor's companion and the"
        " other is a Time Lord Doctor without other creature types. Three cards never can."
    ),
    mend="Keep one of them as the commander, and move the other one to the deck.",
    example=example(
        "Commander\n1 Krenko, Mob Boss\n1 Ghalta, Primal Hunger\n\nDeck\n98 Mountain",
        format="commander",
        structure="individual",
    ),
)


@COMMANDERS_DO_NOT_PAIR.rule
def commanders_do_not_pair(case: Case) -> Iterator[Violation]:
    # Two commanders need partner or a similar ability that names the other one (CR 702.124).
    for _, deck, commanders in command_zones(case):
        if len(commanders.titles) < 2:
            continue
        cards = [copies.card for copies in commanders.titles.values()]
        pairs = commanders.zone.pairs and may_pair(cards)
        if pairs is False and all(may_lead(card, commanders, case) for card in cards):
            yield COMMANDERS_DO_NOT_PAIR.violation(
                places=[
                    place for copies in commanders.titles.values() for place in copies.places()
                ],
                titles=say_list(list(commanders.titles)),
                deck=deck.label,
            )


COLOR_IDENTITY: Rule[Case] = Rule(
    "color-identity",
    Source(CR, "903.4"),
    when=say("A card has colors outside the color identity of the commanders."),
    says=template(
        "{card} has {letters} in its color identity, which the commanders of {deck} lack."
    ),
    fix=template("Replace {copies} of {card} in {deck}."),
    explains=(
        "The color identity of a card consists of its own colors and the colors of all mana symbols"
        " on it: in its mana cost, including hybrid and Phyrexian mana, and in its rules text, but"
        " not in reminder text, on both faces. It also includes a color indicator, and the basic"
        " land types of a land. A deck with commanders contains no card with a color outside their"
        " color identity."
    ),
    mend="Replace the card. `letters` names the colors that the commanders lack.",
    example=example(
        "Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Opt\n98 Mountain",
        format="commander",
        structure="individual",
    ),
)


@COLOR_IDENTITY.rule
def color_identity(case: Case) -> Iterator[Violation]:
    # "A card can be included in a Commander deck only if every color in its color identity is
    # also found in the color identity of the deck's commander" (CR 903.5c).
    for group, deck, commanders in command_zones(case):
        leaders, identity = commanders.titles, commanders.identity
        if not commanders.zone.identity or not leaders or commanders.has_unknown:
            continue
        if identity is None:
            continue
        judged = [
            copies for copies in _legal_titles(deck, group) if copies.card.title not in leaders
        ]
        letters = {copies.card.title: _letters(copies) - identity for copies in judged}
        outside: Counter[str] = Counter()
        for copies in judged:
            outside.update(dict.fromkeys(letters[copies.card.title], copies.count))
        allowed = allowed_letters(commanders, outside)
        for copies in judged:
            too_many = letters[copies.card.title] - allowed
            if too_many:
                yield COLOR_IDENTITY.violation(
                    card=copies.card.title,
                    letters=in_order(too_many),
                    count=copies.count,
                    places=copies.places(),
                    deck=deck.label,
                )


def _legal_titles(deck: Deck, group: Group) -> Iterable[CardCopies]:
    """The deck's titles that are legal in the format; the others must be replaced anyway."""
    titles = group.count([deck])
    return [copies for title, copies in titles.items() if title in group.accepted]


def _letters(copies: CardCopies) -> frozenset[str]:
    identity = command_facts(copies.card).identity
    return certain_colors(copies.card) if identity is None else identity

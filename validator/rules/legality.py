"""Which cards may be played: banned cards, and cards outside the format."""

from __future__ import annotations

from collections.abc import Iterator

from messages import template
from validator.case import Case, Group
from validator.decks import CardCopies, is_of_kind, side_decks_of
from validator.definition import Rule
from validator.legality.reasons import doubt, explain, source_of
from validator.legality.ruleset import Refusal, Ruleset, Standing
from validator.model import SIDEBOARD
from validator.violation import MTR, Source, Violation, Words

BANNED_CARD: Rule[Case] = Rule(
    "banned-card",
    MTR("6.2"),
    says=template("{card} has been banned in {list} since {since}."),
    fix=template("Replace {copies} of {card}."),
    variants={
        "house": template("{card} is banned by the house rules of {list}."),
        "seen": template("{card} is banned in {list} (as listed by {source_name} on {since})."),
        "class": template(
            "{card} is banned in {list}: all cards of its kind have been since {since}."
        ),
    },
)


@BANNED_CARD.rule
def banned_card(case: Case) -> Iterator[Violation]:
    # A banned card is neither in a deck nor in a sideboard (MTR 6.2).
    for copies, standing, _ in judged_titles(case):
        if ban := standing.ban:
            yield BANNED_CARD.violation(
                Source(ban.source, ban.clause),
                variant=ban.basis,
                card=copies.card.title,
                count=copies.count,
                banlist=ban.version.isoformat() if ban.version else None,
                places=copies.places(),
                list=ban.list_name,
                since=ban.since,
                source_name=ban.source,
            )


CHECK_THE_DATE = template("Replace {copies} of {card}, or check the date of the event.")
NOT_LEGAL: Rule[Case] = Rule(
    "not-legal",
    MTR("6.2"),
    fix=template("Replace {copies} of {card}."),
    variants={
        "not-a-deck-card": Words(
            template("{card} ({types}) cannot be in a deck: {why}."),
            template("Take {card} out of the deck."),
        ),
        "digital-only": template("{card} exists only on {where}, in {sets}, and not on paper."),
        "unsanctioned": template(
            "{card} was printed only in {sets}, and not for tournaments (silver border, acorn or"
            " playtest); no sanctioned format allows it."
        ),
        "unreleased": Words(
            template(
                "{card} was not yet released on {as_of}; it is legal in {format} from {day} on,"
                " with {set}."
            ),
            CHECK_THE_DATE,
        ),
        "unreleased/prerelease": Words(
            template(
                "{card} is legal in {format} from {day} on, the release of {set}; whether it was"
                " sold at a prerelease before that day, and legal from then on, is not known here."
            ),
            CHECK_THE_DATE,
        ),
        "unreleased/banned": template(
            "{card} was not yet released on {as_of}; it comes with {set} on {day}, and is banned in"
            " {format}."
        ),
        "unreleased/elsewhere": template(
            "{card} was not yet released on {as_of}; its first set, {set}, counts from {day} on and"
            " is not part of {format}."
        ),
        "rarity": template(
            "{card} has never been in {format}: it was never printed as a common, on paper or on"
            " Magic Online."
        ),
        "rarity/elsewhere": template(
            "{card} has never been in {format}: it was a common in {sets} alone, which does not"
            " count."
        ),
        "rarity/later": Words(
            template(
                "{card} was not a common on {as_of}; it is in {format} from {day} on, as a"
                " common of {set}."
            ),
            CHECK_THE_DATE,
        ),
        "rotated": template("{card} rotated out of {format} on {day} with {set}."),
        "rotated/alone": template("{card} rotated out of {format} on {day}, later than its sets."),
        "rotated/back": Words(
            template(
                "{card} rotated out of {format} on {day} with {set}; it comes back on {back} with"
                " {back_set}."
            ),
            CHECK_THE_DATE,
        ),
        "set": template(
            "{card} has never been in {format}: it was printed in {sets}, and none of these is part"
            " of it."
        ),
        "set/one": template("{card} has never been in {format}: it was printed in {set} alone."),
        "set/family": template(
            "{card} has never been in {format}: it was printed in {family} alone ({sets})."
        ),
        "set/later": Words(
            template("{card} was not yet in {format} on {as_of}; it enters on {day} with {set}."),
            CHECK_THE_DATE,
        ),
    },
)


@NOT_LEGAL.rule
def not_legal(case: Case) -> Iterator[Violation]:
    # A deck holds only cards that its format admits (MTR 6.2, and the format's own section).
    for copies, standing, group in judged_titles(case):
        refusal = standing.refusal
        if refusal and not (refusal.reason == "not-a-deck-card" and _is_drafted(copies, group)):
            yield _not_legal(copies, refusal, group.ruleset)


def judged_titles(case: Case) -> Iterator[tuple[CardCopies, Standing, Group]]:
    """The titles that are refused or restricted, in decks and then in side decks."""
    for group in case.groups:
        for title, standing in group.standings.items():
            yield group.all_copies(title), standing, group
        for side_deck, titles in side_decks_of(group.decks):
            for title, copies in titles.items():
                if title not in group.standings and is_of_kind(copies.card, side_deck):
                    standing = group.ruleset.standing(copies.card, side_deck)
                    if standing.is_refused:
                        yield copies, standing, group


def _is_drafted(copies: CardCopies, group: Group) -> bool:
    """Whether it is a conspiracy in a sideboard of Limited.

    In a draft, conspiracies from the sideboard start the game in the command zone (Comprehensive
    Rules, 315.2).
    """
    sections = {place.section for place in copies.places()}
    is_limited = group.ruleset.format.kind == "limited"
    return is_limited and "Conspiracy" in copies.card.types and sections == {SIDEBOARD}


FORMAT_INACTIVE: Rule[Case] = Rule(
    "format-inactive",
    Source("the announcement of the format, named in its file in formats/"),
    fix=template("Choose another format, or a date from {day} on."),
    variants={
        "future": template("{format} did not exist on {as_of}; it began on {day}."),
        "past": Words(
            template("{format} did not exist on {as_of}; it ended on {day}."),
            template("Choose another format, or a date before {day}."),
        ),
    },
)


@FORMAT_INACTIVE.rule
def format_inactive(case: Case) -> Iterator[Violation]:
    # A format has a first day and may have a last one; at other times nothing can be judged.
    reported = set()
    for group in case.groups:
        ruleset = group.ruleset
        if ruleset.is_active or ruleset.format.id in reported:
            continue
        reported.add(ruleset.format.id)
        life = ruleset.format.life
        began = case.day >= life.start
        yield FORMAT_INACTIVE.violation(
            Source(ruleset.format.name, f"from {life.start}" + f" until {life.end}" * began),
            variant="past" if began else "future",
            format=ruleset.format.name,
            as_of=case.day,
            day=life.end if began else life.start,
        )


def _not_legal(copies: CardCopies, refusal: Refusal, ruleset: Ruleset) -> Violation:
    why = explain(copies.card, refusal, ruleset)
    return NOT_LEGAL.violation(
        source_of(refusal.reason, ruleset),
        variant=why.variant,
        card=copies.card.title,
        count=copies.count,
        reason=refusal.reason,
        places=copies.places(),
        doubt=doubt(refusal, ruleset),
        format=ruleset.format.name,
        as_of=ruleset.day,
        **why.details,
    )

"""Formats, policies, banlists and cards as clients receive them."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields

import formats
from banlists.model import ClassStatus
from cards.model import Status
from formats.model import CardPool, Kind, OwnLimit, RestrictedScope
from validator.model import Structure
from web.contract.fields import Answer, any_of, day, number, one, several, text, texts, truth, whole
from web.documents import RARITIES


def first_day() -> fields.Date:
    """The beginning of a life."""
    return day("The first day; null without one.", null=True)


def last_day() -> fields.Date:
    """The end of a life."""
    return day("The first day without it; null while no end is known.", null=True)


class FormatSummary(Answer):
    """A play format, or a kind of event of one."""

    id = text("What requests call it.", known=formats.ids())
    name = text("What people call it.")
    kind = text("Whether decks are brought or built there.", known=get_args(Kind))
    from_ = first_day()
    until = last_day()
    base = text("Of a kind of event: the format that it is an event of.", null=True)
    structure = text(
        "Of a kind of event: how its teams play.", known=get_args(Structure), null=True
    )
    house = truth("Whether it is a format of the service's own house rules.")


class LegalSet(Answer):
    """A set that is legal in a format."""

    code = text("The set's code.")
    name = text("The set's name.")
    from_ = first_day()
    until = last_day()


class FormatRules(Answer):
    """The house rules of a format, with titles in full and sorted."""

    base = text("The format that they change; null where they list its sets.", null=True)
    ban = texts("Titles that are banned.")
    allow = texts("Titles that are legal whatever the base says.")
    restrict = texts("Titles of which a team may play one.")
    digest = text("A hash of all that they say.")


class Format(FormatSummary):
    """A play format as it is on a day."""

    as_of = day("The day that was asked about.")
    active = truth("Whether the format exists on that day.")
    main_min = whole("The fewest cards in a main deck.")
    sideboard_max = whole("The most cards in one player's sideboard; null: no maximum.", null=True)
    copies_max = whole("The most copies of a title in a deck; null: no maximum.", null=True)
    pool = text(
        "Where legal cards come from: `sets` those listed, `eternal` every set, `commons` every"
        " card that was printed as a common, `any` no matter where.",
        known=get_args(CardPool),
    )
    sets = several(
        "The sets legal on that day; null where the pool is not `sets`.", LegalSet, null=True
    )
    always_legal = texts(
        "Titles legal whatever the sets; in Limited, lands that are added freely to a pool."
    )
    banlist = day("The version of the banlist; null in Limited and before any.", null=True)
    notes = text("What else there is to say.", null=True)
    house_rules = one(FormatRules, "What its house rules say, where it has some.", optional=True)


class PolicySummary(Answer):
    """A dated set of rules for building the decks of a team."""

    id = text("What requests call it.", known=formats.policy_ids())
    name = text("What it says, in words.")
    from_ = first_day()
    until = last_day()


class Policy(PolicySummary):
    """A team policy with its rules."""

    as_of = day("The day that was asked about.")
    stands_for = text("Of `tournament`: the policy in force on that day.", null=True)
    dated = several("Of `tournament`: the policies that it stands for by turns.", PolicySummary)
    copies_in_team = whole(
        "The most copies of a title in the team's combined decks; null: no combined limit.",
        null=True,
    )
    titles_shared = truth("Whether two decks of a team may hold the same title.")
    restricted_scope = text(
        "Where one copy of a restricted card is allowed.", known=get_args(RestrictedScope)
    )
    own_limit = text(
        "Where a limit in a card's own text replaces the usual one.", known=get_args(OwnLimit)
    )
    exempt = text("Which cards are exempt.")
    two_headed_giant_sideboard_max = whole("Cards in a Two-Headed Giant Constructed sideboard.")
    source = text("The document that states it.")
    clause = text("Where in the document.", null=True)


class CardClass(Answer):
    """Cards that a banlist names as a class."""

    rule = text("Which cards, such as `type=Conspiracy`.")
    status = text("What they are.", known=get_args(ClassStatus))


class Banlist(Answer):
    """A banned and restricted list on a day."""

    format = text("The format, or `two-headed-giant` for the list of all such events.")
    as_of = day("The day that was asked about.")
    version = day("The effective date; null before the format's life.", null=True)
    previous = day("The effective date of the version before.", null=True)
    next = day("The effective date of the version after.", null=True)
    source = text("The announcement that made the version.", null=True)
    banned = texts("Every title that is banned by name, sorted.")
    restricted = texts("Every title that is restricted by name, sorted.")
    classes = several("What is banned or restricted as a class.", CardClass)
    active = truth("Whether the format exists on that day.")


class BanlistVersion(Answer):
    """A day on which a banlist changed."""

    version = day("The effective date.")
    source = text("The announcement that made it.", null=True)


class BanlistVersions(Answer):
    """All versions of a banlist."""

    format = text("The banlist's id.")
    versions = several("The versions, oldest first.", BanlistVersion)


class BanlistDiff(Answer):
    """What changed on a banlist between two days."""

    format = text("The banlist's id.")
    from_ = day("The day that is compared with.")
    to = day("The day that is compared.")
    banned = texts("Titles banned on `to` that were not on `from`.")
    restricted = texts("Titles restricted on `to` that were not on `from`.")
    unbanned = texts("Titles banned on `from` that are free on `to`.")
    unrestricted = texts("Titles restricted on `from` that are free on `to`.")
    classes_added = several("Classes that were added.", CardClass)
    classes_removed = several("Classes that were removed.", CardClass)


class Printing(Answer):
    """One appearance of a card in a set."""

    set = text("The set's code.")
    name = text("The set's name.")
    rarity = text("The rarity there.", known=RARITIES.values())


class Card(Answer):
    """What is known of a card."""

    name = text("The English card title.")
    faces = texts("The titles of its faces, front first; empty where there is one.")
    alternative_titles = texts("Other titles that it was printed with.")
    layout = text("How it is laid out, such as `split`.")
    supertypes = texts("Its supertypes.")
    types = texts("Its card types.")
    subtypes = texts("Its subtypes.")
    mana_value = number("Its mana value.", null=True)
    colors = texts("Its colors, as letters of WUBRG.")
    copy_limit = any_of(
        "The limit that its own text sets to copies, `any` for no limit; null without one.",
        ("integer", "string", "null"),
    )
    status = text("Where it may be played.", known=get_args(Status))
    printings = several("Its appearances, oldest first.", Printing)


class Code(Answer):
    """A stable code."""

    code = text("The code.")
    when = text("When it is given.")


class Formats(Answer):
    """All formats."""

    formats = several("The formats and kinds of events.", FormatSummary)


class Banlists(Answer):
    """All banlists."""

    banlists = texts("The ids of the lists.")


class Policies(Answer):
    """All team policies."""

    policies = several("The policies.", PolicySummary)


class Titles(Answer):
    """A completion."""

    titles = texts("English card titles, the nearest first.")


class Codes(Answer):
    """The tables of codes."""

    violations = several("What breaks a rule.", Code)
    notices = several("What is worth knowing.", Code)


class Health(Answer):
    """The process answers."""

    status = text("How it is.", known=("ok",))


class Readiness(Answer):
    """The facts are open."""

    status = text("How it is.", known=("ready",))
    catalogue = day("Of which day the card facts are.")

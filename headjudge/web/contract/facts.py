"""Formats, banlists and cards as clients receive them."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields

import formats
from banlists.model import ClassStatus
from cards.model import Status
from formats.model import CardPool, Kind
from headjudge.web.api.fact_documents import RARITIES
from headjudge.web.contract.fields import (
    Answer,
    any_of,
    day,
    number,
    one,
    several,
    text,
    texts,
    texts_by_name,
    truth,
    whole,
)
from validator.legality.history import Status as ChangeStatus
from validator.model import Structure


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


class CardClass(Answer):
    """Cards that a banlist names as a class."""

    rule = text("Which cards, such as `type=Conspiracy`.")
    status = text("What they are.", known=get_args(ClassStatus))


class BanlistRuling(Answer):
    """Since when, and by which source, something is what it is on a banlist."""

    name = text("The English card title; null for a class of cards.", null=True)
    rule = text("The class of cards; null for a title.", null=True)
    status = text("What it is since then.", known=("banned", "restricted", "legal"))
    since = day("From which day on; before the format's life where it took a list over.")
    source = text("The announcement; null where none is known.", null=True)
    note = text("What else there is to say.", null=True)


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
    rulings = several("Since when and by which source each stands there.", BanlistRuling)
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
    rulings = several("What made each title what it is on `to`.", BanlistRuling)


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
    translations = texts_by_name(
        "Its title in other languages, by language (BCP 47); none that is the same as in English."
    )
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


class StandingChange(Answer):
    """A day on which a card's standing in a format became another."""

    day = day("The first day of it; null for what was so on the format's first day.", null=True)
    status = text("What the card is from then on.", known=get_args(ChangeStatus))
    message = text("What happened, as a sentence. Its words may change.")
    source = text("The announcement or rule; null where none is known.", null=True)


class CardHistory(Answer):
    """A card's whole history in a format."""

    format = text("The format.")
    name = text("The English card title.")
    history = several(
        "Every change of its standing, oldest first, with known ones to come.", StandingChange
    )


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


class Edition(Answer):
    """Card facts that are on the disk of the service."""

    fingerprint = text("Under which the answers by these facts are given, and may be asked for.")
    edition = text("What these facts are called on the command line.")
    catalogue = day("Of which day they are.")


class Readiness(Answer):
    """The facts are open."""

    status = text("How it is.", known=("ready",))
    catalogue = day("Of which day the card facts are.")
    in_force = one(Edition, "The facts that answer whoever asks for no others.")
    known = several("All facts that can be asked for, the newest first.", Edition)
    faults = texts("Why others are in force than were chosen, in English; empty where none are.")

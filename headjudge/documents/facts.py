"""Formats, banlists and cards."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, FormatId, Life, Rarity, Span, Structure, Words


class FormatSummary(Life):
    """A play format, or a kind of event of one."""

    id: Annotated[FormatId, "Its id in requests."]
    name: Annotated[str, "Its display name."]
    kind: Annotated[str, "Whether decks are brought or built at the event.", Words("kinds")]
    base: Annotated[str | None, "For a kind of event: its format."]
    structure: Annotated[Structure | None, "For a kind of event: the structure of its teams."]
    is_house_format: Annotated[bool, "Whether it is a format of the service's own house rules."]


class LegalSet(Life):
    """A set that is legal in a format."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]


class FormatRules(TypedDict):
    """The house rules of a format, with titles in full and sorted."""

    base: Annotated[str | None, "The format that they change; null if they list sets."]
    ban: Annotated[list[str], "The banned titles."]
    allow: Annotated[list[str], "Titles that are legal whatever the base says."]
    restrict: Annotated[list[str], "Titles of which a team may play one copy."]
    digest: Annotated[str, "A hash of all of their rules."]


class OwnRules(TypedDict):
    """The additional field of a house format."""

    house_rules: NotRequired[Annotated[FormatRules, "Its house rules, if it has any."]]


class ListedTitle(TypedDict):
    """A title with a rule of its own besides the banlist."""

    name: Annotated[str, "The English card title."]
    effect: Annotated[
        str,
        "`no-commander` and `no-companion`: a deck may contain it, but not in that role."
        " `game-changer`: brackets count it, which breaks no rule.",
        Words("title-rules"),
    ]
    since: Annotated[Day | None, "The first day; null: as long as the format exists."]
    source: Annotated[str, "The source."]


class StructureFact(Life):
    """How teams of a structure play: a fact that an organizer announces."""

    structure: Annotated[Structure, "The structure."]
    about: Annotated[str, "Its topic.", Words("topics")]
    title: Annotated[str, "The topic in words."]
    value: Annotated[str, "The fact as a sentence."]
    source: Annotated[str, "The rule that states it."]


class Format(FormatSummary, OwnRules):
    """A play format on a day."""

    as_of: Annotated[Day, "The requested day."]
    active: Annotated[bool, "Whether the format exists on that day."]
    main_min: Annotated[int, "The minimum of cards in a main deck."]
    main_max: Annotated[
        int | None, "The maximum of cards in a main deck, with its commanders; null: no maximum."
    ]
    sideboard_max: Annotated[
        int | None, "The maximum of cards in one player's sideboard; null: no maximum."
    ]
    copies_max: Annotated[int | None, "The maximum copies of a title in a deck; null: no maximum."]
    singleton: Annotated[
        str | None,
        "The scope with one copy of a title: each `deck`, or the `team`; null: neither.",
    ]
    has_commanders: Annotated[bool, "Whether decks have commanders, which count toward their size."]
    policy: Annotated[str | None, "The default team policy; null: the usual one."]
    card_pool: Annotated[
        str,
        "The source of legal cards: `sets` the listed ones, `eternal` every set, `commons` every"
        " card that was printed as a common, `any` any card.",
        Words("card-pools"),
    ]
    sets: Annotated[
        list[LegalSet] | None, "The sets legal on that day; null if the card pool is not `sets`."
    ]
    always_legal: Annotated[
        list[str],
        "Titles legal whatever the sets; in Limited, lands that are added freely to a pool.",
    ]
    title_rules: Annotated[list[ListedTitle], "Titles with rules of their own besides the banlist."]
    banlist: Annotated[Day | None, "The version of the banlist; null in Limited and before any."]
    facts: Annotated[
        list[StructureFact], "How teams play on that day, by structure and topic, to be announced."
    ]
    notes: Annotated[str | None, "A further note."]


class Formats(TypedDict):
    """All formats."""

    formats: Annotated[list[FormatSummary], "The formats and kinds of events."]


class CardClass(TypedDict):
    """Cards that a banlist names as a class."""

    rule: Annotated[str, "The class, such as `type=Conspiracy`."]
    status: Annotated[str, "Their status.", Words("class-statuses")]


class BanlistRuling(TypedDict):
    """The status of a title or class on a banlist, with its first day and its source."""

    name: Annotated[str | None, "The English card title; null for a class of cards."]
    card_class: Annotated[
        str | None, "The class of cards, such as `type=Conspiracy`; null for a title."
    ]
    status: Annotated[Literal["banned", "restricted", "legal"], "Its status since then."]
    since: Annotated[Day, "The first day; before the format's life if it took over a list."]
    source: Annotated[str | None, "The announcement; null if none is known."]
    note: Annotated[str | None, "A further note."]


class BanlistName(TypedDict):
    """The identity of a banlist."""

    id: Annotated[str, "Its id in requests: that of its format, or `two-headed-giant`."]
    format: Annotated[str | None, "Its format; null for the list of all Two-Headed Giant events."]


class Banlist(BanlistName):
    """A banned and restricted list on a day."""

    as_of: Annotated[Day, "The requested day."]
    version: Annotated[Day | None, "The effective date; null before the format's life."]
    previous: Annotated[Day | None, "The effective date of the version before."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    banned: Annotated[list[str], "The titles banned by name, sorted."]
    restricted: Annotated[list[str], "The titles restricted by name, sorted."]
    classes: Annotated[list[CardClass], "The classes of cards that are banned or restricted."]
    rulings: Annotated[list[BanlistRuling], "The first day and the source of each title and class."]
    active: Annotated[bool, "Whether the format exists on that day."]


class BanlistVersion(TypedDict):
    """A day on which a banlist changed."""

    version: Annotated[Day, "The effective date."]
    source: Annotated[str | None, "The announcement that made it."]


class BanlistVersions(BanlistName):
    """All versions of a banlist."""

    versions: Annotated[list[BanlistVersion], "The versions, oldest first."]


class BanlistDiff(BanlistName, Span):
    """The changes of a banlist between two days."""

    banned: Annotated[list[str], "Titles banned on `to` that were not on `from`."]
    restricted: Annotated[list[str], "Titles restricted on `to` that were not on `from`."]
    unbanned: Annotated[list[str], "Titles banned on `from` that are free on `to`."]
    unrestricted: Annotated[list[str], "Titles restricted on `from` that are free on `to`."]
    classes_added: Annotated[list[CardClass], "Classes that were added."]
    classes_removed: Annotated[list[CardClass], "Classes that were removed."]
    rulings: Annotated[list[BanlistRuling], "The rulings behind the status of each title on `to`."]


class BanlistChange(BanlistDiff):
    """The changes of one version of a banlist; `from` is the day before it, `to` its own."""

    version: Annotated[Day, "The effective date of the version."]
    learnt: Annotated[Day, "The day on which these facts learnt of it: its own, or a later one."]
    source: Annotated[str | None, "The announcement."]


class BanlistChanges(TypedDict):
    """Banlist changes since a day."""

    since: Annotated[Day, "The requested first day."]
    changes: Annotated[
        list[BanlistChange], "The versions learnt on that day and later; the last one comes first."
    ]
    next_page: Annotated[int | None, "The next page; null on the last one."]


class BanlistSummary(BanlistName):
    """A banlist in the overview."""

    version: Annotated[Day | None, "The effective date; null before the format's life."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    active: Annotated[bool, "Whether the format exists on that day."]


class Banlists(TypedDict):
    """All banlists on a day."""

    as_of: Annotated[Day, "The requested day."]
    banlists: Annotated[list[BanlistSummary], "The lists."]


class Printing(TypedDict):
    """One appearance of a card in a set."""

    set: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]
    rarity: Annotated[Rarity, "The rarity in that set."]


class Card(TypedDict):
    """The facts about a card."""

    name: Annotated[str, "The English card title."]
    faces: Annotated[list[str], "The titles of its faces, front first; empty if there is only one."]
    alternative_titles: Annotated[list[str], "Other titles in print."]
    translations: Annotated[
        dict[str, str],
        "Its title in other languages, by language (BCP 47), if it differs from the English one.",
    ]
    layout: Annotated[str, "Its layout, such as `split`."]
    supertypes: Annotated[list[str], "Its supertypes."]
    types: Annotated[list[str], "Its card types."]
    subtypes: Annotated[list[str], "Its subtypes."]
    mana_value: Annotated[float | None, "Its mana value."]
    colors: Annotated[list[str], "Its colors, as letters of WUBRG."]
    copy_limit: Annotated[int | None, "The limit on copies in its own text; null if there is none."]
    any_number: Annotated[bool, "Whether its own text allows any number of copies."]
    status: Annotated[
        str, "The formats and events that it may be played in.", Words("card-statuses")
    ]
    printings: Annotated[list[Printing], "Its appearances, oldest first."]


class Titles(TypedDict):
    """A completion."""

    titles: Annotated[list[str], "English card titles, best match first."]


class StandingChange(TypedDict):
    """A day on which a card's status in a format changed."""

    day: Annotated[Day | None, "The first day; null for the status on the format's first day."]
    status: Annotated[str, "The status from then on.", Words("standings")]
    message: Annotated[str, "The change, as a sentence. Its words may change."]
    source: Annotated[str | None, "The announcement or rule; null if none is known."]


class CardHistory(TypedDict):
    """A card's whole history in a format."""

    format: Annotated[str, "The format."]
    name: Annotated[str, "The English card title."]
    history: Annotated[
        list[StandingChange],
        "Every change of its status, oldest first, including known future ones.",
    ]

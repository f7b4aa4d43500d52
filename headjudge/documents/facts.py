"""Formats, banlists and cards."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, FormatId, Life, Rarity, Span, Structure, Words


class FormatSummary(Life):
    """A play format, or a kind of event of one."""

    id: Annotated[FormatId, "What requests call it."]
    name: Annotated[str, "What people call it."]
    kind: Annotated[str, "Whether decks are brought or built there.", Words("kinds")]
    base: Annotated[str | None, "Of a kind of event: the format that it is an event of."]
    structure: Annotated[Structure | None, "Of a kind of event: how its teams play."]
    is_house_format: Annotated[bool, "Whether it is a format of the service's own house rules."]


class LegalSet(Life):
    """A set that is legal in a format."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]


class FormatRules(TypedDict):
    """The house rules of a format, with titles in full and sorted."""

    base: Annotated[str | None, "The format that they change; null where they list its sets."]
    ban: Annotated[list[str], "Titles that are banned."]
    allow: Annotated[list[str], "Titles that are legal whatever the base says."]
    restrict: Annotated[list[str], "Titles of which a team may play one."]
    digest: Annotated[str, "A hash of all that they say."]


class OwnRules(TypedDict):
    """What a format has in addition that house rules make."""

    house_rules: NotRequired[Annotated[FormatRules, "What its house rules say, where it has some."]]


class ListedTitle(TypedDict):
    """A title with a rule of its own beside the banlist."""

    name: Annotated[str, "The English card title."]
    effect: Annotated[
        str,
        "`no-commander` and `no-companion`: a deck may hold it, and not as that. `game-changer`:"
        " brackets count it, which breaks no rule. `points`: it costs some.",
        Words("title-rules"),
    ]
    since: Annotated[Day | None, "From which day on; null: as long as the format exists."]
    source: Annotated[str, "The source."]
    points: Annotated[int | None, "What a copy costs; null where the effect is another."]


class Format(FormatSummary, OwnRules):
    """A play format as it is on a day."""

    as_of: Annotated[Day, "The day that was asked about."]
    active: Annotated[bool, "Whether the format exists on that day."]
    main_min: Annotated[int, "The fewest cards in a main deck."]
    main_max: Annotated[
        int | None, "The most cards in a main deck, with its commanders; null: no maximum."
    ]
    sideboard_max: Annotated[
        int | None, "The most cards in one player's sideboard; null: no maximum."
    ]
    copies_max: Annotated[int | None, "The most copies of a title in a deck; null: no maximum."]
    singleton: Annotated[
        str | None,
        "Where one copy of a title is allowed: in each `deck`, or in the `team`; null: neither.",
    ]
    has_commanders: Annotated[bool, "Whether decks have commanders, which count toward their size."]
    points_max: Annotated[int | None, "The most points of a deck; null: titles cost none."]
    policy: Annotated[str | None, "The team policy without another; null: the usual one."]
    card_pool: Annotated[
        str,
        "Where legal cards come from: `sets` those listed, `eternal` every set, `commons` every"
        " card that was printed as a common, `any` no matter where.",
        Words("card-pools"),
    ]
    sets: Annotated[
        list[LegalSet] | None, "The sets legal on that day; null where the card pool is not `sets`."
    ]
    always_legal: Annotated[
        list[str],
        "Titles legal whatever the sets; in Limited, lands that are added freely to a pool.",
    ]
    title_rules: Annotated[list[ListedTitle], "Titles with rules of their own beside the banlist."]
    banlist: Annotated[Day | None, "The version of the banlist; null in Limited and before any."]
    notes: Annotated[str | None, "What else there is to say."]


class Formats(TypedDict):
    """All formats."""

    formats: Annotated[list[FormatSummary], "The formats and kinds of events."]


class CardClass(TypedDict):
    """Cards that a banlist names as a class."""

    rule: Annotated[str, "Which cards, such as `type=Conspiracy`."]
    status: Annotated[str, "What they are.", Words("class-statuses")]


class BanlistRuling(TypedDict):
    """Since when, and by which source, something is what it is on a banlist."""

    name: Annotated[str | None, "The English card title; null for a class of cards."]
    card_class: Annotated[
        str | None, "The class of cards, such as `type=Conspiracy`; null for a title."
    ]
    status: Annotated[Literal["banned", "restricted", "legal"], "What it is since then."]
    since: Annotated[Day, "From which day on; before the format's life where it took a list over."]
    source: Annotated[str | None, "The announcement; null where none is known."]
    note: Annotated[str | None, "What else there is to say."]


class BanlistName(TypedDict):
    """Which banlist it is."""

    id: Annotated[str, "What requests call it: its format's id, or `two-headed-giant`."]
    format: Annotated[
        str | None, "The format whose list it is; null for that of all Two-Headed Giant events."
    ]


class Banlist(BanlistName):
    """A banned and restricted list on a day."""

    as_of: Annotated[Day, "The day that was asked about."]
    version: Annotated[Day | None, "The effective date; null before the format's life."]
    previous: Annotated[Day | None, "The effective date of the version before."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    banned: Annotated[list[str], "Every title that is banned by name, sorted."]
    restricted: Annotated[list[str], "Every title that is restricted by name, sorted."]
    classes: Annotated[list[CardClass], "What is banned or restricted as a class."]
    rulings: Annotated[list[BanlistRuling], "Since when and by which source each stands there."]
    active: Annotated[bool, "Whether the format exists on that day."]


class BanlistVersion(TypedDict):
    """A day on which a banlist changed."""

    version: Annotated[Day, "The effective date."]
    source: Annotated[str | None, "The announcement that made it."]


class BanlistVersions(BanlistName):
    """All versions of a banlist."""

    versions: Annotated[list[BanlistVersion], "The versions, oldest first."]


class BanlistDiff(BanlistName, Span):
    """What changed on a banlist between two days."""

    banned: Annotated[list[str], "Titles banned on `to` that were not on `from`."]
    restricted: Annotated[list[str], "Titles restricted on `to` that were not on `from`."]
    unbanned: Annotated[list[str], "Titles banned on `from` that are free on `to`."]
    unrestricted: Annotated[list[str], "Titles restricted on `from` that are free on `to`."]
    classes_added: Annotated[list[CardClass], "Classes that were added."]
    classes_removed: Annotated[list[CardClass], "Classes that were removed."]
    rulings: Annotated[list[BanlistRuling], "What made each title what it is on `to`."]


class BanlistChange(BanlistDiff):
    """What one version of a banlist changed; `from` is the day before it, `to` its own."""

    version: Annotated[Day, "The effective date of the version."]
    source: Annotated[str | None, "The announcement."]


class BanlistChanges(TypedDict):
    """What changed on banlists since a day."""

    since: Annotated[Day, "The first day that was asked about."]
    changes: Annotated[
        list[BanlistChange], "The versions of that day and later ones, the newest first."
    ]


class BanlistSummary(BanlistName):
    """A banlist as the list of all shows it."""

    version: Annotated[Day | None, "The effective date; null before the format's life."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    active: Annotated[bool, "Whether the format exists on that day."]


class Banlists(TypedDict):
    """All banlists on a day."""

    as_of: Annotated[Day, "The day that was asked about."]
    banlists: Annotated[list[BanlistSummary], "The lists."]


class Printing(TypedDict):
    """One appearance of a card in a set."""

    set: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]
    rarity: Annotated[Rarity, "The rarity there."]


class Card(TypedDict):
    """What is known of a card."""

    name: Annotated[str, "The English card title."]
    faces: Annotated[list[str], "The titles of its faces, front first; empty where there is one."]
    alternative_titles: Annotated[list[str], "Other titles that it was printed with."]
    translations: Annotated[
        dict[str, str],
        "Its title in other languages, by language (BCP 47); none that is the same as in English.",
    ]
    layout: Annotated[str, "How it is laid out, such as `split`."]
    supertypes: Annotated[list[str], "Its supertypes."]
    types: Annotated[list[str], "Its card types."]
    subtypes: Annotated[list[str], "Its subtypes."]
    mana_value: Annotated[float | None, "Its mana value."]
    colors: Annotated[list[str], "Its colors, as letters of WUBRG."]
    copy_limit: Annotated[
        int | None, "The limit that its own text sets to copies; null where it sets none."
    ]
    any_number: Annotated[bool, "Whether its own text allows any number of copies."]
    status: Annotated[str, "Where it may be played.", Words("card-statuses")]
    printings: Annotated[list[Printing], "Its appearances, oldest first."]


class Titles(TypedDict):
    """A completion."""

    titles: Annotated[list[str], "English card titles, the nearest first."]


class StandingChange(TypedDict):
    """A day on which a card's standing in a format became another."""

    day: Annotated[
        Day | None, "The first day of it; null for what was so on the format's first day."
    ]
    status: Annotated[str, "What the card is from then on.", Words("standings")]
    message: Annotated[str, "What happened, as a sentence. Its words may change."]
    source: Annotated[str | None, "The announcement or rule; null where none is known."]


class CardHistory(TypedDict):
    """A card's whole history in a format."""

    format: Annotated[str, "The format."]
    name: Annotated[str, "The English card title."]
    history: Annotated[
        list[StandingChange], "Every change of its standing, oldest first, with known ones to come."
    ]

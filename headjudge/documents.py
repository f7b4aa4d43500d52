"""The JSON documents of the API as types, each defined once.

The types describe the JSON objects themselves; the contract is generated from them. A newer
service may answer with more fields, and with further words in fields that are enumerations.
"""

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict


class Words(NamedTuple):
    """The allowed values of a text, by the name of their list in the contract."""

    list: str


class Keyword(NamedTuple):
    """A keyword of JSON Schema."""

    name: str
    value: str | int


Day = Annotated[str, Keyword("format", "date")]
"""A day as YYYY-MM-DD."""
FormatId = str
Id = str | float
"""The id of a line of a batch."""
Structure = Annotated[str, Words("structures")]
Section = Annotated[str, Words("sections")]
Pile = Annotated[str, Words("piles")]
Rarity = Annotated[str, Words("rarities")]

Sizes = Annotated[
    dict[str, int],
    "Cards by section: `main`, `sideboard`, and others that have any.",
]

Life = TypedDict(
    "Life",
    {
        "from": Annotated[Day | None, "The first day; null: none."],
        "until": Annotated[Day | None, "The first day after it; null: open."],
    },
)
"""The first day of a period, and the first day after it."""
Span = TypedDict(
    "Span",
    {
        "from": Annotated[Day, "The earlier day of the comparison."],
        "to": Annotated[Day, "The later day of the comparison."],
    },
)
"""Two days that are compared."""


class Place(TypedDict):
    """The place of copies, in what was sent."""

    deck: Annotated[int | None, "The entry of the request's `decks`, from 0; null: the pool."]
    section: Annotated[Section, "The part of the list."]
    line: Annotated[int | None, "The line of the text, from 1; null: no text."]
    count: Annotated[int | None, "Copies there; null if it is no card."]
    text: Annotated[str | None, "The line as sent; null for a whole part."]


class Rule(TypedDict):
    """The rule behind a violation."""

    source: Annotated[str, "The document that states the rule."]
    clause: Annotated[str | None, "Its place there."]
    url: Annotated[str | None, "The address, if `source` is one."]


class Violation(TypedDict):
    """One fault of a team's decks."""

    code: Annotated[str, "The kind of fault.", Words("violations")]
    message: Annotated[str, "The fault, as a sentence."]
    card: NotRequired[Annotated[str, "The English card title."]]
    letters: NotRequired[Annotated[str, "Letters outside the commanders' color identity."]]
    count: NotRequired[Annotated[int, "Copies, cards or decks found."]]
    limit: NotRequired[Annotated[int, "Copies, cards or decks allowed, or required."]]
    reason: NotRequired[Annotated[str, "Why a card is not legal.", Words("reasons")]]
    banlist: NotRequired[Annotated[Day, "The version of the banlist with the ruling."]]
    certain: NotRequired[
        Annotated[
            bool,
            "False if a card fact that is unknown here could lift it.",
        ]
    ]
    suggestions: NotRequired[Annotated[list[str], "Titles that may have been meant, best first."]]
    places: Annotated[list[Place], "The places concerned."]
    rule: Annotated[Rule, "The rule behind it."]
    fix: Annotated[str, "How to fix it, as a sentence."]


class Notice(TypedDict):
    """A remark about something that breaks no rule."""

    code: Annotated[str, "The kind of notice.", Words("notices")]
    severity: Annotated[Literal["warning", "info"], "Its severity."]
    message: Annotated[str, "The notice as a sentence."]
    cards: NotRequired[Annotated[list[str], "The English card titles concerned."]]
    policy: NotRequired[
        Annotated[
            str, "For `policy-differs`: the `policy` that rejects these decks.", Words("policies")
        ]
    ]
    places: NotRequired[Annotated[list[Place], "The places concerned."]]


class DeckCard(TypedDict):
    """One line of a deck."""

    name: Annotated[str, "The English title, or the name as sent if it is no card, or several."]
    count: Annotated[int, "Copies."]
    section: Annotated[Section, "The part of the deck."]
    line: Annotated[int | None, "The line of the text, from 1; null: no text."]


class Owned(TypedDict):
    """The owner of a deck."""

    player: NotRequired[Annotated[str, "The player, if one was sent or read."]]


class DeckSummary(Owned):
    """A deck without its cards."""

    sizes: Sizes
    digest: Annotated[
        str,
        "A hash of titles, counts and sections, whatever the order, syntax and language.",
    ]
    entry: NotRequired[
        Annotated[int, "The entry of the request's `decks`, where one text holds several."]
    ]
    lines: NotRequired[Annotated[list[int] | None, "Its first and last line of that text."]]


class JudgedDeck(DeckSummary):
    """A deck as it was understood."""

    cards: NotRequired[Annotated[list[DeckCard], "With `include=cards`: the deck, line by line."]]


class PoolCard(TypedDict):
    """Copies of a title in a pool."""

    name: Annotated[str, "The English card title."]
    count: Annotated[int, "Copies."]
    group: Annotated[Pile, "The pile that players sort it into."]
    mana_value: Annotated[float | None, "Its mana value; null if unknown."]


class AppliedHouseRules(TypedDict):
    """The house rules of a verdict."""

    name: Annotated[str, "Their name."]
    base: Annotated[str | None, "The format that they change; null: they list sets."]
    digest: Annotated[str, "A hash of all of their rules."]


class Ruleset(TypedDict):
    """The facts and rules of a verdict; with the same ones a request gets the same answer."""

    format: Annotated[FormatId, "The play format."]
    structure: Annotated[Structure, "The structure of the team."]
    as_of: Annotated[Day, "The day of the event."]
    banlist: Annotated[Day | None, "The banlist's version; null in Limited."]
    policy: Annotated[str, "The team policy; for `tournament` the dated one."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules."]
    house: NotRequired[Annotated[AppliedHouseRules, "The house rules, if there are any."]]


class Verdict(TypedDict):
    """The verdict of one policy on a team."""

    legal: Annotated[bool, "Whether the team may play; true exactly if `violations` is empty."]
    violations: Annotated[list[Violation], "Every fault, by rule, then deck, line and card."]


class FormatVerdict(Verdict):
    """The verdict of a further format on a team."""

    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class Report(Verdict):
    """The answer about one team."""

    notices: Annotated[list[Notice], "Guesses and doubts that break no rule."]
    decks: Annotated[list[JudgedDeck], "The decks as understood, in the order of the request."]
    remaining: Annotated[
        list[PoolCard] | None,
        "In Limited, the cards of the pool that no deck uses; null without a pool.",
    ]
    valid_from: Annotated[Day | None, "The first day of this answer; null: unknown."]
    valid_until: Annotated[Day | None, "The first known day on which it may differ; null: none."]
    valid_because: Annotated[str, "What ends it, as a sentence."]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlist_until: Annotated[Day | None, "The day to which the banlist is known."]
    also: NotRequired[Annotated[dict[str, Verdict], "The verdicts of `also`, by policy."]]
    in_formats: NotRequired[
        Annotated[
            dict[str, FormatVerdict],
            "The verdicts of `formats`, by format, without suggestions.",
        ]
    ]
    ruleset: Annotated[Ruleset, "The facts and rules of the verdict."]


class ReadCard(DeckCard):
    """One line of a deck, with its text besides the title."""

    text: Annotated[str, "The line, row or element as sent."]
    set: Annotated[str | None, "The set code in the line."]
    number: Annotated[str | None, "The collector number in the line."]


class ReadDeck(DeckSummary):
    """A deck as it was understood, with the text of each card."""

    cards: Annotated[list[ReadCard], "The deck, line by line."]


class Reading(TypedDict):
    """The reading of one text."""

    syntax: Annotated[str, "The syntax read; `structured` for lists sent card by card."]
    because: Annotated[str, "The reason for the syntax."]
    decks: Annotated[list[ReadDeck], "One deck, or all in the text."]
    faults: Annotated[list[Violation], "The lines that could not be understood."]
    notices: Annotated[list[Notice], "The lines that were not read literally."]


class FormatSummary(Life):
    """A play format, or a kind of event of one."""

    id: Annotated[FormatId, "Its id in requests."]
    name: Annotated[str, "Its display name."]
    kind: Annotated[str, "Whether decks are brought or built there.", Words("kinds")]
    base: Annotated[str | None, "For a kind of event: its format."]
    structure: Annotated[Structure | None, "For a kind of event: its structure."]
    is_house_format: Annotated[bool, "Whether it is of the service's own house rules."]


class LegalSet(Life):
    """A set that is legal in a format."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]


class FormatRules(TypedDict):
    """The house rules of a format, with titles in full and sorted."""

    base: Annotated[str | None, "The format that they change; null: they list sets."]
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
        "`no-commander`, `no-companion`: not in that role. `game-changer`: counted by brackets.",
        Words("title-rules"),
    ]
    since: Annotated[Day | None, "The first day; null: the format's."]
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
    main_min: Annotated[int, "Cards of a main deck at least."]
    main_max: Annotated[int | None, "The same at most, with commanders; null: no maximum."]
    sideboard_max: Annotated[int | None, "Cards of a sideboard at most; null: no maximum."]
    copies_max: Annotated[int | None, "Copies of a title at most; null: no maximum."]
    singleton: Annotated[
        str | None,
        "Where one copy is allowed: `deck` or `team`; null: neither.",
    ]
    has_commanders: Annotated[bool, "Whether decks have commanders."]
    policy: Annotated[str | None, "The default team policy; null: the usual one."]
    card_pool: Annotated[
        str,
        "Which cards are legal: of `sets`, of every set (`eternal`), `commons`, or any.",
        Words("card-pools"),
    ]
    sets: Annotated[list[LegalSet] | None, "The legal sets; null where `card_pool` is another."]
    always_legal: Annotated[
        list[str],
        "Titles legal whatever the sets; in Limited, free lands.",
    ]
    title_rules: Annotated[list[ListedTitle], "Titles with rules of their own."]
    banlist: Annotated[Day | None, "The banlist's version; null: none."]
    facts: Annotated[list[StructureFact], "How teams play, by structure and topic."]
    notes: Annotated[str | None, "A further note."]


class Formats(TypedDict):
    """All formats."""

    formats: Annotated[list[FormatSummary], "The formats and kinds of events."]


class CardClass(TypedDict):
    """Cards that a banlist names as a class."""

    rule: Annotated[str, "The class, such as `type=Conspiracy`."]
    status: Annotated[str, "Their status.", Words("class-statuses")]


class BanlistRuling(TypedDict):
    """The status of a title or class on a banlist."""

    name: Annotated[str | None, "The English card title; null for a class of cards."]
    card_class: Annotated[
        str | None, "The class of cards, such as `type=Conspiracy`; null for a title."
    ]
    status: Annotated[Literal["banned", "restricted", "legal"], "Its status since then."]
    since: Annotated[Day, "The first day."]
    source: Annotated[str | None, "The announcement, if known."]
    note: Annotated[str | None, "A further note."]


class BanlistName(TypedDict):
    """The identity of a banlist."""

    id: Annotated[str, "Its id: its format's, or `two-headed-giant`."]
    format: Annotated[str | None, "Its format; null: all Two-Headed Giant events."]


class Banlist(BanlistName):
    """A banned and restricted list on a day."""

    as_of: Annotated[Day, "The requested day."]
    version: Annotated[Day | None, "The effective date; null: before the first."]
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
    learnt: Annotated[Day, "The day on which these facts learnt of it."]
    source: Annotated[str | None, "The announcement."]


class BanlistChanges(TypedDict):
    """Banlist changes since a day."""

    since: Annotated[Day, "The requested first day."]
    changes: Annotated[list[BanlistChange], "The versions learnt since; the last one first."]
    next_page: Annotated[int | None, "The next page; null on the last one."]


class BanlistSummary(BanlistName):
    """A banlist in the overview."""

    version: Annotated[Day | None, "The effective date; null: before the first."]
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
    faces: Annotated[list[str], "Its faces, front first; empty if it has one."]
    alternative_titles: Annotated[list[str], "Other titles in print."]
    translations: Annotated[
        dict[str, str],
        "Its titles in other languages, by language (BCP 47).",
    ]
    layout: Annotated[str, "Its layout, such as `split`."]
    supertypes: Annotated[list[str], "Its supertypes."]
    types: Annotated[list[str], "Its card types."]
    subtypes: Annotated[list[str], "Its subtypes."]
    mana_value: Annotated[float | None, "Its mana value."]
    colors: Annotated[list[str], "Its colors, as letters of WUBRG."]
    copy_limit: Annotated[int | None, "The limit in its own text; null: none."]
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
    message: Annotated[str, "The change, as a sentence."]
    source: Annotated[str | None, "The announcement or rule; null if none is known."]


class CardHistory(TypedDict):
    """A card's whole history in a format."""

    format: Annotated[str, "The format."]
    name: Annotated[str, "The English card title."]
    history: Annotated[
        list[StandingChange],
        "Every change of its status, oldest first, including known future ones.",
    ]


class PolicySummary(Life):
    """A dated set of rules for building the decks of a team."""

    id: Annotated[str, "Its id in requests.", Words("policies")]
    name: Annotated[str, "Its rule, in words."]


class Policy(PolicySummary):
    """A team policy with its rules."""

    as_of: Annotated[Day, "The requested day."]
    stands_for: Annotated[str | None, "For `tournament`: the policy in force on that day."]
    dated: Annotated[
        list[PolicySummary], "For `tournament`: the policies that it stands for, by date."
    ]
    copies_in_team: Annotated[
        int | None,
        "Copies of a title in the team at most; null: no limit.",
    ]
    titles_shared: Annotated[bool, "Whether decks may share a title."]
    restricted_scope: Annotated[
        str,
        "Where one copy of a restricted card is allowed.",
        Words("restricted-scopes"),
    ]
    own_limit: Annotated[
        str,
        "Where a limit in a card's own text counts.",
        Words("own-limits"),
    ]
    exempt: Annotated[str, "The exempt cards."]
    two_headed_giant_sideboard_max: Annotated[
        int, "Cards in a Two-Headed Giant Constructed sideboard."
    ]
    source: Annotated[str, "The document that states it."]
    clause: Annotated[str | None, "Its place there."]


class Policies(TypedDict):
    """All team policies."""

    policies: Annotated[list[PolicySummary], "The policies."]


class Mix(Life):
    """A recommended product."""

    set: Annotated[str | None, "Its newest set; null: the general rule."]
    players: Annotated[int | None, "The team size that it is for; null: any."]
    product: NotRequired[
        Annotated[dict[str, int], "As in requests; absent if the rule leaves the sets open."]
    ]
    booster_count: Annotated[int, "Ordinary boosters in all."]
    others: Annotated[dict[str, int], "Other packs, by kind; promotional cards are `promo`."]
    source: Annotated[str, "The document that states it."]


class BoosterBound(TypedDict):
    """Cards of a class in a pack, at least and at most."""

    min: Annotated[int, "The minimum."]
    min_sure: Annotated[bool, "Whether that is sure."]
    max: Annotated[int, "The maximum."]
    max_sure: Annotated[bool, "Whether that is sure."]


class Booster(TypedDict):
    """The contents of a pack."""

    set: Annotated[str, "The set's code."]
    kind: Annotated[str, "The kind of pack.", Words("packs")]
    released: Annotated[Day, "The day of release."]
    card_count: Annotated[int, "Playable cards."]
    card_count_sure: Annotated[bool, "Whether that is sure."]
    bounds: Annotated[
        dict[str, BoosterBound],
        "Cards by class: {booster_classes}.",
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
    companion_of: Annotated[str | None, "For a companion set: the set with its cards in boosters."]
    note: Annotated[str | None, "An explanation of that."]
    cards: Annotated[
        list[ChecklistCard], "The cards; each title is only in the first set that has it."
    ]


class Checklist(TypedDict):
    """All cards that a pool may contain, without the free lands."""

    as_of: Annotated[Day, "The requested day."]
    sets: Annotated[list[ChecklistSet], "The sets of the product, then their companions."]


class TitleCopies(TypedDict):
    """Copies of a title."""

    name: Annotated[str, "The English title; the text if it is no card, or several."]
    count: Annotated[int, "Copies."]


class BuiltCard(TitleCopies):
    """Copies of a title in a deck."""

    section: Annotated[Section, "The part of the deck."]


class BuiltDeck(Owned):
    """A deck that is built from a pool."""

    list: Annotated[str, "The deck as text, to be sent again."]
    sizes: Sizes
    lacking: Annotated[int, "Cards missing in the main deck."]
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
        "The cards in no deck.",
    ]
    unknown: Annotated[list[TitleCopies], "The rest that is no card, or several."]
    beyond: Annotated[list[TitleCopies], "Cards of the decks that are missing in the pool."]
    counts: Annotated[PoolCounts, "The cards of the pool."]
    faults: Annotated[list[Violation], "The lines that could not be understood."]
    notices: Annotated[list[Notice], "The lines that were not read literally."]
    refused: Annotated[list[RefusedMove], "The impossible moves."]


FaultPlace = TypedDict(
    "FaultPlace",
    {"in": Annotated[Literal["body", "query"], "The part of the request."]},
)


class RequestFault(FaultPlace):
    """A fault in a request."""

    code: Annotated[str, "The kind of fault.", Words("fault-codes")]
    pointer: Annotated[
        str,
        "The JSON pointer to it; for a query `/` and the name.",
    ]
    detail: Annotated[str, "The fault, as a sentence."]


class Problem(TypedDict):
    """The reason why a request could not be answered."""

    type: Annotated[
        str,
        "The kind of problem, and the address of its page.",
        Words("problems"),
    ]
    title: Annotated[str, "The kind in words."]
    status: Annotated[int, "The HTTP status."]
    detail: Annotated[str, "The problem as a sentence."]
    errors: NotRequired[
        Annotated[
            list[RequestFault],
            "Each fault of the request, or link that failed.",
        ]
    ]
    suggestions: NotRequired[Annotated[list[str], "Titles that may have been meant."]]
    request_id: NotRequired[
        Annotated[
            str,
            "The X-Request-ID, if one was sent or the service failed.",
        ]
    ]


class BatchAnswer(TypedDict):
    """The answer to one line of a batch: a report or a problem."""

    id: NotRequired[Annotated[Id, "The line's `id`, if it has one."]]
    line: Annotated[int, "The line of the body, from 1.", Keyword("minimum", 1)]
    status: Annotated[int, "The status of the line as a request of its own."]
    report: NotRequired[Annotated[Report, "The report, with status 200."]]
    problem: NotRequired[Annotated[Problem, "The problem, with any other status."]]


class Code(TypedDict):
    """A stable code."""

    code: Annotated[str, "The code; of a problem the last part of its `type`."]
    kind: Annotated[Literal["violation", "notice", "problem", "fault"], "What has it."]
    when: Annotated[str, "The case in which it is issued."]


class Codes(TypedDict):
    """The codes of violations, notices, problems and faults of requests."""

    codes: Annotated[list[Code], "The codes, by kind."]


class ListVersion(TypedDict):
    """The version of a banlist in force today."""

    version: Annotated[Day | None, "The day since which it is in force."]
    until: Annotated[Day | None, "The day to which it is known."]


class Facts(TypedDict):
    """What answers depend on; the entity tag is the fingerprint."""

    fingerprint: Annotated[str, "A hash of all facts and rules."]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlists: Annotated[dict[str, ListVersion], "The lists by id."]


class Health(TypedDict):
    """The process answers."""

    status: Annotated[Literal["ok"], "The state."]


class Readiness(TypedDict):
    """The facts are open."""

    status: Annotated[Literal["ready"], "The state."]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlist_until: Annotated[Day | None, "The day to which the lists in force are known."]
    fingerprint: Annotated[str, "The fingerprint of the facts, as in reports."]
    warnings: Annotated[list[str], "Why these are not the chosen facts, in English."]

"""The other JSON documents of the API as types, besides verdicts, readings and banlists."""

from typing import Annotated, Literal, NotRequired, TypedDict

from messages.fields import (
    Day,
    FormatId,
    Keyword,
    Life,
    Pile,
    Rarity,
    Section,
    Sizes,
    Structure,
    Words,
)
from validator.documents import Notice, Owned, PoolCard, Report, Violation

Id = str | float
"""The id of a line of a batch."""


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

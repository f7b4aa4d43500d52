"""The documents of the API as types: what is sent, and what is answered.

They are the JSON objects themselves. A newer service may answer with more fields than these.
"""

# Without `from __future__ import annotations`, so that programs see which fields are required.

from typing import Literal, NotRequired, TypedDict

Id = str | int | float
"""What a line of a batch is called by."""


class CardLine(TypedDict):
    """Copies of a card, by its title in any language that cards are printed in."""

    name: str
    count: int


class Pool(TypedDict, total=False):
    """A card pool: `list`, a text in any syntax; `main` and `sideboard`, card by card; or `url`.

    Links are fetched by services that were allowed to.
    """

    list: str
    syntax: str
    url: str
    main: list[CardLine]
    sideboard: list[CardLine]


class Deck(Pool, total=False):
    """One player's deck, or a text that holds those of several."""

    player: str
    format: str


class HouseRules(TypedDict, total=False):
    """What an organizer changes of a format; titles in any spelling that a list may use."""

    name: str
    base: str
    ban: list[str]
    allow: list[str]
    restrict: list[str]


class Team(TypedDict):
    """A team's decks and the event that they are for. Days are written YYYY-MM-DD."""

    format: str
    decks: list[Deck]
    structure: NotRequired[str]
    as_of: NotRequired[str]
    policy: NotRequired[str]
    also: NotRequired[list[str]]
    team: NotRequired[str]
    team_size: NotRequired[int]
    pool: NotRequired[Pool]
    product: NotRequired[dict[str, int]]
    house: NotRequired[HouseRules]


class BatchTeam(Team):
    """One team of a batch; its `id` comes back with the answer."""

    id: NotRequired[Id]


class Place(TypedDict):
    """Where copies stand: a deck from 0 (None: the pool), its section, a line from 1."""

    deck: int | None
    section: str
    line: int | None
    count: int | None
    text: str | None


class Rule(TypedDict):
    """What a violation rests on."""

    source: str
    clause: str | None


class Violation(TypedDict):
    """A fault: a stable code, sentences to show, and where it is."""

    code: str
    message: str
    card: NotRequired[str]
    count: NotRequired[int]
    limit: NotRequired[int]
    reason: NotRequired[str]
    banlist: NotRequired[str]
    suggestions: NotRequired[list[str]]
    places: list[Place]
    rule: Rule
    fix: str


class Notice(TypedDict):
    """A guess or a doubt, which breaks no rule."""

    code: str
    severity: Literal["warning", "info"]
    message: str
    cards: NotRequired[list[str]]
    places: NotRequired[list[Place]]


class Verdict(TypedDict):
    """Whether the team may play, and why not."""

    legal: bool
    violations: list[Violation]


class DeckCard(TypedDict):
    """A line of a deck; `name` is None where it means no card, or several."""

    name: str | None
    count: int
    section: str
    line: int | None


class JudgedDeck(TypedDict):
    """A deck as it was read; the digest is that of its cards, however they are written."""

    player: str | None
    main: int
    sideboard: int
    digest: str
    cards: list[DeckCard]


class PoolCard(TypedDict):
    """Copies of the pool that no deck uses."""

    name: str
    count: int
    group: str
    mana_value: float | None


class AppliedHouseRules(TypedDict):
    """Which house rules were applied."""

    name: str
    base: str | None
    digest: str


class Ruleset(TypedDict):
    """What was judged by."""

    format: str
    structure: str
    as_of: str
    banlist: str | None
    policy: str
    catalogue: str
    fingerprint: str
    house: NotRequired[AppliedHouseRules]


class Report(Verdict):
    """The answer about a team."""

    notices: list[Notice]
    decks: list[JudgedDeck]
    remaining: list[PoolCard] | None
    valid_from: str | None
    valid_until: str | None
    valid_because: str
    ruleset: Ruleset
    also: NotRequired[dict[str, Verdict]]
    receipt: NotRequired[str]


class Fault(TypedDict):
    """One thing that is wrong in a request, and the JSON pointer to it."""

    pointer: str
    detail: str


class Edition(TypedDict):
    """Card facts that a service can be asked for."""

    fingerprint: str
    edition: str
    catalogue: str


class Problem(TypedDict):
    """Why something could not be asked (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: NotRequired[list[Fault]]
    fingerprints: NotRequired[list[Edition]]


class BatchAnswer(TypedDict):
    """The answer to one team of a batch: a report with status 200, else a problem."""

    id: Id | None
    line: int
    status: int
    report: NotRequired[Report]
    problem: NotRequired[Problem]


class ReadCard(DeckCard):
    """A line of a list with all that was written on it."""

    text: str
    set: str | None
    number: str | None


class ReadDeck(TypedDict):
    """A deck as it was read, with the lines that were sent."""

    player: str | None
    main: int
    sideboard: int
    digest: str
    cards: list[ReadCard]


class Reading(TypedDict):
    """What is in a text, judged by no format."""

    syntax: str
    because: str
    decks: list[ReadDeck]
    faults: list[Violation]
    notices: list[Notice]


class WrittenDeck(TypedDict):
    """A deck in another syntax."""

    player: str | None
    text: str


class Converted(TypedDict):
    """The decks of a text in another syntax; `text` is None where there are several."""

    syntax: str
    because: str
    to: str
    text: str | None
    decks: list[WrittenDeck]
    faults: list[Violation]
    notices: list[Notice]

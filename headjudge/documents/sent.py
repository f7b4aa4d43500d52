"""What is sent: teams, their decks and pools, house rules."""

from datetime import date
from typing import NotRequired, TypedDict

Id = str | float
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
    commander: list[CardLine]


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
    as_of: NotRequired[str | date]
    policy: NotRequired[str]
    also: NotRequired[list[str]]
    formats: NotRequired[list[str]]
    team: NotRequired[str]
    team_size: NotRequired[int]
    pool: NotRequired[Pool]
    product: NotRequired[dict[str, int]]
    house: NotRequired[HouseRules]


class BatchTeam(Team):
    """One team of a batch; its `id` comes back with the answer."""

    id: NotRequired[Id]

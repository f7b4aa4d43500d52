"""Requests: teams, their decks and pools, house rules."""

from datetime import date
from typing import NotRequired, TypedDict

from headjudge.documents.choices import ReadSyntax, TeamPolicy, TeamStructure

Id = str | float
"""The id of a line of a batch."""


class CardLine(TypedDict):
    """Copies of a card, by its title in any language that cards are printed in."""

    name: str
    count: int


class Pool(TypedDict, total=False):
    """A card pool: `list`, a text in any syntax; `main` and `sideboard`, card by card; or `url`.

    Links are fetched by services that were allowed to.
    """

    list: str
    syntax: ReadSyntax
    url: str
    main: list[CardLine]
    sideboard: list[CardLine]


class Deck(Pool, total=False):
    """One player's deck, or a text with those of several."""

    player: str
    format: str
    commander: list[CardLine]


class HouseRules(TypedDict, total=False):
    """An organizer's changes to a format; titles in any spelling accepted in lists."""

    name: str
    base: str
    ban: list[str]
    allow: list[str]
    restrict: list[str]


class Team(TypedDict):
    """A team's decks and the event that they are for. Days are written YYYY-MM-DD."""

    format: str
    decks: list[Deck]
    structure: NotRequired[TeamStructure]
    as_of: NotRequired[str | date]
    policy: NotRequired[TeamPolicy]
    also: NotRequired[list[TeamPolicy]]
    formats: NotRequired[list[str]]
    team: NotRequired[str]
    team_size: NotRequired[int]
    pool: NotRequired[Pool]
    product: NotRequired[dict[str, int]]
    house: NotRequired[HouseRules]


class BatchTeam(Team):
    """One team of a batch; its `id` is returned with the answer."""

    id: NotRequired[Id]

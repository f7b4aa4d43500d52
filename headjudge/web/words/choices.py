"""The choices of the page's form, with their display names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import formats
from formats import Format
from headjudge.web import facts_in_force
from messages import Message, say
from validator import questions
from validator.case import default_policy
from validator.limited.products import product_of, recommended
from validator.questions import DEFAULT_POLICY

STRUCTURES = {name: formats.structure(name).name for name in questions.STRUCTURES}
"""Display names of the structures."""

USUAL_PLAYERS = {name: formats.structure(name).players for name in questions.STRUCTURES}
"""Lists offered by the form, by structure."""

WITH_DECK_FORMATS = frozenset(
    name for name in questions.STRUCTURES if formats.structure(name).has_deck_formats
)
"""The structures whose decks may be of several formats."""

PRODUCTS_OFFERED = 5
"""Maximum number of recommended products in the form, newest sets first."""


class Group(NamedTuple):
    """Formats under a heading."""

    name: Message
    formats: tuple[Format, ...]


HOUSE_LISTS = {
    "ban": say("Banned here"),
    "allow": say("Allowed here, whatever the format and its banned list say"),
    "restrict": say("Restricted here, one copy in the team"),
}
"""The lists of house rules in the form."""


def house_groups() -> tuple[Group, ...]:
    """The organizer's own formats, if there is a folder of them."""
    play_formats = tuple(house.format for house in facts_in_force.houses().values())
    return (Group(say("House rules"), play_formats),) if play_formats else ()


@cache
def format_groups() -> tuple[Group, ...]:
    """The selectable formats. Event kinds are given by format and structure."""
    offered = [play for play in map(formats.load, formats.ids()) if not play.base]
    limited = tuple(play for play in offered if play.kind == "limited")
    blocks = tuple(play for play in offered if play.id.endswith("-block"))
    over = tuple(play for play in offered if play.life.end and play not in (*limited, *blocks))
    others = tuple(play for play in offered if play not in (*limited, *blocks, *over))
    return (
        Group(say("Constructed"), others),
        Group(say("Limited"), limited),
        Group(say("Older formats"), (*over, *blocks)),
    )


@cache
def deck_formats() -> tuple[Format, ...]:
    """The formats for single decks, in a team event with several."""
    constructed, *_ = format_groups()
    return constructed.formats


@cache
def event_groups() -> tuple[Group, ...]:
    """The selectable formats and event kinds."""
    kinds = (formats.load(format_id) for format_id in formats.ids())
    return (
        *format_groups(),
        Group(say("Kinds of events"), tuple(kind for kind in kinds if kind.base)),
    )


TOURNAMENT = say("Tournament rules of the day")


def policy_words(policy_id: str) -> str:
    """The display name of a policy."""
    return TOURNAMENT if policy_id == formats.TOURNAMENT else formats.policy(policy_id).short


@cache
def policies() -> tuple[str, ...]:
    """The policies for any day: those without dates, the usual one first, and `tournament`."""
    undated = [policy.id for policy in formats.policies() if not policy.life]
    return (*sorted(undated, key=lambda policy: policy != DEFAULT_POLICY), formats.TOURNAMENT)


@cache
def dated_policies() -> tuple[str, ...]:
    """The tournament rules of past periods, oldest first."""
    dated = sorted((policy.life.start, policy.id) for policy in formats.policies() if policy.life)
    return tuple(policy_id for _, policy_id in dated)


def offered_products(
    format_id: str, structure: str, as_of: str, team_size: int | None = None
) -> list[str]:
    """The recommended products for the form's event, in the syntax of its field, newest first."""
    try:
        event, day = questions.find_format(format_id or "sealed"), questions.day(as_of.strip())
        mixes = recommended(event, questions.structure_at(event, structure), team_size, day)
    except questions.InvalidQuestion:
        return []
    products = [product for mix in mixes if (product := product_of(mix))]
    return [product_words(product) for product in products[:PRODUCTS_OFFERED]]


def product_words(product: Mapping[str, object]) -> str:
    """A product in the syntax of the form's field: `4 RAV, 1 RAV:tournament-pack`."""
    return ", ".join(f"{number} {key}" for key, number in product.items())


def usual_policy(play_format: Format | None, structure: str) -> str:
    """The display name of the policy in force if none is chosen."""
    return policy_words(default_policy(play_format, structure))


def other_policies(policy_id: str, play_format: Format | None, structure: str) -> list[str]:
    """The policies whose verdicts the page shows beside that of the chosen one.

    `policy_id` is empty for the default. The tournament rules and four copies in the team are
    shown beside each other; none is beside the default policy of Commander or of a team event at
    several tables.
    """
    if not policy_id and default_policy(play_format, structure) != DEFAULT_POLICY:
        return []
    return [DEFAULT_POLICY if policy_id == formats.TOURNAMENT else formats.TOURNAMENT]


def is_limited(format_id: str) -> bool:
    """Whether the form's format is played with a card pool."""
    return format_id in formats.ids() and formats.load(format_id).kind == "limited"

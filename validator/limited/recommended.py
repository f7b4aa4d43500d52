"""Which product is recommended for an event on a day (MTR appendix D, and before it the FAQs)."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import formats
from formats import Format, Mix
from validator.limited.products import Product
from validator.model import Structure

PRERELEASE = "prerelease-sealed"
EVENTS: dict[tuple[str, Structure], str] = {
    (PRERELEASE, "two-headed-giant"): "two-headed-giant-prerelease",
    ("sealed", "two-headed-giant"): "two-headed-giant-sealed",
    ("sealed", "team-constructed"): "team-sealed",
    ("sealed", "individual"): "individual-sealed",
    ("booster-draft", "two-headed-giant"): "two-headed-giant-draft",
    ("booster-draft", "individual"): "booster-draft",
}
"""The events that mixes are recommended for, by format and structure."""
HEADS = 2
"""Players of the Two-Headed Giant team that the mixes are for."""


def mix_event(play_format: Format, structure: Structure) -> str | None:
    """The event that mixes are kept by, of a format (or kind of event) and a structure."""
    is_prerelease = play_format.id == PRERELEASE
    return EVENTS.get((PRERELEASE if is_prerelease else _base(play_format), structure))


def recommended(
    play_format: Format, structure: Structure, team_size: int | None, day: datetime.date
) -> tuple[Mix, ...]:
    """The mixes for an event on a day, the newest set first, general rules last; perhaps none."""
    event = mix_event(play_format, structure)
    if event is None or (structure == "two-headed-giant" and team_size not in (None, HEADS)):
        return ()
    return formats.mixes_on(event, day, team_size)


def for_sets(mixes: Sequence[Mix], product: Product) -> list[Mix]:
    """Those among the mixes that speak of the product: of its newest set, or the general rules."""
    named = [mix for mix in mixes if mix.set_code in product.sets]
    newest = named[0].set_code if named else None
    return [mix for mix in mixes if mix.set_code == newest]


def is_as_recommended(mix: Mix, product: Product) -> bool:
    """Whether the product is the mix."""
    ordinary = product.ordinary
    same = mix.boosters == ordinary if mix.boosters else mix.count == sum(ordinary.values())
    return same and mix.others == product.others


def _base(play_format: Format) -> str:
    return play_format.base or play_format.id

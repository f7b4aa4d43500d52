"""Recommended products for an event on a day (MTR appendix D, before that the FAQs)."""

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
"""The events with recommended mixes, by format and structure."""
HEADS = 2
"""The size of Two-Headed Giant team that the mixes are for."""


def mix_event(play_format: Format, structure: Structure) -> str | None:
    """The event name in the mixes for a format (or event kind) and a structure."""
    is_prerelease = play_format.id == PRERELEASE
    return EVENTS.get(
        (PRERELEASE if is_prerelease else play_format.base or play_format.id, structure)
    )


def recommended(
    play_format: Format, structure: Structure, team_size: int | None, day: datetime.date
) -> tuple[Mix, ...]:
    """The mixes for an event on a day, newest set first, general rules last; may be empty."""
    event = mix_event(play_format, structure)
    if event is None or (structure == "two-headed-giant" and team_size not in (None, HEADS)):
        return ()
    return formats.mixes_on(event, day, team_size)


def for_sets(mixes: Sequence[Mix], product: Product) -> list[Mix]:
    """The mixes that apply to the product: of its newest set, else the general rules."""
    named = [mix for mix in mixes if mix.set_code in product.sets]
    newest = named[0].set_code if named else None
    return [mix for mix in mixes if mix.set_code == newest]


def is_as_recommended(mix: Mix, product: Product) -> bool:
    """Whether the product matches the mix."""
    ordinary = product.ordinary
    same = mix.boosters == ordinary if mix.boosters else mix.total == sum(ordinary.values())
    return same and mix.others == product.others

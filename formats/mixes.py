"""Recommended products for events: numbers of boosters by set, with dates."""

import datetime
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from formats.files import FOLDER, period, read_toml, record
from formats.model import Period, UnknownEvent

INDIVIDUAL = frozenset({"individual-sealed", "booster-draft"})
"""Events whose mixes are for one player; those of all others are for a team."""
PER_PACK = {
    "tournament_packs": "tournament-pack",
    "seeded_boosters": "prerelease-seeded",
    "promos": "promo",
}
"""Contents of a mix besides boosters: the kind of pack by its key in the file."""


class Mix(NamedTuple):
    """One recommended product."""

    event: str
    life: Period
    set_code: str | None
    """The newest set of the mix; None for a general rule, for boosters of any sets."""
    boosters: Mapping[str, int]
    """Ordinary boosters by set; empty in the general rule."""
    total: int
    """The number of all boosters."""
    others: Mapping[str, int]
    """Everything else, by kind: `tournament-pack`, `prerelease-seeded`, `promo`."""
    source: str
    players: int | None = None
    """The size of the team that it is for, if it depends on that."""
    undocumented: Literal["from", "until", "both", "all"] | None = None
    """The part that no available document states: first day, last day, both, or all of it."""


@cache
def mixes(event: str) -> tuple[Mix, ...]:
    """All mixes for a kind of event, by first day; UnknownEvent."""
    if event not in _rows():
        raise UnknownEvent(event)
    return tuple(_mix(event, row) for row in _rows()[event])


def mixes_on(event: str, day: datetime.date, players: int | None = None) -> tuple[Mix, ...]:
    """The mixes for a day, newest set first, general rules last; UnknownEvent.

    With `players`, mixes for teams of another size are left out.
    """
    holding = [
        mix
        for mix in mixes(event)
        if day in mix.life and (mix.players is None or players in (None, mix.players))
    ]
    newest_first = sorted(holding, key=lambda mix: mix.life.start, reverse=True)
    return tuple(sorted(newest_first, key=lambda mix: mix.set_code is None))


@cache
def _rows() -> dict[str, list[dict[str, Any]]]:
    return read_toml(FOLDER / "products" / "mixes.toml")


def _mix(event: str, row: Mapping[str, Any]) -> Mix:
    words = row["boosters"].split()
    # `8`, or `3 RTR 3 GTC 2 DGM`.
    numbers = [int(word) for word in words[::2]]
    return record(
        Mix,
        row,
        event=event,
        life=period(row),
        set_code=row.get("set"),
        boosters=dict(zip(words[1::2], numbers, strict=False)),
        total=sum(numbers),
        others={kind: row[key] for key, kind in PER_PACK.items() if key in row},
    )

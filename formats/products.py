"""What is opened: the contents of boosters, recommended products, and companion sets.

Bounds on the contents say how certain they are.
"""

import datetime
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from cards import additions_cache, catalogue
from formats.files import FOLDER, period, read_toml, record
from formats.model import Companion, Period
from messages import say

ORDINARY = ("draft", "play")
"""The kinds of booster played in Limited: until 2024, and since."""
KINDS = (*ORDINARY, "tournament-pack", "starter", "prerelease-seeded", "set", "jumpstart", "other")
"""All kinds of packs with facts."""
CLASSES = (
    "common",
    "uncommon",
    "rare_mythic",
    "mythic",
    "basic_land",
    "double_faced",
    "special",
    "foil",
)
"""The bounded classes. A mythic also counts as `rare_mythic`, and a `double_faced` card in its
rarity; `special` are cards of companion sets."""


class Bound(NamedTuple):
    """The minimum and maximum number of cards of a class in one pack."""

    fewest: int
    most: int


class Booster(NamedTuple):
    """One kind of pack of a set. Bounds are independent of each other."""

    set_code: str
    kind: str
    released: datetime.date
    """The release; a prerelease is a week earlier."""
    cards: int
    """Playable cards, without tokens and art cards."""
    bounds: Mapping[str, Bound]
    """By class; `double_faced` only if the set guarantees such cards."""
    sure: frozenset[str]
    """The bounds that are certain: `cards`, `rare_mythic_max`, ... or `all`."""
    certainty: Literal["sure", "derived", "guess"]
    source: str
    note: str | None = None

    @property
    def sure_size(self) -> int | None:
        """The number of cards in a pack, if certain."""
        return self.cards if self._is_sure("cards") else None

    def most(self, kind_of_card: str) -> int | None:
        """The maximum number of cards of a class, if there is a certain bound."""
        bound = self.bounds.get(kind_of_card)
        return bound.most if bound and self._is_sure(f"{kind_of_card}_max") else None

    def fewest(self, kind_of_card: str) -> int | None:
        """The minimum number of cards of a class, if there is a certain bound."""
        bound = self.bounds.get(kind_of_card)
        return bound.fewest if bound and self._is_sure(f"{kind_of_card}_min") else None

    def _is_sure(self, bound: str) -> bool:
        return "all" in self.sure or bound in self.sure


@additions_cache(1024)
def boosters(set_code: str) -> tuple[Booster, ...]:
    """The packs of a set with facts, the ordinary booster first; may be empty.

    What an update learnt takes the place of guesses.
    """
    shipped = _boosters().get(set_code, ())
    rows = catalogue().additions.boosters.get(set_code, ())
    learnt = tuple(_read(set_code, row) for row in rows)
    if not learnt or any(pack.kind in ORDINARY and pack.certainty != "guess" for pack in shipped):
        return shipped
    return (*learnt, *(pack for pack in shipped if pack.kind not in ORDINARY))


def booster(set_code: str, kind: str | None = None) -> Booster | None:
    """The pack of that kind, by default the set's ordinary booster; None if unknown.

    No set has both kinds of ordinary booster. If a set was only sold in one other kind of pack,
    that is its ordinary booster.
    """
    return _ordinary(boosters(set_code), kind)


def shipped_booster(set_code: str) -> Booster | None:
    """The set's ordinary booster by our own files, whatever an update learnt."""
    return _ordinary(_boosters().get(set_code, ()))


def _ordinary(choices: tuple[Booster, ...], kind: str | None = None) -> Booster | None:
    if kind is not None:
        return next((choice for choice in choices if choice.kind == kind), None)
    if choices and (choices[0].kind in ORDINARY or len(choices) == 1):
        return choices[0]
    return None


@cache
def _boosters() -> dict[str, tuple[Booster, ...]]:
    return {
        code: tuple(sorted((_read(code, row) for row in rows), key=lambda b: KINDS.index(b.kind)))
        for code, rows in read_toml(FOLDER / "products" / "boosters.toml").items()
    }


def _read(set_code: str, row: Mapping[str, Any]) -> Booster:
    is_sure = row["certainty"] == "sure"
    return record(
        Booster,
        row,
        set_code=set_code,
        released=row["from"],
        bounds={name: Bound(*row[name]) for name in CLASSES if name in row},
        sure=frozenset(row.get("sure_bounds", ()) if is_sure else ()),
    )


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


@cache
def mixes(event: str) -> tuple[Mix, ...]:
    """All mixes for a kind of event of `mixes.toml`, by first day."""
    return tuple(_mix(event, row) for row in _rows()[event])


def mixes_on(event: str, day: datetime.date, players: int | None = None) -> tuple[Mix, ...]:
    """The mixes for a day, newest set first, general rules last.

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


@cache
def set_family(code: str, name: str) -> str | None:
    """The players' name for sets of this kind, such as `Commander sets`; None if there is none.

    `code` and `name` are those of the set.
    """
    for family in read_toml(FOLDER / "sets" / "families.toml")["family"]:
        if code in family.get("codes", ()) or any(
            phrase in name for phrase in family.get("phrases", ())
        ):
            return say(family["words"])
    return None


def companions(set_code: str) -> tuple[Companion, ...]:
    """The sets whose cards are in the boosters of a set; empty for most sets."""
    rows = _companions().get(set_code)
    if rows is None:
        return tuple(_seen_companions(set_code))
    return tuple(
        record(Companion, row, set_code=set_code, companion=row["code"], life=period(row))
        for row in rows
    )


def _seen_companions(set_code: str) -> Iterator[Companion]:
    """The companion sets that an update learnt, of sets that our files do not have."""
    additions = catalogue().additions
    for row in additions.boosters.get(set_code, ()):
        for code in additions.companions.get(set_code, {}):
            yield Companion(set_code, code, Period(row["from"]), True, source=row["source"])


def booster_titles(set_code: str, of: str) -> frozenset[str] | None:
    """The titles of the set `of` in the boosters of `set_code`; None for all of them."""
    titles = _booster_parts().get((set_code, of))
    if titles is None and (learnt := catalogue().additions.companions.get(set_code, {}).get(of)):
        return frozenset(learnt)
    return titles


def prerelease(set_code: str) -> datetime.date | None:
    """The first day of the set's prerelease; None where it is not known."""
    return _prereleases().get(set_code)


@cache
def _prereleases() -> dict[str, datetime.date]:
    days: dict[str, datetime.date] = read_toml(FOLDER / "sets" / "prereleases.toml")["days"]
    return days


@cache
def _booster_parts() -> dict[tuple[str, str], frozenset[str]]:
    parts = read_toml(FOLDER / "products" / "booster_titles.toml")["part"]
    return {(part["set"], part["of"]): frozenset(part["titles"]) for part in parts}


@cache
def _companions() -> dict[str, list[dict[str, Any]]]:
    return read_toml(FOLDER / "products" / "companions.toml")

"""What the boosters of a set hold, from the sheets that MTGJSON has for them.

A booster has a number of cards from each of several sheets, in one of several make-ups. The bounds
of a class of cards are the fewest and the most over all make-ups, each reached alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from cards.additions import Additions
from cards.mtgjson import SheetCard
from cards.updates.spool import Spool

CLASSES = ("common", "uncommon", "rare_mythic", "mythic", "basic_land", "double_faced", "special")
RARITIES = {
    "C": ("common",), "U": ("uncommon",), "R": ("rare_mythic",), "M": ("rare_mythic", "mythic"),
    "L": ("basic_land",),
}  # fmt: skip


class Contents(NamedTuple):
    """The boosters of some sets, as in `formats/products`."""

    boosters: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Rows by set."""
    titles: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By set, the titles of each other set in its boosters."""

    def added_to(self, additions: Additions) -> Additions:
        """The additions with these boosters."""
        return Additions(
            additions.source, additions.rulings, additions.sets, additions.checked,
            self.boosters, self.titles,
        )  # fmt: skip


def contents(spool: Spool, source: str, known: Collection[str]) -> Contents:
    """The boosters of the sets that are not among the known ones."""
    boosters: dict[str, tuple[Mapping[str, Any], ...]] = {}
    titles: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for code, kind, released, booster in spool.boosters():
        if code in known or not released or code in boosters:
            continue
        sheets = {
            name: (cards, bool(sheet.get("foil")))
            for name, sheet in booster["sheets"].items()
            if (cards := spool.sheet_cards(sheet["cards"]))
        }
        variants = [variant["contents"] for variant in booster["boosters"]]
        row = _row(code, sheets, variants)
        if row:
            boosters[code] = (
                {"kind": kind, "from": released, **row, "certainty": "derived", "source": source},
            )
            titles[code] = dict(_titles(code, sheets))
    return Contents(boosters, titles)


def _row(
    code: str,
    sheets: Mapping[str, tuple[Collection[SheetCard], bool]],
    variants: Collection[Mapping[str, int]],
) -> dict[str, Any]:
    bounds: dict[str, list[tuple[int, int]]] = {name: [] for name in (*CLASSES, "foil")}
    sizes = []
    for variant in variants:
        drawn = {name: count for name, count in variant.items() if name in sheets}
        sizes.append(sum(drawn.values()))
        for each in CLASSES:
            fewest = most = 0
            for name, count in drawn.items():
                is_of_class = [each in _classes(code, card) for card in sheets[name][0]]
                fewest += count * all(is_of_class)
                most += count * any(is_of_class)
            bounds[each].append((fewest, most))
        foils = sum(count for name, count in drawn.items() if sheets[name][1])
        bounds["foil"].append((foils, foils))
    if not any(sizes):
        return {}
    row: dict[str, Any] = {"cards": min(filter(None, sizes))}
    for each, pairs in bounds.items():
        row[each] = [min(low for low, _ in pairs), max(high for _, high in pairs)]
    if not row["double_faced"][0]:  # only told where a set guarantees them
        del row["double_faced"]
    return row


def _classes(code: str, card: SheetCard) -> tuple[str, ...]:
    if card.code != code:
        return ("special",)
    double_faced = ("double_faced",) if card.is_double_faced else ()
    return (*RARITIES.get(card.rarity, ()), *double_faced)


def _titles(
    code: str, sheets: Mapping[str, tuple[Collection[SheetCard], bool]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The titles of each other set on the sheets."""
    by_set: dict[str, set[str]] = {}
    for cards, _ in sheets.values():
        for card in cards:
            if card.code != code:
                by_set.setdefault(card.code, set()).add(card.title)
    for of, titles in sorted(by_set.items()):
        yield of, tuple(sorted(titles))

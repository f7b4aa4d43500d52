"""Known differences from published facts, with explanations."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import formats
from formats.faults import Fault, File, Shape
from headjudge.cli.errors import CommandError, file_errors
from validator.legality.drift import CardDiffers, SetDiffers, Sides, Status

Source = Literal["scryfall", "mtgjson"]
SOURCES: tuple[Source, ...] = ("scryfall", "mtgjson")
"""The publishers."""
FILE = Path(__file__).with_name("known_differences.toml")
KNOWN: Shape = {
    "format": formats.ids(), "ours": get_args(Status), "theirs": get_args(Status),
    "reason": str, "source": str, "seen": datetime.date,
}  # fmt: skip
KNOWN_MAY: Shape = {"cards": list, "sets": list, "published_by": SOURCES}


class KnownDifference(NamedTuple):
    """An explained difference in some cards or sets."""

    sides: Sides
    cards: frozenset[str]
    sets: frozenset[str]
    published_by: str | None
    reason: str
    source: str
    seen: datetime.date

    def explains(self, difference: CardDiffers | SetDiffers) -> bool:
        """Whether this explains the difference."""
        if difference.sides != self.sides:
            return False
        if isinstance(difference, SetDiffers):
            return difference.code in self.sets
        in_sets = any(code in self.sets for code, _ in difference.card.printings)
        return difference.card.title in self.cards or in_sets

    def __str__(self) -> str:
        names = "; ".join(sorted([*self.sets, *self.cards]))
        return f"{self.sides.format}: {names} ({self.reason})"


def read(path: Path, publisher: Source) -> tuple[KnownDifference, ...]:
    """The known differences from a publisher; raises CommandError with the fault."""
    with file_errors(str(path)):
        file = File(path)
        problems = [*_blocks(file)]
    if problems:
        raise CommandError(str(problems[0]))
    entries = map(_entry, file.read()[0].get("known", ()))
    return tuple(entry for entry in entries if entry.published_by in (None, publisher))


def faults(titles: Collection[str], sets: Collection[str], path: Path = FILE) -> Iterator[Fault]:
    """All faults in the file; `titles` and `sets` are all existing ones."""
    file = File(path)
    broken = [*_blocks(file)]
    yield from broken
    if broken:
        return
    for number, block in enumerate(file.blocks(file.read()[0], "known")[0], 1):
        where = f"known, block {number}"
        yield from file.names(block.get("cards", []), titles, "card", "cards", where)
        yield from file.names(block.get("sets", []), sets, "set", "sets", where)


def _blocks(file: File) -> Iterator[Fault]:
    """Structural faults, which prevent reading the blocks."""
    table, broken = file.read()
    yield from broken or file.check(table, {}, {"known": None})
    blocks, broken = file.blocks(table, "known")
    yield from broken
    for number, block in enumerate(blocks, 1):
        where = f"known, block {number}"
        yield from file.check(block, KNOWN, KNOWN_MAY, where)
        if not block.get("cards") and not block.get("sets"):
            yield file.fault("It names neither cards nor sets.", where)
        for key in ("reason", "source"):
            if block.get(key) == "":
                yield file.fault("This is empty.", where, key)


def _entry(block: dict[str, Any]) -> KnownDifference:
    """The known difference of a valid block."""
    return KnownDifference(
        Sides(block["format"], block["ours"], block["theirs"]),
        frozenset(block.get("cards", ())),
        frozenset(block.get("sets", ())),
        block.get("published_by"),
        block["reason"],
        block["source"],
        block["seen"],
    )

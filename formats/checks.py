"""Consistency checks of the format files, for `headjudge facts check` and the tests."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path
from typing import get_args

from formats.command_zone_checks import command_zone_faults
from formats.companion_conditions import ConditionKind
from formats.faults import Fault, File, Row, Table
from formats.files import FOLDER, names
from formats.model import CardPool, Kind, OwnLimit, RestrictedScope, Singleton
from formats.play_formats import EXTRA_LISTS, NO_FORMATS

FORMAT_KEYS = {"name", "kind", "from", "main_min", "pool"}
FORMAT_MAY = {
    "base", "structure", "until", "sideboard_max", "copies_max", "basic_lands", "notes", "sets",
    "dated_by", "sets_left_out", "cards", "main_max", "singleton", "policy", "commander",
    "points_max", "points", "sets_of",
}  # fmt: skip
POLICY_KEYS = {
    "name", "titles_shared", "restricted_scope", "own_limit", "exempt",
    "two_headed_giant_sideboard_max", "source",
}  # fmt: skip
POLICY_MAY = {
    "short", "hint", "from", "until", "copies_in_team", "clause", "copies_source", "copies_clause",
}  # fmt: skip
COMPANION_KEYS = ("card", "kind", "words", "from", "source")
COMPANION_MAY = (
    "among", "except", "parity", "least", "most", "subtypes", "every_subtype", "doubtful",
    "above_minimum", "lacking",
)  # fmt: skip
KINDS = {
    "name": str, "main_min": int, "sideboard_max": int, "copies_max": int, "notes": str,
    "basic_lands": list, "dated_by": list, "sets_left_out": list, "main_max": int,
    "policy": str, "commander": dict, "points_max": int, "points": list,
}  # fmt: skip
STRUCTURES = {"two-headed-giant", "team-constructed", "individual"}
BASIC_LANDS = 5
SMALLEST_DECK = {"limited": 40, "constructed": 60, "extra-list": 60}


def faults(
    titles: Collection[str], sets: Collection[str], folder: Path = FOLDER
) -> Iterator[Fault]:
    """All faults in the files of a folder of formats.

    `titles` are all English card titles, `sets` the codes of all sets.
    """
    for name in names(folder):
        if name not in NO_FORMATS - EXTRA_LISTS:
            yield from format_faults(folder / f"{name}.toml", titles, sets)
    yield from _policies(folder)
    for name in names(folder / "events"):
        yield from _event(File(folder / "events" / f"{name}.toml"))
    yield from _deck_cards(File(folder / "tournament-legal.toml"), titles)
    yield from _companions(File(folder / "cards" / "companions.toml"), titles)
    checked = {folder, folder / "policies", folder / "events", folder / "cards"}
    for path in sorted(folder.rglob("*.toml")):
        if path.parent not in checked:
            yield from File(path).read()[1]


def format_faults(path: Path, titles: Collection[str], sets: Collection[str]) -> Iterator[Fault]:
    """All faults in the file of one play format."""
    file = File(path)
    table, broken = file.read()
    broken = broken or [
        *file.keys(table, FORMAT_KEYS, FORMAT_MAY),
        *file.kinds(table, KINDS),
        *file.period(table),
        *file.words(table, "kind", get_args(Kind)),
        *file.words(table, "pool", get_args(CardPool)),
        *file.words(table, "structure", STRUCTURES),
        *file.words(table, "singleton", get_args(Singleton)),
    ]
    if broken:
        yield from broken
        return
    formats = set(names(path.parent)) - NO_FORMATS
    yield from file.words(table, "base", formats)
    yield from file.words(table, "sets_of", formats)
    yield from file.names(table.get("dated_by", []), formats, "format", "dated_by")
    yield from file.names(table.get("basic_lands", []), titles, "card", "basic_lands")
    yield from file.names(table.get("sets_left_out", []), sets, "set", "sets_left_out")
    yield from _sizes(file, table)
    yield from _pool(file, table)
    yield from _cards(file, table, titles)
    yield from _sets(file, table, sets)
    yield from command_zone_faults(file, table, titles)


def _cards(file: File, table: Table, titles: Collection[str]) -> Iterator[Fault]:
    """Single cards that are unknown, or without a period and its source."""
    rows, broken = file.blocks(table, "cards")
    yield from broken
    for number, row in enumerate(rows, 1):
        where = f"cards, block {number}"
        yield from file.keys(row, ("titles", "from", "until", "source"), (), where)
        yield from file.period(row, where)
        yield from file.names(row.get("titles", []), titles, "card", "titles", where)


def _sizes(file: File, table: Row) -> Iterator[Fault]:
    smallest = SMALLEST_DECK[table["kind"]]
    largest = table.get("main_max")
    is_own = largest is not None or table.get("singleton") is not None
    if table["main_min"] != smallest and not is_own:
        yield file.fault(f"A {table['kind']} deck has at least {smallest}.", key="main_min")
    if largest is not None and largest < table["main_min"]:
        yield file.fault("This is less than the fewest cards.", key="main_max")
    lands = 0 if table["kind"] == "extra-list" else BASIC_LANDS
    if len(table.get("basic_lands", [])) != lands:
        yield file.fault(f"There are {lands} of them.", key="basic_lands")


def _pool(file: File, table: Row) -> Iterator[Fault]:
    pool = table["pool"]
    # A list of sets dates them for other formats too; those may omit their own.
    has_sets = "sets" in table or "sets_of" in table
    if has_sets if pool not in ("sets", "eternal") else pool == "sets" and not has_sets:
        yield file.fault(f"Sets are listed exactly where the pool needs them, not in {pool}.",
                         key="sets")  # fmt: skip
    if bool(table.get("dated_by")) != (pool in ("eternal", "commons")):
        yield file.fault("This is given exactly where every set counts.", key="dated_by")


def _sets(file: File, table: Table, set_codes: Collection[str]) -> Iterator[Fault]:
    """Unknown sets, and periods out of order, outside the format's life or repeated."""
    end = table.get("until", datetime.date.max)
    last = table["from"]
    left: dict[str, datetime.date] = {}
    rows, broken = file.blocks(table, "sets")
    yield from broken
    for row in rows:
        code = row.get("code", "")
        where = f"set {code}"
        broken = [*file.keys(row, ("code", "from"), ("until", "note"), where)]
        broken += file.period(row, where)
        yield from broken
        if broken:
            continue
        if code not in set_codes:
            yield file.fault(f'"{code}" is no set.', where, "code")
        if row["from"] == row.get("until"):
            yield file.fault("The set is legal on no day.", where, "until")
        if row["from"] < last:
            yield file.fault(f"It stands after {last}; blocks are in date order.", where, "from")
        if row["from"] >= end or row.get("until", end) > end:
            yield file.fault(f"The format ended on {end}.", where)
        if row["from"] < left.get(code, datetime.date.min):
            yield file.fault("The set is legal in two periods at once.", where, "from")
        last, left[code] = row["from"], row.get("until", datetime.date.max)


def _policies(folder: Path) -> Iterator[Fault]:
    """Faults of single policies, and gaps or overlaps between dated ones."""
    dated: list[tuple[datetime.date, datetime.date | None, File]] = []
    for name in names(folder / "policies"):
        file = File(folder / "policies" / f"{name}.toml")
        table, broken = file.read()
        broken = broken or [
            *file.keys(table, POLICY_KEYS, POLICY_MAY),
            *file.period(table),
            *file.words(table, "restricted_scope", get_args(RestrictedScope)),
            *file.words(table, "own_limit", get_args(OwnLimit)),
        ]
        yield from broken
        if not broken and "from" in table:
            dated.append((table["from"], table.get("until"), file))
    for (_, until, file), (start, _, _) in pairwise(sorted(dated, key=lambda row: row[0])):
        if until not in (None, start):
            yield file.fault(f"The next policy begins on {start}.", key="until")


def _event(file: File) -> Iterator[Fault]:
    table, broken = file.read()
    yield from broken or file.keys(table, ("fact",), ())
    blocks, broken = file.blocks(table, "fact")
    yield from broken
    for block in blocks:
        where = block.get("id", "a fact")
        must = ("id", "parameter", "value", "from", "source", "certainty")
        yield from file.keys(block, must, ("until", "note"), where)
        yield from file.period(block, where)


def _deck_cards(file: File, titles: Collection[str]) -> Iterator[Fault]:
    table, broken = file.read()
    yield from broken or file.keys(table, ("rule",), ("card",))
    blocks, broken = file.blocks(table, "rule")
    yield from broken
    last = datetime.date.min
    for block in blocks:
        where = block.get("rule", "a rule")
        broken = [*file.keys(block, ("rule", "effective", "note"), ("titles",), where)]
        broken += file.dates(block, "effective", where=where)
        broken += file.names(block.get("titles", []), titles, "card", "titles", where)
        yield from broken
        if not broken and block["effective"] < last:
            yield file.fault("Blocks are in date order.", where, "effective")
        last = last if broken else block["effective"]
    blocks, broken = file.blocks(table, "card")
    yield from broken
    for block in blocks:
        where = block.get("title", "a card")
        yield from file.keys(block, ("title", "types", "from", "source"), (), where)
        yield from file.period(block, where)


def _companions(file: File, titles: Collection[str]) -> Iterator[Fault]:
    table, broken = file.read()
    yield from broken or file.keys(table, ("companion",), ())
    blocks, broken = file.blocks(table, "companion")
    yield from broken
    for block in blocks:
        where = block.get("card", "a companion")
        yield from file.keys(block, COMPANION_KEYS, COMPANION_MAY, where)
        yield from file.period(block, where)
        named = [block.get("card", ""), *block.get("doubtful", [])]
        yield from file.names(named, titles, "card", "card", where)
        yield from file.words(block, "kind", get_args(ConditionKind), where)

"""Consistency checks of files of facts, for `headjudge facts check` and the tests.

A fault is located by file, block and key.
"""

import datetime
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_args

from formats.card_rules import ConditionKind
from formats.files import FOLDER, names, read_toml
from formats.model import CardPool, Kind, OwnLimit, RestrictedScope, Singleton
from formats.play_formats import EXTRA_LISTS, FLAGS, LEADS, NO_FORMATS
from formats.structures import TOPICS, structure_ids
from formats.team_policies import TOURNAMENT

Row = Mapping[str, Any]
Table = dict[str, Any]

KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "texts by title",
    datetime.date: "a date such as 2024-12-16",
}
Shape = Mapping[str, type | Sequence[str] | None]
"""Keys with the type of their value, or the words that it may be; None for any value."""
PERIOD: Shape = {"from": datetime.date, "until": datetime.date}


class Fault(NamedTuple):
    """A fault in a file of facts."""

    file: str
    """Its path relative to the project's folder."""
    where: str
    """The block, by its date or name; empty for the file."""
    key: str
    """The key in the block; empty for the block."""
    message: str
    """The fault, as a sentence."""

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.where, self.key) if part)
        return f"{where}: {self.message}"


class File:
    """A file of facts, with the name used in faults."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(_root(path)).as_posix()

    def read(self) -> tuple[Table, list[Fault]]:
        """The file's tables, and a fault if it is not TOML."""
        try:
            return read_toml(self.path), []
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            return {}, [self.fault(f"This is no TOML: {error}.")]

    def fault(self, message: str, where: object = "", key: str = "") -> Fault:
        """A fault of this file."""
        return Fault(self.name, str(where), key, message)

    def check(self, row: Row, must: Shape, may: Shape, where: object = "") -> list[Fault]:
        """Missing and unknown keys, wrong values, and periods that end before they begin.

        Dates have no time. A period may end on its first day: rows that were superseded before
        they were in force have such dates.
        """
        faults = [
            self.fault("This key is missing.", where, key)
            for key in sorted(must.keys() - row.keys())
        ]
        known = {**must, **may}
        faults += [
            self.fault("Nothing reads this key.", where, key)
            for key in sorted(row.keys() - known.keys())
        ]
        for key, kind in known.items():
            if key not in row or kind is None:
                continue
            if isinstance(kind, type):
                if type(row[key]) is not kind:
                    faults.append(self.fault(f"This must be {KINDS[kind]}.", where, key))
            elif row[key] not in kind:
                words = ", ".join(sorted(kind))
                faults.append(self.fault(f"{row[key]!r} is none of: {words}.", where, key))
        if not faults and {"from", "until"} <= row.keys() and row["until"] < row["from"]:
            faults.append(self.fault("This is before `from`.", where, "until"))
        return faults

    def blocks(self, table: Table, key: str) -> tuple[list[Table], list[Fault]]:
        """The blocks of an array of tables, and faults if the key holds something else."""
        blocks = table.get(key, [])
        if isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks):
            return blocks, []
        return [], [self.fault(f"Each block begins with [[{key}]].", key=key)]

    def names(
        self, values: Any, words: Collection[str], what: str, key: str, where: object = ""
    ) -> Iterator[Fault]:
        """Names in a list that are unknown cards or sets."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            yield self.fault("This must be a list of texts.", where, key)
            return
        for name in values:
            if name not in words:
                yield self.fault(f'"{name}" is no {what}.', where, key)


def _root(path: Path) -> Path:
    """The folder that file names in faults are relative to: the parent of this package's."""
    package = FOLDER.parent
    return package if path.is_relative_to(package) else path.parent


ROWS = ("leads", "cannot_lead", "banned", "banned_companions", "game_changers")
ZONE_MAY: Shape = {**dict.fromkeys(FLAGS, bool), **dict.fromkeys(ROWS)}


def command_zone_faults(file: File, table: Table, titles: Collection[str]) -> Iterator[Fault]:
    """All faults in the part `commander`."""
    zone = table.get("commander", {})
    if zone:
        yield from file.check(zone, {"leads": None}, ZONE_MAY, "commander")
        for key in ROWS:
            yield from _rows(file, zone, key, titles)


def _rows(file: File, zone: Table, key: str, titles: Collection[str]) -> Iterator[Fault]:
    names, may = ("kinds", LEADS) if key == "leads" else ("titles", titles)
    rows, broken = file.blocks(zone, key)
    yield from broken
    for number, row in enumerate(rows, 1):
        where = f"{key}, block {number}"
        must: Shape = {"kinds": None} if key == "leads" else {"titles": None, "source": None}
        yield from file.check(row, must, {**PERIOD, "source": None}, where)
        yield from file.names(row.get(names, []), may, "kind" if key == "leads" else "card",
                              names, where)  # fmt: skip


FORMAT: Shape = {
    "name": str, "kind": get_args(Kind), "from": datetime.date, "main_min": int,
    "pool": get_args(CardPool),
}  # fmt: skip
FORMAT_MAY: Shape = {
    "base": None, "structure": structure_ids(), "until": datetime.date, "sideboard_max": int,
    "copies_max": int, "basic_lands": list, "notes": str, "sets": None, "dated_by": list,
    "sets_left_out": list, "cards": None, "main_max": int, "singleton": get_args(Singleton),
    "policy": str, "commander": dict, "legality": list, "also": list, "source": str,
    "prereleases_until": datetime.date, "snow_as_basic": datetime.date,
}  # fmt: skip
SET: Shape = {"code": None, "from": datetime.date}
SET_MAY: Shape = {"until": datetime.date, "note": None, "planned": str}
CLAUSE: Shape = {"from": datetime.date, "source": str}
CLAUSE_MAY: Shape = {"clause": str}
CARDS: Shape = {"titles": None, **PERIOD, "source": None}
POLICY: Shape = {
    "name": None, "titles_shared": None, "restricted_scope": get_args(RestrictedScope),
    "own_limit": get_args(OwnLimit), "exempt": None, "two_headed_giant_sideboard_max": None,
    "source": None,
}  # fmt: skip
POLICY_MAY: Shape = {
    **PERIOD,
    **dict.fromkeys(
        ("short", "hint", "copies_in_team", "clause", "copies_source", "copies_clause")
    ),
}
STRUCTURE: Shape = {
    "name": str, "team": str, "players": int, "sizes": list, "source": str, "clause": str,
}  # fmt: skip
STRUCTURE_MAY: Shape = {"also": list, "policy": str, "one_game": bool, "fact": list}
FACT: Shape = {
    "about": tuple(TOPICS), "value": str, "from": datetime.date, "source": str,
}  # fmt: skip
FACT_MAY: Shape = {"kind": ("constructed", "limited")}
DECK_CARD_RULE: Shape = {"rule": None, "effective": datetime.date, "note": None}
COMPANION: Shape = {
    "card": None, "kind": get_args(ConditionKind), "words": None, "from": datetime.date,
    "source": None,
}  # fmt: skip
COMPANION_MAY: Shape = dict.fromkeys(
    ("among", "except", "parity", "least", "most", "subtypes", "every_subtype", "doubtful",
     "above_minimum", "lacking")
)  # fmt: skip
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
    for name in names(folder / "structures"):
        yield from _structure(File(folder / "structures" / f"{name}.toml"))
    yield from _deck_cards(File(folder / "tournament-legal.toml"), titles)
    yield from _companions(File(folder / "cards" / "companions.toml"), titles)
    checked = {folder, *(folder / name for name in ("policies", "structures", "cards"))}
    for path in sorted(folder.rglob("*.toml")):
        if path.parent not in checked:
            yield from File(path).read()[1]


def format_faults(path: Path, titles: Collection[str], sets: Collection[str]) -> Iterator[Fault]:
    """All faults in the file of one play format."""
    file = File(path)
    table, broken = file.read()
    formats = sorted(set(names(path.parent)) - NO_FORMATS)
    may = {**FORMAT_MAY, "base": formats}
    if broken := broken or file.check(table, FORMAT, may):
        yield from broken
        return
    yield from file.names(table.get("dated_by", []), formats, "format", "dated_by")
    yield from file.names(table.get("basic_lands", []), titles, "card", "basic_lands")
    yield from file.names(table.get("sets_left_out", []), sets, "set", "sets_left_out")
    rows, broken = file.blocks(table, "legality")
    yield from broken
    for row in rows:
        yield from file.check(row, CLAUSE, CLAUSE_MAY, "legality")
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
        yield from file.check(row, CARDS, {}, where)
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
    has_sets = "sets" in table
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
        broken = file.check(row, SET, SET_MAY, where)
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
        broken = broken or file.check(table, POLICY, POLICY_MAY)
        yield from broken
        if not broken and "from" in table:
            dated.append((table["from"], table.get("until"), file))
    for (_, until, file), (start, _, _) in pairwise(sorted(dated, key=lambda row: row[0])):
        if until not in (None, start):
            yield file.fault(f"The next policy begins on {start}.", key="until")


def _structure(file: File) -> Iterator[Fault]:
    table, broken = file.read()
    folder = file.path.parent.parent
    policies = (*names(folder / "policies"), TOURNAMENT)
    yield from broken or file.check(table, STRUCTURE, {**STRUCTURE_MAY, "policy": policies})
    blocks, broken = file.blocks(table, "fact")
    yield from broken
    last: dict[tuple[object, object], datetime.date] = {}
    for block in blocks:
        where = f"fact, {block.get('about', 'about nothing')}"
        broken = file.check(block, FACT, FACT_MAY, where)
        yield from broken
        if broken:
            continue
        topic = block["about"], block.get("kind")
        if block["from"] <= last.get(topic, datetime.date.min):
            yield file.fault("Facts about the same are in date order.", where, "from")
        last[topic] = block["from"]


def _deck_cards(file: File, titles: Collection[str]) -> Iterator[Fault]:
    table, broken = file.read()
    yield from broken or file.check(table, {"rule": None}, {})
    blocks, broken = file.blocks(table, "rule")
    yield from broken
    last = datetime.date.min
    for block in blocks:
        where = block.get("rule", "a rule")
        broken = file.check(block, DECK_CARD_RULE, {"titles": None}, where)
        broken += file.names(block.get("titles", []), titles, "card", "titles", where)
        yield from broken
        if not broken and block["effective"] < last:
            yield file.fault("Blocks are in date order.", where, "effective")
        last = last if broken else block["effective"]


def _companions(file: File, titles: Collection[str]) -> Iterator[Fault]:
    table, broken = file.read()
    yield from broken or file.check(table, {"companion": None}, {})
    blocks, broken = file.blocks(table, "companion")
    yield from broken
    for block in blocks:
        where = block.get("card", "a companion")
        yield from file.check(block, COMPANION, COMPANION_MAY, where)
        named = [block.get("card", ""), *block.get("doubtful", [])]
        yield from file.names(named, titles, "card", "card", where)

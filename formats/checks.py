"""Consistency checks of files of facts, for `headjudge facts check` and the tests.

A fault is located by file, block and key. The keys of a block, and the types of their values, are
those of the record that is made of it.
"""

import datetime
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from formats.card_rules import CompanionCondition, SideDeck
from formats.files import FOLDER, names, read_toml
from formats.model import Clause, Format, Policy
from formats.play_formats import EXTRA_LISTS, FLAGS, LEADS
from formats.structures import TOPICS, StructureFact, StructureRules, structure_ids
from formats.team_policies import TOURNAMENT

Row = Mapping[str, Any]
Table = dict[str, Any]

KINDS: Mapping[object, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list[str]: "a list of texts",
    list[int]: "a list of numbers",
    dict: "a table",
    datetime.date: "a date such as 2024-12-16",
}
Shape = Mapping[str, object]
"""Keys with the type of their value, or the words that it may be; None for blocks, which have keys
of their own."""


class Keys(NamedTuple):
    """The keys that a block must have, and those that it may have."""

    must: Shape
    may: Shape


FROM: Shape = {"from": datetime.date}
UNTIL: Shape = {"until": datetime.date}
NONE: Shape = {}


def keys_of(
    record: type[tuple[Any, ...]], *left_out: str, must: Shape = NONE, may: Shape = NONE
) -> Keys:
    """The keys of a block that is read as a named tuple: its fields, if not `left_out`.

    Those with a default, and those that may be None, need not be there. `must` and `may` are other
    keys, or take the place of fields.
    """
    own: dict[str, object] = {}
    needed: dict[str, object] = {}
    defaults: Mapping[str, object] = getattr(record, "_field_defaults", NONE)
    for name, hint in get_type_hints(record).items():
        if name in (*left_out, *must, *may):
            continue
        options = [hint]
        if get_origin(hint) in (Union, UnionType):
            options = [option for option in get_args(hint) if option is not NoneType]
        is_needed = options == [hint] and name not in defaults
        (needed if is_needed else own)[name] = _kind(options[0])
    return Keys({**needed, **must}, {**own, **may})


def _kind(hint: Any) -> object:
    """The type that a value in a file has, of the type of a field."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (tuple, frozenset):
        return list[get_args(hint)[0]]  # type: ignore[misc]  # a list of them, in a file
    return str if issubclass(hint, str) else hint


def _fits(value: Any, kind: Any) -> bool:
    if get_origin(kind) is list:
        return type(value) is list and all(type(one) in get_args(kind) for one in value)
    if isinstance(kind, tuple):
        return value in kind
    return kind is None or (type(value) is kind and not (kind is int and value < 0))


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
        """The file's tables, and a fault if it is no TOML or has no tables."""
        try:
            table = read_toml(self.path)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            return {}, [self.fault(f"This is no TOML: {error}.")]
        return table, [] if table else [self.fault("The file is empty.")]

    def fault(self, message: str, where: object = "", key: str = "") -> Fault:
        """A fault of this file."""
        return Fault(self.name, str(where), key, message)

    def check(self, row: Row, keys: Keys, where: object = "") -> list[Fault]:
        """Missing and unknown keys, wrong values, and periods that end before they begin.

        Dates have no time. A period may end on its first day: rows that were superseded before
        they were in force have such dates.
        """
        known = {**keys.must, **keys.may}
        faults = [
            self.fault("This key is missing.", where, key)
            for key in sorted(keys.must.keys() - row.keys())
        ]
        faults += [
            self.fault("Nothing reads this key.", where, key)
            for key in sorted(row.keys() - known.keys())
        ]
        for key, kind in known.items():
            if key not in row or _fits(row[key], kind):
                continue
            if isinstance(kind, tuple):
                words = ", ".join(sorted(kind))
                faults.append(self.fault(f"{row[key]!r} is none of: {words}.", where, key))
            else:
                faults.append(self.fault(f"This must be {KINDS[kind]}.", where, key))
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
        self, values: Iterable[str], words: Collection[str], what: str, key: str, where: object = ""
    ) -> Iterator[Fault]:
        """Names in a list that are unknown cards or sets."""
        for name in values:
            if name not in words:
                yield self.fault(f'"{name}" is no {what}.', where, key)


def _root(path: Path) -> Path:
    """The folder that file names in faults are relative to: the parent of this package's."""
    package = FOLDER.parent
    return package if path.is_relative_to(package) else path.parent


TITLE_RULES = ("cannot_lead", "banned", "banned_companions", "game_changers")
ZONE = Keys({"leads": None}, {**dict.fromkeys(FLAGS, bool), **dict.fromkeys(TITLE_RULES)})
LEADING = Keys({"kinds": list[str]}, {**FROM, **UNTIL, "source": str})
TITLES = Keys({"titles": list[str], "source": str}, {**FROM, **UNTIL})
FORMAT = keys_of(
    Format, "id", "life", "always_legal", "command_zone",
    must=FROM,
    may={
        **UNTIL, "basic_lands": list[str], "sets": None, "cards": None, "legality": None,
        "commander": dict, "structure": structure_ids(),
    },
)  # fmt: skip
SET = Keys({"code": str, **FROM}, {**UNTIL, "note": str, "planned": str})
CLAUSE = keys_of(Clause, "start", must=FROM)
CARDS = Keys({"titles": list[str], **FROM, **UNTIL, "source": str}, {})
POLICY = keys_of(Policy, "id", "life", may={**FROM, **UNTIL, "short": str, "copies_source": str})
STRUCTURE = keys_of(StructureRules, "id", "facts", may={"fact": None})
FACT = keys_of(
    StructureFact, "life",
    must={"about": tuple(TOPICS), **FROM}, may={"kind": ("constructed", "limited")},
)  # fmt: skip
COMPANION = keys_of(CompanionCondition, "start", "exempt", must=FROM, may={"except": list[str]})
SIDE_DECK = keys_of(SideDeck)
BASIC_LANDS = 5
SMALLEST_DECK = {"limited": 40, "constructed": 60, "extra-list": 60}


def faults(
    titles: Collection[str], sets: Collection[str], folder: Path = FOLDER
) -> Iterator[Fault]:
    """All faults in the files of a folder of formats.

    `titles` are all English card titles, `sets` the codes of all sets.
    """
    for name in names(folder):
        yield from format_faults(folder / f"{name}.toml", titles, sets)
    yield from _policies(folder)
    for name in names(folder / "structures"):
        yield from _structure(File(folder / "structures" / f"{name}.toml"))
    yield from _companions(File(folder / "cards" / "companions.toml"), titles)
    yield from _side_decks(File(folder / "cards" / "side_decks.toml"))
    checked = {folder, *(folder / name for name in ("policies", "structures", "cards"))}
    for path in sorted(folder.rglob("*.toml")):
        if path.parent not in checked:
            yield from File(path).read()[1]


def format_faults(path: Path, titles: Collection[str], sets: Collection[str]) -> Iterator[Fault]:
    """All faults in the file of one play format."""
    file = File(path)
    table, broken = file.read()
    formats = sorted(set(names(path.parent)) - EXTRA_LISTS)
    keys = Keys(FORMAT.must, {**FORMAT.may, "base": tuple(formats)})
    if broken := broken or file.check(table, keys):
        yield from broken
        return
    yield from file.names(table.get("dated_by", []), formats, "format", "dated_by")
    yield from file.names(table.get("basic_lands", []), titles, "card", "basic_lands")
    yield from file.names(table.get("sets_left_out", []), sets, "set", "sets_left_out")
    rows, broken = file.blocks(table, "legality")
    yield from broken
    for row in rows:
        yield from file.check(row, CLAUSE, "legality")
    yield from _sizes(file, table)
    yield from _pool(file, table)
    yield from _titles_by_period(file, table, "cards", CARDS, titles)
    yield from _sets(file, table, sets)
    if zone := table.get("commander"):
        broken = file.check(zone, ZONE, "commander")
        yield from broken or _titles_by_period(file, zone, "leads", LEADING, LEADS, "kind")
        for key in () if broken else TITLE_RULES:
            yield from _titles_by_period(file, zone, key, TITLES, titles)


def _titles_by_period(
    file: File, table: Table, key: str, keys: Keys, words: Collection[str], what: str = "card"
) -> Iterator[Fault]:
    """Faults in rows of titles, or of other words, each for a period."""
    names = next(iter(keys.must))
    rows, broken = file.blocks(table, key)
    yield from broken
    for number, row in enumerate(rows, 1):
        where = f"{key}, block {number}"
        broken = file.check(row, keys, where)
        yield from broken or file.names(row[names], words, what, names, where)


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
        broken = file.check(row, SET, where)
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
        broken = broken or file.check(table, POLICY)
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
    keys = Keys(STRUCTURE.must, {**STRUCTURE.may, "policy": policies})
    yield from broken or file.check(table, keys)
    blocks, broken = file.blocks(table, "fact")
    yield from broken
    last: dict[tuple[object, object], datetime.date] = {}
    for block in blocks:
        where = f"fact, {block.get('about', 'about nothing')}"
        broken = file.check(block, FACT, where)
        yield from broken
        if broken:
            continue
        topic = block["about"], block.get("kind")
        if block["from"] <= last.get(topic, datetime.date.min):
            yield file.fault("Facts about the same are in date order.", where, "from")
        last[topic] = block["from"]


def _companions(file: File, titles: Collection[str]) -> Iterator[Fault]:
    for block, where, broken in _blocks_alone(file, "companion", COMPANION, "card"):
        named = [] if broken else [block["card"], *block.get("doubtful", [])]
        yield from broken or file.names(named, titles, "card", "card", where)


def _side_decks(file: File) -> Iterator[Fault]:
    for _, _, broken in _blocks_alone(file, "side_deck", SIDE_DECK, "section"):
        yield from broken


def _blocks_alone(
    file: File, key: str, keys: Keys, name: str
) -> Iterator[tuple[Row, object, list[Fault]]]:
    """The blocks of a file that has no others, each with its name and the faults in it."""
    table, broken = file.read()
    broken = broken or file.check(table, Keys({key: None}, {}))
    blocks, unread = file.blocks(table, key)
    yield from [({}, "", broken + unread)] if broken or unread else []
    for block in blocks:
        where = block.get(name, f"a {key}")
        yield block, where, file.check(block, keys, where)

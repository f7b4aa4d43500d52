"""House rules: an organizer's changes to a play format, in a TOML file or in a request.

The folder of such files is passed in by the caller. Whether titles are cards and codes are sets
is checked against the card facts in `validator.house_rules`.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from errno import EFBIG, EINVAL, ENOTDIR
from itertools import chain, islice, takewhile
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from formats.files import FOLDER, Where, line_of, names, toml_of
from formats.model import CommandZone, Dated, Format, Period, Singleton
from formats.play_formats import FLAGS, LEADS, WIDEST, ids, ids_of, load
from messages import Message, say, sentences

LISTS = ("ban", "allow", "restrict")
"""The lists of house rules; a title may only be in one of them."""
FAULTS_MAX = 20
"""Maximum number of faults reported; each is searched for in the text."""
SIZES = ("main_min", "sideboard_max", "copies_max")
OF_REQUESTS = frozenset({"name", "base", *LISTS})
"""The parts of house rules allowed in a request; files may have more."""

_KINDS: Mapping[str, tuple[type, str]] = MappingProxyType(
    {
        "name": (str, say("a text")),
        "base": (str, say("the id of a format")),
        "notes": (str, say("a text")),
        "from": (datetime.date, say("a date, without quotes")),
        "until": (datetime.date, say("a date, without quotes")),
        **dict.fromkeys(SIZES, (int, say("a whole number"))),
        **dict.fromkeys(("sets", *LISTS), (list, say("a list"))),
        "main_max": (int, say("a whole number")),
        "singleton": (str, say("a text")),
        "commander": (dict, say("a table")),
    }
)
"""The type of each key's value, and its display name."""
_ID = r"[a-z0-9]+(-[a-z0-9]+)*"
_QUOTED = r'"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*\''
_SET = r"\{"
_KEYS_OF_SETS = frozenset({"code", "from", "until", "note"})


class HouseFault(NamedTuple):
    """A fault in house rules, and the keys and indexes that lead to it."""

    where: Where
    message: str
    code: str = "not-allowed"
    """The kind of fault, one of those of the API's requests."""


class WrongHouseRules(ValueError):
    """Invalid house rules; the text names the file, the line and the key."""

    def __init__(self, faults: Sequence[HouseFault], path: Path | None = None) -> None:
        self.faults = tuple(faults)
        text = _text_of(path)
        self.sentences = tuple(_located(fault, path, text) for fault in faults)
        super().__init__("\n".join(self.sentences))


LARGEST = 1024 * 1024
"""Bytes of a file; one with the maximum of titles needs a tenth."""


class HouseRules(NamedTuple):
    """House rules as they were written."""

    base: str | None
    """The play format that they change; None if a file lists its own sets."""
    ban: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    restrict: tuple[str, ...] = ()
    name: str | None = None
    format: Format | None = None
    """The play format made by a file. In a request it is that of the base."""
    dated: datetime.date | None = None
    """The first day stated in a file."""
    path: Path | None = None


def read_folder(folder: Path) -> tuple[HouseRules, ...]:
    """The house rules of each file in a folder, by name; raises WrongHouseRules or OSError."""
    return tuple(read_file(folder / f"{name}.toml") for name in _files(folder))


def _files(folder: Path) -> tuple[str, ...]:
    if not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, "there is no such folder", str(folder))
    return names(folder)


def read_file(path: Path, data: bytes | None = None) -> HouseRules:
    """The house rules of a file, whose stem is their id; raises WrongHouseRules or OSError.

    `data` is the file's content, if it has already been read.
    """
    try:
        table = toml_of(_content(path) if data is None else data.decode("utf-8"))
    except ValueError as error:
        raise WrongHouseRules(
            [HouseFault((), say("This is not TOML: {error}.", error=error))], path
        ) from None
    faults = [*islice(chain(_id_faults(path.stem), _faults(table)), FAULTS_MAX)]
    if faults:
        raise WrongHouseRules(faults, path)
    base = load(table["base"]) if "base" in table else None
    return HouseRules(
        base=table.get("base"),
        **{name: tuple(table.get(name, ())) for name in LISTS},
        name=table["name"],
        format=_format(path.stem, table, base),
        dated=table.get("from"),
        path=path,
    )


def _content(path: Path) -> str:
    """The text of a file; OSError also for devices, pipes and oversized files."""
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "it is no regular file", str(path))
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(EFBIG, f"it has more than {LARGEST:,} bytes", str(path))
    return content.decode("utf-8")


def base_fault(base: str) -> str:
    """Why house rules cannot change that format, as a sentence; empty if they can."""
    constructed = ids_of("constructed")
    if base in constructed:
        return ""
    if base in ids():
        return is_limited(base)
    from difflib import get_close_matches  # only needed for typing errors

    near = get_close_matches(base, constructed, 1)
    return sentences(
        say('There is no format "{base}" to change.', base=base),
        *(say('Did you mean "{word}"?', word=word) for word in near),
        say("There are: {known}.", known=", ".join(constructed)),
    )


def is_limited(base: str) -> Message:
    """The error for house rules on a Limited format."""
    return say("{format} is Limited; house rules change a Constructed format.", format=base)


def _format(house_id: str, table: Mapping[str, Any], base: Format | None) -> Format:
    """The play format that a file makes from its base, or from its own list of sets."""
    widest = load(WIDEST)
    shape = base or widest._replace(pool="sets", sets=MappingProxyType({}), dated_by=())
    made = shape._replace(id=house_id, name=table["name"], notes=table.get("notes"))
    sizes = {size: table[size] for size in SIZES if size in table}
    life = Period(table.get("from", made.life.start), table.get("until", made.life.end))
    if "sets" in table:
        own = _own_sets(table["sets"], life)
        made = made._replace(pool="sets", sets=MappingProxyType(own), cards=MappingProxyType({}))
    return made._replace(life=life, **sizes, **_changes_of_commanders(table, made, life))


def _own_sets(rows: Sequence[Mapping[str, Any]], life: Period) -> dict[str, tuple[Period, ...]]:
    """The sets listed in a file; by default from the format's first day."""
    periods: dict[str, tuple[Period, ...]] = {}
    for row in rows:
        period = Period(row.get("from", life.start), row.get("until"))
        periods[row["code"]] = (*periods.get(row["code"], ()), period)
    return {code: tuple(sorted(own, key=attrgetter("start"))) for code, own in periods.items()}


def _id_faults(house_id: str) -> Iterator[HouseFault]:
    if not re.fullmatch(_ID, house_id):
        yield HouseFault(
            (), say("The file's name is the id: lower-case letters, digits and hyphens.")
        )
    elif house_id in names(FOLDER):
        fault = say("{id} is the id of a shipped format; choose another.", id=house_id)
        yield HouseFault((), fault)


def _faults(table: Mapping[str, Any]) -> Iterator[HouseFault]:
    for key, value in table.items():
        if key not in _KINDS:
            fault = say("There is no such key. There are: {known}.", known=", ".join(_KINDS))
            yield HouseFault((key,), fault)
        elif not _is(_KINDS[key][0], value):
            yield HouseFault((key,), say("This must be {kind}.", kind=_KINDS[key][1]))
        elif key in LISTS:
            yield from _title_faults(key, value)
        elif key in SIZES and value < (key != "sideboard_max"):
            yield HouseFault((key,), say("This may not be {value}.", value=value))
    yield from _faults_of_commanders(table)
    yield from _faults_of_name_and_base(table)
    yield from _faults_of_sets(table.get("sets", []))


def _faults_of_name_and_base(table: Mapping[str, Any]) -> Iterator[HouseFault]:
    if not table.get("name"):
        yield HouseFault((), say('The name is missing: name = "...".'))
    base = table.get("base")
    if base is None and "sets" not in table:
        yield HouseFault((), say("Neither a base nor sets of its own are given."))
    life = Period(datetime.date.min)
    if isinstance(base, str):
        if fault := base_fault(base):
            yield HouseFault(("base",), fault)
            return
        life = load(base).life
    start, end = table.get("from", life.start), table.get("until")
    if not (_is(datetime.date, start) and (end is None or _is(datetime.date, end))):
        return
    if start < life.start:
        fault = say("{base} begins on {day}, later than this.", base=base, day=life.start)
        yield HouseFault(("from",), fault)
    if life.end and end and end > life.end:
        fault = say("{base} ended on {day}; end these rules by then.", base=base, day=life.end)
        yield HouseFault(("until",), fault)
    if end is not None and end <= start:
        yield HouseFault(("until",), say("This must be later than the first day."))


def _faults_of_sets(rows: Any) -> Iterator[HouseFault]:
    if not isinstance(rows, list):
        return
    for index, row in enumerate(rows):
        if not isinstance(row, dict) or not isinstance(row.get("code"), str):
            yield HouseFault(("sets", index), say('A set reads {{code = "...", from = ...}}.'))
            continue
        for key in row.keys() - _KEYS_OF_SETS:
            yield HouseFault(("sets", index, key), say("There is no such key of a set."))
        days = [row[key] for key in ("from", "until") if key in row]
        if not all(_is(datetime.date, day) for day in days):
            yield HouseFault(("sets", index), say("Days of sets are dates, without quotes."))
        elif days != sorted(set(days)):
            yield HouseFault(("sets", index), say("The set leaves before it comes."))


def _title_faults(key: str, titles: Iterable[object]) -> Iterator[HouseFault]:
    for index, title in enumerate(titles):
        if not isinstance(title, str):
            yield HouseFault((key, index), say("This must be a card title, in quotes."))


def _is(kind: type, value: object) -> bool:
    # bool is a subclass of int, and datetime of date; neither is allowed here.
    return isinstance(value, kind) and not isinstance(value, bool | datetime.datetime)


def _text_of(path: Path | None) -> str:
    try:
        return path.read_text("utf-8") if path else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _located(fault: HouseFault, path: Path | None, text: str) -> str:
    """The fault as a sentence, prefixed by file, line and key as far as known."""
    line = _line(fault.where, text)
    where = [str(path)] if path else []
    where += [f"line {line}"] if line else []
    keys = [str(key) for key in takewhile(lambda key: isinstance(key, str), fault.where)]
    where += [".".join(keys)] if keys else []
    return f"{', '.join(where)}: {fault.message}" if where else fault.message


def _line(where: Where, text: str) -> int | None:
    """The line of the key, or of the entry in its list, found by counting quoted strings."""
    key = tuple(takewhile(lambda part: isinstance(part, str), where))
    line = line_of(text, key)
    if line is None or key == where:
        return line
    pattern = re.compile(_SET) if key[0] == "sets" else re.compile(_QUOTED)
    values = text.split("\n", line - 1)[-1]
    entries = pattern.finditer(values, values.index("="))
    entry = next(islice(entries, int(where[len(key)]), None), None)
    return line + values.count("\n", 0, entry.start()) if entry else line


def _faults_of_commanders(table: Mapping[str, Any]) -> Iterator[HouseFault]:
    """The faults in these parts; the values already have the right types."""
    scopes = get_args(Singleton)
    if table.get("singleton", scopes[0]) not in scopes:
        yield HouseFault(("singleton",), say("There are: {known}.", known=", ".join(scopes)))
    smallest = max(table["main_min"], 1) if isinstance(table.get("main_min"), int) else 1
    if isinstance(most := table.get("main_max"), int) and most < smallest:
        yield HouseFault(("main_max",), say("This may not be {value}.", value=most))
    zone = table.get("commander", {})
    if isinstance(zone, dict):
        yield from _zone_faults(zone)


def _zone_faults(zone: Mapping[str, Any]) -> Iterator[HouseFault]:
    for key, value in zone.items():
        if key not in ("leads", *FLAGS):
            known = ", ".join(("leads", *FLAGS))
            fault = say("There is no such key. There are: {known}.", known=known)
            yield HouseFault(("commander", key), fault)
        elif key in FLAGS and type(value) is not bool:
            yield HouseFault(("commander", key), say("This must be true or false."))
    leads = zone.get("leads", [LEADS[0]])
    if not isinstance(leads, list) or not leads or not set(map(str, leads)) <= set(LEADS):
        fault = say("There are: {known}.", known=", ".join(LEADS))
        yield HouseFault(("commander", "leads"), fault)


def _changes_of_commanders(table: Mapping[str, Any], base: Format, life: Period) -> dict[str, Any]:
    """The fields of the format that the file changes."""
    fields: dict[str, Any] = {key: table[key] for key in ("main_max",) if key in table}
    if "singleton" in table:
        fields |= {"singleton": table["singleton"], "copies_max": 1}
    elif "copies_max" in table:
        fields["singleton"] = None
    if "commander" in table:
        zone = table["commander"]
        flags = {flag: zone[flag] for flag in FLAGS if flag in zone}
        usual = base.command_zone.leads if base.command_zone else (Dated(LEADS[:1], life),)
        leads = (Dated(tuple(zone["leads"]), life),) if "leads" in zone else usual
        fields["command_zone"] = CommandZone(leads, **flags)
    return fields

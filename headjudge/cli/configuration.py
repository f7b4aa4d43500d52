"""The configuration, `headjudge.toml`: one file sets the rules of a run.

It is searched for from the first PATH up to the root of the git repository, and the outermost one
counts; those below it are named on standard error, and set nothing. Faults name the file, the line
and the key.

The settings of a team are those of its file, its folder and the options, merged.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

import formats
from cards import catalogue
from formats import Format, HouseRules, WrongHouseRules
from formats.files import Where, fault_line, line_of, toml_of
from formats.house_rules import LISTS, OF_REQUESTS
from headjudge.cli.errors import CommandError
from headjudge.cli.files import (
    AtCommit,
    absolute,
    read_bytes,
    real_path,
    repository_of,
    root_of,
    short_path,
)
from headjudge.cli.findings import CANNOT_BE_READ, run_codes
from headjudge.cli.patterns import Patterns, WrongPattern
from headjudge.decklists import SYNTAXES
from validator import Event, questions
from validator import house_rules as house_files
from validator.case import default_policy
from validator.house_rules import House
from validator.limited import products
from validator.notices import NOTICES
from validator.questions import InvalidQuestion as Fault

FOLDER = "HEADJUDGE_FORMATS"
"""The setting with a folder of house rules."""


class Settings(NamedTuple):
    """The settings of a team; None is unset."""

    format: str | None = None
    as_of: datetime.date | None = None
    structure: str | None = None
    policy: str | None = None
    team_size: int | None = None
    also: tuple[str, ...] | None = None
    house: str | HouseRules | None = None
    """The path of a file of house rules, or the rules themselves."""
    product: str | None = None
    syntax: str | None = None
    fail_on: tuple[str, ...] | None = None
    """Codes of notices that fail the run, or `warning` for all warnings."""
    ignore: tuple[str, ...] | None = None
    """Codes of notices that are not reported."""
    sources: tuple[str, ...] = ()
    """The files that the settings come from."""

    def over(self, below: Settings) -> Settings:
        """These settings, with unset ones taken from `below`."""
        values: dict[str, Any] = {
            name: value for name, value in self._asdict().items() if value is not None
        }
        return below._replace(**{**values, "sources": below.sources + self.sources})

    @property
    def sizes(self) -> tuple[int, ...]:
        """The allowed numbers of decks in a team."""
        if self.team_size:
            return (self.team_size,)
        return formats.structure(self._structure()).sizes

    @property
    def is_limited(self) -> bool:
        """Whether the decks are built from a card pool."""
        try:
            return play_format_of(self).kind == "limited"
        except CommandError:
            return False

    def _structure(self) -> str:
        try:
            of_format = play_format_of(self).structure
        except CommandError:
            of_format = None
        return self.structure or of_format or questions.DEFAULT_STRUCTURE


UNSET = Settings()


def play_format_of(settings: Settings) -> Format:
    """The play format, including those made by house rules; raises CommandError."""
    return _format_and_house(settings)[0]


def event_of(settings: Settings, today: datetime.date) -> Event:
    """The event of a team; raises CommandError with the key at fault."""
    play_format, house = _format_and_house(settings)
    try:
        key = "structure"
        structure = questions.structure_at(play_format, settings.structure)
        key = "team_size"
        questions.check_team_size(structure, settings.team_size)
    except questions.InvalidQuestion as error:
        raise CommandError(f"{key}: {error}") from None
    return Event(
        play_format.id,
        settings.as_of or today,
        structure,
        settings.policy or default_policy(play_format, structure),
        settings.team_size,
        product=product_of(settings.product or ""),
        also=settings.also or (),
        house=house,
    )


def product_of(text: str) -> Mapping[str, int]:
    """Parse a product such as `DOM=8`; raises InvalidQuestion."""
    product = products.read_product(text)
    products.check_product(product, catalogue())
    return product


def _format_and_house(settings: Settings) -> tuple[Format, House | None]:
    return _resolve_format(settings.format, settings.house, (os.environ.get(FOLDER), os.getcwd()))


@lru_cache(maxsize=256)
def _resolve_format(
    format_id: str | None, house: str | HouseRules | None, place: tuple[str | None, str]
) -> tuple[Format, House | None]:
    """The format and house rules; `place` is a cache key, as they depend on its files."""
    if isinstance(house, HouseRules):
        return _of_table(format_id, house)
    rules = house_rules(format_id, house)
    if rules:
        return rules.format, rules
    try:
        return questions.find_format(format_id or ""), None
    except questions.InvalidQuestion as error:
        raise CommandError(f"--format: {error}") from None


def _of_table(format_id: str | None, table: HouseRules) -> tuple[Format, House]:
    base = format_id or table.base
    if base is None:
        raise CommandError("house: name the format that the house rules change.")
    try:
        play_format = questions.find_format(base)
        return play_format, questions.house_rules_at(play_format, table, catalogue())
    except WrongHouseRules as error:
        raise CommandError(f"house: {error}") from None
    except questions.InvalidQuestion as error:
        raise CommandError(f"format: {error}") from None


def house_rules(format_id: str | None, file: str | None) -> House | None:
    """The house rules in effect, None if there are none; raises CommandError.

    `format_id` is the requested format, `file` a file of house rules.
    """
    try:
        rules = _of_file(file) if file else _of_folder(format_id)
    except WrongHouseRules as error:
        raise CommandError(*error.sentences) from None
    except questions.InvalidQuestion as error:
        raise CommandError(f"--format: {error}") from None
    except OSError as error:
        where = f"house: {file}" if file else f"{FOLDER}: {os.environ[FOLDER]}"
        raise CommandError(f"{where} cannot be read: {error.strerror or error}.") from None
    if rules is None and format_id is None:
        raise CommandError("--format: name the format that is played.")
    if file and rules and format_id not in (None, rules.format.id, rules.base):
        raise CommandError(f"--format: {file} changes {rules.base}, not {format_id}.")
    return rules


def _of_file(file: str) -> House:
    try:
        data = read_bytes(file)
    except CommandError as error:
        raise CommandError(f"house: {error}") from None
    return house_files.settle(formats.read_house_file(Path(file), data), catalogue())


def _of_folder(format_id: str | None) -> House | None:
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    houses = house_files.read_folder(Path(folder), catalogue())
    if format_id and format_id not in houses:
        questions.find_format(format_id, houses)
    return houses.get(format_id or "")


# The keys of the file


FILE = "headjudge.toml"
FAULTS_MAX = 20
"""Maximum number of faults reported; each is searched for in the text."""
WARNING = "warning"
INCLUDE = tuple(
    f"**/*.{suffix}" for suffix in ("dck", "dec", "dek", "mwDeck", "cod", "deck", "txt")
)
"""The files that are decks, unless the configuration says otherwise; in capitals, too."""
HIDDEN = (".*/",)
FOREIGN = ("node_modules/", "venv/")
"""Folders that other programs fill; a file in them that git tracks is one of the repository."""


class Key(NamedTuple):
    """The purpose of a key, and the parser of its value, which raises InvalidQuestion."""

    purpose: str
    read: Callable[[Any, Place], Any]


class Place(NamedTuple):
    """Where a configuration is: its folder, and the commit that holds it, if any."""

    folder: Path
    commit: str | None = None


def read_text(value: Any, place: Place) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise Fault("This must be a string.")
    return value


def read_texts(value: Any, place: Place) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise Fault("This must be a string, or a list of strings.")
    return tuple(texts)


def read_patterns(value: Any, place: Place) -> tuple[str, ...]:
    patterns = read_texts(value, place)
    try:
        Patterns(patterns)
    except WrongPattern as error:
        raise Fault(str(error)) from None
    return patterns


def read_day(value: Any, place: Place) -> datetime.date:
    if type(value) is datetime.date:
        return value
    return questions.day(value if isinstance(value, str) else "")


def read_format(value: Any, place: Place) -> str:
    return questions.find_format_id(read_text(value, place))


def read_structure(value: Any, place: Place) -> str:
    return questions.find_structure(read_text(value, place))


def read_policy(value: Any, place: Place) -> str:
    return questions.find_policy(read_text(value, place))


def read_policies(value: Any, place: Place) -> tuple[str, ...]:
    return tuple(map(questions.find_policy, read_texts(value, place)))


def read_team_size(value: Any, place: Place) -> int:
    if type(value) is not int:
        raise Fault("This must be a whole number.")
    if not 1 <= value <= questions.DECKS_MAX:
        raise Fault(f"A team has from 1 to {questions.DECKS_MAX} players.")
    return value


def read_yes_or_no(value: Any, place: Place) -> bool:
    if not isinstance(value, bool):
        raise Fault("This must be true or false.")
    return value


def read_product(value: Any, place: Place) -> str:
    text = ",".join(read_texts(value, place))
    product_of(text)
    return text


def read_syntax(value: Any, place: Place) -> str:
    syntax = read_text(value, place)
    questions.check_choice('There is no syntax "{text}".', syntax, tuple(SYNTAXES))
    return syntax


def read_notices(value: Any, place: Place) -> tuple[str, ...]:
    codes = read_texts(value, place)
    known = (*NOTICES, *(code for code in run_codes() if code != CANNOT_BE_READ), WARNING)
    for code in codes:
        questions.check_choice('There is no notice "{text}".', code, known)
    return codes


def read_folder(value: Any, place: Place) -> str:
    """The path of a folder, relative to that of the configuration."""
    path = PurePosixPath(read_text(value, place))
    if path.is_absolute() or ".." in path.parts:
        raise Fault("This must be a folder below that of the configuration.")
    if place.commit is None and not (place.folder / path).is_dir():
        raise Fault(f"There is no folder {path}.")
    return path.as_posix()


def read_path(value: Any, place: Place) -> str:
    """A path relative to the working directory, within the repository."""
    path = place.folder / read_text(value, place)
    try:
        real_path(short_path(path), root_of(place.folder))
    except CommandError as error:
        raise Fault(str(error)) from None
    return short_path(path)


def read_rules_path(value: Any, place: Place) -> str:
    """The path of a file that belongs to the configuration, and is in the same commit."""
    if place.commit is None:
        return read_path(value, place)
    return AtCommit(place.commit, os.path.normpath(place.folder / read_text(value, place)))


def read_paths(value: Any, place: Place) -> tuple[str, ...]:
    return tuple(read_path(text, place) for text in read_texts(value, place))


def read_house(value: Any, place: Place) -> str | HouseRules:
    if not isinstance(value, dict):
        return read_rules_path(value, place)
    for key in value:
        questions.check_choice(
            'There is no key of house rules here "{text}".', key, tuple(sorted(OF_REQUESTS))
        )
    names = {name: read_text(value[name], place) for name in ("base", "name") if name in value}
    ban, allow, restrict = (read_texts(value.get(name, []), place) for name in LISTS)
    return HouseRules(names.get("base"), ban, allow, restrict, names.get("name"))


SETTINGS: Mapping[str, Key] = MappingProxyType(
    {
        "format": Key("the play format, or the id of house rules", read_format),
        "as_of": Key("the day of the event (today in UTC)", read_day),
        "structure": Key(
            "`two-headed-giant`, `team-constructed`, `emperor` or `individual`", read_structure
        ),
        "policy": Key("the team construction rules", read_policy),
        "team_size": Key("players of a team, 1 to 8", read_team_size),
        "also": Key("further policies; the `json` report has a verdict under each", read_policies),
        "house": Key("house rules: the path of their file, or a table", read_house),
        "product": Key("boosters opened, in Limited: `DOM=8`, or a list of these", read_product),
        "syntax": Key("the syntax of the files (detected)", read_syntax),
        "fail-on": Key(
            "codes of notices that fail the run; `warning` stands for all warnings", read_notices
        ),
        "ignore": Key("codes of notices that are not reported", read_notices),
    }
)
"""Settings allowed globally, for a folder and for a team."""

OF_FILES: Mapping[str, Key] = MappingProxyType(
    {
        "include": Key("patterns, as in `.gitignore`, of the files that are decks", read_patterns),
        "exclude": Key("patterns of files and folders that are none", read_patterns),
        "baseline": Key("the file of known faults", read_rules_path),
        "allow_comments": Key("whether comments in decks may allow faults (false)", read_yes_or_no),
    }
)
"""Keys allowed once per file."""

OF_FOLDERS: Mapping[str, Key] = MappingProxyType(
    {"path": Key("the folder, relative to that of the configuration", read_folder)}
)
"""Additional keys of a `[[folder]]`."""

OF_TEAMS: Mapping[str, Key] = MappingProxyType(
    {
        "name": Key("the team's name", read_text),
        "decks": Key("the paths of its decks, in order", read_paths),
        "pool": Key("the path of its card pool", read_path),
    }
)
"""Additional keys of a `[[team]]`."""


class NamedTeam(NamedTuple):
    """A team defined in a configuration."""

    name: str
    decks: tuple[str, ...]
    pool: str | None
    settings: Settings


class Configuration(NamedTuple):
    """The content of the file, with paths relative to the working directory."""

    folder: Path
    file: str | None = None
    commit: str | None = None
    """The commit of git that holds the file."""
    settings: Settings = UNSET
    include: tuple[str, ...] = INCLUDE
    exclude: tuple[str, ...] = ()
    baseline: str | None = None
    allow_comments: bool = False
    teams: tuple[NamedTeam, ...] = ()
    folders: tuple[tuple[str, Settings], ...] = ()
    """The settings of folders within this one, by path relative to it, outer ones first."""

    def settings_of(self, folder: Path) -> Settings:
        """The settings of the files in a folder."""
        settings = self.settings
        for path, inner in self.folders:
            if folder.is_relative_to(self.folder / path):
                settings = inner.over(settings)
        return settings


def find(path: Path) -> Configuration | None:
    """The configuration of a run in a folder: the outermost in it or above; CommandError.

    A repository within that of the working directory, such as a submodule, sets no rules.
    """
    start = absolute(path)
    ours = repository_of(Path())
    files: list[Path] = []
    for folder in (start, *start.parents):
        if os.path.lexists(folder / FILE):
            files.append(folder / FILE)
        is_within = ours is not None and folder != ours and folder.is_relative_to(ours)
        if os.path.lexists(folder / ".git") and not is_within:
            break
    else:  # outside of a repository the working directory takes its place, or the nearest one
        files = [file for file in files if file.is_relative_to(Path.cwd())] or files[:1]
    return read(files[-1], root_of(files[-1].parent)) if files else None


def named(name: str) -> Configuration:
    """The configuration of `--config`: a file, or `COMMIT:FILE` of git; raises CommandError.

    A file whose name has a colon is `./NAME`: one that a pull request adds under the name of a
    commit stands for nothing else.
    """
    is_path = ":" not in name or name.startswith((".", "/")) or os.path.splitdrive(name)[0]
    if is_path:
        return read(absolute(Path(name)))
    commit, _, path = name.partition(":")
    top = repository_of(Path()) or Path().absolute()
    data = AtCommit(commit, str(top / path)).read()
    return _configuration(data, name, Place((top / path).parent, commit))


def read(path: Path, root: Path | None = None) -> Configuration:
    """Read a configuration file; raises CommandError with a sentence for each fault.

    `root` is as for `headjudge.cli.files.real_path`.
    """
    file = short_path(path)
    return _configuration(read_bytes(file, root), file, Place(path.parent))


def _configuration(data: bytes, file: str, place: Place) -> Configuration:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CommandError(f"{file}: This is not UTF-8, as TOML must be.") from None
    try:
        table: Any = toml_of(text)
    except ValueError as error:
        raise CommandError(
            f"{file}:{fault_line(text, error)}: This is not valid TOML: {error}."
        ) from None
    reading = _Reading(place, file)
    configuration = reading.whole(table)
    if reading.faults:
        raise CommandError(*_with_lines(reading.faults, file, text))
    return configuration


class _Reading:
    """Reads the tables of one file and collects their faults."""

    def __init__(self, place: Place, file: str) -> None:
        self._place = place
        self._file = file
        self._has_house = False
        self.faults: list[tuple[Where, str]] = []
        """Each with the key at fault."""

    def whole(self, table: dict[str, Any]) -> Configuration:
        """The configuration in the table."""
        self._has_house = "house" in table
        values = self._values(table, (), {**SETTINGS, **OF_FILES}, ("team", "folder"))
        of_files = {key: values.pop(key) for key in OF_FILES if key in values}
        folders = sorted(
            self._folders(table.get("folder", [])), key=lambda each: each[0].count("/")
        )
        return Configuration(
            folder=self._place.folder,
            file=self._file,
            commit=self._place.commit,
            settings=self._settings(values, ()),
            **of_files,
            teams=tuple(self._teams(table.get("team", []))),
            folders=tuple(folders),
        )

    def _tables(self, name: str, tables: Any) -> Iterator[tuple[Where, Any]]:
        if not isinstance(tables, list):
            self.faults.append(((name,), f"These are tables, each headed by [[{name}]]."))
            return
        yield from (((name, number), table) for number, table in enumerate(tables))

    def _teams(self, tables: Any) -> Iterator[NamedTeam]:
        for where, table in self._tables("team", tables):
            values = self._values(table, where, {**SETTINGS, **OF_TEAMS})
            decks, pool = values.pop("decks", None), values.pop("pool", None)
            if isinstance(table, dict) and not table.get("decks"):
                self.faults.append((where, "A team has decks: name their files."))
            name = values.pop("name", None) or " + ".join(decks or ())
            yield NamedTeam(name, decks or (), pool, self._settings(values, where))

    def _folders(self, tables: Any) -> Iterator[tuple[str, Settings]]:
        seen: set[str] = set()
        for where, table in self._tables("folder", tables):
            values = self._values(table, where, {**SETTINGS, **OF_FOLDERS})
            path = values.pop("path", None)
            if isinstance(table, dict) and "path" not in table:
                self.faults.append((where, "A folder has a path: name it."))
            if path in seen:
                self.faults.append(((*where, "path"), f"The folder {path} has a table above."))
            seen.update(filter(None, [path]))
            yield path or "", self._settings(values, where)

    def _values(
        self, table: Any, above: Where, keys: Mapping[str, Key], others: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The parsed values by key, without those of `others`."""
        if not isinstance(table, dict):
            self.faults.append((above, "This must be a table."))
            return {}
        values = {}
        for written, value in table.items():
            if written in others:
                continue
            if len(self.faults) >= FAULTS_MAX:
                break
            # Accept both spellings: team_size and team-size.
            spellings = (written, written.replace("-", "_"), written.replace("_", "-"))
            key = next((spelling for spelling in spellings if spelling in keys), written)
            try:
                questions.check_choice('There is no key "{text}".', key, (*keys, *others))
                values[key] = keys[key].read(value, self._place)
            except questions.InvalidQuestion as error:
                self.faults.append(((*above, written), str(error)))
        return values

    def _settings(self, values: Mapping[str, Any], where: Where) -> Settings:
        house = values.get("house")
        files = (self._file, house) if isinstance(house, str) else (self._file,)
        sources = () if self._place.commit else files  # a commit does not change
        fields = {key.replace("-", "_"): value for key, value in values.items()}
        settings = Settings(**fields, sources=sources)
        of_table = isinstance(house, HouseRules) and (settings.format or house.base)
        # The file of house rules may define a new id.
        if of_table or (settings.format and not self._has_house):
            try:
                play_format_of(settings)
            except CommandError as error:
                key, _, sentence = str(error).removeprefix("--").partition(": ")
                self.faults.append(((*where, key), sentence))
        return settings


def _with_lines(faults: list[tuple[Where, str]], file: str, text: str) -> Iterator[str]:
    for where, message in faults[:FAULTS_MAX]:
        key = ".".join(part for part in where if isinstance(part, str))
        yield f"{file}:{line_of(text, where) or 1}: {key}: {message}"

"""The configuration: `headjudge.toml`, or `[tool.headjudge]` in `pyproject.toml`.

Among the configurations from a PATH up to the root of its git repository, the outermost is that of
the run, and the others apply to their folders; outside of a repository the nearest one is used.
Faults name the file, the line and the key.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from formats.files import toml_of
from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_bytes, root_of
from headjudge.cli.teams.configuration_keys import OF_FILES, OF_TEAMS, SETTINGS, Key
from headjudge.cli.teams.folders import short_path
from headjudge.cli.teams.settings import UNSET, Settings, play_format_of
from headjudge.cli.teams.toml_lines import Where, fault_line, line_of
from validator import questions

FILE = "headjudge.toml"
PROJECT = "pyproject.toml"
OPTION = "--format: "
TABLE: Where = ("tool", "headjudge")
"""The table in `pyproject.toml`."""
FAULTS_MAX = 20
"""Maximum number of faults reported; each is searched for in the text."""

NO_FOLDERS: Mapping[str, Settings] = MappingProxyType({})


class Fault(NamedTuple):
    """A fault at one key of a configuration."""

    where: Where
    message: str


class NamedTeam(NamedTuple):
    """A team defined in a configuration."""

    name: str
    decks: tuple[str, ...]
    pool: str | None
    settings: Settings


class Configuration(NamedTuple):
    """The content of one file, with paths relative to the working directory."""

    folder: Path
    file: str | None = None
    settings: Settings = UNSET
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    baseline: str | None = None
    teams: tuple[NamedTeam, ...] = ()
    folders: Mapping[str, Settings] = NO_FOLDERS
    """The settings of folders within this one, by path relative to it."""


def find(path: Path) -> Configuration | None:
    """The configuration of a run in a folder, in it or above; raises CommandError."""
    start = path.absolute()
    above: list[Configuration] = []
    for folder in (start, *start.parents):
        if configuration := of_folder(folder):
            above.append(configuration)
        if (folder / ".git").exists():
            return above[-1] if above else None
    return above[0] if above else None


def of_folder(folder: Path) -> Configuration | None:
    """The configuration in the folder, if any; raises CommandError."""
    file, project = folder / FILE, folder / PROJECT
    if file.is_file():
        return read(file, root_of(folder))
    if not project.is_file():
        return None
    root = root_of(folder)
    has_table = b"tool.headjudge" in read_bytes(short_path(project), root)
    return read(project, root) if has_table else None


def read(path: Path, root: Path | None = None) -> Configuration:
    """Read a configuration file; raises CommandError with a sentence for each fault.

    `root` is as for `headjudge.cli.files.real_path`.
    """
    file = short_path(path)
    try:
        text = read_bytes(file, root).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CommandError(f"{file}: This is not UTF-8, which TOML is.") from None
    try:
        table: Any = toml_of(text)
    except ValueError as error:
        raise CommandError(f"{file}:{fault_line(text, error)}: This is no TOML: {error}.") from None
    above = TABLE if path.name == PROJECT else ()
    for key in above:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    reading = _Reading(path.parent, file)
    configuration = reading.whole(table)
    if reading.faults:
        raise CommandError(*_with_places(reading.faults, file, text, above))
    return configuration


def check_nested(nested: Configuration) -> None:
    """Raise CommandError if a nested configuration has keys reserved for the root's."""
    for key in ("team", "baseline", "include", "exclude"):
        if getattr(nested, f"{key}s" if key == "team" else key):
            path = Path(nested.file or FILE)
            where = (*(TABLE if path.name == PROJECT else ()), key)
            line = line_of(read_bytes(str(path)).decode("utf-8-sig"), where)
            message = "This belongs into the configuration of the whole run."
            raise CommandError(f"{nested.file}:{line}: {key}: {message}")


class _Reading:
    """Reads the tables of one file and collects their faults."""

    def __init__(self, folder: Path, file: str) -> None:
        self._folder = folder
        self._file = file
        self._has_house = False
        self.faults: list[Fault] = []

    def whole(self, table: Any) -> Configuration:
        """The configuration in the table."""
        if not isinstance(table, dict):  # possible in pyproject.toml only
            self.faults.append(Fault((), "This must be a table."))
            return Configuration(self._folder, self._file)
        self._has_house = "house" in table
        values = self._values(table, (), {**SETTINGS, **OF_FILES}, ("team", "folders"))
        of_files = {key: values.pop(key) for key in OF_FILES if key in values}
        return Configuration(
            folder=self._folder,
            file=self._file,
            settings=self._settings(values, ()),
            **of_files,
            teams=tuple(self._teams(table.get("team", []))),
            folders=dict(self._folders(table.get("folders", {}))),
        )

    def _teams(self, tables: Any) -> Iterator[NamedTeam]:
        if not isinstance(tables, list):
            self.faults.append(Fault(("team",), "Teams are tables, each headed by [[team]]."))
            return
        for number, table in enumerate(tables):
            where = ("team", number)
            values = self._values(table, where, {**SETTINGS, **OF_TEAMS})
            decks, pool = values.pop("decks", None), values.pop("pool", None)
            if isinstance(table, dict) and "decks" not in table:
                self.faults.append(Fault(where, "A team has decks: name their files."))
            name = values.pop("name", None) or " + ".join(decks or ())
            yield NamedTeam(name, decks or (), pool, self._settings(values, where))

    def _folders(self, tables: Any) -> Iterator[tuple[str, Settings]]:
        if not isinstance(tables, dict):
            self.faults.append(Fault(("folders",), 'This is headed by [folders."PATH"].'))
            return
        for folder, table in tables.items():
            where = ("folders", folder)
            if not (self._folder / folder).is_dir():
                self.faults.append(Fault(where, f"There is no folder {folder}."))
            values = self._values(table, where, SETTINGS)
            yield Path(folder).as_posix(), self._settings(values, where)

    def _values(
        self, table: Any, above: Where, keys: Mapping[str, Key], others: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The parsed values by key, without those of `others`."""
        if not isinstance(table, dict):
            self.faults.append(Fault(above, "This must be a table."))
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
                values[key] = keys[key].read(value, self._folder)
            except questions.InvalidQuestion as error:
                self.faults.append(Fault((*above, written), str(error)))
        return values

    def _settings(self, values: Mapping[str, Any], where: Where) -> Settings:
        house = values.get("house")
        sources = (self._file, house) if isinstance(house, str) else (self._file,)
        fields = {key.replace("-", "_"): value for key, value in values.items()}
        settings = Settings(**fields, sources=sources)
        if settings.format and not self._has_house:  # house rules may define a new id
            try:
                play_format_of(settings)
            except CommandError as error:
                self.faults.append(Fault((*where, "format"), str(error).removeprefix(OPTION)))
        return settings


def _with_places(faults: list[Fault], file: str, text: str, above: Where) -> Iterator[str]:
    for fault in faults[:FAULTS_MAX]:
        where = (*above, *fault.where)
        key = ".".join(part for part in fault.where or above if isinstance(part, str))
        yield f"{file}:{line_of(text, where)}: {key}: {fault.message}"

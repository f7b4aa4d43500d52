"""Discovery of the files that are teams.

Files are first collected by location and name (`discover`), in independent groups; then the content
of a group's files decides which of them are teams (`resolve`).
"""

import os
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from headjudge.cli.files import STDIN, check_standard_input, is_link, root_of
from headjudge.cli.teams import configuration
from headjudge.cli.teams import folders as walking
from headjudge.cli.teams.configuration import Configuration, NamedTeam
from headjudge.cli.teams.folders import Filter, patterns, short_path
from headjudge.cli.teams.settings import Settings
from headjudge.decklists.file_names import POOL


class Group(NamedTuple):
    """Files that may form teams with each other, but not with other files."""

    name: str
    """The name of a team of all of them."""
    folder: str
    """The prefix of the names of smaller teams: empty, or ending in a slash."""
    files: tuple[str, ...]
    settings: Settings
    pools: Mapping[str, str]
    """The files of card pools by team name; the empty name is for the folder itself."""
    kind: str = "folder"
    """`folder`, `team` if all files are one team, or `files` in the given order."""
    problem: str | None = None
    root: Path | None = None
    """The folder that links must not leave; None if the user named the files."""
    is_included: bool = False
    """Whether `include` in the configuration names the files."""


class Discovery(NamedTuple):
    """The files and settings of a run."""

    groups: tuple[Group, ...]
    settings: Settings
    """The default settings."""
    baseline: str | None = None
    """The baseline file named in a configuration."""
    is_one_team: bool = False
    """Whether only the files of one team were named."""
    root: Path = Path()
    """The folder of the configuration, or the working directory."""


def discover(
    paths: Sequence[str],
    options: Settings,
    config: str | None = None,
    outputs: Collection[str] = (),
) -> Discovery:
    """The groups of files at these paths; raises CommandError.

    `options` override all configurations. `config` names a configuration to use instead of the
    nearest one; `outputs` are files written by the run, which are excluded.
    """
    check_standard_input(paths)
    files = [path for path in paths if not _is_folder(path)]
    folders = [path for path in paths if _is_folder(path)]
    finder = _Finder(options, _configuration(paths, config), outputs)
    one_team = not folders and finder.is_one_team(files)
    groups = [*finder.configured_teams(paths)]
    if one_team and not groups:
        groups = [finder.team(files)]
    else:
        one_team = False
        groups += finder.of_files(files)
        for folder in folders:
            groups += finder.of_folder(Path(folder))
    root = finder.root
    return Discovery(
        tuple(_without_repetition(groups)),
        finder.base,
        root.baseline,
        one_team,
        root.folder.absolute(),
    )


def excluded_files(names: Sequence[str]) -> frozenset[str]:
    """The named files that the configuration excludes; raises CommandError."""
    root = _configuration(names, None)
    file_filter = Filter(_patterns_of(root))
    return frozenset(
        name
        for name in names
        if _is_at_a_place(name) and not file_filter.takes(Path(name).absolute(), is_folder=False)
    )


def _patterns_of(root: Configuration) -> tuple[walking.Patterns, ...]:
    return (
        *patterns(root.folder, root.include, alone=True),
        *patterns(root.folder, root.exclude),
    )


def _identity(path: Path) -> object:
    """The identity of a file regardless of its name; the name if it does not exist."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return path
    return status.st_dev, status.st_ino


def _streams() -> set[object]:
    """The files that standard output and standard error are redirected to."""
    files: set[object] = set()
    for stream in (1, 2):
        with suppress(OSError):
            status = os.fstat(stream)
            if stat.S_ISREG(status.st_mode):
                files.add((status.st_dev, status.st_ino))
    return files


def _configuration(paths: Sequence[str], config: str | None) -> Configuration:
    """The configuration of a run: that of the first path, as all share its root."""
    if config:
        return configuration.read(Path(config).absolute())
    first = Path(paths[0]) if paths and _is_at_a_place(paths[0]) else Path()
    try:
        nearest = configuration.find(first if first.is_dir() else first.parent)
    except ValueError:  # NUL in the name, reported when it is read
        nearest = None
    return nearest or Configuration(Path().absolute())


class _Finder:
    """Finds the groups at paths, with the configuration of the run and nested ones."""

    def __init__(
        self, options: Settings, root: Configuration, outputs: Collection[str] = ()
    ) -> None:
        self._options = options
        self.root = root
        self._outputs = [Path(output) for output in (*outputs, *filter(None, [root.baseline]))]
        self._cache: dict[Path, tuple[Settings, tuple[Configuration, ...]]] = {}
        self._claimed: set[Path] = set()
        self.base = options.over(root.settings)

    def is_one_team(self, files: Sequence[str]) -> bool:
        """Whether the named files are a single team, in their order."""
        sizes = self.base.sizes
        return 0 < len(files) <= max(sizes) and (max(sizes) > 1 or len(files) == 1)

    def team(self, files: Sequence[str]) -> Group:
        """The single team of named files."""
        folder = _folder_of(files[0])
        name = " + ".join(dict.fromkeys("<stdin>" if file == STDIN else file for file in files))
        return Group(name, "", tuple(files), self._settings(folder), {}, "team")

    def configured_teams(self, paths: Sequence[str]) -> Iterator[Group]:
        """The configured teams with a file at these paths."""
        at = [Path(path).absolute() for path in paths if _is_at_a_place(path)]
        for team in self.root.teams:
            files = [Path(deck).absolute() for deck in team.decks]
            if any(file == place or place in file.parents for file in files for place in at):
                yield self._configured_team(team, files)

    def _configured_team(self, team: NamedTeam, files: Sequence[Path]) -> Group:
        self._claimed.update(files)
        if team.pool:
            self._claimed.add(Path(team.pool).absolute())
        settings = team.settings.over(self._of(files[0].parent)[0])
        pools = {"": team.pool} if team.pool else {}
        root = root_of(self.root.folder)
        settings = self._options.over(settings)
        return Group(team.name, "", team.decks, settings, pools, "team", root=root)

    def of_files(self, names: Sequence[str]) -> Iterator[Group]:
        """Named files, grouped by folder."""
        by_folder: dict[Path, list[str]] = {}
        for name in names:
            if Path(name).absolute() not in self._claimed:
                by_folder.setdefault(_folder_of(name), []).append(name)
        for folder, files in by_folder.items():
            yield self._group(folder, files, "files")

    def of_folder(self, folder: Path) -> Iterator[Group]:
        """The groups in a folder and its subfolders."""
        top = folder.absolute()
        root = root_of(top)
        outputs = {_identity(path) for path in self._outputs} | _streams()
        for inner in walking.walk(top, Filter.above(top, _patterns_of(self.root)), root):
            files = [
                short_path(path)
                for path in inner.files
                if path not in self._claimed and _identity(path) not in outputs
            ]
            if files or inner.problem:
                group = self._group(inner.path, files, "folder")
                yield group._replace(
                    problem=inner.problem, root=root, is_included=bool(self.root.include)
                )

    def _group(self, folder: Path, files: Sequence[str], kind: str) -> Group:
        decks, pools = [], {}
        for name in files:
            if is_pool := POOL.fullmatch(stem(name)):
                pools[is_pool["team"] or ""] = name
            else:
                decks.append(name)
        name = self._name(folder)
        within = "" if folder == self.root.folder else f"{name}/"
        return Group(name, within, tuple(decks), self._settings(folder), pools, kind)

    def _name(self, folder: Path) -> str:
        """The folder's name in teams: its path relative to the root of the run."""
        if folder == self.root.folder:
            return folder.name or folder.as_posix()
        if folder.is_relative_to(self.root.folder):
            return folder.relative_to(self.root.folder).as_posix()
        return short_path(folder)

    def _settings(self, folder: Path) -> Settings:
        return self._options.over(self._of(folder)[0])

    def _of(self, folder: Path) -> tuple[Settings, tuple[Configuration, ...]]:
        """The settings of a folder, and the configurations that apply to its subfolders."""
        missing, path = list[Path](), folder
        while path not in self._cache and path not in missing[-1:]:  # "/" is in itself
            missing.append(path)
            path = path.parent
        for path in reversed(missing):  # parents first
            self._cache[path] = self._read(path)
        return self._cache[folder]

    def _read(self, folder: Path) -> tuple[Settings, tuple[Configuration, ...]]:
        root = self.root
        if folder == root.folder or not folder.is_relative_to(root.folder):
            return root.settings, (root,)
        settings, configurations = self._of(folder.parent)
        for above in configurations:
            if inner := above.folders.get(folder.relative_to(above.folder).as_posix()):
                settings = inner.over(settings)
        if nested := configuration.of_folder(folder):
            configuration.check_nested(nested)
            settings = nested.settings.over(settings)
            configurations = (*configurations, nested)
        return settings, configurations


def _without_repetition(groups: Sequence[Group]) -> Iterator[Group]:
    """The groups without repetition: paths may be nested."""
    keys = set()
    for group in groups:
        key = (group.kind, group.name, group.files)
        if key not in keys or group.kind == "team":
            yield group
        keys.add(key)


def _is_at_a_place(name: str) -> bool:
    """Whether a name is a file or folder of this machine, not a link or standard input."""
    return name != STDIN and not is_link(name)


def _folder_of(name: str) -> Path:
    """The folder of a file; the working directory for links and standard input."""
    return Path(name).absolute().parent if _is_at_a_place(name) else Path().absolute()


def stem(name: str) -> str:
    """The file's name without its folder and its ending."""
    return os.path.splitext(os.path.basename(name))[0]


def _is_folder(name: str) -> bool:
    try:
        return _is_at_a_place(name) and Path(name).is_dir()
    except ValueError:  # NUL in the name, reported when it is read
        return False

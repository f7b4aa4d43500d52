"""Discovery: which files are decks, and which of them make a team.

What `include` names and `exclude` does not is a deck, and so is each file that is named; nothing is
guessed from the content. Each of these files must be read: one that holds no deck is a fault.
"""

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from operator import attrgetter
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from headjudge import decklists
from headjudge.cli import configuration, git
from headjudge.cli.configuration import (
    FILE,
    FOREIGN,
    HIDDEN,
    Configuration,
    NamedTeam,
    Settings,
    play_format_of,
)
from headjudge.cli.errors import CommandError
from headjudge.cli.files import (
    STDIN,
    absolute,
    check_standard_input,
    decks_of,
    display_name,
    is_device,
    is_link,
    read_text,
    real_path,
    repository_of,
    root_of,
    short_path,
)
from headjudge.cli.output import tell, tell_failure
from headjudge.cli.patterns import Patterns
from headjudge.decklists.encoding import MEMBER, POOL
from messages import say_count, say_short_list
from validator import Decklist, questions

USUAL_MIN = 60
NO_DECK = "{file} holds no deck."
AN_ADDRESS = "{file} holds only an address: save the list itself in it."
CONFLICT = "{file} has a merge conflict that is not resolved, in line {line}."
CONFLICT_MARKS = ("<" * 7, "=" * 7, ">" * 7)
"""How git begins, parts and ends what two branches made of the same lines."""
NO_POOL = "{file} is not the pool of any team in its folder."
NOT_CHECKED_OUT = (
    "{folder} is a submodule that is not checked out, and its decks are not read (`git submodule"
    " update --init`; for actions/checkout, `submodules: true`)."
)
EXCLUDE = "Name it in `exclude` if it is not a deck."
NO_POOLS: Mapping[str, str] = MappingProxyType({})


class Problem(NamedTuple):
    """Why a file, or a team, cannot be judged."""

    message: str
    file: str | None = None
    fix: str | None = None


class DeckFile(NamedTuple):
    """A file that has been read."""

    name: str
    """The name in reports."""
    decks: tuple[Decklist, ...] = ()
    text: str = ""
    problem: Problem | None = None
    lines: int = 0
    characters: int = 0
    """How much of what a request may have at most it has; 0 of both if it is short."""


class Team(NamedTuple):
    """A team with its files and settings."""

    name: str
    files: tuple[DeckFile, ...]
    settings: Settings
    pool: str | None = None
    """The file of its card pool."""
    problem: Problem | None = None
    root: Path | None = None
    """As in `Group.root`."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why the team cannot be judged; empty if it can."""
        if found := [file.problem for file in self.files if file.problem]:
            return tuple(found)
        if self.problem:
            return (self.problem,)
        if len(self.decks) > questions.DECKS_MAX:
            many = len(self.decks)
            return (Problem(f"A team has at most {questions.DECKS_MAX} decks, not {many}."),)
        if (lines := sum(file.lines for file in self.files)) > decklists.LINES_MAX:
            return (Problem(_too_long(f"The lists of {self.name}", lines)),)
        if sum(file.characters for file in self.files) > decklists.CHARACTERS_MAX:
            most = decklists.CHARACTERS_MAX
            return (Problem(f"The lists of {self.name} have more than {most:,} characters."),)
        return ()

    @property
    def decks(self) -> tuple[Decklist, ...]:
        """Its lists, in order, each with the index of its file, from 0."""
        return tuple(
            deck._replace(sent=number)
            for number, file in enumerate(self.files)
            for deck in file.decks
        )

    @property
    def deck_names(self) -> tuple[str, ...]:
        """The file name of each list."""
        return tuple(file.name for file in self.files for _ in file.decks)


class Group(NamedTuple):
    """Files that may form teams with each other, but not with other files."""

    name: str
    """The name of a team of all of them."""
    files: tuple[str, ...]
    settings: Settings
    folder: str = ""
    """The prefix of the names of smaller teams: empty, or ending in a slash."""
    pools: Mapping[str, str] = NO_POOLS
    """The files of card pools by team name; the empty name is for the folder itself."""
    kind: str = "folder"
    """`folder`, `team` if all files are one team, or `files` in the given order."""
    problem: str | None = None
    root: Path | None = None
    """The folder that links must not leave; None if the user named the files."""

    def teams(self) -> Iterator[Team]:
        """The teams of these files, which are read.

        A file with several lists is a team; so are `name.a.txt` and `name.b.txt`; so are the other
        files of a folder. Named files are grouped in order. For individual players each list is a
        team. A file that cannot be read stands alone beside a whole team.
        """
        if self.problem:
            yield self._team(self.name, (), Problem(self.problem, fix=EXCLUDE), is_whole_name=True)
            return
        files = [_read(name, self) for name in self.files]
        if self.kind == "team":
            yield self._team(self.name, files, is_whole_name=True)
            return
        pools: set[str | None] = set()
        for team in self._teams(files):
            pools.add(team.pool)
            yield team
        for pool in self.pools.values():
            if pool not in pools:
                problem = Problem(NO_POOL.format(file=pool), pool, EXCLUDE)
                yield self._team(pool, [DeckFile(pool, problem=problem)], is_whole_name=True)

    def _teams(self, files: Sequence[DeckFile]) -> Iterator[Team]:
        if max(self.settings.sizes) == 1:
            for file in files:
                yield from self._individuals(file)
            return
        members: dict[str, list[DeckFile]] = {}
        others = []
        for file in files:
            if len(file.decks) > 1:
                yield self._team(stem(file.name), [file])
            elif is_member := MEMBER.fullmatch(stem(file.name)):
                members.setdefault(is_member["team"], []).append(file)
            else:
                others.append(file)
        for name, decks in members.items():
            yield self._team(name, sorted(decks, key=lambda deck: stem(deck.name).lower()))
        if self.kind == "files":
            yield from self._consecutive(others)
        elif others:
            yield from self._of_folder(others)

    def _individuals(self, file: DeckFile) -> Iterator[Team]:
        """Each list of a file as a team of one."""
        if len(file.decks) < 2:
            yield self._team(stem(file.name), [file])
            return
        for number, deck in enumerate(file.decks, 1):
            name = f"{stem(file.name)} ({deck.player or number})"
            yield self._team(name, [file._replace(decks=(deck,))])

    def _consecutive(self, files: Sequence[DeckFile]) -> Iterator[Team]:
        """Named files, in groups of the size of a team."""
        size = max(self.settings.sizes)
        for first in range(0, len(files), size):
            members = files[first : first + size]
            names = [deck.name for deck in members]
            problem = None
            if len(members) not in self.settings.sizes:
                left = ", ".join(names)
                problem = Problem(
                    f"The files do not make whole teams of {size}: {left} is left over."
                )
            yield self._team(" + ".join(dict.fromkeys(names)), members, problem, is_whole_name=True)

    def _of_folder(self, files: Sequence[DeckFile]) -> Iterator[Team]:
        decks = [file for file in files if file.problem is None]
        if len(decks) >= min(self.settings.sizes) or not decks:
            for file in files:
                if file.problem:
                    yield self._team(file.name, [file], is_whole_name=True)
            files = decks
        if not files:
            return
        most = max(self.settings.sizes)
        problem = None
        if len(files) > most:  # the engine reports too few decks, with all other faults
            count = say_count(len(files), "{number} deck file", "{number} deck files")
            names = say_short_list([file.name for file in files])
            problem = Problem(
                f"The folder {self.name} holds {count}, and a team has {most} players: {names}.",
                fix="Give each team a folder, call its files name.a.txt and name.b.txt, name the"
                ' teams in headjudge.toml, or write `structure = "individual"` there.',
            )
        yield self._team(self.name, files, problem, is_whole_name=True)

    def _team(
        self,
        name: str,
        files: Sequence[DeckFile],
        problem: Problem | None = None,
        *,
        is_whole_name: bool = False,
    ) -> Team:
        whole = name if is_whole_name else self.folder + name
        pool = self.pools.get("")
        if self.kind != "team":
            pool = self.pools.get(name, pool)
        return Team(whole, tuple(files), self.settings, pool, problem, self.root)


class Discovery(NamedTuple):
    """The files and settings of a run."""

    groups: tuple[Group, ...]
    settings: Settings
    """The default settings."""
    rules: Configuration
    is_one_team: bool = False
    """Whether only the files of one team were named."""
    left_out: tuple[tuple[str, str], ...] = ()
    """The files that `include` names and `exclude` or git leaves out, each with the reason."""

    @property
    def root(self) -> Path:
        """The folder of the configuration, or the working directory."""
        return self.rules.folder.absolute()

    def teams(self) -> Iterator[Team]:
        """The teams, read one group after the other."""
        for group in self.groups:
            yield from group.teams()


def discover(
    paths: Sequence[str],
    options: Settings,
    config: str | None = None,
    outputs: Collection[str] = (),
    *,
    isolated: bool = False,
    rules: Configuration | None = None,
) -> Discovery:
    """The groups of files at these paths; raises CommandError.

    `options` override the configuration. `config` names the configuration instead of the outermost
    one; `outputs` are files written by the run, which are no decks. If `isolated`, no file of the
    repository counts but those that are named. `rules` stand in for a configuration.
    """
    check_standard_input(paths)
    rules = rules or rules_of(paths, config, isolated=isolated)
    files = [path for path in paths if not _is_folder(path)]
    finder = _Finder(options, rules, outputs, is_isolated=isolated)
    groups = [*finder.configured_teams(paths)]
    one_team = not groups and len(files) == len(paths) and finder.is_one_team(files)
    if one_team and max(finder.base.sizes) > 1:
        groups = [finder.team(files)]
    else:
        groups += finder.of_files(files)
        for path in paths:
            if path not in files:
                groups += finder.of_folder(Path(path))
    if others := finder.other_configurations:
        where = "nothing" if rules.file is None else f"`{rules.file}`"
        tell(f"{say_short_list(others)} sets no rules: {where} does; a [[folder]] there may.")
    return Discovery(
        tuple(_without_repetition(groups)), finder.base, rules, one_team, tuple(finder.left_out)
    )


def rules_of(paths: Sequence[str], config: str | None, *, isolated: bool = False) -> Configuration:
    """The configuration of a run: that of the first path, as all share its root."""
    if config:
        return configuration.named(config)
    nearest = None
    if not isolated:
        first = Path(paths[0]) if paths and _is_at_a_place(paths[0]) else Path()
        with suppress(ValueError):  # NUL in the name, reported when it is read
            nearest = configuration.find(first if first.is_dir() else first.parent)
    return nearest or Configuration(Path().absolute())


class _Finder:
    """Finds the groups at paths, by the configuration of the run."""

    def __init__(
        self,
        options: Settings,
        rules: Configuration,
        outputs: Collection[str] = (),
        *,
        is_isolated: bool = False,
    ) -> None:
        self._options = options
        self._rules = rules
        self._is_isolated = is_isolated
        self._outputs = [Path(output) for output in (*outputs, *filter(None, [rules.baseline]))]
        self._claimed: set[str] = set()
        self.base = options.over(rules.settings)
        self.left_out: list[tuple[str, str]] = []
        self.other_configurations: list[str] = []

    @cached_property
    def _include(self) -> Patterns:
        return Patterns(self._rules.include, any_case=True, of_contents=True)

    @cached_property
    def _exclude(self) -> Patterns:
        return Patterns((*HIDDEN, *self._rules.exclude))

    @cached_property
    def _foreign(self) -> Patterns:
        return Patterns(FOREIGN)

    def is_one_team(self, files: Sequence[str]) -> bool:
        """Whether the named files are a single team, in their order."""
        return 0 < len(files) <= max(self.base.sizes)

    def team(self, files: Sequence[str]) -> Group:
        """The single team of named files."""
        name = " + ".join(dict.fromkeys(display_name(file) for file in files))
        return Group(name, tuple(files), self._settings(_folder_of(files[0])), kind="team")

    def configured_teams(self, paths: Sequence[str]) -> Iterator[Group]:
        """The configured teams with a file at these paths."""
        at = [absolute(Path(path)) for path in paths if _is_at_a_place(path)]
        for team in self._rules.teams:
            files = [absolute(Path(deck)) for deck in team.decks]
            if any(file == place or place in file.parents for file in files for place in at):
                yield self._configured_team(team, files)

    def _configured_team(self, team: NamedTeam, files: Sequence[Path]) -> Group:
        self._claimed.update(map(str, files))
        if team.pool:
            self._claimed.add(str(absolute(Path(team.pool))))
        settings = self._options.over(team.settings.over(self._rules.settings_of(files[0].parent)))
        pools = {"": team.pool} if team.pool else NO_POOLS
        root = root_of(self._rules.folder)
        return Group(team.name, team.decks, settings, pools=pools, kind="team", root=root)

    def of_files(self, names: Sequence[str]) -> Iterator[Group]:
        """Named files, grouped by folder."""
        by_folder: dict[Path, list[str]] = {}
        for name in names:
            if str(absolute(Path(name))) not in self._claimed:
                by_folder.setdefault(_folder_of(name), []).append(name)
        for folder, files in by_folder.items():
            yield self._group(folder, files, "files")

    def of_folder(self, folder: Path) -> Iterator[Group]:
        """The groups in a folder and its subfolders."""
        top = absolute(folder)
        root = root_of(top)
        for inner, files, problem in self._walk(top, root):
            if files or problem:
                group = self._group(inner, [short_path(path) for path in files], "folder")
                yield group._replace(problem=problem, root=root)

    def _walk(self, top: Path, root: Path) -> Iterator[tuple[Path, list[Path], str | None]]:
        """The folders, parents first, each with its deck files by name, or why it is not read.

        Links that leave the root are not followed. Others are followed at the end, so that no link
        gives a folder another name, and cycles are broken.
        """
        base = self._rules.folder
        prefix = f"{top.relative_to(base).as_posix()}/" if top.is_relative_to(base) else ""
        repository = repository_of(top)
        ignored = self._ignored(top)
        outputs = {_identity(path) for path in self._outputs} | _streams()
        seen: set[str] = set()
        waiting: list[tuple[Path, str, str | None]] = [(top, prefix.removeprefix("./"), None)]
        links: list[tuple[Path, str, str | None]] = []
        while waiting or links:
            folder, name, place = (waiting or links).pop()
            try:  # unless it is a link, its location follows from its parent's
                real = place or real_path(short_path(folder), root)
                with os.scandir(folder) as listing:
                    entries = sorted(listing, key=attrgetter("name"))
            except CommandError as error:
                yield folder, [], str(error)
                continue
            except OSError as error:
                yield folder, [], f"{short_path(folder)} cannot be read: {error.strerror}."
                continue
            if real in seen:  # reached a second time by a link
                continue
            seen.add(real)
            if not entries and repository and git.is_submodule(folder, repository):
                yield folder, [], NOT_CHECKED_OUT.format(folder=short_path(folder))
                continue
            files, folders = list[Path](), list[tuple[Path, str, str | None]]()
            for entry in entries:
                path, inner = folder / entry.name, name + entry.name
                if _is_folder_entry(entry):
                    if not self._leaves_out(path, f"{inner}/", ignored):
                        if entry.is_symlink():
                            links.append((path, f"{inner}/", None))
                        else:
                            folders.append((path, f"{inner}/", os.path.join(real, entry.name)))
                elif self._include.match(inner):
                    # Broken links, pipes and devices are kept, to be reported as unreadable.
                    is_deck = not (
                        self._leaves_out(path, inner, ignored) or str(path) in self._claimed
                    )
                    if is_deck and not (outputs and _identity(path) in outputs):
                        files.append(path)
                elif entry.name == FILE and folder != base:
                    self.other_configurations.append(short_path(path))
            yield folder, files, None
            waiting += reversed(folders)

    def _leaves_out(self, path: Path, name: str, ignored: frozenset[str] | None) -> bool:
        if (pattern := self._exclude.match(name)) or (
            ignored is None and (pattern := self._foreign.match(name))
        ):
            reason = f"`exclude` has {pattern}"
        elif ignored is not None and str(path) in ignored:
            reason = "git ignores it"
        else:
            return False
        if path.name != ".git":
            self.left_out.append((short_path(path) + "/" * name.endswith("/"), reason))
        return True

    def _ignored(self, top: Path) -> frozenset[str] | None:
        """What git ignores below a folder; None outside of a repository, and if it cannot tell."""
        repository = repository_of(top)
        if repository is None:
            return None
        ignored = git.ignored(repository, FOREIGN, by_its_files=not self._is_isolated)
        if ignored and not ignored.isdisjoint(map(str, (top, *top.parents))):
            return frozenset()  # it is named
        return ignored

    def _group(self, folder: Path, files: Sequence[str], kind: str) -> Group:
        settings = self._settings(folder)
        decks, pools = [], {}
        for name in files:
            is_pool = POOL.fullmatch(stem(name)) if settings.is_limited else None
            if is_pool:
                team = is_pool["team"] or ""
                pools[name if team in pools else team] = name  # a second one is of no team
            else:
                decks.append(name)
        base = self._rules.folder
        if folder == base:
            # Not the folder's own name, which differs from checkout to checkout.
            name, within = ".", ""
        else:
            is_inside = folder.is_relative_to(base)
            name = folder.relative_to(base).as_posix() if is_inside else short_path(folder)
            within = f"{name}/"
        return Group(name, tuple(decks), settings, within, pools, kind)

    def _settings(self, folder: Path) -> Settings:
        return self._options.over(self._rules.settings_of(folder))


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


def _without_repetition(groups: Sequence[Group]) -> Iterator[Group]:
    """The groups without repetition: paths may be nested."""
    keys = set()
    for group in groups:
        key = (group.kind, group.name, group.files)
        if key not in keys or group.kind == "team":
            yield group
        keys.add(key)


def _is_at_a_place(name: str) -> bool:
    """Whether a name is a file or folder of this machine, not a link, or a pipe as `<(...)` is."""
    return name != STDIN and not is_link(name) and not is_device(name)


def _folder_of(name: str) -> Path:
    """The folder of a file; the working directory for links, pipes and standard input."""
    return absolute(Path(name)).parent if _is_at_a_place(name) else Path().absolute()


def stem(name: str) -> str:
    """The file's name without its folder and its ending."""
    return os.path.splitext(os.path.basename(name))[0]


def _is_folder(name: str) -> bool:
    try:
        return _is_at_a_place(name) and Path(name).is_dir()
    except ValueError:  # NUL in the name, reported when it is read
        return False


def _is_folder_entry(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _read(name: str, group: Group) -> DeckFile:
    """The lists of a file, each with the name of its player or of the file."""
    title, settings = display_name(name), group.settings
    fix = EXCLUDE if _is_at_a_place(name) else None
    try:
        text = read_text(name, group.root)
        if line := _conflict_in(text):
            return DeckFile(title, problem=Problem(CONFLICT.format(file=title, line=line), title))
        lines, characters = _extent(text, settings.syntax)
        if problem := _beyond_bounds(title, text, lines, characters):
            return DeckFile(title, problem=Problem(problem, title))
        decks = decks_of(name, text, settings.syntax, _main_min(settings), _sizes(group))
    except CommandError as error:
        return DeckFile(title, problem=Problem(str(error), title, fix))
    except Exception as error:  # one file must not cost the others
        return DeckFile(title, problem=Problem(tell_failure(error, "file"), title))
    if not any(deck.lines for deck in decks):
        words = AN_ADDRESS if is_link(text.strip()) and len(text.split()) == 1 else NO_DECK
        return DeckFile(title, text=text, problem=Problem(words.format(file=title), title, fix))
    if len(decks) == 1:
        # The file name stands for the player in the report.
        decks = (decks[0]._replace(player=title),)
    return DeckFile(title, decks, text, lines=lines, characters=characters)


def _sizes(group: Group) -> tuple[int, ...]:
    """How many decks a file of the group may have; empty if that depends on the other files."""
    if group.kind != "team":
        return ()
    return (1,) if len(group.files) > 1 else group.settings.sizes


def _conflict_in(text: str) -> int | None:
    """The line in which a conflict of two branches begins, which git wrote into the file."""
    if CONFLICT_MARKS[0] not in text:
        return None
    beginnings = [line[:7] for line in text.splitlines()]
    if not all(mark in beginnings for mark in CONFLICT_MARKS):
        return None
    return beginnings.index(CONFLICT_MARKS[0]) + 1


def _extent(text: str, syntax: str | None) -> tuple[int, int]:
    """The lines of a text, and its characters if those are bounded; 0 of both if it is short."""
    if len(text) <= decklists.LINES_MAX:
        return 0, 0
    characters = len(text) if decklists.is_of_lines(text, syntax) else 0
    return decklists.size(text, syntax=syntax), characters


def _beyond_bounds(title: str, text: str, lines: int, characters: int) -> str | None:
    """What is too long in the text to be read, by the bounds of a request."""
    if lines > decklists.LINES_MAX:
        return _too_long(title, lines)
    if characters > decklists.CHARACTERS_MAX:
        return f"{title} has more than {decklists.CHARACTERS_MAX:,} characters."
    if characters:
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > decklists.LINE_MAX:
                return f"Line {number} of {title} is longer than {decklists.LINE_MAX:,} characters."
    return None


def _too_long(subject: str, lines: int) -> str:
    most = decklists.LINES_MAX
    return f"{subject} has {lines:,} lines; those of a team have at most {most:,}."


def _main_min(settings: Settings) -> int:
    try:
        return play_format_of(settings).main_min
    except CommandError:
        return USUAL_MIN


def named_decks(rules: Configuration, paths: Iterable[Path]) -> Iterator[Path]:
    """Those of the files that `include` names and `exclude` does not; they need not exist."""
    include = Patterns(rules.include, any_case=True, of_contents=True)
    exclude = Patterns((*HIDDEN, *rules.exclude))
    for path in paths:
        if path.is_relative_to(rules.folder):
            name = path.relative_to(rules.folder).as_posix()
            folders = [f"{folder}/" for folder in PurePosixPath(name).parents][:-1]
            if include.match(name) and not any(map(exclude.match, [name, *folders])):
                yield path


def files_with_teams(discovery: Discovery) -> Iterator[str]:
    """The files, one per line, each with its team or why it has none."""
    rows: list[tuple[str, str]] = []
    for team in discovery.teams():
        label = f"team {team.name}"
        for problem in team.problems:
            rows.append((problem.file or short_path(Path(team.name)), problem.message))
        rows += ((file.name, label) for file in team.files if not file.problem)
        rows += ((pool, f"{label}, its pool") for pool in filter(None, [team.pool]))
    rows += ((name, f"left out: {reason}") for name, reason in discovery.left_out)
    return (f"{file}: {text}" for file, text in sorted(dict.fromkeys(rows)))


def texts(team: Team) -> dict[str, str]:
    """The text of each of its files, by the name in findings.

    Standard input and links are not files of the repository, and cannot allow anything.
    """
    files = (
        file for file in team.files if file.name != display_name(STDIN) and not is_link(file.name)
    )
    return {file.name: file.text for file in files}

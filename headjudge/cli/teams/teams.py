"""Teams as files: the content of a group's files decides which of them are teams."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from headjudge.cli.errors import CommandError
from headjudge.cli.files import STDIN, decks_of, display_name, is_link, read_text
from headjudge.cli.teams.deck_texts import is_list, is_report
from headjudge.cli.teams.groups import Group, stem
from headjudge.cli.teams.settings import Settings, play_format_of
from headjudge.decklists import is_of_lines
from headjudge.decklists.file_names import MEMBER, OF_DECKS
from messages import say_count, say_short_list
from validator import Decklist, questions

USUAL_MIN = 60
NO_LIST = "It does not read as a decklist"
NO_POOL = "It is not the pool of any team in its folder"
MOST_LINES = 20_000
"""Maximum for files found in folders; the lists of a team have a few hundred."""
TOO_LONG = f"has more than {MOST_LINES:,} lines, which no decklist has"


class DeckFile(NamedTuple):
    """A file that has been read."""

    name: str
    """The name in reports."""
    decks: tuple[Decklist, ...] = ()
    """Empty if the text is too long for lists."""
    text: str = ""
    problem: str | None = None
    """Why it could not be read."""


class Team(NamedTuple):
    """A team with its files and settings."""

    name: str
    files: tuple[DeckFile, ...]
    pool: str | None
    """The file of its card pool."""
    settings: Settings
    problem: str | None = None
    """Why it cannot be judged."""
    root: Path | None = None
    """As in `Group.root`."""

    @property
    def fault(self) -> str | None:
        """Why the team cannot be judged, if it cannot."""
        if unread := [file.problem for file in self.files if file.problem]:
            return unread[0]
        if self.problem is None and len(self.decks) > questions.DECKS_MAX:
            return f"A team has at most {questions.DECKS_MAX} decks, not {len(self.decks)}."
        return self.problem

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


class LeftOut(NamedTuple):
    """A file that was found but belongs to no team."""

    file: str
    reason: str
    fails: bool
    """Whether it may be a player's deck, whose team was then not checked."""


class Resolved(NamedTuple):
    """The teams of a group, and the files without a team."""

    teams: tuple[Team, ...]
    left_out: tuple[LeftOut, ...] = ()


def resolve(group: Group) -> Resolved:
    """The teams of a group.

    A file with several lists is a team; so are `name.a.txt` and `name.b.txt`; so are the other
    files of a folder, unless they are more than a team has players. Named files are grouped in
    order. For individual players each list is a team.
    """
    if group.problem:
        return Resolved((Team(group.name, (), None, group.settings, group.problem),))
    files = [_read(name, group) for name in group.files]
    if group.kind == "team":
        pool = group.pools.get("")
        return Resolved((Team(group.name, tuple(files), pool, group.settings, root=group.root),))
    decks = _decks_among(files, group)
    teams = [_with_pool(team, group) for team in _teams(group, decks)]
    left_out = [
        LeftOut(
            file.name,
            NO_LIST if file.decks else f"It {TOO_LONG}",
            fails=bool(file.text.strip()) and (group.is_included or bool(decks)),
        )
        for file in files
        if file not in decks and not is_report(file.text)
    ]
    pools = {team.pool for team in teams}
    left_out += [
        LeftOut(pool, NO_POOL, fails=group.settings.is_limited)
        for pool in group.pools.values()
        if pool not in pools
    ]
    return Resolved(tuple(teams), tuple(left_out))


def _decks_among(files: Sequence[DeckFile], group: Group) -> list[DeckFile]:
    """The files that are decks: all named ones, and those found whose text is a decklist.

    Unreadable files count, so that they are reported; so does an empty file beside a deck,
    unless the others are a complete team: a report without findings is empty too.
    """
    if group.kind == "files":
        return [*files]
    decks = {
        file.name for file in files if file.problem or is_list(file.name, file.text, file.decks)
    }
    unmarked = [
        file
        for file in files
        if file.name in decks and len(file.decks) == 1 and not MEMBER.fullmatch(stem(file.name))
    ]
    is_complete = 1 < len(unmarked) == max(group.settings.sizes)
    takes_empty = bool(decks) and not is_complete
    return [file for file in files if file.name in decks or (takes_empty and not file.text.strip())]


def _teams(group: Group, files: Sequence[DeckFile]) -> Iterator[Team]:
    if max(group.settings.sizes) == 1:
        for file in files:
            yield from _individuals(group, file)
        return
    members: dict[str, list[DeckFile]] = {}
    others = []
    for file in files:
        if len(file.decks) > 1:
            yield _team(group, stem(file.name), [file])
        elif is_member := MEMBER.fullmatch(stem(file.name)):
            members.setdefault(is_member["team"], []).append(file)
        else:
            others.append(file)
    for name, decks in members.items():
        yield _team(group, name, sorted(decks, key=lambda deck: stem(deck.name).lower()))
    if group.kind == "files":
        yield from _consecutive_teams(group, others)
    elif others:
        yield _folder_team(group, others)


def _individuals(group: Group, file: DeckFile) -> Iterator[Team]:
    """Each list of a file as a team of one."""
    if len(file.decks) < 2:
        yield _team(group, stem(file.name), [file])
        return
    for number, deck in enumerate(file.decks, 1):
        name = f"{stem(file.name)} ({deck.player or number})"
        yield _team(group, name, [file._replace(decks=(deck,))])


def _consecutive_teams(group: Group, files: Sequence[DeckFile]) -> Iterator[Team]:
    """Named files, in groups of the size of a team."""
    size = max(group.settings.sizes)
    for first in range(0, len(files), size):
        members = files[first : first + size]
        team = _team(group, "", members)
        names = [deck.name for deck in members]
        name = " + ".join(dict.fromkeys(names))
        problem = None
        if len(members) not in group.settings.sizes:
            problem = f"The files make no whole teams of {size}: {', '.join(names)} is left over."
        yield team._replace(name=name, problem=problem)


def _folder_team(group: Group, files: Sequence[DeckFile]) -> Team:
    team = _team(group, "", files)._replace(name=group.name)
    most = max(group.settings.sizes)
    if len(files) <= most:  # the engine reports too few decks, with all other faults
        return team
    count = say_count(len(files), "{number} deck file", "{number} deck files")
    names = say_short_list([file.name for file in files])
    return team._replace(
        problem=f"{group.name} holds {count}, and a team has {most} players: {names}."
        " Give each team a folder, call its files name.a.txt and name.b.txt, or name the teams in"
        " headjudge.toml.",
    )


def _team(group: Group, name: str, files: Sequence[DeckFile]) -> Team:
    return Team(group.folder + name, tuple(files), None, group.settings, root=group.root)


def files_with_teams(groups: Iterable[Group]) -> Iterator[str]:
    """The files of the groups, one per line, each with its team or why it has none."""
    rows: list[tuple[str, str]] = []
    for group in groups:
        resolved = resolve(group)
        for team in resolved.teams:
            label = f"team {team.name}"
            rows += (
                (file.name, f"{label}; it cannot be read" if file.problem else label)
                for file in team.files
            )
            rows += ((pool, label) for pool in filter(None, [team.pool]))
        rows += ((other.file, f"left out: {other.reason}.") for other in resolved.left_out)
    return (f"{file}: {text}" for file, text in sorted(dict.fromkeys(rows)))


def _with_pool(team: Team, group: Group) -> Team:
    """The team with its card pool, if there is one."""
    if not group.pools or not group.settings.is_limited:
        return team
    pool = group.pools.get(team.name.removeprefix(group.folder)) or group.pools.get("")
    return team._replace(pool=pool)


def _read(name: str, group: Group) -> DeckFile:
    """The lists of a file, each with the name of its player or of the file.

    Files found in folders that are far too long for lists are not parsed.
    """
    title, settings = display_name(name), group.settings
    try:
        text = read_text(name, group.root)
        is_long = group.kind == "folder" and text.count("\n") > MOST_LINES
        if is_long and is_of_lines(text, settings.syntax):
            is_deck = os.path.splitext(name)[1].lower() in OF_DECKS
            return DeckFile(title, (), text, f"{title} {TOO_LONG}." if is_deck else None)
        decks = decks_of(name, text, settings.syntax, _main_min(settings))
    except CommandError as error:
        return DeckFile(title, (Decklist(player=title),), problem=str(error))
    if len(decks) == 1:
        # The file name stands for the player in the report.
        decks = (decks[0]._replace(player=title),)
    return DeckFile(title, decks, text)


def _main_min(settings: Settings) -> int:
    try:
        return play_format_of(settings).main_min
    except CommandError:
        return USUAL_MIN


def texts(team: Team) -> dict[str, str]:
    """The text of each of its files, by the name in findings.

    Standard input and links are not files of the repository, and cannot allow anything.
    """
    files = (
        file for file in team.files if file.name != display_name(STDIN) and not is_link(file.name)
    )
    return {file.name: file.text for file in files}

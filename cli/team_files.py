"""Teams as files: which of the files and folders that are named make a team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import decklists
from cli.errors import CannotBeAsked
from cli.files import STDIN, read_text, shown
from validator import Decklist, Event

USUAL_SIZE = 2


@dataclass(frozen=True, slots=True)
class TeamFiles:
    """The lists of one team, each with the name of its file."""

    decks: tuple[Decklist, ...]
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """The names of the team's files."""
        return " + ".join(dict.fromkeys(self.files))


def team_files(names: Sequence[str], event: Event, *, main_min: int) -> Iterator[TeamFiles]:
    """The teams in these files and folders, in order; raises CannotBeAsked.

    A file of several lists is a team (each list is one, for single players). Other files are
    taken in turn, as many as the event's teams have players: those that are named, and by
    themselves those of each folder.
    """
    plain = [name for name in names if not _is_folder(name)]
    if plain.count(STDIN) > 1:
        raise CannotBeAsked("Standard input can be read once only.")
    yield from _teams(plain, event, main_min, "The files")
    for name in names:
        if _is_folder(name):
            for folder, files in _folders(Path(name)):
                yield from _teams(files, event, main_min, f"The files of {folder}")


def _teams(files: Sequence[str], event: Event, main_min: int, of: str) -> Iterator[TeamFiles]:
    size = event.team_size or (1 if event.structure == "individual" else USUAL_SIZE)
    waiting: list[tuple[Decklist, str]] = []
    for name in files:
        # The file's name stands for the player's in the report.
        decks = [
            (replace(deck, player=deck.player or shown(name)), shown(name))
            for deck in decklists.read_team(read_text(name), main_min=main_min)
        ]
        if len(decks) > 1 and size > 1:
            yield _team(decks)
            continue
        for deck in decks:
            waiting.append(deck)
            if len(waiting) == size:
                yield _team(waiting)
                waiting = []
    if waiting:
        left = ", ".join(name for _, name in waiting)
        raise CannotBeAsked(f"{of} make no whole teams of {size}: {left} is left over.")


def _team(decks: Sequence[tuple[Decklist, str]]) -> TeamFiles:
    return TeamFiles(tuple(deck for deck, _ in decks), tuple(name for _, name in decks))


def _is_folder(name: str) -> bool:
    try:
        return name != STDIN and Path(name).is_dir()
    except ValueError:  # a NUL in the name, which reading says
        return False


def _folders(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """The folder and those within it, each with its files by name."""
    try:
        inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    except OSError as error:
        raise CannotBeAsked(f"{folder} cannot be read: {error.strerror}.") from None
    if files := [str(one) for one in inside if one.is_file()]:
        yield folder, files
    for one in inside:
        if one.is_dir():
            yield from _folders(one)

"""Structures: the sizes of teams, their usual policies and their games."""

from functools import cache
from typing import NamedTuple

from formats.files import FOLDER, names, plain, read_toml, record
from messages import Message, say

STRUCTURES = FOLDER / "structures"


class StructureRules(NamedTuple):
    """The requirements of a structure for a team, with their source."""

    id: str
    name: Message
    team: Message
    """A team of this structure, as part of a sentence; translatable like the name."""
    players: int
    """The usual number of players in a team."""
    sizes: tuple[int, ...]
    """The numbers of decks a team may have unless the event names one, ascending."""
    source: str
    clause: str
    also: tuple[str, ...] = ()
    """Usual short names, such as 2HG, in lower case."""
    policy: str | None = None
    """The usual team policy; None stands for the default."""
    facts: str | None = None
    """The kind of event whose facts hold in Constructed."""
    one_game: bool = False
    """Whether the decks of a team meet in one game, and therefore in one format."""

    @property
    def has_deck_formats(self) -> bool:
        """Whether the decks of a team may be of several formats."""
        return self.players > 1 and not self.one_game


def find_structure_id(text: str) -> str:
    """The id of the structure of that id or name, in any case; else the text itself."""
    return text if text in structure_ids() else _ids_by_name().get(plain(text), text)


@cache
def _ids_by_name() -> dict[str, str]:
    by_name: dict[str, str] = {}
    for structure_id in structure_ids():
        rules = structure(structure_id)
        for name in (structure_id, rules.name, *rules.also):
            by_name[plain(name)] = structure_id
    return by_name


def structure_ids() -> tuple[str, ...]:
    """The ids of all structures, sorted."""
    return names(STRUCTURES)


@cache
def structure(structure_id: str) -> StructureRules:
    """The structure of that id; FileNotFoundError."""
    table = read_toml(STRUCTURES / f"{structure_id}.toml")
    words = {key: say(table[key]) for key in ("name", "team")}
    return record(StructureRules, {**table, **words}, id=structure_id)

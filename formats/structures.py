"""Structures: the sizes of teams, their usual policies and games, and how they play on a day."""

import datetime
from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from formats.files import FOLDER, names, plain, read_toml, record
from formats.model import Format, Kind, Period
from messages import Message, say

STRUCTURES = FOLDER / "structures"
LIFE = "life"
TOPICS: Mapping[str, Message] = {
    LIFE: say("Life"),
    "poison": say("Poison"),
    "heads": say("More than two heads"),
    "mulligan": say("Mulligans"),
    "first-draw": say("First draw"),
    "games": say("Games of a match"),
    "sideboard": say("Sideboard"),
    "seats": say("Seats"),
}
"""What the facts of structures are about, in the order of an announcement."""


class StructureFact(NamedTuple):
    """What an organizer announces about how teams play, in force for a time."""

    about: str
    """One of `TOPICS`."""
    value: Message
    """The fact as a sentence."""
    source: str
    life: Period
    kind: Kind | None = None
    """The kind of format that it is about; None: every kind."""


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
    one_game: bool = False
    """Whether the decks of a team meet in one game, and therefore in one format."""
    facts: tuple[StructureFact, ...] = ()
    """By topic and first day."""

    @property
    def has_deck_formats(self) -> bool:
        """Whether the decks of a team may be of several formats."""
        return self.players > 1 and not self.one_game

    def since(self, about: str, kind: Kind) -> datetime.date:
        """The first day of what holds today about a topic in a kind of format."""
        return max(
            fact.life.start for fact in self.facts if (fact.about, fact.kind) == (about, kind)
        )

    def facts_on(
        self, day: datetime.date, play_format: Format | None = None
    ) -> tuple[StructureFact, ...]:
        """The facts that hold on a day, all or those for events of a format.

        Formats with commanders have life totals of their own.
        """
        return tuple(
            fact
            for fact in self.facts
            if day in fact.life
            and (play_format is None or fact.kind in (None, play_format.kind))
            and not (fact.about == LIFE and play_format and play_format.command_zone)
        )


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
    facts = tuple(_facts(table.get("fact", [])))
    return record(StructureRules, {**table, **words}, id=structure_id, facts=facts)


def _facts(blocks: list[dict[str, Any]]) -> list[StructureFact]:
    """The facts in the order of their topics; each lasts until the next one about the same."""
    facts = []
    for topic in TOPICS:
        for kind in (None, "constructed", "limited"):
            dated = [
                block for block in blocks if (block["about"], block.get("kind")) == (topic, kind)
            ]
            for block, later in zip_longest(dated, dated[1:]):
                life = Period(block["from"], later["from"] if later else None)
                words: str = block["value"]
                value = say(words)
                facts.append(record(StructureFact, block, life=life, value=value))
    return facts

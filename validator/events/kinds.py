"""Which kinds of event have facts that apply to a given event."""

from __future__ import annotations

from typing import NamedTuple

from formats import Format
from validator.model import Structure


class EventSource(NamedTuple):
    """A kind of event with facts, and which of its facts apply."""

    event: str
    parameters: frozenset[str] | None = None
    """None: all of them."""

    def covers(self, parameter: str) -> bool:
        """Whether its fact about the parameter applies."""
        return self.parameters is None or parameter in self.parameters


# The rules for every deck (MTR 6.1 and 7.1) are recorded among the facts about team events.
EVERY_CONSTRUCTED = EventSource(
    "team-constructed-three", frozenset({"main_min", "main_max", "side"})
)
EVERY_LIMITED = EventSource("two-headed-giant-sealed", frozenset({"main_min", "copies_max"}))


def sources_of(play_format: Format, structure: Structure) -> tuple[EventSource, ...]:
    """The kinds of event whose facts apply to this format and structure.

    Most specific first: on conflicts the first one wins.
    """
    if play_format.kind == "constructed":
        return (_CONSTRUCTED.get(structure, EVERY_CONSTRUCTED),)
    limited = EventSource("limited")
    kind = play_format.base or play_format.id
    match structure, kind:
        case "two-headed-giant", "booster-draft":
            return (EventSource("two-headed-giant-draft"), limited)
        case "two-headed-giant", _ if play_format.id == "prerelease-sealed":
            prerelease = EventSource("two-headed-giant-prerelease")
            return (prerelease, EventSource("two-headed-giant-sealed"), limited)
        case "two-headed-giant", _:
            return (EventSource("two-headed-giant-sealed"), limited)
        case "team-constructed", "sealed":
            return (EventSource("team-sealed"), limited)
        case _:
            return (EVERY_LIMITED, limited)


_CONSTRUCTED = {
    "two-headed-giant": EventSource("two-headed-giant-constructed"),
    "team-constructed": EventSource("team-constructed-three"),
}

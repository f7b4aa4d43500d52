"""Which of the kinds of event that facts are kept about an event is of."""

from __future__ import annotations

from typing import NamedTuple

from formats import Format
from validator.model import Structure


class EventSource(NamedTuple):
    """A kind of event that facts are kept about, and which of its facts hold for an event."""

    event: str
    parameters: frozenset[str] | None = None
    """None: all of them."""

    def covers(self, parameter: str) -> bool:
        """Whether its fact about the parameter holds."""
        return self.parameters is None or parameter in self.parameters


# The rules for every deck (MTR 6.1 and 7.1) stand among the facts about team events.
EVERY_CONSTRUCTED = EventSource(
    "team-constructed-three", frozenset({"main_min", "main_max", "side"})
)
EVERY_LIMITED = EventSource("two-headed-giant-sealed", frozenset({"main_min", "copies_max"}))


def sources_of(play_format: Format, structure: Structure) -> tuple[EventSource, ...]:
    """The kinds of event whose facts hold for one of this format and structure.

    The most special comes first: where two say something, it decides.
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

"""Which kinds of event have facts that apply to a given event."""

from __future__ import annotations

from typing import NamedTuple

import formats
from formats import Format
from validator.model import Structure


class EventSource(NamedTuple):
    """A kind of event with facts, and which of its facts apply."""

    event: str
    parameters: frozenset[str] | None = None
    """None: all of them."""
    left_out: frozenset[str] = frozenset()

    def covers(self, parameter: str) -> bool:
        """Whether its fact about the parameter applies."""
        is_covered = self.parameters is None or parameter in self.parameters
        return is_covered and parameter not in self.left_out


# The rules for every deck (MTR 6.1 and 7.1) are recorded among the facts about team events.
EVERY_CONSTRUCTED = EventSource(
    "team-constructed-three", frozenset({"main_min", "main_max", "side"})
)
OF_USUAL_FORMATS = frozenset(
    {
        "same_card_in_two_decks",
        "team_copies_max",
        "exempt",
        "text_overrides_limit",
        "applies_when",
        "restricted_per_team",
        "side",
        "starting_life",
        "player_life",
        "more_than_two_heads",
        "life_per_further_head",
        "formats",
    }
)
"""Rules on teams and life totals that do not apply to formats with their own team policy, such as
Commander."""
OF_SIXTY_CARDS = frozenset({"main_min", "side"})
EVERY_LIMITED = EventSource("two-headed-giant-sealed", frozenset({"main_min", "copies_max"}))


def sources_of(play_format: Format, structure: Structure) -> tuple[EventSource, ...]:
    """The kinds of event whose facts apply to this format and structure.

    Most specific first: on conflicts the first one wins.
    """
    kind = play_format.base or play_format.id
    if play_format.kind == "constructed":
        of_structure, own = formats.structure(structure).facts, f"{structure}-{kind}"
        usual = EventSource(of_structure) if of_structure else EVERY_CONSTRUCTED
        if play_format.policy:
            usual = usual._replace(left_out=OF_USUAL_FORMATS)
        return (EventSource(own), usual) if own in formats.events() else (usual,)
    limited = EventSource("limited")
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
        case "emperor", _:
            return (EventSource("emperor", left_out=OF_SIXTY_CARDS), EVERY_LIMITED, limited)
        case _:
            return (EVERY_LIMITED, limited)

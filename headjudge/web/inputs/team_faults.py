"""What is wrong between the fields of a team, once each is right by itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from formats import Format
from headjudge.web.inputs.fields import fault_of
from headjudge.web.inputs.lengths import list_fault
from headjudge.web.service import house_folder as house
from headjudge.web.service.limits import LIMITS
from messages import say
from validator import questions
from validator.model import Structure

EMPTY: Mapping[str, Any] = MappingProxyType({})
FORMATS_MAX = LIMITS.formats


def structure_faults(event: Format, sent: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with the structure of an event, or the size of its teams, by field."""
    if "structure" not in sent and "team_size" not in sent:
        return {}
    try:
        structure = questions.structure_at(event, sent.get("structure"))
    except questions.CannotBeAsked as error:
        return {"structure": [error.message]}
    if "team_size" in sent and (
        fault := fault_of(questions.check_team_size, structure, sent["team_size"])
    ):
        return {"team_size": [fault]}
    return {}


def pool_faults(event: Format, sent: Mapping[str, Any]) -> dict[str, Any]:
    """A card pool or product in Constructed, by field: a verdict without them would mislead."""
    if event.kind == "limited":
        return {}
    return {
        name: [
            say("{format} is Constructed, which has no card pool: leave it out.", format=event.name)
        ]
        for name in ("pool", "product")
        if sent.get(name)
    }


def formats_faults(event: Format, sent: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with the further formats of a team, by field."""
    further = sent.get("formats")
    if not further:
        return {}
    if len(further) > FORMATS_MAX:
        fault: str = say("A team may be judged in {most} further formats.", most=FORMATS_MAX)
    elif event.kind == "limited":
        fault = say("Decks of Limited are legal in one event alone: leave this out.")
    elif "house" in sent:
        fault = say("House rules are those of one format: leave this out.")
    elif any("format" in deck for deck in sent["decks"]):
        fault = say("A deck has a format of its own: leave this out.")
    else:
        checked = [fault_of(_check_constructed, format_id) for format_id in further]
        faults = {index: [wrong] for index, wrong in enumerate(checked) if wrong}
        return {"formats": faults} if faults else {}
    return {"formats": [fault]}


def _check_constructed(format_id: str) -> None:
    own = questions.known_format(format_id, house.houses())
    if own.kind == "limited":
        raise questions.CannotBeAsked(
            say("{format} is Limited, for which decks are built there.", format=own.id)
        )


def deck_faults(
    event: Format,
    decks: list[Any],
    pool: Mapping[str, Any] = EMPTY,
    structure: str | None = None,
) -> Any:
    """What is wrong with the decks of a team at an event, as marshmallow has it; or nothing."""
    if faults := _deck_format_faults(event, decks, structure):
        return faults
    fault = list_fault(*decks, pool)
    return [fault] if fault else []


def _deck_format_faults(event: Format, decks: list[Any], structure: str | None) -> dict[int, Any]:
    # A structure that goes with no event has a fault of its own.
    played = cast(Structure, event.structure or structure or questions.DEFAULT_STRUCTURE)
    return {
        index: {"format": [fault]}
        for index, deck in enumerate(decks)
        if "format" in deck
        and (
            fault := fault_of(
                questions.known_deck_format, deck["format"], event, played, house.houses()
            )
        )
    }

"""Faults between the fields of a team, each of which is valid on its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, cast

from formats import Format
from headjudge import decklists
from headjudge.web import facts_in_force
from headjudge.web.inputs.fields import fault_of
from headjudge.web.limits import LIMITS
from messages import say
from validator import questions
from validator.model import COMMANDER, MAIN, SIDEBOARD, Structure

EMPTY: Mapping[str, Any] = MappingProxyType({})
SECTIONS = (COMMANDER, MAIN, SIDEBOARD)
"""The sections, and fields, of a deck that is sent card by card."""
FORMATS_MAX = LIMITS.formats
LINES_MAX = LIMITS.lines
"""Lines, or entries, of all lists of one team; ten times those of the largest decks and pools."""
CHARACTERS_MAX = LIMITS.characters
FORMAT_LINES_MAX = LIMITS.format_lines
LINE_MAX = LIMITS.line
"""Characters of a line, in line-based lists; no title has 200."""


def faults_between(event: Format, team: Mapping[str, Any]) -> dict[str, Any]:
    """Faults between the fields of a team at an event, by field."""
    errors = structure_faults(event, team)
    if faults := deck_faults(event, team["decks"], team.get("pool", EMPTY), team.get("structure")):
        errors["decks"] = faults
    return errors | pool_faults(event, team) | formats_faults(event, team)


def structure_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """Faults of an event's structure or team size, by field."""
    if "structure" not in request and "team_size" not in request:
        return {}
    try:
        structure = questions.structure_at(event, request.get("structure"))
    except questions.InvalidQuestion as error:
        return {"structure": [error.message]}
    if "team_size" in request and (
        fault := fault_of(questions.check_team_size, structure, request["team_size"])
    ):
        return {"team_size": [fault]}
    return {}


def pool_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """A card pool or product in Constructed, by field: ignoring them would mislead."""
    if event.kind == "limited":
        return {}
    return {
        name: [
            say("{format} is Constructed, which has no card pool: leave it out.", format=event.name)
        ]
        for name in ("pool", "product")
        if request.get(name)
    }


def formats_faults(event: Format, request: Mapping[str, Any]) -> dict[str, Any]:
    """Faults of a team's additional formats, by field."""
    format_ids = request.get("formats")
    if not format_ids:
        return {}
    if len(format_ids) > FORMATS_MAX:
        fault: str = say("A team may be judged in {most} further formats.", most=FORMATS_MAX)
    elif event.kind == "limited":
        fault = say("Limited decks are legal in their own event only: leave this out.")
    elif "house" in request:
        fault = say("House rules are those of one format: leave this out.")
    elif any("format" in deck for deck in request["decks"]):
        fault = say("A deck has a format of its own: leave this out.")
    elif len(format_ids) * sum(map(_lines_of, request["decks"])) > FORMAT_LINES_MAX:
        fault = say("These lists are too long to be judged in so many further formats.")
    else:
        faults = {
            index: [format_fault]
            for index, format_id in enumerate(format_ids)
            if (format_fault := fault_of(_check_constructed, format_id))
        }
        return {"formats": faults} if faults else {}
    return {"formats": [fault]}


def _check_constructed(format_id: str) -> None:
    play_format = questions.find_format(format_id, facts_in_force.houses())
    if play_format.kind == "limited":
        raise questions.InvalidQuestion(
            say("{format} is Limited, for which decks are built there.", format=play_format.id)
        )


def deck_faults(
    event: Format,
    decks: list[Any],
    pool: Mapping[str, Any] = EMPTY,
    structure: str | None = None,
) -> Any:
    """Faults of a team's decks at an event, in marshmallow's form; empty if there are none."""
    if faults := _deck_format_faults(event, decks, structure):
        return faults
    fault = list_fault(*decks, pool)
    return [fault] if fault else []


def _deck_format_faults(event: Format, decks: list[Any], structure: str | None) -> dict[int, Any]:
    # A structure that no event has is already a fault of its own.
    valid_structure = cast(Structure, event.structure or structure or questions.DEFAULT_STRUCTURE)
    return {
        index: {"format": [fault]}
        for index, deck in enumerate(decks)
        if "format" in deck
        and (
            fault := fault_of(
                questions.find_deck_format,
                deck["format"],
                event,
                valid_structure,
                facts_in_force.houses(),
            )
        )
    }


def list_fault(*lists: Mapping[str, Any]) -> str:
    """The fault if these lists are too long together, as a sentence; else empty."""
    for entry in lists:
        if _has_long_line(entry.get("list", ""), entry.get("syntax")):
            return say("A line of a list may have at most {most} characters.", most=LINE_MAX)
    if _characters_of(lists) > CHARACTERS_MAX:
        return say(
            "The lists of one team may have at most {most} characters together.",
            most=CHARACTERS_MAX,
        )
    is_short = sum(map(_most_lines_of, lists)) <= LINES_MAX
    return "" if is_short else line_fault(sum(map(_lines_of, lists)))


def _characters_of(lists: Iterable[Mapping[str, Any]]) -> int:
    """The characters of all lists that are read line by line, if these may be too many."""
    texts = [(entry["list"], entry.get("syntax")) for entry in lists if "list" in entry]
    if sum(len(text) for text, _ in texts) <= CHARACTERS_MAX:
        return 0
    return sum(len(text) for text, syntax in texts if decklists.is_of_lines(text, syntax))


def lines_of(team: Mapping[str, Any]) -> int:
    """The lines of all lists of a team, or their entries."""
    return sum(map(_lines_of, (*team["decks"], team.get("pool", EMPTY))))


def _most_lines_of(entry: Mapping[str, Any]) -> int:
    """An upper bound: a text has no more lines or entries than characters."""
    return len(entry["list"]) if "list" in entry else _entries_of(entry)


def _lines_of(entry: Mapping[str, Any]) -> int:
    """The number of lines of a list, or of its entries."""
    if "list" in entry:
        return decklists.size(entry["list"], syntax=entry.get("syntax"))
    return _entries_of(entry)


def _entries_of(entry: Mapping[str, Any]) -> int:
    return sum(len(entry.get(part, ())) for part in SECTIONS)


def _has_long_line(text: str, syntax: str | None) -> bool:
    """Whether a line-based text has a line over the limit."""
    return (
        len(text) > LINE_MAX
        and max(map(len, text.splitlines()), default=0) > LINE_MAX
        and decklists.is_of_lines(text, syntax)
    )


def line_fault(lines: int) -> str:
    """The fault of this number of lines, as a sentence; empty if it is allowed."""
    if lines <= LINES_MAX:
        return ""
    return say(
        "The lists of one team may have at most {most} lines together, not {number}.",
        most=LINES_MAX,
        number=lines,
    )

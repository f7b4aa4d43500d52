"""The parts of house files on exact sizes, singleton and commanders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, get_args

from formats.command_zones import FLAGS, LEADS
from formats.model import CommandZone, Dated, Format, Period, Singleton
from messages import say

KINDS: Mapping[str, tuple[type, str]] = MappingProxyType(
    {
        "main_max": (int, say("a whole number")),
        "singleton": (str, say("a text")),
        "commander": (dict, say("a table")),
    }
)
"""The type of each key's value, and its display name."""


def faults(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The faults in these parts, each with its key; the values already have the right types."""
    scopes = get_args(Singleton)
    if table.get("singleton", scopes[0]) not in scopes:
        yield "singleton", say("There are: {known}.", known=", ".join(scopes))
    smallest = max(table["main_min"], 1) if isinstance(table.get("main_min"), int) else 1
    if isinstance(most := table.get("main_max"), int) and most < smallest:
        yield "main_max", say("This may not be {value}.", value=most)
    zone = table.get("commander", {})
    if isinstance(zone, dict):
        yield from (("commander", fault) for fault in _zone_faults(zone))


def _zone_faults(zone: Mapping[str, Any]) -> Iterator[str]:
    if zone.keys() - {"leads", *FLAGS} or any(
        type(zone.get(flag, True)) is not bool for flag in FLAGS
    ):
        keys = ", ".join(("leads", *FLAGS))
        yield say("There is no such key. There are: {known}.", known=keys)
    leads = zone.get("leads", [LEADS[0]])
    if not isinstance(leads, list) or not leads or not set(map(str, leads)) <= set(LEADS):
        yield say("There are: {known}.", known=", ".join(LEADS))


def changes(table: Mapping[str, Any], base: Format, life: Period) -> dict[str, Any]:
    """The fields of the format that the file changes."""
    fields: dict[str, Any] = {key: table[key] for key in ("main_max",) if key in table}
    if "singleton" in table:
        fields |= {"singleton": table["singleton"], "copies_max": 1}
    elif "copies_max" in table:
        fields["singleton"] = None
    if "commander" in table:
        zone = table["commander"]
        flags = {flag: zone[flag] for flag in FLAGS if flag in zone}
        usual = base.command_zone.leads if base.command_zone else (Dated(LEADS[:1], life),)
        leads = (Dated(tuple(zone["leads"]), life),) if "leads" in zone else usual
        fields["command_zone"] = CommandZone(leads, **flags)
    return fields

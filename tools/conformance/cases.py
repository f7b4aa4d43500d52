"""Cases, their groups, and the file of a topic."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Document = dict[str, Any]
VERSION = "1.0"
INDIVIDUAL = "individual"
TWO_HEADED_GIANT = "two-headed-giant"


class Case(NamedTuple):
    """One fact: the request, and the minimum content of the answer."""

    name: str
    request: Document
    expect: Document


class Group(NamedTuple):
    """Cases of one sentence of a rulebook; `mistake` is the usual fault of engines that fail."""

    id: str
    description: str
    source: str
    mistake: str
    cases: Sequence[Case]
    operation: str = "validate"


def deck(*cards: tuple[int, str], sideboard: Sequence[tuple[int, str]] = ()) -> Document:
    """A deck of copies and titles."""
    return {"main": _cards(cards), "sideboard": _cards(sideboard)}


def _cards(cards: Iterable[tuple[int, str]]) -> list[Document]:
    return [{"name": name, "count": copies} for copies, name in cards if copies]


def team(format: str, as_of: str, *decks: Document, **more: object) -> Document:
    """The request for a team of two heads, or for a player where there is one deck."""
    structure = INDIVIDUAL if len(decks) == 1 else TWO_HEADED_GIANT
    return {"format": format, "structure": structure, "as_of": as_of, "decks": [*decks], **more}


def legal() -> Document:
    """The expectation for a team without a fault."""
    return {"legal": True, "violations": []}


def illegal(*violations: Mapping[str, object]) -> Document:
    """The expectation for a team with these faults and no other."""
    return {"legal": False, "violations": [dict(violation) for violation in violations]}


def verdict(*violations: Mapping[str, object] | None) -> Document:
    """The expectation for a team with these faults; None stands for no fault."""
    faults = [violation for violation in violations if violation is not None]
    return illegal(*faults) if faults else legal()


def slug(title: str) -> str:
    """The name of a case about the title: small letters, digits and hyphens."""
    folded = unicodedata.normalize("NFKD", title.lower())
    letters = "".join(
        c if c.isascii() and c.isalnum() else "-" * (not unicodedata.combining(c)) for c in folded
    )
    return "-".join(part for part in letters.split("-") if part)


def write(path: Path, topic: str, groups: Iterable[Group]) -> int:
    """Write the file of a topic, a case a line; returns the number of its cases."""
    groups = list(groups)
    lines = [f'{{"topic": {_json(topic)}, "version": {_json(VERSION)}, "groups": [']
    for last, group in _with_last(groups):
        head = {key: getattr(group, key) for key in HEAD}
        lines.append(f'{_json(head)[:-1]}, "cases": [')
        for end, (name, request, expect) in _with_last(group.cases):
            case = {"id": f"{topic}/{group.id}/{name}", "request": request, "expect": expect}
            lines.append(" " + _json(case) + "," * (not end))
        lines.append("]}" + "," * (not last))
    lines.append("]}\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")
    return sum(len(group.cases) for group in groups)


HEAD = ("id", "description", "operation", "source", "mistake")


def _with_last(items: Sequence[Any]) -> Iterable[tuple[bool, Any]]:
    return ((item is items[-1], item) for item in items)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

"""The page's form: what was typed into it, and the request that it stands for."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from validator.asking import DECKS_MAX, DEFAULT_POLICY, DEFAULT_STRUCTURE
from validator.product_text import read_product
from web.choices import USUAL_PLAYERS
from web.problems import Fault


class Box(NamedTuple):
    """One player's part of the form."""

    player: str = ""
    list: str = ""

    @property
    def is_blank(self) -> bool:
        return not (self.player.strip() or self.list.strip())


@dataclass(frozen=True, slots=True)
class Form:
    """The form's values, each as it was typed."""

    as_of: str
    format: str = ""
    structure: str = DEFAULT_STRUCTURE
    policy: str = DEFAULT_POLICY
    team: str = ""
    team_size: str = ""
    boxes: tuple[Box, ...] = ()
    pool: str = ""
    product: str = ""

    @property
    def filled(self) -> tuple[Box, ...]:
        """The players' boxes up to the last one that is filled in."""
        boxes = list(self.boxes)
        while boxes and boxes[-1].is_blank:
            boxes.pop()
        return tuple(boxes)

    def fitted(self, at_least: int = 0) -> Form:
        """The form with as many boxes as the event asks for, and none lost that is filled."""
        asked = (
            int(self.team_size) if self.team_size in _SIZES else USUAL_PLAYERS.get(self.structure)
        )
        boxes = self.filled
        missing = max(asked or 2, min(at_least, DECKS_MAX)) - len(boxes)
        return replace(self, boxes=(*boxes, *(Box() for _ in range(missing))))

    def request(self) -> dict[str, Any]:
        """The request to the API that asks the same; what was left empty is left out."""
        decks = [_given(player=box.player.strip()) | {"list": box.list} for box in self.filled]
        team = _given(
            format=self.format,
            structure=self.structure,
            as_of=self.as_of.strip(),
            policy=self.policy,
            team=self.team.strip(),
            team_size=_number(self.team_size),
            product=read_product(self.product),
        )
        pool = {"pool": {"list": self.pool}} if self.pool.strip() else {}
        return team | {"decks": decks} | pool


def blank(today: datetime.date) -> Form:
    """The form as it is first shown."""
    return Form(as_of=today.isoformat()).fitted()


def typed(values: MultiDict[str, str], today: datetime.date) -> Form:
    """The form that was sent. `player` and `list` come once a player, in order."""
    # One list too many is enough to be told so.
    lists = values.getlist("list")[: DECKS_MAX + 1]
    players = values.getlist("player")[: len(lists)]
    players += [""] * (len(lists) - len(players))
    return Form(
        as_of=values.get("as_of", "") or today.isoformat(),
        format=values.get("format", ""),
        structure=values.get("structure", DEFAULT_STRUCTURE),
        policy=values.get("policy", DEFAULT_POLICY),
        team=values.get("team", ""),
        team_size=values.get("team_size", ""),
        boxes=tuple(map(Box, players, lists)),
        pool=values.get("pool", ""),
        product=values.get("product", ""),
    )


def by_field(faults: Iterable[Fault], form: Form) -> dict[str, list[str]]:
    """The faults of the form's request by the field that each is about, in the form's order."""
    found: dict[str, list[str]] = {}
    for fault in faults:
        found.setdefault(_field_of(fault.pointer), []).append(fault.detail)
    if not form.format and "format" in found:
        found["format"] = ["Choose the format that the decks are built for."]
    if not form.filled and "list-1" in found:
        found["list-1"] = ["Paste a decklist here."]
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


_SIZES = tuple(str(number) for number in range(1, DECKS_MAX + 1))
_FIELDS = ("", "format", "as_of", "structure", "team_size", "team", "policy")


def _field_of(pointer: str) -> str:
    match pointer.split("/")[1:]:
        case ["decks"]:
            return "list-1"
        case ["decks", index, "player"]:
            return f"player-{int(index) + 1}"
        case ["decks", index, *_]:
            return f"list-{int(index) + 1}"
        case [name, *_]:
            return name
    return ""


def _order(field: str) -> tuple[int, int, str]:
    if field in _FIELDS:
        return (_FIELDS.index(field), 0, field)
    name, _, number = field.partition("-")
    return (len(_FIELDS) + (not number), int(number or 0), name)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", {})}


def _number(text: str) -> int | str:
    return int(text) if text in _SIZES else text.strip()

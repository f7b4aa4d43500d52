"""The page's form: what was typed into it, and the request that it stands for."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from werkzeug.datastructures import FileStorage, MultiDict

from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.links import Fetched, is_link
from headjudge.web.service.problems import Fault
from headjudge.web.words.choices import USUAL_PLAYERS
from messages import Message, say
from validator.limited.written_product import read_product
from validator.questions import DECKS_MAX, DEFAULT_POLICY, DEFAULT_STRUCTURE, shorten


class Given(NamedTuple):
    """A list as it was given: typed, or in a file, which takes the place of what was typed."""

    text: str
    encoding: str | None = None
    """The encoding of the file, where it had to be guessed."""
    fault: str = ""
    """What is wrong with the file, as a sentence."""


NOTHING = Given("")


class Box(NamedTuple):
    """One player's part of the form."""

    player: str = ""
    given: Given = NOTHING
    format: str = ""
    """The deck's own format; empty where it is the event's."""

    @property
    def list(self) -> str:
        """The text of the list."""
        return self.given.text

    @property
    def is_blank(self) -> bool:
        return not (self.player.strip() or self.list.strip() or self.given.fault)


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
    pool_given: Given = NOTHING
    product: str = ""
    house: Mapping[str, str] = field(default_factory=dict)
    """House rules: what was typed into each of their lists, a title a line."""

    @property
    def house_titles(self) -> dict[str, list[str]]:
        """The titles of each list of house rules that has some."""
        typed = {name: self.house.get(name, "").splitlines() for name in LISTS}
        titles = {name: [line.strip() for line in lines] for name, lines in typed.items()}
        return {name: list(filter(None, lines)) for name, lines in titles.items() if any(lines)}

    @property
    def pool(self) -> str:
        """The text of the card pool."""
        return self.pool_given.text

    @property
    def file_faults(self) -> dict[str, list[str]]:
        """What is wrong with files, by field."""
        given = {f"file-{number}": box.given for number, box in enumerate(self.boxes, 1)}
        given["pool_file"] = self.pool_given
        return {field: [one.fault] for field, one in given.items() if one.fault}

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

    def with_lists(self, fetched: Mapping[int | None, Fetched]) -> Form:
        """The form with the lists that were fetched in place of their links, to be shown.

        They are given by the place of their box, from 0; None is the pool.
        """
        lists = {place: Given(one.text, one.encoding) for place, one in fetched.items()}
        return replace(
            self,
            boxes=tuple(
                box._replace(given=lists.get(place, box.given))
                for place, box in enumerate(self.boxes)
            ),
            pool_given=lists.get(None, self.pool_given),
        )

    def cleared(self) -> Form:
        """The form for the next team: the event is the same, its lists are still to come."""
        return replace(self, team="", boxes=(), pool_given=NOTHING).fitted(len(self.boxes))

    def with_list(self, box: int | None, text: str) -> Form:
        """The form with another text in a box, from 0, or in the card pool's (None)."""
        if box is None:
            return replace(self, pool_given=Given(text))
        boxes = list(self.boxes)
        boxes[box] = boxes[box]._replace(given=Given(text))
        return replace(self, boxes=tuple(boxes))

    @property
    def has_links(self) -> bool:
        """Whether an address stands in place of a list."""
        return any(is_link(text) for text in (self.pool, *(box.list for box in self.boxes)))

    @property
    def has_own_formats(self) -> bool:
        """Whether decks may have, or do have, formats of their own."""
        return self.structure == "team-constructed" or any(box.format for box in self.boxes)

    def request(self) -> dict[str, Any]:
        """The request to the API that asks the same; what was left empty is left out."""
        decks = [
            _given(player=box.player.strip(), format=box.format) | _cards(box.list)
            for box in self.filled
        ]
        team = _given(
            format=self.format,
            structure=self.structure,
            as_of=self.as_of.strip(),
            policy=self.policy,
            team=self.team.strip(),
            team_size=_number(self.team_size),
            product=read_product(self.product),
            house=self.house_titles,
        )
        pool = {"pool": _cards(self.pool)} if self.pool.strip() else {}
        return team | {"decks": decks} | pool


def blank(today: datetime.date) -> Form:
    """The form as it is first shown."""
    return Form(as_of=today.isoformat()).fitted()


def sent(
    values: MultiDict[str, str], files: MultiDict[str, FileStorage], today: datetime.date
) -> Form:
    """The form that was sent.

    `player`, `list`, `deck_format` and `file` come once a player, in order.
    """
    # One list too many is enough to be told so.
    lists = values.getlist("list")[: DECKS_MAX + 1]
    given = _given_lists(lists, files.getlist("file")[: len(lists)])
    players, own_formats = (
        [*values.getlist(name), *([""] * len(lists))][: len(lists)]
        for name in ("player", "deck_format")
    )
    (pool,) = _given_lists([values.get("pool", "")], files.getlist("pool_file")[:1])
    return Form(
        as_of=values.get("as_of", "") or today.isoformat(),
        format=values.get("format", ""),
        structure=values.get("structure", DEFAULT_STRUCTURE),
        policy=values.get("policy", DEFAULT_POLICY),
        team=values.get("team", ""),
        team_size=values.get("team_size", ""),
        boxes=tuple(map(Box, players, given, own_formats)),
        pool_given=pool,
        product=values.get("product", ""),
        house={name: values.get(f"house_{name}", "") for name in LISTS},
    )


def by_field(faults: Iterable[Fault], form: Form) -> dict[str, list[str]]:
    """The faults of the form's request by the field that each is about, in the form's order."""
    found: dict[str, list[str]] = {}
    for fault in faults:
        found.setdefault(_field_of(fault.pointer), []).append(fault.detail)
    if not form.format and "format" in found:
        found["format"] = [say("Choose the format that the decks are built for.")]
    if not form.filled and "list-1" in found:
        found["list-1"] = [say("Paste a decklist here.")]
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


def _given_lists(typed: Sequence[str], files: Sequence[FileStorage]) -> list[Given]:
    missing = [None] * (len(typed) - len(files))
    return [_given_list(*one) for one in zip(typed, [*files, *missing], strict=True)]


def _given_list(typed: str, file: FileStorage | None) -> Given:
    if file is None or not file.filename:
        return Given(typed)
    try:
        text, guessed = decklists.decode(file.read())
    except decklists.NoText as error:
        return Given(typed, fault=no_text(file.filename, error))
    return Given(text, guessed)


def no_text(name: str, error: Exception) -> Message:
    """What is said of a file that is no text."""
    return say("“{name}” {fault}.", name=shorten(name), fault=error.args[0])


_SIZES = tuple(str(number) for number in range(1, DECKS_MAX + 1))
_BOX_FIELDS = {"player": "player", "format": "deck_format"}
_FIELDS = ("", "saved", "format", "as_of", "structure", "team_size", "team", "policy")


def _field_of(pointer: str) -> str:
    match pointer.split("/")[1:]:
        case ["decks"]:
            return "list-1"
        case ["decks", index, "player" | "format" as name]:
            return f"{_BOX_FIELDS[name]}-{int(index) + 1}"
        case ["decks", index, *_]:
            return f"list-{int(index) + 1}"
        case ["house", *rest]:
            return f"house_{rest[0] if rest and rest[0] in LISTS else LISTS[0]}"
        case [name, *_] if name in (*_FIELDS, "pool", "product"):
            return name
    return ""


def _order(field: str) -> tuple[int, int, str]:
    if field in _FIELDS:
        return (_FIELDS.index(field), 0, field)
    name, _, number = field.partition("-")
    return (len(_FIELDS) + (not number), int(number or 0), name)


def _cards(text: str) -> dict[str, str]:
    """What was typed for a list: a text that is wholly one address is a link."""
    return {"url": text.strip()} if is_link(text) else {"list": text}


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", {})}


def _number(text: str) -> int | str:
    return int(text) if text in _SIZES else text.strip()

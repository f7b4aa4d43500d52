"""The check form: the values of its fields, typed, selected or read from files."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import starmap, zip_longest
from typing import NamedTuple

from werkzeug.datastructures import FileStorage, MultiDict

from formats import Format
from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.links import Fetched, is_link
from headjudge.web import facts_in_force
from headjudge.web.words.choices import USUAL_PLAYERS, WITH_DECK_FORMATS
from messages import say
from validator.questions import DECKS_MAX, DEFAULT_STRUCTURE, shorten

SIZES = tuple(str(number) for number in range(1, DECKS_MAX + 1))
"""The selectable sizes of teams."""
EVENT_DEFAULTS = {
    "format": "",
    "structure": DEFAULT_STRUCTURE,
    "as_of": "",
    "policy": "",
    "team": "",
    "team_size": "",
}
"""The fields on the event and the team, with their defaults."""


class Given(NamedTuple):
    """A submitted list: typed, or in a file, which takes precedence."""

    text: str
    encoding: str | None = None
    """The encoding of the file, where it had to be guessed."""
    fault: str = ""
    """The fault of the file, as a sentence."""


NOTHING = Given("")
COMMANDER_HEADING = "\n\nCommander\n"
"""Separates a list from the content of the commander field; line numbers do not change."""
NAMES_ITS_OWN = say(
    "A deck’s address or a program’s file already names its commander: leave this field"
    " empty, or paste the list as text."
)


class AreaLine(NamedTuple):
    """A line of a text area of the page."""

    area: str
    """The id of the text area."""
    line: int


class Areas(NamedTuple):
    """The origin of a text: the text area of a list, and that of its commander."""

    list: str
    """The id of the text area of the list."""
    before_commander: int | None = None
    """The number of lines above the commander's; None without a commander field."""

    def locate(self, line: int) -> AreaLine:
        """The place on the page of a line of the text."""
        if self.before_commander is None or line <= self.before_commander:
            return AreaLine(self.list, line)
        return AreaLine(self.list.replace("list", "commander"), line - self.before_commander)


POOL_AREAS = Areas("pool")


class Box(NamedTuple):
    """One player's part of the form."""

    player: str = ""
    given: Given = NOTHING
    format: str = ""
    """The deck's own format; empty for the event's."""
    commander: str = ""
    """The content of the commander field."""

    @property
    def list(self) -> str:
        """The text of the list."""
        return self.given.text

    @property
    def is_blank(self) -> bool:
        """Whether it is empty, except for a commander left from another format."""
        return not (self.player.strip() or self.list.strip() or self.given.fault)


@dataclass(frozen=True, slots=True)
class CheckForm:
    """The form's values, unchanged."""

    as_of: str
    format: str = ""
    structure: str = DEFAULT_STRUCTURE
    policy: str = ""
    """The team policy; empty for the default of format and structure."""
    team: str = ""
    team_size: str = ""
    boxes: tuple[Box, ...] = ()
    pool_given: Given = NOTHING
    product: str = ""
    house: Mapping[str, str] = field(default_factory=dict)
    """House rules: the content of each list's field, one title per line."""

    @property
    def house_titles(self) -> dict[str, list[str]]:
        """The titles of each list of house rules that has some."""
        return house_titles(self.house)

    @property
    def pool(self) -> str:
        """The text of the card pool."""
        return self.pool_given.text

    @property
    def file_faults(self) -> dict[str, list[str]]:
        """Faults of files, by field."""
        given = {f"file-{number}": box.given for number, box in enumerate(self.boxes, 1)}
        given["pool_file"] = self.pool_given
        return {field: [entry.fault] for field, entry in given.items() if entry.fault}

    @property
    def commander_faults(self) -> dict[str, list[str]]:
        """Faults of commander fields with a link or a document, which cannot be joined."""
        return {
            f"commander-{number}": [NAMES_ITS_OWN]
            for number, box in enumerate(self.boxes, 1)
            if self.joins_commander(box)
            and (is_link(box.list) or not decklists.is_of_lines(box.list))
        }

    def format_of(self, box: Box | None = None) -> Format | None:
        """The format of the event, or of a box's deck; None for an unknown id."""
        format_id = (box and box.format) or self.format
        return facts_in_force.load(format_id) if format_id in facts_in_force.ids() else None

    def has_command_zone(self, box: Box) -> bool:
        """Whether the deck of the box has a format with commanders."""
        play_format = self.format_of(box)
        return play_format is not None and play_format.command_zone is not None

    def joins_commander(self, box: Box) -> bool:
        """Whether the commander field applies; it is ignored in other formats."""
        return bool(box.commander.strip()) and self.has_command_zone(box)

    def text_of(self, box: Box) -> str:
        """The list of a box joined with its commander field, as it is judged."""
        is_joined = self.joins_commander(box)
        return f"{box.list}{COMMANDER_HEADING}{box.commander}" if is_joined else box.list

    def areas_of(self, index: int) -> Areas:
        """The text areas of that text, of a box from 0."""
        box, area = self.boxes[index], f"list-{index + 1}"
        if not self.joins_commander(box):
            return Areas(area)
        lines = box.list.replace("\r\n", "\n").replace("\r", "\n").count("\n")
        return Areas(area, lines + COMMANDER_HEADING.count("\n"))

    @property
    def filled(self) -> tuple[Box, ...]:
        """The players' boxes up to the last one that is filled in."""
        boxes = list(self.boxes)
        while boxes and boxes[-1].is_blank and not self.joins_commander(boxes[-1]):
            boxes.pop()
        return tuple(boxes)

    def fit_boxes(self, at_least: int = 0) -> CheckForm:
        """The form with as many boxes as the event needs, keeping all that are filled in."""
        players = (
            int(self.team_size) if self.team_size in SIZES else USUAL_PLAYERS.get(self.structure)
        )
        boxes = self.filled
        missing = max(players or 2, min(at_least, DECKS_MAX)) - len(boxes)
        return replace(self, boxes=(*boxes, *(Box() for _ in range(missing))))

    def with_lists(self, fetched: Mapping[int | None, Fetched]) -> CheckForm:
        """The form with fetched lists in place of links, by the index of the box; None: pool."""
        lists = {index: Given(page.text, page.encoding) for index, page in fetched.items()}
        return replace(
            self,
            boxes=tuple(
                box._replace(given=lists.get(index, box.given))
                for index, box in enumerate(self.boxes)
            ),
            pool_given=lists.get(None, self.pool_given),
        )

    def without_lists(self) -> CheckForm:
        """The form for the next team: same event, empty lists."""
        return replace(self, team="", boxes=(), pool_given=NOTHING).fit_boxes(len(self.boxes))

    def with_list(self, box: int | None, text: str) -> CheckForm:
        """The form with a text, as of `text_of`, in a box (from 0) or as the card pool (None).

        The commander goes back to its field.
        """
        if box is None:
            return replace(self, pool_given=Given(text))
        boxes = list(self.boxes)
        commander = boxes[box].commander
        if self.joins_commander(boxes[box]):
            before, heading, behind = text.rpartition(COMMANDER_HEADING)
            text, commander = (before, behind) if heading else (text, "")
        boxes[box] = boxes[box]._replace(given=Given(text), commander=commander)
        return replace(self, boxes=tuple(boxes))

    @property
    def has_links(self) -> bool:
        """Whether a list is given by link."""
        return any(is_link(text) for text in (self.pool, *(box.list for box in self.boxes)))

    @property
    def has_own_formats(self) -> bool:
        """Whether decks may have, or already have, formats of their own."""
        return self.structure in WITH_DECK_FORMATS or any(box.format for box in self.boxes)


def house_titles(fields: Mapping[str, str]) -> dict[str, list[str]]:
    """The titles of each list of house rules that has some; fields have one title per line."""
    lines = {name: fields.get(name, "").splitlines() for name in LISTS}
    titles = {name: [*filter(None, map(str.strip, lines[name]))] for name in LISTS}
    return {name: rows for name, rows in titles.items() if rows}


def house_fields(values: Mapping[str, str]) -> dict[str, str]:
    """The content of the fields of house rules."""
    return {name: values.get(f"house_{name}", "") for name in LISTS}


def blank_form(today: datetime.date) -> CheckForm:
    """The initial form."""
    return CheckForm(as_of=today.isoformat()).fit_boxes()


def parse_form(
    values: MultiDict[str, str], files: MultiDict[str, FileStorage], today: datetime.date
) -> CheckForm:
    """The submitted form.

    `player`, `list`, `commander`, `deck_format` and `file` come once a player, in order.
    """
    # One list too many is enough for the error.
    lists = values.getlist("list")[: DECKS_MAX + 1]
    given = _submitted_lists(lists, files.getlist("file")[: len(lists)])
    players, deck_formats, commanders = (
        [*values.getlist(name), *([""] * len(lists))][: len(lists)]
        for name in ("player", "deck_format", "commander")
    )
    (pool,) = _submitted_lists([values.get("pool", "")], files.getlist("pool_file")[:1])
    return CheckForm(
        **event_values(values, today.isoformat()),
        boxes=tuple(map(Box, players, given, deck_formats, commanders)),
        pool_given=pool,
        product=values.get("product", ""),
        house=house_fields(values),
    )


def event_values(values: Mapping[str, str], today: str) -> dict[str, str]:
    """The event fields among these values; empty ones get their default."""
    defaults = EVENT_DEFAULTS | {"as_of": today}
    return {name: values.get(name, "") or default for name, default in defaults.items()}


def _submitted_lists(texts: Sequence[str], files: Sequence[FileStorage]) -> list[Given]:
    return list(starmap(_submitted_list, zip_longest(texts, files)))


def _submitted_list(text: str, file: FileStorage | None) -> Given:
    if file is None or not file.filename:
        return Given(text)
    try:
        return Given(*decklists.decode(file.read()))
    except decklists.NoText as error:
        name = shorten(file.filename)
        return Given(text, fault=say("“{name}” {fault}.", name=name, fault=error.args[0]))

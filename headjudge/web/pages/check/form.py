"""The check form: its fields, typed, selected or read from files, and its request to the API.

The form also opens requests of `POST /v1/validate`: those in the fragments of links, and the teams
of an event. They are untrusted input.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import starmap, zip_longest
from typing import Any, NamedTuple, TypeVar

from werkzeug.datastructures import FileStorage, MultiDict

import formats
from formats import Format
from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.links import Fetched, is_link
from headjudge.web import facts_in_force, fragments, question
from headjudge.web.http import Fault, Problem, parse_json
from headjudge.web.pages.page import legible
from headjudge.web.schemas import team
from headjudge.web.schemas.fields import Strict
from headjudge.web.schemas.team import SECTIONS
from headjudge.web.words.choices import USUAL_PLAYERS, WITH_DECK_FORMATS, is_limited, product_words
from messages import MessageError, say
from validator.limited.products import read_product
from validator.model import Decklist
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


class ListInput(NamedTuple):
    """A submitted list: typed, or in a file, which takes precedence."""

    text: str
    encoding: str | None = None
    """The encoding of the file, where it had to be guessed."""
    fault: str = ""
    """The fault of the file, as a sentence."""


NO_LIST = ListInput("")


class Box(NamedTuple):
    """One player's part of the form."""

    player: str = ""
    input: ListInput = NO_LIST
    format: str = ""
    """The deck's own format; empty for the event's."""

    @property
    def list(self) -> str:
        """The text of the list."""
        return self.input.text

    @property
    def is_blank(self) -> bool:
        """Whether nothing was filled in."""
        return not (self.player.strip() or self.list.strip() or self.input.fault)


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
    pool_input: ListInput = NO_LIST
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
        return self.pool_input.text

    @property
    def file_faults(self) -> dict[str, list[str]]:
        """Faults of files, by field."""
        inputs = {f"file-{number}": box.input for number, box in enumerate(self.boxes, 1)}
        inputs["pool_file"] = self.pool_input
        return {field: [entry.fault] for field, entry in inputs.items() if entry.fault}

    def format_of(self, box: Box | None = None) -> Format | None:
        """The format of the event, or of a box's deck; None for an unknown id."""
        format_id = (box and box.format) or self.format
        return facts_in_force.load(format_id) if format_id in facts_in_force.ids() else None

    @property
    def filled(self) -> tuple[Box, ...]:
        """The players' boxes up to the last one that is filled in."""
        boxes = list(self.boxes)
        while boxes and boxes[-1].is_blank:
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
        lists = {index: ListInput(page.text, page.encoding) for index, page in fetched.items()}
        return replace(
            self,
            boxes=tuple(
                box._replace(input=lists.get(index, box.input))
                for index, box in enumerate(self.boxes)
            ),
            pool_input=lists.get(None, self.pool_input),
        )

    def without_lists(self) -> CheckForm:
        """The form for the next team: same event, empty lists."""
        empty = replace(self, team="", team_size="", boxes=(), pool_input=NO_LIST)
        return empty.fit_boxes(len(self.boxes))

    def with_list(self, box: int | None, text: str) -> CheckForm:
        """The form with a text in a box (from 0) or as the card pool (None)."""
        if box is None:
            return replace(self, pool_input=ListInput(text))
        boxes = list(self.boxes)
        boxes[box] = boxes[box]._replace(input=ListInput(text))
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

    `player`, `list`, `deck_format` and `file` come once a player, in order.
    """
    # One list too many is enough for the error.
    lists = values.getlist("list")[: DECKS_MAX + 1]
    inputs = _submitted_lists(lists, files.getlist("file")[: len(lists)])
    players, deck_formats = (
        [*values.getlist(name), *([""] * len(lists))][: len(lists)]
        for name in ("player", "deck_format")
    )
    (pool,) = _submitted_lists([values.get("pool", "")], files.getlist("pool_file")[:1])
    return CheckForm(
        **event_values(values, today.isoformat()),
        boxes=tuple(map(Box, players, inputs, deck_formats)),
        pool_input=pool,
        product=values.get("product", ""),
        house=house_fields(values),
    )


def event_values(values: Mapping[str, str], today: str) -> dict[str, str]:
    """The event fields among these values; empty ones get their default."""
    defaults = EVENT_DEFAULTS | {"as_of": today}
    return {name: values.get(name, "") or default for name, default in defaults.items()}


def _submitted_lists(texts: Sequence[str], files: Sequence[FileStorage]) -> list[ListInput]:
    return list(starmap(_submitted_list, zip_longest(texts, files)))


def _submitted_list(text: str, file: FileStorage | None) -> ListInput:
    if file is None or not file.filename:
        return ListInput(text)
    try:
        return ListInput(*decklists.decode(file.read()))
    except decklists.NoText as error:
        name = shorten(file.filename)
        return ListInput(text, fault=say("“{name}” {fault}.", name=name, fault=error.args[0]))


LINK_MAX = 8_000
"""Characters of a link. Browsers accept far longer ones; chat and mail programs cut them."""
NO_CHECK = say("This link holds no check.")
POOL = team.PoolSchema()
T = TypeVar("T")


class CannotBeOpened(MessageError):
    """The document is no check; `message` is a sentence."""


def request_of(form: CheckForm) -> dict[str, Any]:
    """The request of the form; empty fields are omitted."""
    values: dict[str, Any] = {name: getattr(form, name).strip() for name in EVENT_DEFAULTS}
    if values["team_size"] in SIZES:
        values["team_size"] = int(values["team_size"])
    values["house"] = form.house_titles
    if is_limited(values["format"]):  # otherwise pool and product are hidden, but kept
        values["product"] = read_product(form.product)
        values["pool"] = _cards(form.pool) if form.pool.strip() else {}
    values["decks"] = [
        _without_empty({"player": box.player.strip(), "format": box.format}) | _cards(box.list)
        for box in form.filled
    ]
    request: dict[str, Any] = legible(_without_empty(values))
    return request


def form_of(request: Mapping[str, Any], today: str) -> CheckForm:
    """The form for a request; for a faulty one, with everything that fits into a form."""
    texts = {name: _field(str, request, name, "") for name in EVENT_DEFAULTS}
    if type(size := request.get("team_size")) is int:
        texts["team_size"] = str(size)
    if not texts["structure"] and texts["format"] in formats.ids():
        texts["structure"] = formats.load(texts["format"]).structure or ""
    house = _field(dict, request, "house", {})
    return CheckForm(
        **event_values(texts, today),
        boxes=tuple(map(_box, _field(list, request, "decks", [])[: DECKS_MAX + 1])),
        pool_input=_list_of(_field(dict, request, "pool", {}), POOL, question.pool_of),
        product=product_words(_field(dict, request, "product", {})),
        house={name: _lines(house.get(name)) for name in LISTS},
    )


def read(data: bytes) -> dict[str, Any]:
    """The request in a document; raises CannotBeOpened if it is none."""
    try:
        request = legible(parse_json(data))
    except Problem:
        raise CannotBeOpened(NO_CHECK) from None
    if not isinstance(request, dict) or not isinstance(request.get("decks"), list):
        raise CannotBeOpened(NO_CHECK)
    request.pop("id", None)  # lines of batches are accepted
    return request


def link_of(form: CheckForm) -> str | None:
    """The fragment of a link that opens the form; None if it would be too long."""
    packed = fragments.pack(request_of(form))
    return packed if len(packed) <= LINK_MAX else None


def faults_by_field(faults: Iterable[Fault], form: CheckForm) -> dict[str, list[str]]:
    """The faults of the form's request by field, in the form's order."""
    by_field: dict[str, list[str]] = {}
    for fault in faults:
        by_field.setdefault(_field_of(fault.pointer), []).append(fault.detail)
    if not form.format and "format" in by_field:
        by_field["format"] = [say("Choose the format that the decks are built for.")]
    if not form.filled and "list-1" in by_field:
        by_field["list-1"] = [say("Paste a decklist here.")]
    return dict(sorted(by_field.items(), key=lambda item: _order(item[0])))


_BOX_FIELDS = {"player": "player", "format": "deck_format"}
_FIELDS = ("", "format", "as_of", "structure", "team_size", "team", "policy")


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


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", {})}


def _cards(text: str) -> dict[str, str]:
    """A list for the request, with LF line ends; a text that is an address becomes a link."""
    return {"url": text.strip()} if is_link(text) else {"list": text.replace("\r\n", "\n")}


def _box(deck: Any) -> Box:
    if not isinstance(deck, dict):
        return Box()
    entered = _list_of(deck, team.DECK, _decklist)
    return Box(_field(str, deck, "player", ""), entered, _field(str, deck, "format", ""))


def _list_of(
    entry: Mapping[str, Any], schema: Strict, parse: Callable[[Any], Decklist]
) -> ListInput:
    """The text of a list; lists of cards, or in an explicit syntax, are converted."""
    if not entry.keys().isdisjoint((*SECTIONS, "syntax")):
        with suppress(Problem):  # reported with the other faults of the request
            return ListInput(decklists.write(parse(team.load(schema, entry))))
    return ListInput(_field(str, entry, "list", "") or _field(str, entry, "url", ""))


def _decklist(entry: Mapping[str, Any]) -> Decklist:
    first, *others = question.decks_of(entry, None)
    return decklists.read(entry["list"], syntax=entry["syntax"]) if others else first


def _lines(titles: Any) -> str:
    lines = titles if isinstance(titles, list) else []
    return "\n".join(title for title in lines if isinstance(title, str))


def _field(kind: type[T], values: Mapping[str, Any], name: str, default: T) -> T:
    """The value of a field, if it is present and of its type."""
    value = values.get(name)
    return value if isinstance(value, kind) else default

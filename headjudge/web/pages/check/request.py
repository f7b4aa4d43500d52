"""Conversion between the check form and its request of `POST /v1/validate`, both ways.

Such requests are also in saved files, in the fragments of links and on the event page, which opens
them in the form. They are untrusted input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import formats
from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.links import is_link
from headjudge.web import fragments, question
from headjudge.web.http import Fault, Problem, parse_json
from headjudge.web.pages.check.form import (
    EVENT_DEFAULTS,
    SIZES,
    Box,
    CheckForm,
    Given,
    event_values,
)
from headjudge.web.schemas import team
from headjudge.web.schemas.fields import Strict
from headjudge.web.schemas.team import SECTIONS
from headjudge.web.words.choices import is_limited, product_words
from messages import MessageError, say
from validator.limited.products import read_product
from validator.model import Decklist
from validator.questions import DECKS_MAX

LINK_MAX = 8_000
"""Characters of a link. Browsers accept far longer ones; chat and mail programs cut them."""
NO_CHECK = say("This is not a check saved by Headjudge: such a file is a request to its API.")
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
        _without_empty({"player": box.player.strip(), "format": box.format})
        | _cards(form.text_of(box))
        for box in form.filled
    ]
    return _without_empty(values)


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
        pool_given=_submitted_list(_field(dict, request, "pool", {}), POOL, question.pool_of),
        product=product_words(_field(dict, request, "product", {})),
        house={name: _lines(house.get(name)) for name in LISTS},
    )


def read(data: bytes) -> dict[str, Any]:
    """The request in a document; raises CannotBeOpened if it is none."""
    try:
        request = parse_json(data)
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


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", {})}


def _cards(text: str) -> dict[str, str]:
    """A list for the request, with LF line ends; a text that is an address becomes a link."""
    return {"url": text.strip()} if is_link(text) else {"list": text.replace("\r\n", "\n")}


def _box(deck: Any) -> Box:
    if not isinstance(deck, dict):
        return Box()
    given = _submitted_list(deck, team.DECK, _decklist)
    return Box(_field(str, deck, "player", ""), given, _field(str, deck, "format", ""))


def _submitted_list(
    entry: Mapping[str, Any], schema: Strict, parse: Callable[[Any], Decklist]
) -> Given:
    """The text of a list; lists of cards, or in an explicit syntax, are converted."""
    if not entry.keys().isdisjoint((*SECTIONS, "syntax")):
        with suppress(Problem):  # reported with the other faults of the request
            return Given(decklists.write(parse(team.load(schema, entry))))
    return Given(_field(str, entry, "list", "") or _field(str, entry, "url", ""))


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

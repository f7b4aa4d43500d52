"""Checks that are kept outside the service: a request of the API, back in the form.

A file or a link holds what the form would ask the API. What it holds may come from anywhere, so
it is read like any input: what cannot be asked is told as it would be of a form typed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from formats.house_rules import LISTS
from headjudge import decklists
from headjudge.web.inputs import fragment as sharing
from headjudge.web.inputs import question, team
from headjudge.web.inputs.fields import Strict
from headjudge.web.inputs.team import DECK, PoolSchema
from headjudge.web.pages.check.form import Box, Form, Given
from headjudge.web.service.json_bodies import parse_json
from headjudge.web.service.problems import Problem
from headjudge.web.words.choices import product_words
from messages import Message, say
from validator.model import Decklist
from validator.questions import DECKS_MAX, DEFAULT_POLICY, DEFAULT_STRUCTURE

FILE_NAME = "headjudge-check.json"
LINK_MAX = 8_000
"""Characters of a link. Browsers take far longer ones; chats and mail cut them."""
NO_CHECK = say("This is no check that Headjudge saved: such a file is a request of its API.")
_POOL = PoolSchema()
_T = TypeVar("_T")


class CannotBeOpened(ValueError):
    """What was to be opened is no check; `message` says so."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def document(form: Form) -> dict[str, Any]:
    """The request that is saved: the form's own, with line feeds as programs write them."""
    request = form.request()
    for one in (*request["decks"], *([request["pool"]] if "pool" in request else [])):
        one["list"] = one["list"].replace("\r\n", "\n")
    return request


def link(form: Form) -> str | None:
    """The fragment of a link that opens the form again; None where it would be too long."""
    fragment = sharing.packed(document(form))
    return fragment if len(fragment) <= LINK_MAX else None


class Opened(NamedTuple):
    """A check that was opened: the form that asks it, and what was saved."""

    form: Form
    request: dict[str, Any]


def opened(data: bytes, today: str) -> Opened:
    """The check that was saved; raises CannotBeOpened where it is no request at all.

    Of a request with faults the form has all that a form can hold.
    """
    sent = _request(data)
    team_size = sent.get("team_size")
    house = _of(dict, sent, "house", {})
    form = Form(
        as_of=_of(str, sent, "as_of", today),
        format=_of(str, sent, "format", ""),
        structure=_of(str, sent, "structure", DEFAULT_STRUCTURE),
        policy=_of(str, sent, "policy", DEFAULT_POLICY),
        team=_of(str, sent, "team", ""),
        team_size=str(team_size) if type(team_size) is int else "",
        boxes=tuple(_box(deck) for deck in sent["decks"][: DECKS_MAX + 1]),
        pool_given=_given(_of(dict, sent, "pool", {}), _POOL, question.pool_of),
        product=product_words(_of(dict, sent, "product", {})),
        house={name: _titles(house.get(name)) for name in LISTS},
    )
    return Opened(form, sent)


def _request(data: bytes) -> dict[str, Any]:
    try:
        sent = parse_json(data)
    except Problem:
        raise CannotBeOpened(NO_CHECK) from None
    if not isinstance(sent, dict) or not isinstance(sent.get("decks"), list):
        raise CannotBeOpened(NO_CHECK)
    sent.pop("id", None)  # a line of a batch is a check as well
    return sent


def _box(deck: Any) -> Box:
    if not isinstance(deck, dict):
        return Box()
    return Box(
        _of(str, deck, "player", ""), _given(deck, DECK, _deck), _of(str, deck, "format", "")
    )


def _given(sent: Mapping[str, Any], schema: Strict, read: Callable[[Any], Decklist]) -> Given:
    """The text of a list; cards that were sent one by one, or in a named syntax, are written."""
    if "list" in sent and "syntax" not in sent:
        return Given(_of(str, sent, "list", ""))
    try:
        return Given(decklists.write(read(team.load(schema, sent)), "text"))
    except Problem:
        return Given(_of(str, sent, "list", ""))


def _deck(sent: Mapping[str, Any]) -> Decklist:
    (first, *others) = question.decks_of(sent, None)
    if others:
        return decklists.read(sent["list"], syntax=sent["syntax"])
    return first


def _titles(sent: Any) -> str:
    titles = sent if isinstance(sent, list) else []
    return "\n".join(title for title in titles if isinstance(title, str))


def _of(kind: type[_T], sent: Mapping[str, Any], name: str, otherwise: _T) -> _T:
    """The value of a field, if it is there and of its type."""
    value = sent.get(name)
    return value if isinstance(value, kind) else otherwise

"""From a row of a corpus to the decks of a team: a request as the service takes it, or columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from formats import Format
from headjudge import decklists, strict_json
from headjudge.decklists.documents.cell_lists import list_in
from validator import Decklist, Line
from validator.model import MAIN, SIDEBOARD
from validator.questions import DECKS_MAX, shorten

LINES_MAX = 2_000
"""Lines of all lists of a team; more than that is no team's."""
COUNT_MAX = 9999
FIELDS = ("player", "format", "list", "syntax", "main", "sideboard")
"""What an entry of a request's decks may have, as the service takes it."""
DIVIDED = "list-divided"
"""The notice that a list on a single line was divided where a number of copies begins."""
ROLES = ("id", "team", "format", "pool", "list", "player")
"""What a column may be, besides `deck1` and `player1` up to `deck8` and `player8`."""

PROBLEMS: Mapping[str, str] = {
    "not-json": "The line is no JSON object.",
    "not-utf-8": "The row is not in UTF-8.",
    "too-long": "The row is longer than 1 MiB.",
    "cells": "The row has more cells than the table has columns.",
    "quotes": "A quotation mark in the row is in the wrong place, or is never closed.",
    "damaged": "The file is damaged from here on.",
    "no-list": "The row has no decklist.",
    "wrong-request": "The row is a request that the service would refuse.",
    "other-format": "The row is for another format, or another structure, than is asked about.",
    "error": "The program failed at this row: please report it.",
}
"""Why a row could not be judged, by what the results call it."""

_NUMBERED = re.compile(r"(deck|decklist|list|player)([1-8])(?:name|list)?")
_NAMED = {
    "id": "id", "team": "team", "teamname": "team", "format": "format", "pool": "pool",
    "list": "list", "decklist": "list", "deck": "list", "player": "player", "playername": "player",
}  # fmt: skip
_SIGNS = re.compile(r"[\W_]+")


class Unasked(ValueError):
    """A row that cannot be judged: the code of `PROBLEMS`, and a sentence."""

    def __init__(self, problem: str, message: str = "") -> None:
        super().__init__(problem, message)
        self.problem = problem
        self.message = message or PROBLEMS[problem]


class Team(NamedTuple):
    """What a row asks."""

    decks: tuple[Decklist, ...]
    pool: Decklist | None = None
    product: Mapping[str, int] | None = None
    team_size: int | None = None
    notices: tuple[str, ...] = ()
    """Codes of what was guessed about the row itself."""


def parsed(line: bytes) -> dict[str, Any]:
    """The object of a line of NDJSON; raises Unasked."""
    try:
        document = strict_json.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unasked("not-utf-8") from None
    except RecursionError:
        raise Unasked("not-json", "The line is nested too deeply.") from None
    except ValueError as error:  # also of a number of too many digits
        raise Unasked("not-json", f"The line is no JSON: {error}.") from None
    if not isinstance(document, dict):
        raise Unasked("not-json")
    return document


def roles_of(names: Iterable[str], said: Mapping[str, str]) -> dict[str, str]:
    """The columns by their roles: those that are said, else those whose names say it."""
    names = list(names)
    if said:
        return {role: name for role, name in said.items() if name in names}
    roles: dict[str, str] = {}
    for name in names:
        key = _SIGNS.sub("", name).casefold()
        numbered = _NUMBERED.fullmatch(key)
        role = _NAMED.get(key)
        if numbered:
            role = ("player" if numbered[1] == "player" else "deck") + numbered[2]
        if role:
            roles.setdefault(role, name)
    return roles


def has_lists(roles: Iterable[str]) -> bool:
    """Whether there is a list among the columns of these roles."""
    return any(role == "list" or role.startswith("deck") for role in roles)


def named(document: Mapping[str, Any], roles: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The row's id and the team's name, as text."""
    found = (document.get(roles.get(role, role)) for role in ("id", "team"))
    identifier, team = (
        None if one is None or isinstance(one, dict | list) else _clean(one) for one in found
    )
    return identifier, team


def team_in(
    document: Mapping[str, Any], roles: Mapping[str, str], play_format: Format, structure: str
) -> Team:
    """The team of a row; raises Unasked."""
    if "decks" in document:
        return _of_request(document, play_format, structure)
    own = _text(document, roles.get("format", "format"))
    _check_format(own.strip().lower() or None, play_format)
    read: list[Decklist] = []
    notices: list[str] = []
    for number in ("", *map(str, range(1, DECKS_MAX + 1))):
        column = roles.get(f"deck{number}" if number else "list")
        text = _text(document, column) if column else ""
        if text.strip():
            cell = list_in(text)
            notices += [DIVIDED] if cell.notice else []
            player = _text(document, roles.get(f"player{number}", ""))
            read += _decks({"list": cell.text, "player": player or None}, play_format)
    pool = _text(document, roles.get("pool", ""))
    if not read and not pool.strip():
        raise Unasked("no-list")
    pool_list = _pool({"list": list_in(pool).text}) if pool.strip() else None
    return _bounded(Team(tuple(read), pool_list, notices=tuple(dict.fromkeys(notices))))


def _of_request(sent: Mapping[str, Any], play_format: Format, structure: str) -> Team:
    """A request of `/v1/validate/batch`; its day and policy are those of the audit."""
    _check_format(sent.get("format"), play_format)
    if sent.get("structure") not in (None, structure):
        raise Unasked("other-format", f"The team plays as {_quoted(sent['structure'])}.")
    if sent.get("house") is not None:
        raise Unasked("other-format", "The team plays by house rules.")
    if not isinstance(sent["decks"], list):
        _refuse("decks must be a list")
    read: list[Decklist] = []
    for deck in sent["decks"]:
        _check_format(deck.get("format") if isinstance(deck, dict) else None, play_format)
        read += _decks(deck, play_format)
    pool = _pool(sent["pool"]) if sent.get("pool") is not None else None
    if not read and not pool:
        raise Unasked("no-list")
    size = None
    if sent.get("team_size") is not None:
        size = _whole(sent["team_size"], DECKS_MAX, "team_size")
    product = sent.get("product")
    if product is not None:
        if not isinstance(product, dict):
            _refuse("product must be an object of numbers")
        product = {key: _whole(one, COUNT_MAX, "product") for key, one in product.items()}
    return _bounded(Team(tuple(read), pool, product, size))


def _check_format(own: Any, play_format: Format) -> None:
    if own not in (None, play_format.id):
        raise Unasked("other-format", f"The row is for {_quoted(own)}, not {play_format.id}.")


def _decks(sent: Any, play_format: Format) -> Iterator[Decklist]:
    """The decks of one entry: one, or those that its text holds."""
    player = sent.get("player") if isinstance(sent, dict) else None
    if player is not None and not isinstance(player, str):
        _refuse("player must be a string")
    text, syntax = _list_of(sent)
    if text is None:
        yield Decklist((*_lines(sent, "main", MAIN), *_lines(sent, "sideboard", SIDEBOARD)))
        return
    read = decklists.read_team(text, main_min=play_format.main_min, syntax=syntax)
    if len(read) == 1:
        yield read[0]._replace(player=player or read[0].player)
    else:
        yield from read


def _pool(sent: Any) -> Decklist:
    text, syntax = _list_of(sent)
    if text is None:
        return Decklist((*_lines(sent, "main", MAIN), *_lines(sent, "sideboard", MAIN)))
    return decklists.read(text, pool=True, syntax=syntax)


def _list_of(sent: Any) -> tuple[str | None, str | None]:
    """The text of an entry, and the syntax that it names; no text where it lists cards."""
    if not isinstance(sent, dict):
        _refuse("each deck must be an object")
    if sent.get("url") is not None:
        _refuse("an audit fetches no links")
    for field, value in sent.items():
        if value is not None and field not in FIELDS:
            _refuse(f"a deck has no field {_quoted(field)}")
    text, syntax = sent.get("list"), sent.get("syntax")
    by_cards = sent.get("main") is not None or sent.get("sideboard") is not None
    if (text is not None) == by_cards:
        _refuse('each deck has either "list", or "main" and "sideboard"')
    if text is None:
        return None, None
    if not isinstance(text, str):
        _refuse("list must be a string")
    if syntax is not None and syntax not in decklists.SYNTAXES:
        _refuse(f"there is no syntax {_quoted(syntax)}")
    _check_lines(decklists.size(text, syntax=syntax))
    return text, syntax


def _lines(sent: Mapping[str, Any], field: str, section: str) -> Iterator[Line]:
    cards = sent.get(field)
    if cards is None:
        return
    if not isinstance(cards, list):
        _refuse(f"{field} must be a list of cards")
    for card in cards:
        name = card.get("name") if isinstance(card, dict) else None
        if not isinstance(card, dict) or not isinstance(name, str):
            _refuse(f"{field} must be cards with name and count")
        yield Line(_whole(card.get("count"), COUNT_MAX, "count"), name, section)


def _whole(value: Any, most: int, what: str) -> int:
    """The whole number that a JSON value is: 4 and 4.0, which JSON does not tell apart."""
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    if type(number) is not int or not 1 <= number <= most:
        _refuse(f"{what} must be a number from 1 to {most}")
    return number


def _bounded(team: Team) -> Team:
    if len(team.decks) > DECKS_MAX:
        _refuse(f"a team has at most {DECKS_MAX} decks, not {len(team.decks)}")
    pool = [team.pool] if team.pool else []
    _check_lines(sum(len(one.lines) + len(one.unreadable) for one in (*team.decks, *pool)))
    return team


def _check_lines(lines: int) -> None:
    if lines > LINES_MAX:
        _refuse(f"the lists of a team have at most {LINES_MAX:,} lines, not {lines:,}")


def _text(document: Mapping[str, Any], column: str) -> str:
    value = document.get(column)
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            raise Unasked("not-utf-8") from None
    if value is not None and not isinstance(value, str | int | float):
        _refuse(f"{column} must be text")
    return "" if value is None else str(value)


def _refuse(what: str) -> NoReturn:
    raise Unasked("wrong-request", f"{what[0].upper()}{what[1:]}.")


def _quoted(value: Any) -> str:
    return f'"{shorten(_clean(value))}"'


def _clean(value: Any) -> str:
    """Text that can be written as UTF-8."""
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")

"""A team's request as the fields of the check form, which shows the whole answer about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from formats.house_rules import LISTS

EVENT_FIELDS = ("format", "structure", "as_of", "policy", "team", "team_size")


def fields(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values to post to `/`; of a request that cannot be asked, what can be shown."""
    return list(_fields(request))


def _fields(request: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in EVENT_FIELDS:
        if name in request:
            yield name, str(request[name])
    decks = request.get("decks")
    for deck in decks if isinstance(decks, list) else []:
        given = deck if isinstance(deck, dict) else {}
        yield "player", str(given.get("player") or "")
        yield "deck_format", str(given.get("format") or "")
        yield "list", _text(given)
    if isinstance(pool := request.get("pool"), dict):
        yield "pool", _text(pool)
    if isinstance(product := request.get("product"), dict):
        yield "product", ", ".join(f"{number} {key}" for key, number in product.items())
    if isinstance(house := request.get("house"), dict):
        for name in LISTS:
            if isinstance(titles := house.get(name), list):
                yield f"house_{name}", "\n".join(map(str, titles))


def _text(given: Mapping[str, Any]) -> str:
    """The list as it was written, or as it would be: a card a line; or the address of one."""
    for name in ("list", "url"):
        if isinstance(text := given.get(name), str):
            return text
    return "\nSideboard\n".join(
        "\n".join(f"{card['count']} {card['name']}" for card in cards if _is_card(card))
        for section in ("main", "sideboard")
        if isinstance(cards := given.get(section), list) and cards
    )


def _is_card(card: object) -> bool:
    return isinstance(card, dict) and {"count", "name"} <= card.keys()

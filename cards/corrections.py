"""Corrections to gaps and errors of the sources, from `corrections.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cards.model import Card, SetFacts, Translation

FILE = Path(__file__).parent / "corrections.toml"


@cache
def _corrections() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def correct_set(
    code: str, name: str, released: str, kind: str, block: str, platform: str
) -> SetFacts:
    """The set with its corrected kind, and whether its release dates its cards."""
    kind = "other" if code in _corrections()["not_for_tournaments"] else kind
    dates_its_cards = kind != "promo" and code not in _corrections()["undated_sets"]
    return SetFacts(code, name, released, kind, block, platform, dates_its_cards)


@cache
def _slips() -> frozenset[tuple[str, str, str]]:
    slips = _corrections()["slips_of_translation"]
    return frozenset((slip["language"], slip["title"], slip["card"]) for slip in slips)


def is_slip(translation: Translation) -> bool:
    """Whether the title is only on printings of the card by an error of the source."""
    return translation in _slips()


def correct_card(card: Card, platforms: Mapping[str, str]) -> Card:
    """The card with its own faces, and the status that its printings imply.

    `platforms` are by set.
    """
    if right := _joined_titles().get(card.title):
        card = card._replace(title=right, faces=tuple(right.split(" // ")))
    if all(platforms[code] == "arena" for code, _ in card.printings):
        return card._replace(status=_corrections()["statuses"]["arena_only"])
    return card


def incomplete_sets() -> Mapping[str, int | None]:
    """Sets that the sources of the shipped facts do not have whole, with the size of each.

    By code; None where the number of its cards is not known.
    """
    return {row["code"]: row.get("size") for row in _corrections()["incomplete_set"]}


@cache
def _joined_titles() -> Mapping[str, str]:
    return {row["wrong"]: row["right"] for row in _corrections()["joined_title"]}


@cache
def missing_cards() -> tuple[Card, ...]:
    """The cards that the sources count among the tokens, by title: dungeons, without printings."""
    return tuple(
        Card(
            row["title"],
            types=tuple(row["types"]),
            alternative_titles=tuple(row.get("alternative_titles", ())),
        )
        for row in _corrections()["card"]
    )

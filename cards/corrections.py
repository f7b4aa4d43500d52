"""Corrections to gaps and errors of the sources, from `corrections.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cards.facts import SetFacts, Translation
from cards.model import Card

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
    """The card with the status implied by its printings; `platforms` are by set."""
    if all(platforms[code] == "arena" for code, _ in card.printings):
        return card._replace(status=_corrections()["statuses"]["arena_only"])
    return card

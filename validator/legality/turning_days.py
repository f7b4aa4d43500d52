"""The days on which a card's standing in a format may change."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import banlists
import formats
from cards import Card
from validator.legality.legal_days import first_legal_day, legality_day, publication_day
from validator.legality.ruleset import Ruleset


def turning_days(card: Card, ruleset: Ruleset) -> Iterator[datetime.date]:
    """Every day on which the card's standing in the format may change."""
    play_format = ruleset.format
    yield from _ends(play_format.life)
    if play_format.kind == "limited":
        return
    for list_id in ruleset.list_ids:
        yield formats.life(list_id).start
        yield from banlists.turning_days(list_id, card.title, {*card.types, *card.subtypes})
    for set_code, _ in card.printings:
        for period in play_format.sets.get(set_code, ()):
            yield from _ends(period)
        yield publication_day(ruleset.catalogue.sets[set_code], formats.widest())
        yield legality_day(ruleset.catalogue.sets[set_code], play_format)
    if play_format.snow_as_basic:
        yield play_format.snow_as_basic
    for period in play_format.cards.get(card.title, ()):
        yield from _ends(period)
    for dating in (play_format, formats.widest()):
        first = first_legal_day(card, dating, ruleset.catalogue)
        yield from [first] if first else []


def _ends(period: formats.Period) -> Iterator[datetime.date]:
    yield period.start
    if period.end:
        yield period.end

"""JSON documents of Limited products."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import cards
import formats
from formats import Booster, Mix
from headjudge import documents
from headjudge.web.api.fact_documents import life
from headjudge.web.words.facts import RARITIES
from validator.limited.checklist import Part, group
from validator.limited.products import product_of


def products(
    event: str | None, mixes: Sequence[Mix], day: datetime.date, only: Sequence[str]
) -> documents.Products:
    """The recommended products of an event, and the contents of their boosters.

    `only` are set codes to limit the answer to, if any.
    """
    if only:
        mixes = [mix for mix in mixes if not mix.boosters or set(only) & mix.boosters.keys()]
    codes = dict.fromkeys([*only, *(code for mix in mixes for code in mix.boosters)])
    return {
        "event": event,
        "per": "player" if event in formats.INDIVIDUAL else "team",
        "as_of": day.isoformat(),
        "products": [_mix(mix) for mix in mixes],
        "boosters": [_booster(pack) for code in codes for pack in formats.boosters(code)],
    }


def checklist(parts: Sequence[Part], day: datetime.date) -> documents.Checklist:
    """The checklist of a product, set by set."""
    sets = cards.catalogue().sets
    return {
        "as_of": day.isoformat(),
        "sets": [
            {
                "code": part.set_code,
                "name": sets[part.set_code].name,
                "companion_of": part.companion.set_code if part.companion else None,
                "note": part.companion.note if part.companion else None,
                "cards": [
                    {
                        "name": card.title,
                        "group": group(card),
                        "rarity": RARITIES[rarity],
                        "mana_value": card.mana_value,
                    }
                    for card, rarity in part.rows
                ],
            }
            for part in parts
        ],
    }


def _mix(mix: Mix) -> documents.Mix:
    return {
        "set": mix.set_code,
        **life(mix.life),
        "players": mix.players,
        "product": product_of(mix),
        "booster_count": mix.total,
        "others": dict(mix.others),
        "source": mix.source,
    }


def _booster(pack: Booster) -> documents.Booster:
    return {
        "set": pack.set_code,
        "kind": pack.kind,
        "released": pack.released.isoformat(),
        "card_count": pack.cards,
        "card_count_sure": pack.sure_size is not None,
        "bounds": {
            name: {
                "min": bound.fewest,
                "min_sure": pack.fewest(name) is not None,
                "max": bound.most,
                "max_sure": pack.most(name) is not None,
            }
            for name, bound in pack.bounds.items()
        },
        "certainty": pack.certainty,
        "source": pack.source,
        "note": pack.note,
    }

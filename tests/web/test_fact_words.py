"""Everything that the facts and the engine give by a code has words on the pages."""

from __future__ import annotations

from typing import get_args

import formats
from validator.events import words
from validator.legality.history import Status
from validator.limited import card_order
from web import fact_words, policy_pages
from web.documents import RARITIES


def test_every_code_has_its_words() -> None:
    assert fact_words.CERTAINTIES.keys() == words.CERTAINTIES.keys()
    assert fact_words.STATUSES.keys() == set(get_args(Status))
    assert tuple(fact_words.COLORS) == card_order.GROUPS
    assert fact_words.RARITIES.keys() == RARITIES.keys()
    assert policy_pages.EVENTS.keys() == set(formats.events())


def test_rarities_are_called_what_the_api_calls_them() -> None:
    assert fact_words.RARITIES == RARITIES

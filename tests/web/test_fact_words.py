"""Everything that the facts and the engine give by a code has words on the pages."""

from __future__ import annotations

from typing import get_args

from headjudge.web.words import facts
from validator.legality.history import Status
from validator.limited.checklist import GROUPS


def test_every_code_has_its_words() -> None:
    assert facts.STATUSES.keys() == set(get_args(Status))
    assert tuple(facts.COLORS) == GROUPS

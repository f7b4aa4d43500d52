"""What companions ask of the deck that they are played with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import formats
from cards import catalogue
from formats.card_rules import ConditionKind

if TYPE_CHECKING:
    from tests.validator.conftest import Judge

GYRUDA, JEGANTHA = "Gyruda, Doom of Depths", "Jegantha, the Wellspring"
KAHEERA, KERUGA = "Kaheera, the Orphanguard", "Keruga, the Macrosage"
LURRUS, LUTRI = "Lurrus of the Dream-Den", "Lutri, the Spellchaser"
OBOSH, UMORI = "Obosh, the Preypiercer", "Umori, the Collector"
YORION, ZIRDA = "Yorion, Sky Nomad", "Zirda, the Dawnwaker"
CODE = "companion-condition"
ALONE: dict[str, Any] = {"structure": "individual", "fill": None}
# No title is on its list, so that each companion is judged by its condition alone.
FORMAT = "sealed"


def conditions(found: list[str]) -> list[str]:
    return [one for one in found if one.startswith(CODE)]


def test_a_mana_value_that_is_not_known_is_left_to_a_judge(judge: Judge, notices: Judge) -> None:
    facts = catalogue()
    unknown = next(
        title
        for title in facts.titles()
        if (card := facts.card(title)) and card.mana_value is None and card.status == "paper"
    )
    lines = [f"companion: 1 {GYRUDA}", "39 Forest", f"1 {unknown}"]
    assert conditions(judge(FORMAT, lines, **ALONE)) == []
    assert "companion-unchecked" in notices(FORMAT, lines, **ALONE)


def test_every_condition_is_of_a_kind_and_has_a_source() -> None:
    conditions = formats.companion_conditions().values()
    assert len(conditions) == 10
    assert {one.kind for one in conditions} == set(get_args(ConditionKind))
    assert all(one.words and one.source for one in conditions)

"""Cards that no deck may hold, whatever the format."""

from __future__ import annotations

from functools import cache

from formats.files import FOLDER, read_toml, record
from formats.model import DeckCardRule, DeckCardRules


@cache
def deck_card_rules() -> DeckCardRules:
    """The rules of `tournament-legal.toml`, and the types that they keep out of decks."""
    blocks = read_toml(FOLDER / "tournament-legal.toml")["rule"]
    rules = tuple(record(DeckCardRule, block) for block in blocks)
    return DeckCardRules(_names(rules, "type="), _names(rules, "subtype="), rules)


def _names(rules: tuple[DeckCardRule, ...], kind: str) -> frozenset[str]:
    named = [row.rule.removeprefix(kind) for row in rules if row.rule.startswith(kind)]
    return frozenset(name for names in named for name in names.split("|"))

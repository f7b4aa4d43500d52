"""Play formats, team policies and the facts about events, each a file that a person can read."""

from __future__ import annotations

from formats.companion_sets import companions
from formats.deck_cards import deck_card_rules
from formats.facts import (
    dated_facts,
    disagreements,
    event_fact,
    event_facts,
    events,
    remarks,
)
from formats.model import (
    Companion,
    DeckCardRule,
    DeckCardRules,
    Disagreement,
    EventFact,
    Format,
    Period,
    Policy,
    Reading,
    Remark,
    UnknownEvent,
    UnknownFormat,
    UnknownPolicy,
)
from formats.play_formats import dated_by, ids, life, load, of_list
from formats.team_policies import (
    TOURNAMENT,
    policies,
    policy,
    policy_ids,
    resolve_policy,
    tournament_policy,
)

__all__ = [
    "TOURNAMENT",
    "Companion",
    "DeckCardRule",
    "DeckCardRules",
    "Disagreement",
    "EventFact",
    "Format",
    "Period",
    "Policy",
    "Reading",
    "Remark",
    "UnknownEvent",
    "UnknownFormat",
    "UnknownPolicy",
    "companions",
    "dated_by",
    "dated_facts",
    "deck_card_rules",
    "disagreements",
    "event_fact",
    "event_facts",
    "events",
    "ids",
    "life",
    "load",
    "of_list",
    "policies",
    "policy",
    "policy_ids",
    "remarks",
    "resolve_policy",
    "tournament_policy",
]

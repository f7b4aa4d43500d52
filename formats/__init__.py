"""Play formats, team policies and the facts about events, each a file that a person can read."""

from __future__ import annotations

from formats.companion_sets import companions
from formats.deck_cards import deck_card_rules
from formats.facts import event_fact, event_facts, events
from formats.house_rules import HouseFault, HouseRules, WrongHouseRules
from formats.house_rules import read_file as read_house_file
from formats.house_rules import read_folder as read_house_folder
from formats.model import (
    Companion,
    DeckCardRule,
    DeckCardRules,
    EventFact,
    Format,
    Period,
    Policy,
    UnknownEvent,
    UnknownFormat,
    UnknownPolicy,
)
from formats.play_formats import dated_by, ids, life, load
from formats.set_families import set_family
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
    "EventFact",
    "Format",
    "HouseFault",
    "HouseRules",
    "Period",
    "Policy",
    "UnknownEvent",
    "UnknownFormat",
    "UnknownPolicy",
    "WrongHouseRules",
    "companions",
    "dated_by",
    "deck_card_rules",
    "event_fact",
    "event_facts",
    "events",
    "ids",
    "life",
    "load",
    "policies",
    "policy",
    "policy_ids",
    "read_house_file",
    "read_house_folder",
    "resolve_policy",
    "set_family",
    "tournament_policy",
]

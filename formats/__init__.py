"""Play formats, team policies and the facts about events, each a file that a person can read."""

from __future__ import annotations

from formats.boosters import (
    KINDS,
    ORDINARY,
    Booster,
    Bound,
    booster,
    boosters,
    sets_with_boosters,
)
from formats.command_zones import LEADS, ban_on
from formats.companion_conditions import (
    CompanionCondition,
    companion_condition,
    companion_conditions,
)
from formats.deck_cards import deck_card_rules, types_left_out
from formats.facts import (
    dated_facts,
    disagreements,
    event_fact,
    event_facts,
    events,
    remarks,
)
from formats.house_rules import HouseFault, HouseRules, WrongHouseRules
from formats.house_rules import read_file as read_house_file
from formats.house_rules import read_folder as read_house_folder
from formats.mixes import INDIVIDUAL, Mix, mix_events, mixes, mixes_on
from formats.model import (
    CommandZone,
    Companion,
    Dated,
    DeckCardRule,
    DeckCardRules,
    Disagreement,
    EventFact,
    Format,
    Period,
    PointsList,
    Policy,
    Reading,
    Remark,
    UnknownEvent,
    UnknownFormat,
    UnknownPolicy,
)
from formats.play_formats import dated_by, ids, life, load, of_list
from formats.sets import booster_titles, companions, set_family
from formats.team_policies import (
    TOURNAMENT,
    TOURNAMENT_NAME,
    lowest_limit,
    policies,
    policy,
    policy_ids,
    policy_name,
    resolve_policy,
    tournament_policy,
)

__all__ = [
    "INDIVIDUAL",
    "KINDS",
    "LEADS",
    "ORDINARY",
    "TOURNAMENT",
    "TOURNAMENT_NAME",
    "Booster",
    "Bound",
    "CommandZone",
    "Companion",
    "CompanionCondition",
    "Dated",
    "DeckCardRule",
    "DeckCardRules",
    "Disagreement",
    "EventFact",
    "Format",
    "HouseFault",
    "HouseRules",
    "Mix",
    "Period",
    "PointsList",
    "Policy",
    "Reading",
    "Remark",
    "UnknownEvent",
    "UnknownFormat",
    "UnknownPolicy",
    "WrongHouseRules",
    "ban_on",
    "booster",
    "booster_titles",
    "boosters",
    "companion_condition",
    "companion_conditions",
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
    "lowest_limit",
    "mix_events",
    "mixes",
    "mixes_on",
    "of_list",
    "policies",
    "policy",
    "policy_ids",
    "policy_name",
    "read_house_file",
    "read_house_folder",
    "remarks",
    "resolve_policy",
    "set_family",
    "sets_with_boosters",
    "tournament_policy",
    "types_left_out",
]

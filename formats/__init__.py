"""Play formats, team policies and structures, each in a human-readable file."""

from __future__ import annotations

from formats.boosters import (
    INDIVIDUAL,
    KINDS,
    ORDINARY,
    Booster,
    Mix,
    booster,
    boosters,
    mixes,
    mixes_on,
    shipped_booster,
)
from formats.command_zones import TitleRule, ban_on, listed_titles
from formats.companion_conditions import (
    CompanionCondition,
    companion_condition,
    companion_conditions,
)
from formats.deck_cards import deck_card_rules
from formats.house_rules import HouseFault, HouseRules, WrongHouseRules
from formats.house_rules import read_file as read_house_file
from formats.house_rules import read_folder as read_house_folder
from formats.model import (
    Clause,
    CommandZone,
    Companion,
    Format,
    Period,
    Policy,
    UnknownEvent,
    UnknownFormat,
    UnknownPolicy,
)
from formats.play_formats import find_id, ids, ids_of, life, load, of_list, widest
from formats.sets import booster_titles, companions, prerelease, set_family
from formats.side_decks import SideDeck, side_decks
from formats.structures import (
    TOPICS,
    StructureFact,
    StructureRules,
    find_structure_id,
    structure,
    structure_ids,
)
from formats.team_policies import (
    TOURNAMENT,
    lowest_limit,
    policies,
    policy,
    policy_ids,
    policy_name,
    resolve_policy,
    tournament_policy,
)

"""Play formats, team policies and structures, each in a human-readable file."""

from __future__ import annotations

from formats.card_rules import (
    CompanionCondition,
    SideDeck,
    companion_condition,
    companion_conditions,
    kinds_beside_decks,
    side_decks,
)
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
    UnknownFormat,
    UnknownPolicy,
)
from formats.play_formats import (
    TitleRule,
    ban_on,
    find_id,
    ids,
    ids_of,
    life,
    listed_titles,
    load,
    of_list,
    widest,
)
from formats.products import (
    INDIVIDUAL,
    KINDS,
    ORDINARY,
    Booster,
    Mix,
    booster,
    booster_titles,
    boosters,
    companions,
    mixes,
    mixes_on,
    prerelease,
    set_family,
    shipped_booster,
)
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

"""Lists of community formats held against XMage's validators of decks, as of 2026-08-22.

Each difference stands here with its reason. What is left is the same, title by title: a digest of
XMage's list proves that without a copy of it.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable

import pytest

import banlists
import formats

DAY = datetime.date(2026, 8, 22)
ANTE = {
    "Amulet of Quoz", "Bronze Tablet", "Contract from Below", "Darkpact", "Demonic Attorney",
    "Jeweled Bird", "Rebirth", "Tempest Efreet", "Timmerian Fiends",
}  # fmt: skip
"""Cards of ante: XMage bans them in the class that all its formats share."""
DEXTERITY_AND_SUBGAMES = {"Chaos Orb", "Falling Star", "Shahrazad"}
"""In the same class."""
REMOVED_2020 = {
    "Cleanse", "Crusade", "Imprison", "Invoke Prejudice", "Jihad", "Pradesh Gypsies",
    "Stone-Throwing Devils",
}  # fmt: skip
"""Banned in all sanctioned play on 2020-06-10: in the same class."""
SHARED_CLASS = ANTE | DEXTERITY_AND_SUBGAMES | REMOVED_2020
OLD_ANTE = ANTE - {"Amulet of Quoz", "Timmerian Fiends"}
"""Those of the sets that Old School has; the rest are outside of it by their sets."""
BANNED_IN_NOVEMBER_2025 = {"Ancient Tomb", "Chrome Mox", "Mana Drain", "Strip Mine"}
BANNED_IN_BRAWL_BEFORE = {
    "Agent of Treachery", "Channel", "Drannith Magistrate", "Field of the Dead",
    "Gideon's Intervention", "Ugin, the Spirit Dragon",
}  # fmt: skip
"""By reports of the days; XMage's class of Brawl is that of Standard."""
STICKERS_AND_ATTRACTIONS = {
    title
    for change in banlists.announcements("duel-commander")
    if change.effective == datetime.date(2024, 5, 27)
    for title in change.banned
}
"""Banned in Duel Commander on that day (mtgdc.info); XMage has none of these cards."""
BANNED_IN_JUNE_2026 = {
    "Force of Will", "Subtlety", "Temporal Manipulation", "Time Warp", "Ugin's Labyrinth",
    "Wash Away",
}  # fmt: skip
ROTATED = {
    "Baral, Chief of Compliance", "Drannith Magistrate", "Golos, Tireless Pilgrim",
    "Lutri, the Spellchaser", "Oko, Thief of Crowns", "Omnath, Locus of Creation",
    "Smuggler's Copter", "Sorcerous Spyglass", "Teferi, Time Raveler", "Winota, Joiner of Forces",
}  # fmt: skip
"""Left Standard since they were banned; XMage has them as remarks."""
NOTHING: set[str] = set()

DIFFERENCES = [
    ("commander", "banned", 40, "ee30535550a5f056", SHARED_CLASS - {"Jihad"}, NOTHING),
    # Gifts Ungiven was freed in May 2023 (oathbreakermtg.org); XMage still has the ban.
    ("oathbreaker", "banned", 42, "25883c08f52066e4", SHARED_CLASS, {"Gifts Ungiven"}),
    ("duel-commander", "banned", 82, "86820a7975b94908", SHARED_CLASS | STICKERS_AND_ATTRACTIONS,
     NOTHING),
    ("pauper-commander", "banned", 2, "6ad6932d3ecda745", ANTE | REMOVED_2020, NOTHING),
    # Banned on 2026-01-18 (premodernmagic.com); XMage lacks it.
    ("premodern", "banned", 32, "68f2281a765f7749", {"Parallax Tide"}, NOTHING),
    ("canadian-highlander", "banned", 0, "e3b0c44298fc1c14", SHARED_CLASS, NOTHING),
    # XMage's one class of Brawl has the cards of Standard, with bans of both formats.
    ("brawl", "banned", 7, "1509bc3e07457d93", BANNED_IN_NOVEMBER_2025 | BANNED_IN_BRAWL_BEFORE,
     {"Pithing Needle"}),
    ("standard-brawl", "banned", 7, "1509bc3e07457d93", ROTATED, BANNED_IN_JUNE_2026),
    ("old-school", "restricted", 24, "b45831b5934bba94", NOTHING, NOTHING),
    ("old-school-italian", "restricted", 24, "b45831b5934bba94", NOTHING, NOTHING),
    ("old-school-channel-fireball", "restricted", 24, "749761bf376fc0b5", NOTHING, NOTHING),
    # Free since 2019-09-07 (www.eternalcentral.com); XMage still restricts it.
    ("old-school-eternal-central", "restricted", 23, "318b85c42b484a2e", NOTHING, {"Maze of Ith"}),
    ("old-school-eudemonia", "restricted", 27, "1c5f3db53b979e64", NOTHING, NOTHING),
    # The 179 that XMage bans in two of the schools are of no set of the years, as of promos.
    ("old-school", "banned", 0, "e3b0c44298fc1c14", OLD_ANTE, NOTHING),
]  # fmt: skip


def digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(one.lower() for one in lines)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("format_id", "status", "count", "expected", "only_here", "only_there"), DIFFERENCES
)
def test_lists_differ_from_those_of_xmage_for_a_reason_alone(
    format_id: str,
    status: str,
    count: int,
    expected: str,
    only_here: set[str],
    only_there: set[str],
) -> None:
    version = banlists.at(format_id, DAY)
    assert version
    here = {title.partition(" // ")[0] for title in getattr(version, status)}
    assert only_here <= here
    assert not only_there & here
    there = here - only_here | only_there
    assert (len(there), digest(there)) == (count, expected)


def test_points_and_commanders_are_those_of_xmage() -> None:
    points = formats.load("canadian-highlander").points_on(DAY)
    assert points
    costs = [f"{title} {cost}" for title, cost in points.titles.items()]
    assert (len(costs), digest(costs)) == (42, "bd01b32f004ebec7")
    listed = formats.listed_titles(formats.load("duel-commander"), DAY)
    commanders = {one.title.partition(" // ")[0] for one in listed if one.rule == "no-commander"}
    # No power and toughness: XMage asks for them in its rules, and not by a list.
    commanders.remove("The Eternity Elevator")
    assert (len(commanders), digest(commanders)) == (29, "a9c0434644f92f8f")

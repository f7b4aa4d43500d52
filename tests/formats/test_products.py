"""What is opened: boosters, recommended products, and sets whose cards come in others' boosters."""

from __future__ import annotations

from datetime import date, timedelta
from typing import get_args

import pytest

import formats
from cards import catalogue
from formats.card_rules import ConditionKind
from formats.files import FOLDER, read_toml
from formats.products import CLASSES, PER_PACK
from tests.fact_files import MIX_EVENTS
from tests.fact_files import SETS_WITH_BOOSTERS as SETS
from validator.limited.products import EVENTS

BOOSTER_KEYS = {
    "kind", "from", "cards", *CLASSES, "certainty", "sure_bounds", "source", "note",
}  # fmt: skip
BOUNDS = {"all", "cards", *(f"{name}_{end}" for name in CLASSES for end in ("min", "max"))}
BOOSTERS = [one for code in SETS for one in formats.boosters(code)]


def test_the_sets_exist_and_stand_in_order() -> None:
    codes = SETS
    assert codes == tuple(sorted(codes))
    assert set(codes) <= catalogue().sets.keys()


@pytest.mark.parametrize("code", SETS)
def test_a_set_has_one_pack_of_a_kind(code: str) -> None:
    kinds = [one.kind for one in formats.boosters(code)]
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) <= set(formats.KINDS)
    assert len(set(kinds) & set(formats.ORDINARY)) <= 1


def test_no_key_of_a_booster_is_passed_over() -> None:
    for rows in read_toml(FOLDER / "products" / "boosters.toml").values():
        for row in rows:
            assert row.keys() <= BOOSTER_KEYS
            assert set(row.get("sure_bounds", ())) <= BOUNDS
            assert bool(row.get("sure_bounds")) == (row["certainty"] == "sure")


@pytest.mark.parametrize("pack", BOOSTERS, ids=lambda one: f"{one.set_code} {one.kind}")
def test_bounds_are_in_order(pack: formats.Booster) -> None:
    assert pack.certainty in {"sure", "derived", "guess"}
    assert set(CLASSES) - pack.bounds.keys() <= {"double_faced"}
    for bound in pack.bounds.values():
        assert 0 <= bound.fewest <= bound.most
    # The fewest of every class fit into the pack, and the most fill it.
    apart = [pack.bounds[name] for name in CLASSES[:3]]
    apart += [pack.bounds["basic_land"], pack.bounds["special"]]
    assert sum(one.fewest for one in apart) <= pack.cards <= sum(one.most for one in apart)
    assert pack.bounds["mythic"].most <= pack.bounds["rare_mythic"].most
    assert abs((pack.released - catalogue().sets[pack.set_code].released).days) <= 31


def test_a_booster() -> None:
    pack = formats.booster("DOM")
    assert pack is not None
    assert (pack.kind, pack.released, pack.sure_size) == ("draft", date(2018, 4, 27), 15)
    assert (pack.fewest("rare_mythic"), pack.most("rare_mythic")) == (1, 2)
    assert pack.most("double_faced") is None


@pytest.mark.parametrize(
    ("code", "kind", "found"),
    [
        ("DOM", None, "draft"),
        ("BLB", None, "play"),
        ("J25", None, "jumpstart"),
        ("RAV", "tournament-pack", "tournament-pack"),
        ("DOM", "play", None),
        ("PRM", None, None),
        ("no such set", None, None),
    ],
)
def test_the_ordinary_booster(code: str, kind: str | None, found: str | None) -> None:
    pack = formats.booster(code, kind)
    assert (pack.kind if pack else None) == found


@pytest.mark.parametrize(("code", "kind"), [("RAV", "tournament-pack"), ("KHM", "set")])
def test_what_is_not_sure_is_no_bound(code: str, kind: str) -> None:
    pack = formats.booster(code, kind)
    assert pack is not None
    assert pack.sure_size is None
    assert {pack.most(name) for name in CLASSES} == {pack.fewest(name) for name in CLASSES}
    assert {pack.most(name) for name in CLASSES} == {None}


MIX_KEYS = {"set", "from", "until", "players", "boosters", "source", *PER_PACK, "undocumented"}


def test_mixes_are_known_for_each_event() -> None:
    assert set(MIX_EVENTS) >= {*EVENTS.values(), *formats.INDIVIDUAL}


def test_no_key_of_a_mix_is_passed_over() -> None:
    for rows in read_toml(FOLDER / "products" / "mixes.toml").values():
        assert all(row.keys() <= MIX_KEYS for row in rows)
        assert [row["from"] for row in rows] == sorted(row["from"] for row in rows)


@pytest.mark.parametrize("event", MIX_EVENTS)
def test_a_mix_names_sets_with_boosters(event: str) -> None:
    for one in formats.mixes(event):
        assert set(one.boosters) <= set(SETS)
        assert (one.set_code is None) == (not one.boosters)
        assert one.set_code is None or one.set_code in one.boosters
        assert one.total > 0
        assert sum(one.boosters.values()) in (0, one.total)
        assert set(one.others) <= {*formats.KINDS, "promo"}
        assert one.life.end is None or one.life.start < one.life.end
        assert one.source


@pytest.mark.parametrize("event", MIX_EVENTS)
def test_a_mix_holds_not_before_the_prerelease_of_its_newest_set(event: str) -> None:
    sets = catalogue().sets
    for one in formats.mixes(event):
        for code in one.boosters:
            assert sets[code].released - timedelta(days=14) <= one.life.start


@pytest.mark.parametrize(
    ("event", "day", "first"),
    [
        ("two-headed-giant-sealed", date(2018, 5, 1), {"DOM": 8}),
        ("two-headed-giant-sealed", date(2018, 7, 12), {"DOM": 8}),
        ("two-headed-giant-sealed", date(2018, 7, 13), {"M19": 8}),
        ("two-headed-giant-sealed", date(2013, 6, 1), {"RTR": 3, "GTC": 3, "DGM": 2}),
        ("two-headed-giant-sealed", date(2005, 10, 7), {}),
        ("two-headed-giant-prerelease", date(2013, 4, 27), {"DGM": 8}),
        ("individual-sealed", date(2012, 3, 1), {"ISD": 3, "DKA": 3}),
        ("booster-draft", date(2017, 2, 1), {"AER": 2, "KLD": 1}),
    ],
)
def test_the_newest_comes_first(event: str, day: date, first: dict[str, int]) -> None:
    assert formats.mixes_on(event, day)[0].boosters == first


def test_before_any_rule_there_is_none() -> None:
    assert formats.mixes_on("two-headed-giant-sealed", date(2005, 9, 30)) == ()


def test_two_rules_of_2005() -> None:
    found = formats.mixes_on("two-headed-giant-sealed", date(2005, 10, 7))
    assert {(one.total, *one.others.items()) for one in found} == {
        (4, ("tournament-pack", 1)),
        (7,),
    }


@pytest.mark.parametrize(("players", "counts"), [(2, {8}), (3, {12}), (None, {8, 12})])
def test_team_sealed_by_the_size_of_the_team(players: int | None, counts: set[int]) -> None:
    found = formats.mixes_on("team-sealed", date(2018, 5, 1), players)
    assert {one.total for one in found} == counts


def test_companions_of_a_set() -> None:
    found = {one.companion: one for one in formats.companions("BRO")}
    assert found.keys() == {"BOT", "BRR", "PLST"}
    assert found["BRR"].in_limited
    assert not found["BOT"].in_limited
    assert found["BRR"].set_code == "BRO"


def test_a_companion_may_be_narrowed() -> None:
    assert {one.filter for one in formats.companions("DGM")} == {"nonbasic-land"}


def test_a_companion_may_come_in_the_first_print_run_only() -> None:
    (alpha,) = (one for one in formats.companions("ZEN") if one.companion == "LEA")
    assert date(2009, 12, 30) in alpha.life
    assert date(2009, 12, 31) not in alpha.life


@pytest.mark.parametrize("code", ["LEA", "no such set"])
def test_most_sets_have_none(code: str) -> None:
    assert formats.companions(code) == ()


def test_boosters_hold_a_part_of_a_set() -> None:
    own, guests = formats.booster_titles("FDN", "FDN"), formats.booster_titles("FDN", "SPG")
    assert own and guests
    assert (len(own), len(guests)) == (271, 10)
    assert formats.booster_titles("DOM", "DOM") is None


def test_each_title_of_a_part_is_a_card_of_its_set() -> None:
    facts = catalogue()
    for part in read_toml(FOLDER / "products" / "booster_titles.toml")["part"]:
        titles = {card.title for card in facts.cards_of(part["of"])}
        assert set(part["titles"]) <= titles, part["set"]
        companions = {one.companion for one in formats.companions(part["set"])}
        assert part["of"] in {part["set"], *companions}


def test_every_condition_of_a_companion_is_of_a_kind() -> None:
    conditions = formats.companion_conditions().values()
    assert len(conditions) == 10
    assert {one.kind for one in conditions} == set(get_args(ConditionKind))
    assert all(one.words and one.source for one in conditions)

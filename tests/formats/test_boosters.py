"""What boosters hold: the file is in order, and unsure bounds are not given away as sure."""

from __future__ import annotations

from datetime import date

import pytest

import formats
from cards import catalogue
from formats.files import FOLDER, read_toml
from formats.products import CLASSES
from tests.fact_files import SETS_WITH_BOOSTERS

KEYS = {
    "kind", "from", "cards", *CLASSES, "certainty", "sure_bounds", "source", "note",
}  # fmt: skip
BOUNDS = {"all", "cards", *(f"{name}_{end}" for name in CLASSES for end in ("min", "max"))}
ALL = [one for code in SETS_WITH_BOOSTERS for one in formats.boosters(code)]


def test_the_sets_exist_and_stand_in_order() -> None:
    codes = SETS_WITH_BOOSTERS
    assert codes == tuple(sorted(codes))
    assert set(codes) <= catalogue().sets.keys()


@pytest.mark.parametrize("code", SETS_WITH_BOOSTERS)
def test_a_set_has_one_pack_of_a_kind(code: str) -> None:
    kinds = [one.kind for one in formats.boosters(code)]
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) <= set(formats.KINDS)
    assert len(set(kinds) & set(formats.ORDINARY)) <= 1


def test_no_key_is_passed_over() -> None:
    for rows in read_toml(FOLDER / "products" / "boosters.toml").values():
        for row in rows:
            assert row.keys() <= KEYS
            assert set(row.get("sure_bounds", ())) <= BOUNDS
            assert bool(row.get("sure_bounds")) == (row["certainty"] == "sure")


@pytest.mark.parametrize("pack", ALL, ids=lambda one: f"{one.set_code} {one.kind}")
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


@pytest.mark.parametrize("pack", ALL, ids=lambda one: f"{one.set_code} {one.kind}")
def test_a_pack_is_released_with_its_set(pack: formats.Booster) -> None:
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


def test_bounds_may_be_sure_in_part() -> None:
    pack = formats.booster("MKM")
    assert pack is not None
    assert (pack.most("rare_mythic"), pack.most("common"), pack.fewest("special")) == (
        3,
        None,
        None,
    )

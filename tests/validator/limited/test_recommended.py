"""The recommended product of the day; another one is told, and is no fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validator.limited.products import product_from, read_product

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

DOM = "2018-05-12"
ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}


def other(ask: Ask, product: str, as_of: str, **asked: Any) -> str | None:
    """What is said of a product that is not the recommended one."""
    format_id, decks = asked.pop("format_id", "sealed"), asked.pop("decks", 2)
    report = ask(format_id, *([[]] * decks), as_of=as_of, product=read_product(product), **asked)
    said = [one for one in report.notices if one.code == "product-not-recommended"]
    assert all(one.severity == "info" for one in said)
    assert report.legal
    return said[0].message if said else None


@pytest.mark.parametrize(
    ("product", "as_of", "asked"),
    [
        ("8 DOM", DOM, {}),
        ("8 DOM:draft", DOM, {}),
        ("8 M13", DOM, {}),
        ("4 LRW, 4 RAV", DOM, {}),
        ("3 RTR, 3 GTC, 2 DGM", "2013-06-01", {}),
        ("6 DOM", DOM, ALONE | {"decks": 1}),
        ("3 DOM", DOM, ALONE | {"decks": 1, "format_id": "booster-draft"}),
        ("6 DOM", DOM, {"format_id": "two-headed-giant-draft"}),
        ("1 RTR, 1 GTC, 1 DGM", "2013-06-01", {"format_id": "booster-draft"}),
        ("2 RTR, 2 GTC, 2 DGM", "2013-06-01", {"format_id": "booster-draft"}),
        ("12 DOM", DOM, TABLES | {"decks": 3}),
        ("8 DOM", DOM, TABLES | {"decks": 2}),
        ("7 RAV", "2005-11-01", {}),
        ("4 RAV, 1 RAV:tournament-pack", "2005-11-01", {}),
        ("12 DOM, 2 promos", "2018-04-21", {"format_id": "prerelease-sealed"}),
        ("8 DGM, 2 RTR:prerelease-seeded, 2 GTC:prerelease-seeded, 2 promos", "2013-04-27",
         {"format_id": "prerelease-sealed"}),
        # Nothing is recommended for these.
        ("9 DOM", DOM, {"decks": 3, "team_size": 3}),
        ("9 DOM", DOM, TABLES | {"decks": 3, "format_id": "booster-draft"}),
        ("9 RAV", "2005-09-01", {}),
    ],
)  # fmt: skip
def test_as_recommended(ask: Ask, product: str, as_of: str, asked: dict[str, Any]) -> None:
    assert other(ask, product, as_of, **asked) is None


@pytest.mark.parametrize(
    ("product", "as_of", "asked", "words"),
    [
        ("6 DOM", DOM, {}, "for a team on that day: 8 boosters of DOM (MTR appendix D)"),
        ("8 DOM, 1 promo", DOM, {}, "opened 8 boosters of DOM and 1 promotional card."),
        ("8 DOM:set", DOM, {}, "opened 8 set boosters of DOM."),
        ("8 RTR", "2013-03-01", {"decks": 1, **ALONE}, "for a player on that day: 6 boosters ("),
        ("8 DGM", "2013-06-01", {}, "3 boosters of RTR, 3 boosters of GTC and 2 boosters of DGM"),
        ("8 DOM", DOM, TABLES | {"decks": 3}, "12 boosters of DOM"),
        ("12 DOM", DOM, TABLES | {"decks": 2}, "8 boosters (MTR 8.6, two players"),
        ("8 RAV", "2005-11-01", {}, "4 boosters and 1 tournament pack (2HG FAQ 2005)"),
        ("8 RAV", "2005-11-01", {}, ") or 7 boosters ("),
        ("12 DOM", "2018-04-21", {"format_id": "prerelease-sealed"}, "and 2 promotional cards"),
    ],
)
def test_another_product_is_told(
    ask: Ask, product: str, as_of: str, asked: dict[str, Any], words: str
) -> None:
    assert words in (other(ask, product, as_of, **asked) or "")


def test_one_way_of_writing_a_product() -> None:
    product = product_from(
        {"promo": 1, "RAV:draft": 2, "RAV": 2, "DIS:set": 1, "RAV:tournament-pack": 1}
    )
    assert product.contents == {"DIS:set": 1, "RAV": 4, "RAV:tournament-pack": 1, "promo": 1}
    assert product.sets == ("RAV", "DIS")

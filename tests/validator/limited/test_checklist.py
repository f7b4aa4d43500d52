"""What a product holds, as a checklist shows it beside the counts."""

from __future__ import annotations

import pytest

from validator.limited.checklist import Expected, expected_counts
from validator.limited.products import product_from


@pytest.mark.parametrize(
    ("product", "cards", "rares"),
    [
        ({"DOM": 8}, Expected(104, 112, is_sure=True), Expected(8, 16, is_sure=True)),
        ({"DOM": 8, "promo": 2}, Expected(106, 114, is_sure=True), Expected(8, 18, is_sure=True)),
    ],
)
def test_what_a_product_holds(product: dict[str, int], cards: Expected, rares: Expected) -> None:
    found = expected_counts(product_from(product))
    assert (found["cards"], found["rare_mythic"]) == (cards, rares)


@pytest.mark.parametrize("product", [{}, {"promo": 1}, {"DOM": 3, "PLST": 1}])
def test_unknown_contents_are_not_stated(product: dict[str, int]) -> None:
    assert expected_counts(product_from(product)) == {}

"""A product as people write it: `8 DOM`, `DOM=8`, `1 RAV:tournament-pack, 4 RAV, 2 promos`."""

from __future__ import annotations

import re

from validator.limited.products import PROMO

_PART = re.compile(
    r"(?:([0-9]{1,6}) ?[x×*:]? )?([A-Za-z0-9]+)(?::([A-Za-z][A-Za-z-]*))?"
    r"(?: ?[x×*:=]? ?([0-9]{1,6}))?"
)


def read_product(text: str) -> dict[str, int]:
    """Numbers by key, as `products` knows them; one pack where no number is written.

    Parts end at commas, semicolons and line ends. What is no key and number is kept as it is, to
    be told what it is.
    """
    product: dict[str, int] = {}
    for part in filter(None, (" ".join(part.split()) for part in re.split(r"[,;\n]", text))):
        key, number = _part(part)
        product[key] = product.get(key, 0) + number
    return product


def _part(text: str) -> tuple[str, int]:
    match = _PART.fullmatch(text)
    if match is None:
        return text, 1
    before, code, kind, after = match.groups()
    number = int(before or after or 1)
    if code.lower() in (PROMO, f"{PROMO}s") and not kind:
        return PROMO, number
    return f"{code.upper()}:{kind.lower()}" if kind else code.upper(), number

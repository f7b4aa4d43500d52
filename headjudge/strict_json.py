"""JSON in the strict sense: no name twice in one object, and neither NaN nor infinities."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn


class NotStrict(ValueError):
    """Text that Python's decoder takes and RFC 8259 does not, or warns of; `name` is at fault."""

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__(sentence)
        self.name = name


class RepeatedName(NotStrict):
    """An object gives a name twice."""


class NoNumber(NotStrict):
    """A constant of JavaScript that JSON does not have."""


def decode(text: str) -> Any:
    """The value of a text; raises NotStrict, another ValueError or RecursionError."""
    return _decoder.decode(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        times = Counter(name for name, _ in pairs)
        repeated = next(name for name, number in times.items() if number > 1)
        raise RepeatedName("a name is given twice in one object", repeated)
    return members


def _constant(name: str) -> NoReturn:
    raise NoNumber(f"{name} is no JSON number", name)


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)

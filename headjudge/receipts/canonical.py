"""One text for each value: JSON in the canonical form of RFC 8785, and read strictly.

Only what statements hold is written: texts, whole numbers, true, false, null, lists and objects.
Fractions are refused, so that nobody has to write them as ECMAScript does.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from messages import say

LARGEST = 2**53 - 1
"""Whole numbers that every reader of JSON tells apart (RFC 8785, 3.2.2.3; RFC 7493, 2.2)."""
DEEPEST = 8
"""Objects and lists within each other; a statement has three."""


class NotCanonical(ValueError):
    """A value, or a text, that has no canonical form; the text is a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def encode(value: Any) -> bytes:
    """The value in the canonical form, in UTF-8; raises NotCanonical."""
    # Python escapes what ECMAScript does: quotes, backslashes and control characters alone.
    text = json.dumps(_ordered(value, DEEPEST), ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical(say("A text in it is no Unicode: it holds half a character.")) from None


def decode(text: bytes) -> Any:
    """The value of a JSON text in UTF-8; raises NotCanonical.

    Refused besides malformed text: a name given twice in one object, fractions, NaN and
    infinities, and nesting deeper than the interpreter allows.
    """
    try:
        return _decoder.decode(text.decode("utf-8-sig"))
    except NotCanonical:
        raise
    except RecursionError:
        raise NotCanonical(_too_deep()) from None
    except ValueError:  # of the encoding, of JSON, and of numbers with thousands of digits
        raise NotCanonical(say("It is not JSON in UTF-8.")) from None


def _ordered(value: Any, depth: int) -> Any:
    """The value with the members of objects in the order of RFC 8785; raises NotCanonical."""
    if value is None or isinstance(value, str | bool):
        return value
    if type(value) is int:
        if abs(value) > LARGEST:
            raise NotCanonical(say("A number in it is too large."))
        return value
    if not isinstance(value, dict | list | tuple):
        raise NotCanonical(say("It holds something else than texts and whole numbers."))
    if not depth:
        raise NotCanonical(_too_deep())
    if isinstance(value, dict):
        names = sorted(value, key=_by_code_units)
        return {name: _ordered(value[name], depth - 1) for name in names}
    return [_ordered(one, depth - 1) for one in value]


def _by_code_units(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotCanonical(say("It gives a name twice in one object."))
    return members


def _refuse(_: str) -> NoReturn:
    raise NotCanonical(say("It holds a number that is not whole."))


def _too_deep() -> str:
    return say("It is nested too deeply.")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)

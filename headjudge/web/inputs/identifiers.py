"""What a line of a batch is called by."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from headjudge.web.inputs.fields import COMMON, Messages, Value
from messages import say


class Identifier(Value[str | int | float]):
    """The `id` of a batch line: a string or a number, given back as it came."""

    default_error_messages: Messages = COMMON | {
        "invalid": [say("This must be a string or a number.")]
    }

    def _parse(self, value: Any) -> str | int | float:
        if not is_identifier(value):
            raise self.make_error("invalid")
        return value


def is_identifier(value: object) -> TypeGuard[str | int | float]:
    """Whether this can be given back as JSON: a string, or a number that is finite (not 1e999)."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    return not isinstance(value, float) or math.isfinite(value)

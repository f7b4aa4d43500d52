"""The `id` of batch lines."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from headjudge.web.inputs.fields import COMMON, Messages, Value
from messages import say


class Identifier(Value[str | int | float]):
    """The `id` of a batch line: a string or a number, returned unchanged."""

    default_error_messages: Messages = COMMON | {
        "invalid": [say("This must be a string or a number.")]
    }

    def _parse(self, value: Any) -> str | int | float:
        if not is_identifier(value):
            raise self.make_error("invalid")
        return value


def is_identifier(value: object) -> TypeGuard[str | int | float]:
    """Whether the value can be returned as JSON: a string, or a finite number (not 1e999)."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    return not isinstance(value, float) or math.isfinite(value)

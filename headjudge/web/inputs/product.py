"""Fields for products of Limited: set codes, and numbers of boosters."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from typing import Any

from marshmallow import ValidationError

import cards
from headjudge.web.inputs.fields import COMMON, COUNT_MAX, FAULTS_MAX, Messages, Value, to_integer
from messages import say
from validator import questions
from validator.limited.products import check_key, check_set

SET = "[A-Z0-9]{3,6}"
"""The pattern of set codes in the contract."""


class SetCodes(Value[list[str]]):
    """Comma-separated set codes in a query, without repetition: `RTR,GTC`."""

    default_error_messages: Messages = COMMON

    def __init__(self, maximum: int, **kwargs: Any) -> None:
        self.maximum = maximum
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> list[str]:
        codes = value.split(",")
        if len(codes) > self.maximum:
            raise ValidationError(
                say(
                    "This must be at most {most}, not {number}.",
                    most=self.maximum,
                    number=len(codes),
                )
            )
        for code in codes:
            try:
                check_set(code, cards.catalogue())
            except questions.InvalidQuestion as error:
                raise ValidationError(error.message) from None
        return list(dict.fromkeys(codes))


class Product(Value[dict[str, int]]):
    """A product: `{"DOM": 8}`, `{"RAV": 4, "RAV:tournament-pack": 1, "promo": 2}`."""

    default_error_messages: Messages = COMMON | {
        "invalid": [say("This must be an object: numbers of boosters by set code.")]
    }

    def _parse(self, value: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        faults_by_key = ((key, _product_fault(key, count)) for key, count in value.items())
        if faults := {
            key: [fault] for key, fault in islice(filter(itemgetter(1), faults_by_key), FAULTS_MAX)
        }:
            raise ValidationError(faults)
        return {key: int(count) for key, count in value.items()}


def _product_fault(key: str, count: Any) -> str:
    try:
        check_key(key, cards.catalogue())
    except questions.InvalidQuestion as error:
        return error.message
    if not 1 <= (to_integer(count) or 0) <= COUNT_MAX:
        return say("This must be a whole number from 1 to {most}.", most=COUNT_MAX)
    return ""

"""House rules within a request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError, post_load, pre_load

import cards
from formats import Format, HouseFault, HouseRules, WrongHouseRules
from formats.house_rules import LISTS
from headjudge.web.inputs.fields import (
    COMMON,
    CONSTRUCTED_FORMATS,
    Items,
    Messages,
    Strict,
    Text,
    means,
)
from headjudge.web.limits import LIMITS
from messages import say
from validator import questions
from validator.house_rules import House

NAME_MAX = 100
"""Characters of the name of house rules."""


def _check_name(text: str) -> None:
    if not 1 <= len(text) <= NAME_MAX:
        raise ValidationError(say("A name has 1 to {most} characters.", most=NAME_MAX))


class Titles(Items[str]):
    """A list of card titles."""

    default_error_messages: Messages = COMMON | {
        "invalid": [say("This must be a list of card titles.")]
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Text(), **kwargs)


class HouseSchema(Strict):
    """House rules: an organizer's own list, for the format of the event."""

    name = Text(
        validate=_check_name,
        metadata=means("The name used in messages.", minLength=1, maxLength=NAME_MAX),
    )
    base = Text(
        metadata=means(
            "The format that they change, which is that of the event; the default.",
            **CONSTRUCTED_FORMATS,
        )
    )
    ban = Titles(metadata=means("Banned card titles, whatever the format's list says."))
    allow = Titles(metadata=means("Legal card titles, whatever the format and its list say."))
    restrict = Titles(
        metadata=means("Card titles of which a team may play one copy, whatever the list says.")
    )

    @pre_load
    def check_number(self, data: Any, **_: Any) -> Any:
        """Check the number of titles before loading them."""
        lists = [data.get(name) for name in LISTS] if isinstance(data, dict) else []
        number = sum(len(titles) for titles in lists if isinstance(titles, list))
        if number > LIMITS.house_titles:
            raise ValidationError(
                say(
                    "House rules may name {most} titles in all lists together, not {number}.",
                    most=LIMITS.house_titles,
                    number=number,
                )
            )
        return data

    @post_load
    def as_rules(self, data: dict[str, Any], **_: Any) -> HouseRules:
        """The rules as sent; titles are resolved later, with the team's format."""
        titles: dict[str, Any] = {name: tuple(data.get(name, ())) for name in LISTS}
        return HouseRules(base=data.get("base"), name=data.get("name"), **titles)


def resolve_house(event: Format, rules: HouseRules) -> House:
    """The resolved house rules; raises ValidationError with the place of each fault."""
    try:
        return questions.house_rules_at(event, rules, cards.catalogue())
    except questions.InvalidQuestion as error:
        raise ValidationError({"house": [error.message]}) from None
    except WrongHouseRules as error:
        raise ValidationError({"house": _by_place(error.faults)}) from None


def _by_place(faults: Iterable[HouseFault]) -> dict[str | int, Any]:
    """Faults of house rules, nested as in marshmallow."""
    nested: dict[str | int, Any] = {}
    for fault in faults:
        *path, last = fault.where or ("_schema",)
        below = nested
        for key in path:
            below = below.setdefault(key, {})
        below.setdefault(last, []).append(fault.message)
    return nested

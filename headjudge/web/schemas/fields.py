"""Fields that are stricter than marshmallow's own, with their own messages."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any, TypeGuard, TypeVar

from marshmallow import Schema, ValidationError, fields, missing
from marshmallow.exceptions import SCHEMA

import cards
import formats
from headjudge.web import facts_in_force
from headjudge.web.http import FAULTS_SHOWN
from headjudge.web.limits import LIMITS
from messages import say, sentences, template
from validator import questions
from validator.limited.products import check_key, check_set

T = TypeVar("T")

COUNT_MAX = LIMITS.count
LABEL_MAX = LIMITS.label
"""Characters of the name of a player or team."""
FAULTS_MAX = 1000
"""Validation of a list stops after this many faults."""
LAST_YEAR = 2100
UNPRINTABLE = re.compile(r"[\x00\ud800-\udfff]")
"""NUL, and halves of characters."""

Messages = dict[str, str | list[Any] | dict[Any, Any]]
# As a list: marshmallow would format a string itself and lose the message.
COMMON: Messages = {
    "required": [say("This field is required.")],
    "null": [say("This may not be null.")],
}

OTHER_NAMES = {
    "asof": "as_of",
    "date": "as_of",
    "main": "main",
    "mainboard": "main",
    "maindeck": "main",
    "side": "sideboard",
    "amount": "count",
    "qty": "count",
    "quantity": "count",
    "card": "name",
    "deck": "decks",
    "decklist": "list",
    "text": "list",
}
"""Names that other programs give to fields, in lower case without signs."""

SIMILARITY = 0.75
"""Of an unknown field to the one that was meant."""

LISTED_AT = "x-listed-at"
"""The contract keyword that names the resource listing the allowed words."""
FORMATS = {LISTED_AT: "/v1/formats"}
BANLISTS = {LISTED_AT: "/v1/banlists"}
OF_KIND = "x-kind"
"""The kind of the formats among the listed ones."""
CONSTRUCTED_FORMATS = FORMATS | {OF_KIND: "constructed"}
LIMITED_FORMATS = FORMATS | {OF_KIND: "limited"}


def means(text: str, **keywords: Any) -> dict[str, Any]:
    """Contract metadata of a field: its meaning, and JSON Schema keywords."""
    return {"description": text, **keywords}


def fault_of(check: Callable[..., object], *arguments: object) -> str:
    """The sentence of a failed check by the engine; empty if the check passes."""
    try:
        check(*arguments)
    except questions.InvalidQuestion as error:
        return error.message
    return ""


def valid(check: Callable[[str], object], exempt: Collection[str] = ()) -> Callable[[str], None]:
    """An engine check as a marshmallow validator; words in `exempt` skip the check."""

    def validate(text: str) -> None:
        if text not in exempt and (fault := fault_of(check, text)):
            raise ValidationError(fault)

    return validate


def choice(missing: str, words: tuple[str, ...]) -> Callable[[str], None]:
    """A validator for one of these words; `missing` is the template of the fault."""
    return valid(lambda text: questions.check_choice(missing, text, words))


class Strict(Schema):
    """A JSON object without unknown fields."""

    error_messages = {  # noqa: RUF012, as marshmallow declares it
        "type": say("This must be an object."),
        "unknown": say("There is no field of this name here."),
    }

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **kwargs: Any) -> None:
        """Name the field that was meant by each of an unknown name."""
        names = [field.data_key or name for name, field in self.load_fields.items()]
        faults = error.messages_dict
        for key in islice(faults.keys() - {*names, SCHEMA}, FAULTS_SHOWN):
            if isinstance(key, str) and (hint := _field_meant(key, names)):
                faults[key] = [sentences(fault, *hint) for fault in faults[key]]


def _field_meant(name: str, names: Sequence[str]) -> tuple[str, ...]:
    from difflib import get_close_matches  # only needed for faults

    meant = OTHER_NAMES.get(name.lower().replace("_", "").replace("-", ""))
    if meant not in names:
        meant = next(iter(get_close_matches(name[:LABEL_MAX], names, 1, SIMILARITY)), None)
    return (say('Did you mean "{word}"?', word=meant),) if meant else ()


class Query(Strict):
    """The parameters of a query."""


class Checked(fields.Field[T]):
    """A field whose validators run one after another, stopping at the first fault."""

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **named: Any) -> Any:
        """The value of the field, or its default; raises ValidationError."""
        if value is missing or value is None:
            return super().deserialize(value, attr, data, **named)
        # Avoids the validator object that marshmallow creates for each value.
        loaded = self._deserialize(value, attr, data, **named)
        for check in self.validators:
            check(loaded)
        return loaded


class Value(fields.Field[T]):
    """A field that depends on nothing but its value."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> T:
        return self._parse(value)

    def _parse(self, value: Any) -> T:
        """Parse the sent value; raises ValidationError."""
        raise NotImplementedError


class Text(Checked[str], fields.String):
    """A JSON string."""

    default_error_messages: Messages = COMMON | {"invalid": [say("This must be a string.")]}


class FormatId(Text):
    """The id of a format, shipped or of the house, by its id or name in any case."""

    def _deserialize(self, value: Any, *arguments: Any, **named: Any) -> Any:
        text = super()._deserialize(value, *arguments, **named)
        return questions.find_format_id(text, facts_in_force.houses())


class StructureId(Text):
    """The id of a structure, by its id or name in any case."""

    def _deserialize(self, value: Any, *arguments: Any, **named: Any) -> Any:
        return formats.find_structure_id(super()._deserialize(value, *arguments, **named))


class ListId(Text):
    """The id of a banlist, by its id or name in any case."""

    def _deserialize(self, value: Any, *arguments: Any, **named: Any) -> Any:
        return questions.find_list_id(super()._deserialize(value, *arguments, **named))


class Label(Text):
    """A name: white space is normalized, and a blank name is None."""

    def _deserialize(self, value: Any, *arguments: Any, **named: Any) -> Any:
        name = " ".join(super()._deserialize(value, *arguments, **named).split())
        if UNPRINTABLE.search(name):
            raise ValidationError(say("This has a character that no name has."))
        if len(name) > LABEL_MAX:
            raise ValidationError(say("A name may have at most {most} characters.", most=LABEL_MAX))
        return name or None


class Boolean(Value[bool]):
    """true or false, but neither 1 nor "yes"."""

    default_error_messages: Messages = COMMON | {"invalid": [say("This must be true or false.")]}

    def _parse(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


def to_integer(value: object) -> int | None:
    """The integer value of a JSON number: 4 and 4.0, which JSON does not distinguish."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


class Integer(Value[int]):
    """A whole number, from 1 unless it says otherwise: 4 or 4.0, but neither true nor "4"."""

    default_error_messages: Messages = COMMON | {"invalid": [say("This must be a whole number.")]}

    def __init__(self, maximum: int, minimum: int = 1, **kwargs: Any) -> None:
        self.maximum = maximum
        self.minimum = minimum
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> int:
        number = self.read(value)
        if number is None:
            raise self.make_error("invalid")
        if not self.minimum <= number <= self.maximum:
            raise ValidationError(
                say("This must be from {least} to {most}.", least=self.minimum, most=self.maximum)
            )
        return number

    def read(self, value: Any) -> int | None:
        """The value as an integer, or None if it is none."""
        return to_integer(value)


class Day(Value[datetime.date], Checked[datetime.date]):
    """A date as YYYY-MM-DD; no other form of ISO 8601 is accepted."""

    default_error_messages: Messages = COMMON | {"invalid": [questions.NO_DAY]}

    def _parse(self, value: Any) -> datetime.date:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        try:
            day = questions.day(value)
        except questions.InvalidQuestion as error:
            raise ValidationError(error.message) from None
        if day.year > LAST_YEAR:
            raise ValidationError(say("This must not be after {most}.", most=LAST_YEAR))
        return day


class CardLines(Value[list[tuple[int, str]]]):
    """A list of `{"name", "count"}`, loaded as (count, name).

    Lists can be long, so valid lines take a fast path; the schema is only used to describe
    the faults of invalid ones.
    """

    default_error_messages: Messages = COMMON | {"invalid": [say("This must be a list of cards.")]}

    def __init__(self, line: Schema, **kwargs: Any) -> None:
        self.line = line
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> list[tuple[int, str]]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return load_each(value, self._line_of)

    def _line_of(self, item: Any) -> tuple[int, str]:
        line = item if _is_valid_line(item) else self.line.load(item)
        return line["count"], line["name"]


def _is_valid_line(item: Any) -> bool:
    return (
        type(item) is dict
        and len(item) == 2
        and type(item.get("name")) is str
        and type(item.get("count")) is int
        and 1 <= item["count"] <= COUNT_MAX
    )


def load_each(items: list[Any], load: Callable[[Any], T]) -> list[T]:
    """Apply `load` to each item; raises ValidationError with at most `FAULTS_MAX` faults."""
    loaded: list[T] = []
    faults: dict[int, Any] = {}
    for index, item in enumerate(items):
        try:
            loaded.append(load(item))
        except ValidationError as error:
            faults[index] = error.messages
            if len(faults) == FAULTS_MAX:
                break
    if faults:
        raise ValidationError(faults)
    return loaded


class ObjectList(Value[list[dict[str, Any]]], Checked[list[dict[str, Any]]]):
    """A list of objects, whose length is checked before any object is loaded."""

    default_error_messages: Messages = COMMON

    def __init__(
        self,
        item: Schema,
        maximum: int,
        *,
        minimum: int = 1,
        not_a_list: str,
        wrong_number: str,
        **kwargs: Any,
    ) -> None:
        """`not_a_list` is a message, `wrong_number` a template with `{most}` and `{number}`."""
        self.item = item
        self.minimum = minimum
        self.maximum = maximum
        self.not_a_list = not_a_list
        self.wrong_number = wrong_number
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise ValidationError(self.not_a_list)
        if not self.minimum <= len(value) <= self.maximum:
            raise ValidationError(say(self.wrong_number, most=self.maximum, number=len(value)))
        return load_each(value, self.load)

    def load(self, item: Any) -> dict[str, Any]:
        """Load one object; raises ValidationError."""
        loaded: dict[str, Any] = self.item.load(item)
        return loaded


class Decks(ObjectList):
    """The decks of a team, with a fast path for decks of only a text and a player."""

    def __init__(self, deck: Schema, **kwargs: Any) -> None:
        super().__init__(
            deck,
            LIMITS.decks,
            not_a_list=say("This must be a list of decks."),
            wrong_number=template("A team has 1 to {most} decks, not {number}."),
            **kwargs,
        )

    def load(self, item: Any) -> dict[str, Any]:
        """Load one deck; raises ValidationError."""
        return item if _is_text_deck(item) else super().load(item)


def _is_text_deck(item: Any) -> TypeGuard[dict[str, Any]]:
    """Whether it is surely a valid deck; a longer text may have a line that is too long."""
    return (
        type(item) is dict
        and item.keys() <= {"list", "player"}
        and type(item.get("list")) is str
        and len(item["list"]) <= LIMITS.line
        and ("player" not in item or _is_label(item["player"]))
    )


def _is_label(name: Any) -> bool:
    """Whether this is a name already normalized by `Label`."""
    return (
        type(name) is str
        and 0 < len(name) <= LABEL_MAX
        and name == " ".join(name.split())
        and not UNPRINTABLE.search(name)
    )


class Items(fields.List[T]):
    """A list whose validation stops after `FAULTS_MAX` faults."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> list[T | None]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return load_each(value, partial(self.inner.deserialize, **kwargs))


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

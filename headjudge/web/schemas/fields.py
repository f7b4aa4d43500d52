"""Fields that are stricter than marshmallow's own, with their own messages.

A fault is a `Reason`, which holds its code and its sentence; marshmallow keeps where it belongs.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, partial
from itertools import islice
from typing import Any, TypeGuard, TypeVar

from marshmallow import Schema, ValidationError, fields, missing
from marshmallow.error_store import ErrorStore
from marshmallow.exceptions import SCHEMA

import cards
from headjudge.web import facts_in_force
from headjudge.web.http import Reason
from headjudge.web.limits import LIMITS
from messages import say, sentences
from validator import questions
from validator.limited.products import check_key, check_set

T = TypeVar("T")

LAST_YEAR = 2100
UNPRINTABLE = re.compile(r"[\x00\ud800-\udfff]")
"""NUL, and halves of characters."""

Messages = dict[str, Any]
"""marshmallow's table of messages; lists, as it would format a string itself."""


def wrong_type(sentence: str) -> Messages:
    """The messages of a field whose values are of one type."""
    return {
        "required": [Reason("required", say("This field is required."))],
        "null": [Reason("null", say("This may not be null."))],
        "invalid": [Reason("wrong-type", sentence)],
    }


OTHER_NAMES = {
    "asof": "as_of",
    "date": "as_of",
    "day": "as_of",
    "main": "main",
    "cards": "main",
    "mainboard": "main",
    "maindeck": "main",
    "side": "sideboard",
    "sb": "sideboard",
    "amount": "count",
    "qty": "count",
    "quantity": "count",
    "copies": "count",
    "card": "name",
    "title": "name",
    "deck": "decks",
    "lists": "decks",
    "decklist": "list",
    "text": "list",
}
"""Names that other programs give to fields, in lower case without signs."""

SIMILARITY = 0.75
"""Of an unknown field to the one that was meant."""
HINTS = 20
"""Unknown fields of an object for which the one that was meant is looked for."""

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


def refused(code: str, sentence: str, field: str = SCHEMA) -> ValidationError:
    """The error for a value, or for a field of an object."""
    return ValidationError([Reason(code, sentence)], field)


def fault_of(check: Callable[..., object], *arguments: object) -> Reason | None:
    """The reason why a check by the engine fails; None if it passes."""
    try:
        check(*arguments)
    except questions.InvalidQuestion as error:
        return Reason(error.code, error.message)
    return None


def valid(check: Callable[[str], object], exempt: Collection[str] = ()) -> Callable[[str], None]:
    """An engine check as a marshmallow validator; words in `exempt` skip the check."""

    def validate(text: str) -> None:
        if text not in exempt and (fault := fault_of(check, text)):
            raise ValidationError([fault])

    return validate


def choice(missing: str, words: tuple[str, ...]) -> Callable[[str], None]:
    """A validator for one of these words; `missing` is the template of the fault."""
    return valid(lambda text: questions.check_choice(missing, text, words))


class Strict(Schema):
    """A JSON object without unknown fields."""

    error_messages = {  # noqa: RUF012, as marshmallow declares it
        "type": Reason("wrong-type", say("This must be an object.")),  # type: ignore[dict-item]
        "unknown": Reason(  # type: ignore[dict-item]
            "unknown-field", say("There is no field of this name here.")
        ),
    }

    @cached_property
    def _expected(self) -> frozenset[str]:
        """The fields that are required or have a default."""
        fields = self.load_fields.items()
        return frozenset(
            name for name, field in fields if field.required or field.load_default is not missing
        )

    def _deserialize(self, data: Any, *, error_store: ErrorStore, **_: Any) -> dict[str, Any]:
        """Load the fields that were sent or are expected.

        marshmallow's own loop calls each field, though most of a request's are left out.
        """
        if not isinstance(data, dict):
            error_store.store_error([self.error_messages["type"]])  # type: ignore[no-untyped-call]
            return {}
        loaded: dict[str, Any] = {}
        faults: dict[str, Any] = {}
        for name in (*data, *(self._expected - data.keys())):
            field = self.load_fields.get(name)
            if field is None:
                faults[name] = [self.error_messages["unknown"]]
                continue
            try:
                loaded[name] = field.deserialize(data.get(name, missing), name, data)
            except ValidationError as error:
                faults[name] = error.messages
        if faults:
            error_store.store_error(faults)  # type: ignore[no-untyped-call]
        return loaded

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **kwargs: Any) -> None:
        """Name the field that was meant by each of an unknown name."""
        names = list(self.load_fields)
        faults = error.messages_dict
        for key in sorted(faults.keys() - {*names, SCHEMA}, key=str)[:HINTS]:
            if isinstance(key, str) and (hint := _field_meant(key, names)):
                faults[key] = [
                    fault._replace(detail=sentences(fault.detail, *hint)) for fault in faults[key]
                ]


def _field_meant(name: str, names: Sequence[str]) -> tuple[str, ...]:
    name = name[: LIMITS.label].lower()
    meant = OTHER_NAMES.get(name.replace("_", "").replace("-", ""))
    if meant not in names:
        meant = next(iter(get_close_matches(name, names, 1, SIMILARITY)), None)
    return (say('Did you mean "{word}"?', word=meant),) if meant else ()


class Query(Strict):
    """The parameters of a query."""


class Object(fields.Nested):
    """A JSON object within another."""

    default_error_messages: Messages = wrong_type(say("This must be an object."))


class Value(fields.Field[T]):
    """A field that depends on nothing but its value."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> T:
        return self._parse(value)

    def _parse(self, value: Any) -> T:
        """Parse the sent value; raises ValidationError."""
        raise NotImplementedError


class Text(Value[Any]):
    """A JSON string of characters."""

    default_error_messages: Messages = wrong_type(say("This must be a string."))

    def _parse(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if not value.isascii() or "\0" in value:
            check_characters(value)
        return value


def check_characters(text: str) -> None:
    """Raise ValidationError for NUL, and for halves of characters, which JSON can have."""
    if found := UNPRINTABLE.search(text):
        raise refused(
            "wrong-character",
            say(
                "Character {number} of this is NUL or half of a surrogate pair.",
                number=found.start() + 1,
            ),
        )


class Id(Text):
    """An id, or a usual name of what it stands for, in any case."""

    def __init__(self, find: Callable[[str], str], **kwargs: Any) -> None:
        """`find` gives the id for a text, or the text itself if it is none."""
        self.find = find
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> Any:
        return self.find(super()._parse(value))


def find_format(text: str) -> str:
    """The id of a format, shipped or of the house; the text itself if it is none."""
    return questions.find_format_id(text, facts_in_force.houses())


class Label(Text):
    """A name: white space is normalized, and a blank name is None."""

    def _parse(self, value: Any) -> Any:
        name = " ".join(super()._parse(value).split())
        if len(name) > LIMITS.label:
            raise refused(
                "over-limit", say("A name may have at most {most} characters.", most=LIMITS.label)
            )
        return name or None


def to_integer(value: object) -> int | None:
    """The integer value of a JSON number: 4 and 4.0, which JSON does not distinguish."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


class Integer(Value[int]):
    """A whole number, from 1 unless it says otherwise: 4 or 4.0, but neither true nor "4"."""

    default_error_messages: Messages = wrong_type(say("This must be a whole number."))

    def __init__(self, maximum: int, minimum: int = 1, **kwargs: Any) -> None:
        self.maximum = maximum
        self.minimum = minimum
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> int:
        number = self.read(value)
        if number is None:
            raise self.make_error("invalid")
        if not self.minimum <= number <= self.maximum:
            raise refused(
                "out-of-range",
                say("This must be from {least} to {most}.", least=self.minimum, most=self.maximum),
            )
        return number

    def read(self, value: Any) -> int | None:
        """The value as an integer, or None if it is none."""
        return to_integer(value)


class Day(Value[datetime.date]):
    """A date as YYYY-MM-DD; no other form of ISO 8601 is accepted."""

    default_error_messages: Messages = wrong_type(questions.NO_DAY)

    def _parse(self, value: Any) -> datetime.date:
        if not isinstance(value, str):
            raise refused("no-date", questions.NO_DAY)
        try:
            day = questions.day(value)
        except questions.InvalidQuestion as error:
            raise refused(error.code, error.message) from None
        if day.year > LAST_YEAR:
            raise refused("out-of-range", say("This must not be after {most}.", most=LAST_YEAR))
        return day


class Items(fields.List[T]):
    """A list, whose length is checked before any item, and whose faults are bounded.

    `wrong_number` is a template with `{most}` and `{number}`.
    """

    default_error_messages: Messages = wrong_type(say("This must be a list."))

    def __init__(
        self,
        inner: fields.Field[T],
        *,
        minimum: int = 0,
        maximum: int | None = None,
        not_a_list: str = "",
        wrong_number: str = "",
        **kwargs: Any,
    ) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.wrong_number = wrong_number
        if not_a_list:
            kwargs["error_messages"] = wrong_type(not_a_list)
        super().__init__(inner, **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> list[T | None]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if self.maximum is not None and not self.minimum <= len(value) <= self.maximum:
            raise refused(
                "out-of-range", say(self.wrong_number, most=self.maximum, number=len(value))
            )
        load: Callable[[Any], T | None] = partial(self.inner.deserialize, **kwargs)
        loaded: list[T | None] = []
        faults: dict[int, Any] = {}
        for index, item in enumerate(value):
            try:
                loaded.append(load(item))
            except ValidationError as error:
                faults[index] = error.messages
                if len(faults) == LIMITS.faults:
                    break
        if faults:
            raise ValidationError(faults)
        return loaded


class Identifier(Value[str | int | float]):
    """The `id` of a batch line: a string or a number, returned unchanged."""

    default_error_messages: Messages = wrong_type(say("This must be a string or a number."))

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


class SetCodes(Text):
    """Comma-separated set codes in a query, without repetition: `RTR,GTC`."""

    def __init__(self, maximum: int, **kwargs: Any) -> None:
        self.maximum = maximum
        super().__init__(**kwargs)

    def _parse(self, value: Any) -> Any:
        codes = super()._parse(value).split(",")
        if len(codes) > self.maximum:
            sentence = say(
                "This must be at most {most}, not {number}.", most=self.maximum, number=len(codes)
            )
            raise refused("over-limit", sentence)
        for code in codes:
            if fault := fault_of(check_set, code, cards.catalogue()):
                raise ValidationError([fault])
        return list(dict.fromkeys(codes))


class Product(Value[dict[str, int]]):
    """A product: `{"DOM": 8}`, `{"RAV": 4, "RAV:tournament-pack": 1, "promo": 2}`."""

    default_error_messages: Messages = wrong_type(
        say("This must be an object: numbers of boosters by set code.")
    )

    def _parse(self, value: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        faults = ((key, _product_fault(key, count)) for key, count in value.items())
        found = {
            key: [fault] for key, fault in islice((row for row in faults if row[1]), LIMITS.faults)
        }
        if found:
            raise ValidationError(found)
        return {key: int(count) for key, count in value.items()}


def _product_fault(key: str, count: Any) -> Reason | None:
    if fault := fault_of(check_key, key, cards.catalogue()):
        return fault
    number = to_integer(count)
    if number is None or not 1 <= number <= LIMITS.count:
        return Reason(
            "wrong-type" if number is None else "out-of-range",
            say("This must be a whole number from 1 to {most}.", most=LIMITS.count),
        )
    return None

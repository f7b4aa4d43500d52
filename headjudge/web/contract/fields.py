"""Fields of answers: short ways to say what one is, and what it means.

A field is always there unless it is `optional`, and never null unless `null` is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import INCLUDE, Schema, fields

KNOWN = "x-extensible-enum"
"""The words that are known today. More may be added, so that a client has to expect others."""

Said = dict[str, Any]


class Answer(Schema):
    """An object to which fields may be added."""

    class Meta:
        unknown = INCLUDE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Names that are words of Python end in an underscore here."""
        field_obj.data_key = field_name.removesuffix("_")


def text(means: str, *, known: Iterable[str] = (), **said: Any) -> fields.String:
    """A string; `known` are the words that it is one of today."""
    words = list(known)
    return fields.String(**_said(means, said | ({KNOWN: words} if words else {})))


def day(means: str, **said: Any) -> fields.Date:
    """A date as YYYY-MM-DD."""
    return fields.Date(**_said(means, said))


def whole(means: str, **said: Any) -> fields.Integer:
    """A whole number."""
    return fields.Integer(**_said(means, {"minimum": 0} | said))


def number(means: str, **said: Any) -> fields.Float:
    """A number."""
    return fields.Float(**_said(means, said))


def truth(means: str, **said: Any) -> fields.Boolean:
    """True or false."""
    return fields.Boolean(**_said(means, said))


def several(means: str, of: type[Schema], **said: Any) -> fields.List[Any]:
    """A list of objects."""
    return fields.List(fields.Nested(of), **_said(means, said))


def texts(means: str, **said: Any) -> fields.List[Any]:
    """A list of strings."""
    return fields.List(fields.String(), **_said(means, said))


def one(of: type[Schema], means: str, **said: Any) -> fields.Nested:
    """An object."""
    return fields.Nested(of, **_said(means, said))


def by_name(means: str, of: type[Schema], **said: Any) -> fields.Dict:
    """Objects by name."""
    return fields.Dict(keys=fields.String(), values=fields.Nested(of), **_said(means, said))


def numbers(means: str, **said: Any) -> fields.Dict:
    """Whole numbers by name."""
    return fields.Dict(keys=fields.String(), values=fields.Integer(), **_said(means, said))


def texts_by_name(means: str, **said: Any) -> fields.Dict:
    """Texts, each under its name."""
    return fields.Dict(keys=fields.String(), values=fields.String(), **_said(means, said))


def any_of(means: str, types: Iterable[str], **said: Any) -> fields.Raw:
    """A value of one of several JSON types."""
    return fields.Raw(**_said(means, {"type": list(types)} | said))


def _said(means: str, said: Mapping[str, Any]) -> Said:
    """What marshmallow is told: `optional` and `null` its own way, the rest as metadata."""
    rest = {name: value for name, value in said.items() if name not in ("optional", "null")}
    return {
        "required": not said.get("optional", False),
        "allow_none": said.get("null", False),
        "metadata": {"description": means, **rest},
    }

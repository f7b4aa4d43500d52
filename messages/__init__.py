"""Messages: English sentences that can be translated later.

A message is a string, so the engine, the command line and JSON can treat it as one. It keeps its
template and values, from which `in_language` formats it in another language. Templates must be
literals to be extracted for translators: in calls of `say`, or marked by `template` and `plural`
in tables. Files of facts with translatable texts are listed in babel.cfg.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Literal, Protocol

MOST_NAMED = 5
"""Maximum items of a list that a sentence names."""

Word = Literal["and", "or"]


class Language(Protocol):
    """The interface of a language."""

    def text(self, template: str) -> str:
        """The template in this language."""

    def plural(self, one: str, many: str, number: int) -> str:
        """The template for the number."""

    def join(self, items: Sequence[str], word: Word) -> str:
        """The items as a list: `A, B and C`."""


class Message(str):
    """An English sentence, or a part of one, that can be formatted in another language."""

    __slots__ = ("_again", "template")
    _again: Callable[[Language], str]
    template: str
    """Its template; for several sentences, that of the first."""

    def __new__(cls, english: str, again: Callable[[Language], str], template: str = "") -> Message:
        """A message with this English text; `again` formats it in another language."""
        message = super().__new__(cls, english)
        message._again = again
        message.template = template
        return message

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Pickled as its English text."""
        return str, (str(self),)

    def in_language(self, language: Language) -> str:
        """The message in another language."""
        return self._again(language)


class MessageError(ValueError):
    """An error with the reason as a sentence for users, `message`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def template(text: str) -> str:
    """The text itself, marked for translators; for templates in tables, formatted by `say`."""
    return text


def plural(one: str, many: str) -> tuple[str, str]:
    """The two templates of `say_count`, marked for translators; for templates in tables."""
    return one, many


def say(template: str, /, **values: object) -> Message:
    """The template, a format string, with its values; values may be messages."""
    return Message(
        template.format_map(values),
        lambda language: language.text(template).format_map(_translate_values(values, language)),
        template,
    )


def say_count(number: int, one: str, many: str, /, **values: object) -> Message:
    """One of two templates by number, which is the value `{number}`: `1 copy`, `2 copies`."""
    values["number"] = number
    return Message(
        (one if number == 1 else many).format_map(values),
        lambda language: language.plural(one, many, number).format_map(
            _translate_values(values, language)
        ),
    )


def say_list(items: Sequence[str], word: Word = "and") -> Message:
    """`A`, `A and B`, `A, B and C`, or with `or`. Items may be messages."""
    *first, last = items or [""]
    return Message(
        f"{', '.join(first)} {word} {last}" if first else last,
        lambda language: language.join([in_language(item, language) for item in items], word),
    )


def say_short_list(items: Sequence[str]) -> Message:
    """`A, B and C`; if there are more than five items, `A, B, C, D, E and 3 more`."""
    if len(items) <= MOST_NAMED:
        return say_list(items)
    more = say_count(len(items) - MOST_NAMED, "{number} more", "{number} more")
    return say_list([*items[:MOST_NAMED], more])


def sentences(*parts: str) -> str:
    """At least one sentence, joined with spaces; each may be a message."""

    def join(before: str, after: str) -> str:
        both = say("{sentence} {next}", sentence=before, next=after)
        both.template = getattr(before, "template", before)
        return both

    return reduce(join, parts)


def in_language(value: Any, language: Language) -> Any:
    """A message in that language; other values are unchanged."""
    return value.in_language(language) if isinstance(value, Message) else value


def _translate_values(values: Mapping[str, object], language: Language) -> dict[str, object]:
    return {name: in_language(value, language) for name, value in values.items()}

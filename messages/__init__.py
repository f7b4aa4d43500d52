"""Messages: sentences in English that can be said again in another language.

A message is a string, so that the engine, the command line and JSON treat it as one. It keeps the
template that it was made from and what was filled in; `in_language` makes it anew from these.
Templates are literals, so that they can be extracted for translators: where they are said, or
marked by `template` and `plural` where a table keeps them. Files of facts whose words are said
stand in babel.cfg.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Literal, Protocol

MOST_NAMED = 5
"""Items of a list that a sentence names."""

Word = Literal["and", "or"]


class Language(Protocol):
    """What a language has to know."""

    def text(self, template: str) -> str:
        """The template in this language."""

    def plural(self, one: str, many: str, number: int) -> str:
        """The template that fits the number."""

    def join(self, items: Sequence[str], word: Word) -> str:
        """The items as a list: `A, B and C`."""


class Message(str):
    """A sentence in English, or a part of one, that remembers how it was made."""

    __slots__ = ("_again", "template")
    _again: Callable[[Language], str]
    template: str
    """What it was made from; of several sentences that of the first."""

    def __new__(cls, english: str, again: Callable[[Language], str], template: str = "") -> Message:
        """The message that reads so in English; `again` says it in another language."""
        message = super().__new__(cls, english)
        message._again = again
        message.template = template
        return message

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Between processes a message is its English text."""
        return str, (str(self),)

    def in_language(self, language: Language) -> str:
        """The same in another language."""
        return self._again(language)


class MessageError(ValueError):
    """Something is wrong for the reason that `message`, a sentence for people, gives."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def template(text: str) -> str:
    """The text as it is, marked for translators: a table keeps it, and `say` says it."""
    return text


def plural(one: str, many: str) -> tuple[str, str]:
    """The two templates of `say_count`, marked for translators where a table keeps them."""
    return one, many


def say(template: str, /, **values: object) -> Message:
    """The template, a format string, with its values; a value may be a message itself."""
    return Message(
        template.format_map(values),
        lambda language: language.text(template).format_map(_translate_values(values, language)),
        template,
    )


def say_count(number: int, one: str, many: str, /, **values: object) -> Message:
    """One of two templates by number, which they may name as `{number}`: `1 copy`, `2 copies`."""
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
    """`A, B and C`, or, of more than a sentence should name, `A, B, C, D, E and 3 more`."""
    if len(items) <= MOST_NAMED:
        return say_list(items)
    more = say_count(len(items) - MOST_NAMED, "{number} more", "{number} more")
    return say_list([*items[:MOST_NAMED], more])


def sentences(*parts: str) -> str:
    """Sentences one after another, at least one of them; each may be a message."""

    def join(before: str, after: str) -> str:
        both = say("{sentence} {next}", sentence=before, next=after)
        both.template = getattr(before, "template", before)
        return both

    return reduce(join, parts)


def capitalise(text: str) -> Message:
    """The text, perhaps a message, as a sentence begins."""
    return Message(
        _upper_first(text),
        lambda language: _upper_first(in_language(text, language)),
        getattr(text, "template", text),
    )


def in_language(value: Any, language: Language) -> Any:
    """A message in that language, and any other value as it is."""
    return value.in_language(language) if isinstance(value, Message) else value


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _translate_values(values: Mapping[str, object], language: Language) -> dict[str, object]:
    return {name: in_language(value, language) for name, value in values.items()}

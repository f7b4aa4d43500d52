"""A language in which every translated word stands in brackets, and what of a page stands outside.

The words of a template are put in brackets, what is filled into it is not: it has to be a
translation itself, or data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from unittest.mock import patch

import flask_babel
from babel.support import Translations
from flask import Flask
from markupsafe import Markup

import banlists
import cards
import formats
from app import create_app
from headjudge.web import http
from headjudge.web.words import facts
from tests.fact_files import MIX_EVENTS

LANGUAGE = "de"
"""The one whose words are replaced."""
TRANSLATED = re.compile(r"⟦[^⟦⟧]*⟧")
_FILLED_IN = re.compile(r"(<[^>]*>|%\(\w+\)[sd]|%%|\{\w+\})")
_WORDS = frozenset({"aria-label", "title", "placeholder", "alt", "content", "label"})
"""Attributes that are read to a person, besides the `data-` in which scripts find their words."""
_NO_WORDS = frozenset({"kbd", "code", "script", "style", "textarea", "time"})
_EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta"})
_DATA = re.compile(
    r"\d{4}-\d{2}-\d{2}|/[a-z0-9/_.-]+|\{\w+\}|\bHeadjudge\b|\b[A-Z0-9]{2,5}(:[a-z-]+)?\b|\b[A-Z]\b"
)
"""Dates, addresses, what a script fills in, codes of sets, letters of decks."""
_QUOTED = re.compile(r"[“\"]⟧[^⟦]*⟦[”\"]")
"""What a reader sent."""


class Bracketed(Translations):
    """Translations of everything: the words themselves, in brackets."""

    def ugettext(self, message: str) -> str:
        return bracketed(message)

    def ungettext(self, one: str, many: str, number: int) -> str:
        return bracketed(one if number == 1 else many)


def bracketed(template: str) -> str:
    """The template with its words in brackets; tags and what is filled in stay outside."""
    parts = _FILLED_IN.split(template)
    return "".join(
        f"⟦{part}⟧" if index % 2 == 0 and part.strip() else part for index, part in enumerate(parts)
    )


_LINES = ("data-was", "data-becomes")
"""Attributes that hold lines of a list."""


@contextmanager
def translated_service() -> Iterator[Flask]:
    """The service, which answers LANGUAGE in brackets; titles of cards stand in them as well."""

    def card_title(title: str) -> Markup:
        return Markup("<bdi>⟦{}⟧</bdi>").format(title)

    http._load_language.cache_clear()
    with (
        patch.object(flask_babel.Domain, "get_translations", lambda _self: Bracketed()),
        patch.object(Translations, "load", lambda *_: Bracketed()),
        patch.object(facts, "card_title", card_title),
        patch.object(http.LocalLanguage, "join", lambda _self, items, _word: "⟦, ⟧".join(items)),
    ):
        yield create_app()
    http._load_language.cache_clear()


class _Page(HTMLParser):
    """Collects texts and attributes for people, but for those that are no words of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _is_data(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_marked = (tag != "html" and "lang" in given) or given.get("translate") == "no"
        is_data = self._is_data or is_marked or tag in _NO_WORDS
        if tag == "meta" and given.get("name") != "description":
            return
        if not is_data:
            self.texts += [
                value
                for name, value in given.items()
                if value
                and (name in _WORDS or (name.startswith("data-") and " " in value))
                and name not in _LINES
            ]
        if tag not in _EMPTY:
            self._open.append((tag, is_data))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_data:
            self.texts.append(data)


def untranslated(html: str, *titles: str) -> list[str]:
    """The texts of a page that no translator was asked for, and that are no data, nor these."""
    page = _Page()
    # A day and a command within a sentence.
    page.feed(re.sub(r"<(time|code)>([0-9-]+|headjudge \w+)</\1>", r"\2", html))
    found = []
    for text in dict.fromkeys(" ".join(text.split()) for text in page.texts):
        left = text
        for title in titles:
            left = left.replace(title, " ")
        left = _without_data(left)
        if re.search(r"[^\W\d_]", left):
            found.append(text)
    return found


def _without_data(text: str) -> str:
    return _DATA.sub(" ", _names().sub(" ", TRANSLATED.sub(" ", _QUOTED.sub("⟧⟦", text))))


@cache
def _names() -> re.Pattern[str]:
    """What formats, policies, sets and documents are called, and the lands that are free."""
    plays = [formats.load(format_id) for format_id in formats.ids()]
    lists = map(formats.of_list, banlists.ids())
    sets = cards.catalogue().sets.values()
    names = {play.name for play in (*plays, *lists)} | {one.name for one in sets}
    names |= {*formats.ids(), *formats.policy_ids(), *formats.load("sealed").always_legal, "block"}
    names |= {
        fact.source for one in formats.structure_ids() for fact in formats.structure(one).facts
    }
    names |= {mix.source for event in MIX_EVENTS for mix in formats.mixes(event)}
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})(?!\w)")

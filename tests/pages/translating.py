"""What of a Japanese page nobody has translated: Latin words that no Japanese sentence has."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.pofile import read_po

import banlists
import cards
import formats
from tests.fact_files import MIX_EVENTS

LANGUAGE = "ja"
CATALOGUE = (
    Path(__file__).parents[2] / "messages/translations" / LANGUAGE / "LC_MESSAGES/messages.po"
)
_WORD = re.compile(r"[A-Za-zÀ-ž]{2,}")
_FILLED_IN = re.compile(r"\{\w+\}|%\(\w+\)[sd]")
_WORDS = frozenset({"aria-label", "title", "placeholder", "alt", "content", "label"})
"""Attributes that are read to a person, besides the `data-` in which scripts find their words."""
_LINES = ("data-was", "data-becomes")
"""Attributes that hold lines of a list."""
_NO_WORDS = frozenset({"kbd", "code", "script", "style", "textarea", "time"})
_EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta"})
_DATA = re.compile(
    r"/[a-z0-9/_.-]+|https?://\S+|\{\w+\}|\b[A-Z0-9]{2,5}(?::[a-z-]+)?\b|「[^」]*」"
    r"|[A-Z][\w',-]+(?: [\w',-]+)* // [A-Z][\w',-]+(?: [\w',-]+)*"
    r"|(?<=[^\x00-\x7f]) ?\([^()]+\)"
)
"""Addresses, what a script fills in, codes of sets, what a reader sent, titles in English."""


class _Page(HTMLParser):
    """Collects texts and attributes for people, but for those that are no words of ours."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

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
    """The texts of a page with words that are neither Japanese sentences' nor data, nor these."""
    found = []
    for text in dict.fromkeys(" ".join(text.split()) for text in _Page(html).texts):
        left = text
        for title in titles:
            left = left.replace(title, " ")
        left = _DATA.sub(" ", _names().sub(" ", left))
        if any(word.casefold() not in _own_words() for word in _WORD.findall(left)):
            found.append(text)
    return found


@cache
def _own_words() -> frozenset[str]:
    """The Latin words of Japanese sentences, such as CSV and JavaScript."""
    with CATALOGUE.open("rb") as file:
        texts = [str(message.string) for message in read_po(file) if message.id]
    words = (word for text in texts for word in _WORD.findall(_FILLED_IN.sub(" ", text)))
    return frozenset(word.casefold() for word in words)


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
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(longest_first)})(?![A-Za-z])")

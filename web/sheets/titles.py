"""What a card is called in the language of its player."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache

from cards.store import SHIPPED

LANGUAGES = ("de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant")
"""The languages that the facts have titles in, besides English."""
FACES = " // "


def title_in(title: str, language: str) -> str:
    """The title in that language of the card of that English title; empty where none is known.

    Languages go by the names that the facts give them: `ja`, `pt-BR`, `zh-Hans`.
    """
    return _titles(language).get(title, "")


@cache
def _titles(language: str) -> Mapping[str, str]:
    with closing(sqlite3.connect(SHIPPED)) as store:
        rows = store.execute(
            "SELECT cards.title, translations.title FROM translations"
            " JOIN cards ON cards.id = card WHERE language = ? ORDER BY translations.folded",
            (language,),
        )
        # A card of several faces has those of each face as well, and its own is the whole.
        return {
            title: translated
            for title, translated in rows
            if title.count(FACES) == translated.count(FACES) and title != translated
        }

"""Resolve a written name to a card, level by level."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Sequence

from cards.model import NO_MATCH, Card, IsLegal, Level, Match
from cards.titles import bare, fold, is_shortened, loosen

MOST_CHOICES = 4
"""Maximum cards in one choice, and words shared by all of them."""
LONGEST_NAME = 400
"""Characters. No title in any language comes near it; it bounds the cost of hostile names."""

MOST_BEGINNINGS = 100
"""Maximum titles considered that begin with the same words."""
MOST_COMPLETIONS = 200
"""The same for completions, which a format may filter."""

_BEGINNING = """
    SELECT cards.id
    FROM (VALUES (?1 || ' '), (?1 || ','), (?1 || ':'), (?1 || '//')) AS beginnings
    JOIN names ON names.folded >= column1 AND names.folded < column1 || char(0x10FFFF)
    JOIN cards ON cards.id = names.card
    WHERE names.level < 4 GROUP BY cards.id ORDER BY cards.renown LIMIT ?2
"""
_COMPLETED = """
    SELECT cards.id FROM names JOIN cards ON cards.id = names.card
    WHERE {condition} GROUP BY cards.id
    ORDER BY max(names.folded = ?1) DESC, min(names.level) > 1, cards.renown LIMIT ?2
"""
_BEGINS = "names.folded >= ?1 AND names.folded < ?1 || char(0x10FFFF)"
_BEGINS_TRANSLATED = _BEGINS.replace("names.", "translations.")
_HAS_LATER_WORD = "instr(names.folded, ' ' || ?1)"
_LEVELS: dict[int, Level] = {1: "folded", 2: "alternative", 3: "front face", 4: "other face"}
_COUNT = re.compile(r"[0-9]{1,3} ?[xX×]? +(?=[^0-9 ])")
"""The number of copies before the beginning of a title."""
_REBALANCED = re.compile(r"^a-(?=\S)|(?<=\S) \((?:alchemy|rebalanced)\)$")
"""How MTG Arena, and Wizards' pages on it, mark a version rebalanced for Arena."""


class Lookup:
    """Lookup in the names of a store; `card` reads a card by its number there."""

    def __init__(self, store: sqlite3.Connection, card: Callable[[int], Card]) -> None:
        self._store = store
        self._card = card

    def find(self, text: str) -> Match:
        """Resolve a name at the first level with a match.

        The levels: exact English title, folded title, alternative title, front face, other face,
        translation; then a title combined from its faces, a version rebalanced for MTG Arena, a
        title that only differs in punctuation or small words (a correction), and finally a choice
        of several cards.
        """
        name, folded = text.strip(), folded_name(text)
        if not folded:
            return NO_MATCH
        return (
            self._find_english(name, folded)
            or self._find_translation(name, folded)
            or self._find_by_faces(folded)
            or self._find_rebalanced(folded)
            or self._find_correction(folded)
            or self._find_choice(name)
            or NO_MATCH
        )

    def is_title(self, text: str) -> bool:
        """Whether the text names at least one card without a correction."""
        folded = folded_name(text)
        if not folded:
            return False
        rows = self._store.execute(
            "SELECT 1 FROM names WHERE folded = ?1"
            " UNION ALL SELECT 1 FROM translations WHERE folded = ?1 LIMIT 1",
            (folded,),
        )
        return rows.fetchone() is not None or self._find_by_faces(folded) is not None

    def begins_title(self, text: str) -> bool:
        """Whether any title begins with the text, be it within a word."""
        folded = folded_name(text)
        if not folded:
            return False
        rows = self._store.execute(
            f"SELECT 1 FROM names WHERE {_BEGINS}"
            f" UNION ALL SELECT 1 FROM translations WHERE {_BEGINS_TRANSLATED} LIMIT 1",
            (folded,),
        )
        return rows.fetchone() is not None

    def is_beyond(self, text: str) -> bool:
        """Whether the text is a name that is known to exist but has no facts."""
        query = "SELECT 1 FROM names_beyond WHERE folded = ?"
        rows = self._store.execute(query, (folded_name(text),))
        return rows.fetchone() is not None

    def starting_with(self, text: str) -> tuple[Card, ...]:
        """The cards whose titles continue these words, most printed first.

        At most `MOST_BEGINNINGS`. "Jace" matches "Jace, the Mind Sculptor", but neither "Jace's
        Ruse" nor a longer word.
        """
        folded = folded_name(text)
        if len(bare(folded)) < 2:
            return ()
        rows = self._store.execute(_BEGINNING, (folded, MOST_BEGINNINGS))
        return tuple(self._card(number) for (number,) in rows)

    def complete(self, text: str, limit: int, is_legal: IsLegal | None = None) -> tuple[str, ...]:
        """Up to `limit` English titles that complete the beginning of a name, in any spelling.

        Legal titles come first; within both groups, titles with that beginning, then those with a
        face or alternative title, then those with a later word with it; most printed first. If
        nothing matches, a leading count is dropped: `4 Light`.
        """
        folded = folded_name(text[:LONGEST_NAME])
        if not folded:
            return ()
        most = MOST_COMPLETIONS if is_legal else limit
        titles: dict[str, bool] = {}
        for condition in (_BEGINS, _HAS_LATER_WORD):
            rows = self._store.execute(_COMPLETED.format(condition=condition), (folded, most))
            for card in map(self._card, [number for (number,) in rows]):
                # A complete title always comes first.
                is_whole = fold(card.title) == folded
                titles.setdefault(card.title, is_legal is None or is_whole or is_legal(card))
            if sum(titles.values()) >= limit:
                break
        if not titles and (count := _COUNT.match(text)):
            return self.complete(text[count.end() :], limit, is_legal)
        return tuple(sorted(titles, key=lambda title: not titles[title]))[:limit]

    def _find_english(self, name: str, folded: str) -> Match | None:
        rows = self._store.execute(
            "SELECT level, card FROM names WHERE folded = ? ORDER BY level", (folded,)
        ).fetchall()
        if not rows:
            return None
        best = rows[0][0]
        cards = [self._card(number) for level, number in rows if level == best]
        exact = best == 1 and cards[0].title == name
        return Match.of(cards, "exact" if exact else _LEVELS[best])

    def _find_translation(self, name: str, folded: str) -> Match | None:
        query = "SELECT DISTINCT card FROM translations WHERE folded = ? ORDER BY card"
        numbers = [number for (number,) in self._store.execute(query, (folded,))]
        if len(numbers) > 1:
            spelt = self._with_spelling(name, numbers)
            numbers = [number for number in numbers if number in spelt] or numbers
        cards = [self._card(number) for number in numbers]
        return Match.of(cards, "translated") if cards else None

    def _with_spelling(self, name: str, numbers: Sequence[int]) -> set[int]:
        """The cards that have the title in exactly this spelling, including accents."""
        query = "SELECT title FROM translated_titles WHERE card = ?"
        return {
            number
            for number in numbers
            for (title,) in self._store.execute(query, (number,))
            if _spelling(title) == _spelling(name)
        }

    def languages(self, text: str, card: Card) -> frozenset[str]:
        """The languages in which the text is a title of the card."""
        rows = self._store.execute(
            "SELECT language FROM translations JOIN cards ON cards.id = translations.card"
            " WHERE folded = ? AND title = ?",
            (folded_name(text), card.title),
        )
        return frozenset(language for (language,) in rows)

    def translated(self, text: str, language: str) -> tuple[Card, ...]:
        """The cards whose title in the language the text is."""
        rows = self._store.execute(
            "SELECT card FROM translations WHERE folded = ? AND language = ?",
            (folded_name(text), language),
        )
        return tuple(self._card(number) for (number,) in rows)

    def _find_by_faces(self, folded: str) -> Match | None:
        """`Front // Back // Front` and `Front // Front`, as some programs write a card."""
        first, *others = folded.split("//")
        if not others:
            return None
        match = self._find_english(first, first)
        card = match.card if match else None
        if match is None or card is None:
            return None
        names = {fold(card.title), *map(fold, card.faces)}
        for alternative in map(fold, card.alternative_titles):
            names.update((alternative, *alternative.split("//")))
        return match._replace(level="folded") if names.issuperset((first, *others)) else None

    def _find_rebalanced(self, folded: str) -> Match | None:
        """The paper card for the name of its rebalanced version, on each of its faces."""
        faces = [_REBALANCED.sub("", face, count=1) for face in folded.split("//")]
        plain = "//".join(faces)
        if plain == folded:
            return None
        match = self._find_english(plain, plain) or self._find_by_faces(plain)
        return Match.of((match.card,), "rebalanced") if match and match.card else None

    def _find_correction(self, folded: str) -> Match | None:
        return self._find_only("loose", loosen(folded)) or self._find_only(
            "bare", bare(folded), folded
        )

    def _find_choice(self, name: str) -> Match | None:
        """The cards of a name that leaves a choice: `Zephyr/Bay Falcons`."""
        parts = [part.strip() for part in name.split("/")]
        if not 1 < len(parts) <= MOST_CHOICES:
            return None
        shared = parts[-1].split()[1:][:MOST_CHOICES]
        cards = [self._card_of_part(part, shared) for part in parts]
        if None in cards:
            return None
        return Match.of([card for card in cards if card], "corrected")

    def _card_of_part(self, part: str, shared: Sequence[str]) -> Card | None:
        """The card of one part, with or without the words it shares with the last part."""
        for number in range(len(shared), -1, -1):
            words = fold(" ".join((part, *shared[number:])))
            for folded in (words, words.removesuffix("s")):
                match = self._find_english(folded, folded) if folded else None
                if match and match.card:
                    return match.card
        return None

    def _find_only(self, column: str, key: str, folded: str | None = None) -> Match | None:
        """The card of the names with this key in a column, if it is unique; otherwise None.

        With `folded`, only names whose small words include, or are included in, its own count.
        """
        rows = self._store.execute(
            f"SELECT level, card, folded FROM names WHERE {column} = ? AND {column} <> ''"
            " ORDER BY level",
            (key,),
        ).fetchall()
        if folded is not None:
            rows = [row for row in rows if is_shortened(row[2], folded)]
        numbers = dict.fromkeys(number for level, number, _ in rows if level == rows[0][0])
        match = Match.of([self._card(number) for number in numbers], "corrected")
        # A correction needs a unique card; otherwise the cards become suggestions.
        return match if match.card else None


def _spelling(title: str) -> str:
    """The title without differences of case and apostrophe."""
    return unicodedata.normalize("NFC", title).casefold().replace("’", "'")


def folded_name(text: str) -> str:
    """The folded text; empty if no name is so long, or UTF-8 cannot encode it."""
    folded = fold(text) if is_short(text) else ""
    return folded if is_encodable(folded) else ""


def is_short(text: str) -> bool:
    """Whether the text is short enough to be a name."""
    return len(text) <= LONGEST_NAME


def is_encodable(text: str) -> bool:
    """Whether UTF-8 can encode the text: JSON may contain lone surrogates."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)

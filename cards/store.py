"""The catalogue: which card a written name means, and what is known of that card.

The facts lie in a read-only SQLite file, so that a process opens them in a millisecond and
all workers share the pages that the system keeps in memory. What decks ask for often is kept
in small caches on top. docs/facts.md compares this with plain dictionaries.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from cards import tokens
from cards.lookup import LONGEST_NAME, Lookup, is_encodable, is_short
from cards.model import Card, CardSet, IsLegal, Match, Printing
from cards.remembering import Answers
from cards.set_codes import possible_sets
from cards.titles import fold

if TYPE_CHECKING:
    from cards.suggestions import Suggester

ID_DIGITS = 12
"""Digits of a catalogue's digest by which it is called."""
SHIPPED = Path(__file__).parent / "catalogue.sqlite"
LONGEST_CODE = 8
"""Characters. Codes of sets have up to five; longer ones are no code and not kept."""
CACHED_NAMES = 16_384
"""Some ten times the names that a large event brings; about 15 MB when full."""

CACHED_TITLES = 2_048
"""Cards of which the titles in all languages are kept: some three large sets; about 3 MB."""


class _Sets(dict[str, CardSet]):
    """Sets by code."""

    def __missing__(self, code: str) -> CardSet:
        return CardSet(code, code, datetime.date.max, "unknown", "paper", dates_its_cards=True)


Identity = tuple[int, int, int, int, int]
"""What tells that a file is another, or was touched."""


def identity(path: Path) -> Identity:
    """What changes with every change of a file that the system sees; OSError."""
    status = path.stat()
    return (
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )  # fmt: skip


class Catalogue:
    """Card facts as of one date. Safe to use from several threads."""

    def __init__(self, path: Path = SHIPPED) -> None:
        """Open the store at `path`; sqlite3.OperationalError where there is none."""
        self.path = path
        self._store = sqlite3.connect(address(path), uri=True, check_same_thread=False)
        self._identity = identity(path)
        # Of a file in memory, what is cut off while it is read ends the process (SIGBUS).
        self._store.execute("PRAGMA mmap_size = 0")
        # Whoever still asks these facts holds them: they are closed after the last of those.
        weakref.finalize(self, self._store.close)
        self._card = lru_cache(CACHED_NAMES)(self._read_card)
        self._lookup = lookup = Lookup(self._store, self._card)
        # What is no name is not kept: the memory would grow as large as its keys.
        self._matches = Answers(lookup.find, CACHED_NAMES, keeps=is_short)
        self.plain = Answers(self._plain, CACHED_NAMES, keeps=is_short)
        """The card of a name that needs no word of explanation, by name; None for other names."""
        self.is_title = lru_cache(CACHED_NAMES)(lookup.is_title)
        self.titles_of = lru_cache(CACHED_TITLES)(self._read_titles)
        """The titles of the card of that exact English title by language, as `title_in` has it."""
        self.is_beyond, self.languages = lookup.is_beyond, lookup.languages
        self.starting_with = lru_cache(CACHED_TITLES)(lookup.starting_with)
        """The cards whose titles begin with the words: see `Lookup.starting_with`."""
        self._was_printed = lru_cache(CACHED_NAMES)(self._read_printings)
        meta = dict(self._store.execute("SELECT key, value FROM meta"))
        self.as_of = datetime.date.fromisoformat(meta["as_of"])
        self.translated_until = datetime.date.fromisoformat(meta["translated_until"])
        """The day up to which cards have translated titles."""
        self.digest: str = meta["digest"]
        """The digest that the file gives itself; `cards.catalogue_files` proves it."""
        self.id = self.digest[:ID_DIGITS]

    def is_unaltered(self) -> bool:
        """Whether nobody has touched the file since it was opened."""
        try:
            return identity(self.path) == self._identity
        except OSError:
            return False

    def card(self, title: str) -> Card:
        """The card of that exact English card title; KeyError where there is none."""
        match = self.find(title)
        if match.level != "exact":
            raise KeyError(title)
        return match.cards[0]

    def find(self, text: str) -> Match:
        """What the name means: see `Lookup.find`."""
        return self._matches[text]

    def _plain(self, text: str) -> Card | None:
        return self.find(text).plain

    def complete(self, text: str, limit: int, is_legal: IsLegal | None = None) -> tuple[str, ...]:
        """Up to `limit` English titles for the beginning of a name: see `Lookup.complete`."""
        return self._lookup.complete(text, limit, is_legal)

    def find_printed(self, text: str, set_code: str) -> Match:
        """What the name means where a list gives the set's code with it.

        The code settles a name of several cards of one level, where it can. A collector
        number alone would settle nothing: the facts hold no numbers.
        """
        return self.find(text).printed_in(possible_sets(set_code))

    def was_printed(self, card: Card, set_code: str) -> bool:
        """False if the card certainly has no printing in the set of that code.

        The facts are certain about sets on paper that came out whole and before their date;
        what other codes mean is left to those who write them.
        """
        return len(set_code) > LONGEST_CODE or self._was_printed(card, set_code)

    def _read_printings(self, card: Card, set_code: str) -> bool:
        sets = possible_sets(set_code)
        known_sets = [self.sets[code] for code in sets if code in self.sets]
        is_certain = all(facts.is_closed and facts.released <= self.as_of for facts in known_sets)
        return not known_sets or not is_certain or card.is_in(sets)

    def is_token(self, text: str) -> bool:
        """Whether a name that no card has is that of a token or emblem, and no title misspelt."""
        folded = fold(text) if len(text) <= LONGEST_NAME else ""
        return tokens.is_name(folded) and not tokens.is_misspelt(folded, self._titles_like_tokens)

    @cached_property
    def _titles_like_tokens(self) -> frozenset[str]:
        """Bare titles of every language with a word of tokens in them."""
        return frozenset(title for (title,) in self._store.execute("SELECT bare FROM like_tokens"))

    def is_of_tokens(self, set_code: str) -> bool:
        """Whether a set's code is that of its tokens, as sites write it: `TDOM`, or `Token`."""
        code = set_code.upper()
        is_set = any(set_code in self.sets for set_code in possible_sets(code))
        is_named_after_one = code[:1] == "T" and code[1:] in self.sets
        return (is_named_after_one and not is_set) or tokens.has_word(code.lower())

    def suggest(
        self, text: str, limit: int = 3, is_legal: IsLegal | None = None
    ) -> tuple[str, ...]:
        """Up to `limit` English titles that the text may have been meant for, best first.

        Titles that begin with the text come first. Of titles equally near those that are legal
        do, and then those printed most. Where none is near, a remark in brackets is left out.
        """
        suggestions: dict[str, None] = {}
        for titles in self._meant(text):
            if is_legal is not None:
                titles = sorted(titles, key=lambda title: not is_legal(self.card(title)))
            suggestions.update(dict.fromkeys(titles))
            if len(suggestions) >= limit:
                break
        plain = text.partition(" (")[0]
        if not suggestions and plain and plain != text:
            return self.suggest(plain, limit, is_legal)
        return tuple(suggestions)[:limit]

    def _meant(self, text: str) -> Iterator[Sequence[str]]:
        """Titles that the text may have been meant for; those equally near come together."""
        if is_encodable(text):
            yield [card.title for card in self.starting_with(text)]
            yield from self._suggester.suggest(fold(text[:LONGEST_NAME]))

    def is_near_title(self, text: str) -> bool:
        """Whether the text may be a title with a typing error or two, by its letters alone."""
        return is_short(text) and self._suggester.is_near(fold(text))

    def title_in(self, title: str, language: str) -> str | None:
        """What the card of that exact English title is called in a language.

        Languages go by the names that the facts give them (BCP 47: `de`, `pt-BR`). None where
        the facts have no title, or the same as in English. Of several the longest is taken: a
        whole title before that of a face, a word before its abbreviation.
        """
        return self.titles_of(title).get(language)

    def _read_titles(self, title: str) -> Mapping[str, str]:
        if not is_encodable(title):
            return MappingProxyType({})
        rows = self._store.execute(
            "SELECT language, translated_titles.title FROM translated_titles"
            " JOIN names USING (card) JOIN cards ON cards.id = card"
            " WHERE names.folded = ? AND names.level = 1 AND cards.title = ?"
            " ORDER BY language, length(translated_titles.title), translated_titles.title DESC",
            (fold(title), title),
        )
        return MappingProxyType(dict(rows.fetchall()))

    def titles(self) -> Iterator[str]:
        """All English card titles, sorted."""
        for (title,) in self._store.execute("SELECT title FROM cards ORDER BY id"):
            yield title

    def cards_of(self, set_code: str) -> list[Card]:
        """The cards that were printed in a set, by title; none for an unknown code."""
        # A code is found inside of others and of titles as well: the printings decide.
        rows = self._store.execute(
            "SELECT id FROM cards WHERE instr(record, ?) ORDER BY id", (f"{set_code}:",)
        )
        cards = [self._card(number) for (number,) in rows]
        return [card for card in cards if any(code == set_code for code, _ in card.printings)]

    @cached_property
    def sets(self) -> Mapping[str, CardSet]:
        """All sets by their upper-case code, oldest first.

        A format may name a set that came out after these facts: it is called by its code.
        """
        rows = self._store.execute(
            "SELECT code, name, released, kind, platform, dates_its_cards FROM sets"
            " ORDER BY released, code"
        )
        sets = {
            code: CardSet(
                code, name, datetime.date.fromisoformat(released), kind, platform, bool(dates)
            )
            for code, name, released, kind, platform, dates in rows
        }
        return MappingProxyType(_Sets(sets))

    @cached_property
    def _suggester(self) -> Suggester:
        # Most lists have no unknown title: those need neither the index nor its library.
        from cards.suggestions import Suggester

        return Suggester(self._store)

    def _read_card(self, number: int) -> Card:
        title, record = self._store.execute(
            "SELECT title, record FROM cards WHERE id = ?", (number,)
        ).fetchone()
        return card_of(title, record)


def card_of(title: str, record: str) -> Card:
    """The card of a title and what the store holds of it (see `cards.writing`)."""
    (
        faces, layout, types, supertypes, subtypes, mana_value, colors, limit, printings, status,
        alternatives,
    ) = json.loads(record)  # fmt: skip
    return Card(
        title=sys.intern(title),
        faces=tuple(faces),
        layout=layout,
        types=tuple(types),
        supertypes=tuple(supertypes),
        subtypes=tuple(subtypes),
        mana_value=mana_value,
        colors=colors,
        copy_limit=limit,
        printings=tuple(Printing(*printing.split(":")) for printing in printings.split()),
        status=status,
        alternative_titles=tuple(alternatives),
    )


def address(path: Path) -> str:
    """The URI by which SQLite opens a catalogue that nobody writes to any more."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


_in_use: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)


def catalogue() -> Catalogue:
    """The catalogue that is in use here: the one that ships, unless `use` named another."""
    return _in_use.get() or _shipped()


use: Callable[[Catalogue], object] = _in_use.set
"""Have `catalogue` give these facts: in the running context (`contextvars`), nowhere else."""


@lru_cache(maxsize=1)
def _shipped() -> Catalogue:
    """The catalogue that ships with the project, opened once a process."""
    return Catalogue()

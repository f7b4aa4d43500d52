"""The catalogue: resolves written names to cards, and stores the facts about them.

The facts are in a read-only SQLite file: a process opens it in a millisecond, and all workers
share its pages in memory. Small caches serve frequent lookups.

Values that depend on a catalogue are cached with `catalogue_cache`, and forgotten together.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
import sys
import tomllib
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache, wraps
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cards import additions
from cards.lookup import LONGEST_NAME, Lookup, is_encodable, is_short
from cards.model import Card, CardSet, IsLegal, Match, Printing
from cards.titles import fold, has_token_word, is_misspelt_title, is_token_name

if TYPE_CHECKING:
    from cards.suggestions import Suggester


K = TypeVar("K")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class CachedFunction(Protocol[T_co]):
    """A cached function."""

    def __call__(self, *arguments: Any, **named: Any) -> T_co: ...
    def cache_clear(self) -> None: ...


_caches: list[CachedFunction[Any]] = []


class BoundedCache(dict[K, T]):
    """A cache of a one-argument function: a dictionary that computes missing values.

    For hot lookups of single lines: unlike `functools.lru_cache` it does not track use, and
    is cleared when full.
    """

    def __init__(
        self, function: Callable[[K], T], most: int, keeps: Callable[[K], bool] | None = None
    ) -> None:
        """`keeps` decides which keys are cached; all by default."""
        super().__init__()
        self._function = function
        self._most = most
        self._keeps = keeps

    def __missing__(self, key: K) -> T:
        answer = self._function(key)
        if self._keeps and not self._keeps(key):
            return answer
        if len(self) >= self._most:
            self.clear()
        self[key] = answer
        return answer


def catalogue_cache(most: int) -> Callable[[Callable[..., T]], CachedFunction[T]]:
    """`functools.lru_cache` for functions with a catalogue among their arguments.

    The argument keeps the values of different catalogues apart; `forget` releases it.
    """

    def decorator(function: Callable[..., T]) -> CachedFunction[T]:
        cached = lru_cache(most)(function)
        _caches.append(cached)
        return cached

    return decorator


def forget() -> None:
    """Clear all caches, so that nothing holds a catalogue that is no longer used."""
    for cached in _caches:
        cached.cache_clear()


FACTS_FILE = "facts.sqlite"
"""The facts in force, in the folder of `folder_of`."""
SHIPPED = Path(__file__).parent / "catalogue.sqlite"
LONGEST_CODE = 8
"""Characters. Set codes have up to five; longer texts are not cached."""
CACHED_NAMES = 16_384
"""Some ten times the names of a large event; about 15 MB when full."""

CACHED_PRINTINGS = 16_384
"""Some four times the sets with the rarities in each."""
CACHED_TITLES = 2_048
"""Cards with cached titles in all languages: some three large sets; about 3 MB."""


class _Sets(dict[str, CardSet]):
    """Sets by code."""

    def __missing__(self, code: str) -> CardSet:
        return CardSet(code, code, datetime.date.max, "unknown", "paper", dates_its_cards=True)


Identity = tuple[int, int, int, int, int]
"""Identifies a version of a file: it changes when the file is replaced or touched."""


def identity(path: Path) -> Identity:
    """Changes with every change of a file that the system notices; raises OSError."""
    status = path.stat()
    return (
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )  # fmt: skip


def _of_names(function: Callable[[str], T], most: int = CACHED_NAMES) -> BoundedCache[str, T]:
    """Overlong names are not cached: memory would grow with the size of the keys."""
    return BoundedCache(function, most, keeps=is_short)


class Catalogue:
    """Card facts as of one date. Safe to use from several threads."""

    def __init__(self, path: Path = SHIPPED) -> None:
        """Open the store at `path`; raises sqlite3.OperationalError if there is none."""
        self.path = path
        self._store = sqlite3.connect(address(path), uri=True, check_same_thread=False)
        self.identity = identity(path)
        """Which file it is; another one may be at the path by now."""
        # With mmap, truncating the file while it is read would kill the process (SIGBUS).
        self._store.execute("PRAGMA mmap_size = 0")
        # The store is closed when the last reference to the catalogue is gone.
        weakref.finalize(self, self._store.close)
        self._card = lru_cache(CACHED_NAMES)(self._read_card)
        self._lookup = lookup = Lookup(self._store, self._card)
        self._matches = _of_names(lookup.find)
        self.plain = _of_names(self._plain)
        """By name: the card of a name that needs no explanation, else None."""
        self.is_title = _of_names(lookup.is_title).__getitem__
        self.begins_title = _of_names(lookup.begins_title).__getitem__
        self.titles_of = lru_cache(CACHED_TITLES)(self._read_titles)
        """By exact English title: the card's titles by language, as `title_in` returns them."""
        self.is_beyond, self.languages = lookup.is_beyond, lookup.languages
        self.translated = lookup.translated
        self.starting_with = _of_names(lookup.starting_with, CACHED_TITLES).__getitem__
        """The cards whose titles begin with the words: see `Lookup.starting_with`."""
        self._was_printed = lru_cache(CACHED_NAMES)(self._read_printings)
        meta = dict(self._store.execute("SELECT key, value FROM meta"))
        self.as_of = datetime.date.fromisoformat(meta["as_of"])
        self.translated_until = datetime.date.fromisoformat(meta["translated_until"])
        """The day up to which cards have translated titles."""
        self.additions = additions.read(meta.get("additions", ""))
        """What an update learnt besides cards."""
        self.source: str = meta.get("source", "")
        """Identifies what an update wrote the file from; empty for the shipped facts."""
        self.incomplete = frozenset(meta.get("incomplete", "").split())
        """Codes of sets of which cards are missing; of others, `size` says it."""
        self.digest: str = meta["digest"]
        """The digest stored in the file; `cards.catalogue_file` verifies it."""

    def card(self, title: str) -> Card:
        """The card with that exact English card title; raises KeyError."""
        match = self.find(title)
        if match.level != "exact":
            raise KeyError(title)
        return match.cards[0]

    def find(self, text: str) -> Match:
        """Resolve a name: see `Lookup.find`."""
        return self._matches[text]

    def _plain(self, text: str) -> Card | None:
        return self.find(text).plain

    def complete(self, text: str, limit: int, is_legal: IsLegal | None = None) -> tuple[str, ...]:
        """Up to `limit` English titles for the beginning of a name: see `Lookup.complete`."""
        return self._lookup.complete(text, limit, is_legal)

    def find_printed(self, text: str, set_code: str) -> Match:
        """Resolve a name written with a set code.

        The code decides between several cards of one level, if it can. Collector numbers cannot
        help: the facts do not have them.
        """
        return self.find(text).printed_in(possible_sets(set_code))

    def was_printed(self, card: Card, set_code: str) -> bool:
        """False if the card certainly has no printing in the set of that code.

        This is certain for sets on paper that were released complete and before the facts' date;
        other codes are accepted.
        """
        return len(set_code) > LONGEST_CODE or self._was_printed(card, set_code)

    def _read_printings(self, card: Card, set_code: str) -> bool:
        sets = possible_sets(set_code)
        known_sets = [self.sets[code] for code in sets if code in self.sets]
        is_certain = all(facts.is_closed and facts.released <= self.as_of for facts in known_sets)
        is_unknown = not known_sets or not card.printings
        return is_unknown or not is_certain or card.is_in(sets)

    def is_token(self, text: str) -> bool:
        """Whether a name of no card names a token or emblem, and is not a misspelt title."""
        folded = fold(text) if is_short(text) else ""
        return is_token_name(folded) and not is_misspelt_title(folded, self._titles_like_tokens)

    @cached_property
    def _titles_like_tokens(self) -> frozenset[str]:
        """Bare titles, in every language, that contain a word for tokens."""
        return frozenset(title for (title,) in self._store.execute("SELECT bare FROM like_tokens"))

    def is_of_tokens(self, set_code: str) -> bool:
        """Whether a set code is that of tokens, as sites write it: `TDOM`, or `Token`."""
        code = set_code.upper()
        is_set = any(set_code in self.sets for set_code in possible_sets(code))
        is_named_after_one = code[:1] == "T" and code[1:] in self.sets
        return (is_named_after_one and not is_set) or has_token_word(code.lower())

    def suggest(
        self, text: str, limit: int = 3, is_legal: IsLegal | None = None
    ) -> tuple[str, ...]:
        """Up to `limit` English titles that the text may be meant for, best first.

        Titles that begin with the text come first; on ties legal titles, then the most printed.
        If no title is near, a remark in brackets is dropped from the text.
        """
        suggestions: dict[str, None] = {}
        for titles in self._candidates(text):
            if is_legal is not None:
                titles = sorted(titles, key=lambda title: not is_legal(self.card(title)))
            suggestions.update(dict.fromkeys(titles))
            if len(suggestions) >= limit:
                break
        plain = text.partition(" (")[0]
        if not suggestions and plain and plain != text:
            return self.suggest(plain, limit, is_legal)
        return tuple(suggestions)[:limit]

    def _candidates(self, text: str) -> Iterator[Sequence[str]]:
        """Titles that the text may be meant for; equally near ones come together."""
        if is_encodable(text):
            yield [card.title for card in self.starting_with(text)]
            yield from self._suggester.suggest(fold(text[:LONGEST_NAME]))

    def is_near_title(self, text: str) -> bool:
        """Whether the text may be a title with a few typing errors, by its letters only."""
        return is_short(text) and self._suggester.is_near(fold(text))

    def title_in(self, title: str, language: str) -> str | None:
        """The title, in a language, of the card with that exact English title.

        Languages are BCP 47 tags (`de`, `pt-BR`). None if the facts have no title, or the same as
        in English. Of several titles the longest is used: a whole title rather than a face's, a
        word rather than its abbreviation.
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
        rows = self._store.execute("SELECT title FROM cards ORDER BY id")
        yield from (title for (title,) in rows)

    def is_whole(self, set_code: str) -> bool:
        """Whether the facts hold all cards of the set: it is known, out, and nothing is missing."""
        card_set = self.sets[set_code]
        is_known = set_code in self.sets and card_set.released <= self.as_of
        is_missing = set_code in self.incomplete or card_set.held < card_set.size
        return is_known and not is_missing

    def cards_of(self, set_code: str) -> list[Card]:
        """The cards printed in a set, by title; empty for an unknown code."""
        # LIKE also finds the code within other codes and titles: the printings decide.
        rows = self._store.execute(
            "SELECT id FROM cards WHERE instr(record, ?) ORDER BY id", (f"{set_code}:",)
        )
        cards = [self._card(number) for (number,) in rows]
        return [card for card in cards if card.is_in((set_code,))]

    @cached_property
    def sets(self) -> Mapping[str, CardSet]:
        """All sets by their upper-case code, oldest first.

        For an unknown code, which formats may list before the facts do, it is a set of that name.
        """
        rows = self._store.execute(
            "SELECT code, name, released, kind, platform, dates_its_cards, size, held FROM sets"
            " ORDER BY released, code"
        )
        sets = {
            code: CardSet(
                code,
                name,
                datetime.date.fromisoformat(released),
                kind,
                platform,
                bool(dates),
                *counts,
            )
            for code, name, released, kind, platform, dates, *counts in rows
        }
        return MappingProxyType(_Sets(sets))

    @cached_property
    def _suggester(self) -> Suggester:
        # Most lists have no unknown title and need neither the index nor its library.
        from cards.suggestions import Suggester

        return Suggester(self._store)

    def _read_card(self, number: int) -> Card:
        title, record = self._store.execute(
            "SELECT title, record FROM cards WHERE id = ?", (number,)
        ).fetchone()
        return card_of(title, record)


def card_of(title: str, record: str) -> Card:
    """The card of a title and its stored record (see `cards.catalogue_file`)."""
    (
        faces, layout, types, supertypes, subtypes, mana_value, colors, limit, printings, status,
        alternatives, *command,
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
        printings=printings_of(printings),
        status=status,
        alternative_titles=tuple(alternatives),
        command="".join(command),
    )


SETTING = "HEADJUDGE_FACTS"
"""The environment variable with the folder."""
OWN = PurePosixPath("headjudge", "facts")


def folder_of(environment: Mapping[str, str], platform: str) -> Path | None:
    """The folder of facts: that of the setting, else in the user's data folder.

    `environment` are the environment variables, `platform` is Python's `sys.platform`. None if
    there is neither the setting nor a home folder; then only the shipped facts are available.
    The data folder is that of the XDG Base Directory Specification, of macOS's Application
    Support or of Windows' local application data.
    """
    if folder := environment.get(SETTING):
        return Path(folder)
    if platform == "win32":
        data = environment.get("LOCALAPPDATA")
        return Path(data) / OWN if data else None
    home = environment.get("HOME")
    data = environment.get("XDG_DATA_HOME", "") if platform != "darwin" else ""
    if data.startswith("/"):  # XDG: "All paths must be absolute"; others are ignored
        return Path(data) / OWN
    if not home:
        return None
    data_folder = "Library/Application Support" if platform == "darwin" else ".local/share"
    return Path(home, data_folder, OWN)


def printings_of(text: str) -> tuple[Printing, ...]:
    """The printings of a text such as `DOM:C M19:C`."""
    return tuple(map(_printing, text.split()))


@lru_cache(CACHED_PRINTINGS)
def _printing(text: str) -> Printing:
    """One printing; cards share those of a set and rarity, which are most of their memory."""
    return Printing(*text.split(":"))


def address(path: Path) -> str:
    """The SQLite URI of a finished catalogue, which nobody writes to."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


_in_use: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)


def catalogue() -> Catalogue:
    """The catalogue in use: the shipped one, unless `use` set another."""
    return _in_use.get() or _shipped()


def additions_cache(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """`functools.lru_cache` for functions whose answers depend on the additions in use."""

    def decorator(function: Callable[..., T]) -> Callable[..., T]:
        @catalogue_cache(most)
        def by_additions(_: additions.Additions, *arguments: Any) -> T:
            return function(*arguments)

        @wraps(function)
        def cached(*arguments: Any) -> T:
            return by_additions(catalogue().additions, *arguments)

        return cached

    return decorator


use: Callable[[Catalogue], object] = _in_use.set
"""Set the catalogue returned by `catalogue`, in the current context (`contextvars`) only."""


@contextmanager
def using(facts: Catalogue) -> Iterator[None]:
    """Use a catalogue within a `with` block."""
    token = _in_use.set(facts)
    try:
        yield
    finally:
        _in_use.reset(token)


@lru_cache(maxsize=1)
def _shipped() -> Catalogue:
    """The catalogue shipped with the project, opened once per process."""
    return Catalogue()


SET_CODES = Path(__file__).parent / "set_codes.toml"


@cache
def _other_codes() -> Mapping[str, tuple[str, ...]]:
    origins = tomllib.loads(SET_CODES.read_text("utf-8"))["origin"]
    return {code: tuple(sets) for origin in origins for code, sets in origin["codes"].items()}


def possible_sets(code: str) -> tuple[str, ...]:
    """The catalogue's codes that a written one may stand for, itself first."""
    code = code.upper()
    return (code, *_other_codes().get(code, ()))

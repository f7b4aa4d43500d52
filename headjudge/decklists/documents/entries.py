"""Entries of documents (XML, tables, JSON), with their fields, as lines of a decklist.

Unlike in a line of text, each field has a name; but it may be missing, invalid or hostile, and
no entry may be lost.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from cards import catalogue
from headjudge.decklists.lines import headings, numbers, unread
from headjudge.decklists.lines.classifier import HIGHEST_COUNT, IsTitle, classify
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Kind, Step
from headjudge.decklists.lines.remarks import set_names
from headjudge.decklists.prose import line_notices, prose
from headjudge.decklists.sections import is_other_card
from validator.model import MAIN, TOKENS, Decklist, Line, Notice, Place, Unreadable

LONGEST_TEXT = 400
"""Maximum characters of an entry in reports; its count and title are shorter."""
SEARCHED_MAX = 300_000
"""Characters of texts with numbers, beside the fields of cards, that are searched for titles. A
hundred cards with all that Scryfall tells of them have some 220,000."""


class Search:
    """Searches the texts of a document for titles beside numbers."""

    def __init__(self, is_title: IsTitle) -> None:
        self._is_title = is_title
        self._left = SEARCHED_MAX

    def beside_numbers(self, text: str) -> tuple[str, ...]:
        """The cards that a text may hold; beyond `SEARCHED_MAX` characters any text with a number
        may be one."""
        if not any(map(str.isdecimal, text)):
            return ()
        self._left -= len(text)
        return unread.beside_numbers(text, self._is_title) if self._left >= 0 else (shorten(text),)


YES = frozenset({"true", "yes", "y", "1", "x", "ja", "oui", "sí", "si", "sim", "да", "はい", "是"})
NO = frozenset({"false", "no", "n", "0", "", "nein", "non", "não", "нет", "いいえ", "否"})
"""The values of columns that answer a question."""
_COPIES = r"(?i)[x×]? ?([0-9]{1,9})(?:[.,]0{1,2})? ?[x×]?"
_SET_CODE = r"(?=[0-9_]{0,5}[A-Za-z])[A-Za-z0-9_]{2,8}"
_COLLECTOR_NUMBER = r"#?([0-9A-Za-z★†‡Φ*-]{1,12})(?:/[0-9]+)?"
_FOIL = frozenset({"foil", "etched", "foil etched", "etched foil"})


class Entries:
    """Collects the lines of one deck, and its unreadable parts."""

    def __init__(self, *, pool: bool, is_title: IsTitle) -> None:
        """In a `pool` every card is in the section "main"."""
        self._pool = pool
        self._is_title = is_title
        self._lines: list[Line] = []
        self._unreadable: list[Unreadable] = []
        self._unread: list[str] = []
        self._notices: list[Notice] = []
        self._words: list[Step] = []
        self._empty: list[Step] = []
        self._assumed: list[Step] = []
        self._differing: list[Step] = []
        self._comments: list[Step] = []
        self._search = Search(is_title)
        self.copies = 0
        """The cards that were added."""

    def add(
        self,
        copies: object,
        name: object,
        section: str | None,
        number: int,
        text: str,
        set_code: str | None = None,
        collector_number: str | None = None,
        *,
        foil: bool = False,
    ) -> None:
        """Add an entry. Without a count, a name or a section it is unreadable."""
        count = count_of(copies)
        if section == TOKENS and isinstance(name, str) and is_other_card(name, TOKENS):
            section = MAIN  # no card hides behind the tokens
        title = " ".join(name.split()) if isinstance(name, str) else ""
        if not self._is_title(title):  # **Opt**, [Opt](https://...), Opt (SB)
            item = classify(title, self._is_title)
            if type(item) is Entry and item.copies == 1:
                hidden = unread.readings(title, (item,), self._is_title)
                title, section = item.name, item.section or section
                if hidden:
                    self.add_unreadable(number, text, hidden)
        is_named = numbers.is_name(title) or self._is_title(title)
        if count is None and section and self._is_title(title) and _is_zero(copies):
            self._empty.append(Step(number, shorten(text), Kind.ZERO))
            return
        if count is None or not is_named or section is None:
            self.add_unreadable(number, text)
            return
        section = MAIN if self._pool else section
        text = shorten(text)
        self._lines.append(
            Line(count, title, section, number, text, set_code, collector_number, foil)
        )
        self.copies += count

    def add_unreadable(self, number: int, text: str, readings: tuple[str, ...] = ()) -> None:
        """Add an unreadable line (from 1), with the cards that it may hold."""
        short = shorten(text)
        self._unreadable.append(Unreadable(number, short, readings))
        if short != text:
            self._unread.append(text)

    def add_words(self, number: int, text: str) -> None:
        """Add a line (from 1) around or between the entries; prose is skipped with a notice."""
        item = classify(text, self._is_title)
        if item is Kind.COMMENT:
            self.add_comment(number, text)
        else:
            self._words.append(Step(number, text, item))

    def differ(self, number: int, text: str) -> None:
        """Say of a row (from 1) that it states another number of cards than was read."""
        self._differing.append(Step(number, shorten(text), Kind.PROSE))

    def assume(self, number: int, text: str) -> None:
        """Say of a row (from 1) that it has no count and is one copy."""
        self._assumed.append(Step(number, shorten(text), Kind.CARD))

    def add_rest(self, number: int, text: str, rest: str) -> None:
        """Add a fault if the rest of an entry, beside its fields, has a title beside a number."""
        if hidden := self._search.beside_numbers(rest):
            self.add_unreadable(number, text, hidden)

    def add_list(self, deck: Decklist, section: str | None, number: int) -> None:
        """Add a list that stands as a text in this line (from 1) of the document."""
        for line in deck.lines:
            self._lines.append(
                replace(
                    line,
                    section=section if section and line.section == MAIN else line.section,
                    number=number,
                )
            )
            self.copies += line.copies
        self._unreadable += [each._replace(number=number) for each in deck.unreadable]
        for notice in deck.notices:
            places = tuple(place._replace(line=number) for place in notice.places)
            self._notices.append(notice._replace(places=places))
        self._unread += deck.unread

    def add_comment(self, number: int, text: str) -> None:
        """Name a line (from 1) of a description if it has a title beside a number."""
        if any(map(str.isdecimal, text)) and unread.beside_numbers(text, self._is_title):
            self._comments.append(Step(number, shorten(text), Kind.COMMENT))

    def add_break(self, number: int, text: str, message: str, rest: str) -> None:
        """Add the line at which the document breaks, with the reason as a sentence.

        `rest` is the text that was not read.
        """
        self.add_unreadable(number, text)
        self._unread.append(rest)
        self.warn(message, number)

    def warn(self, message: str, number: int | None = None) -> None:
        """Report why the document is unreadable, entirely or from a line on."""
        place = Place(None, MAIN, number)
        self._notices.append(Notice("document-broken", "warning", message, (place,)))

    def deck(self, player: str | None = None) -> Decklist:
        """The deck with everything that was added."""
        ignored = self._comments
        for step in prose(self._words, Context(classify)):
            if step.item is Kind.BLANK:
                continue
            is_prose = step.item is Kind.PROSE or isinstance(step.item, Heading)
            cards = unread.readings(step.text, (), self._is_title)
            if cards or not is_prose:
                self.add_unreadable(step.number, step.text, cards)
            else:
                ignored.append(step)
        notices = (
            *line_notices("line-ignored", ignored, pool=self._pool),
            *line_notices("count-assumed", self._assumed, pool=self._pool),
            *line_notices("count-zero", self._empty, pool=self._pool),
            *line_notices("total-differs", self._differing, pool=self._pool),
        )
        return Decklist(
            tuple(self._lines),
            tuple(sorted(self._unreadable)),
            player=player,
            notices=(*self._notices, *notices),
            unread=(*self._unread, *(step.text for step in ignored)),
        )


def count_of(value: object) -> int | None:
    """The number of copies in a field (4, 4.0, "4", "4x", "x4"), or None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    match = re.fullmatch(_COPIES, unicodedata.normalize("NFKC", str(value)).strip())
    copies = int(match[1]) if match else 0
    return copies if 1 <= copies <= HIGHEST_COUNT else None


def _is_zero(value: object) -> bool:
    """Whether a field is a count of 0."""
    return not isinstance(value, bool) and str(value).strip() in ("0", "0x", "0.0")


def section_by_flag(section: str, value: str) -> str | None:
    """The section given by a yes/no field for that section; None for other values."""
    word = value.strip().casefold()
    if word in YES or word in NO:
        return section if word in YES else MAIN
    return headings.section(word)


def is_foil(value: object) -> bool:
    """Whether a field such as true, "Yes", "foil" or "Etched" says that the copies are foils."""
    if not isinstance(value, str):
        return value is True
    word = value.strip().casefold()
    return word in YES or word in _FOIL


def set_code_of(*values: object) -> str | None:
    """The first set code among the fields, each a code or a set's name; None without any."""
    facts = catalogue()
    sets, names = facts.sets, set_names(facts)
    unknown = None
    for value in values:
        if not isinstance(value, str):
            continue
        text = value.strip()
        code = text.upper() if text.upper() in sets else names.get(text.casefold())
        if code:
            return code
        if unknown is None and re.fullmatch(_SET_CODE, text):
            unknown = text.upper()
    return unknown


def collector_number_of(value: object) -> str | None:
    """The collector number of a field such as 60, "60a" or "60/280", or None if it has none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    match = re.fullmatch(_COLLECTOR_NUMBER, str(value).strip())
    return match[1] if match else None


def shorten(text: str) -> str:
    """The text, cut if it is far longer than an entry."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"

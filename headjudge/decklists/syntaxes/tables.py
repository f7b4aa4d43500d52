"""Tables such as CSV and TSV, as exported by collection managers and spreadsheets.

A table is recognised by its header, which must name a column of counts and a column of titles.
The delimiter is the one with which the first line is such a header.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from headjudge.decklists import parts
from headjudge.decklists.documents import cells
from headjudge.decklists.documents.columns import (
    Columns,
    SectionColumn,
    columns,
    section_column,
    section_of_value,
)
from headjudge.decklists.documents.entries import (
    Entries,
    collector_number_of,
    count_of,
    is_foil,
    section_by_flag,
    set_code_of,
)
from headjudge.decklists.documents.table_headers import LONGEST_HEADER, SEPARATOR, Header, header_of
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.sections import is_large
from messages import say
from validator.model import MAIN, SIDEBOARD, Decklist

ROW_LINES = 32
"""Maximum lines of one row, as an unclosed quotation mark would extend it to the end."""
REMEMBERED_WORDS = 1024
"""Fields of rows for which it is cached whether they name a section."""
NO_HEADER = say(
    "The table cannot be read: its first line must name a column of counts and a column of"
    " card titles, such as Count and Name."
)

_CATEGORY_END = re.compile(r"[,;|]")


class Owner(NamedTuple):
    """The owner of a row: the player and deck named in it, and the index of its table."""

    player: str = ""
    deck: str = ""
    table: int = 0
    """From 0, if several tables follow each other."""

    @property
    def name(self) -> str | None:
        return self.player or self.deck or None


class TableRow(NamedTuple):
    """One row: the line on which it begins, its text and its fields."""

    number: int
    text: str
    fields: list[str]

    def field(self, column: int | None) -> str:
        """The field in that column; empty if the row does not have it."""
        has_it = column is not None and column < len(self.fields)
        return self.fields[column].strip() if has_it and column is not None else ""

    @property
    def filled(self) -> list[str]:
        """The fields that are not empty."""
        return [field.strip() for field in self.fields if field.strip()]


def recognise(text: str) -> str | None:
    header = header_of(text)
    return header.because if header else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck for each player or deck named in a column; otherwise one for each whole table."""
    lines, header = split(text), header_of(text)
    if header is None:
        return (_unread(lines, pool=pool, is_title=is_title),)
    rows = [*_rows(lines, header.number, header.delimiter)]
    by_owner: dict[Owner, Entries] = {}
    above = enumerate(lines[: header.number - 1], 1)
    words = [each for each in above if not SEPARATOR.fullmatch(each[1].strip())]
    table, section = 0, MAIN
    column = _column_of_sections(header.columns, rows)
    for row in rows:
        if len(row.text) <= LONGEST_HEADER and (again := columns(row.fields)):
            table, header = table + 1, header._replace(columns=again)
            column = _column_of_sections(again, rows)
            continue
        row = _align(row, header, is_title)
        if cells.is_head(row.filled):
            continue
        if (heading := _heading(row)) is not None:
            section = heading.section or section
            continue
        if _is_of_words(row, header.columns, is_title):
            words.append((row.number, row.text))
            continue
        owner = Owner() if pool else _owner(row, header.columns, table)
        entries = by_owner.setdefault(owner, Entries(pool=pool, is_title=is_title))
        within = _section_in(row, column, section) if column else section
        _take(row, header.columns, within, entries, is_title)
    entries = next(iter(by_owner.values()), Entries(pool=pool, is_title=is_title))
    for number, text in words:
        entries.add_words(number, text)
    if column and column.sections is None:
        entries.add_unreadable(header.number, lines[header.number - 1])
        entries.warn(
            say(
                "The column {name} may say which cards are in the sideboard, but not in words that"
                " are known here. Write “main” and “sideboard” below the title “Section”.",
                name=header.columns.titles[column.at],
            ),
            header.number,
        )
    if not by_owner:
        return (entries.deck(),)
    decks = {owner: entries.deck(owner.name) for owner, entries in by_owner.items()}
    return _of_whole_tables(decks, main_min)


def _unread(lines: Sequence[str], *, pool: bool, is_title: IsTitle) -> Decklist:
    """A text without a header that was to be read as a table: all of it is unreadable."""
    entries = Entries(pool=pool, is_title=is_title)
    for row in _rows(lines, 0, ","):
        entries.add_unreadable(row.number, row.text)
    entries.warn(NO_HEADER)
    return entries.deck()


def _rows(lines: Sequence[str], start: int, delimiter: str) -> Iterator[TableRow]:
    """Every row that is not blank, from the line `start` (from 0) on.

    A quoted field may span several lines, up to `ROW_LINES`. If the quotes of a line are
    invalid, they are read as ordinary characters.
    """
    while start < len(lines):
        stop = min(start + ROW_LINES, len(lines))
        following = (f"{lines[at]}\n" for at in range(start, stop))
        reader = csv.reader(following, delimiter=delimiter, strict=True)
        try:
            fields, end = next(reader), start + reader.line_num
        except csv.Error:
            fields, end = lines[start].split(delimiter), start + 1
        text = "\n".join(lines[start:end])
        if any(field.strip() for field in fields):
            yield TableRow(start + 1, text, fields)
        start = end


def _align(row: TableRow, header: Header, is_title: IsTitle) -> TableRow:
    """The row, with a title that has delimiters but no quotes joined into one field."""
    fields = list(row.fields)
    while len(fields) > len(header.columns.titles) and not fields[-1].strip():
        fields.pop()
    name, extra = header.columns.names[0], len(fields) - len(header.columns.titles)
    if extra > 0:
        title = header.delimiter.join(fields[name : name + extra + 1]).strip()
        if is_title(title):
            fields[name : name + extra + 1] = [title]
    return row._replace(fields=fields)


def _is_of_words(row: TableRow, named: Columns, is_title: IsTitle) -> bool:
    """Whether the row is text: fewer fields than columns, and neither a count nor a title."""
    is_short = len(row.fields) < len(named.titles) or len(row.filled) == 1
    titles = (row.field(column) for column in named.names)
    return is_short and count_of(row.field(named.copies)) is None and not any(map(is_title, titles))


def _heading(row: TableRow) -> headings.Heading | None:
    """The row as a heading: a row with a single filled field, or with a total of cards."""
    heading = headings.read(" ".join(row.filled)) if 0 < len(row.filled) <= 2 else None
    if heading is None or len(row.filled) == 1:
        return heading
    return heading if heading.total and not (heading.section or heading.is_of_types) else None


def _owner(row: TableRow, named: Columns, table: int) -> Owner:
    deck = row.field(named.deck)
    # Some tables have sections such as "Main" and "Sideboard" in a column called "Deck".
    return Owner(row.field(named.player), "" if headings.section(deck) else deck, table)


def _of_whole_tables(decks: Mapping[Owner, Decklist], main_min: int) -> tuple[Decklist, ...]:
    """One deck per owner; consecutive tables are separate decks if each is large enough."""
    if all(is_large(deck, main_min // 2) for deck in decks.values()):
        return tuple(decks.values())
    owned: dict[Owner, list[Decklist]] = {}
    for owner, deck in decks.items():
        owned.setdefault(owner._replace(table=0), []).append(deck)
    return tuple(parts.merge(lists) for lists in owned.values())


def _column_of_sections(named: Columns, rows: Sequence[TableRow]) -> SectionColumn | None:
    """The column of sections without a title for it, if none has one."""
    if named.section is not None or named.flags or named.copies_in:
        return None
    return section_column(named, lambda at: (row.field(at) for row in rows))


def _section_in(row: TableRow, column: SectionColumn, current: str) -> str:
    if column.sections is None:
        return current
    return column.sections.get(row.field(column.at).casefold(), current)


def _take(row: TableRow, named: Columns, section: str, entries: Entries, is_title: IsTitle) -> None:
    titles = [row.field(column) for column in named.names]
    parts = [(row.field(column), part) for part, column in named.copies_in]
    one = max((copies for copies, _ in parts), default="1")
    all_copies = one if named.copies is None else row.field(named.copies)
    counted: list[tuple[str, str | None]] = [each for each in parts if each[0].strip("0-")]
    for copies, part in counted or [(all_copies, _section(row, named, section))]:
        entries.add(
            copies,
            next((title for title in titles if is_title(title)), titles[-1]),
            part,
            row.number,
            row.text,
            set_code_of(*(row.field(column) for column in named.sets)),
            collector_number_of(row.field(named.collector_number)),
            foil=is_foil(row.field(named.foil)),
        )
    width = len(named.titles)
    rest = [field for at, field in enumerate(row.fields[:width]) if at not in named.used]
    for each in (*rest, " ".join(row.fields[width:])):
        entries.add_rest(row.number, row.text, each)


def _section(row: TableRow, named: Columns, current: str) -> str | None:
    """The section of a row, `current` if no column gives it; None if columns contradict."""
    flags = {
        section_by_flag(section, value)
        for section, column in named.flags
        if (value := row.field(column))
    }
    if others := flags - {MAIN}:
        return others.pop() if len(others) == 1 else None
    if value := row.field(named.section):
        return _section_of(value)
    if flags:
        return MAIN
    if value := row.field(named.deck):
        return headings.section(value) or current
    first, *_ = _CATEGORY_END.split(row.field(named.category), 1)
    return headings.section(first) or (SIDEBOARD if _says_sideboard(row, named) else current)


def _says_sideboard(row: TableRow, named: Columns) -> bool:
    """Whether a column with another title, such as Location, names the sideboard."""
    if named.section is not None or named.flags or named.category is not None:
        return False
    words = (each for each in row.fields if len(each) <= headings.LONGEST)
    return any(_section_word(each) == SIDEBOARD for each in words)


@lru_cache(REMEMBERED_WORDS)
def _section_word(value: str) -> str | None:
    return headings.section(value)


def _section_of(value: str) -> str | None:
    """The section named by a word; a card type is in the main deck."""
    if section := section_of_value(value):
        return section
    heading = headings.read(value)
    return (heading.section or MAIN) if heading else None

"""Tables such as CSV and TSV, as exported by collection managers and spreadsheets.

A table is recognised by its header, which must name a column of counts and a column of titles.
The delimiter is the one with which the first line is such a header. A cell may also hold a whole
list, in the tables of registrations: `list_in` restores its lines.
"""

import csv
import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists import splitting
from headjudge.decklists.documents import BELOW
from headjudge.decklists.documents.entries import (
    NO,
    YES,
    Entries,
    collector_number_of,
    count_of,
    is_foil,
    section_by_flag,
    set_code_of,
)
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings, numbers, several
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.notation import tidy
from headjudge.decklists.sections import is_large
from messages import Message, say, say_short_list
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD, Decklist, Notice, Place

LONGEST_TITLE = 60
"""Maximum characters of a known column title."""
_LETTERS = r"[\W_]+"


def _key(title: str) -> str:
    """The letters and digits of a column's title, without case, width and signs."""
    if len(title) > LONGEST_TITLE:
        title = title.strip()
        # Normalizing many combined accents takes quadratic time.
        if len(title) > LONGEST_TITLE:
            return ""
    return re.sub(_LETTERS, "", unicodedata.normalize("NFKC", title).casefold())


def _keys(words: str) -> tuple[str, ...]:
    return tuple(_key(word) for word in words.split())


_COUNT = _keys("""
    count quantity qty quantityx amount copies totalquantity totalqty number_of_copies pcs
    anzahl menge stück quantité qté exemplaires cantidad cant uds unidades quantità pezzi quantidade
    qtd qtde количество кол_во 枚数 数量 張數 张数 수량 매수 nombre
    x needed need
""")
_NEEDED = _keys("needed need")
_TOTAL = "total"
_COUNT_PARTS = tuple(word for word in _COUNT if len(word) > 2 and word not in _NEEDED)
_OTHER_COUNTS = (*_NEEDED, *_keys("""
    trade want wish own have had add deck decks buy sell stock min max price value paid cost proxy
    discount account land lands cmc
"""))  # fmt: skip
"""Beginnings or ends of the titles of columns whose numbers are of other things than copies."""
_NAME = _keys("""
    card_name card_title card english_name product_name kartenname karte nom_de_la_carte nom carte
    nombre_de_la_carta carta nome_da_carta nome_della_carta nome название карта カード名 カード
    牌名 卡名 卡牌名称 카드명 카드_이름 카드 name title simple_name nombre article artikel articolo
    artículo artigo item
""")
_SECOND_NAME = _keys("""
    simple_name name_en english_name card_name_en nome_em_inglês nome_inglês nombre_en_inglés
    nombre_inglés nom_anglais nom_en_anglais nome_inglese nome_in_inglese englischer_name
    name_englisch 英語名 英文名 英文名称
""")
"""TCGplayer's title without the variant of the printing and without some accents, and English ones
beside translated ones."""
_SET_CODE = _keys("""
    set_code edition_code expansion_code set_id code setcode setkürzel code_extension
    código_de_edición codice_espansione código_da_edição
""")
_SET = _keys("""
    set edition expansion set_name edition_name auflage ausgabe extension édition edición
    espansione edizione edição coleção colección издание выпуск セット エキスパンション 系列 세트
    printing
""")
_COLLECTOR_NUMBER = _keys("""
    collector_number collectors_number collector card_number number sammlernummer kartennummer
    numéro número numero номер 番号 コレクター番号 编号 編號 收藏编号 번호 수집번호
""")
_SECTION = _keys("""
    section board component zone deck_section deck_zone board_type bereich sektion zona sección
    sezione seção раздел зона 区分 區分 ゾーン 区域 區域 구역 구분
""")
_CATEGORY = _keys("category categories primary_category kategorie catégorie categoría categoria")
"""A card's first category may name its section; otherwise the card is in the main deck."""
_FLAGS = {
    SIDEBOARD: _keys("sideboard sideboarded is_sideboard in_sideboard side sb"),
    MAYBEBOARD: _keys("maybeboard"),
    "commander": _keys("commander is_commander"),
}
"""Yes/no columns, by the section that they are about."""
_FOIL = _keys("foil is_foil finish printing premium")
"""The finish of the copies."""
_PLAYER = _keys("""
    player player_name username user_name user spieler spielername joueur jugador giocatore jogador
    игрок プレイヤー プレイヤー名 选手 牌手 玩家 플레이어
""")
_DECK = _keys("deck deck_name decklist decklist_name")
_FOLDER = _keys("folder folder_name binder binder_name ordner")
"""The places of cards in a collection, each of which may be a deck."""

_OTHER = _keys("""
    id language lang sprache langue idioma lingua язык 言語 语言 語言 언어
    condition zustand état estado condizione состояние 状態 成色 상태
    rarity seltenheit rareté rareza rarità raridade редкость レアリティ 稀有度 희귀도
    color colour colors colours color_identity farbe couleur cor colore цвет 色 颜色 顏色 색
    type types card_type typ tipo тип 種類 类型 類型 유형 cmc mv mana_value converted_mana_cost
    cost mana_cost manakosten coût coste costo custo price preis prix precio prezzo preço цена
    value proxy signed altered altered_art misprint artist_proof promo textless artist have owned
    own want wanted wishlist wish_list tradelist tradelist_count trade_quantity reserved grade
    sleeve tags tag notes note comment comments format deck_format
""")
"""Columns about other things, whose short values say nothing about the section."""

PROGRAMS = {
    "ManaBox": frozenset(_keys("manabox_id")),
    "TCGplayer": frozenset(_keys("simple_name")),
    "Moxfield": frozenset(_keys("tradelist_count collector_number")),
    "Deckbox": frozenset(_keys("tradelist_count card_number")),
    "Archidekt": frozenset(_keys("finish edition_code")),
    "Dragon Shield": frozenset(_keys("folder_name trade_quantity")),
    "Deckstats": frozenset(_keys("card_name is_foil")),
    "Magic Online": frozenset(_keys("card_name premium")),
    "TappedOut": frozenset(_keys("board qty printing")),
    "Cube Cobra": frozenset(_keys("color_category maybeboard")),
}
"""Combinations of columns that occur only in the exports of one program."""
ONE_A_ROW = frozenset({"Cube Cobra"})
"""Programs whose tables have no column of counts: each row is one copy."""

KNOWN = {key for keys in (
    _NAME, _SECOND_NAME, _SET_CODE, _SET, _COLLECTOR_NUMBER, _SECTION, _CATEGORY, _FOIL, _PLAYER,
    _DECK, _OTHER,
) for key in keys}  # fmt: skip
"""Columns of which a table without counts may be made, one copy a row."""


def is_column(title: str) -> bool:
    """Whether tables have columns with that title."""
    key = _key(title)
    return key in KNOWN or key in _COUNT or any(key in words for words in _FLAGS.values())


SHORTEST_CUT = 4
"""Minimum letters of a column title whose first letters were lost in copying."""


class Columns(NamedTuple):
    """The index of each column, from 0."""

    titles: tuple[str, ...]
    """The titles in the header, tidied."""
    copies: int | None
    """None if each row is one copy."""
    names: tuple[int, ...]
    """Columns that may contain the title; the first title found counts."""
    sets: tuple[int, ...]
    """Columns of set codes, then of set names."""
    collector_number: int | None
    section: int | None
    category: int | None
    flags: tuple[tuple[str, int], ...]
    """Sections, each with its yes/no column."""
    copies_in: tuple[tuple[str, int], ...]
    """Main deck and sideboard, each with its own column of counts; empty with a single one."""
    more_copies: tuple[int, ...]
    """Further columns of counts, which must not have others: `Foil Quantity`, a second `Qty`."""
    foil: int | None
    player: int | None
    deck: int | None
    folder: int | None
    program: str | None
    """The program that exports such tables, if there is only one."""
    used: frozenset[int] = frozenset()
    """The columns with a meaning."""
    others: tuple[int, ...] = ()
    """The columns whose titles are not known."""


def columns(header: Sequence[str], *, one_a_row: bool = False) -> Columns | None:
    """The columns named in a header; None without a column of counts or of titles.

    A header with two of both is rejected, as it belongs to two lists side by side. With
    `one_a_row` the rows need no counts.
    """
    titles = [_key(title) for title in header]
    keys = {key: index for index, key in reversed([*enumerate(titles)])}
    copies, name = _first(keys, _COUNT), _first(keys, _NAME)
    sections = [
        (section, at)
        for at, title in enumerate(header)
        if (copies is None or titles[at] not in (*_SECTION, *_DECK))
        and (section := _deck_part(title))
    ]
    is_split = sorted(part for part, _ in sections) == [MAIN, SIDEBOARD]
    copies_in = tuple(sections) if is_split else ()
    if copies is not None and is_split and titles[copies] in _NEEDED:
        copies = None
    side = next((at for part, at in sections if part == SIDEBOARD and _counts(titles[at])), None)
    if copies is not None and side is not None and not copies_in:
        copies_in = ((MAIN, copies), (SIDEBOARD, side))
    if copies is None and _is_cut(titles[0] if titles else ""):
        copies = 0
    program = next((name for name, signs in PROGRAMS.items() if signs <= keys.keys()), None)
    is_one_a_row = program in ONE_A_ROW or (not {*titles} <= {*_NAME} and one_a_row)
    is_one_a_row = is_one_a_row or ({*titles} <= KNOWN and not {*titles} <= {*_NAME})
    is_counted = copies is not None or copies_in or is_one_a_row
    if name is None or copies == name or not is_counted:
        return None
    if copies is not None and titles.count(titles[copies]) > 1 < titles.count(titles[name]):
        return None
    second = _first(keys, _SECOND_NAME)
    sets = (_first(keys, _SET_CODE), _first(keys, _SET))
    named = Columns(
        titles=tuple(" ".join(title.split()) for title in header),
        copies=copies,
        names=(name,) if second in (None, name) else (name, second),
        sets=tuple(column for column in sets if column is not None),
        collector_number=_first(keys, _COLLECTOR_NUMBER),
        section=_first(keys, _SECTION),
        category=_first(keys, _CATEGORY),
        flags=tuple(
            (section, column)
            for section, words in _FLAGS.items()
            if (column := _first(keys, words)) is not None and not copies_in
        ),
        copies_in=copies_in,
        more_copies=tuple(
            at
            for at, title in enumerate(titles)
            if copies is not None
            and not titles[copies].startswith(_TOTAL)
            and at not in (copies, name, *(column for _, column in copies_in))
            and (_counts(title) or headings.owner(header[at]))
        ),
        foil=_first(keys, _FOIL),
        player=_first(keys, _PLAYER),
        deck=None if copies_in else _first(keys, _DECK),
        folder=_first(keys, _FOLDER),
        program=program,
    )
    used = {copies, *named.names, *named.sets, named.collector_number, named.section}
    used |= {named.category, named.foil, named.player, named.deck, named.folder}
    used |= {*named.more_copies}
    used |= {column for _, column in (*named.flags, *named.copies_in)}
    left = (at for at, key in enumerate(titles) if key and at not in used)
    others = tuple(at for at in left if titles[at] not in _OTHER)
    return named._replace(used=frozenset(at for at in used if at is not None), others=others)


def _counts(key: str) -> bool:
    """Whether a column counts copies, perhaps some of them: `Qty`, `Foil Quantity`."""
    if key in _COUNT:
        return key not in _NEEDED and len(key) > 1
    if key.startswith(_OTHER_COUNTS) or key.endswith(_OTHER_COUNTS):
        return False
    return key.endswith(_COUNT_PARTS) or key.startswith(_COUNT_PARTS)


def _deck_part(title: str) -> str | None:
    """The main deck or the sideboard, if that is the title of a column, or of one of its counts."""
    words = [word for word in title.split() if _key(word) not in _COUNT]
    section = headings.section(" ".join(words))
    return section if section in (MAIN, SIDEBOARD) else None


def _is_cut(key: str) -> bool:
    """Whether it is the title of a column of counts without its first letters: `uantity`."""
    return len(key) >= SHORTEST_CUT and any(word.endswith(key) for word in _COUNT)


def _first(keys: Mapping[str, int], wanted: Sequence[str]) -> int | None:
    """The column with the first of the wanted titles that exists."""
    return next((keys[word] for word in wanted if word in keys), None)


MOST_SECTIONS = 6
"""Maximum different values of a column of sections."""
LONGEST_SECTION = 12
LONGEST_SIGN = 2
"""Maximum characters of the two values, such as A and B, that may say the section."""


class SectionColumn(NamedTuple):
    """A column of sections that is known by its values."""

    at: int
    sections: Mapping[str, str] | None
    """The section by value, in lower case; None if the values leave it open."""


def section_column(
    named: Columns, values_of: Callable[[int], Iterable[str]]
) -> SectionColumn | None:
    """The column without a known title that says in which section a card is; None without one.

    `values_of` gives the values of a column. A few short values that could be sections, or yes and
    no, must not be passed over.
    """
    doubtful = None
    for at in named.others:
        values: set[str] = set()
        for value in values_of(at):
            values.add(value.casefold())
            if len(values) > MOST_SECTIONS or len(value) > LONGEST_SECTION:
                break
        else:
            given = values - {""}
            about = headings.section(named.titles[at])
            sections = {value: headings.section_of_value(value) for value in given}
            if given and len(values) + bool(about) > 1 and all(sections.values()):
                known = {value: section for value, section in sections.items() if section}
                return SectionColumn(at, {"": MAIN, **known})
            if about and given and given <= YES | NO:
                others = SIDEBOARD if about == MAIN else MAIN
                return SectionColumn(
                    at, {"": others} | {value: about if value in YES else others for value in given}
                )
            is_known = given <= YES | NO | headings.LETTERS.keys()
            is_pair = len(given) == len(values) == 2 and all(map(_is_sign, given))
            if len(given) > 1 and (is_known or is_pair):
                doubtful = doubtful or SectionColumn(at, None)
    return doubtful


def _is_sign(value: str) -> bool:
    return value.isalpha() and len(value) <= LONGEST_SIGN


DELIMITERS = {",": say("commas"), ";": say("semicolons"), "\t": say("tabs"), "|": say("bars")}
LONGEST_HEADER = 4096
"""Maximum characters of a header."""
MOST_WORDS = 6
"""Maximum lines of text, including the header below them."""
MOST_PROVING = 20
LEAST_PROVING = 3
"""Rows that prove a table without counts."""
LEAST_BLANK = 2
"""Rows with an empty count that are no mistake."""
LEAST_DIGITS = 3
REMEMBERED_HEADERS = 512
"""Cached first lines of texts; at most about 2 MB."""

_LINE = r"([^\r\n]*)(?:\r\n|\r|\n)?"
SEPARATOR = r'(?i)"?sep=."?'
"""A line before the header that tells Excel the delimiter."""


class Block(NamedTuple):
    """One of several lists side by side: its columns, up to `stop`, and whose cards they are."""

    start: int
    stop: int | None
    columns: Columns
    section: str | None = None
    label: str = ""
    """What stands above it, and names its section or its owner."""

    @property
    def owner(self) -> str:
        return "" if self.section else self.label


class Header(NamedTuple):
    """The header row, and its interpretation."""

    number: int
    """Its line, from 1."""
    delimiter: str
    blocks: tuple[Block, ...]
    """One, or those of lists side by side."""
    over: int = 0
    """The line, from 1, that names the lists side by side."""

    @property
    def columns(self) -> Columns:
        """Those of its first list."""
        return self.blocks[0].columns

    @property
    def because(self) -> str:
        """Why the text is a table, as part of a sentence."""
        titles, copies = self.columns.titles, self.columns.copies
        name, signs = titles[self.columns.names[0]], DELIMITERS[self.delimiter]
        table = (
            say("a table with the column {name}, divided by {signs}", name=name, signs=signs)
            if copies is None
            else say(
                "a table with the columns {count} and {name}, divided by {signs}",
                count=titles[copies],
                name=name,
                signs=signs,
            )
        )
        if not self.columns.program:
            return table
        return say("{table}, as {program} exports it", table=table, program=self.columns.program)


def header_of(text: str) -> Header | None:
    """The header: the first line that is not blank, not a separator hint, and names columns."""
    lines_left = MOST_WORDS if re.match(BELOW, text) else 1
    above, over = "", 0
    for number, match in enumerate(re.finditer(_LINE, text), 1):
        line = match[1].removeprefix("\ufeff")
        if line.strip() and not re.fullmatch(SEPARATOR, line.strip()):
            columns = _columns(line) if len(line) <= LONGEST_HEADER else None
            lines_left -= 1
            columns = columns or _of_titles(line, text[match.end() :])
            if columns:
                delimiter, named = columns
                return Header(number, delimiter, (Block(0, None, named),))
            if beside := _side_by_side(line, above):
                delimiter, blocks = beside
                return Header(number, delimiter, blocks, over * any(each.label for each in blocks))
            if not lines_left:
                return None
            above, over = line, number
    return None


def _side_by_side(line: str, above: str) -> tuple[str, tuple[Block, ...]] | None:
    """The delimiter and the lists of a header with the columns of several of them side by side.

    Which section a list is, or whose, is in the title of its column or in the row above; without
    that they are not told apart.
    """
    for delimiter in DELIMITERS:
        if len(line) > LONGEST_HEADER or line.count(delimiter) < 3:
            continue
        header, over = (next(csv.reader([row], delimiter=delimiter), []) for row in (line, above))
        header = ["Count" if title.strip() == "#" else title for title in header]
        keys = [_key(title) for title in header]
        counts = [at for at, key in enumerate(keys) if key in _COUNT]
        names = [at for at, key in enumerate(keys) if key in _NAME or _deck_part(header[at])]
        starts = min(counts, names)
        if len(counts) != len(names) or len(starts) < 2:
            continue
        blocks = []
        for start, stop in zip(starts, [*starts[1:], len(header)], strict=True):
            titles = header[start:stop]
            title = next((header[at] for at in names if start <= at < stop), "")
            part = _deck_part(title)
            if part and _key(title) not in _NAME:
                titles[titles.index(title)] = "Name"
            label = "" if part else next(filter(None, map(str.strip, over[start:stop])), "")
            named = columns(titles)
            if named is None or not (part or label or start == starts[0]):
                break
            blocks.append(Block(start, stop, named, part or headings.section(label), label))
        if len(blocks) == len(starts):
            return delimiter, tuple(blocks)
    return None


def _of_titles(line: str, below: str) -> tuple[str, Columns] | None:
    """The delimiter and columns of a table without counts, as the titles in its rows prove it.

    A column of small numbers may have the counts under a name that is not known here.
    """
    for delimiter in DELIMITERS:
        header = line.split(delimiter) if len(line) <= LONGEST_HEADER else []
        if len(header) < 2 or _key(header[0]) not in _NAME:
            continue
        lines = islice(filter(None, map(str.strip, below.splitlines())), MOST_PROVING)
        rows = [next(csv.reader([each[:LONGEST_HEADER]], delimiter=delimiter)) for each in lines]
        titles = sum(catalogue().is_title(row[0].strip()) for row in rows if row)
        named = columns(header, one_a_row=True)
        if not named or len(rows) < LEAST_PROVING or 3 * titles < 2 * len(rows):
            continue
        cells = ([row[at].strip() for row in rows if at < len(row)] for at in named.others)
        if not any(each and all(map(_may_be_count, each)) for each in cells):
            return delimiter, named
    return None


def _may_be_count(cell: str) -> bool:
    return cell.isdecimal() and len(cell) < LEAST_DIGITS


@lru_cache(REMEMBERED_HEADERS)
def _columns(line: str) -> tuple[str, Columns] | None:
    """The delimiter and columns of a header; None for other lines, such as a title with a comma."""
    for delimiter in DELIMITERS:
        if delimiter in line:
            named = columns(next(csv.reader([line], delimiter=delimiter)))
            if named:
                return delimiter, named
    return None


ROW_LINES = 32
"""Maximum lines of one row, as an unclosed quotation mark would extend it to the end."""
REMEMBERED_WORDS = 1024
"""Fields of rows for which it is cached whether they name a section."""
NO_HEADER = say(
    "The table cannot be read: its first line must name a column of counts and a column of"
    " card titles, such as Count and Name."
)

_NO_SEVERAL = frozenset({"0", "1", "1x", "x1"})
_CATEGORY_END = r"[,;|]"


class Owner(NamedTuple):
    """The owner of a row: the player and deck named in it, and the index of its table."""

    player: str = ""
    deck: str = ""
    folder: str = ""
    table: int = 0
    """From 0, if several tables follow each other."""

    @property
    def name(self) -> str | None:
        return self.player or self.deck or self.folder or None


class TableRow(NamedTuple):
    """One row: the line on which it begins, its text and its fields."""

    number: int
    text: str
    fields: list[str]

    def within(self, block: Block) -> "TableRow":
        """The part of the row in one of the lists side by side."""
        return self._replace(fields=self.fields[block.start : block.stop])

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
    words = [
        (number, line)
        for number, line in above
        if number != header.over and not re.fullmatch(SEPARATOR, line.strip())
    ]
    if _is_of_needed(header.columns):
        words.append((header.number, lines[header.number - 1]))
    table, copies = 0, 0
    bounds, stated = [0], list[tuple[TableRow, int, int]]()
    column = _column_of_sections(header.columns, rows)
    rows = _filled_down(rows, header.columns.player)
    is_over = False
    for block in header.blocks:
        named, section = block.columns, block.section or MAIN
        parts = _parts(rows, block)
        are_ones_blank = _are_ones_blank(parts, named)
        for row in parts:
            if len(row.text) <= LONGEST_HEADER and (again := columns(row.fields)):
                table, named = table + 1, again
                column = _column_of_sections(again, rows)
                continue
            row = _align(row, named, header.delimiter, is_title)
            if several.is_head(row.filled):
                continue
            if (heading := _heading(row, is_title)) is not None:
                section = heading.section or section
                bounds.append(copies)
                if heading.total:
                    stated.append((row, copies, heading.total))
                continue
            if _is_total(row, named, copies):
                is_over = True
                continue
            if is_over and count_of(row.field(named.copies)) is None:  # the cost of shipping
                words.append((row.number, row.text))
                continue
            if _is_of_words(row, named, is_title) or _states_total(row, named):
                words.append((row.number, row.text))
                continue
            owner = Owner() if pool else _owner(row, named, block.owner, table)
            entries = by_owner.setdefault(owner, Entries(pool=pool, is_title=is_title))
            if are_ones_blank and not row.field(named.copies):
                row = _with_one(row, named, entries, is_title)
            within = _section_in(row, column, section) if column else section
            copies -= entries.copies
            _take(row, named, within, entries, is_title)
            copies += entries.copies
    entries = next(iter(by_owner.values()), Entries(pool=pool, is_title=is_title))
    for number, text in words:
        entries.add_words(number, text)
    bounds.append(copies)
    for row, at, total in stated:
        if at + total not in bounds and at - total not in bounds:
            entries.differ(row.number, row.text)
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
    is_single = len(by_owner) == 1
    decks = {
        owner: entries.deck(owner.player or None if is_single else owner.name)
        for owner, entries in by_owner.items()
    }
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

    A quoted field may span several lines, up to `ROW_LINES`, and follow a space. If the quotes of a
    line are invalid, they are read as ordinary characters.
    """
    spaced = f'{delimiter} "'
    while start < len(lines):
        stop = min(start + ROW_LINES, len(lines))
        following = (f"{lines[at]}\n" for at in range(start, stop))
        if spaced in lines[start]:
            following = (line.replace(spaced, f'{delimiter}"') for line in following)
        reader = csv.reader(following, delimiter=delimiter, strict=True)
        try:
            fields, end = next(reader), start + reader.line_num
        except csv.Error:
            fields, end = lines[start].split(delimiter), start + 1
        text = "\n".join(lines[start:end])
        if any(field.strip() for field in fields):
            yield TableRow(start + 1, text, fields)
        start = end


def _filled_down(rows: list[TableRow], column: int | None) -> list[TableRow]:
    """The rows with each player in all of theirs, where merged cells have them in the first alone.

    Then no player is in a second row, and most rows have none.
    """
    names = [row.field(column) for row in rows]
    filled = [name for name in names if name]
    if column is None or not names or not names[0] or len({*filled}) < len(filled):
        return rows
    if len(filled) * 2 > len(rows):
        return rows
    name, whole = "", []
    for row in rows:
        name = row.field(column) or name
        fields = [*row.fields, *[""] * (column + 1 - len(row.fields))]
        is_card = len(row.filled) > 1 and not any(map(headings.is_statement, row.filled))
        fields[column] = name if is_card else fields[column]
        whole.append(row._replace(fields=fields))
    return whole


def _parts(rows: Sequence[TableRow], block: Block) -> Sequence[TableRow]:
    """The rows of a list; of lists side by side the parts of the rows that are not blank in it."""
    if block.stop is None:
        return rows
    return [part for part in (row.within(block) for row in rows) if part.filled]


def _align(row: TableRow, named: Columns, delimiter: str, is_title: IsTitle) -> TableRow:
    """The row, with a title that has delimiters but no quotes joined into one field."""
    fields = list(row.fields)
    while len(fields) > len(named.titles) and not fields[-1].strip():
        fields.pop()
    name, extra = named.names[0], len(fields) - len(named.titles)
    if extra > 0:
        title = delimiter.join(fields[name : name + extra + 1]).strip()
        if is_title(title):
            fields[name : name + extra + 1] = [title]
    return row._replace(fields=fields)


def _is_of_words(row: TableRow, named: Columns, is_title: IsTitle) -> bool:
    """Whether the row is text: fewer fields than columns, and neither a count nor a title."""
    is_short = len(row.fields) < len(named.titles) or len(row.filled) == 1
    is_short = is_short or any(map(headings.is_statement, row.filled))
    titles = (row.field(column) for column in named.names)
    return is_short and count_of(row.field(named.copies)) is None and not any(map(is_title, titles))


def _states_total(row: TableRow, named: Columns) -> bool:
    """Whether the row has the number of all cards, or of those of a part: `60,Total,8.40`,
    `15,Total side,2.10`."""
    words = (row.field(column) for column in named.names)
    return any(headings.counts_cards(each) and headings.read(each) for each in words)


def _is_total(row: TableRow, named: Columns, copies: int) -> bool:
    """Whether the row just has the number of all cards above it: `Total,60,$12`, `60,`."""
    count = row.field(named.copies)
    others = [field for field in row.filled if field != count]
    are_words = all(
        each.startswith("#")  # #REF!
        or not any(map(str.isalpha, re.sub(numbers.PRICE, "", each)))
        or headings.is_statement(each)
        for each in others
    )
    return count_of(count) == copies and are_words


def _is_of_needed(named: Columns) -> bool:
    """Whether the counts are of needed copies, which may be those that are missing."""
    return named.copies is not None and _key(named.titles[named.copies]) in _NEEDED


def _are_ones_blank(rows: Sequence[TableRow], named: Columns) -> bool:
    """Whether the counts are all of several copies, or empty, and there are some of both."""
    counts = [row.field(named.copies) for row in rows]
    blank = counts.count("")
    are_some = LEAST_BLANK <= blank <= len(counts) - LEAST_PROVING
    return are_some and _NO_SEVERAL.isdisjoint(counts)


def _with_one(row: TableRow, named: Columns, entries: Entries, is_title: IsTitle) -> TableRow:
    """The row as one copy if it has a title."""
    if named.copies is None or not any(is_title(row.field(column)) for column in named.names):
        return row
    entries.assume(row.number, row.text)
    fields = [*row.fields, *[""] * (named.copies + 1 - len(row.fields))]
    fields[named.copies] = "1"
    return row._replace(fields=fields)


def _heading(row: TableRow, is_title: IsTitle) -> headings.Heading | None:
    """The row as a heading: a row with a single filled field, or with a total of cards."""
    words = " ".join(map(tidy, row.filled))
    heading = headings.read(words) if 0 < len(row.filled) <= 2 else None
    if heading is None or len(row.filled) == 1:
        return heading
    is_card = any(map(is_title, row.filled))
    is_total = not (heading.section or heading.is_of_types)
    is_counted = any(
        count_of(each) == heading.total or several.is_total(each) for each in row.filled
    )
    return heading if heading.total and (is_total or (is_counted and not is_card)) else None


def _owner(row: TableRow, named: Columns, of_list: str, table: int) -> Owner:
    deck = row.field(named.deck)
    # Some tables have sections such as "Main" and "Sideboard" in a column called "Deck".
    deck = "" if headings.section(deck) else deck
    return Owner(row.field(named.player) or of_list, deck, row.field(named.folder), table)


def _of_whole_tables(decks: Mapping[Owner, Decklist], main_min: int) -> tuple[Decklist, ...]:
    """One deck per owner; tables and folders are separate decks if each is large enough."""
    if all(is_large(deck, main_min // 2) for deck in decks.values()):
        return tuple(decks.values())
    owned: dict[Owner, list[Decklist]] = {}
    for owner, deck in decks.items():
        owned.setdefault(owner._replace(folder="", table=0), []).append(deck)
    read = [
        splitting.merge(lists)._replace(
            player=owner.name if len(owned) > 1 else owner.player or None
        )
        for owner, lists in owned.items()
    ]
    if len(folders := dict.fromkeys(owner.folder for owner in decks)) > 1:
        message = say(
            "The table was read as one deck, though its cards are in several places: {places}.",
            places=say_short_list([folder or "–" for folder in folders]),
        )
        notice = Notice("decks-not-split", "warning", message, (Place(None, MAIN, 1),))
        read[0] = read[0]._replace(notices=(notice, *read[0].notices))
    return tuple(read)


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
    if named.copies is None and not named.copies_in and named.program not in ONE_A_ROW:
        entries.assume(row.number, row.text)
    counted: list[tuple[str, str | None]] = [each for each in parts if each[0].strip("0-")]
    if others := _other_counts(row, named, parts):
        title = next((title for title in titles if is_title(title)), titles[-1])
        entries.add_unreadable(row.number, row.text, tuple(f"{each} {title}" for each in others))
        return
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


def _other_counts(
    row: TableRow, named: Columns, parts: Sequence[tuple[str, str]]
) -> tuple[int, ...]:
    """The numbers of copies that a row may have, if its columns state different ones."""
    counts = [count_of(row.field(named.copies))]
    counts += [count_of(row.field(column)) for column in named.more_copies]
    if parts and named.copies not in dict(named.copies_in).values():
        counts.append(sum(count_of(copies) or 0 for copies, _ in parts))
    different = tuple(dict.fromkeys(filter(None, counts)))
    return different if len(different) > 1 else ()


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
    first, *_ = re.split(_CATEGORY_END, row.field(named.category), maxsplit=1)
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
    if section := headings.section_of_value(value):
        return section
    heading = headings.read(value)
    return (heading.section or MAIN) if heading else None


LINE_SPLIT = say(
    "A list on a single line was split wherever a number of copies begins: check that this"
    " is right."
)

_BREAK = r"(?i)<br ?/?>|\\r\\n|\\n"
# White space is single in the texts that these search: each matches only a few characters.
_COUNT_IN_CELL = r"\d{1,3}(?: ?[xX×])? [\"'“]?[^\W\d]"
"""A number of copies and the first letter of a title, which no collector number is followed by."""
_JOINT = rf" ?[,;|/]? (?={_COUNT_IN_CELL})"
_SIDEBOARD = r"(?i) ?[,;|/]? ?(side ?board) ?:? ?"
_ADDRESS = r"(?i)(?:https?://|www\.)\S+"
_REFERENCE = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
"""An HTML character reference."""


class CellList(NamedTuple):
    """The list of a cell."""

    text: str
    notice: Message | None = None
    """A remark for the organizer on the changes."""


def list_in(cell: str) -> CellList:
    """The list in a cell, with line feeds in place of the program's separators."""
    text = cell.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" in text.strip():
        return CellList(text)
    line = " ".join(text.split())
    if re.search(_BREAK, line):
        # html.unescape itself fails at numbers of thousands of digits.
        text = re.sub(_REFERENCE, lambda match: html.unescape(match[0]), re.sub(_BREAK, "\n", line))
        if "\n" in text.strip():
            return CellList(text)
        line = text.strip()
    if re.match(_COUNT_IN_CELL, line):
        divided = re.sub(_JOINT, "\n", re.sub(_SIDEBOARD, r"\n\1\n", line)).replace("\n\n", "\n")
        if "\n" in divided.strip():
            return CellList(divided.strip(), LINE_SPLIT)
    return CellList(text)


def is_address(cell: str) -> bool:
    """Whether the cell is just the address of a page."""
    return bool(re.fullmatch(_ADDRESS, cell.strip()))

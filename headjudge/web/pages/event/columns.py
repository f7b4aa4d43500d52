"""The roles of a table's columns, guessed from their names and their content.

The patterns of names have the words for players, teams and decks in the languages of the service,
and names used by programs: Melee's `FirstName` and `LastName`, Google Forms' questions.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.documents.tables import is_address, list_in
from headjudge.decklists.lines.unread import readings
from headjudge.web.pages.event.upload import Sheet, TableRow

IGNORED = ""
ROLES = (
    IGNORED, "team", "player", "list", "sideboard", "commander", "pool", "format", "table",
    "player-id", "deck-name",
)  # fmt: skip
"""The roles of columns in an event."""
SAMPLE = 60
"""Rows used for guessing."""

_MEANINGS = (
    ("player-id", r"(?:player|spieler|joueu?r|jugador|giocatore|jogador|プレイヤー)(?:\W\w)?\W?"
     r"(?:id|nr|number|nummer)\b|\bdci\b"),
    ("private", r"e-?\s?mail|correo|courriel|メール|phone|telefon|téléphone|teléfono|電話|address"
     r"|adresse|dirección|indirizzo|endereço|住所|discord|birth|\bage\b"),
    ("time", r"timestamp|zeitstempel|horodateur|marca temporal|informazioni cronologiche"
     r"|carimbo de data|タイムスタンプ|\bdate|datum|fecha|\bdata\b|日付|status"),
    ("pool", r"\bpool\b|kartenpool|プール"),
    ("sideboard", r"\bside\b|side\s?board|サイドボード|réserve|banquillo|reserva"),
    ("format", r"^\W*+(?:format|formato|フォーマット)\W*+$"),
    ("table", r"^\W*+(?:table|tisch|mesa|tavolo|テーブル|卓)\b"),
    ("list", r"deck\s?-?list|decks?\b|\blist[ae]?s?\b|mazo|mazzo|baralho|デッキ|リスト"
     r"|main\s?(?:deck|board)"),
    ("commander", r"\bcommanders?\b|kommandeur|commandant|comandante|統率者"),
    ("player", r"team\s?mate|partner|captain|kapitän|capitaine|capitán|capitano|capitão|head\b"
     r"|パートナー|相方"),
    ("team", r"team|équipe|equipo|squadra|equipe|チーム|mannschaft|команд|队伍|隊伍|(?:^|\W)팀"
     r"|dupla\b|pareja\b|coppia\b|binôme"),
    ("player", r"player|name\b|spieler|joueu?r|jugador|giocator|jogador|nombre|\bnom\b|nome"
     r"|prénom|apellido|cognome|プレイヤー|選手|氏名|名前|\bfirst\b|\blast\b|игрок|玩家|姓名|선수|이름"),
)  # fmt: skip
"""Roles by patterns of column names; the first match wins."""
_PATTERNS = [(meaning, re.compile(words, re.IGNORECASE)) for meaning, words in _MEANINGS]
_ACCOUNT = re.compile(r"user\s?name|screen|display|account|\bid\b", re.IGNORECASE)
_DECK_NAME = re.compile(r"deck\W*+(?:name|archetype)|archetype|deckname", re.IGNORECASE)
_NAMES_LISTS = re.compile(r"\blist[ae]?s?\b|\w[Ll]ist[ae]?\b|リスト")
FEW = 3
"""Cells, fewer of which say less of a column than its name."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_CARDS = re.compile(r"^[^\S\n]*+(\d{1,3}+)(?:[^\S\n]*+[xX×])?[^\S\n]++\S", re.MULTILINE)
"""A line that begins with a number of copies."""
LIST_MIN = 20
"""Cards of a cell that is a list, whatever its column is called: no sideboard has as many."""
HEADER_ROWS = 30
"""Rows among which the header is looked for, and that may be named as one."""
_OF_DECKS = re.compile(r"deck|mazo|mazzo|baralho|デッキ", re.IGNORECASE)
_MAIL = re.compile(r"[^@\s]++@[^@\s.]++\.[^@\s]++")
_TELEPHONE = re.compile(r"\+?[\d\s()/-]{9,}+")
NAME_MAX = 60
"""Characters of a player's name, where only the cells tell what they are."""
LONGEST_NAME = 1_000
"""Characters of a column's name that are considered; forms have whole questions there."""
LONGEST_CONTACT = 400
"""Characters of an e-mail address or a telephone number."""


class Columns(NamedTuple):
    """The role of each column, and the meaning of a row."""

    roles: tuple[str, ...]
    header: int | None
    """The index of the row that names the columns; what is above it is left out."""
    by_player: bool
    """Whether a row is a player, so that several rows make a team."""

    @property
    def first(self) -> int:
        """The index of the first row below the header."""
        return 0 if self.header is None else self.header + 1

    def of(self, role: str) -> tuple[int, ...]:
        """The columns with that role, from 0."""
        return tuple(index for index, column_role in enumerate(self.roles) if column_role == role)


def guess_columns(sheet: Sheet) -> Columns:
    """Guess the columns of a sheet."""
    return guess_below(sheet, _header_row(sheet))


def guess_below(sheet: Sheet, row: int | None) -> Columns:
    """Guess the columns of a sheet, whose names are in the row of this index, or in none."""
    header = names(sheet, row)
    first = 0 if row is None else row + 1
    sample = sheet.rows[first : SAMPLE + first]
    columns = [[cell_of(row, index) for row in sample] for index in range(sheet.width)]
    roles = [_role(name, cells) for name, cells in zip(header, columns, strict=True)]
    _drop_repeated(roles, header)
    if not any(header):
        _guess_names(roles, columns)
    _guess_players(roles, header, columns)
    return Columns(tuple(roles), row, _is_by_player(sheet, roles, first))


def names(sheet: Sheet, header: int | None) -> tuple[str, ...]:
    """The names of the columns in that row; empty for unnamed ones."""
    return tuple(_name(sheet, header, index) for index in range(sheet.width))


def _name(sheet: Sheet, header: int | None, index: int) -> str:
    """The name of a column; over two rows of names some stand in the upper one alone."""
    if header is None or header >= len(sheet.rows):
        return ""
    row, above = sheet.rows[header], sheet.rows[max(header - 1, 0)]
    name, upper = (" ".join(cell_of(one, index).split()) for one in (row, above))
    # A title above the table names no column.
    is_name = not name and filled(above) > 1 and meaning_of(upper) not in map(meaning_of, row.cells)
    return upper if is_name else name


def filled(row: TableRow) -> int:
    """The number of its cells that are not blank."""
    return sum(1 for cell in row.cells if cell.strip())


def form_key(sheet: Sheet, guess: Columns) -> str:
    """The same for files of the same form: a digest of the names of their columns."""
    if guess.header is None:
        header: tuple[str, ...] = sheet.name, str(sheet.width)
    else:
        header = names(sheet, guess.header)
    return hashlib.sha256("\n".join(header).encode("utf-8", "replace")).hexdigest()[:16]


def cell_of(row: TableRow, index: int) -> str:
    """The cell of a column; empty if the row is shorter."""
    return row.cells[index] if index < len(row.cells) else ""


def is_private(sheet: Sheet, columns: Columns, index: int) -> bool:
    """Whether a column contains private data: ids of players, or unused contact data."""
    if role := columns.roles[index]:
        return role == "player-id"
    if meaning_of(_name(sheet, columns.header, index)) == "private":
        return True
    rows = sheet.rows[columns.first : columns.first + SAMPLE]
    return any(_is_contact(cell_of(row, index).strip()) for row in rows)


def time_columns(sheet: Sheet, columns: Columns) -> tuple[int, ...]:
    """The columns that say when a row was sent, by their names."""
    header = names(sheet, columns.header)
    return tuple(index for index, name in enumerate(header) if meaning_of(name) == "time")


def addresses(row: TableRow, columns: Columns) -> list[str]:
    """The e-mail addresses in unused cells."""
    cells = (cell_of(row, index).strip() for index in columns.of(IGNORED))
    return [cell for cell in cells if len(cell) <= LONGEST_CONTACT and _MAIL.fullmatch(cell)]


def _header_row(sheet: Sheet) -> int | None:
    """The row that names the columns: above it are titles and blank rows, below it are teams."""
    best, most, above = None, 0, True
    for index, row in enumerate(sheet.rows[:HEADER_ROWS]):
        cells = [cell.strip() for cell in row.cells if cell.strip()]
        if any(map(_is_of_team, cells)):
            # The first row of a team; what stands right above it may name columns by any words.
            if best is None and index and above:
                best = index - 1 if not sheet.rows[index - 1].is_blank else None
            break
        above = len(cells) > 1 or sheet.width == 1
        known = sum(bool(meaning_of(cell)) for cell in cells)
        if known > most and (len(cells) > 1 or sheet.width == 1):
            best, most = index, known
    return best


def words_of(row: TableRow) -> list[str]:
    """The cells of a row that may name columns; none of a team's."""
    cells = [" ".join(cell[:80].split()) for cell in row.cells if cell.strip()]
    return [] if any(_is_of_team(cell.strip()) for cell in row.cells) else cells


def _is_of_team(cell: str) -> bool:
    """Whether a cell names no column, but is a team's: a list, or an address."""
    return "@" in cell or bool(_CARDS.search(cell)) or is_address(cell) or _is_contact(cell)


def _is_contact(cell: str) -> bool:
    """Whether a cell is an e-mail address or a telephone number."""
    if len(cell) > LONGEST_CONTACT:
        return False
    return bool(_MAIL.fullmatch(cell) or _TELEPHONE.fullmatch(cell))


def meaning_of(name: str) -> str:
    """What a column of that name contains: a role, `private` or `time`; empty if it is unknown."""
    name, spaced = name[:LONGEST_NAME], _column_words(name)
    if _DECK_NAME.search(name) or _DECK_NAME.search(spaced):
        return "deck-name"
    meanings = (meaning for meaning, pattern in _PATTERNS if pattern.search(spaced))
    return next(meanings, "")


def _column_words(name: str) -> str:
    """The words of a column's name, including those joined by programs."""
    return _CAMEL.sub(" ", name[:LONGEST_NAME])


def _role(name: str, cells: Sequence[str]) -> str:
    meaning = meaning_of(name)
    filled = [cell for cell in cells if cell.strip()]
    sizes = [size_of(cell) for cell in filled]
    if filled and sum(size >= LIST_MIN for size in sizes) * 2 >= len(filled):
        is_pool = meaning == "pool" and not _OF_DECKS.search(name)
        return "pool" if is_pool else "list"
    if filled and sum(size > 1 for size in sizes) * 2 >= len(filled):
        if meaning in ("pool", "sideboard", "commander"):
            return meaning
        # A remark may begin with a number as well.
        counted = (cell for cell, size in zip(filled, sizes, strict=True) if size > 1)
        if meaning == "list" or any(first_card(cell[:LONGEST_NAME]) for cell in counted):
            return "list"
    if meaning in ("private", "time"):
        return IGNORED
    if meaning in ("list", "pool", "sideboard"):
        # The cells may be short in spite of the name: names of decks, or yes and no.
        are_lists = any(
            _CARDS.search(cell) or is_address(cell) or len(cell) > 60 or "\n" in cell.strip()
            for cell in filled
        )
        is_named = bool(_NAMES_LISTS.search(name[:LONGEST_NAME])) and len(filled) < FEW
        return meaning if are_lists or is_named or not filled else IGNORED
    return meaning


def size_of(cell: str) -> int:
    """The cards of a list in a cell, by the numbers that its lines begin with."""
    return sum(map(int, _CARDS.findall(list_in(cell).text)))


def first_card(text: str) -> str:
    """The first card in a text, with its number of copies; empty without one."""
    is_title = catalogue().is_title
    return next((card for line in text.splitlines() for card in readings(line, (), is_title)), "")


def _drop_repeated(roles: list[str], header: Sequence[str]) -> None:
    """Keep one team, format and table at most, and account names only without other names."""
    for role in ("team", "format", "table"):
        for index in [index for index, column_role in enumerate(roles) if column_role == role][1:]:
            roles[index] = IGNORED
    players = [index for index, role in enumerate(roles) if role == "player"]
    accounts = [index for index in players if _ACCOUNT.search(_column_words(header[index]))]
    if len(accounts) < len(players):
        for index in accounts:
            roles[index] = IGNORED


def _guess_names(roles: list[str], columns: Sequence[Sequence[str]]) -> None:
    """Take the columns before the first list as team and player, or as the player alone."""
    if "list" not in roles:
        return
    before = [
        index
        for index in range(roles.index("list"))
        if not any(_is_contact(cell.strip()) for cell in columns[index])
    ][-2:]
    for index, role in zip(before, ("team", "player")[-len(before) :], strict=False):
        roles[index] = role


def _guess_players(
    roles: list[str], header: Sequence[str], columns: Sequence[Sequence[str]]
) -> None:
    """Take the column before a list as its player's, if no column of this list is, and its name
    says nothing else."""
    start = 0
    for place in [index for index, role in enumerate(roles) if role == "list"]:
        between = range(start, place)
        start = place + 1
        if not between or any(roles[index] == "player" for index in between):
            continue
        index = between[-1]
        if not roles[index] and not meaning_of(header[index]) and _are_names(columns[index]):
            roles[index] = "player"


def _are_names(cells: Sequence[str]) -> bool:
    """Whether most cells are short texts of their own, as names are."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    named = [cell for cell in filled if len(cell) <= NAME_MAX and cell[0].isalpha()]
    own = {cell for cell in named if not _is_contact(cell) and not is_address(cell)}
    return len(own) * 2 > len(filled)


def _is_by_player(sheet: Sheet, roles: Sequence[str], first: int) -> bool:
    """Whether team names repeat, or stand in the first of a team's rows alone, in a table with one
    list per row."""
    if "team" not in roles or roles.count("list") != 1:
        return False
    column = roles.index("team")
    return _repeat(_team_names(sheet, column, first)) or fills_down(sheet, column, first)


def fills_down(sheet: Sheet, column: int, first: int) -> bool:
    """Whether a name stands in the first of several rows alone, as in merged cells."""
    teams = _team_names(sheet, column, first)
    blanks = sum(not team for team in teams)
    is_first = bool(teams) and bool(teams[0])
    return is_first and not _repeat(teams) and blanks * 4 >= len(teams)


def _team_names(sheet: Sheet, column: int, first: int) -> list[str]:
    rows = (row for row in sheet.rows[first:] if not row.is_blank)
    return [cell_of(row, column).casefold().strip() for row in rows]


def _repeat(teams: Sequence[str]) -> bool:
    filled = [team for team in teams if team]
    return len(set(filled)) * 4 <= len(filled) * 3

"""The columns of a table, recognised by their titles in all languages of cards.

The titles include those written by programs: Moxfield, Archidekt, Deckbox, ManaBox, TCGplayer,
Dragon Shield, Deckstats, Delver Lens, MTGGoldfish and Magic Online each have their own.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from headjudge.decklists.lines import headings
from validator.model import COMMANDER, MAIN, MAYBEBOARD, SIDEBOARD

YES = frozenset({"true", "yes", "y", "1", "x", "ja", "oui", "sí", "si", "sim", "да", "はい", "是"})
NO = frozenset({"false", "no", "n", "0", "", "nein", "non", "não", "нет", "いいえ", "否"})
"""The values of columns that answer a question."""

LONGEST_TITLE = 60
"""Maximum characters of a known column title."""
_LETTERS = re.compile(r"[\W_]+")


def _key(title: str) -> str:
    """The letters and digits of a column's title, without case, width and signs."""
    if len(title) > LONGEST_TITLE:
        title = title.strip()
        # Normalizing many combined accents takes quadratic time.
        if len(title) > LONGEST_TITLE:
            return ""
    return _LETTERS.sub("", unicodedata.normalize("NFKC", title).casefold())


def _keys(words: str) -> tuple[str, ...]:
    return tuple(_key(word) for word in words.split())


_COUNT = _keys("""
    count quantity qty quantityx amount copies totalquantity totalqty number_of_copies
    anzahl menge stück quantité qté exemplaires cantidad cant quantità quantidade qtd qtde
    количество кол_во 枚数 数量 張數 张数 수량 매수 nombre
""")
_NAME = _keys("""
    card_name card_title card english_name product_name kartenname karte nom_de_la_carte nom carte
    nombre_de_la_carta carta nome_da_carta nome_della_carta nome название карта カード名 カード
    牌名 卡名 卡牌名称 카드명 카드_이름 카드 name title simple_name nombre
""")
_SIMPLE_NAME = _keys("simple_name")
"""TCGplayer's title without the variant of the printing and without some accents."""
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

_OTHER = _keys("""
    id language lang sprache langue idioma lingua язык 言語 语言 語言 언어
    condition zustand état estado condizione состояние 状態 成色 상태
    rarity seltenheit rareté rareza rarità raridade редкость レアリティ 稀有度 희귀도
    color colour colors colours color_identity farbe couleur cor colore цвет 色 颜色 顏色 색
    type types card_type typ tipo тип 種類 类型 類型 유형 cmc mv mana_value converted_mana_cost
    cost mana_cost manakosten coût coste costo custo price preis prix precio prezzo preço цена
    value proxy signed altered altered_art misprint artist_proof promo textless artist have owned
    want wanted tradelist trade_quantity reserved grade sleeve tags tag notes note comment comments
    format deck_format
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
    foil: int | None
    player: int | None
    deck: int | None
    program: str | None
    """The program that exports such tables, if there is only one."""
    used: frozenset[int] = frozenset()
    """The columns with a meaning."""
    others: tuple[int, ...] = ()
    """The columns whose titles are not known."""


def columns(header: Sequence[str]) -> Columns | None:
    """The columns named in a header; None without a column of counts or of titles.

    A header with two of both is rejected, as it belongs to two lists side by side.
    """
    titles = [_key(title) for title in header]
    keys = {key: index for index, key in reversed([*enumerate(titles)])}
    copies, name = _first(keys, _COUNT), _first(keys, _NAME)
    sections = [(section, at) for at, title in enumerate(header) if (section := _deck_part(title))]
    is_split = copies is None and sorted(dict(sections)) == [MAIN, SIDEBOARD]
    copies_in = tuple(sections) if is_split else ()
    side = next((at for at, title in enumerate(titles) if _counts_sideboard(title)), None)
    if copies is not None and side is not None:
        copies_in = ((MAIN, copies), (SIDEBOARD, side))
    if copies is None and _is_cut(titles[0] if titles else ""):
        copies = 0
    program = next((name for name, signs in PROGRAMS.items() if signs <= keys.keys()), None)
    is_counted = copies is not None or copies_in or program in ONE_A_ROW
    if name is None or copies == name or not is_counted:
        return None
    if copies is not None and titles.count(titles[copies]) > 1 < titles.count(titles[name]):
        return None
    simple = _first(keys, _SIMPLE_NAME)
    sets = (_first(keys, _SET_CODE), _first(keys, _SET))
    named = Columns(
        titles=tuple(" ".join(title.split()) for title in header),
        copies=copies,
        names=(name,) if simple in (None, name) else (name, simple),
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
        foil=_first(keys, _FOIL),
        player=_first(keys, _PLAYER),
        deck=None if copies_in else _first(keys, _DECK),
        program=program,
    )
    used = {copies, *named.names, *named.sets, named.collector_number, named.section}
    used |= {named.category, named.foil, named.player, named.deck}
    used |= {column for _, column in (*named.flags, *named.copies_in)}
    left = (at for at, key in enumerate(titles) if key and at not in used)
    others = tuple(at for at in left if titles[at] not in _OTHER)
    return named._replace(used=frozenset(at for at in used if at is not None), others=others)


def _counts_sideboard(key: str) -> bool:
    """Whether a column has the copies in the sideboard, beside one of those in the deck."""
    part = next((key.removesuffix(word) for word in _COUNT if key.endswith(word)), "")
    return headings.section(part) == SIDEBOARD


def _deck_part(title: str) -> str | None:
    """The main deck or the sideboard, if that is the title of a column."""
    section = headings.section(title)
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
LETTERS = {
    "m": MAIN, "md": MAIN, "mb": MAIN, "d": MAIN, "s": SIDEBOARD, "sb": SIDEBOARD, "c": COMMANDER,
}  # fmt: skip
"""Sections by their first letters, in a column of nothing else."""


class SectionColumn(NamedTuple):
    """A column of sections that is known by its values."""

    at: int
    sections: Mapping[str, str] | None
    """The section by value, in lower case; None if the values leave it open."""


def section_of_value(value: str) -> str | None:
    """The section that a value of a column of sections names."""
    return headings.section(value) or LETTERS.get(value.casefold())


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
            sections = {value: section_of_value(value) for value in given}
            if len(given) + bool(about) > 1 and all(sections.values()):
                known = {value: section for value, section in sections.items() if section}
                return SectionColumn(at, {"": MAIN, **known})
            if about and given and given <= YES | NO:
                others = SIDEBOARD if about == MAIN else MAIN
                return SectionColumn(
                    at, {"": others} | {value: about if value in YES else others for value in given}
                )
            if len(given) > 1 and given <= YES | NO | LETTERS.keys():
                doubtful = doubtful or SectionColumn(at, None)
    return doubtful

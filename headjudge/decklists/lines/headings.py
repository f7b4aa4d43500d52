"""Headings of the parts of a list, in all languages in which cards are printed.

Only the letters of a heading matter, so `Sideboard`, `[sideboard]`, `## Sideboard (15)`,
`15 Sideboard` and `=== SIDE-BOARD: ===` are the same heading.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import filterfalse, pairwise
from typing import NamedTuple

from cards import Catalogue, catalogue, catalogue_cache
from formats import structure, structure_ids
from headjudge.decklists.lines.notation import ASKED_AGAIN
from validator.model import COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS


class Heading(NamedTuple):
    """The meaning of a heading for the lines after it."""

    section: str | None
    """The section that begins here; None for card types and totals, which do not change it."""
    settings: bool = False
    """Whether settings follow: lines such as `Name My deck` or `Difficulty=easy`."""
    owner: str | None = None
    """The label of the owner whose list begins here, in lower case (`player a`, `deck 2`)."""
    player: str | None = None
    """The owner's name, if the heading has it."""
    total: int | None = None
    """The number of cards that it states."""
    is_of_types: bool = False
    """Whether it names the types of the cards below."""
    is_assumed: bool = False
    """Whether it was inferred from the rules of the game instead of read in the list."""
    differs: bool = False
    """Whether another number of cards than it states is above and below it."""
    may_be_card: bool = False
    """Whether it could also be a card, so that the guess has to be said."""
    is_statement: bool = False
    """Whether it only states a number of cards: `60 cards`, `Total: 75`."""


SECTIONS: dict[str, tuple[str, ...]] = {
    MAIN: (
        "deck", "decklist", "md", "mb", "main", "main deck", "mainboard", "main board",
        "main deck continued", "final deck", "final decklist", "final list",
        "hoofddeck", "huvudlek", "hoveddæk", "hovedstokk",
        "hlavní balíček", "talia główna", "talia",
        "Hauptdeck", "principal", "deck principal", "jeu principal", "mazo", "mazo principal",
        "mazzo", "mazzo principale", "baralho", "baralho principal",
        "колода", "основная", "основная колода", "главная колода", "основа", "мейн", "мейндек",
        "デッキ", "デッキリスト", "メイン", "メインデッキ", "メインボード",
        "套牌", "主牌", "主套牌", "主牌组", "主牌組", "牌组", "牌組",
        "덱", "메인", "메인덱", "메인보드", "본덱",
    ),
    SIDEBOARD: (
        "sideboard", "sideboards", "side", "sb", "side deck", "deck side", "board", "Nebendeck",
        "réserve", "banquillo", "reserva", "riserva", "сайдборд", "сайд", "сб", "запас",
        "wishboard", "wish board", "reservebank",
        "zijbord", "zijdek", "rezerwa", "zapas", "sidbräda", "sidobräda", "sidebræt",
        "sidebrett", "postranní balíček", "boční balíček", "beiboard", "lisäpakka",
        "kiegészítő", "yan deste", "πλαϊνό",
        "rest of sb", "rest of side", "rest of sideboard", "rest of the sideboard",
        "rest of pool", "rest of the pool", "remaining pool", "not played", "unplayed",
        "unused", "not used", "leftovers", "left over",
        "サイドボード", "サイド", "备牌", "備牌", "备", "備", "사이드보드", "사이드", "사이드덱",
    ),
    COMPANION: (
        "companion", "companions", "Gefährte", "compagnon", "compañero", "compagno",
        "companheiro", "спутник", "相棒", "行侣", "行侶", "단짝",
    ),
    "commander": (
        "commander", "commanders", "cmdr", "command zone", "general", "generals", "partner",
        "partners", "partner commander", "partner commanders", "background", "oathbreaker",
        "oathbreakers", "signature spell", "signature spells", "Kommandeur",
        "Kommandant", "commandant", "général", "comandante", "comandantes", "generale",
        "командир", "генерал", "統率者", "ジェネラル", "指挥官", "指揮官", "커맨더", "사령관",
    ),
    "avatar": ("avatar", "avatars", "vanguard", "vanguards"),
    "planes": ("plane", "planes", "planar deck", "planes and phenomena"),
    "schemes": ("scheme", "schemes", "scheme deck"),
    "attractions": ("attraction", "attractions", "attraction deck"),
    "stickers": ("sticker", "stickers", "sticker sheet", "sticker sheets", "sticker deck"),
    "conspiracies": ("conspiracy", "conspiracies"),
    "contraptions": ("contraption", "contraptions", "contraption deck"),
    "dungeons": ("dungeon", "dungeons"),
    MAYBEBOARD: (
        "maybeboard", "maybe board", "maybe", "maybes", "candidates", "cuts", "considering",
        "consideration", "acquireboard", "wishlist", "wants", "want list", "to buy", "buy list",
        "acquisitions", "additions", "upgrades", "missing", "still missing", "zu kaufen",
        "à acheter", "por comprar",
        "da comprare", "a comprar", "купить", "vielleicht", "peut-être", "quizás",
        "forse", "talvez", "検討中", "候補", "待定", "考慮中", "考虑中", "고려 중",
        "display commander", "display commanders",  # of thick cardboard, in the boxes of precons
        "in", "out", "cut", "removed", "board in", "board out", "side in", "side out",
    ),
    TOKENS: (
        "token", "tokens", "emblem", "emblems", "tokens and emblems", "tokens & emblems",
        "tokens & extras", "tokens and extras", "tokens/emblems", "Spielsteine", "jetons",
        "fichas", "segnalini", "marcadores", "фишки", "トークン", "衍生物", "토큰",
    ),
}  # fmt: skip
"""The headings of each section. Case, accents and spaces are ignored."""

CARD_TYPES = """
    artifact artifacts battle battles creature creatures enchantment enchantments instant instants
    land lands planeswalker planeswalkers sorcery sorceries spell spells other others misc
    noncreature noncreatures nonland nonlands basics

    Artefakt Artefakte Kreatur Kreaturen Land Länder Standardländer Hexerei Hexereien Spontanzauber
    Zaubersprüche Verzauberung Verzauberungen Schlachten Zauber Sonstige Sonstiges Andere

    artefact artefacts artéfacts créature créatures enchantement enchantements éphémère éphémères
    rituel rituels sort sorts terrain terrains terres bataille batailles autre autres

    artefacto artefactos criatura criaturas encantamiento encantamientos instantáneo instantáneos
    conjuro conjuros hechizo hechizos tierra tierras batalla batallas otro otros otras

    artefatto artefatti creatura creature incantesimo incantesimi istantaneo istantanei
    stregoneria stregonerie magie terra terre battaglia battaglie altro altri altre

    artefato artefatos encantamento encantamentos instantânea instantâneas mágica mágicas
    feitiço feitiços terreno terrenos batalha batalhas outro outros outras

    артефакт артефакты битва битвы волшебство заклинание заклинания земля земли чары
    мгновенное мгновенные мироходец мироходцы существо существа прочее прочие другое другие

    アーティファクト インスタント エンチャント クリーチャー ソーサリー バトル プレインズウォーカー
    呪文 土地 基本土地 その他 その他の呪文 スペル

    神器 瞬间 瞬間 结界 結界 生物 法术 法術 巫术 巫術 鹏洛客 鵬洛客 战役 戰役 地 地牌 基本地 咒语
    咒語 其他 其它

    마법물체 순간마법 부여마법 생물 집중마법 전투 플레인즈워커 주문 대지 기본대지 기타
"""
"""Headings of the cards of one type, by language; they do not change the section."""

JOINING_WORDS = """
    and or non basic nonbasic legendary und oder et ou de y o e i и
    base di Standard básica básicas básico básicos базовые
"""
"""Other words in headings of card types."""

SMALL_WORDS = """
    the of der die das des du de la le les el los las del di della il lo da do
    in im en dans nel na em my mein meine mon ma mi mio mia meu minha
"""
"""Small words around the name of a section: `Cartes de la réserve`, `im Sideboard`."""

COLOURS = """
    white blue black red green gold multicolor multicolour multicolored multicoloured colorless
    colourless weiß blau schwarz rot grün mehrfarbig farblos blanc bleu noir rouge vert incolore
    multicolore blanco azul negro rojo verde incoloro bianco blu nero rosso branco preto vermelho
    белый синий чёрный красный зелёный 白 青 黒 赤 緑 蓝 黑 红 绿 백색 청색 흑색 적색 녹색
"""
"""Headings of the cards of one colour, in pools."""

CURVE_WORDS = "cmc mv drop drops"
"""Words for a mana value, whose number is not a number of cards: `2 CMC`, `3 drops`."""

COUNTING_WORDS = """
    card cards total count distinct unique Karte Karten Stück insgesamt
    carte cartes cartas carta karte totale
    карта карты карт всего カード 枚 体 計 計枚 合計 张 張 牌 总计 總計 장 카드 총
    different verschiedene davon dont différente différentes différent différents distinta distintas
    distinto distintos diferente diferentes diversa diverso diverse diversi differenti di cui de las
    los cuales das quais разных unikate uniques únicas commons uncommons rares mythics
    sum summe gesamt somme suma soma totaal grand subtotal zwischensumme
    article articles artikel articoli artículos artigos item items rows
    makes macht fait hacen fanno fazem
"""
"""Words beside a number of cards: `60 cards`, `Total: 60`, `15枚`."""

CLEAR = """
    sideboard sideboards sidedeck deckside maindeck mainboard Hauptdeck réserve banquillo riserva
    сайдборд サイドボード メインデッキ 备牌 備牌 主牌 사이드보드 메인덱
    maybeboard wishlist acquireboard acquisitions upgrades
"""
"""Words of headings that no card title contains, so other words may surround them."""
RESTS = "rest remainder remaining unused leftover leftovers übrig reste restante restantes resto"
POOLS = "pool pools cardpool sealedpool kartenpool"
"""Words of which two together name the sideboard of a Limited deck."""
NEGATIONS = "no without out ohne kein keine sans sin senza sem без なし 无"
"""Words that negate them: `no sideboard`, `out of the sideboard`."""
MOST_WORDS = 8
"""Maximum words of a heading; a longer line is a sentence."""

SETTINGS = frozenset({"[metadata]", "[general]", "[duel]", "[shop]", "[quest]", "about", "about:"})
"""Headings of settings: Forge's sections in brackets, Arena's About."""

NEEDS_A_SIGN = frozenset({"conspiracy"})
"""Headings that are also English card titles: the bare word is a card, `[...]` a heading."""

OF_COMMANDER = frozenset({"edh", "cedh"})
"""Names of the format before the title of a commander."""

LONGEST = 60
"""Maximum characters of a heading."""

LETTERS = {
    "m": MAIN, "md": MAIN, "mb": MAIN, "d": MAIN, "s": SIDEBOARD, "sb": SIDEBOARD,
    "c": "commander",
}  # fmt: skip
"""Sections by their first letters, in a column of nothing else."""

ABBREVIATIONS = frozenset({"SB", "MB", "MD"})
"""The section of a card, behind it: neither a cost nor the heading of the cards below."""

_JOINTS = str.maketrans(dict.fromkeys("與与和及と", " "))
"""Words for "and" in scripts without spaces between words."""
_WORD = re.compile(r"[^\W\d_]+")
_NO_HEADING = re.compile(r"[_?%$@]")
"""Signs that never occur in headings, so `SB: 4 ???` is not one."""
_SIGN = r"[\[\]:#/=*]|--|[–—]|\([0-9]+\)$"
"""Signs that make a word a heading although it is also a title; `4 "Conspiracy"` is a card."""
_TIMES = r"(?<=[0-9]) ?[x×]\b|\b[x×](?= ?[0-9])"
_NUMBER = re.compile(r"[0-9]{1,4}")
_TOTAL = (
    r"[^\w]*+(?:0?[0-9]{1,3}[^\w]*+[^\W\d_][^0-9]*+"
    r"|[^\W\d_][^0-9]*+[0-9]{1,3}[^\w]*+[枚体张張장]?[^\w]*+)"
)
_STAR_BEFORE = r"[\])] ?\*[0-9]"
_BEHIND = r"(?:[(\[][0-9]{1,3}[)\]]|[-–—: ][0-9]{1,3})$"
_REMARK_ON_TYPES = r"([0-9]{1,2} [^()0-9]{3,40}) \([a-zß-ÿа-я][^()0-9]{2,80}\)"
"""18 other lands (of the second colour)"""
_SENTENCES = r"[^\W\d]{3}[.!?] [A-Z][^\W\d]*[ :]"
LEAST_OF_SENTENCES = 5
"""The list is new. Here is the 99:"""
_REMARK = r"(?<=[^\W\d]) \([^()\d]+\)$"
_BEFORE_WORDS = "-–—,(+_*"
_ADDED = r"[(_*]?\+ ?[0-9]{1,2} [^\W\d_]+[)_*]?"
"""Lands (34) _+1 MDFC_"""
_WITH = r"(?i)(?:with|incl\.?|including|mit|inkl\.?|davon|avec|dont|con|com) [0-9]{1,2} [^\d]{1,30}"
"""Lands (34) with 1 MDFC"""
HIGHEST_TOTAL = 600
"""Maximum number of cards in a heading."""


def read(line: str) -> Heading | None:
    """The heading that the line is, if any."""
    line = _without_words_behind(line)
    if line.endswith(")") and (remark := re.fullmatch(_REMARK_ON_TYPES, line)):
        heading = read(remark[1])
        return heading if heading and heading.is_of_types else None
    if len(line) > LONGEST or _NO_HEADING.search(line):
        return None
    if line.startswith("[/"):  # the closing tag of a forum
        return None
    if line.lower() in SETTINGS:
        return Heading(None, settings=True)
    line = re.sub(_TIMES, "", line)
    line = line.replace("(s)", "s")
    words = [word for word in _words(line) if word not in _COUNTING]
    number = total(line)
    if not words:
        counting = _COUNTING.intersection(_words(line))
        return Heading(None, total=number, is_statement=True) if counting else None
    named = {_SECTION_OF.get(word) for word in words if word not in _TYPES}
    if len(named) > 1 and None not in named and len(_NUMBER.findall(line)) > 1:
        return Heading(None, is_statement=True)  # 60 Main / 15 Side
    joined = "".join(words)
    if joined not in _SECTION_OF and not _SMALL.isdisjoint(words):
        rest = "".join(word for word in words if word not in _SMALL)
        is_clear = any(map(_CLEAR.get, words)) or _SECTION_OF.get(rest) == SIDEBOARD
        joined = rest if is_clear else joined
    remark = re.search(_REMARK, line) if joined not in _SECTION_OF else None
    if remark and section(line[: remark.start()]) == SIDEBOARD:  # Not used (shared)
        return Heading(SIDEBOARD)
    if joined in _SECTION_OF:
        needs_sign = joined in NEEDS_A_SIGN and not re.search(_SIGN, line)
        return None if needs_sign else Heading(_SECTION_OF[joined], total=number)
    if _CURVE.intersection(words) and (_CURVE | _TYPES).issuperset(words):
        return Heading(None, is_of_types=True)
    if not _TYPES.issuperset(words) or _JOINING.issuperset(words):
        return None
    first = _NUMBER.findall(line)[:1]  # 17 lands: 9/8
    return Heading(None, total=number or (int(first[0]) if first else None), is_of_types=True)


@catalogue_cache(2)
def _structures(facts: Catalogue) -> str:
    names = [str(structure(each).name) for each in structure_ids()]
    names += [title for name in names for title in facts.titles_of(name).values()]
    names = [re.escape(name).replace(r"\-", "[- ]") for name in names]
    return rf"(?i)\W*(?:{'|'.join(names)})\b(?! ?\W?x?[0-9]{{1,2}}x?\b)"


def without_structure(line: str) -> str:
    """The line without how a team plays before other words: `Two-Headed Giant: Team Rocket`.

    That is also a card's title, so it is known in all languages; with a number behind it, it is
    the card.
    """
    match = re.match(_structures(catalogue()), line)
    return line[match.end() :] if match else line


def is_statement(words: str) -> bool:
    """Whether the words are just ones beside a number of cards: `Total`, `Karten insgesamt`."""
    found = _words(words) if len(words) <= LONGEST else []
    return bool(found) and _COUNTING.issuperset(found)


def counts_cards(words: str) -> bool:
    """Whether one of a few words is one beside a number of cards: `Total side`."""
    return len(words) <= LONGEST and not _COUNTING.isdisjoint(_words(words))


def is_type(name: str) -> bool:
    """Whether the word is a card type, which may also be the title of a card: `Terre`."""
    return name.casefold() in _TYPES


def is_of_colours(line: str) -> bool:
    """Whether the line is the heading of cards of a colour, and perhaps a type: `Green (12)`."""
    words = _words(line) if len(line) <= LONGEST else []
    return not _COLOURS.isdisjoint(words) and (_COLOURS | _TYPES | _COUNTING).issuperset(words)


def among_words(line: str) -> Heading | None:
    """The heading of the only section that a line names among other words, perhaps misspelt.

    `My sideboard`, `Sideboard (work in progress)`, `And here is the sidebord:`. Its position in
    the list decides whether it is a heading or a sentence about the section.
    """
    words = _words(line) if len(line) <= LONGEST else ()
    if names_rest_of_pool(line):
        return Heading(SIDEBOARD, total=total(line))
    if not 0 < len(words) <= MOST_WORDS or not _NEGATIONS.isdisjoint(words):
        return None
    pairs = map("".join, pairwise(words))
    names = {_CLEAR[word] for word in (*words, *pairs) if word in _CLEAR}
    names |= {_SECTION_OF[part] for part in _CLEAR_PARTS if part in "".join(words)}
    return Heading(names.pop(), total=total(line)) if len(names) == 1 else None


def names_rest_of_pool(line: str) -> bool:
    """Whether words name what a deck leaves of a card pool: `The rest of my card pool was:`."""
    words = _words(line) if len(line) <= LONGEST else ()
    return not (_RESTS.isdisjoint(words) or _POOLS.isdisjoint(words))


def _slips(word: str) -> Iterator[str]:
    """The word, and its misspellings with one letter missing, doubled or swapped."""
    yield word
    for at, letter in enumerate(word):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + letter + word[at:]
        yield word[:at] + word[at + 1 : at + 2] + letter + word[at + 2 :]


def _without_words_behind(line: str) -> str:
    """The heading without a remark after it: `## Sideboard (15) — plan`."""
    for closing in ")]":
        end = line.find(closing)
        rest = line[end + 1 : 2 * LONGEST].lstrip()
        if end > 0 and line[end - 1].isdecimal() and re.fullmatch(_WITH, rest):
            return line[: end + 1]  # Lands (34) with 1 MDFC
        if end > 0 and line[end - 1].isdecimal() and rest and rest[0] in _BEFORE_WORDS:
            is_of_cards = any(map(str.isdecimal, rest)) and not re.fullmatch(_ADDED, rest)
            return line if is_of_cards else line[: end + 1]
    return line


def total(line: str) -> int | None:
    """The number of cards in a heading: before or after the words, or in brackets."""
    numbers = _NUMBER.findall(line) if len(line) <= LONGEST else []
    head, _, behind = line.partition(numbers[0]) if len(numbers) == 1 else ("", "", "")
    if _words(head) and _COUNTING.issuperset(_words(behind)):
        line = head + numbers[0]  # Main deck: 60 cards
    match = re.fullmatch(_TOTAL, line) if len(numbers) == 1 else None
    return int(numbers[0]) if match and int(numbers[0]) <= HIGHEST_TOTAL else None


def section(words: str) -> str | None:
    """The section with this heading, or None."""
    return _section(words) if len(words) <= LONGEST else None


@lru_cache(ASKED_AGAIN)
def _section(words: str) -> str | None:
    return _SECTION_OF.get("".join(_words(words)))


def section_of_word(word: str) -> str | None:
    """The section that a word alone names, even among other words: `better in the sideboard`."""
    section = _CLEAR.get(word.casefold()) or (word.casefold() in _SIDE and SIDEBOARD) or None
    return section if section != MAIN else None


def section_of_value(value: str) -> str | None:
    """The section that a value of a column of sections names."""
    return section(value) or LETTERS.get(value.casefold())


def is_over_count(cell: str) -> bool:
    """Whether the words name a section and a count follows: `SB: 2 Negate`."""
    words, colon, rest = cell.partition(":")
    return bool(colon and rest.lstrip()[:1].isdecimal() and section(words))


def is_total_behind(line: str) -> bool:
    """Whether the line ends with a number: `Burn (13)`; `Burn - 8`, also a card with its count."""
    return not line[:1].isdecimal() and re.search(_BEHIND, line[-8:]) is not None


def counts_behind(line: str) -> bool:
    """Whether the line ends with a number of cards in brackets: `Burn (60 cards)`."""
    return line.endswith((")", "]")) and bool(_COUNTING.intersection(_words(line[-20:])))


def may_label(line: str) -> bool:
    """Whether the words of the line may be a heading.

    A number before them may also be a count, so one of the words must be a card type.
    """
    number = len(_words(line))
    if re.search(_STAR_BEFORE, line):  # Xyzzy (DOM) *4
        return False
    if number > MOST_WORDS or (number >= LEAST_OF_SENTENCES and re.search(_SENTENCES, line)):
        return False
    return not line.lstrip("+- ")[:1].isdecimal() or not _TYPES.isdisjoint(_words(line))


def _words(text: str) -> list[str]:
    """The words of the text, without case, accents and width."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(filterfalse(unicodedata.combining, decomposed))
        text = text.translate(_JOINTS)
    return _WORD.findall(text.casefold())


_SECTION_OF = {
    "".join(_words(heading)): name for name, headings in SECTIONS.items() for heading in headings
}
_CLEAR_PARTS = [word for word in _words(CLEAR) if not word.isascii()]
"""Those in scripts without spaces between words."""
_CLEAR = {
    slip: _SECTION_OF[word] for word in _words(CLEAR) if word.isascii() for slip in _slips(word)
}
_SIDE = frozenset({"sb", "side"})
_NEGATIONS = frozenset(_words(NEGATIONS))
_RESTS, _POOLS = frozenset(_words(RESTS)), frozenset(_words(POOLS))
_COUNTING = frozenset(_words(COUNTING_WORDS))
_SMALL = frozenset(_words(SMALL_WORDS))
_CURVE = frozenset(_words(CURVE_WORDS))
_JOINING = frozenset(_words(JOINING_WORDS))
_TYPES = frozenset(_words(CARD_TYPES)) | _JOINING
_COLOURS = frozenset(_words(COLOURS))


PLAYERS = """
    player teammate head seat Spieler Spielerin joueur joueuse jugador jugadora jogador jogadora
    giocatore giocatrice игрок プレイヤー 玩家 牌手 选手 選手 플레이어 선수
"""
"""Words for a player; without a name after it, `Player A` is the name of that player."""

LISTS = """
    deck decklist list lista liste mazo mazzo baralho колода список
    デッキ リスト 套牌 牌组 牌組 덱
"""
"""Words for a list. A name after them (`Deck 1: Mono Red`) may be that of the deck."""

HEADS = (
    "left head|right head|linker Kopf|rechter Kopf|tête gauche|tête droite|cabeza izquierda"
    "|cabeza derecha|testa sinistra|testa destra|cabeça esquerda|cabeça direita"
)
"""The two players of a team, by their seats."""

_BEFORE_OWNER = r"[\W_]*+"
_HEAD = rf"(?i){_BEFORE_OWNER}(?P<player>{HEADS})(?P<rest>(?![^\W_]).*)"
_OWNER = (
    rf"(?i){_BEFORE_OWNER}(?:(?P<player>{'|'.join(PLAYERS.split())})|{'|'.join(LISTS.split())})"
    r"(?: ?(?:no\.?|nr\.?|#|№) ?| |(?=[1-9])|(?<=[^\x00-\u024f]))"
    r"(?P<label>[12]?[1-9]|[12]0|[A-H]|[一二三四甲乙])(?![^\W_])(?P<rest>.*)"
)
_OWN_NAME = r"(?i)[^\w :(\-–—=|,]*+[:(\-–—=|,]\W*+(?P<name>[^\W\d_].*)"
_AROUND_NAME = " :-–—=*#~_()[]|<>【】「」『』《》"


def owner(line: str) -> Heading | None:
    """The heading of one owner's list, or None."""
    if len(line) > LONGEST:
        return None
    match = re.fullmatch(_OWNER, line) or re.fullmatch(_HEAD, line)
    if match is None:
        return None
    rest = match["rest"].strip(_AROUND_NAME)
    label = " ".join(re.findall(r"[^\W_]+", line[: match.start("rest")])).lower()
    if named_section := section(rest):
        return Heading(named_section, owner=label)
    own = label.title() if match["player"] else None
    if not rest or rest.isdecimal() or _is_size(rest):
        return Heading(None, owner=label, player=own)
    named = re.fullmatch(_OWN_NAME, match["rest"].strip())
    if named is None:
        return None
    return Heading(None, owner=label, player=named["name"].strip(_AROUND_NAME))


def _is_size(text: str) -> bool:
    """Whether the words state a number of cards or a card type."""
    heading = read(text)
    return heading is not None and heading.section is None and not heading.settings

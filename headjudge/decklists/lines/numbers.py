"""What a number in a line is: a count, in figures or words, before or behind a title, or another
number.

Every pattern takes time in proportion to the line (proved by `tests/test_patterns.py`).
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from cards import BoundedCache
from headjudge.decklists.lines.marks import has_digits
from headjudge.decklists.lines.notation import (
    ASKED_AGAIN,
    LONGEST_TITLE,
    REMEMBERED_LINES,
    is_short,
    tidy,
)


class Counted(NamedTuple):
    """A line separated into the digits of its count and the rest."""

    digits: str
    name: str


_COUNTER = "(?:枚(?!目)|张|張|장(?!째)|개|шт[.]?)"
"""Counters after a number of cards, in Japanese, Chinese, Korean and Russian; but `4枚目` is the
fourth."""

_UNIT = (
    r"(?:pcs?|pieces?|copy|copies|st|stk|stück|ex|exemplare?|exemplaires?|copias?|cópias?|copi[ae]"
    r"|uds?|un|unidades|cps|pz|kpl|ks|szt)\.?"
)
"""Words for copies behind their number: `Opt, 4 pcs`, `Opt: 4 Stück`."""

_COUNT_BEFORE = (
    # 4 Opt, 4x Opt, 4 x Opt (but X is a title too: 4 X, 4 X (UND) 87), 4枚 《帰化》, 4枚:帰化
    re.compile(
        r"([0-9]+)(?:[x×](?= )| [x×](?= [^(\[|*#<])|(?=[ 《「])"
        rf"| ?{_COUNTER}:?(?=[ 《「]|[^\W\x00-\x7f])) ?(.+)",
        re.I,
    ),
    # x4 Opt
    re.compile(r"[x×] ?([0-9]+) (.+)", re.I),
)
_COUNT_BEHIND = (
    # Opt x4, 帰化 ×4枚
    rf"(?i)(?P<name>.+) [x×] ?(?P<digits>[0-9]+) ?{_COUNTER}?",
    # Opt 4x
    r"(?i)(?P<name>.+) (?P<digits>[0-9]+) ?[x×]",
    # Opt (x4), Opt [4x]
    r"(?i)(?P<name>.*[^ ]) ?[(\[][x×] ?(?P<digits>[0-9]+)[)\]]",
    r"(?i)(?P<name>.*[^ ]) ?[(\[](?P<digits>[0-9]+) ?[x×][)\]]",
    # 《帰化》 4, 《帰化》×4枚
    rf"(?i)(?P<name>.+[》」]) ?[x×]? ?(?P<digits>[0-9]+) ?{_COUNTER}?",
    # 帰化 4枚
    rf"(?P<name>.+) (?P<digits>[0-9]+) ?{_COUNTER}",
)
_COUNT_FIELD = (
    "(?:count|qty|quantity|amount|copies|number|anzahl|menge|quantit[éày]|qté|cantidad|quantidade"
    "|qtd|times|количество|枚数|数量|수량)"
)
_DOUBTFUL_COUNTS = (
    # Opt 4
    r"(?P<name>.+) (?P<digits>[0-9]+)",
    # Opt (4), Opt [4]
    r"(?P<name>.*[^ ]) ?[(\[](?P<digits>[0-9]{1,2})[)\]]",
    # 4Opt
    r"(?P<digits>[0-9]+)(?P<name>(?![xX×] ?\[|枚目|番目|장째|번째)[^\d\s].+|[^\x00-\x7f])",
    # 4★ Opt
    r"(?P<digits>[0-9]{1,2}) ?[•·‣\u2500-\u27bf\u2b50] ?(?P<name>[^\d\s].+)",
    # x4Opt
    r"(?i)[x×](?P<digits>[0-9]{1,2})(?P<name>[^\W\d].+)",
    # Opt, 4 pcs
    rf"(?i)(?P<name>.*[^ ,:;–-])[ ,:;–-]+(?!2?1st\b)(?P<digits>[0-9]{{1,2}}) ?{_UNIT}",
    # 4xOpt, 4張Opt
    rf"(?i)(?P<digits>[0-9]+)(?:[x×]|{_COUNTER})(?P<name>[^\d\s].+|[^\x00-\x7f])",
    # (4) Opt, [4x] Opt
    r"(?i)[(\[{][x×]?(?P<digits>[0-9]+)[x×]?[)\]}] ?(?P<name>.+)",
    # 4 - Opt, 4: Opt, 4* Opt, 4_Opt, 4|Opt, 4,Opt and 4;Opt (tables without a header)
    r"(?P<digits>[0-9]+) ?(?:[-–—:,;*=|]|_(?=[^\W_])) ?(?P<name>[^\d\s].+)",
    # Opt - 4, Opt: 4, Opt *4, Opt,4
    rf"(?P<name>.*[^\d ]) ?[-–—:,;*=] ?(?P<digits>[0-9]+) ?{_COUNTER}?",
    # Opt qty 4, Opt NM Qty: 4, Opt, count=4
    rf"(?i)(?:(?:card|name|title) ?[:=] ?)?(?P<name>.*[^ ,;|])[ ,;|]+{_COUNT_FIELD}"
    r" ?[:=]? ?(?P<digits>[0-9]{1,2})",
    # 帰化が4枚
    rf"(?P<name>.*[^\x00-\x7f])[がをはも](?P<digits>[0-9]{{1,2}}) ?{_COUNTER}",
    # 帰化4
    rf"(?P<name>.*[^\x00-\x7f])(?P<digits>[0-9]{{1,2}}) ?{_COUNTER}?",
    # Card(4, "Opt"), ("Opt", 4), {qty: 4, name: "Opt"}, "Opt": 4, in programs
    r'[^"0-9(\[{]*[(\[{][^"0-9)\]}#]*(?P<digits>[0-9]{1,2})[^"0-9)\]}]*"(?P<name>[^"]+)"[^"\w]*',
    r'[^"\w]*"(?P<name>[^"]+)"[^"0-9]*(?P<digits>[0-9]{1,2})[^"\w]*',
    # deck.add("Opt", 4), (4, 'Opt')
    r'[^"0-9]*[(\[{]"(?P<name>[^"]+)"[^"0-9]*(?P<digits>[0-9]{1,2})[^"\w]*',
    r"[^'0-9(\[{]*[(\[{][^'0-9)\]}#]*(?P<digits>[0-9]{1,2})[^'0-9)\]}]*'(?P<name>.+)'[^'\w]*",
    # 'Opt': 4, in Python and JavaScript
    r"[^'\w]*'(?P<name>.+)' ?[:,=] ?'?(?P<digits>[0-9]{1,2})[^'\w]*",
    # <card qty="4" id="1">Opt</card>
    r'(?i)<card[^<>0-9]*"(?P<digits>[0-9]{1,2})"(?: [^<>]*)?>(?P<name>[^<>]+)</card>',
    # 帰化×4, Optx4
    rf"(?i)(?P<name>.*[^\d ]) ?[x×] ?(?P<digits>[0-9]+) ?{_COUNTER}?",
)

ADDING = (
    r"(?i)\A(?:also|and|plus|then|und|auch|dazu(?: noch)?|noch|et|aussi|plus|y|más|también|e|più"
    r"|anche|mais|também|и|также|плюс) (?=[^\W_])"
)
"""A word before one more card: `also 4 Opt`, `plus two Opt`."""

_ARTICLE = r"(?i)\A(?:an?|ein|une?|una|uma?) (?=(?:playset|pair|couple|paar|paire|par|paio)\b)"
"""Before a number: `a playset of Opt`."""
_LITERAL_NAME = (
    r"""(?i)(?:name|title|card)["']? ?[:=] ?"""
    r"""(?:"([^"]{1,150})"|'([^']{1,150}(?:'[^\W\d][^']{0,50})?)')"""
)
_LITERAL_COUNT = rf"""(?i){_COUNT_FIELD}["']? ?[:=] ?["']?([0-9]{{1,4}})\b"""
"""The fields of an object in a program: `{name: 'Opt', count: 4}`."""
_OF_COST = r"[XYZ] ?="
"""X=2: with two mana for X, no copies of the card X."""
_COUNT_ALONE = (
    rf"(?i)[\"']?(?P<field>{_COUNT_FIELD}(?: ?[0-9]{{1,3}})?[\"']? ?[:=] ?)?"
    rf"[\"']?[x×]? ?(?P<digits>[0-9]{{1,2}})"
    rf" ?[x×]? ?{_COUNTER}?[\"',]{{0,2}}"
)
_NAME_FIELD = (
    r"(?i)[\"']?(?:card[ _]?)?(?:name|title|card)(?: ?[0-9]{1,3})?[\"']? ?[:=] ?(?P<name>.+)"
)

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "ein": 1, "eine": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12, "zwanzig": 20,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8,
    "neuf": 9, "dix": 10, "douze": 12, "vingt": 20,
    "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8,
    "nueve": 9, "diez": 10, "doce": 12, "veinte": 20,
    "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sette": 7, "otto": 8, "nove": 9, "dieci": 10,
    "dodici": 12, "venti": 20,
    "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "sete": 7, "oito": 8,
    "dez": 10, "doze": 12, "vinte": 20,
    "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10, "二十": 20,
    **{f"十{digit}": 10 + number for number, digit in enumerate("一二三四五六七八九", 1)},
    "playset": 4, "pair": 2, "couple": 2, "paar": 2, "paire": 2, "par": 2, "paio": 2,
}  # fmt: skip
"""Numbers of cards written as words."""
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS |= {
    f"{ten}{unit}": 10 * at + number
    for at, ten in enumerate(_TENS, 2)
    for number, unit in enumerate(
        ("", "-one", "-two", "-three", "-four", "-five", "-six", "-seven", "-eight", "-nine")
    )
}

NUMBERS |= {word.replace("-", " "): number for word, number in NUMBERS.items() if "-" in word}
_WORDS = sorted(
    (
        word
        for word, number in NUMBERS.items()
        if number > 1
        and word.isprintable()
        and len(word) > 2
        and ord(word[0]) < 0x250
        and word != "due"
    ),
    key=len,
    reverse=True,
)
_SINGLE_WORDS = tuple(word for word in _WORDS if word.isalpha())
_SPELLED = rf"(?i)(?<![^\W_])(?<!-)(?:{'|'.join(_WORDS)})x? (?=[^\W\d])"
"""A number in words before other words: `four Opt`."""
NUMBER = re.compile(
    r"(?<![0-9第])(?<![0-9][.,])(?!(?<=[(\[])[0-9][A-Z]{1,2}[0-9]?[)\]])"
    r"(?!(?:19|20)[0-9]{2}(?![0-9])|0[0-9]{2})[0-9]{1,4}"
    r"(?![0-9]|[.,][0-9]|枚目|番目|장째|번째)"
)
"""A number of copies, but neither a year, a price, the code of a set, the place of one copy nor a
longer number."""
COST = re.compile(r"[0-9]{1,2}(?:[WUBRGC]{1,6}| mana| cmc| mv)(?![^\W_])")
"""The mana cost after a title: `Negate 1U`."""
COST_IN_COLOURS = r"[0-9{/}]{0,6}[WUBRGXYZC][0-9WUBRGXYZCSP/{}]{0,11}"
CURRENCY = r"(?:R\$|[€$£¥₽₩]|円|元|원|zł|kr|руб\.?|USD|EUR|[Ee]uros?|tix)"
PRICE = (
    rf"{CURRENCY} ?[0-9.,]{{1,8}}|[0-9]{{1,5}}(?:[.,][0-9]{{2,3}})? ?{CURRENCY}|[0-9.,]{{1,6}} ?%"
    r"|[0-9]{1,3} (?:of|von|sur|de|di|из) [0-9]{1,3}(?![0-9])"
)
"""A price, a percentage, or a share: `20 of 20`."""
ROUND = (
    r"(?i)(?:(?:r|round|runde|ronde|ronda|rodada|turno|раунд|g|game|match|partie|t|turn|day|tag|top|p"
    r"|pack|pick)[ #.]?[0-9]{1,2} ?)+(?=[:–—-])"
)
"""The number of a round, a game or a turn before a colon, which is none of copies: `R3: Opt`."""
ADDRESS = r"(?:https?://|www\.)[^\s()<>\[\]|]+"
"""An address, whose words and numbers are none of cards."""
SYMBOL = r"\{[0-9WUBRGCXYZSPT/]{1,5}\}"
TURN = r"(?<=[^\W\d] )T[0-9]{1,2}\b"
"""A turn within a sentence: `on T3`."""
ELEMENT = r"</?[a-z_]{1,20}/?>"
"""A tag of XML without attributes, between a number and its title."""
_FIGURES = re.compile(
    r"(?<![^\W_])[+\u2212-]?[^\W\d_]{0,12}[0-9]{1,9}(?:[^\W_]|[.,:/](?=[0-9])|-(?=[0-9])){0,24}%?"
)
"""A number with the signs and letters at it: `4`, `x4`, `1UU`, `2/2`, `0.25`, `M10`, `12-5-20`."""
_OPEN = re.compile(rf"(?i)[+\u2212-]?[x×]?[0-9]{{1,2}}[x×]?{_COUNTER}?(?:[-:/,+][0-9]{{1,2}})?")
"""Of these, what may be a number of copies."""

_PLACE = r"([0-9]{1,3})\\?[.)] ?([^\d\s.)].*)"


def list_number(text: str) -> tuple[int, str] | None:
    """The number of an item in a list, and its text: `3. Opt`, `3) Opt`."""
    match = re.match(_PLACE, text.strip()[: 2 * LONGEST_TITLE])
    return (int(match[1]), match[2]) if match else None


def is_name(text: str) -> bool:
    """Whether the text could be meant as a card's name: it has a letter, and does not begin with
    a dash and a number, as behind the 2 of `2 - 1 in matches`."""
    is_score = text[:1] in ("-", "–", "—") and text.lstrip("-–— ")[:1].isdecimal()
    return not is_score and any(sign.isalpha() for sign in text)


def is_year(digits: str) -> bool:
    """Whether the number is rather a year than one of copies: `© 2024 Example Inc.`"""
    return re.fullmatch(r"(?:199[3-9]|20[0-9]{2})", digits) is not None


def is_user_name(text: str) -> bool:
    """Whether the text is one word with a number that is none of copies: `Terror7731`."""
    return text.isascii() and re.fullmatch(r"[A-Za-z]+[0-9]{3,}", text) is not None


def count_before(line: str) -> Counted | None:
    """The count that the line begins with."""
    for pattern in _COUNT_BEFORE:
        if match := pattern.fullmatch(line):
            return Counted(match[1], match[2])
    return None


class Figures(NamedTuple):
    """What the numbers of a line are, as the passes of reading ask of every line."""

    is_counted: bool
    """Whether the line begins with a count: `4 Opt`."""
    has_digits: bool
    """Whether it has a digit outside its tags, links and mana cost."""
    is_before_cost: bool
    """Whether it ends in a mana cost with a colour: `Negate 1U`."""


def _figures(line: str) -> Figures:
    uncosted = without_cost(line)
    return Figures(
        count_before(tidy(line[:LONGEST_TITLE])) is not None,
        has_digits(uncosted),
        uncosted is not line,
    )


FIGURES = BoundedCache(_figures, REMEMBERED_LINES, keeps=is_short)


def without_cost(line: str) -> str:
    """The line without a mana cost with a colour behind it: `Negate 1U`."""
    name, _, cost = line.rstrip().rpartition(" ")
    return name if name and re.fullmatch(COST_IN_COLOURS, cost) else line


def is_counted_name(cell: str) -> bool:
    """Whether the cell is a count and a possible title, unlike `20 of 20` and `3 owned`."""
    counted = count_before(cell)
    is_name = counted is not None and counted.name[0].isalpha() and not counted.name[0].islower()
    return is_name and not any(map(str.isdecimal, counted.name if counted else ""))


def with_digits(text: str) -> str:
    """The text with its numbers in digits: `four Opt and twelve Island`."""
    lowered = text.lower()
    if not any(map(lowered.__contains__, _SINGLE_WORDS)):
        return text
    return re.sub(_SPELLED, _digits, text)


def _digits(match: re.Match[str]) -> str:
    # The pattern takes other letters for those of a word: a dotless i, a long s.
    number = NUMBERS.get(match[0].rstrip("xX ").lower()) or NUMBERS.get(match[0].rstrip().lower())
    return match[0] if number is None else f"{number} "


def count_behind(line: str) -> Counted | None:
    """The count that the line ends with, if it is marked as a count."""
    if not any(map(str.isdecimal, line)):
        return None
    for pattern in _COUNT_BEHIND:
        if match := re.fullmatch(pattern, line):
            return Counted(match["digits"], match["name"])
    return None


def count_in_literal(line: str) -> Counted | None:
    """The copies and the title of an object in a program: `{qty: 4, card: 'Opt'}`."""
    names, counts = re.findall(_LITERAL_NAME, line), re.findall(_LITERAL_COUNT, line)
    if len(names) == len(counts) == 1:
        return Counted(counts[0], names[0][0] or names[0][1])
    return None


class CountAlone(NamedTuple):
    """A line that is just a number of copies."""

    copies: int
    is_named: bool
    """Whether it names its field, as in `Qty: 4`."""


def count_alone(text: str) -> CountAlone | None:
    """The copies of a line that is just their number: `4`, `x4`, `Qty: 4`; None for others."""
    if len(text) > LONGEST_TITLE or not any(map(str.isnumeric, text)):
        return None
    match = re.fullmatch(_COUNT_ALONE, tidy(text))
    if match is None or not int(match["digits"]):
        return None
    return CountAlone(int(match["digits"]), bool(match["field"]))


def named_by_field(text: str) -> str | None:
    """The title in a field of its own: `name: Opt`, `- card: "Opt"`."""
    match = re.fullmatch(_NAME_FIELD, tidy(text)) if len(text) <= LONGEST_TITLE else None
    return match["name"].strip("\"', ") if match else None


@cache
def _doubtful_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, _DOUBTFUL_COUNTS))


@lru_cache(ASKED_AGAIN)
def doubtful_counts(line: str) -> tuple[Counted, ...]:
    """Possible counts, which are counts only if the rest of the line is a title."""
    return tuple(_doubtful_counts(line))


def _doubtful_counts(line: str) -> Iterator[Counted]:
    if any(map(str.isdecimal, line)):
        if literal := count_in_literal(line):
            yield literal
        for pattern in _doubtful_patterns():
            match = pattern.fullmatch(line)
            if match and not re.match(_OF_COST, line) and "? " not in match["name"]:
                yield Counted(match["digits"], match["name"])
    line = re.sub(ADDING, "", line)
    if adding := count_before(line):
        yield adding
    first, _, after = re.sub(_ARTICLE, "", line).partition(" ")
    second, _, rest = after.partition(" ")  # thirty two Opt
    before, _, last = line.rpartition(" ")
    for word, name in ((f"{first} {second}", rest), (first, after), (last, before)):
        if name and (number := NUMBERS.get(word.lower().strip("()[]枚張张장"))):
            yield Counted(str(number), name)


def without_others(text: str) -> str:
    """The text without what has numbers that are none of copies: addresses, mana symbols, turns."""
    if "><" in text:
        text = re.sub(ELEMENT, " ", text)
    if "://" in text or "www." in text:
        text = re.sub(ADDRESS, " ", text)
    text = re.sub(TURN, "", text)
    return re.sub(SYMBOL, "", text) if "{" in text else text


def of_copies(text: str) -> Iterator[re.Match[str]]:
    """The numbers of the text that may be ones of copies, by their signs and letters alone."""
    for match in _FIGURES.finditer(text):
        is_number = text[max(0, match.start() - 1) : match.start()] == "#"
        if not is_number and _OPEN.fullmatch(match[0]):
            yield match

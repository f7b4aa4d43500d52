"""The notations of cards in lists: counts, bullets, comments and settings.

Lines are tidied first, so white space is single, and card lines have at most LONGEST_LINE
characters. Every pattern takes time in proportion to the line (proved by
`tests/test_patterns.py`).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple


class Counted(NamedTuple):
    """A line separated into the digits of its count and the rest."""

    digits: str
    name: str


LONGEST_TITLE = 200
"""Maximum characters of a title; the longest in any language has 141."""
INVISIBLE = (
    "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u20e3\ufe0e\ufe0f\ufeff"
)
FULL_WIDTH = "０１２３４５６７８９ｘＸ（）［］：；＃＋＊｜／"
HALF_WIDTH = "0123456789xX()[]:;#+*|/"
BULLETS = frozenset("-*+•·▪◦‣●○–—")
NOISE = frozenset("~.,|°'`¬¦=>»›→・")
"""Signs left before a line by scanners and editors."""

_CIRCLED = {0x2460 + number: str(1 + number) for number in range(20)}
_ARABIC = {zero + digit: str(digit) for zero in (0x660, 0x6F0) for digit in range(10)}
_PLAIN = str.maketrans(FULL_WIDTH + "✕✖", HALF_WIDTH + "××", INVISIBLE) | _CIRCLED | _ARABIC

_COUNTER = "(?:[枚张張장]|шт[.]?)"
"""Counters after a number of cards, in Japanese, Chinese, Korean and Russian."""

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
_DOUBTFUL_COUNTS = (
    # Opt 4
    r"(?P<name>.+) (?P<digits>[0-9]+)",
    # Opt (4), Opt [4]
    r"(?P<name>.*[^ ]) ?[(\[](?P<digits>[0-9]{1,2})[)\]]",
    # 4Opt
    r"(?P<digits>[0-9]+)(?P<name>[^\d\s].+|[^\x00-\x7f])",
    # 4xOpt, 4張Opt
    rf"(?i)(?P<digits>[0-9]+)(?:[x×]|{_COUNTER})(?P<name>[^\d\s].+|[^\x00-\x7f])",
    # (4) Opt, [4x] Opt
    r"(?i)[(\[{][x×]?(?P<digits>[0-9]+)[x×]?[)\]}] ?(?P<name>.+)",
    # 4 - Opt, 4: Opt, 4* Opt, 4_Opt, 4|Opt, 4,Opt and 4;Opt (tables without a header)
    r"(?P<digits>[0-9]+) ?(?:[-–—:,;*=|]|_(?=[^\W_])) ?(?P<name>[^\d\s].+)",
    # Opt - 4, Opt: 4, Opt *4, Opt,4
    rf"(?P<name>.*[^\d ]) ?[-–—:,;*=] ?(?P<digits>[0-9]+) ?{_COUNTER}?",
    # 帰化4
    rf"(?P<name>.*[^\x00-\x7f])(?P<digits>[0-9]{{1,2}}) ?{_COUNTER}?",
    # Card(4, "Opt"), ("Opt", 4), {qty: 4, name: "Opt"}, "Opt": 4, in programs
    r'[^"0-9(\[{]*[(\[{][^"0-9]*(?P<digits>[0-9]{1,2})[^"0-9]*"(?P<name>[^"]+)"[^"\w]*',
    r'[^"\w]*"(?P<name>[^"]+)"[^"0-9]*(?P<digits>[0-9]{1,2})[^"\w]*',
    # deck.add("Opt", 4), (4, 'Opt')
    r'[^"0-9]*[(\[{]"(?P<name>[^"]+)"[^"0-9]*(?P<digits>[0-9]{1,2})[^"\w]*',
    r"[^'0-9(\[{]*[(\[{][^'0-9]*(?P<digits>[0-9]{1,2})[^'0-9]*'(?P<name>.+)'[^'\w]*",
    # 'Opt': 4, in Python and JavaScript
    r"[^'\w]*'(?P<name>.+)' ?[:,=] ?'?(?P<digits>[0-9]{1,2})[^'\w]*",
    # <card qty="4" id="1">Opt</card>
    r'(?i)<card[^<>0-9]*"(?P<digits>[0-9]{1,2})"(?: [^<>]*)?>(?P<name>[^<>]+)</card>',
    # 帰化×4, Optx4
    rf"(?i)(?P<name>.*[^\d ]) ?[x×] ?(?P<digits>[0-9]+) ?{_COUNTER}?",
)

_COUNT_FIELD = (
    "(?:count|qty|quantity|amount|copies|number|anzahl|menge|quantit[éày]|qté|cantidad|quantidade"
    "|qtd|количество|枚数|数量|수량)"
)
_LITERAL_NAME = (
    r"""(?i)(?:name|title|card)["']? ?[:=] ?"""
    r"""(?:"([^"]{1,150})"|'([^']{1,150}(?:'[^\W\d][^']{0,50})?)')"""
)
_LITERAL_COUNT = rf"""(?i){_COUNT_FIELD}["']? ?[:=] ?["']?([0-9]{{1,4}})\b"""
"""The fields of an object in a program: `{name: 'Opt', count: 4}`."""
_OF_COST = r"[XYZ] ?="
"""X=2: with two mana for X, no copies of the card X."""
_COUNT_ALONE = (
    rf"(?i)[\"']?(?P<field>{_COUNT_FIELD}[\"']? ?[:=] ?)?[\"']?[x×]? ?(?P<digits>[0-9]{{1,2}})"
    rf" ?[x×]? ?{_COUNTER}?[\"',]{{0,2}}"
)
_NAME_FIELD = r"(?i)[\"']?(?:card[ _]?)?(?:name|title|card)[\"']? ?[:=] ?(?P<name>.+)"

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "eine": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "zehn": 10, "zwölf": 12, "zwanzig": 20,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "dix": 10, "douze": 12, "vingt": 20,
    "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "diez": 10, "doce": 12, "veinte": 20,
    "due": 2, "tre": 3, "quattro": 4, "dieci": 10, "dodici": 12, "venti": 20,
    "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "dez": 10, "doze": 12,
    "vinte": 20,
    "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10, "二十": 20,
    **{f"十{digit}": 10 + number for number, digit in enumerate("一二三四五六七八九", 1)},
    "playset": 4,
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
_SPELLED = rf"(?i)(?<![^\W_])(?<!-)(?:{'|'.join(_WORDS)}) (?=[^\W\d])"
"""A number in words before other words: `four Opt`."""

_NEVER_IN_TITLES = re.compile(r"[\[\]|*#<>{}^\x00-\x1f\ud800-\udfff]")

_COMMENT_SIGNS = ("#", ";", "//", "```")
_FRAMES = ("[/deck]", "[d]", "[/d]", "[spoiler]", "[/spoiler]")
"""Tags of forums around a list."""
_OF_SHEETS = (
    "layout main:", "layout sideboard:",  # XMage: the piles on its table
    "deck registration sheet", "print clearly", "total number of cards", "table number",
    "first letter of", "for official use", "deck check rd",
)  # fmt: skip
"""Beginnings of lines of programs and of registration sheets that have no card."""
_KEYS = frozenset({
    "first name", "last name", "dci", "dci#", "dci #", "deck designer", "card name", "judge",
    "location", "main/sb", "デッキ名", "プレイヤー", "プレイヤー名", "氏名", "名前", "チーム",
    "チーム名", "大会名", "日付", "name", "title", "author", "creator", "designer", "player",
    "pilot", "team", "event", "date", "format", "source", "url", "description", "archetype",
    "note", "notes", "comment", "comments",
})  # fmt: skip
"""What stands before a colon and the metadata of a deck, or `Deck` and that."""
_LINE_SIGNS = "-=*~─—– "
"""Signs of a drawn line."""
_DRAWN = r"[-=*~_─—–]{3,}"
_LEADING = frozenset({*BULLETS, ">", "_"})
_EMPHASIS = r"\*\*([^*]+)\*\*|\*([^* ][^*]*)\*|__([^_]+)__"
MOST_EMPHASES = 2
"""**__Sideboard__**"""
_STRONG_COUNT = r"\A(?:[-*+•] )?(?:`|[*_]{1,2})([0-9]{1,3} ?[x×]?)(?:`|[*_]{1,2})(?=\s)"
"""A count in bold type or as code: **4** Opt, * `4x` Opt."""
_QUOTED = r"(?:[-*•] )?(?:[\"`]([^\"`]+)[\"`]|'([0-9][^\"`]*)'),?"
"""`"4 Opt",`, `- '4 Opt'`, as in programs."""
_PICTURES = frozenset({"So", "Sk", "Mn", "Co"})
"""Unicode categories of signs that no title begins or ends with."""
_GLUED_BULLET = r"(?i)[-+–]{1,3} ?(?:[0-9]+ ?[x×]|[^\W\d]|>)"
_NUMBERED = re.compile(r"(?:[0-9]{1,3}[.)]|[A-Za-z]\)) (?=[x×]?[0-9])", re.I)
"""The number of an item in a list: `1. 4 Opt`."""
_LEADERS = r"\.{3,}+|…++"
"""The leader dots between a title and its count."""
_PLACE = r"([0-9]{1,3})\\?[.)] ?([^\d\s.)].*)"
_ESCAPE = r"\\(?=[-.*_+()\[\]{}#>!~|`'&])"
"""The backslash with which Markdown escapes a sign."""
_MESSAGE = (
    r"\[?[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4},? [0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?"
    r"(?: ?[AaPp]\.?[Mm]\.?)?\]?(?: [-–])? [^:\]]{1,40}: "
)
"""Time and sender before a message of a chat: `[03.08.26, 10:15:02] Ann: 4 Opt`."""
_SETTING = r"(?i)name |[^\W\d][\w .]*="


def tidy(text: str) -> str:
    """The line without invisible signs, full width, extra white space, bullets and quote marks."""
    if not text.isascii():
        text = text.translate(_PLAIN)
    line = " ".join(text.split())
    if "\\" in line:
        line = re.sub(_ESCAPE, "", line)
    if ":" in line and (match := re.match(_MESSAGE, line)):
        line = line[match.end() :]
    if line[:1] in _LEADING:
        line = line.lstrip("> ")
        if line[1:2] == " " and line[0] in BULLETS:
            line = line[2:]
    line = line.removeprefix("[ ] ").removeprefix("[x] ").removeprefix("[X] ")
    for _ in range(MOST_EMPHASES):
        if line[:1] in _LEADING and (match := re.fullmatch(_EMPHASIS, line)):
            line = match[1] or match[2] or match[3]
    if match := _NUMBERED.match(line):
        line = line[match.end() :]
    return line


def without_signs(text: str) -> str:
    """The line without the decoration around it: ✅, ◆, ■, a bullet without a space."""
    line = re.sub(_STRONG_COUNT, r"\1", text.strip())
    if match := re.fullmatch(_QUOTED, line):
        return match[1] or match[2]
    if line[:1] in "-+–" and not re.match(_GLUED_BULLET, line):
        return line  # -2 Opt, +2 Negate: a sideboarding plan
    start, stop = 0, len(line)
    while start < stop and _is_decoration(line[start]):
        start += 1
    while start < stop and (_is_picture(line[stop - 1]) or line[stop - 1] in ",; "):
        stop -= 1
    return re.sub(_LEADERS, _without_leaders, line[start:stop])


def _without_leaders(dots: re.Match[str]) -> str:
    """A space in place of dots beside a count; the dots of a remark are kept."""
    line, (start, stop) = dots.string, dots.span()
    beside = (line[start - 1 : start], line[stop : stop + 2].lstrip()[:1])
    return " " if any(sign.isdecimal() or sign in tuple("x×") for sign in beside) else dots[0]


def list_number(text: str) -> tuple[int, str] | None:
    """The number of an item in a list, and its text: `3. Opt`, `3) Opt`."""
    match = re.match(_PLACE, text.strip()[: 2 * LONGEST_TITLE])
    return (int(match[1]), match[2]) if match else None


def _is_decoration(sign: str) -> bool:
    return sign in BULLETS or sign in NOISE or sign.isspace() or _is_picture(sign)


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in _PICTURES


def is_comment(line: str) -> bool:
    """Whether the tidied line is a comment, or metadata of the deck (`Name: ...`)."""
    if line.startswith(_COMMENT_SIGNS):
        return True
    if not line.strip(_LINE_SIGNS if len(line) < 6 else _LINE_SIGNS + "_") and len(line) > 2:
        return True
    text = line.lower()
    if text.startswith(_OF_SHEETS) or text in _FRAMES:
        return True
    if text.startswith("[d title=") and text.find("]") == len(text) - 1:
        return True
    key, colon, _ = text.partition(":")
    key = key.removesuffix(" ")
    return bool(colon) and (key in _KEYS or key.removeprefix("deck").removeprefix(" ") in _KEYS)


def is_struck_out(text: str) -> bool:
    """Whether the line is struck out in Markdown, and so not in the deck: `~~4 Opt~~`."""
    line = text.strip().lstrip("-*+ ")
    return len(line) > 4 and line.startswith("~~") and line.endswith("~~")


def is_drawn(text: str) -> bool:
    """Whether the line is drawn with signs, to separate two parts of a list."""
    return re.fullmatch(_DRAWN, text.strip()) is not None


def is_setting(text: str) -> bool:
    """Whether a line below a heading of settings is one: `Name My deck`, `Key=Value`."""
    return re.match(_SETTING, tidy(text)) is not None


def may_be_title(text: str) -> bool:
    """Whether the length and the signs of the text are possible for a title."""
    return len(text) <= LONGEST_TITLE and not _NEVER_IN_TITLES.search(text)


def is_name(text: str) -> bool:
    """Whether the text could be meant as a card's name: it has a letter, and does not begin with
    a dash and a number, as behind the 2 of `2 - 1 in matches`."""
    is_score = text[:1] in ("-", "–", "—") and text.lstrip("-–— ")[:1].isdecimal()
    return not is_score and any(sign.isalpha() for sign in text)


def is_user_name(text: str) -> bool:
    """Whether the text is one word with a number that is none of copies: `Terror7731`."""
    return text.isascii() and re.fullmatch(r"[A-Za-z]+[0-9]{3,}", text) is not None


def count_before(line: str) -> Counted | None:
    """The count that the line begins with."""
    for pattern in _COUNT_BEFORE:
        if match := pattern.fullmatch(line):
            return Counted(match[1], match[2])
    return None


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
    number = NUMBERS.get(match[0].rstrip().lower())
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


def doubtful_counts(line: str) -> Iterator[Counted]:
    """Possible counts, which are counts only if the rest of the line is a title."""
    if any(map(str.isdecimal, line)):
        if literal := count_in_literal(line):
            yield literal
        for pattern in _DOUBTFUL_COUNTS:
            if (match := re.fullmatch(pattern, line)) and not re.match(_OF_COST, line):
                yield Counted(match["digits"], match["name"])
    first, _, after = line.removeprefix("a ").partition(" ")
    second, _, rest = after.partition(" ")  # thirty two Opt
    before, _, last = line.rpartition(" ")
    for word, name in ((f"{first} {second}", rest), (first, after), (last, before)):
        if name and (number := NUMBERS.get(word.lower().rstrip("枚張张장"))):
            yield Counted(str(number), name)

"""The notations of cards in lists: counts, bullets, comments and settings.

Lines are tidied first, so white space is single, and card lines have at most LONGEST_LINE
characters. Every pattern takes time in proportion to the line (proved by
`tests/test_patterns.py`).
"""

import re
import unicodedata
from functools import lru_cache

LONGEST_TITLE = 200
"""Maximum characters of a title; the longest in any language has 141."""
REMEMBERED_LINES = 16_384
"""Cached lines: about ten times the different lines of a large event."""
ASKED_AGAIN = 256
"""Cached texts of questions that a line is asked several times before the next one is read."""
INVISIBLE = (
    "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u20e3\ufe0e\ufe0f\ufeff"
)
FULL_WIDTH = "０１２３４５６７８９ｘＸ（）［］：；＃＋＊｜／"
HALF_WIDTH = "0123456789xX()[]:;#+*|/"
BULLETS = frozenset("-*+•·▪◦‣●○◯〇–—")
NOISE = frozenset("~.,|°'`¬¦=>»›→・")
"""Signs left before a line by scanners and editors."""

_CIRCLED = {0x2460 + number: str(1 + number) for number in range(20)}
_ARABIC = {zero + digit: str(digit) for zero in (0x660, 0x6F0) for digit in range(10)}
_PLAIN = str.maketrans(FULL_WIDTH + "✕✖", HALF_WIDTH + "××", INVISIBLE) | _CIRCLED | _ARABIC

_NEVER_IN_TITLES = re.compile(r"[\[\]|*#<>{}^\x00-\x1f]")

_COMMENT_SIGNS = ("#", ";", "//", "```")
_FRAMES = ("[/deck]", "[d]", "[/d]", "[spoiler]", "[/spoiler]")
"""Tags of forums around a list."""
_OF_SHEETS = (
    "layout main:", "layout sideboard:",  # XMage: the piles on its table
    "deck registration sheet", "print clearly", "total number of cards", "table number",
    "first letter of", "for official use", "deck check rd",
)  # fmt: skip
"""Beginnings of lines of programs and of registration sheets that have no card."""
PLAYER_KEYS = (
    "name", "nom", "nome", "nombre", "player name", "player", "pilot", "spielername", "spieler",
    "spielerin", "joueur", "joueuse", "jugador", "jugadora", "giocatore", "giocatrice", "jogador",
    "jogadora", "プレイヤー", "プレイヤー名", "氏名", "名前", "姓名", "选手", "選手", "玩家",
    "first name", "last name", "vorname", "nachname", "prénom", "apellido", "apellidos", "cognome",
    "sobrenome",
)  # fmt: skip
"""What stands before a colon and a player's name, or a part of it."""
_KEYS = frozenset({
    *PLAYER_KEYS, "dci", "dci#", "dci #", "deck designer", "card name", "judge", "location",
    "main/sb", "デッキ名", "チーム", "チーム名", "大会名", "日付", "title", "author", "creator",
    "designer", "team", "event", "date", "format", "source", "url", "description", "archetype",
    "note", "notes", "comment", "comments",
})  # fmt: skip
"""What stands before a colon and the metadata of a deck, or `Deck` and that."""
_DRAWN = r"(?!_{1,5}\Z)[-=*~_─—–+•·.]{3,}|[-=*~─—–+]"
"""A drawn line, also of a single sign: `---`, `* * *`, `+`; but `_____` is a title."""
_PAGE = r"(?i)(?:[-–—] ?)?[0-9]{1,4} ?[-–—]|(?:page|seite|página|pagina|стр\.?) [0-9]{1,4}\W*"
"""The number of a page: `- 12 -`, `Page 12`."""
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
_OPENED = {"«": "»", "‹": "›", "“": "”"}
"""Quotation marks, with those that close them."""
_NUMBERED = re.compile(r"(?:[0-9]{1,3}[.)]|[A-Za-z]\)) (?=[xX×]?[0-9])")
"""The number of an item in a list: `1. 4 Opt`."""
LEADERS = r"\.{3,}+|…++|-{3,}+|_{3,}+|={3,}+|·{3,}+"
"""The leader dots or dashes between a title and its count, a price or a remark."""
_ESCAPE = r"\\(?=[-.*_+()\[\]{}#>!~|`'&])"
"""The backslash with which Markdown escapes a sign."""
_STRUCK = r"(?i)~~.+~~|<(?:s|del|strike)>.+</[^<>]{1,6}>|\[(?:s|del|strike)\].+\[/[^][]{1,6}\]"
_STRUCK_PART = r"\w~~|~~\w"
_CYRILLIC_TIMES = r"(?<=[0-9])[хХ](?=[\s«\[])|(?<=\s)[хХ](?= ?[0-9])"
"""The Cyrillic letter in place of x: `2х Опт`."""
_WHOLE = r"\A([0-9]{1,3})[.,]0{1,2}(?=x? )"
"""A count as spreadsheets write it: `4.0 Opt`."""
_DAY = r"[0-9]{1,4}[./-][0-9]{1,2}(?:[./-][0-9]{2,4})?"
_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?)?"
_CLOCK = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?| [Uu]hr)?"
_MESSAGE = re.compile(
    rf"(?:\[?(?:{_DAY},? {_TIME}|{_TIME}, {_DAY})\]?|\[{_CLOCK}\])(?: [-–])?"
    r" (?P<sender>[^\d:\]][^:\]]{0,39}): ?"
)
"""Time and sender before a message of a chat: `[03.08.26, 10:15:02] Ann: 4 Opt`."""
_WHEN = (
    r"(?:(?:today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|今日|昨日"
    rf"|сегодня|вчера|{_DAY}),? )?(?:(?:at|um|à|a las|alle|alle ore|às|в) )?{_CLOCK}"
)
"""Today at 18:32, heute um 18:32 Uhr, 20.11.2026 18:32; alone on a line, too."""
_SENT = rf"(?i)(?P<sender>[^\W\d][^\d:\[\]]{{0,40}}?)(?:,? [\[(]|,? [-–—•·] ?| ){_WHEN}[\])]?"
"""A sender above a message: `Ann — Today at 18:32`, `Ann, [20.11.2026 18:32]`."""
_MAIL = (
    r"(?i)[>\s]*(?:from|von|de|da|от|差出人|发件人|發件人|보낸사람) ?: ?"
    r"\"?(?P<sender>[^\W\d][^<>\"@:]{0,40}?)\"? ?(?:<[^<>]*>|\[mailto:[^\[\]]*\])"
)
"""The sender of a mail: `From: Ann Lee <ann@example.org>`."""
_LENTICULAR = r"【([x×]?[0-9]{1,3}[x×]?)】"
"""A count in brackets of Chinese and Japanese texts: `归化【4】`."""
_UNDERSCORES = r"[0-9]{1,3}x?_[^\W_]\S*"
"""Underscores in place of blanks: `2_Stitcher's_Supplier`."""
_SETTING = r"(?i)name |[^\W\d][\w .]*="


def tidy(text: str) -> str:
    """The line without invisible signs, full width, extra white space, bullets and quote marks."""
    return _tidied(text) if is_short(text) else _tidy(text)


def _tidy(text: str) -> str:
    if not text.isascii():
        text = re.sub(_CYRILLIC_TIMES, "x", text.translate(_PLAIN))
        text = re.sub(_LENTICULAR, r"(\1)", text)
    line = " ".join(text.split())
    if "\\" in line:
        line = re.sub(_ESCAPE, "", line)
    if "_" in line and re.fullmatch(_UNDERSCORES, line):
        line = line.replace("_", " ")
    if ":" in line and (match := _MESSAGE.match(line)):
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
    if line[1:2] in tuple(".,") or line[2:3] in tuple(".,"):
        line = re.sub(_WHOLE, r"\1", line)
    if line.endswith(" |") and line.count("|") == 1:  # of a table with a single column
        line = line[:-2].rstrip()
    return line


_tidied = lru_cache(ASKED_AGAIN)(_tidy)


def message_of(text: str) -> tuple[str, str] | None:
    """The sender and the words of a message of a chat; None for other lines."""
    match = _MESSAGE.match(text.strip())
    return (match["sender"], text.strip()[match.end() :]) if match else None


def sender_of(text: str) -> str | None:
    """The sender of a message of a chat or a mail of which this is the first line, or the one above
    it; "" if the line has just its time; None for other lines."""
    if ":" not in text:
        return None
    if message := message_of(text):
        return message[0]
    if mail := re.fullmatch(_MAIL, text.strip()):
        return mail["sender"].strip()
    line = tidy(text)
    if re.fullmatch(_WHEN, line, re.IGNORECASE):
        return ""
    match = re.fullmatch(_SENT, line)
    return match["sender"].strip() if match else None


def without_signs(text: str) -> str:
    """The line without the decoration around it: ✅, ◆, ■, a bullet without a space."""
    line = re.sub(_STRONG_COUNT, r"\1", text.strip())
    if line[:1] in _OPENED and _OPENED[line[0]] not in line:  # of a scanner
        line = line[1:].lstrip()
    if match := re.fullmatch(_QUOTED, line):
        return match[1] or match[2]
    if line[:1] in "-+–" and not re.match(_GLUED_BULLET, line):
        return line  # -2 Opt, +2 Negate: a sideboarding plan
    start, stop = 0, len(line)
    while start < stop and _is_decoration(line[start]):
        start += 1
    while start < stop and (_is_picture(line[stop - 1]) or line[stop - 1] in ",; "):
        stop -= 1
    stop -= line[stop - 1 : stop] == "." and line[max(0, stop - 2)].isdecimal()  # Opt x4.
    return re.sub(LEADERS, _without_leaders, line[start:stop])


def _without_leaders(dots: re.Match[str]) -> str:
    """A space in place of leaders beside a count; those of a remark are kept."""
    line, (start, stop) = dots.string, dots.span()
    beside = (line[start - 1 : start], line[stop : stop + 2].lstrip()[:1])
    return " " if any(sign.isdecimal() or sign in tuple("x×") for sign in beside) else dots[0]


def _is_decoration(sign: str) -> bool:
    return sign in BULLETS or sign in NOISE or sign.isspace() or _is_picture(sign)


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in _PICTURES


def is_comment(line: str) -> bool:
    """Whether the tidied line is a comment, or metadata of the deck (`Name: ...`)."""
    if line.startswith(_COMMENT_SIGNS):
        return True
    if is_drawn(line) or re.fullmatch(_PAGE, line):
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
    """Whether the line is struck out, and so not in the deck: `~~4 Opt~~`, `[s]4 Opt[/s]`."""
    if "\u0336" in text:
        return True
    is_marked = "~~" in text or "</" in text or "[/" in text
    return is_marked and re.fullmatch(_STRUCK, text.strip().lstrip("-*+ ")) is not None


def is_partly_struck_out(text: str) -> bool:
    """Whether only a part of the line is struck out: `~~2 Opt~~ 2 Shock`."""
    return "~~" in text and re.search(_STRUCK_PART, text) is not None and not is_struck_out(text)


def is_drawn(text: str) -> bool:
    """Whether the line is drawn with signs, to separate two parts of a list."""
    return re.fullmatch(_DRAWN, "".join(text.split())) is not None


def is_setting(text: str) -> bool:
    """Whether a line below a heading of settings is one: `Name My deck`, `Key=Value`."""
    return re.match(_SETTING, tidy(text)) is not None


def is_short(line: str) -> bool:
    """Whether a line is no longer than a title; longer lines are rarely repeated."""
    return len(line) <= LONGEST_TITLE


def may_be_title(text: str) -> bool:
    """Whether the length and the signs of the text are possible for a title."""
    return is_short(text) and not _NEVER_IN_TITLES.search(text)

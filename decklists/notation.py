"""How programs and people write a card: counts, sets, collector numbers, marks and comments.

Every pattern is linear in the length of the line: white space is single by then, and no
repetition stands within another over the same characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Counted(NamedTuple):
    """A line taken apart into the digits of a count and the rest."""

    digits: str
    name: str


class Printed(NamedTuple):
    """A name taken apart from the printing that is written with it."""

    name: str
    set_code: str | None = None
    collector_number: str | None = None


LONGEST_TITLE = 200
"""Characters. The longest title of any language has 141."""
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufe0f\ufeff"
FULL_WIDTH = "０１２３４５６７８９ｘＸ（）［］：；＃＋＊｜／"
HALF_WIDTH = "0123456789xX()[]:;#+*|/"
BULLETS = frozenset("-*+•·▪◦‣●○–—")

_PLAIN = str.maketrans(FULL_WIDTH, HALF_WIDTH, INVISIBLE)

_COUNTER = "[枚张張장]"
"""The words that Japanese, Chinese and Korean put after a number of cards."""

_COUNT_BEFORE = (
    # 4 Opt, 4x Opt, 4 x Opt (but X is a title too: 4 X, 4 X (UND) 87), 4枚 《帰化》, 4《帰化》
    re.compile(
        rf"([0-9]+)(?:[x×](?= )| [x×](?= [^(\[|*#<])| ?{_COUNTER}(?=[ 《「])|(?=[ 《「])) ?(.+)",
        re.I,
    ),
    # x4 Opt
    re.compile(r"[x×] ?([0-9]+) (.+)", re.I),
)
_COUNT_BEHIND = (
    # Opt x4
    re.compile(r"(?P<name>.+) [x×] ?(?P<digits>[0-9]+)", re.I),
    # 《帰化》 4, 《帰化》×4枚
    re.compile(rf"(?P<name>.+[》」]) ?[x×]? ?(?P<digits>[0-9]+) ?{_COUNTER}?", re.I),
    # 帰化 4枚
    re.compile(rf"(?P<name>.+) (?P<digits>[0-9]+) ?{_COUNTER}"),
)
_DOUBTFUL_COUNTS = (
    # Opt 4
    re.compile(r"(?P<name>.+) (?P<digits>[0-9]+)"),
    # Opt (4)
    re.compile(r"(?P<name>.*[^ ]) ?\((?P<digits>[0-9]+)\)"),
    # 4Opt
    re.compile(r"(?P<digits>[0-9]+)(?P<name>[^\d\s].+)"),
    # 4xOpt
    re.compile(r"(?P<digits>[0-9]+)[x×](?P<name>[^\d\s].+)", re.I),
)

_SET = r"(?P<set>(?=[0-9_]*[A-Za-z])[A-Za-z0-9_]{2,6})"
_NUMBER = r"(?P<number>[0-9A-Za-z★†‡Φ*-]{1,12})"

_NEVER_IN_TITLES = re.compile(r"[\[\]|*#<>{}\x00-\x1f\ud800-\udfff]")
_MARKED = re.compile(r"[\[(<|#*+]")
_MARKS = (
    # [DOM] Opt, [DOM:60] Opt (XMage)
    re.compile(rf"\[{_SET}(?::{_NUMBER})?\] (?P<name>.+)"),
    # [[Opt]], as chat programs look cards up
    re.compile(r"\[\[(?P<name>[^\[\]|]+)\]\]"),
    # Opt|DOM, Opt|DOM|1, Opt|DOM|[60] (Forge; its bare third part chooses a picture)
    re.compile(rf"(?P<name>[^|]+)\|{_SET}?(?:\|\[{_NUMBER}\]|\|[^|\[]*)*"),
    # Opt # a comment; but not the number of Opt (DOM) #60
    re.compile(r"(?P<name>[^#]*[^# ]) #(?![0-9]+$).*"),
    # Opt *F*, Opt [foil], Opt (etched)
    re.compile(
        r"(?P<name>.+) (?:\*[A-Za-z]{1,3}\*|[\[(](?:foil|etched|foil etched|nonfoil)[\])])", re.I
    ),
    # Opt*, Opt ** (rarities, on Wizards' own product pages)
    re.compile(r"(?P<name>.*[^* ]) ?\*+"),
    # Opt (DOM) 60, Opt [DOM] 60
    re.compile(rf"(?P<name>.+) [\[(]{_SET}[\])] #?(?=[^ ]*[0-9]){_NUMBER}"),
    # Opt [DOM], Opt [DOM:60], Opt (DOM:60)
    re.compile(rf"(?P<name>.+) (?:\[{_SET}(?::{_NUMBER})?\])"),
    re.compile(rf"(?P<name>.+) \({_SET}:{_NUMBER}\)"),
    # Opt <60> [DOM], Opt <extended> [DOM]
    re.compile(r"(?P<name>.+) <(?:(?P<number>[0-9]{1,5})|[^<>]+)>"),
)
"""Taken off unasked, in this order: no title has any of them."""
_DOUBTFUL_MARKS = (
    # Opt (DOM), but also Hazmat Suit (Used)
    re.compile(rf"(?P<name>.+) \({_SET}\)"),
    # Opt+, a foil of Forge
    re.compile(r"(?P<name>.*[^+ ])\+"),
)

_COMMENT = re.compile(
    r"""
      [#;] | //
    | [-=*~─—–\ ]{3,}$                                   # a line drawn under something
    | layout[ ](?:main|sideboard):                       # XMage: the piles on its table
    | (?:deck[ ]?)?(?:name|title|author|creator|designer|player|pilot|team|event|date|format
        |source|url|description|archetype|notes?|comments?)[ ]?:
    """,
    re.I | re.X,
)
_SETTING = re.compile(r"name |[^\W\d][\w .]*=", re.I)


def tidy(text: str) -> str:
    """The line without invisible signs, full width, needless white space and a bullet."""
    if not text.isascii():
        text = text.translate(_PLAIN)
    line = " ".join(text.split())
    return line[2:] if line[1:2] == " " and line[0] in BULLETS else line


def is_comment(line: str) -> bool:
    """Whether the tidy line is a comment, or says something about the deck (`Name: ...`)."""
    return _COMMENT.match(line) is not None


def is_setting(text: str) -> bool:
    """Whether the line, under a heading of settings, is one: `Name My deck`, `Key=Value`."""
    return _SETTING.match(tidy(text)) is not None


def may_be_title(text: str) -> bool:
    """Whether the text is short enough for a title and has no sign that no title has."""
    return len(text) <= LONGEST_TITLE and not _NEVER_IN_TITLES.search(text)


def is_name(text: str) -> bool:
    """Whether the text could be meant as a card's name: it has a letter."""
    return any(sign.isalpha() for sign in text)


def count_before(line: str) -> Counted | None:
    """The count that the line begins with."""
    for pattern in _COUNT_BEFORE:
        if found := pattern.fullmatch(line):
            return Counted(found[1], found[2])
    return None


def count_behind(line: str) -> Counted | None:
    """The count that the line ends with, where it is marked as one."""
    for pattern in _COUNT_BEHIND:
        if found := pattern.fullmatch(line):
            return Counted(found["digits"], found["name"])
    return None


def doubtful_counts(line: str) -> Iterator[Counted]:
    """Counts that are some only if the rest of the line is a title."""
    for pattern in _DOUBTFUL_COUNTS:
        if found := pattern.fullmatch(line):
            yield Counted(found["digits"], found["name"])


def without_marks(name: str) -> Printed:
    """The name without what is surely no part of a title."""
    printed = Printed(name)
    if _MARKED.search(name):
        for pattern in _MARKS:
            printed = _without(printed, pattern) or printed
    return printed


def without_doubtful_mark(printed: Printed) -> Printed:
    """The name without the last thing that may be part of a title or not."""
    for pattern in _DOUBTFUL_MARKS:
        if shorter := _without(printed, pattern):
            return shorter
    return printed


def _without(printed: Printed, mark: re.Pattern[str]) -> Printed | None:
    found = mark.fullmatch(printed.name)
    if found is None:
        return None
    parts = found.groupdict()
    code, number = parts.get("set"), parts.get("number")
    return Printed(
        parts["name"],
        printed.set_code or (code.upper() if code else None),
        printed.collector_number or (number if number != "*" else None),
    )

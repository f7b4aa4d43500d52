"""Where one text holds the decks of several players, and where each of them begins.

A text is split by the first of these rules that fits; where none does, it is one deck:

1. headings of owners: `Player A` and `Player B`, `Deck 1` and `Deck 2: Ana` (see `owners`);
2. what programs write once a deck: `[metadata]`, `About`, `NAME:`, `Player:`;
3. a heading of the main deck, or without any of the commanders, that comes again, with half of the
   smallest main deck under each;
4. names: lines that are no card, with at least the smallest main deck under each, or stated under
   each by headings of types: those first in the text or behind a blank line, else any;
5. blocks: lists of at least the smallest main deck behind blank lines, drawn lines or the end
   of a program's file, with only a sideboard between them. Not in Limited: a pool's rest.

In every case there are two to eight of the kind, and no card stands before the first; but
`Companion`, `Commander` and settings right before a mark belong to its deck, commanders unless they
stand behind every deck.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import accumulate
from typing import Literal, NamedTuple

from headjudge import lazy_re
from headjudge.decklists.lines import notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Item, Label, Other, Several
from headjudge.decklists.parts import Part, with_notice
from headjudge.decklists.sections import SIDEBOARD_MAX, is_large
from validator.model import COMMANDER, COMPANION, MAIN, Decklist

MOST_DECKS = 8
"""A text with more is no team's, and stays one deck."""
LONGEST_NAME = 60
"""Characters of a line that may be a player's name."""

CONSTRUCTED_MIN = 60
"""Cards of the smallest main deck outside of Limited."""

_END = lazy_re.compile(r"(?i)[-=*~─—–\s]{3,}|layout (?:main|sideboard):.*|```|~~~|\[/(?:deck|d)\]")
"""Lines at the end of a list, or between two lists."""
_FIELD = lazy_re.compile(
    r"(?i)(?://|#)? ?(?P<key>name|player|pilot|プレイヤー名?) ?: ?(?P<value>.*)"
)
_ONCE_A_DECK = ("[metadata]", "about", "about:")
_DECORATION = " =-–—*#~_:;/.[]()<>|\"'"


class Start(NamedTuple):
    """What a line may begin, if there are several of its kind."""

    kind: Literal["owner", "program", "main", "name", "end"]
    key: str
    """Distinguishes owners; equal for marks that a program writes once per deck."""
    player: str | None = None


ReadPart = Callable[[Part], Decklist]
Starts = Sequence[tuple[int, Start]]


class Items(NamedTuple):
    """What the lines of a text are, and their copies summed up, so that none is counted twice."""

    each: Sequence[Item]
    sums: Sequence[int]  # the copies before each line, and last those of all
    others: Sequence[int]  # the lines that name another section than the main deck

    @classmethod
    def of(cls, items: Sequence[Item]) -> "Items":
        copies = (item.copies if isinstance(item, Entry | Several) else 0 for item in items)
        sections = ((at, getattr(item, "section", None)) for at, item in enumerate(items))
        others = [at for at, section in sections if section not in (None, MAIN)]
        return cls(items, [*accumulate(copies, initial=0)], others)

    def copies(self, start: int, stop: int) -> int:
        """The copies on the lines from `start` to before `stop`."""
        return self.sums[stop] - self.sums[start]

    def main(self, start: int, stop: int) -> int:
        """The same before the first heading or mark of another section than the main deck."""
        at = bisect_left(self.others, start)
        end = self.others[at] if at < len(self.others) else stop
        return self.copies(start, min(end, stop))


def start_of(text: str, item: Item) -> Start | None:
    """What the line may begin; None for nearly all lines."""
    if isinstance(item, Heading):
        return _heading(text, item)
    if isinstance(item, Label):
        item = item.otherwise
    if isinstance(item, Entry | Several) or item is Other.BLANK:
        return None
    line = notation.tidy(text)
    if item is Other.COMMENT and _END.fullmatch(line):
        return Start("end", "")
    if len(line) > LONGEST_NAME:
        return None
    if item is Other.COMMENT and (field := _FIELD.fullmatch(line)):
        key = field["key"].lower()
        return Start("program", key, None if key == "name" else field["value"] or None)
    name = line.strip(_DECORATION)
    return Start("name", "", name) if name[:1].isalnum() and ":" not in name else None


def _heading(text: str, heading: Heading) -> Start | None:
    if heading.owner:
        return Start("owner", heading.owner, heading.player)
    if heading.settings and notation.tidy(text).lower() in _ONCE_A_DECK:
        return Start("program", "settings")
    is_continued = "continued" in text.lower()
    return Start("main", "") if heading.section == MAIN and not is_continued else None


def decks_of(
    items: Sequence[Item], starts: Starts, main_min: int, read: ReadPart
) -> tuple[Decklist, ...] | None:
    """Each deck of the lines, with the notice that they were split; None where it is one.

    `starts` are the lines that may begin one, in order, with their places in `items`. `read`
    reads one part; `main_min` is the number of cards in the smallest main deck.
    """
    lines = Items.of(items)
    for marks, smallest in _candidates(lines, starts, main_min):
        if not 2 <= len(marks) <= MOST_DECKS or lines.copies(0, marks[0].start):
            continue
        parts = _parts(marks, len(items))
        decks = [read(part) for part in parts]
        if all(deck.lines and is_large(deck, smallest) for deck in decks):
            return _with_players(decks, parts)
    return None


def _candidates(lines: Items, starts: Starts, main_min: int) -> Iterator[tuple[list[Part], int]]:
    """By each rule, where decks may begin and how many cards a main deck must have."""
    items = lines.each
    yield _owners([each for each in starts if each[1].kind == "owner"]), 0
    marks = [each for each in starts if each[1].kind == "program"]
    names = [each for each in starts if each[1].kind == "name"]
    for key in dict.fromkeys(start.key for _, start in marks):
        yield _with_what_is_before(items, [mark for mark in marks if mark[1].key == key], names), 0
    mains = _with_what_is_before(items, [each for each in starts if each[1].kind == "main"], names)
    if mains and lines.main(0, mains[0].start) >= main_min:
        mains.insert(0, Part(0, 0))  # The first list has no heading over its main deck.
    if not mains:  # Commanders over each deck, which has no heading of its own.
        over = [(index, Start("main", "")) for index in _commanders(items)]
        mains = _with_what_is_before(items, over, names)
    yield mains, main_min // 2
    yield _names(lines, [each for each in names if _is_apart(items, each[0])], main_min), main_min
    yield _names_anywhere(lines, names, main_min), main_min
    # Cards may be missing from a page: count those stated by its headings of card types.
    stated = (
        item.total or 0 if isinstance(item, Heading) and item.is_of_types else 0 for item in items
    )
    yield _names_anywhere(lines._replace(sums=[*accumulate(stated, initial=0)]), names, main_min), 0
    if main_min >= CONSTRUCTED_MIN and not any(start.kind == "owner" for _, start in starts):
        ends = {index for index, start in starts if start.kind == "end"}
        yield _blocks(lines, ends, main_min), main_min


def _owners(starts: Starts) -> list[Part]:
    """The headings of a new owner; empty if an owner has several lists."""
    parts: list[Part] = []
    keys: list[str] = []
    for index, start in starts:
        if keys[-1:] != [start.key]:
            keys.append(start.key)
            parts.append(Part(index, index, start.player))
    return parts if len(set(keys)) == len(keys) else []


def _with_what_is_before(items: Sequence[Item], starts: Starts, names: Starts) -> list[Part]:
    """Each mark with the headings of settings, companions and commanders right before it.

    A name over all of that is its player's; a comment there may be anything.
    """
    named = {index: start for index, start in names if items[index] is Other.UNREADABLE}
    sections = _sections_before_decks(items, starts)
    parts: list[Part] = []
    after = -1
    for index, start in starts:
        begin = index
        for number in range(index - 1, after, -1):
            item = items[number]
            if isinstance(item, Heading):
                if not (item.settings or item.section in sections):
                    break
                begin = number
        above = begin - 1
        while above > after and items[above] is Other.BLANK:
            above -= 1
        if above > after and (name := named.get(above)):
            parts.append(Part(above, above, start.player or name.player, title=above))
        else:
            parts.append(Part(begin, begin, start.player))
        after = index
    return parts


def _sections_before_decks(items: Sequence[Item], starts: Starts) -> tuple[str, ...]:
    """The sections that stand before their deck: that of commanders unless it is behind each."""
    commanders = _commanders(items)
    if starts and commanders and starts[0][0] < commanders[0] and starts[-1][0] < commanders[-1]:
        return (COMPANION,)
    return (COMPANION, COMMANDER)


def _commanders(items: Sequence[Item]) -> list[int]:
    """Where the headings of commanders are."""
    sections = (getattr(item, "section", None) for item in items)
    return [index for index, section in enumerate(sections) if section == COMMANDER]


def _is_apart(items: Sequence[Item], index: int) -> bool:
    return index == 0 or items[index - 1] is Other.BLANK


def _names(lines: Items, starts: Starts, main_min: int) -> list[Part]:
    """Names with at least the smallest main deck under them."""
    stops = [index for index, _ in starts[1:]] + [len(lines.each)] * bool(starts)
    return [
        Part(index, index, start.player, title=index)
        for (index, start), stop in zip(starts, stops, strict=True)
        if lines.copies(index, stop) >= main_min
    ]


def _names_anywhere(lines: Items, starts: Starts, main_min: int) -> list[Part]:
    """From the end on, each name that has the smallest main deck before the next one's.

    A line that could not be read is a name as well to this eye: it may not cut a deck in two.
    """
    parts: list[Part] = []
    stop = len(lines.each)
    for index, start in reversed(starts):
        if lines.copies(index, stop) >= main_min:
            parts.append(Part(index, index, start.player, title=index))
            stop = index
    return parts[::-1]


def _blocks(lines: Items, ends: Set[int], main_min: int) -> list[Part]:
    """The blocks that are as large as a main deck, if all others are sideboards or no cards."""
    parts: list[Part] = []
    begin, items = 0, lines.each
    for index in range(len(items) + 1):
        is_end = index == len(items) or items[index] is Other.BLANK or index in ends
        if not is_end:
            continue
        if lines.main(begin, index) >= main_min:
            parts.append(Part(begin, begin))
        elif lines.copies(begin, index) > SIDEBOARD_MAX:
            return []
        begin = index + 1
    return parts


def _parts(marks: Sequence[Part], end: int) -> list[Part]:
    """The parts that begin at the marks; the first begins with the text."""
    starts = [0, *(mark.start for mark in marks[1:])]
    stops = [*starts[1:], end]
    return [
        mark._replace(start=start, stop=stop)
        for mark, start, stop in zip(marks, starts, stops, strict=True)
    ]


def _with_players(decks: Sequence[Decklist], parts: Sequence[Part]) -> tuple[Decklist, ...]:
    """The decks, each with its player; the first gets the notice on the lines of each."""
    owned = [deck._replace(player=part.player) for deck, part in zip(decks, parts, strict=True)]
    return with_notice(owned, parts)

"""Splits a text with the decks of several players.

A text is split by the first of these rules that fits; if none does, it is one deck:

1. headings of owners: `Player A` and `Player B`, `Deck 1` and `Deck 2: Ana` (see `owners`);
2. marks that programs write once per deck: `[metadata]`, `About`, `NAME:`, `Player:`;
3. repeated headings of the main deck (if there are none, of the commanders), each with at least
   half the minimum main deck below it;
4. whole decks on a line each; messages of a chat, by their senders, and lines of the kind
   "somebody's deck", each with at least a third of the minimum below it;
5. whole decks: blocks of exactly 40, 60 or the minimum main deck, each with lands and other cards,
   with sideboards of up to 15 between them, which the next deck may follow without a break; or
   such decks below the same heading of card types;
6. names: lines that are no card, each with at least the minimum main deck below it, or stated
   below it by headings of card types. Names at the start or after a blank line are tried first;
7. blocks with at least the minimum main deck, separated by blank lines, drawn lines or the end of
   a program's file, with only sideboards between them. Not in Limited, where such a block may be
   the rest of a pool.

If the number of decks is known, 6 and 7 also find that many decks of three quarters of the
minimum. Where it is one, only 1 to 4 split the text, and a notice says what 5 to 7 find. A notice
also says that the headings of owners are of more lists than there are.

Each rule needs two starts, or more than a team has over decks of sixty, and no card before the
first. The headings `Companion` and `Commander`, and settings, right before a start belong to its
deck; commanders do not if they are below every deck.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, groupby, pairwise, zip_longest
from typing import Literal, NamedTuple

from cards import catalogue
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Item, Kind, Label, Several, Step
from headjudge.decklists.lines.unread import cards_of
from headjudge.decklists.prose import SIDEBOARD_MAX, line_notices
from headjudge.decklists.sections import (
    CONSTRUCTED_MIN,
    MOST_ABOVE,
    MOST_DECKS,
    SIZES,
    is_large,
)
from messages import Message, say, say_count, say_list
from validator.model import COMMANDER, COMPANION, MAIN, SIDEBOARD, Decklist, Notice, Place


class Part(NamedTuple):
    """The lines of one deck, counted from 0, and its player."""

    start: int
    stop: int
    player: str | None = None
    title: int | None = None
    """The line with the player's name, which is not a card."""
    sideboard: int | None = None
    """The line at which the sideboard begins, if nothing in the text says so."""


def with_notice(decks: Sequence[Decklist], parts: Sequence[Part] = ()) -> tuple[Decklist, ...]:
    """The decks of one text; the first gets the notice with the lines and player of each deck."""
    places = [
        _where(number, deck.player, part)
        for number, (deck, part) in enumerate(zip_longest(decks, parts), 1)
    ]
    message = say(
        "The text contains {decks} and was split accordingly: {places}.",
        decks=say_count(len(decks), "{number} deck", "{number} decks"),
        places=say_list(places),
    )
    first, *others = decks
    notice = Notice("decks-split", "info", message, (Place(None, MAIN, 1),))
    return (first._replace(notices=(notice, *first.notices)), *others)


def as_one(deck: Decklist, parts: Sequence[Part]) -> Decklist:
    """The deck, with a notice that the parts of its text may be several decks."""
    places = [_where(number, part.player, part) for number, part in enumerate(parts, 1)]
    message = say(
        "The text was read as one deck, but seems to contain {decks}: {places}.",
        decks=say_count(len(parts), "{number} deck", "{number} decks"),
        places=say_list(places),
    )
    notice = Notice("decks-not-split", "warning", message, (Place(None, MAIN, 1),))
    others = [each for each in deck.notices if each.code != "main-doubtful"]
    return deck._replace(notices=(notice, *others))


def _where(number: int, player: str | None, part: Part | None) -> Message:
    """A deck by its number, with its lines and player if known."""
    deck = say("deck {number}", number=number)
    if part:
        places = {"number": number, "first": part.start + 1, "last": part.stop}
        deck = say("deck {number} is in lines {first} to {last}", **places)
    return say("{deck} ({player})", deck=deck, player=player) if player else deck


def merge(decks: Sequence[Decklist]) -> Decklist:
    """The decks as one, of the first one's player."""
    if len(decks) == 1:
        return decks[0]
    return decks[0]._replace(
        lines=tuple(line for deck in decks for line in deck.lines),
        unreadable=tuple(line for deck in decks for line in deck.unreadable),
        notices=tuple(notice for deck in decks for notice in deck.notices),
        unread=tuple(text for deck in decks for text in deck.unread),
    )


LEAST_COUNTED = 5
"""Minimum cards for each title without a count that may be a deck's name."""
LONGEST_NAME = 60
"""Maximum characters of a player's name."""
LONGEST_MESSAGE = 200
"""Maximum characters of the first line of a message."""

_END = r"(?i)layout (?:main|sideboard):.*|```|~~~|\[/(?:deck|d)\]"
"""Lines at the end of a list, or between two lists, besides drawn ones."""
_FIELD = rf"(?i)(?://|#)? ?(?P<key>{'|'.join(notation.PLAYER_KEYS)}) ?: ?(?P<value>.*)"
FIRST_NAME, LAST_NAME = "first name", "last name"
NAMES_IN_PARTS = {
    "vorname": FIRST_NAME, "prénom": FIRST_NAME, "nachname": LAST_NAME, "apellido": LAST_NAME,
    "apellidos": LAST_NAME, "cognome": LAST_NAME, "sobrenome": LAST_NAME,
}  # fmt: skip
_OF_DECK = "name"
"""The key that programs give the name of the deck; below the heading of a player it is theirs."""
_LINK = r" ?[(\[<]?https?://\S+"
_LABEL = r"[^\W\d]+ ?[^\W_]"
"""`Player A`, in place of a name."""
_TAG = r"(?i)\[d(?:eck)?(?: title)? ?= ?[\"“]?(?P<title>[^\"“”\]]+)[\"”]?\]"
"""[d title="Ann"], a tag of forums."""
_ONCE_A_DECK = ("[metadata]", "about", "about:")
_OF = "of|by|from|von|de|di|du|da|do|du|от"
_OWNED = (
    r"(?i)['’]s? (?:[^\W\d]+ )?(?:deck|list|decklist|build|pile)\b|[^\W\d]s (?:deck|liste)\b"
    rf"|\b(?:deck|list|liste|lista|mazo|mazzo|baralho|колода) (?:{_OF}) [^\W\d]"
    r"|\b(?:deck|liste) d['’][^\W\d]"
    r"|[^\W\d](?:の(?:デッキ|リスト)|的(?:套牌|牌组|牌組|牌表)|의 ?덱)"
)
"""Tom's deck, Toms Deck, le deck de Tom, トムのデッキ."""
_WORD = r"[^\W\d_]+"
_DECORATION = " =-–—*#~_:;/.[]()<>|\"'★•"


class Start(NamedTuple):
    """The start of a deck, if the text has several lines of its kind."""

    kind: Literal["owner", "program", "main", "line", "sender", "types", "name", "title", "end"]
    key: str
    """Distinguishes owners; equal for marks that a program writes once per deck; the first word of
    a heading of card types; the words of a name, or a card's title that may be one; the sender of a
    message, empty if the line above has the name."""
    player: str | None = None


ReadPart = Callable[[Part], Decklist]
Starts = Sequence[tuple[int, Start]]


class Items(NamedTuple):
    """The classified lines of a text, with running totals of their copies."""

    each: Sequence[Item]
    sums: Sequence[int]
    """The copies before each line, and finally those of all lines."""
    others: Sequence[int]
    """The indexes of lines that name a section other than the main deck."""
    ends: Set[int] = frozenset()
    """The indexes of drawn lines, and of the ends of programs' files."""

    @classmethod
    def of(cls, items: Sequence[Item], starts: Starts) -> Items:
        copies = map(_copies, items)
        sections = ((at, getattr(item, "section", None)) for at, item in enumerate(items))
        others = [at for at, section in sections if section not in (None, MAIN)]
        ends = {index for index, start in starts if start.kind == "end"}
        return cls(items, [*accumulate(copies, initial=0)], others, ends)

    def is_gap(self, at: int) -> bool:
        """Whether the line is blank or drawn."""
        return self.each[at] is Kind.BLANK or at in self.ends

    def is_end(self, at: int) -> bool:
        """Whether the line is the last one, or above a gap."""
        return at + 1 >= len(self.each) or self.is_gap(at + 1)

    def copies(self, start: int, stop: int) -> int:
        """The copies on the lines from `start` up to, but not including, `stop`."""
        return self.sums[stop] - self.sums[start]

    def main(self, start: int, stop: int) -> int:
        """The copies from `start` to the first line of another section, at most to `stop`."""
        at = bisect_left(self.others, start)
        end = self.others[at] if at < len(self.others) else stop
        return self.copies(start, min(end, stop))


def _copies(item: Item) -> int:
    """The copies of a line, also if it may be a heading instead: `Opt - 4`, `Island - 20`."""
    if isinstance(item, Label) and isinstance(item.otherwise, Entry):
        entry = item.otherwise
        is_card = entry.copies <= MOST_ABOVE or any(
            card.is_basic for card in catalogue().find(entry.name).cards
        )
        return entry.copies if is_card else 0
    return item.copies if isinstance(item, Entry | Several) else 0


def start_of(text: str, item: Item) -> Start | None:
    """The start of a deck that the line may be; None for nearly all lines."""
    if len(text) <= LONGEST_MESSAGE and (sender := notation.sender_of(text)) is not None:
        _, words = notation.message_of(text) or ("", "")
        return Start("sender", sender, words.strip(_DECORATION) or sender or None)
    if isinstance(item, Heading):
        return _heading(text, item)
    if isinstance(item, Label):
        item = item.otherwise
    if (
        isinstance(item, Entry)
        and item.copies == 1
        and notation.tidy(text).strip(_DECORATION) == item.name
    ):
        return Start("title", item.name, item.name)
    if isinstance(item, Several) and item.copies >= min(SIZES):
        return Start("line", "", _before_cards(text))
    if isinstance(item, Several) and isinstance(first := item.items[0], Heading):
        return _heading(text, first) if first.is_of_types else None
    if isinstance(item, Entry | Several) or item is Kind.BLANK:
        return None
    line = re.sub(_LINK, "", notation.tidy(text))
    if item is Kind.COMMENT and (notation.is_drawn(line) or re.fullmatch(_END, line)):
        return Start("end", "")
    if len(line) > LONGEST_NAME:
        return None
    if item is Kind.COMMENT and (tag := re.fullmatch(_TAG, line)):
        return Start("program", "tag", tag["title"].strip(_DECORATION))
    is_words = item is Kind.COMMENT or item is Kind.UNREADABLE
    if is_words and (field := re.fullmatch(_FIELD, line)):
        if text[:1] in " \t-" and catalogue().is_title(field["value"] or ""):
            return None  # an entry of YAML: `- name: Opt`
        is_typed = field["key"] == _OF_DECK.title() and text[:1] not in "/#"  # Name: Ann
        key = "player" if is_typed else field["key"].lower()
        return Start("program", key, field["value"].strip(_DECORATION) or None)
    start = next((at for at, sign in enumerate(line) if sign.isalnum()), 0)
    name = line[start:].rstrip(_DECORATION)
    if not name[:1].isalnum() or (":" in name and item is Kind.COMMENT):
        return None
    if headings.names_rest_of_pool(name):
        return None
    return Start("name", name, _with_bracket(name, line))


def _before_cards(text: str) -> str | None:
    """The words before the cards of a line: `Ann: 4 Opt, 56 Island`."""
    words = notation.tidy(text[: 2 * LONGEST_NAME])
    name = words[: words.find(":")] if ":" in words else re.split("[0-9]", words)[0]
    name = name.strip(_DECORATION)
    is_name = name[:1].isalpha() and len(name) <= LONGEST_NAME and not headings.read(name)
    return name if is_name else None


def _with_bracket(name: str, line: str) -> str:
    """The name with the bracket that closes its last words: `Tom (R/G)`."""
    for opening, closing in ("()", "[]"):
        is_open = name.count(opening) > name.count(closing)
        if is_open and name + closing in line:
            return name + closing
    return name


def _heading(text: str, heading: Heading) -> Start | None:
    if heading.owner:
        return Start("owner", heading.owner, heading.player)
    if heading.settings and notation.tidy(text).lower() in _ONCE_A_DECK:
        return Start("program", "settings")
    if heading.is_of_types:
        word = re.search(_WORD, text)
        return Start("types", word[0].casefold()) if word else None
    is_continued = "continued" in text.lower()
    return Start("main", "") if heading.section == MAIN and not is_continued else None


def decks_of(
    items: Sequence[Item], starts: Starts, main_min: int, read: ReadPart, sizes: tuple[int, ...]
) -> tuple[Decklist, ...] | None:
    """The decks of the lines, with the notice that they were split; None if there is only one.

    `starts` are the lines that may begin a deck, with their indexes in `items`, in order. `read`
    reads one part; `main_min` is the minimum size of a main deck; `sizes` are the numbers of
    decks that the team may have, if known.
    """
    lines = Items.of(items, starts)
    names = [each for each in starts if each[1].kind == "name"]
    senders = _senders(lines, starts, names)
    if not senders:  # all are of one sender, or of none
        sent = [(at, start) for at, start in starts if start.kind == "sender" and start.key]
        names = sorted([*names, *(each for each in sent if not _copies(items[each[0]]))])
    titles = [each for each in starts if each[1].kind == "title"]
    if 0 < LEAST_COUNTED * len(titles) <= sum(isinstance(item, Entry) for item in items):
        names = sorted(names + titles)
        head = {at for at, _ in titles if not lines.copies(0, at)}  # what the text is about
        lines = Items.of(
            [Kind.PROSE if at in head else item for at, item in enumerate(items)], starts
        )
    if split := _first_whole(lines, _marked(lines, starts, names, main_min, senders), read):
        return with_notice(*split)
    if split := _first_whole(lines, _unmarked(lines, starts, names, main_min, sizes), read):
        if sizes == (1,):
            return (as_one(read(Part(0, len(items))), split[1]),)
        return with_notice(*split)
    owners = _owners([each for each in starts if each[1].kind == "owner"])
    if 2 <= len(owners) <= MOST_DECKS and not lines.copies(0, owners[0].start):
        parts = _parts(owners, len(items))
        found = [part for part in parts if lines.copies(part.start, part.stop)]
        if len(found) == 1:  # the lists of the others are missing
            deck = as_one(read(Part(0, len(items))), parts)
            return (deck._replace(player=found[0].player),)
    return None


Candidates = Iterator[tuple[list[Part], int]]
"""For each rule, the starts of decks and the minimum size of their main decks."""


def _first_whole(
    lines: Items, candidates: Candidates, read: ReadPart
) -> tuple[list[Decklist], list[Part]] | None:
    """The decks, with their lines, by the first rule by which each deck is large enough."""
    for marks, smallest in candidates:
        if len(marks) < 2 or lines.copies(0, marks[0].start):
            continue
        if len(marks) > MOST_DECKS:
            smallest = max(smallest, *SIZES)
        parts = _parts(marks, len(lines.each))
        decks = [read(part) for part in parts]
        if all(deck.lines and is_large(deck, smallest) for deck in decks):
            return [*map(_with_player, decks, parts)], parts
    return None


_TOTAL_OF_NAME = r"[(\[]([0-9]{2,3})\b[^()\[\]]*[)\]]\Z"
"""Ann (60), Ann (60 cards)"""


def _with_player(deck: Decklist, part: Part) -> Decklist:
    """The deck of the player, with a notice if the name states another number of cards."""
    deck = deck._replace(player=part.player)
    name = part.player or ""
    stated = re.search(_TOTAL_OF_NAME, name[-LONGEST_NAME:])
    main = sum(line.copies for line in deck.lines if line.section == MAIN)
    sizes = {main, sum(line.copies for line in deck.lines)}
    if stated is None or int(stated[1]) < min(SIZES) or int(stated[1]) in sizes:
        return deck
    at = part.start if part.title is None else part.title
    step = Step(at + 1, name, Kind.HEADING)
    notices = line_notices("total-differs", [step], pool=False)
    return deck._replace(notices=(*deck.notices, *notices))


def _marked(
    lines: Items, starts: Starts, names: Starts, main_min: int, senders: list[Part]
) -> Candidates:
    """By the rules 1 to 4: what the text says of where decks begin."""
    items = lines.each
    owners = _owners([each for each in starts if each[1].kind == "owner"])
    if len(owners) == 1 and lines.main(0, owners[0].start) >= main_min:
        owners.insert(0, Part(0, 0))  # The first deck has no heading.
    marks = [each for each in starts if each[1].kind == "program"]
    yield _with_fields(owners, marks), 0
    marks = [
        (at, start._replace(player=None)) if start.key == _OF_DECK else (at, start)
        for at, start in marks
    ]
    for key in dict.fromkeys(start.key for _, start in marks):
        own = [mark for mark in marks if mark[1].key == key]
        yield _with_fields(_with_what_is_before(items, own, names), marks), 0
    mains = _with_what_is_before(items, [each for each in starts if each[1].kind == "main"], names)
    if mains and lines.main(0, mains[0].start) >= main_min:
        mains.insert(0, Part(0, 0))  # The first main deck has no heading.
    if not mains:  # Each deck begins with its commanders, and the main deck has no heading.
        over = [(index, Start("main", "")) for index in _commanders(items)]
        mains = _with_what_is_before(items, over, names)
    yield mains, main_min // 2
    smallest = min(main_min, *SIZES)
    whole = [each for each in starts if each[1].kind == "line"]
    yield _if_whole(lines, _with_what_is_before(items, whole, names)), smallest
    yield senders, main_min // 3
    owned = [(at, name) for at, name in names if re.search(_OWNED, name.key)]
    yield [Part(at, at, start.player, title=at) for at, start in owned], main_min // 3


def _unmarked(
    lines: Items, starts: Starts, names: Starts, main_min: int, sizes: tuple[int, ...]
) -> Candidates:
    """By the rules 5 to 7: where whole decks seem to stand."""
    items = lines.each
    apart = [(at, name) for at, name in names if at == 0 or items[at - 1] is Kind.BLANK]
    words = [each for each in names if items[each[0]] is not Kind.COMMENT]
    smallest = min(main_min, *SIZES)
    yield _names_below(lines, [each for each in names if each[0]]), main_min
    yield _in_same_place(_names(lines, apart, main_min), words), main_min
    yield _if_whole(lines, _in_same_place(_names(lines, apart, smallest), words)), smallest
    yield _names_anywhere(lines, names, main_min), main_min
    commented = [(at, name) for at, name in names if items[at] is Kind.COMMENT]
    yield _if_whole(lines, _names(lines, commented, smallest)), smallest
    yield _if_whole(lines, _same_types(lines, starts, names, main_min)), smallest
    # Cards may be missing from a page: count those stated by its headings of card types.
    stated = (
        item.total or 0 if isinstance(item, Heading) and item.is_of_types else 0 for item in items
    )
    yield _names_anywhere(lines._replace(sums=[*accumulate(stated, initial=0)]), names, main_min), 0
    yield _if_whole(lines, _names_below_lines(lines, names)), LEAST_OF_PART
    copies = lines.copies(0, len(items))
    for size in dict.fromkeys(size for size in (main_min, *SIZES) if 2 * size <= copies):
        for are_large in (True, False):
            yield _whole_decks(lines, names, size, are_large=are_large), min(size, main_min)
    yield _equal_decks(lines), main_min
    if main_min >= CONSTRUCTED_MIN and not any(start.kind == "owner" for _, start in starts):
        yield _large_blocks(lines, main_min), main_min
    if sizes:
        least = 3 * main_min // 4
        yield from (
            (parts, least)
            for parts in (_names(lines, apart, least), _large_blocks(lines, least))
            if len(parts) in sizes
        )


LEAST_OF_PART = 20
"""Cards of the smallest deck, a pack for beginners."""


def _with_fields(parts: list[Part], marks: Starts) -> list[Part]:
    """The decks, with the players that other fields name: `player: Ann` below `name: Elves`, or
    `Name: Ann` below `Player A`."""
    begins = [part.start for part in parts]
    fields: dict[int, dict[str, str]] = defaultdict(dict)
    for at, start in marks:
        if start.player:
            part_of = NAMES_IN_PARTS.get(start.key, start.key)
            fields[bisect_right(begins, at) - 1].setdefault(part_of, start.player)
    named: list[Part] = []
    for at, part in enumerate(parts):
        own = fields[at]
        other = next((own[key] for key in own if key not in (FIRST_NAME, LAST_NAME)), "")
        if own.keys() & {FIRST_NAME, LAST_NAME}:  # Nombre: Ann, Apellido: Lee
            names = (own.get(FIRST_NAME, other), own.get(LAST_NAME, other))
            part = part._replace(player=" ".join(filter(None, names)))
        elif own and (part.player is None or re.fullmatch(_LABEL, part.player)):
            part = part._replace(player=[*own.values()][-1])
        named.append(part)
    return named


def _owners(starts: Starts) -> list[Part]:
    """The headings of a new owner; empty if an owner has several lists."""
    parts: list[Part] = []
    keys: list[str] = []
    for index, start in starts:
        if keys[-1:] != [start.key]:
            keys.append(start.key)
            parts.append(Part(index, index, start.player))
    return parts if len(set(keys)) == len(keys) else []


def _senders(lines: Items, starts: Starts, names: Starts) -> list[Part]:
    """The messages with cards, if those of each sender follow each other."""
    named = dict(names)
    sent = [each for each in starts if each[1].kind == "sender"]
    bounds = [*(at for at, _ in sent), len(lines.each)]
    parts: list[Part] = []
    for (at, start), stop in zip(sent, bounds[1:], strict=True):
        title = None if _copies(lines.each[at]) else at
        player = start.key
        if not player and (above := next((at - by for by in (1, 2) if at - by in named), None)):
            at, player = above, named[above].key
        if lines.copies(at, stop) and (not parts or parts[-1].player != player):
            parts.append(Part(at, at, player, title))
    players = {part.player for part in parts}
    return parts if len(players) == len(parts) > 1 and all(players) else []


def _with_what_is_before(items: Sequence[Item], starts: Starts, names: Starts) -> list[Part]:
    """Each start, moved up to the headings of settings, companions and commanders before it.

    A name above all of these is the player's; a comment may be anything, unless each deck has
    another one.
    """
    words = [each for each in names if items[each[0]] is Kind.UNREADABLE]
    commented = _moved_up(items, starts, names) if len(words) < len(names) else []
    different = {part.player for part in commented if part.title is not None}
    are_named = len(different) == len(commented) > 1
    return commented if are_named else _moved_up(items, starts, words)


def _moved_up(items: Sequence[Item], starts: Starts, names: Starts) -> list[Part]:
    named = dict(names)
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
        while above > after and items[above] in (Kind.BLANK, Kind.COMMENT) and above not in named:
            above -= 1
        if above > after and above in named:
            while above - 1 > after and above - 1 in named:
                above -= 1
            parts.append(Part(above, above, named[above].player, title=above))
        else:
            parts.append(Part(begin, begin, start.player))
        after = index
    parts = _in_same_place(parts, names)
    return [
        part._replace(player=start.player or part.player)
        for part, (_, start) in zip(parts, starts, strict=True)
    ]


def _sections_before_decks(items: Sequence[Item], starts: Starts) -> tuple[str, ...]:
    """The sections placed before their deck; commanders are not if they are below every deck."""
    commanders = _commanders(items)
    if starts and commanders and starts[0][0] < commanders[0] and starts[-1][0] < commanders[-1]:
        return (COMPANION,)
    return (COMPANION, COMMANDER)


def _commanders(items: Sequence[Item]) -> list[int]:
    """The indexes of the headings for commanders."""
    sections = (getattr(item, "section", None) for item in items)
    return [index for index, section in enumerate(sections) if section == COMMANDER]


def _names(lines: Items, starts: Starts, main_min: int) -> list[Part]:
    """The names with at least the minimum main deck below them."""
    stops = [index for index, _ in starts[1:]] + [len(lines.each)] * bool(starts)
    return [
        Part(index, index, start.player, title=index)
        for (index, start), stop in zip(starts, stops, strict=True)
        if lines.copies(index, stop) >= main_min
    ]


def _in_same_place(parts: list[Part], names: Starts) -> list[Part]:
    """The decks, each with the name that is as far above its cards as that of every other deck:
    the first one may also have the team's above it."""
    named = dict(names)
    blocks: list[list[int]] = []
    for part in parts:
        at = part.start
        blocks.append([])
        while part.title is not None and at in named:
            blocks[-1].append(at)
            at += 1
    least = min(filter(None, map(len, blocks)), default=0)
    return [
        part._replace(player=named[block[-least]].player, title=block[-least])
        if len(block) > least
        else part
        for part, block in zip(parts, blocks, strict=True)
    ]


def _same_types(lines: Items, starts: Starts, names: Starts, main_min: int) -> list[Part]:
    """The headings of the card types that come first, if a deck of a usual size is below each."""
    types = [each for each in starts if each[1].kind == "types"]
    first = [each for each in types if each[1].key == types[0][1].key]
    bounds = [*(at for at, _ in first), len(lines.each)]
    sizes = [lines.main(start, stop) for start, stop in pairwise(bounds)]
    are_usual = all(size in SIZES or size >= main_min for size in sizes)
    return _with_what_is_before(lines.each, first, names) if are_usual else []


def _if_whole(lines: Items, parts: list[Part]) -> list[Part]:
    """The starts, if each is that of a deck with lands and other cards."""
    bounds = [*(part.start for part in parts), len(lines.each)]
    are_whole = all(_is_whole(lines.each[start:stop]) for start, stop in pairwise(bounds))
    return parts if are_whole else []


def _names_below_lines(lines: Items, names: Starts) -> list[Part]:
    """The names that begin the parts between drawn lines, if each part has one: packs of 20."""
    named = dict(names)
    bounds = [-1, *sorted(lines.ends), len(lines.each)]
    parts: list[Part] = []
    for before, stop in pairwise(bounds):
        at = next((at for at in range(before + 1, stop) if not lines.is_gap(at)), stop)
        if at == stop:
            continue
        if at not in named or lines.copies(at, stop) < LEAST_OF_PART:
            return []
        parts.append(Part(at, at, named[at].player, title=at))
    return parts


def _names_anywhere(lines: Items, starts: Starts, main_min: int) -> list[Part]:
    """The names with at least the minimum main deck before the next such name.

    Searched from the end, so that an unreadable line within a deck, which looks like a name too,
    does not split it.
    """
    parts: list[Part] = []
    stop = len(lines.each)
    for index, start in reversed(starts):
        if lines.copies(index, stop) >= main_min:
            parts.append(Part(index, index, start.player, title=index))
            stop = index
    return parts[::-1]


def _large_blocks(lines: Items, main_min: int) -> list[Part]:
    """The blocks as large as a main deck, if all others are sideboards or have no cards."""
    parts: list[Part] = []
    begin, items = 0, lines.each
    for index in range(len(items) + 1):
        if index < len(items) and not lines.is_gap(index):
            continue
        if lines.main(begin, index) >= main_min:
            parts.append(Part(begin, begin))
        elif lines.copies(begin, index) > SIDEBOARD_MAX:
            return []
        begin = index + 1
    return parts


def _whole_decks(lines: Items, names: Starts, size: int, *, are_large: bool) -> list[Part]:
    """The beginnings of main decks of that size, if the text is nothing but such decks and their
    sideboards.

    A main deck is one block or several. A few more cards than the size are one as well where a
    marked sideboard, a larger gap or the end follows. A sideboard is a block that is marked, the
    block behind a main deck, or the first cards of a block that is larger than a main deck by as
    many.
    """
    titles = {at for at, name in names if name.kind == "title"}
    named = {at: name for at, name in names if lines.each[at] is Kind.UNREADABLE or at in titles}
    blocks = [
        block
        for block in _blocks(lines, are_large=are_large)
        if not (block.copies == 1 and block.start in titles)
    ]
    are_marked = sum(block.is_side for block in blocks) > 1
    parts: list[Part] = []
    main, side, is_complete = 0, 0, True
    for block, after in zip_longest(blocks, blocks[1:]):
        rest = block.copies - size
        if is_complete and parts and (block.is_side or not (side or block.is_typed)):
            if side + block.copies <= SIDEBOARD_MAX:
                side += block.copies
                continue
            least = 0 if are_marked else MOST_ABOVE
            if least < rest <= SIDEBOARD_MAX and (are_marked or not block.is_side):
                begin = bisect_left(lines.sums, lines.sums[block.start] + rest)
                if lines.sums[begin] != lines.sums[block.start] + rest:
                    return []
                parts.append(Part(begin, begin))
                side = 0
                continue
        if block.is_side:
            return []
        if is_complete:
            title = _name_over(lines, named, block.start)
            player = getattr(lines.each[block.start], "player", None)
            start, player = (block.start, player) if title is None else (title, named[title].player)
            parts.append(Part(start, start, player, title))
            main = side = 0
        main += block.copies
        most = 2 * size if are_marked and after and after.is_side else size + MOST_ABOVE
        is_end = not after or after.is_side or after.is_apart
        is_complete = main == size or (size < main <= most and is_end)
        if main > size and not is_complete:
            return []
    bounds = [*(part.start for part in parts), len(lines.each)]
    are_whole = all(_is_whole(lines.each[start:stop]) for start, stop in pairwise(bounds))
    return _signed(lines, parts, named) if is_complete and are_whole else []


def _signed(lines: Items, parts: list[Part], named: Mapping[int, Start]) -> list[Part]:
    """The decks, with the names below them as in mails: none is above the first, and each has one
    at the end of the words below its cards."""
    if not parts or parts[0].title is not None:
        return parts
    signed: list[Part] = []
    begin = parts[0].start
    for stop in [*(part.start for part in parts[1:]), len(lines.each)]:
        at = bisect_left(lines.sums, lines.sums[stop])
        while at < stop and lines.is_gap(at):
            at += 1
        while not lines.is_end(at):
            at += 1
        if at not in named:
            return parts
        signed.append(Part(begin, begin, named[at].player, title=at))
        begin = at + 1
    return signed


def _names_below(lines: Items, names: Starts) -> list[Part]:
    """The decks, if each has a name right below its cards and none right above them."""
    begun = bisect_right(lines.sums, 0) - 1
    named = dict(names)
    below = [(at, name) for at, name in names if lines.copies(at - 1, at) and lines.is_end(at)]
    if not below or begun - 1 in named or lines.copies(below[-1][0], len(lines.each)):
        return []
    begins = [0, *(at + 1 for at, _ in below[:-1])]
    return [
        Part(begin, begin, name.player, title=at)
        for begin, (at, name) in zip(begins, below, strict=True)
    ]


def _name_over(lines: Items, named: Mapping[int, Start], start: int) -> int | None:
    """The line of the name of the deck that begins there: its first line, or the last words above
    a blank line and below another deck."""
    at = start if start in named else start - 1
    while at > 0 and lines.is_gap(at):
        at -= 1
    return at if at in named and (at == start or lines.copies(0, at)) else None


def _equal_decks(lines: Items) -> list[Part]:
    """The beginnings of decks of 60 and 15 cards each, if every gap is between two parts."""
    whole = CONSTRUCTED_MIN + SIDEBOARD_MAX
    number, rest = divmod(lines.sums[-1], whole)
    ends = {deck * whole + size for deck in range(number) for size in (0, CONSTRUCTED_MIN)}
    gaps = {lines.sums[block.start] for block in _blocks(lines, are_large=True)}
    if rest or number < 2 or len(gaps) < 2 or not gaps <= ends <= {*lines.sums}:
        return []

    def place(copies: int) -> int:
        return bisect_right(lines.sums, copies) - 1

    return [
        Part(place(deck * whole), 0, sideboard=place(deck * whole + CONSTRUCTED_MIN))
        for deck in range(number)
    ]


class Block(NamedTuple):
    """Lines with cards between gaps and headings."""

    start: int
    stop: int
    copies: int
    is_side: bool
    """Whether its heading or its lines name the sideboard."""
    is_typed: bool
    """Whether its heading names types of cards, or only their number."""
    is_apart: bool
    """Whether a larger gap than a blank line is before it."""


def _blocks(lines: Items, *, are_large: bool) -> Iterator[Block]:
    """The blocks between headings and between blank or drawn lines, or only the larger of these
    gaps if there are any."""
    items = lines.each
    gaps = [[*run] for is_gap, run in groupby(range(len(items)), lines.is_gap) if is_gap]
    large = [run for run in gaps if len(run) > 1 or run[0] in lines.ends]
    far = {run[-1] + 1 for run in large}
    bounds = {0, len(items), *(run[0] for run in ((are_large and large) or gaps))}
    was_side = False
    for at, item in enumerate(items):
        if isinstance(item, Heading):
            bounds.add(at)
        elif isinstance(item, Entry) and (item.section == SIDEBOARD) != was_side:
            bounds.add(at)
            was_side = not was_side
    heading: Heading | None = None
    for start, stop in pairwise(sorted(bounds)):
        while start < stop and lines.is_gap(start):
            start += 1
        first = items[start] if start < stop else None
        if isinstance(first, Heading):
            heading = first
        if copies := lines.copies(start, stop):
            over = heading or Heading(None)
            is_side = SIDEBOARD in (over.section, getattr(first, "section", None))
            is_typed = over.section is None and heading is not None
            yield Block(start, stop, copies, is_side, is_typed, start in far)
            heading = None


def _is_whole(items: Sequence[Item]) -> bool:
    """Whether a deck has lands and other cards."""
    kinds: set[bool] = set()
    for item in items:
        for entry in cards_of(item):
            card = catalogue().find(entry.name).card
            kinds.update(["Land" in card.types] if card else [])
        if len(kinds) == 2:
            return True
    return False


def _parts(marks: Sequence[Part], end: int) -> list[Part]:
    """The parts that begin at the marks; the first begins with the text."""
    starts = [0, *(mark.start for mark in marks[1:])]
    stops = [*starts[1:], end]
    return [
        mark._replace(start=start, stop=stop)
        for mark, start, stop in zip(marks, starts, stops, strict=True)
    ]

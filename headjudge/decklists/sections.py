"""The sections of lines, with or without marks of them, and the totals that the list states."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import accumulate, pairwise, permutations
from types import MappingProxyType
from typing import Literal, NamedTuple

from cards import Card, catalogue
from cards.command_zone import KEYWORDS, OWN_TEXT, PARTNER_WITH, command_facts
from headjudge.decklists.lines import notation, several
from headjudge.decklists.lines.classifier import MOST_OF_UNKNOWN
from headjudge.decklists.lines.headings import HIGHEST_TOTAL, Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Item, Kind, Label, Several, Step
from headjudge.decklists.prose import (
    SIDEBOARD_MAX,
    begins_with_count,
    is_bare,
    is_near_title,
    with_maybeboard,
)
from messages import say, say_count, say_list, say_short_list
from validator.model import (
    COMMANDER,
    COMPANION,
    MAIN,
    MAYBEBOARD,
    SIDEBOARD,
    TOKENS,
    Decklist,
    Line,
    Notice,
    Place,
)

BlankLine = Literal["doubtful", "sideboard", "nothing"]
"""The meaning of the last blank line if no heading or mark names a section.

"doubtful": the sideboard begins there if its size fits, with a notice. "sideboard": it begins
there, whatever its size. "nothing": the program marks its sideboards in another way.
"""

LEAST_SPACED = 5
SPACED = 0.8
"""The share of lines with a blank line between them from which on such a line means nothing."""
SIZE_OF_COMMANDER = 100
MOST_COMMANDERS = 2
WITH_COMMANDERS = range(SIZE_OF_COMMANDER - MOST_COMMANDERS, SIZE_OF_COMMANDER + 1)
"""Cards of a main deck with or without its commanders."""
LEADERS = frozenset({"Creature", "Vehicle", "Spacecraft", "Background"})
"""Kinds of legendary cards that may command."""
SIZES = (60, 40)
"""Sizes of main decks that players build."""
CONSTRUCTED_MIN = 60
"""The minimum main deck outside Limited."""
MOST_ABOVE = 4
"""Cards that players add to a main deck of a usual size."""
WITH_SIDEBOARD = range(
    CONSTRUCTED_MIN + SIDEBOARD_MAX, CONSTRUCTED_MIN + SIDEBOARD_MAX + MOST_ABOVE + 1
)
"""Cards of a main deck of 60, or a few more, with its sideboard."""
MOST_DECKS = 8
"""A text with more decks is not that of a team, and is read as one deck."""


KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "avatar": frozenset({"Vanguard"}),
        "planes": frozenset({"Plane", "Phenomenon"}),
        "schemes": frozenset({"Scheme"}),
        "attractions": frozenset({"Attraction"}),
        "stickers": frozenset({"Stickers"}),
        "conspiracies": frozenset({"Conspiracy"}),
        "contraptions": frozenset({"Contraption"}),
        "dungeons": frozenset({"Dungeon"}),
        TOKENS: frozenset(),
    }
)
"""The types of the cards that are kept beside the deck, by section; tokens have names alone."""


class Sections:
    """Tracks the current section through headings and blank lines.

    Cards beside the deck, a maybeboard and a companion end by themselves, and what comes after
    belongs to the section before. A maybeboard ends at a blank line or any heading; cards beside
    the deck at any heading, and at a blank line before cards of another kind; tokens, and
    conspiracies whose number is stated, also at the first card of another kind.
    """

    are_named = False
    """Whether a heading or line names a section other than the main deck; if so, blank lines have
    no meaning."""
    is_commander_open = False
    """Whether the deck continues after a commander without a separator."""
    is_companion_open = False
    """The same after a companion."""
    in_settings = False
    """Whether lines such as `Key=Value` are expected here."""
    current = MAIN
    of_plain: str | None = MAIN
    """The section of a line with a count and a title; None if it depends on the line."""
    _interrupted = MAIN
    _companion: str | None = None
    _is_of_one_kind = False
    """Whether the current section ends at the first card of another kind."""
    _is_begun = False
    """Whether the current section has a card."""
    _is_apart = False
    """Whether a blank line follows that card."""

    def __init__(self, *, pool: bool) -> None:
        """In a `pool` every card is in the section "main"."""
        self.is_of_pool = pool

    def enter(self, heading: Heading) -> None:
        """Enter the section of the heading, if it has one."""
        self.in_settings = heading.settings
        if heading.section is not None:
            self.are_named = self.are_named or heading.section != MAIN
            # Conspiracy (12) may be the set of the cards below.
            is_stated = heading.section == "conspiracies" and heading.total is not None
            self._is_of_one_kind = heading.section == TOKENS or is_stated
            self.is_commander_open = self.is_commander_open or heading.is_assumed
            self._enter(heading.section)
        elif heading.owner:
            self._enter(MAIN)
        else:
            self.words()
        self._choose()

    def words(self) -> None:
        """A heading of the writer's own, or any other line that is no card."""
        if self.current == COMPANION or (self._is_begun and self._ends_by_itself):
            self._end()

    def blank(self) -> None:
        """A blank line ends the companion and the maybeboard, once they have cards."""
        self._is_apart = self._is_begun
        if self._is_begun and self.current in (COMPANION, MAYBEBOARD):
            self._end()

    def section_of(self, entry: Entry) -> str:
        """The section of the card."""
        if self.is_of_pool:
            return MAIN
        is_hidden = entry.section == TOKENS and is_other_card(entry.name, TOKENS)
        if entry.section == MAIN and self.current == MAYBEBOARD:
            return MAYBEBOARD  # MB: 2 Opt
        if entry.section is not None and not is_hidden:
            self.are_named = self.are_named or entry.section != MAIN
            return entry.section
        if self.current in KINDS and (self._is_apart or self._is_of_one_kind):
            if is_other_card(entry.name, self.current):
                self._end()
        elif self.current == COMPANION and self._companion not in (None, entry.name):
            # A deck has one companion: the following cards belong to the deck again.
            self._end()
            self.is_companion_open = True
        self._companion = entry.name
        self._is_begun = True
        return self.current

    @property
    def _ends_by_itself(self) -> bool:
        return self.current in KINDS or self.current in (COMPANION, MAYBEBOARD)

    def _enter(self, section: str) -> None:
        if not self._ends_by_itself:
            self._interrupted = self.current
        self.current, self._companion = section, None
        self._is_begun = self._is_apart = False

    def _end(self) -> None:
        self.current, self._companion = self._interrupted, None
        self._is_begun = self._is_apart = False
        self._choose()

    def _choose(self) -> None:
        is_plain = self.is_of_pool or self.current in (MAIN, SIDEBOARD, COMMANDER)
        of_plain = MAIN if self.is_of_pool else self.current
        self.of_plain = of_plain if is_plain and not self.in_settings else None


def is_other_card(name: str, section: str) -> bool:
    """Whether the name is that of a card which is not kept in such a section beside the deck."""
    facts = catalogue()
    if section == TOKENS and facts.is_token(name):
        return False
    cards = facts.find(name).cards
    return bool(cards) and not any(
        KINDS[section].intersection((*card.types, *card.subtypes)) for card in cards
    )


_COUNT_BEHIND = r"(?P<before>[x×:]? ?)(?P<copies>[0-9]{1,3})(?P<behind> ?[枚张張장개]?)\s*\Z"
"""帰化4枚, Opt x4"""


class Gap(NamedTuple):
    """A blank line, or a drawn one."""

    number: int
    """Its number in the text."""
    above: int
    """How many lines with cards are above it."""


def sizes_of(lines: Iterable[Line]) -> Mapping[str, int]:
    """The copies on the lines by section."""
    sizes = defaultdict[str, int](int)
    for line in lines:
        sizes[line.section] += line.copies
    return sizes


def lines_of(deck: Decklist, section: str) -> Sequence[Line]:
    """The lines of a section."""
    return [line for line in deck.lines if line.section == section]


def is_large(deck: Decklist, smallest: int) -> bool:
    """Whether the main deck has at least that many cards."""
    return sum(line.copies for line in deck.lines if line.section == MAIN) >= smallest


def larger_gaps(lines: Sequence[Line], gaps: Sequence[Gap]) -> Sequence[Gap]:
    """The gaps that mean something: where one is between nearly all lines, only those of more
    blank lines than most."""
    # Most lists have one or two blank lines, which are too few for that.
    least = len(gaps) / SPACED + 1
    if len(lines) < LEAST_SPACED or _rows_of(lines[:LEAST_SPACED]) > least:
        return gaps
    between = _rows_of(lines) - 1
    blanks = Counter(gap.above for gap in gaps if 0 < gap.above < len(lines))
    if len(blanks) < SPACED * between or not between:
        return gaps
    usual = sorted([0] * (between - len(blanks)) + [*blanks.values()])[(between - 1) // 2]
    return [gap for gap in {gap.above: gap for gap in gaps}.values() if blanks[gap.above] > usual]


def _rows_of(lines: Sequence[Line]) -> int:
    """The lines of the text from which they were read."""
    return len({line.number for line in lines})


def sideboard_behind_blank(
    meaning: BlankLine, lines: tuple[Line, ...], gaps: Sequence[Gap], main_min: int
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines in their sections, using blank lines if nothing else marks any."""
    if meaning == "doubtful":
        return guess_sideboard(lines, gaps, main_min)
    start = _last_block(lines, gaps) if meaning == "sideboard" else 0
    return (*lines[:start], *_as_sideboard(lines[start:])) if start else lines, ()


def guess_sideboard(
    lines: tuple[Line, ...], gaps: Sequence[Gap], main_min: int
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines, with those after the last blank line as the sideboard, and a notice.

    Magic Online separates the sideboard in this way. The lines are returned unchanged if more
    than 15 cards come after the blank line, or fewer than `main_min` before it; with a notice if
    a blank line may mean that all the same.
    """
    sums = [*accumulate([line.copies for line in lines], initial=0)]
    start = _last_block(lines, gaps)
    size = sums[-1] - sums[start]
    if not 1 <= size <= SIDEBOARD_MAX or sums[start] < main_min:
        return lines, _doubtful_blank(lines, sums, gaps, main_min)
    notice = _guess_notice(lines[start].number, size)
    return (*lines[:start], *_as_sideboard(lines[start:])), (notice,)


def _doubtful_blank(
    lines: Sequence[Line], sums: Sequence[int], gaps: Sequence[Gap], main_min: int
) -> tuple[Notice, ...]:
    """A notice if the cards above a blank line are a deck of about a usual size, with its lands,
    and other cards are below, which may be a sideboard of any size, or those of a whole sideboard.
    `sums` are the copies above each line, and those of all."""
    count = sums[-1]
    for start in dict.fromkeys([gap.above for gap in gaps]):
        above = sums[start] if start < len(lines) else 0
        is_usual = abs(above - main_min) <= MOST_ABOVE or (
            above in SIZES and main_min <= CONSTRUCTED_MIN
        )
        is_usual = is_usual or (count - above == SIDEBOARD_MAX and above >= min(SIZES))
        is_short = above < main_min and above not in SIZES
        if is_usual and not (is_short and count - above != SIDEBOARD_MAX):
            lands = sum([line.copies for line in lines[:start] if is_land(line)])
            unknown = sum([line.copies for line in lines[:start] if _is_unknown(line)])
            is_whole = lands + unknown >= above * 3 // 10 and lands <= above // 2
            if is_whole and not all(map(is_land, lines[start:])):
                return (_main_notice(count, count - above, lines[start].number),)
    return ()


def _is_unknown(line: Line) -> bool:
    """Whether no card has the name, so that it may be a land."""
    return not catalogue().find(line.name).cards


def is_land(line: Line) -> bool:
    """Whether the line has a land."""
    card = catalogue().find(line.name).card
    return card is not None and "Land" in card.types


def _main_notice(count: int, side: int, line: int | None) -> Notice:
    message = say(
        "The main deck has {count} cards, and nothing names a sideboard: if the last {limit} are"
        " the sideboard, put a line 'Sideboard' above them.",
        count=count,
        limit=side,
    )
    return Notice("main-doubtful", "warning", message, (Place(None, MAIN, line, count),))


def commanders_apart(
    lines: tuple[Line, ...], main: int, gaps: Sequence[Gap], *, is_open: bool
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines, with cards that a blank line sets apart as the commanders, and a notice.

    Programs write them last, behind the deck or its sideboard, or first, without a heading, or as
    the whole sideboard (XMage). They are one or two cards that make the deck one of a hundred;
    unless they are behind a sideboard they are legendary, two may command together, and no other
    card but basic lands has several copies. `main` is the number of cards of the main deck, and
    `is_open` tells whether no line names a section.
    """
    if main not in WITH_COMMANDERS or len(lines) <= MOST_COMMANDERS:
        return lines, ()
    side = [at for at, line in enumerate(lines) if line.section == SIDEBOARD]
    start = _last_block(lines, gaps) if gaps else len(lines)
    end = next((gap.above for gap in gaps if gap.above), 0)
    blocks = [
        block
        for block in ([*range(start, len(lines))], [*range(end)], side)
        if 0 < len(block) <= MOST_COMMANDERS
        and _make_a_hundred(lines, block, is_open=is_open or block == side)
    ]
    if not blocks or any(block != blocks[0] for block in blocks):
        return lines, ()  # one on either side may be the commander
    found = [lines[at] for at in blocks[0]]
    moved = [line.moved(COMMANDER) if at in blocks[0] else line for at, line in enumerate(lines)]
    is_beside = found[0].section == SIDEBOARD and len(side) > len(found)
    return tuple(moved), (_commander_notice(found, beside=is_beside),)


def _make_a_hundred(lines: Sequence[Line], block: Sequence[int], *, is_open: bool) -> bool:
    """Whether the cards of the block are the commanders of a deck of a hundred cards."""
    section = lines[block[0]].section
    others = [line for at, line in enumerate(lines) if at not in block]
    copies = sum(line.copies for line in others if line.section == MAIN)
    if copies + len(block) != SIZE_OF_COMMANDER or any(lines[at].copies > 1 for at in block):
        return False
    sections = {line.section for line in others}
    if section == SIDEBOARD and SIDEBOARD in sections:
        return COMMANDER not in sections and others[-1].section == SIDEBOARD
    find = catalogue().find
    cards = [find(lines[at].name).card for at in block]
    return (
        is_open
        and COMMANDER not in sections
        and all(card is not None and _leads(card) for card in cards)
        and (len(cards) == 1 or all(card is not None and _pairs(card) for card in cards))
        and all(
            line.copies == 1
            or any(card.is_basic or card.copy_limit for card in find(line.name).cards)
            for line in others
        )
    )


def _leads(card: Card) -> bool:
    """Whether the card may command a deck, alone or beside another one."""
    kinds = {*card.types, *card.subtypes}
    is_legend = "Legendary" in card.supertypes and not kinds.isdisjoint(LEADERS)
    return is_legend or OWN_TEXT in command_facts(card).kinds


def may_pair(name: str) -> bool:
    """Whether the name is that of a legendary card that may command beside another one."""
    card = catalogue().find(name).card
    return card is not None and "Legendary" in card.supertypes and _pairs(card)


def _pairs(card: Card) -> bool:
    """Whether the card may command beside another one."""
    kinds = command_facts(card).kinds
    is_partner = not KEYWORDS.isdisjoint(kinds) or any(
        kind.startswith(PARTNER_WITH) for kind in kinds
    )
    return is_partner or not {"Background", "Doctor"}.isdisjoint(card.subtypes)


def _commander_notice(lines: Sequence[Line], *, beside: bool) -> Notice:
    titles = say_list([line.name for line in lines])
    message = say(
        "The last block was read as the commander, not as part of the sideboard, because it makes"
        " the deck one of a hundred cards: {titles}.",
        titles=titles,
    )
    if not beside:
        message = say(
            "The cards apart from the others were read as the commander, because they make the"
            " deck one of a hundred cards: {titles}.",
            titles=titles,
        )
    places = tuple(Place(None, COMMANDER, line.number, line.copies, line.text) for line in lines)
    return Notice("commander-guessed", "warning", message, places)


def with_notices(deck: Decklist, sizes: Mapping[str, int], main_min: int) -> Decklist:
    """The deck, with notices on the sizes of its sections; `main_min` is 0 for a pool."""
    if MAYBEBOARD in sizes:
        deck = with_maybeboard(deck)
    main = sizes.get(MAIN, 0)
    if main in SIZES and main_min >= CONSTRUCTED_MIN and sizes.get(SIDEBOARD, 0) > SIDEBOARD_MAX:
        deck = _with_large_sideboard(deck, main, sizes[SIDEBOARD])
    if main > CONSTRUCTED_MIN and main_min:
        deck = _with_doubtful_main(deck, sizes, main_min)
    return deck


def _with_large_sideboard(deck: Decklist, size: int, count: int) -> Decklist:
    """The deck of Constructed, with a notice that far more cards than a sideboard has follow a
    main deck of a usual size: another deck or the rest of a pool."""
    message = say(
        "The sideboard has {count} cards beside a main deck of {main}, and outside Limited at most"
        " {limit}: check whether another deck begins there.",
        count=count,
        main=size,
        limit=SIDEBOARD_MAX,
    )
    place = Place(None, SIDEBOARD, lines_of(deck, SIDEBOARD)[0].number, count)
    notice = Notice("sideboard-large", "warning", message, (place,))
    return deck._replace(notices=(*deck.notices, notice))


LEAST_REPEATED, SHARE_REPEATED = 5, 0.75
"""Minimum cards, and their share of all, that show that a list is there twice."""
LEAST_OF_TWO = 2 * min(SIZES)
"""Cards of two of the smallest main decks."""
LEAST_AGAIN = 1.5
"""Cards of further views of a deck, in proportion to it: some pages leave out the lands in one."""
LEAST_OF_VIEWS = round((1 + LEAST_AGAIN) * min(SIZES))
"""Cards of the smallest deck with its further views."""
MOST_OF_MAIN = 120
"""Main decks of Constructed that are as large may be two."""


def _with_doubtful_main(deck: Decklist, sizes: Mapping[str, int], main_min: int) -> Decklist:
    """The deck, with a notice if its main deck may be more than one: it has the same cards again,
    those of a sideboard without a mark, or those of several decks."""
    count = sizes[MAIN]
    is_alone = main_min == CONSTRUCTED_MIN and len(sizes) == 1
    side = _behind_words(deck) if is_alone and deck.notices else 0
    if main_min == CONSTRUCTED_MIN and count in WITH_SIDEBOARD:
        side = side or (0 if sizes.keys() - {MAIN, MAYBEBOARD} else SIDEBOARD_MAX)
    main = deck.lines if len(sizes) == 1 else lines_of(deck, MAIN)
    again = _listed_again(main, count)
    if not (side or again) and count < LEAST_OF_TWO:
        return deck
    if again:
        notice = _again_at_the_end(main, again)
    elif count >= LEAST_OF_TWO and (times := _repetition(main)):
        notice = _repetition_notice(main, times)
    elif side:
        notice = _main_notice(count, side, main[0].number)
    elif main_min == CONSTRUCTED_MIN and count >= MOST_OF_MAIN:
        message = say(
            "The main deck has {count} cards, as many as several decks: if there are several, put"
            " the name of its player above each, and send at most {limit} together.",
            count=count,
            limit=MOST_DECKS,
        )
        place = Place(None, MAIN, main[0].number, count)
        notice = Notice("main-doubtful", "warning", message, (place,))
    else:
        return deck
    if any(each.code in ("decks-not-split", "main-doubtful") for each in deck.notices):
        return deck
    return deck._replace(notices=(*deck.notices, notice))


def _listed_again(lines: Sequence[Line], count: int) -> int:
    """How many of the last lines are above as well, if the deck has a usual size without them and
    they are not only lands."""
    cards = [(line.name, line.copies) for line in lines]
    number = copies = 0
    while number < SIDEBOARD_MAX and cards and (last := cards.pop()) in cards:
        number, copies = number + 1, copies + last[1]
    is_usual = count - copies in (*SIZES, *WITH_COMMANDERS)
    return number if is_usual and not all(map(is_land, lines[len(lines) - number :])) else 0


def _again_at_the_end(lines: Sequence[Line], number: int) -> Notice:
    last = lines[len(lines) - number :]
    message = say(
        "The last cards of the main deck are listed above as well: {titles}. If they are only"
        " mentioned again, remove them.",
        titles=say_short_list([line.name for line in last]),
    )
    places = tuple(Place(None, MAIN, line.number, line.copies, line.text) for line in last)
    return Notice("main-doubtful", "warning", message, places)


def with_repetition(decks: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
    """The decks of one text, with a notice if they are nearly the same list, pasted twice or in two
    states, or if one has all cards of another, as a card pool has."""
    mains = [lines_of(deck, MAIN) for deck in decks]
    lines = [line for main in mains for line in main]
    if not all(mains):
        return decks
    if times := _repetition(lines):
        notice = _repetition_notice(lines, times)
    elif pair := _deck_and_pool(mains):
        deck, pool = pair
        message = say(
            "All cards of deck {deck} are in deck {pool} as well: if that is the card pool, send it"
            " as the pool.",
            deck=deck + 1,
            pool=pool + 1,
        )
        notice = Notice("main-doubtful", "warning", message, (Place(None, MAIN, lines[0].number),))
    else:
        return decks
    first, *others = decks
    return (first._replace(notices=(*first.notices, notice)), *others)


def end_of_first_view(lines: Sequence[Line]) -> int | None:
    """The last line of a deck that the text has at least twice again, in other orders.

    Pages show a deck by type, by colour and by mana value. None if the text is no such page.
    """
    seen: set[tuple[str, int]] = set()
    of_title: Counter[str] = Counter()
    last = copies = total = 0
    for line in lines:
        total += line.copies
        if (line.name, line.copies) not in seen and line.copies != of_title[line.name]:
            seen.add((line.name, line.copies))
            of_title[line.name] += line.copies  # a view may have those of the sideboard as well
            last, copies = line.number or 0, total
    is_deck = copies in SIZES or copies - SIDEBOARD_MAX in SIZES
    return last if is_deck and total - copies >= LEAST_AGAIN * copies else None


def again_notice(first: int, last: int) -> Notice:
    """The notice that lines were not read, as they show the same cards in another order."""
    message = say(
        "Lines {first} to {last} list the same cards again in another order and were not read.",
        first=first,
        last=last,
    )
    return Notice("main-doubtful", "warning", message, (Place(None, MAIN, first),))


def _deck_and_pool(mains: Sequence[Sequence[Line]]) -> tuple[int, int] | None:
    """A main deck, and another one with all its cards but lands; None if there are none."""
    spells = [
        Counter({line.name.casefold(): line.copies for line in main if not is_land(line)})
        for main in mains
    ]
    for deck, pool in permutations(range(len(mains)), 2):
        if len(spells[deck]) >= LEAST_REPEATED and spells[deck] <= spells[pool]:
            return deck, pool
    return None


def _repetition_notice(lines: Sequence[Line], times: int) -> Notice:
    count = sum([line.copies for line in lines])
    message = say(
        "Nearly all cards of the main deck are listed {times} times with the same counts,"
        " {count} cards in all: if the text has the same list several times, remove all but"
        " one.",
        times=times,
        count=count,
    )
    return Notice("main-doubtful", "warning", message, (Place(None, MAIN, lines[0].number, count),))


def _behind_words(deck: Decklist) -> int:
    """The last cards, as many as a sideboard has, below words that were skipped and a main deck of
    the usual size; 0 if there are none. The words may be an unknown heading."""
    numbers = [line.number or 0 for line in deck.lines]
    sums = [*accumulate((line.copies for line in deck.lines), initial=0)]
    for notice in deck.notices:
        for place in notice.places if notice.code == "line-ignored" else ():
            above = sums[bisect_right(numbers, place.line or 0)]
            is_main = 0 <= above - CONSTRUCTED_MIN <= MOST_ABOVE
            if is_main and 1 <= sums[-1] - above <= SIDEBOARD_MAX:
                return sums[-1] - above
    return 0


def _repetition(lines: Sequence[Line]) -> int:
    """How many times nearly all cards are in the list with the same counts; 0 if only once.

    Copies that follow each other on lines of their own are no repetition.
    """
    if len(lines) < (1 + SHARE_REPEATED) * len({line.name for line in lines}):
        return 0  # as nearly always
    cards = [(line.name, line.copies) for line in lines]
    times = Counter(card for before, card in pairwise([None, *cards]) if card != before)
    usual, number = Counter(times.values()).most_common(1)[0]
    is_list = number >= LEAST_REPEATED and SHARE_REPEATED * len(times) <= number
    return usual if usual > 1 and is_list else 0


def _as_sideboard(lines: Iterable[Line]) -> list[Line]:
    return [line.moved(SIDEBOARD) for line in lines]


def _last_block(lines: Sequence[Line], gaps: Sequence[Gap]) -> int:
    """The index of the first card after the last blank line that has cards below it."""
    for gap in reversed(gaps):
        if gap.above < len(lines):
            return gap.above
    return 0


def _guess_notice(line: int | None, size: int) -> Notice:
    message = say_count(
        size,
        "Line {line} and those below it were read as the sideboard: {number} card comes after"
        " the last blank line, without a heading. If it is the sideboard, put a line"
        " 'Sideboard' before it; if it belongs to the main deck, remove the blank line.",
        "Line {line} and those below it were read as the sideboard: {number} cards come after"
        " the last blank line, without a heading. If they are the sideboard, put a line"
        " 'Sideboard' before them; if they belong to the main deck, remove the blank line.",
        line=line,
    )
    place = Place(None, SIDEBOARD, line, size)
    return Notice("sideboard-guessed", "warning", message, places=(place,))


LEAST_TOTAL = 8
"""More copies than any list has of a card other than a basic land."""
LEAST_IN_STYLE = 3
"""Minimum cards that show where a list has its counts."""


def totals(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where each label becomes a heading or a card, as the numbers prove.

    A heading whose number is proven by nothing differs; one that could also be a card is a guess.
    """
    lines = _without_sizes(_resolve_labels(steps))
    blocks = Blocks(lines)
    guesses = _doubtful_headings(lines, context.read)
    return [
        step._replace(item=step.item._replace(differs=differs, may_be_card=index in guesses))
        if isinstance(step.item, Heading)
        and (
            (differs := _differs(step.item, blocks, index) and not _is_statistic(lines, index))
            or index in guesses
        )
        else step
        for index, step in enumerate(lines)
    ]


def _without_sizes(steps: list[Step]) -> list[Step]:
    """The lines, where `Main: 60` right above `Side: 15`, before all cards, open no sections."""
    begun = next((at for at, step in enumerate(steps) if _is_of_cards(step)), 0)
    first = [at for at, step in enumerate(steps[:begun]) if isinstance(step.item, Heading)]
    stated = [steps[at].item for at in first]
    if [(getattr(each, "section", None), bool(getattr(each, "total", 0))) for each in stated] == [
        (MAIN, True),
        (SIDEBOARD, True),
    ]:
        totals = [getattr(each, "total", 0) for each in stated]
        are_all = sum(totals) == Blocks(steps).sum(len(steps))
        for at, total in zip(first, totals, strict=True):
            item = Heading(None, total=None if are_all else total, is_statement=True)
            steps[at] = steps[at]._replace(item=item)
    return steps


def _is_of_cards(step: Step) -> bool:
    return isinstance(step.item, Entry | Label | Several)


def _resolve_labels(steps: Sequence[Step]) -> list[Step]:
    if not any(isinstance(step.item, Label | Guess) for step in steps):
        return [*steps]
    lines = _with_headings([*_cards_in_style(steps)])
    before = sum(type(step.item) is Entry and begins_with_count(step) for step in lines)
    are_before = any(_is_total_before(step) for step in lines)
    are_in_brackets = sum(map(_is_card_with_brackets, lines)) >= max(before, LEAST_IN_STYLE)
    blocks = Blocks(lines)
    ordered: list[Step] = []
    for index, step in enumerate(lines):
        if isinstance(step.item, Label):
            card = step.item.otherwise
            # Above lines that begin with counts, Burn (13) is no card; Lightning Bolt 4 may be.
            is_odd = type(card) is Entry and before >= LEAST_IN_STYLE and _is_many(step, card)
            # In lists with counts in brackets, two cards below Regrowth (2) prove nothing.
            is_in_style = are_in_brackets and _is_card_with_brackets(step)
            is_proven = blocks.prove(index) and not (_may_be_card(step) or is_in_style)
            # 4 Rituel sombre may be a misspelt card; beside 20 lands, 4 instants and sorc. is not.
            is_few = step.item.total <= MOST_OF_UNKNOWN
            is_misspelt = isinstance(card, Guess) and is_few and not are_before
            total = step.item.total
            is_sum = not is_few and blocks.agree(index, total)
            is_heading = is_odd or is_sum or (is_proven and not is_misspelt)
            if card is Kind.UNREADABLE and are_in_brackets and 0 < total < LEAST_TOTAL:
                card = Guess(total, _words(step.text))  # Goblin Tokem (2) among Opt (4)
            item = Heading(None, total=total) if is_heading else card
            if isinstance(item, Guess) and not is_few and _is_no_card(step, item):
                # 61 cards by my reckoning, 783 posts: no card has as many copies.
                item = Heading(None, total=total) if total <= HIGHEST_TOTAL else Kind.PROSE
            step = step._replace(item=item)
        ordered.append(step)
    return ordered


def _is_no_card(step: Step, card: Guess) -> bool:
    """Whether so many copies of an unknown name are no card: nothing marks the number as a count,
    and the name is neither near a title nor the beginning of a sentence."""
    is_marked = re.match(r"\s*[0-9]+[x×]", step.text) is not None
    return not (is_marked or card.name[0].islower() or is_near_title(card.name))


def _is_many(step: Step, card: Entry) -> bool:
    """Whether the number after a title is too high to be a number of copies."""
    cards = catalogue().find(card.name).cards
    is_basic = any(each.is_basic for each in cards)
    return card.copies >= LEAST_TOTAL and (not is_basic or _is_in_brackets(step.text))


def _doubtful_headings(steps: Sequence[Step], read: Callable[[str], Item]) -> set[int]:
    """The headings that could also be cards: `Burn 4`, with exactly four cards below.

    A number in brackets over many cards can't be one of copies: `Time Spiral (13)`.
    """
    return {
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Heading)
        and step.item.total
        and step.item.total <= MOST_OF_UNKNOWN
        and not (_is_in_brackets(step.text) and step.item.total >= LEAST_TOTAL)
        and isinstance(label := read(step.text), Label)
        and type(label.otherwise) is Entry
    }


def _differs(heading: Heading, blocks: Blocks, index: int) -> bool:
    """Whether the heading states another number of cards than lie between it and any other one."""
    total = heading.total or 0
    is_size = heading.is_statement and total in blocks.sizes
    return bool(total) and not (is_size or blocks.agree(index, total))


def _is_statistic(steps: Sequence[Step], index: int) -> bool:
    """Whether the heading is a row of a table of numbers (`| Creatures | 32 |`) without cards."""
    around = steps[max(0, index - 1) : index + 2]
    is_row = any(map(several.count_of_cell, several.cells_of(steps[index].text)))
    return is_row and not any(isinstance(step.item, Entry) for step in around)


def _is_total_before(step: Step) -> bool:
    """Whether the line begins with a number that is a heading's, or too high for copies."""
    total = getattr(step.item, "total", None) or 0
    least = 1 if isinstance(step.item, Heading) else LEAST_TOTAL
    return total >= least and step.text.lstrip()[:1].isdecimal()


def _with_headings(steps: list[Step]) -> list[Step]:
    """The lines, where those with a count, no title and that many cards below become headings, and
    the last if so many cards are above.

    `12 Creats`, `20 Landen`, `Removal 8`, `60 in all`. A large number is proof by itself; small
    ones only if all of them agree. One of several cards on a line is never a heading.
    """
    on_line = Counter(step.number for step in steps)
    guesses = {
        index: step.item
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess)
        and step.item.copies > 1
        and on_line[step.number] == 1
        and (begins_with_count(step) or re.search(_COUNT_BEHIND, step.text))
    }
    if all(guess.copies < LEAST_TOTAL for guess in guesses.values()):
        return steps
    marked = [*steps]
    for index, guess in guesses.items():
        marked[index] = steps[index]._replace(item=Label(guess.copies, guess))
    blocks = Blocks(marked)
    last = max(guesses)
    ends = {last} if blocks.sum(last) == blocks.sum(len(marked)) == guesses[last].copies else set()
    proven = {
        index: guess.copies
        for index, guess in guesses.items()
        if index in ends
        or (
            blocks.below(index) == guess.copies
            and not (is_near_title(guess.name) or catalogue().is_token(guess.name))
        )
    }
    for index, total in proven.items():
        if len(proven) == len(guesses) or total >= LEAST_TOTAL:
            steps[index] = steps[index]._replace(item=Heading(None, total=total))
    return steps


def _cards_in_style(steps: Sequence[Step]) -> Iterator[Step]:
    """The lines, where labels become cards if the list has its counts after the titles."""
    behind = [
        step.item.otherwise
        for step in steps
        if isinstance(step.item, Label) and not _is_in_brackets(step.text)
    ]
    cards = sum(type(item) is Entry for item in behind)
    entries = [step for step in steps if isinstance(step.item, Entry)]
    before = sum(map(begins_with_count, entries))
    marked = sum(any(map(str.isdecimal, step.text)) for step in entries) - before
    are_all = cards >= LEAST_IN_STYLE and not before
    is_style = cards + marked > before and (are_all or 2 * cards >= len(behind))
    signs = _signs_of_copies(entries)
    for step in steps:
        is_otherwise = _is_in_brackets(step.text) or step.text.lstrip()[:1].isdecimal()
        _, sign = _number_behind(step.text) or (0, "")
        is_same = not before and signs[sign] >= LEAST_IN_STYLE
        # 24 Terre is otherwise.
        if (is_style or is_same) and isinstance(step.item, Label) and not is_otherwise:
            item = step.item.otherwise
            if not isinstance(item, Entry):
                item = Guess(step.item.total, _words(step.text)) if step.item.total else item
            step = step._replace(item=item)
        yield step


def _signs_of_copies(entries: Sequence[Step]) -> Counter[str]:
    """How many titles have each of the signs around the copies behind them."""
    signs: Counter[str] = Counter()
    for step in entries:
        number, sign = _number_behind(step.text) or (0, "")
        item = step.item
        if type(item) is Entry and item.copies == number and not begins_with_count(step):
            signs[sign] += 1
    return signs


def _number_behind(text: str) -> tuple[int, str] | None:
    """The number behind words and the signs around it: 4 and x in `Opt x4`, 枚 in `帰化4枚`."""
    behind = re.search(_COUNT_BEHIND, text)
    if behind is None:
        return None
    return int(behind["copies"]), (behind["before"] + behind["behind"]).replace(" ", "")


def _words(text: str) -> str:
    words = notation.tidy(text)
    return re.sub(_COUNT_BEHIND, "", words).rstrip("0123456789 :-–—()[]")


def _is_card_with_brackets(step: Step) -> bool:
    """Whether the line is a card followed by its count in brackets."""
    item = step.item
    is_card = isinstance(item, Label) and type(item.otherwise) is Entry
    return is_card and _is_in_brackets(step.text)


def _is_in_brackets(text: str) -> bool:
    return text.rstrip().endswith((")", "]"))


def _may_be_card(step: Step) -> bool:
    """Whether the words of a label may be a misspelt card."""
    item = step.item
    return (
        isinstance(item, Label) and type(item.otherwise) is not Entry and is_near_title(step.text)
    )


class Blocks:
    """The cards between headings, added up."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        copies = [step.item.copies if isinstance(step.item, Entry) else 0 for step in steps]
        self._sums = [*accumulate(copies, initial=0)]
        bounds = [at for at, step in enumerate(steps) if isinstance(step.item, Heading | Label)]
        self._sections = [index for index in bounds if _is_section(steps[index].item)]
        self._around = _neighbours(bounds, len(steps))
        self._sections_around = _neighbours(self._sections, len(steps))

    @cached_property
    def _sums_of_bounds(self) -> Set[int]:
        """The cards above each heading and each card that names its section."""
        bounds = (
            at
            for at, step in enumerate(self._steps)
            if at in self._around or getattr(step.item, "section", None)
        )
        return {0, self._sums[-1], *(self._sums[at] for at in bounds)}

    @cached_property
    def sizes(self) -> Set[int]:
        """The cards of the whole text and of its sections."""
        ends = [self._sums[index] for index in (0, *self._sections, len(self._steps))]
        return {ends[-1], *(stop - start for start, stop in pairwise(ends))}

    def above(self, index: int) -> int:
        """The cards between the heading and the one before it."""
        return self._sums[index] - self._sums[self._around[index][0] + 1]

    def below(self, index: int) -> int:
        """The cards between the heading and the next one of its kind."""
        around = self._sections_around if index in self._sections_around else self._around
        return self._sums[around[index][1]] - self._sums[index + 1]

    def sum(self, index: int) -> int:
        """The cards above the line, from the start of the text."""
        return self._sums[index]

    def rest_of_section(self, index: int) -> int:
        """The cards from the line down to the next heading of a section."""
        place = bisect_right(self._sections, index)
        end = self._sections[place] if place < len(self._sections) else len(self._steps)
        return self._sums[end] - self._sums[index]

    def agree(self, index: int, total: int) -> bool:
        """Whether that number of cards lies between the heading and any other one."""
        return (
            self._sums[index] + total in self._sums_of_bounds
            or self._sums[index] - total in self._sums_of_bounds
        )

    def start(self, index: int) -> int:
        """The index at which the block above the heading begins."""
        return self._around[index][0] + 1

    def prove(self, index: int) -> bool:
        """Whether the heading's total is the number of cards below or above it."""
        total = getattr(self._steps[index].item, "total", None)
        return bool(total) and total in (self.below(index), self.above(index))


def _neighbours(bounds: Sequence[int], end: int) -> dict[int, tuple[int, int]]:
    befores = (-1, *bounds)
    afters = (*bounds[1:], end)
    return {index: (befores[place], afters[place]) for place, index in enumerate(bounds)}


def _is_section(item: Item) -> bool:
    return isinstance(item, Heading) and (item.section is not None or bool(item.owner))


def footers(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with each heading below its own block moved above it.

    A heading is such a footer if its total is the number of cards above it and not below it.
    """
    if context.pool or not any(getattr(step.item, "total", None) for step in steps):
        return steps
    blocks = Blocks(steps)
    stated = [at for at, step in enumerate(steps) if getattr(step.item, "total", None)]
    # Where all numbers are below cards, that of the last heading is as well: 15 sideboard cards.
    above = [
        at for at in stated if not blocks.sum(at) and getattr(steps[at].item, "is_of_types", False)
    ]
    are_below = len(stated) > 1 and not above
    last = stated[-1] if stated and not blocks.rest_of_section(stated[-1]) else -1
    moved: dict[int, Step] = {}
    ends: dict[int, Step] = {}
    for index, step in enumerate(steps):
        item = step.item
        if not isinstance(item, Heading) or not item.section or not item.total:
            continue
        is_proven = item.total == blocks.above(index) and item.total != blocks.below(index)
        if is_proven or (index == last and are_below and not blocks.below(index)):
            moved[blocks.start(index)] = step._replace(by="")
            ends[index] = step._replace(item=Heading(MAIN))
    if not moved:
        return steps
    if all(at in ends for at in stated):  # the caption of a picture
        end = max(ends)
        behind = [
            step._replace(item=Kind.PROSE)
            if isinstance(step.item, Entry) and is_bare(step)
            else step
            for step in steps[end:]
        ]
        steps = [*steps[:end], *behind]
    ordered: list[Step] = []
    for index, step in enumerate(steps):
        if index in moved:
            ordered.append(moved[index])
        ordered.append(ends.get(index, step))
    return ordered

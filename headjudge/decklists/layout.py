"""Resolves lines whose meaning depends on the lines around them.

Programs write one card per line. People break titles over two lines, put the number of cards
above or below a block, name the list after a card, and write prose around it. A reading that the
numbers of the list prove is accepted; a guess is reported by a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from headjudge.decklists.documents import cells
from headjudge.decklists.line_notices import line_notices
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Guess, Item, Label, Other, Several, Step
from headjudge.decklists.prose import (
    begins_with_count,
    without_count,
    without_prose,
)
from headjudge.decklists.sections import is_other_card
from headjudge.decklists.side_by_side import flat
from headjudge.decklists.style import (
    in_style,
    with_section_of_line,
    without_breaks,
    without_costs,
    without_lists_in_prose,
)
from headjudge.decklists.totals import (
    Blocks,
    differing_totals,
    doubtful_headings,
    footers_first,
    resolve_labels,
)
from validator.model import COMMANDER, COMPANION, MAIN, Notice

CONSPIRACIES = "conspiracies"
MOST_COMMANDERS = 2
MOST_IN_BLOCK = 4
"""Maximum cards between a heading for commanders and a blank line: more are the deck itself."""
MOST_JOINED = 3
"""Maximum lines of a broken title or remark."""


Read = Callable[[str], Item]


def is_odd(item: Item) -> bool:
    """Whether the meaning of a line depends on the lines around it."""
    if isinstance(item, Heading):
        return item.total is not None or item.section == COMMANDER
    return isinstance(item, Guess | Label | Several) or item is Other.UNREADABLE


class Arranged(NamedTuple):
    """The lines of a list, with their meanings resolved."""

    steps: list[Step]
    ignored: Sequence[Step] = ()
    """The lines that were skipped; the item is a heading if the line is one of the writer's own."""
    unproven: frozenset[int] = frozenset()
    """The numbers of the lines whose number of cards is not that of the cards around them."""
    notices: tuple[Notice, ...] = ()


def arrange(steps: Iterable[Step], read: Read, *, title: int | None, pool: bool) -> Arranged:
    """The resolved lines, those that were skipped, and notices on guesses.

    `read` reads a text as a line. `title` is the line, from 0, that is the player's name. In a
    `pool` headings mean nothing, so none is moved.
    """
    cards = with_section_of_line(in_style([*_without_settings(steps, title)], read))
    cards = without_costs(_without_cards_as_headings(cards))
    lines = without_lists_in_prose(_without_numbers(cards, read), pool)
    lines = without_breaks(lines, read)
    joined = resolve_labels([*flat(_with_headings(_join_broken_lines(lines, read)))])
    differing = differing_totals(joined)
    ordered = joined if pool else _after_commanders(_end_full_sections(footers_first(joined)))
    kept, ignored = without_prose(ordered)
    doubtful = doubtful_headings(kept, read)
    unproven = frozenset(step.number for step in (*differing, *doubtful))
    notices = (
        *line_notices("total-differs", differing, pool=pool),
        *line_notices("count-assumed", without_count(kept), pool=pool),
    )
    return Arranged(kept, [*ignored, *doubtful], unproven, notices)


def _without_numbers(steps: list[Step], read: Read) -> list[Step]:
    """The lines without the numbers of a numbered list: 1., 2., 3.

    Other numbers with a point are counts of cards: 4. Opt.
    """
    places = [
        (index, *numbered)
        for index, step in enumerate(steps)
        if (step.item is Other.UNREADABLE or isinstance(step.item, Guess))
        and (numbered := notation.list_number(step.text))
    ]
    numbers = [number for _, number, _ in places]
    follow = pairwise(numbers)
    is_numbered = numbers[:1] == [1] and all(after in (before + 1, 1) for before, after in follow)
    for index, number, rest in places:
        item = read(rest if is_numbered else f"{number} {rest}")
        if item is not Other.BLANK and item is not Other.COMMENT:  # a number alone says nothing
            steps[index] = steps[index]._replace(item=item)
    return steps


def _with_headings(steps: Iterable[Step]) -> list[Step]:
    """The lines, where a sentence above cards that names a section becomes its heading.

    The sideboard never comes first, so a sentence above the whole deck does not begin one.
    """
    lines = [*steps]
    firsts = [index for index, step in enumerate(lines) if isinstance(step.item, Entry | Several)]
    is_over_cards = False
    for index in range(len(lines) - 1, -1, -1):
        step = lines[index]
        item = step.item.otherwise if isinstance(step.item, Label) else step.item
        if item is Other.BLANK or item is Other.COMMENT:
            continue
        if is_over_cards and (item is Other.UNREADABLE or isinstance(item, Guess)):
            heading = headings.among_words(step.text)
            if heading and (heading.section == MAIN or (firsts and firsts[0] < index)):
                lines[index] = step._replace(item=heading)
        is_over_cards = item is not Other.UNREADABLE or step.text.strip().isdecimal()
    return lines


def _without_settings(steps: Iterable[Step], title: int | None) -> Iterator[Step]:
    """The lines with the settings of programs, and the player's name, as comments."""
    in_settings = False
    for step in steps:
        if isinstance(step.item, Heading):
            in_settings = step.item.settings
        if step.number - 1 == title or (in_settings and notation.is_setting(step.text)):
            step = step._replace(item=Other.COMMENT)
        yield step


def _without_cards_as_headings(steps: list[Step]) -> list[Step]:
    """The lines, where `Conspiracy (12)` over other cards is a heading as any other word."""
    below: str | None = None
    for index in range(len(steps) - 1, -1, -1):
        item = steps[index].item
        if isinstance(item, Heading) and item.section == CONSPIRACIES and item.total and below:
            if is_other_card(below, CONSPIRACIES):
                steps[index] = steps[index]._replace(item=Heading(None, total=item.total))
        if isinstance(item, Entry):
            below = item.name
    return steps


def _join_broken_lines(steps: Sequence[Step], read: Read) -> Iterator[Step]:
    """The lines, with titles and remarks that span several lines joined into one."""
    index = 0
    while index < len(steps):
        length, step = _longest_join(steps, index, read)
        yield step
        index += length


def _longest_join(steps: Sequence[Step], index: int, read: Read) -> tuple[int, Step]:
    """How many lines from this one on belong together, and their joint meaning."""
    step = steps[index]
    if step.text.count("(") > step.text.count(")"):
        return _lines_of_remark(steps, index), step
    # "2 Serra" before "Angel": only both lines together are a title.
    is_card = type(step.item) is Entry and not _ends_within(step)
    if not (is_card or _may_go_on(step)):
        return 1, step
    text = notation.tidy(step.text)
    for length, after in enumerate(steps[index + 1 : index + MOST_JOINED], 2):
        if _begins_anew(after) or (is_card and after.item is not Other.UNREADABLE):
            break
        text = f"{text} {notation.tidy(after.text)}"
        if len(text) > notation.LONGEST_TITLE:
            break
        item = read(text)
        if _ends_within(step) and not (type(item) is Entry and "//" in item.name):
            break
        if is_card and not (isinstance(item, Entry) and text.endswith(item.name)):
            break
        if type(item) is Entry or (isinstance(item, Heading) and item.total):
            return length, Step(step.number, step.text, item)
    return 1, step


def _begins_anew(step: Step) -> bool:
    """Whether the line does not continue the one before: it is blank, or has its own count."""
    if isinstance(step.item, Guess | Several) or step.item is Other.BLANK:
        return True
    is_counted = isinstance(step.item, Entry) and any(map(str.isdecimal, step.text))
    return is_counted or begins_with_count(step)


def _lines_of_remark(steps: Sequence[Step], index: int) -> int:
    """The number of lines of a remark whose bracket is left open in this line."""
    for length, after in enumerate(steps[index + 1 : index + MOST_JOINED], 2):
        if _begins_anew(after):
            break
        if ")" in after.text:
            return length if after.text.count(")") > after.text.count("(") else 1
    return 1


def _may_go_on(step: Step) -> bool:
    """Whether the line is a count, or a count with an incomplete title; rows are complete."""
    if _ends_within(step):
        return True
    item = step.item.otherwise if isinstance(step.item, Label) else step.item
    return (isinstance(item, Guess) and not cells.split(step.text)) or (
        item is Other.UNREADABLE and step.text.strip().rstrip("xX× ").isdecimal()
    )


def _ends_within(step: Step) -> bool:
    """Whether the line ends between the faces of a card: `4 Fire //`."""
    return isinstance(step.item, Entry) and step.text.rstrip().endswith("//")


def _end_full_sections(steps: list[Step]) -> list[Step]:
    """The lines, with a heading of the main deck after a section that has all its stated cards.

    `Sideboard (15)`, fifteen cards, and then the creatures of the deck. It is inserted if the
    next heading names no section and has more cards below it than the section states.
    """
    blocks = Blocks(steps)
    ordered: list[Step] = []
    end: tuple[int, int] | None = None
    for index, step in enumerate(steps):
        if isinstance(step.item, Heading):
            if step.item.section:
                total = step.item.total
                is_short = total and step.item.section != MAIN
                end = (blocks.sum(index) + (total or 0), total or 0) if is_short else None
            elif end and end[0] == blocks.sum(index) and blocks.rest_of_section(index) > end[1]:
                ordered.append(step._replace(item=Heading(MAIN)))
                end = None
        ordered.append(step)
    return ordered


def _after_commanders(steps: list[Step]) -> list[Step]:
    """The lines, with a heading added where the deck continues after its commanders.

    None is added if the deck is above its commanders, or has its own heading below them.
    """
    ordered: list[Step] = []
    left, is_assumed = 0, False
    mains = (at for at, step in enumerate(steps) if getattr(step.item, "section", None) == MAIN)
    last_main = max(mains, default=-1)
    is_begun, section = False, MAIN
    for index, step in enumerate(steps):
        if isinstance(step.item, Heading) and step.item.section:
            is_over = step.item.section == COMMANDER and index > last_main and not is_begun
            left, is_assumed = _count_commanders(steps, index) if is_over else (0, False)
            section = step.item.section
        ordered.append(step)
        if isinstance(step.item, Entry) and not left:
            # A deck has one companion, so the cards after it are the deck.
            is_begun, section = is_begun or section != COMPANION, MAIN
        if left and isinstance(step.item, Entry):
            left -= 1
            if not left:
                ordered.append(step._replace(item=Heading(MAIN, is_assumed=is_assumed)))
    return ordered


def _count_commanders(steps: Sequence[Step], index: int) -> tuple[int, bool]:
    """How many entries belong to the heading for commanders at the index, and whether by guess.

    They end at a blank line, another heading or a line that is no card. If that leaves more cards
    than can command a deck, only the first is assumed to be a commander.
    """
    entries = copies = 0
    is_apart = False
    for step in steps[index + 1 :]:
        item = step.item
        if isinstance(item, Entry) and not is_apart:
            entries += 1
            copies += item.copies
        elif item is Other.BLANK:
            is_apart = entries > 0
        elif getattr(item, "section", None) or (entries and item is not Other.COMMENT):
            break
    most = MOST_IN_BLOCK if is_apart else MOST_COMMANDERS
    return (entries, False) if copies <= most else (min(entries, 1), True)

"""Resolves lines whose meaning depends on the lines around them.

Programs write one card per line. People break titles over two lines, put the number of cards
above or below a block, name the list after a card, and write prose around it. A reading that the
numbers of the list prove is accepted; a guess is reported by a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from headjudge.decklists.documents import cells
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import (
    Context,
    Entry,
    Guess,
    Item,
    Kind,
    Label,
    Several,
    Step,
)
from headjudge.decklists.prose import begins_with_count, prose
from headjudge.decklists.sections import is_other_card
from headjudge.decklists.style import (
    breaks,
    columns,
    costs,
    mentions,
    row_sections,
    section_of_line,
    signs,
)
from headjudge.decklists.totals import Blocks, footers, totals
from validator.model import COMMANDER, COMPANION, MAIN

CONSPIRACIES = "conspiracies"
MOST_COMMANDERS = 2
MOST_IN_BLOCK = 4
"""Maximum cards between a heading for commanders and a blank line: more are the deck itself."""
MOST_JOINED = 3
"""Maximum lines of a broken title or remark."""


def is_odd(item: Item) -> bool:
    """Whether the meaning of a line depends on the lines around it."""
    if isinstance(item, Heading):
        return item.total is not None or item.section == COMMANDER
    return isinstance(item, Guess | Label | Several) or item is Kind.UNREADABLE


def arrange(steps: Iterable[Step], context: Context) -> list[Step]:
    """The lines with their meanings resolved; each knows the last pass that decided it."""
    lines = [*steps]
    for each in PASSES:
        before = {id(step) for step in lines}
        name = each.__name__.replace("_", "-")
        lines = [
            step if id(step) in before or (step.by and each in LAST) else step._replace(by=name)
            for step in each(lines, context)
        ]
    return lines


def numbering(steps: list[Step], context: Context) -> list[Step]:
    """The lines without the numbers of a numbered list: 1., 2., 3.

    Other numbers with a point are counts of cards: 4. Opt.
    """
    places = [
        (index, *numbered)
        for index, step in enumerate(steps)
        if (step.item is Kind.UNREADABLE or isinstance(step.item, Guess))
        and (numbered := notation.list_number(step.text))
    ]
    steps, read = [*steps], context.read
    numbers = [number for _, number, _ in places]
    follow = pairwise(numbers)
    is_numbered = numbers[:1] == [1] and all(after in (before + 1, 1) for before, after in follow)
    for index, number, rest in places:
        item = read(rest if is_numbered else f"{number} {rest}")
        if item is not Kind.BLANK and item is not Kind.COMMENT:  # a number alone says nothing
            steps[index] = steps[index]._replace(item=item)
    return steps


def headings_in_words(steps: list[Step], _: Context) -> list[Step]:
    """The lines, where a sentence above cards that names a section becomes its heading.

    The sideboard never comes first, so a sentence above the whole deck does not begin one.
    """
    lines = [*steps]
    firsts = [index for index, step in enumerate(lines) if isinstance(step.item, Entry | Several)]
    is_over_cards = False
    for index in range(len(lines) - 1, -1, -1):
        step = lines[index]
        item = step.item.otherwise if isinstance(step.item, Label) else step.item
        if item is Kind.BLANK or item is Kind.COMMENT:
            continue
        if is_over_cards and (item is Kind.UNREADABLE or isinstance(item, Guess)):
            heading = headings.among_words(step.text)
            if heading and (heading.section == MAIN or (firsts and firsts[0] < index)):
                lines[index] = step._replace(item=heading)
        is_over_cards = item is not Kind.UNREADABLE or step.text.strip().isdecimal()
    return lines


def settings(steps: list[Step], context: Context) -> list[Step]:
    """The lines with the settings of programs, and the player's name, as comments."""
    in_settings = False
    read: list[Step] = []
    for step in steps:
        if isinstance(step.item, Heading):
            in_settings = step.item.settings
        is_title = step.number - 1 == context.title
        if is_title or (in_settings and notation.is_setting(step.text)):
            step = step._replace(item=Kind.COMMENT)
        read.append(step)
    return read


def conspiracies(steps: list[Step], _: Context) -> list[Step]:
    """The lines, where `Conspiracy (12)` over other cards is a heading as any other word."""
    steps, below = [*steps], ""
    for index in range(len(steps) - 1, -1, -1):
        item = steps[index].item
        if (
            isinstance(item, Heading)
            and item.section == CONSPIRACIES
            and item.total
            and below
            and is_other_card(below, CONSPIRACIES)
        ):
            steps[index] = steps[index]._replace(item=Heading(None, total=item.total))
        if isinstance(item, Entry):
            below = item.name
    return steps


def joins(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with titles and remarks that span several lines joined into one."""
    index = 0
    joined: list[Step] = []
    while index < len(steps):
        length, step = _longest_join(steps, index, context.read)
        joined.append(step)
        index += length
    return joined


def _longest_join(
    steps: Sequence[Step], index: int, read: Callable[[str], Item]
) -> tuple[int, Step]:
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
        if _begins_anew(after) or (is_card and after.item is not Kind.UNREADABLE):
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
    if isinstance(step.item, Guess | Several) or step.item is Kind.BLANK:
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
        item is Kind.UNREADABLE and step.text.strip().rstrip("xX× ").isdecimal()
    )


def _ends_within(step: Step) -> bool:
    """Whether the line ends between the faces of a card: `4 Fire //`."""
    return isinstance(step.item, Entry) and step.text.rstrip().endswith("//")


def full_sections(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with a heading of the main deck after a section that has all its stated cards.

    `Sideboard (15)`, fifteen cards, and then the creatures of the deck. It is inserted if the
    next heading names no section and has more cards below it than the section states.
    """
    if context.pool:
        return steps
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


def commanders(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with a heading added where the deck continues after its commanders.

    None is added if the deck is above its commanders, or has its own heading below them.
    """
    if context.pool:
        return steps
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
        elif item is Kind.BLANK:
            is_apart = entries > 0
        elif getattr(item, "section", None) or (entries and item is not Kind.COMMENT):
            break
    most = MOST_IN_BLOCK if is_apart else MOST_COMMANDERS
    return (entries, False) if copies <= most else (min(entries, 1), True)


PASSES = (
    settings, signs, row_sections, section_of_line, conspiracies, costs, numbering, mentions,
    breaks, joins, headings_in_words, columns, totals, footers, full_sections, commanders, prose,
)  # fmt: skip
"""In this order; each is a function from lines to lines, and a line knows the last that decided
it. docs/syntaxes.md says in words what each of them does."""
LAST = (columns, prose)
"""Those that only say where the parts of a line belong, and what is left."""

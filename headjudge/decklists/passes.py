"""The passes of reading: resolve lines whose meaning depends on the lines around them.

Programs write one card per line. People break titles over two lines, put the number of cards
above or below a block, name the list after a card, and write prose around it. A reading that the
numbers of the list prove is accepted; a guess is reported by a notice. A single line is read
strictly: a plus may be a sideboarding plan, words before a count a sentence. If many lines of a
list have the same style, they are cards.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import accumulate, islice, takewhile
from types import MappingProxyType
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.counts import (
    LEAST_IN_STYLE,
    Read,
    card_of,
    copies_of,
    costs,
    counts_apart,
    has_count,
    is_spoken,
    numbering,
    signs,
)
from headjudge.decklists.lines import headings, marks, notation, numbers, remarks, several
from headjudge.decklists.lines.classifier import MOST_OF_UNKNOWN
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Item, Kind, Label, Several, Step
from headjudge.decklists.lines.unread import cards_of, has_words
from headjudge.decklists.prose import (
    LEAST_OF_DECK,
    SIDEBOARD_MAX,
    are_counted,
    begins_with_count,
    prose,
    title_of,
)
from headjudge.decklists.sections import (
    MOST_COMMANDERS,
    Blocks,
    footers,
    may_pair,
    totals,
)
from validator.model import COMMANDER, COMPANION, LONGEST_LINE, MAIN, MAYBEBOARD, SIDEBOARD

LEAST_ABOVE = 2
"""A main deck has at least this many times the cards of its sideboard."""
LEAST_OF_SENTENCE = 4
"""Minimum words of a sentence."""
MOST_REMARKS = 2
"""Places at which the remark behind a title is looked for: `Circle of Protection: Red - good`."""
LEAST_LABELLED = 3
"""Minimum lines with several cards if all lines of a list have several: `Blue: Opt, Negate`."""
LEAST_BESIDE = 22
"""Minimum copies of a deck beside cards that are only mentioned: more than the lands of a draft."""

_REMARK_BEHIND = r" [-–—] |: "
_LAST_COUNT = r"(?:(?<=\s)|(?<=[:.!?|]))([0-9]{1,2}x? [^\W\d].*)"


def section_of_line(steps: list[Step], _: Context) -> list[Step]:
    """The lines, where `Sideboard: 3 Opt` becomes a heading and a card if it begins a block.

    It does if no other card has such a mark, cards without a mark follow, and far more cards
    come before.
    """
    marked = [index for index, step in enumerate(steps) if _section_before(step)]
    if len(marked) != 1:
        return steps
    index = marked[0]
    below = sum(map(copies_of, takewhile(_is_part_of_block, steps[index + 1 :])))
    above = sum(map(copies_of, steps[:index]))
    if not 0 < below <= above // LEAST_ABOVE:
        return steps
    heading = steps[index]._replace(item=Heading(SIDEBOARD))
    return [*steps[:index], heading, *steps[index:]]


def _is_part_of_block(step: Step) -> bool:
    return step.item is Kind.BLANK or isinstance(card_of(step), Entry | Several)


def _section_before(step: Step) -> bool:
    """Whether the line names the section of its card before it: `Sideboard: 3 Opt`."""
    card = card_of(step)
    if not isinstance(card, Entry | Several) or getattr(card, "section", None) != SIDEBOARD:
        return False
    words, colon, _ = step.text.partition(":")
    # Programs write SB before each card.
    is_word = bool(colon) and notation.tidy(words).lower() not in headings.LETTERS
    return is_word and headings.section(words) == SIDEBOARD


def mentions(steps: list[Step], context: Context) -> list[Step]:
    """The lines without titles that are only mentioned: `Honorable mentions: Shock, Lava Spike`.

    In a list whose cards have counts, these are titles without counts; in any deck, a single
    title after a word.
    """
    pool = context.pool
    steps = [*steps] if pool else _without_what_is_below(_without_what_is_above(steps))
    is_counted = are_counted(steps)
    are_of_log = sum(copies_of(step) for step in steps if type(step.item) is Entry) >= LEAST_BESIDE
    names = {step.item.name.casefold() for step in steps if type(step.item) is Entry}
    are_labelled = sum(isinstance(step.item, Several) for step in steps) >= LEAST_LABELLED
    for index, step in enumerate(steps):
        item = step.item
        if isinstance(item, Several) and _is_summary(item, names):
            steps[index] = step._replace(item=Kind.UNREADABLE)
        elif are_of_log and isinstance(item, Several) and several.is_pick(step.text):
            steps[index] = step._replace(item=Kind.PROSE)
        elif isinstance(item, Several) and is_counted and _are_behind_words(step.text, item):
            if not are_labelled:
                steps[index] = step._replace(item=Kind.UNREADABLE)
        elif (
            isinstance(item, Several)
            and (is_counted or (len(item.items) == 1 and not (pool or are_labelled)))
            and not several.is_pick(step.text)
            and all(isinstance(part, Entry) and part.copies == 1 for part in item.items)
            and not any(part.section for part in item.items if isinstance(part, Entry))
            and not any(map(str.isdecimal, _behind_label(step.text)))
        ):
            steps[index] = step._replace(item=Kind.UNREADABLE)
    return steps


def _without_what_is_above(steps: Sequence[Step]) -> list[Step]:
    """The lines, where a few cards below or before words, above the heading of the deck that has
    them again, are only mentioned: `Key cards`."""
    at = next((at for at, step in enumerate(steps) if getattr(step.item, "section", None)), 0)
    above = [index for index in range(at) if isinstance(steps[index].item, Entry)]
    if not above or getattr(steps[at].item, "section", None) != MAIN:
        return [*steps]
    titles = {title_of(step) for step in steps[at:] if type(step.item) is Entry}
    again = [index for index in above if title_of(steps[index]) in titles]
    first = steps[above[0]]
    is_below_words = any(step.item is Kind.UNREADABLE for step in steps[: above[0]])
    is_below_words = is_below_words or has_words(first.text, getattr(first.item, "name", ""))
    sums = [sum(map(copies_of, part)) for part in (steps[:at], steps[at:])]
    is_deck = sums[0] < LEAST_BESIDE and sums[1] >= LEAST_OF_DECK
    if not (is_below_words and is_deck and 2 * len(again) >= len(above)):
        return [*steps]
    return [
        step._replace(item=Kind.PROSE) if index < at and isinstance(step.item, Entry) else step
        for index, step in enumerate(steps)
    ]


def _without_what_is_below(steps: list[Step]) -> list[Step]:
    """The lines, where words before titles, below the number of all cards above, only mention them:
    `Total: 100 cards`, `Next: Opt, 2 Shock`."""
    stated = [
        (at, step.item.total)
        for at, step in enumerate(steps)
        if isinstance(step.item, Heading) and step.item.is_statement and step.item.total
    ]
    ends = [at for at, total in stated if total == sum(map(copies_of, steps[:at])) >= LEAST_OF_DECK]
    if not ends:
        return steps
    return [
        step._replace(item=Kind.UNREADABLE)
        if at > ends[0]
        and isinstance(step.item, Several)
        and _are_behind_words(step.text, step.item)
        else step
        for at, step in enumerate(steps)
    ]


def _is_summary(item: Several, names: Set[str]) -> bool:
    """Whether a number of words is told with titles of the list: `3 of them: Opt, Shock`."""
    first, *others = item.items
    _, colon, title = first.name.partition(": ") if isinstance(first, Guess) else ("", "", "")
    titles = [title, *(part.name for part in others if type(part) is Entry)]
    return bool(colon) and all(title.casefold() in names for title in titles)


def _are_behind_words(text: str, item: Several) -> bool:
    """Whether the cards follow words that are not a heading."""
    first = item.items[0]
    if (
        isinstance(first, Heading)
        or getattr(first, "section", None)
        or text.lstrip()[:1].isdecimal()
    ):
        return False
    is_label = ":" in text and not any(map(str.isdecimal, text.partition(":")[0]))
    return is_label or is_spoken(item)


def _behind_label(text: str) -> str:
    """The text after a label; the whole line if it begins with a count or has no label."""
    return text if text.lstrip()[:1].isdecimal() else text.partition(":")[2] or text


def breaks(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with a title that is split between two lines of several cards joined."""
    steps, read, carried, left = [*steps], context.read, "", context.most_again
    for index, after in enumerate(steps[1:]):
        step = steps[index]
        text, carried = f"{carried} {step.text.strip()}", ""
        at = max(text.rfind(","), text.rfind(";"))
        head, tail = text[:at], text[at + 1 :].strip()
        is_price = text[at - 1 : at].isdecimal() and text[at + 1 : at + 2].isdecimal()  # 0,50
        if at < 1 or is_price or not tail[:1].isdecimal():
            continue
        if begins_with_count(after) or after.item is Kind.BLANK or not left:
            continue
        left -= 1
        if type(last := read(tail)) is Entry:  # complete, unless the next line makes it longer
            longer = read(f"{tail} {after.text.partition(',')[0].strip()}")
            if type(longer) is not Entry or longer.name == last.name:
                continue
        elif isinstance(last, Several):
            continue
        whole = _first_of_several(f"{tail} {after.text.strip()}", read)
        item = read(head)
        # Opt, 3 over Shock, 2: each count belongs to the title before it.
        is_card = isinstance(item, Entry) and numbers.count_before(notation.tidy(head)) is not None
        if (is_card or isinstance(item, Several)) and (
            type(whole) is Entry or isinstance(whole, Several)
        ):
            steps[index] = step._replace(item=item)
            steps[index + 1], carried = after._replace(item=whole), tail
    return steps


def _first_of_several(text: str, read: Read) -> Item | None:
    """The cards of the text, without the last one if its title continues in the next line."""
    for part in (text, text.rpartition(",")[0]):
        item = read(part)
        if type(item) is Entry or isinstance(item, Several):
            return item
    return None


class Column(NamedTuple):
    """A heading beside others."""

    place: int
    """The index of its cell, or of its first character if spaces separate the columns."""
    section: str | None


def columns(steps: list[Step], _: Context) -> list[Step]:
    """The lines, with one step for each card of a line with several.

    Cards below headings that are side by side belong to the columns of these headings.
    """
    over: list[Column] = []
    flat: list[Step] = []
    is_begun = False
    are_marks = sum(_card_before_section(step.item) is not None for step in steps) > 1
    beside = _beside_main(steps)
    for at, step in enumerate(steps):
        item = step.item
        if at in beside and isinstance(item, Entry):
            item = Several((item,))
        if are_marks and at not in beside and (card := _card_before_section(item)):
            item = Several((card,))
        if over and (renamed := _renamed(step.text, item, over)):
            over = renamed
            cards = cards_of(item)
            item = Several(cards) if cards else Kind.COMMENT
            step = step._replace(item=item)
        elif isinstance(item, Heading) and not (item.is_statement and item.total is None):
            over = []
        if not isinstance(item, Several):
            is_begun = is_begun or isinstance(item, Entry)
            # The white space before a single card shows its column, the longest one.
            if over and type(item) is Entry and not item.section:
                (section,) = _sections(step.text, 1, over)[:1]
                step = step._replace(item=item._replace(section=section))
            flat.append(step)
            continue
        named = tuple(part for part in item.items if isinstance(part, Heading))
        if len(named) == len(item.items):
            over = _columns(step.text, named)
            flat.append(step._replace(item=Kind.COMMENT))
            continue
        if not is_begun and named == item.items[:1] and named[0].section:
            # The sideboard on one line above the deck: the cards below do not belong to it.
            item = Several(tuple(_in_section(part, named[0].section) for part in item.items[1:]))
        sections = _sections(step.text, len(item.items), over)
        if at in beside:
            sections[-1] = beside[at]
            item = Several(cards_of(item))
        for part, section in zip(item.items, sections, strict=False):
            flat.append(step._replace(item=_in_section(part, section)))
    return flat


def _beside_main(steps: Sequence[Step]) -> dict[int, str | None]:
    """The section of the last card of each line on which a section begins behind a card, and of
    the lines below, if its number proves that they are its column: `4 Opt Sideboard (15)`."""
    for index, step in enumerate(steps):
        heading = step.item.items[-1] if isinstance(step.item, Several) else None
        if not isinstance(heading, Heading) or not (heading.section and heading.total):
            continue
        last: list[tuple[int, int]] = []
        others = 0
        for at, below in enumerate(steps[index + 1 :], index + 1):
            cards = cards_of(below.item)
            if isinstance(below.item, Heading) or sum(copies for _, copies in last) > heading.total:
                break
            if cards:
                last.append((at, cards[-1].copies))
                others += sum(card.copies for card in cards[:-1])
        if others and sum(copies for _, copies in last) == heading.total:
            return {index: None} | {at: heading.section for at, _ in last}
    return {}


def _card_before_section(item: Item) -> Entry | None:
    """The card, in that section, of a line that is a card and a section's word: `4 Opt Side`."""
    if not isinstance(item, Several) or len(item.items) != 2:
        return None
    card, heading = item.items
    if not isinstance(card, Entry) or not isinstance(heading, Heading):
        return None
    if heading.section is None or heading.total:
        return None
    return card._replace(section=card.section or heading.section)


def _in_section(part: Entry | Heading | Kind, section: str | None) -> Entry | Heading | Kind:
    """The card in the section, unless it names its own."""
    return part._replace(section=part.section or section) if isinstance(part, Entry) else part


def _columns(text: str, over: Sequence[Heading]) -> list[Column]:
    """The headings with their places, or with their order if the places are unclear."""
    places_of_headings = [
        cell.place for cell in several.places_of_cells(text) if headings.read(cell.text)
    ]
    places = places_of_headings if len(places_of_headings) == len(over) else range(len(over))
    return [Column(place, each.section) for place, each in zip(places, over, strict=True)]


def _renamed(text: str, item: Item, over: Sequence[Column]) -> list[Column]:
    """The columns, where a heading beside cards or below the other columns begins another section
    of its column; empty if the line has none."""
    is_beside = isinstance(item, Several) and any(isinstance(part, Heading) for part in item.items)
    if not (is_beside or (isinstance(item, Heading) and item.section)):
        return []
    columns = [*over]
    for cell in several.places_of_cells(text):
        heading = headings.read(cell.text)
        if heading and heading.section and (column := _nearest(cell.place, over)) != over[0]:
            columns[over.index(column)] = column._replace(section=heading.section)
    return columns if columns != over else []


def _sections(text: str, number: int, columns: Sequence[Column]) -> list[str | None]:
    """The section of each card of a line with that many: the section of its column."""
    if len(columns) == number:
        return [column.section for column in columns]
    row = several.places_of_cells(text)
    places = [cell.place for cell in row if not several.count_of_cell(cell.text)]
    if not columns or len(places) < number:
        return [None] * number
    if len(places) < len(row) and columns[-1].place - columns[0].place < len(columns):
        # Each heading is a single cell above two, the count and the title.
        places = [place // 2 for place in places]
    return [_nearest(place, columns).section for place in places[:number]]


def _nearest(place: int, columns: Sequence[Column]) -> Column:
    return min(columns, key=lambda column: abs(column.place - place))


COMMENT_SIGNS = ("#", "/")
WORDS = (Kind.UNREADABLE, Kind.COMMENT)
MOST_IN_BLOCK = 4
"""Maximum cards between a heading for commanders and a blank line: more are the deck itself."""
MOST_JOINED = 3
"""Maximum lines of a broken title or remark."""


def is_odd(item: Item) -> bool:
    """Whether the meaning of a line depends on the lines around it."""
    if isinstance(item, Heading):
        return item.total is not None or item.section in (COMMANDER, MAYBEBOARD)
    return isinstance(item, Guess | Label | Several) or item is Kind.UNREADABLE


def arrange(steps: Iterable[Step], context: Context) -> list[Step]:
    """The lines with their meanings resolved; each knows the last pass that decided it."""
    lines = [*steps]
    kinds = {step.kind for step in lines}  # those that the list has, or had before a pass
    for each, changed in PASSES.items():
        if kinds.isdisjoint(changed) or (after := each(lines, context)) == lines:
            continue
        before = {*map(id, lines)}
        name = each.__name__.replace("_", "-")
        lines = [
            step if id(step) in before or (step.by and each in LAST) else step._replace(by=name)
            for step in after
        ]
        kinds.update(step.kind for step in lines if step.by == name)
    return lines


def headings_in_words(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where a sentence above cards that names a section becomes its heading.

    The sideboard never comes first, so a sentence above the whole deck does not begin one.
    """
    lines = [*steps] if context.pool else _with_remarks(steps, context.read)
    firsts = [
        index for index, step in enumerate(lines) if isinstance(card_of(step), Entry | Several)
    ]
    above = [*accumulate(map(copies_of, lines), initial=0)]
    is_over_cards = False
    for index in range(len(lines) - 1, -1, -1):
        step = lines[index]
        item = card_of(step)
        if item is Kind.BLANK or (item is Kind.COMMENT and not is_over_cards):
            continue
        if is_over_cards and (item in WORDS or isinstance(item, Guess)):
            heading = headings.among_words(step.text)
            is_label = (
                step.text.rstrip().endswith(":") or len(step.text.split()) < LEAST_OF_SENTENCE
            )
            if heading and not is_label:
                heading = heading._replace(may_be_card=True)
                is_apart = index == 0 or lines[index - 1].item is Kind.BLANK
                is_whole = step.text.rstrip().endswith((".", "!"))
                if is_whole and not is_apart and above[index] < LEAST_OF_DECK:
                    heading = None  # among the cards: My sideboard is for burn.
            if heading and (heading.section == MAIN or (firsts and firsts[0] < index)):
                lines[index] = step._replace(item=heading)
        if item is not Kind.COMMENT:
            is_over_cards = item is not Kind.UNREADABLE or step.text.strip().isdecimal()
    return lines


def _with_remarks(steps: list[Step], read: Read) -> list[Step]:
    """The lines, where titles before remarks (`Negate - against control`) below words for the
    sideboard are one copy each, if no line there has a count and the deck is above them."""
    if not any(step.item is Kind.UNREADABLE for step in steps):
        return [*steps]
    counted = [at for at, step in enumerate(steps) if has_count(step)]
    last = counted[-1] + 1 if counted else len(steps)
    named = next((at for at in range(last, len(steps)) if _names_sideboard(steps[at])), None)
    if named is None or sum(map(copies_of, steps[:named])) < LEAST_OF_DECK:
        return [*steps]
    found: dict[int, Entry] = {}
    for at in range(named + 1, len(steps)):
        text = steps[at].text[:LONGEST_LINE] if steps[at].item is Kind.UNREADABLE else ""
        for remark in islice(re.finditer(_REMARK_BEHIND, text), MOST_REMARKS):
            head = text[: remark.start()]
            item = read(head)
            if type(item) is Entry and not any(map(str.isdecimal, head)):
                found[at] = item
    if not LEAST_IN_STYLE <= len(found) <= SIDEBOARD_MAX:
        return [*steps]
    heading = Heading(SIDEBOARD)
    return [
        step._replace(item=found[at])
        if at in found
        else step._replace(item=heading)
        if at == named
        else step
        for at, step in enumerate(steps)
    ]


def _names_sideboard(step: Step) -> bool:
    if step.item is Kind.UNREADABLE:
        heading = headings.among_words(step.text)
        return heading is not None and heading.section == SIDEBOARD
    return isinstance(step.item, Heading) and step.item.section == SIDEBOARD


def joins(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with titles and remarks that span several lines joined into one.

    The first card of a block may stand on the line of the words above it: `My list: 4 Opt`.
    """
    steps = _first_behind_words(steps, context)
    index = 0
    joined: list[Step] = []
    while index < len(steps):
        length, step = _longest_join(steps, index, context.read)
        joined.append(step)
        index += length
        if length > 1 and step is steps[index - length]:
            joined += _behind_remark(steps[index - 1], context.read)
    return joined


def _behind_remark(step: Step, read: Read) -> list[Step]:
    """The cards behind the end of a remark that the line before has opened: `best), 3 Opt`."""
    rest = step.text.partition(")")[2].strip(" ,;.·•|")
    item = read(rest) if marks.has_digits(rest) else None
    return [step._replace(item=item)] if type(item) is Entry or isinstance(item, Several) else []


def _first_behind_words(steps: list[Step], context: Context) -> list[Step]:
    read, left = context.read, context.most_again
    steps = [*steps]
    for at, step in enumerate(steps[:-1]):
        is_over = isinstance(steps[at + 1].item, Entry) and begins_with_count(steps[at + 1])
        is_over = is_over and not (at and isinstance(steps[at - 1].item, Entry))
        if step.item is not Kind.UNREADABLE or not is_over or left <= 0:
            continue
        counts = [*re.finditer(_LAST_COUNT, step.text[-notation.LONGEST_TITLE :])]
        if len(counts) == 1:
            left -= 1
            item = read(counts[0][1])
            steps[at] = step._replace(item=item) if type(item) is Entry else step
    return steps


def _longest_join(
    steps: Sequence[Step], index: int, read: Callable[[str], Item]
) -> tuple[int, Step]:
    """How many lines from this one on belong together, and their joint meaning."""
    step = steps[index]
    if "(" in step.text and step.text.count("(") > step.text.count(")"):
        return _lines_of_remark(steps, index), step
    # "2 Serra" before "Angel": only both lines together are a title.
    is_within = _ends_within(step)
    is_card = type(step.item) is Entry and not is_within
    if not (is_card or is_within or _may_go_on(step)):
        return 1, step
    texts = [step.text]
    for length, after in enumerate(steps[index + 1 : index + MOST_JOINED], 2):
        if (is_card and after.item is not Kind.UNREADABLE) or _begins_anew(after):
            break
        texts.append(after.text)
        text = " ".join(map(notation.tidy, texts))
        if len(text) > notation.LONGEST_TITLE:
            break
        item = read(text)
        if isinstance(item, Guess) and texts[0].rstrip().endswith("-"):
            item = read(text.replace("- ", "", 1))  # Lightning Bo-, lt
        if is_within and not (type(item) is Entry and "//" in item.name):
            break
        if isinstance(item, Entry) and not _is_broken(item.name, step, after):
            break
        if type(item) is Entry or (isinstance(item, Heading) and item.total):
            return length, Step(step.number, step.text, item)
    return 1, step


def _is_broken(title: str, step: Step, after: Step) -> bool:
    """Whether a title has words of both lines, or all of the second below a count alone."""
    first, second = (notation.tidy(each.text).casefold() for each in (step, after))
    if isinstance(step.item, Entry):
        return title.casefold() not in first and title.casefold() not in second
    return title.casefold() not in first


def _begins_anew(step: Step) -> bool:
    """Whether the line does not continue the one before: it is blank, or has its own count."""
    if isinstance(step.item, Guess | Several) or step.item is Kind.BLANK:
        return True
    is_counted = isinstance(card_of(step), Entry) and marks.has_digits(step.text)
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
    item = step.item.otherwise if isinstance(step.item, Label) else step.item
    return (isinstance(item, Guess) and not several.cells_of(step.text)) or (
        item is Kind.UNREADABLE and step.text.strip().rstrip("xX× ").isdecimal()
    )


def _ends_within(step: Step) -> bool:
    """Whether the line ends between the faces of a card: `4 Fire //`."""
    return isinstance(step.item, Entry) and step.text.rstrip().endswith("//")


def words_behind(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where words behind a title without a sign between are a remark, among other cards
    with counts: `4 Clay Statue 3/1 regenerator`."""
    guesses = [at for at, step in enumerate(steps) if isinstance(card_of(step), Guess)]
    if not guesses:
        return steps
    titles = [step.item.name for step in steps if type(step.item) is Entry]
    are_small = any(map(remarks.small_words, titles))  # Path to exile
    steps = [*steps]
    for at in guesses[: context.most_again]:
        item = card_of(steps[at])
        if (
            isinstance(item, Guess)
            and item.copies <= MOST_OF_UNKNOWN
            and _is_among_cards(steps, at)
        ):
            title = remarks.before_words(item.name, catalogue().is_title, are_small=are_small)
            card = Entry(*item)._replace(name=title) if title else None
            steps[at] = steps[at]._replace(item=card) if card else steps[at]
    return steps


def _is_among_cards(steps: Sequence[Step], index: int) -> bool:
    """Whether a line of cards with counts is right above or below, or is the next one on both
    sides."""
    sides = (steps[index - 1 :: -1] if index else (), steps[index + 1 :])
    if any(side and _are_counted_cards(side[0]) for side in sides):
        return True
    nearest = (next((step for step in side if step.item is not Kind.BLANK), None) for side in sides)
    return all(step is not None and _are_counted_cards(step) for step in nearest)


def _are_counted_cards(step: Step) -> bool:
    return isinstance(card_of(step), Entry | Several) and begins_with_count(step)


def full_sections(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with a heading after a section that has all its cards.

    `Sideboard (15)`, fifteen cards, and then the creatures of the deck: the main deck goes on if
    the next heading names no section and has more cards below it than the section states. Cards
    below other words, behind a sideboard of fifteen, are in neither.
    """
    if context.pool:
        return steps
    steps = _without_what_is_beside(_with_name(steps))
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


def _with_name(steps: list[Step]) -> list[Step]:
    """The lines, where a maybeboard above all cards and headings is the name of the deck."""
    first = next(
        (at for at, step in enumerate(steps) if isinstance(step.item, Heading | Entry | Several)), 0
    )
    section = getattr(steps[first].item, "section", None) if steps else None
    if section != MAYBEBOARD or first + 1 == len(steps):
        return steps
    below = next((step for step in steps[first + 1 :] if step.item is not Kind.COMMENT), None)
    if below and (below.item is Kind.BLANK or isinstance(below.item, Heading)):
        name = steps[first]._replace(item=Heading(None, may_be_card=True))
        return [*steps[:first], name, *steps[first + 1 :]]
    return steps


def _without_what_is_beside(steps: list[Step]) -> list[Step]:
    """The lines, where words over cards behind a full sideboard are the heading of a maybeboard."""
    if not any(step.item is Kind.UNREADABLE for step in steps):
        return steps
    blocks = Blocks(steps)
    begun: int | None = None
    marked = [*steps]
    for index, step in enumerate(steps):
        if getattr(step.item, "section", None) and isinstance(step.item, Heading):
            begun = blocks.sum(index) if step.item.section == SIDEBOARD else None
        elif (
            step.item is Kind.UNREADABLE
            and begun is not None
            and blocks.sum(index) - begun >= SIDEBOARD_MAX
            and steps[index - 1].item is Kind.BLANK
            and _is_over_cards(steps, index)
            and blocks.rest_of_section(index) < LEAST_OF_DECK
        ):
            marked[index] = step._replace(item=Heading(MAYBEBOARD, may_be_card=True))
    return marked


def _is_over_cards(steps: Sequence[Step], index: int) -> bool:
    """Whether a card with a count is the next line that is not blank, below words without one."""
    below = next((step for step in steps[index + 1 :] if step.item is not Kind.BLANK), None)
    has_count = any(map(str.isdecimal, steps[index].text))
    return (
        not has_count
        and below is not None
        and type(below.item) is Entry
        and begins_with_count(below)
    )


def commanders(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with a heading added where the deck continues after its commanders.

    None is added if the deck is above its commanders, or has its own heading below them.
    """
    if context.pool:
        return steps
    steps = _in_one_place(steps)
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
            if is_over and not left:  # a heading without a card
                step = step._replace(item=Kind.COMMENT)
        ordered.append(step)
        if isinstance(step.item, Entry) and not left:
            # A deck has one companion, so the cards after it are the deck.
            is_begun, section = is_begun or section != COMPANION, MAIN
        if left and isinstance(step.item, Entry):
            left -= 1
            if not left:
                ordered.append(step._replace(item=Heading(MAIN, is_assumed=is_assumed)))
    return ordered


def _in_one_place(steps: list[Step]) -> list[Step]:
    """The lines, where commanders that a comment or a field names (`Commander: Ezuri`) are the
    cards that the list has anyway."""
    comments = {
        index: {card.name for card in cards_of(step.item)}
        for index, step in enumerate(steps)
        if (step.text[:1] in COMMENT_SIGNS or _is_field(step.text))
        and any(card.section == COMMANDER for card in cards_of(step.item))
    }
    if not comments:
        return steps
    steps = [*steps]
    for at, step in enumerate(steps):
        item = step.item
        if at in comments or not isinstance(item, Entry) or item.copies > 1:
            continue
        for index, names in comments.items():
            if item.name in names:
                names.remove(item.name)
                steps[at] = step._replace(item=item._replace(section=COMMANDER))
                left = tuple(card for card in cards_of(steps[index].item) if card.name in names)
                steps[index] = steps[index]._replace(item=Several(left) if left else Kind.COMMENT)
                break
    return steps


def _is_field(text: str) -> bool:
    """Whether words and a colon are before a title without a count."""
    words, colon, _ = text.partition(":")
    return bool(colon) and words[:1].isalpha() and not any(map(str.isdecimal, text))


def _count_commanders(steps: Sequence[Step], index: int) -> tuple[int, bool]:
    """How many entries belong to the heading for commanders at the index, and whether by guess.

    They end at a blank line, another heading or a line that is no card. If that leaves more cards
    than can command a deck, the first is assumed to be the commander, or the first two if they
    may command together.
    """
    entries = copies = 0
    names: list[str] = []
    is_apart = False
    for step in steps[index + 1 :]:
        item = step.item
        if isinstance(item, Entry) and not is_apart:
            if not entries and item.copies > 1:
                return 0, False
            entries += 1
            copies += item.copies
            names.append(item.name)
        elif item is Kind.BLANK:
            is_apart = entries > 0
        elif getattr(item, "section", None) or (entries and item is not Kind.COMMENT):
            break
    most = MOST_IN_BLOCK if is_apart else MOST_COMMANDERS
    if copies <= most:
        return entries, False
    are_two = len(names) > 1 and all(map(may_pair, names[:MOST_COMMANDERS]))
    return MOST_COMMANDERS if are_two else 1, True


_CARDS = frozenset({Kind.CARD, Kind.CARDS})
_WORDS = frozenset({Kind.UNREADABLE, Kind.GUESS, Kind.LABEL})
_HEADINGS = frozenset({Kind.HEADING})
Pass = Callable[[list[Step], Context], list[Step]]
PASSES: Mapping[Pass, Set[Kind]] = MappingProxyType(
    {
        signs: _WORDS | {Kind.CARDS},
        section_of_line: _CARDS | {Kind.LABEL},
        costs: _CARDS,
        numbering: _WORDS | _CARDS,
        mentions: {Kind.CARDS, Kind.UNREADABLE},
        breaks: _CARDS,
        counts_apart: _WORDS | _HEADINGS,
        joins: _WORDS | _CARDS,
        words_behind: {Kind.GUESS, Kind.LABEL},
        headings_in_words: _WORDS | {Kind.COMMENT},
        columns: {Kind.CARDS},
        totals: _WORDS | _HEADINGS,
        footers: _HEADINGS,
        full_sections: _HEADINGS,
        commanders: _HEADINGS | _CARDS,
        prose: _WORDS | _CARDS,
    }
)
"""In this order, each with the kinds of lines of which a list has one if it changes anything. A
pass is a function from lines to lines, and a line knows the last that decided it.
docs/syntaxes.md says in words what each of them does."""
LAST = (columns, prose)
"""Those that only say where the parts of a line belong, and what is left."""

"""How the lines of one list belong together: what is seen only where they stand.

Programs write a card a line. People break titles over two lines, put the number of cards over a
block or below it, name the list after a card, and write prose around it. What the numbers of a
list prove is taken; what is a guess is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cards import catalogue
from decklists import notation
from decklists.headings import Heading
from decklists.items import Entry, Guess, Item, Label, Other, Several
from decklists.remarks import OPENING
from messages import counted, shortlisted
from validator.model import COMMANDER, MAIN, POOL, Notice, Place

MOST_SEARCHED = 100
"""Lines of a text for which it is looked up whether they are near a title."""
LONGEST_NEAR = 60
"""Characters of a line that may be a misspelt title without a count."""
SHORTEST_NEAR = 6
LEAST_COUNTED = 5
"""Cards of a list in which a title without a count may be a name."""
MOST_NAMES = 5
"""Of so many cards one at the most may be a name."""
LEAST_OWN_HEADINGS = 2
MOST_COMMANDERS = 2
MOST_JOINED = 3
"""Lines that one title, or one remark, may be broken over."""
LONGEST_SHOWN = 60
"""Characters of a line in a notice."""


class Step(NamedTuple):
    """A line, or a part of one, and what it is."""

    number: int
    """Of the line, from 1."""
    text: str
    item: Item


Read = Callable[[str], Item]


def is_odd(item: Item) -> bool:
    """Whether what a line is hangs on the lines around it."""
    if isinstance(item, Heading):
        return item.total is not None or item.section == COMMANDER
    return isinstance(item, Guess | Label | Several) or item is Other.UNREADABLE


def arrange(
    steps: Iterable[Step], read: Read, *, title: int | None, pool: bool
) -> tuple[list[Step], tuple[Notice, ...]]:
    """The lines as they belong together, and notices of what was guessed or passed over.

    `read` reads a text as a line. `title` is the line, from 0, that is the player's name. In a
    `pool` headings mean nothing, so none is moved.
    """
    lines = [*_without_settings(steps, title)]
    joined = [*_flat(_joined(lines, read))]
    settled = _settled(joined)
    ordered = settled if pool else _after_commanders(_footers_first(settled))
    kept, ignored = _without_prose(ordered)
    return kept, (_ignored(ignored, pool=pool),) if ignored else ()


def _without_settings(steps: Iterable[Step], title: int | None) -> Iterator[Step]:
    """The lines with the settings of programs, and the player's name, as comments."""
    in_settings = False
    for step in steps:
        if isinstance(step.item, Heading):
            in_settings = step.item.settings
        if step.number - 1 == title or (in_settings and notation.is_setting(step.text)):
            step = step._replace(item=Other.COMMENT)
        yield step


def _joined(steps: Sequence[Step], read: Read) -> Iterator[Step]:
    """The lines with what was broken over several of them in one."""
    index = 0
    while index < len(steps):
        length, step = _longest(steps, index, read)
        yield step
        index += length


def _longest(steps: Sequence[Step], index: int, read: Read) -> tuple[int, Step]:
    """How many lines from this one on are one, and what they are together."""
    step = steps[index]
    if step.text.count("(") > step.text.count(")"):
        return _lines_of_remark(steps, index), step
    if not _may_go_on(step):
        return 1, step
    text = step.text.strip()
    for length, after in enumerate(steps[index + 1 : index + MOST_JOINED], 2):
        if after.item is Other.BLANK or _begins_with_count(after):
            break
        text = f"{text} {after.text.strip()}"
        if len(text) > notation.LONGEST_TITLE:
            break
        item = read(text)
        if type(item) is Entry or (isinstance(item, Heading) and item.total):
            return length, Step(step.number, step.text, item)
    return 1, step


def _lines_of_remark(steps: Sequence[Step], index: int) -> int:
    """How many lines the remark goes on for whose bracket the line leaves open."""
    for length, after in enumerate(steps[index + 1 : index + MOST_JOINED], 2):
        if after.item is Other.BLANK or _begins_with_count(after):
            break
        if ")" in after.text:
            return length if after.text.count(")") > after.text.count("(") else 1
    return 1


def _may_go_on(step: Step) -> bool:
    """Whether the line is a count, or a count and what is no title yet."""
    item = step.item.otherwise if isinstance(step.item, Label) else step.item
    return isinstance(item, Guess) or (
        item is Other.UNREADABLE and step.text.strip().rstrip("xX× ").isdecimal()
    )


def _begins_with_count(step: Step) -> bool:
    return notation.count_before(notation.tidy(step.text[:LONGEST_NEAR])) is not None


def _flat(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if isinstance(step.item, Several):
            for item in step.item.items:
                yield step._replace(item=item)
        else:
            yield step


def _settled(steps: Sequence[Step]) -> list[Step]:
    """The lines with each label as the heading, or the card, that the numbers show it to be."""
    blocks = Blocks(steps)
    labels = [index for index, step in enumerate(steps) if isinstance(step.item, Label)]
    proven = {index for index in labels if blocks.prove(index) and not _may_be_card(steps[index])}
    unproven = set(labels) - proven
    return [_as_settled(step, index in unproven) for index, step in enumerate(steps)]


def _may_be_card(step: Step) -> bool:
    """Whether the words of a label are so near a title that they may be a misspelt card."""
    item = step.item
    return (
        isinstance(item, Label) and type(item.otherwise) is not Entry and _is_near_title(step.text)
    )


def _as_settled(step: Step, is_unproven: bool) -> Step:
    if not isinstance(step.item, Label):
        return step
    item = step.item.otherwise if is_unproven else Heading(None, total=step.item.total)
    return step._replace(item=item)


class Blocks:
    """The cards between headings, added up."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._sums = [0, *accumulate(_copies(step.item) for step in steps)]
        bounds = [index for index, step in enumerate(steps) if _is_bound(step.item)]
        sections = [index for index in bounds if _is_section(steps[index].item)]
        self._around = _neighbours(bounds, len(steps))
        self._sections_around = _neighbours(sections, len(steps))

    def above(self, index: int) -> int:
        """The cards between the heading and the one before it."""
        return self._sums[index] - self._sums[self._around[index][0] + 1]

    def below(self, index: int) -> int:
        """The cards between the heading and the next one of its kind."""
        around = self._sections_around if index in self._sections_around else self._around
        return self._sums[around[index][1]] - self._sums[index + 1]

    def start(self, index: int) -> int:
        """Where the block above the heading begins."""
        return self._around[index][0] + 1

    def prove(self, index: int) -> bool:
        """Whether the number that a heading states is that of the cards below or above it."""
        total = getattr(self._steps[index].item, "total", None)
        return bool(total) and total in (self.below(index), self.above(index))


def _neighbours(bounds: Sequence[int], end: int) -> dict[int, tuple[int, int]]:
    befores = (-1, *bounds)
    afters = (*bounds[1:], end)
    return {index: (befores[place], afters[place]) for place, index in enumerate(bounds)}


def _is_bound(item: Item) -> bool:
    return isinstance(item, Heading | Label)


def _is_section(item: Item) -> bool:
    return isinstance(item, Heading) and (item.section is not None or bool(item.owner))


def _copies(item: Item) -> int:
    return item.copies if isinstance(item, Entry) else 0


def _footers_first(steps: list[Step]) -> list[Step]:
    """The lines with each heading that stands below its block before it.

    A heading is a footer where it states as many cards as stand above it and not below it.
    """
    blocks = Blocks(steps)
    moved: dict[int, Step] = {}
    ends: dict[int, Step] = {}
    for index, step in enumerate(steps):
        item = step.item
        if not isinstance(item, Heading) or not item.section or not item.total:
            continue
        if item.total == blocks.above(index) and item.total != blocks.below(index):
            moved[blocks.start(index)] = step
            ends[index] = step._replace(item=Heading(MAIN))
    if not moved:
        return steps
    ordered: list[Step] = []
    for index, step in enumerate(steps):
        if index in moved:
            ordered.append(moved[index])
        ordered.append(ends.get(index, step))
    return ordered


def _after_commanders(steps: list[Step]) -> list[Step]:
    """The lines with the heading of the deck where it goes on behind its commanders.

    A blank line ends the one or two of them, or the number that the heading states does.
    """
    ordered: list[Step] = []
    left = 0
    for index, step in enumerate(steps):
        if isinstance(step.item, Heading) and step.item.section:
            left = _commanders(steps, index) if step.item.section == COMMANDER else 0
        ordered.append(step)
        if left and isinstance(step.item, Entry):
            left -= 1
            if not left:
                ordered.append(step._replace(item=Heading(MAIN)))
    return ordered


def _commanders(steps: Sequence[Step], index: int) -> int:
    """How many entries the heading of commanders at this place is for; 0 where all below are.

    Without a blank line or another section behind them the first card alone is.
    """
    entries = 0
    names: set[str] = set()
    for step in steps[index + 1 :]:
        item = step.item
        if isinstance(item, Heading) and item.section:
            return 0
        if entries and item is Other.BLANK:
            return entries if len(names) <= MOST_COMMANDERS else 0
        if isinstance(item, Entry):
            entries += 1
            names.add(item.name)
    return entries if len(names) <= MOST_COMMANDERS else 1


def _without_prose(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """The lines that say something of the deck, and those that are prose."""
    names, are_titles_alone = _names(steps)
    searched = 0
    kept: list[Step] = []
    ignored: list[Step] = []
    for index, step in enumerate(steps):
        if index in names:
            ignored.append(step)
        elif step.item is not Other.UNREADABLE or _has_count(step.text):
            kept.append(_without_title(step))
        else:
            searched += 1
            is_near = searched <= MOST_SEARCHED and _is_near_title(step.text)
            if is_near and are_titles_alone:
                step = step._replace(item=Guess(1, notation.without_signs(step.text)))
            (kept if is_near else ignored).append(step)
    return kept, ignored


def _without_title(step: Step) -> Step:
    """A count before a bracket that nothing stands in is so many copies of an unknown card."""
    if step.item is Other.UNREADABLE:
        found = notation.count_before(notation.tidy(step.text[:LONGEST_NEAR]))
        if found and found.name in OPENING and len(found.digits) < 3 and int(found.digits):
            return step._replace(item=Guess(int(found.digits), found.name))
    return step


def _names(steps: Sequence[Step]) -> tuple[set[int], bool]:
    """The titles without a count that name the list or a part of it, and whether none has one.

    Where nearly every card has a count, a title without one is the name of the list if it is its
    first line, and of a part of it if the parts have names of the writer's own.
    """
    entries = [index for index, step in enumerate(steps) if isinstance(step.item, Entry)]
    bare = [index for index in entries if not any(map(str.isdecimal, steps[index].text))]
    if len(entries) < LEAST_COUNTED or MOST_NAMES * len(bare) > len(entries):
        return set(), bool(bare)
    own = sum(step.item is Other.UNREADABLE and not _has_count(step.text) for step in steps)
    return {
        index
        for index in bare
        if all(map(_is_blank, steps[:index]))
        or (own >= LEAST_OWN_HEADINGS and _begins_with_count(steps[min(index + 1, len(steps) - 1)]))
    }, False


def _is_blank(step: Step) -> bool:
    return step.item is Other.BLANK


def _has_count(text: str) -> bool:
    """Whether the line states copies of something, so that it is no prose."""
    line = notation.tidy(text[: 2 * notation.LONGEST_TITLE])
    return bool(notation.count_before(line) or notation.count_behind(line))


def _is_near_title(text: str) -> bool:
    """Whether the line may be a title with typing errors, and no count."""
    name = notation.without_signs(notation.tidy(text))
    if not SHORTEST_NEAR <= len(name) <= LONGEST_NEAR:
        return False
    return catalogue().is_near_title(name)


def _ignored(steps: Sequence[Step], *, pool: bool) -> Notice:
    """The notice of the lines that were passed over."""
    shown = [" ".join(step.text.split())[:LONGEST_SHOWN] for step in steps]
    message = counted(
        len(steps),
        "{number} line is no card and was passed over: {lines}.",
        "{number} lines are no cards and were passed over: {lines}.",
        lines=shortlisted([f"“{text}”" for text in shown]),
    )
    section = POOL if pool else MAIN
    places = tuple(Place(None, section, step.number, None, step.text) for step in steps)
    return Notice("line-ignored", "warning", message, places)

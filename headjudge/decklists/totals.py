"""The totals stated in a list, compared with the cards above and below them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from cards import catalogue
from headjudge.decklists.lines import notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Item, Kind, Label, Step
from headjudge.decklists.prose import begins_with_count, is_near_title
from validator.model import MAIN

LEAST_TOTAL = 8
"""More copies than any list has of a card other than a basic land."""
LEAST_IN_STYLE = 3
"""Minimum cards that show where a list has its counts."""


def totals(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where each label becomes a heading or a card, as the numbers prove.

    A heading whose number is proven by nothing differs; one that could also be a card is a guess.
    """
    lines = _resolve_labels(steps)
    blocks = Blocks(lines)
    guesses = _doubtful_headings(lines, context.read)
    return [
        step._replace(item=step.item._replace(differs=differs, may_be_card=index in guesses))
        if isinstance(step.item, Heading)
        and ((differs := _differs(step.item, blocks, index)) or index in guesses)
        else step
        for index, step in enumerate(lines)
    ]


def _resolve_labels(steps: Sequence[Step]) -> list[Step]:
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
            is_misspelt = isinstance(card, Guess) and not are_before
            is_heading = is_odd or (is_proven and not is_misspelt)
            total = step.item.total
            if card is Kind.UNREADABLE and are_in_brackets and 0 < total < LEAST_TOTAL:
                card = Guess(total, _words(step.text))  # Goblin Tokem (2) among Opt (4)
            item = Heading(None, total=total) if is_heading else card
            step = step._replace(item=item)
        ordered.append(step)
    return ordered


def _is_many(step: Step, card: Entry) -> bool:
    """Whether the number after a title is in brackets, or too high to be a number of copies."""
    cards = catalogue().find(card.name).cards
    is_many = card.copies >= LEAST_TOTAL and not any(each.is_basic for each in cards)
    return is_many or _is_in_brackets(step.text)


def _doubtful_headings(steps: Sequence[Step], read: Callable[[str], Item]) -> set[int]:
    """The headings that could also be cards: `Burn 4`, with exactly four cards below.

    A number in brackets over many cards can't be one of copies: `Time Spiral (13)`.
    """
    is_style = any(
        isinstance(step.item, Heading)
        and step.item.is_of_types
        and step.item.total
        and _is_in_brackets(step.text)
        for step in steps
    )
    return {
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Heading)
        and step.item.total
        and not (_is_in_brackets(step.text) and (step.item.total >= LEAST_TOTAL or is_style))
        and isinstance(label := read(step.text), Label)
        and type(label.otherwise) is Entry
    }


def _differs(heading: Heading, blocks: Blocks, index: int) -> bool:
    """Whether the heading states another number of cards than lie between it and any other one."""
    return bool(heading.total) and not blocks.agree(index, heading.total or 0)


def _is_total_before(step: Step) -> bool:
    """Whether the line begins with a number that is a heading's, or too high for copies."""
    total = getattr(step.item, "total", None) or 0
    least = 1 if isinstance(step.item, Heading) else LEAST_TOTAL
    return total >= least and step.text.lstrip()[:1].isdecimal()


def _with_headings(steps: list[Step]) -> list[Step]:
    """The lines, where those with a count, no title and that many cards below become headings.

    `12 Creats`, `20 Landen`. A large number is proof by itself; small ones only if all of them
    agree. One of several cards on a line is never a heading.
    """
    on_line = Counter(step.number for step in steps)
    guesses = {
        index: step.item
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess)
        and step.item.copies > 1
        and on_line[step.number] == 1
        and begins_with_count(step)
    }
    if all(guess.copies < LEAST_TOTAL for guess in guesses.values()):
        return steps
    marked = [*steps]
    for index, guess in guesses.items():
        marked[index] = steps[index]._replace(item=Label(guess.copies, guess))
    blocks = Blocks(marked)
    proven = {
        index: guess.copies
        for index, guess in guesses.items()
        if blocks.below(index) == guess.copies
        and not (is_near_title(guess.name) or catalogue().is_token(guess.name))
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
    is_style = cards + marked > before and 2 * cards >= len(behind)
    for step in steps:
        if is_style and isinstance(step.item, Label) and not _is_in_brackets(step.text):
            item = step.item.otherwise
            if not isinstance(item, Entry):
                item = Guess(step.item.total, _words(step.text)) if step.item.total else item
            step = step._replace(item=item)
        yield step


def _words(text: str) -> str:
    return notation.tidy(text).rstrip("0123456789 :-–—()[]")


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
        sections = [index for index in bounds if _is_section(steps[index].item)]
        self._around = _neighbours(bounds, len(steps))
        self._sections_around = _neighbours(sections, len(steps))
        self._sections = sections
        own = [at for at, step in enumerate(steps) if getattr(step.item, "section", None)]
        self._sums_of_bounds = {self._sums[index] for index in (0, *bounds, *own, len(steps))}

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
    if context.pool:
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
    ordered: list[Step] = []
    for index, step in enumerate(steps):
        if index in moved:
            ordered.append(moved[index])
        ordered.append(ends.get(index, step))
    return ordered

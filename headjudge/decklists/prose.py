"""Lines of a list that are no cards: sentences around it, its name, the names of its parts."""

from __future__ import annotations

from collections.abc import Sequence

from cards import catalogue
from headjudge.decklists.lines import notation
from headjudge.decklists.lines.items import Entry, Guess, Other, Step
from headjudge.decklists.lines.remarks import OPENING
from messages import counted, say, shortlisted
from validator.model import MAIN, POOL, Notice, Place

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
LONGEST_SHOWN = 60
"""Characters of a line in a notice."""


def without_prose(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """The lines that say something of the deck, and those that are prose."""
    names, are_titles_alone = _names(steps)
    searched = 0
    kept: list[Step] = []
    ignored: list[Step] = []
    for index, step in enumerate(steps):
        if index in names:
            ignored.append(step)
        elif step.item is not Other.UNREADABLE or _is_data(step.text):
            kept.append(_without_title(step))
        else:
            searched += 1
            is_near = searched <= MOST_SEARCHED and is_near_title(step.text)
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
        or (own >= LEAST_OWN_HEADINGS and begins_with_count(steps[min(index + 1, len(steps) - 1)]))
    }, False


def _is_blank(step: Step) -> bool:
    return step.item is Other.BLANK


def _has_count(text: str) -> bool:
    """Whether the line states copies of something, so that it is no prose."""
    line = notation.tidy(text[: 2 * notation.LONGEST_TITLE]).lstrip("-+\u2212")
    is_row = any(line.partition(sign)[0].isdecimal() for sign in ",;" if sign in line)
    return is_row or bool(notation.count_before(line) or notation.count_behind(line))


def _is_data(text: str) -> bool:
    """Whether the line states copies of something, or is an entry of JSON: it is no prose."""
    return text.lstrip().startswith("{") or _has_count(text)


def is_near_title(text: str) -> bool:
    """Whether the line may be a title with typing errors, and no count."""
    name = notation.without_signs(notation.tidy(text))
    if not SHORTEST_NEAR <= len(name) <= LONGEST_NEAR:
        return False
    return catalogue().is_near_title(name)


def shown(text: str) -> str:
    """The line as a notice cites it."""
    return " ".join(text.split())[:LONGEST_SHOWN]


def ignored_notice(steps: Sequence[Step], *, pool: bool) -> Notice:
    """The notice of the lines that were passed over."""
    lines = [say("“{line}”", line=shown(step.text)) for step in steps]
    message = counted(
        len(steps),
        "{number} line is no card and was passed over: {lines}.",
        "{number} lines are no cards and were passed over: {lines}.",
        lines=shortlisted(lines),
    )
    section = POOL if pool else MAIN
    places = tuple(Place(None, section, step.number, None, step.text) for step in steps)
    return Notice("line-ignored", "warning", message, places)


def begins_with_count(step: Step) -> bool:
    return notation.count_before(notation.tidy(step.text[:LONGEST_NEAR])) is not None

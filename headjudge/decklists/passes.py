"""The passes of reading: resolve lines whose meaning depends on the lines around them.

Programs write one card per line. People break titles over two lines, put the number of cards
above or below a block, name the list after a card, and write prose around it. A reading that the
numbers of the list prove is accepted; a guess is reported by a notice. A single line is read
strictly: a plus may be a sideboarding plan, words before a count a sentence. If many lines of a
list have the same style, they are cards.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import accumulate, groupby, islice, pairwise, takewhile
from types import MappingProxyType
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.lines import headings, marks, notation, numbers, remarks, several
from headjudge.decklists.lines.classifier import MOST_OF_UNKNOWN
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Item, Kind, Label, Several, Step
from headjudge.decklists.lines.unread import cards_of
from headjudge.decklists.prose import (
    LEAST_OF_DECK,
    SIDEBOARD_MAX,
    are_counted,
    begins_with_count,
    is_bare,
    is_near_title,
    prose,
    title_of,
)
from headjudge.decklists.sections import (
    LEAST_TOTAL,
    MOST_COMMANDERS,
    Blocks,
    footers,
    may_pair,
    totals,
)
from validator.model import COMMANDER, COMPANION, LONGEST_LINE, MAIN, MAYBEBOARD, SIDEBOARD

LEAST_IN_STYLE = 3
"""Minimum cards that establish the style of a list."""
LEAST_ABOVE = 2
"""A main deck has at least this many times the cards of its sideboard."""
LEAST_OF_SENTENCE = 4
"""Minimum words of a sentence."""
LEAST_OF_ROWS = 3
"""Minimum cards in rows whose numbers follow each other from 1 on."""
MOST_REMARKS = 2
"""Places at which the remark behind a title is looked for: `Circle of Protection: Red - good`."""
LEAST_OF_NUMBERED = 8
"""Minimum lines that show that all of them are numbered."""
LEAST_LABELLED = 3
"""Minimum lines with several cards if all lines of a list have several: `Blue: Opt, Negate`."""
MOST_COPIES = 4
"""Maximum copies of a card other than a basic land."""
LEAST_BESIDE = 22
"""Minimum copies of a deck beside cards that are only mentioned: more than the lands of a draft."""

_SIGNED = r"\s*([-+\u2212–]) ?(?=[0-9]{1,2}x? )"
_SIGN = r"[^\w\s\"'’`“”]"
_BEFORE = rf"\s*({_SIGN}{{0,2}})([0-9]{{1,2}})([x×]?{_SIGN}{{1,3}}) ?(?=[^\W\d])"
_BEHIND_SIGN = r"( ?[-–—:,;] ?)([0-9]{1,2}) ?([^\W\d]{1,10}\.?)\s*\Z"
"""Opt - 4 pcs"""
_REMARK_BEHIND = r" [-–—] |: "
_NUMBER_BEHIND = r"[^\W\d](?: [-–—])? [0-9]{1,2}\s*\Z"
_SCANNED = r"\s*([0-9lI|O]{1,2})x?(?: (?=[^\W\d])|(?=[A-Z][a-z]{2}))"
_FIGURES = str.maketrans("lI|O", "1110")
_MANA_VALUE = r"([0-9X])\+? ?(?:[-–—:]|mana:?|cmc:?) (.+)"
_DITTO = tuple("〃″")
"""The count of the line above."""
_QUOTE = r"(?:= ?|\A)[\"'`“]{1,3}(?=[0-9]{1,2}x? )"
_FIRST_COUNT = r"(?<!\S)[0-9]{1,2}x? (?=[^\W\d])"
_NUMBER_BEFORE = r"\s*([0-9]{1,3})[.)](?:\s|\Z)"
_NUMBER_ALONE = rf"{_NUMBER_BEFORE}\s*"
"""The number of a line, as in `16. 4 Opt`, and a line of nothing else."""
_LAST_COUNT = r"(?:(?<=\s)|(?<=[:.!?|]))([0-9]{1,2}x? [^\W\d].*)"
_LINE_NUMBER = r"([0-9]{1,3})(?:[:|]?\s|\Z)"

_COST_BEFORE = re.compile(r"\s*[0-9]{1,2}x? [0-9]{0,2}[WUBRGX]{1,5} ")
_NUMBERS_BEFORE = re.compile(r"\s*([0-9]{1,2})x? [0-9]{1,2} (.+)")
"""A count, a cost and a title."""
_STRENGTH = r" [0-9*]{1,2}/[0-9*]{1,2}\Z"
"""Power and toughness behind a title."""

Read = Callable[[str], Item]


def signs(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where those in the style of the list's cards become cards."""
    read = context.read
    if any(_is_of_cards(step) for step in steps):
        return _side_by_side(_with_same_signs(_scanned(steps, read), read), read)
    return _without_same_sign(steps, read) or _behind_words(steps, context)


def _scanned(steps: list[Step], read: Read) -> list[Step]:
    """The lines of a list with counts, as a scanner read them: `l Opt`, `2O Island`, `4Obt`."""
    if not are_counted(steps):
        return steps
    steps = [*steps]
    for at, step in enumerate(steps):
        match = re.match(_SCANNED, step.text) if _card(step) is Kind.UNREADABLE else None
        if match:
            item = read(f"{match[1].translate(_FIGURES)} {step.text[match.end() :]}")
            is_card = type(item) is Entry or (isinstance(item, Guess) and match[1].isdecimal())
            steps[at] = step._replace(item=item) if is_card else step
        elif at and step.text.lstrip()[:1] in _DITTO and (copies := _copies(steps[at - 1])):
            item = read(f"{copies} {step.text.lstrip()[1:]}")
            steps[at] = step._replace(item=item) if type(item) is Entry else step
    return steps


def scanned_counts(steps: Sequence[Step]) -> list[Step]:
    """The cards whose counts have letters in place of figures."""
    return [
        step
        for step in steps
        if step.by == "signs"
        and isinstance(step.item, Entry)
        and (match := re.match(_SCANNED, step.text))
        and not match[1].isdecimal()
    ]


def costs(steps: list[Step], context: Context) -> list[Step]:
    """The lines of a block that end in mana costs, where a number alone is a cost as well.

    `Negate 1U`, `Fertilid 2G`, `Obsidian Battle-Axe 3`, `Ornithopter 0` and the misspelt
    `Hostel Realm 2R` are one copy each.
    """
    steps = _behind_costs(steps, context.read)
    ends = [index for index, step in enumerate(steps) if _ends_in_cost(step)]
    if len(ends) < LEAST_IN_STYLE:
        return steps
    first, last = ends[0], ends[-1]
    while first and steps[first - 1].item is not Kind.BLANK:
        first -= 1
    while last + 1 < len(steps) and steps[last + 1].item is not Kind.BLANK:
        last += 1
    block = range(first, last + 1)
    bare = [at for at in block if not steps[at].text.lstrip()[:1].isdecimal()]
    ending = [at for at in bare if re.search(_NUMBER_BEHIND, steps[at].text)]
    others = [
        at
        for at in bare
        if numbers.FIGURES[steps[at].text].is_before_cost and _is_no_title(steps[at])
    ]
    if len(ending) >= len(ends):
        return steps
    steps = [*steps]
    for index in (*ending, *others):
        card = _card(steps[index])
        if type(card) is not Entry:
            name = numbers.without_cost(steps[index].text.strip()).rstrip("0123456789 -–—")
            read = context.read(name)
            card = read if type(read) is Entry else Guess(1, name)
        steps[index] = steps[index]._replace(item=card._replace(copies=1))
    return steps


def _behind_costs(steps: list[Step], read: Read) -> list[Step]:
    """The lines of a list with costs between counts and titles, where a number alone there is a
    cost as well: `4x 1U Negate`, `2x 4 Icy Manipulator`."""
    shown = [step for step in steps if _COST_BEFORE.match(step.text)]
    if sum(type(step.item) is Entry for step in shown) < LEAST_IN_STYLE:
        return steps
    steps = [*steps]
    for at, step in enumerate(steps):
        if not isinstance(step.item, Guess):
            continue
        if match := _NUMBERS_BEFORE.match(step.text):
            item = read(f"{match[1]} {match[2]}")
            steps[at] = step._replace(item=item if isinstance(item, Entry) else step.item)
        elif match := _COST_BEFORE.match(step.text):  # a misspelt title
            name = re.sub(_STRENGTH, "", step.text[match.end() :].strip())
            steps[at] = step._replace(item=step.item._replace(name=name))
    return steps


def _is_no_title(step: Step) -> bool:
    card = _card(step)
    return card is Kind.UNREADABLE or isinstance(card, Guess)


def _ends_in_cost(step: Step) -> bool:
    is_bare = numbers.FIGURES[step.text].is_before_cost and not step.text.lstrip()[:1].isdecimal()
    return is_bare and isinstance(_card(step), Entry)


def section_of_line(steps: list[Step], _: Context) -> list[Step]:
    """The lines, where `Sideboard: 3 Opt` becomes a heading and a card if it begins a block.

    It does if no other card has such a mark, cards without a mark follow, and far more cards
    come before.
    """
    marked = [index for index, step in enumerate(steps) if _section_before(step)]
    if len(marked) != 1:
        return steps
    index = marked[0]
    below = sum(map(_copies, takewhile(_is_part_of_block, steps[index + 1 :])))
    above = sum(map(_copies, steps[:index]))
    if not 0 < below <= above // LEAST_ABOVE:
        return steps
    heading = steps[index]._replace(item=Heading(SIDEBOARD))
    return [*steps[:index], heading, *steps[index:]]


def _card(step: Step) -> Item:
    """The reading of the line if it is not a heading."""
    return step.item.otherwise if isinstance(step.item, Label) else step.item


def _copies(step: Step) -> int:
    item = _card(step)
    return item.copies if isinstance(item, Entry | Several) else 0


def _is_part_of_block(step: Step) -> bool:
    return step.item is Kind.BLANK or isinstance(_card(step), Entry | Several)


def _section_before(step: Step) -> bool:
    """Whether the line names the section of its card before it: `Sideboard: 3 Opt`."""
    card = _card(step)
    if not isinstance(card, Entry | Several) or getattr(card, "section", None) != SIDEBOARD:
        return False
    words, colon, _ = step.text.partition(":")
    # Programs write SB before each card.
    is_word = bool(colon) and notation.tidy(words).lower() not in headings.LETTERS
    return is_word and headings.section(words) == SIDEBOARD


def _is_of_cards(step: Step) -> bool:
    item = step.item
    return isinstance(item, Entry) or (isinstance(item, Several) and not _is_sentence(item))


def _behind_quote(step: Step, read: Read) -> Step:
    """The first line of a list in source code or in quotes: deck = `4 Opt, "4 Opt."""
    match = re.search(_QUOTE, step.text) if _card(step) is Kind.UNREADABLE else None
    item = read(step.text[match.end() :]) if match else None
    return step._replace(item=item) if type(item) is Entry else step


def _with_same_signs(steps: list[Step], read: Read) -> list[Step]:
    """The lines, where `3:《Xyzzy` is a misspelt card if other cards have the same signs."""
    matches = [re.match(_BEFORE, step.text) for step in steps]
    shapes = Counter(
        (each[1], each[3])
        for each, step in zip(matches, steps, strict=True)
        if each and type(step.item) is Entry
    )
    steps = _in_rows([_behind_quote(step, read) for step in steps])
    return [
        step._replace(item=Guess(int(each[2]), step.text[each.end() :].strip()))
        if each
        and _is_no_card(step)
        and int(each[2])
        and shapes[each[1], each[3]] >= LEAST_IN_STYLE
        else step
        for each, step in zip(matches, steps, strict=True)
    ]


def _in_rows(steps: list[Step]) -> list[Step]:
    """The lines, where a row with its count in the same cell as rows of cards (`Opt,4,U`) has
    copies of an unknown card."""
    rows = {
        at: row
        for at, step in enumerate(steps)
        if _card(step) is Kind.UNREADABLE and (row := _row(step.text))
    }
    if not rows:
        return steps
    first = next((at for at, step in enumerate(steps) if type(step.item) is Entry), 0)
    shapes = Counter(
        (row.index(step.item.name), row.index(str(step.item.copies)))
        for step in steps
        if type(step.item) is Entry
        and (row := _row(step.text))
        and {step.item.name, str(step.item.copies)} <= {*row}
    )
    shape, shown = max(shapes.items(), key=lambda each: each[1], default=((0, 0), 0))
    if shown < LEAST_IN_STYLE:
        return steps
    steps = [*steps]
    for at, row in rows.items():
        name, copies = (row[place] if place < len(row) else "" for place in shape)
        is_count = copies.isdecimal() and len(copies) < 3 and int(copies) > 0
        if at > first and is_count and numbers.is_name(name):
            steps[at] = _with_card(steps[at], Guess(int(copies), name))
    return steps


def _row(text: str) -> list[str]:
    return several.cells_of_csv(text) or several.cells_with_gaps(text)


def _with_card(step: Step, card: Guess) -> Step:
    """The line as copies of an unknown card, which may still be a heading if it has a total."""
    item = step.item
    return step._replace(item=item._replace(otherwise=card) if isinstance(item, Label) else card)


def _side_by_side(steps: list[Step], read: Read) -> list[Step]:
    """The lines of a list with several counted cards on most lines, where a line may have more
    misspelt cards than others: `1 Opt 1 Lightnig Bolt`."""
    if sum(isinstance(step.item, Several) for step in steps) < LEAST_IN_STYLE:
        return steps
    steps = [*steps]
    for at, step in enumerate(steps):
        if not isinstance(step.item, Guess) or not begins_with_count(step):
            continue
        starts = [match.start() for match in re.finditer(_FIRST_COUNT, step.text)]
        pieces = [step.text[begin:end] for begin, end in pairwise([*starts, len(step.text)])]
        items = tuple(map(read, pieces)) if len(pieces) > 1 else ()
        are_cards = all(isinstance(item, Entry) and not item.name[0].islower() for item in items)
        if are_cards and any(type(item) is Entry for item in items):
            steps[at] = step._replace(item=Several(items))  # type: ignore[arg-type]
    return steps


def _with_same_ends(steps: list[Step]) -> list[Step]:
    """The lines, where `Xyzzy - 4 pcs` is a misspelt card if other cards end in the same way."""
    if not any(_card(step) is Kind.UNREADABLE for step in steps):
        return steps
    ends = [re.search(_BEHIND_SIGN, step.text) for step in steps]
    shapes = Counter(
        each.group(1, 3) for each, step in zip(ends, steps, strict=True) if each and _copies(step)
    )
    return [
        _with_card(step, Guess(int(each[2]), _name_before(each)))
        if each
        and _card(step) is Kind.UNREADABLE
        and int(each[2])
        and shapes[each[1], each[3]] >= LEAST_IN_STYLE
        and numbers.is_name(_name_before(each))
        else step
        for each, step in zip(ends, steps, strict=True)
    ]


def _name_before(end: re.Match[str]) -> str:
    text = end.string[: end.start()].strip()
    numbered = numbers.list_number(text)
    return numbered[1] if numbered else text


def _is_no_card(step: Step) -> bool:
    """Whether the line is unreadable, except perhaps for a number small enough for copies."""
    item = step.item
    if isinstance(item, Label):
        return item.otherwise is Kind.UNREADABLE and item.total < LEAST_TOTAL
    return item is Kind.UNREADABLE


def _without_same_sign(steps: Sequence[Step], read: Read) -> list[Step] | None:
    """The lines without the plus or minus before each card; None if that is not the style.

    A sign on a single line may mean anything, and two different signs are changes to a list.
    """
    found = [re.match(_SIGNED, step.text) for step in steps]
    counts = Counter(sign[1] for sign in found if sign)
    if len(counts) != 1 or counts.total() == 1:
        return None
    return [
        step._replace(item=read(step.text[sign.end() :])) if sign else step
        for sign, step in zip(found, steps, strict=True)
    ]


def _behind_words(steps: list[Step], context: Context) -> list[Step]:
    """The lines, with the cards of sentences such as `I play 4 Opt, 3 Shock and 20 Island`."""
    ordered: list[Step] = []
    read, left = context.read, context.most_again
    for step in steps:
        is_sentence = step.item is Kind.UNREADABLE or _is_sentence(step.item)
        is_tried = is_sentence and left > 0 and len(step.text) <= several.LONGEST
        text = step.text if is_tried else ""
        if not numbers.list_number(text):  # 3. Three Wishes
            text = numbers.with_digits(text)
        if match := re.search(_FIRST_COUNT, text):
            left -= 1
            before = read(text[: match.start()])
            item = read(text[match.start() :])
            # Opt 4 / Shock 3: the words before the first count are not a sentence.
            item = Kind.UNREADABLE if isinstance(before, Entry | Guess) else item
            is_card = type(item) is Entry or isinstance(item, Several)
            step = step._replace(item=item) if is_card else step
        ordered.append(step)
    return ordered


def mentions(steps: list[Step], context: Context) -> list[Step]:
    """The lines without titles that are only mentioned: `Honorable mentions: Shock, Lava Spike`.

    In a list whose cards have counts, these are titles without counts; in any deck, a single
    title after a word.
    """
    pool = context.pool
    steps = [*steps] if pool else _without_what_is_below(_without_what_is_above(steps))
    is_counted = are_counted(steps)
    are_of_log = sum(_copies(step) for step in steps if type(step.item) is Entry) >= LEAST_BESIDE
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
    """The lines, where a few cards below words, above the heading of the deck that has them again,
    are only mentioned: `Key cards`."""
    at = next((at for at, step in enumerate(steps) if getattr(step.item, "section", None)), 0)
    above = [index for index in range(at) if isinstance(steps[index].item, Entry)]
    if not above or getattr(steps[at].item, "section", None) != MAIN:
        return [*steps]
    titles = {title_of(step) for step in steps[at:] if type(step.item) is Entry}
    again = [index for index in above if title_of(steps[index]) in titles]
    is_below_words = any(step.item is Kind.UNREADABLE for step in steps[: above[0]])
    sums = [sum(map(_copies, part)) for part in (steps[:at], steps[at:])]
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
    ends = [at for at, total in stated if total == sum(map(_copies, steps[:at])) >= LEAST_OF_DECK]
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
    return is_label or _is_sentence(item)


def _is_sentence(item: Item) -> bool:
    """Whether words come before the count of the first card: `I play 4 Opt, 3 Shock`."""
    first = item.items[0] if isinstance(item, Several) else None
    return isinstance(first, Guess) and any(map(str.isdecimal, first.name))


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


def numbering(steps: list[Step], context: Context) -> list[Step]:
    """The lines without the numbers of a numbered list: 1., 2., 3.

    Other numbers with a point are counts of cards: 4. Opt. In the rows of a table, numbers that are
    each there once from 1 on are those of the rows: | 1 | Opt | 2 | Shock |.
    """
    steps = _without_numbers_of_lines(_without_numbers_of_rows(steps), context.read)
    steps = _with_numbered_blanks(_without_mana_values(_without_contents(steps), context.read))
    places = [
        (index, *numbered)
        for index, step in enumerate(steps)
        if (_card(step) is Kind.UNREADABLE or isinstance(_card(step), Guess))
        and (numbered := numbers.list_number(step.text))
    ]
    steps, read = [*steps], context.read
    found = [number for _, number, _ in places]
    is_numbered = found[:1] == [1] and all(
        after in (before + 1, 1) for before, after in pairwise(found)
    )
    for index, number, rest in places:
        # 5. Opt x4 has a count of its own.
        is_place = is_numbered or _copies(Step(0, rest, read(rest))) > 1
        item = read(rest if is_place else f"{number} {rest}")
        if is_numbered and len(places) == 1 and item is Kind.UNREADABLE:
            alone = read(f"{number} {rest}")
            item = alone if type(alone) is Entry else item
        if is_numbered and isinstance(item, Label):
            item = item.otherwise
        if item is not Kind.BLANK and item is not Kind.COMMENT:  # a number alone says nothing
            steps[index] = steps[index]._replace(item=item)
    return _with_same_ends(steps)


def _without_numbers_of_lines(steps: list[Step], read: Read) -> list[Step]:
    """The lines without their numbers, as editors show them, where counts follow: `12  4 Opt`."""
    filled = [(at, step) for at, step in enumerate(steps) if step.text.strip()]
    if len(filled) < LEAST_OF_NUMBERED or not isinstance(filled[0][1].item, Guess):
        return steps
    starts: set[int] = set()
    rests: list[str] = []
    for _, step in filled:
        text = step.text.strip()
        match = re.match(_LINE_NUMBER, text)
        if match is None:
            return steps
        starts.add(int(match[1]) - step.number)
        rests.append(text[match.end() :].lstrip())
    if len(starts) != 1 or 2 * sum(rest[:1].isdecimal() for rest in rests) < len(rests):
        return steps
    steps = [*steps]
    for (at, step), rest in zip(filled, rests, strict=True):
        steps[at] = step._replace(item=read(rest))
    return steps


def _with_numbered_blanks(steps: list[Step]) -> list[Step]:
    """The lines, where a number alone between those of the lines around it is a blank line."""
    blanks = {
        at
        for at in range(1, len(steps) - 1)
        if steps[at].item is Kind.UNREADABLE and _is_counted_on(steps, at)
    }
    return [
        step._replace(item=Kind.BLANK) if at in blanks else step for at, step in enumerate(steps)
    ]


def _is_counted_on(steps: Sequence[Step], at: int) -> bool:
    """Whether the number of the line follows that of the one before, and the next follows it."""
    number = re.fullmatch(_NUMBER_ALONE, steps[at].text)
    if number is None:
        return False
    around = [re.match(_NUMBER_BEFORE, steps[beside].text) for beside in (at - 1, at + 1)]
    return [int(each[1]) for each in around if each] == [int(number[1]) - 1, int(number[1]) + 1]


def _without_contents(steps: list[Step]) -> list[Step]:
    """The lines, where unknown names above all cards whose numbers follow each other from 1 are a
    table of contents or of players: `1 Overview`, `2 The list`, `3 See also`."""
    cards = (at for at, step in enumerate(steps) if _copies(step) and not _is_no_title(step))
    first = next(cards, len(steps))
    guesses = {
        at: step.item.copies
        for at, step in enumerate(steps)
        if isinstance(step.item, Guess) and begins_with_count(step) and at < first
    }
    numbered = [*guesses.values()]
    if len(numbered) < LEAST_OF_ROWS or numbered != [*range(1, len(numbered) + 1)]:
        return steps
    if any(is_near_title(steps[at].item.name) for at in guesses):  # type: ignore[union-attr]
        return steps
    return [
        step._replace(item=Kind.PROSE) if at in guesses else step for at, step in enumerate(steps)
    ]


def _without_mana_values(steps: list[Step], read: Read) -> list[Step]:
    """The lines without the mana values over their cards: `2 - Opt, 2x Shock`, `3 - 4x Negate`."""
    rows = {
        at: match.groups()
        for at, step in enumerate(steps)
        if (match := re.fullmatch(_MANA_VALUE, step.text.strip()[:LONGEST_LINE]))
    }
    values = [value for value, _ in rows.values()]
    if values != sorted({*values}) or len(values) < LEAST_OF_ROWS:
        return steps
    items = {at: read(f"Spells: {rest}") for at, (_, rest) in rows.items()}
    crowded = [
        at
        for at, (_, rest) in rows.items()
        if len(cards_of(items[at])) > 1 or numbers.count_before(rest)
    ]
    if 2 * len(crowded) < len(rows):
        return steps
    return [
        step._replace(item=items[at]) if cards_of(items.get(at, Kind.BLANK)) else step
        for at, step in enumerate(steps)
    ]


def _without_numbers_of_rows(steps: list[Step]) -> list[Step]:
    rows = {index: found for index, step in enumerate(steps) if (found := cards_of(step.item))}
    counts = sorted(card.copies for found in rows.values() for card in found)
    are_rows = all(several.cells_of(steps[index].text) for index in rows)
    if not are_rows or len(counts) < LEAST_OF_ROWS or counts != [*range(1, len(counts) + 1)]:
        return steps
    steps = [*steps]
    for index, found in rows.items():
        behind = _count_behind(steps[index].text, found)
        items = tuple(card._replace(copies=behind) for card in found)
        item = items[0] if len(items) == 1 else Several(items)
        steps[index] = steps[index]._replace(item=item if behind else Kind.ZERO)
    return steps


def _count_behind(text: str, cards: Sequence[Entry]) -> int:
    """The copies of a row that begins with its own number: | 1 | Opt | 4 |; else 1."""
    counts = filter(None, map(several.count_of_cell, several.cells_of(text)))
    found = [*map(int, counts)]
    values = {card.mana_value for card in catalogue().find(cards[0].name).cards}
    is_count = len(cards) == 1 and len(found) == 2 and values != {found[1]}
    return found[1] if is_count else 1


def doubtful_numbers(steps: Sequence[Step]) -> list[Step]:
    """The cards of rows whose numbers 1 to 4 were taken for those of the rows: any deck may have
    as many copies."""
    rows = [
        step
        for step in steps
        if step.by == "numbering" and several.cells_of(step.text) and _copies(step) <= 1
    ]
    others = [
        step
        for step in rows[MOST_COPIES:]
        if isinstance(step.item, Entry)
        and not any(card.is_basic for card in catalogue().find(step.item.name).cards)
    ]
    return [] if others else [*{step.number: step for step in rows}.values()]


def headings_in_words(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where a sentence above cards that names a section becomes its heading.

    The sideboard never comes first, so a sentence above the whole deck does not begin one.
    """
    lines = [*steps] if context.pool else _with_remarks(steps, context.read)
    firsts = [index for index, step in enumerate(lines) if isinstance(_card(step), Entry | Several)]
    above = [*accumulate(map(_copies, lines), initial=0)]
    is_over_cards = False
    for index in range(len(lines) - 1, -1, -1):
        step = lines[index]
        item = _card(step)
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
    counted = [at for at, step in enumerate(steps) if _is_counted(step)]
    last = counted[-1] + 1 if counted else len(steps)
    named = next((at for at in range(last, len(steps)) if _names_sideboard(steps[at])), None)
    if named is None or sum(map(_copies, steps[:named])) < LEAST_OF_DECK:
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


def counts_apart(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where titles get the counts that stand on lines of their own.

    Below each title (`Opt`, `4`, `Island`, `56`), also with its set (`4 Dominaria, $0.10`), as a
    column of all counts before or behind a column of all titles, or as a field of a record
    (`name: Opt`, `count: 4`). A count above its title is part of the same line, which `joins` sees
    to.
    """
    steps = _with_sets_below(steps)
    counts = {at: count for at, step in enumerate(steps) if (count := _count_alone(step))}
    are_named = any(count.is_named for count in counts.values())
    if not counts or (not are_named and any(map(_is_counted, steps))):
        return steps
    titles: dict[int, Entry] = {}
    unknown: dict[int, Entry] = {}
    for at, step in enumerate(steps):
        name = numbers.named_by_field(step.text) if are_named else None
        item = context.read(name) if name else step.item
        if type(item) is Entry and item.copies == 1 and (name or is_bare(step)):
            titles[at] = item
        elif name or (step.item is Kind.UNREADABLE and not are_named and at not in counts):
            unknown[at] = Guess(1, name or step.text.strip())
    every = {**titles, **unknown}
    if are_named:
        pairs = _in_records(counts, every) or _above(counts, every)
    else:
        found = (find(steps, counts, names) for names in (titles, every) for find in _FIND)
        pairs = next(filter(None, found), [])
    if sum(at in titles for at, _ in pairs) <= len(counts) / 2:
        return steps
    steps = [*steps]
    for at, below in pairs:
        entry = every[at]._replace(copies=counts[below].copies)
        steps[at] = steps[at]._replace(item=entry)
    with_title = {below for _, below in pairs}
    for at, alone in counts.items():
        item = Kind.COMMENT if at in with_title else Guess(alone.copies, steps[at].text.strip())
        steps[at] = steps[at]._replace(item=item)
    return steps


def _with_sets_below(steps: list[Step]) -> list[Step]:
    """The lines, where titles get the counts of the lines below them, which are mostly sets."""
    places = [at for at, step in enumerate(steps) if step.item is not Kind.BLANK]
    pairs = [
        (one, other)
        for one, other in pairwise(places)
        if (steps[one].item is Kind.UNREADABLE or type(steps[one].item) is Entry)
        and is_bare(steps[one])
        and isinstance(steps[other].item, Entry)
        and begins_with_count(steps[other])
    ]
    titles = {one for one, _ in pairs if type(steps[one].item) is Entry}
    if len(titles) < LEAST_IN_STYLE or 2 * len(titles) < len(pairs):
        return steps
    below = {other for _, other in pairs}
    counted = {at for at in places if isinstance(_card(steps[at]), Entry | Several)} - titles
    if counted != below or 2 * sum(_names_set(steps[at]) for at in below) <= len(below):
        return steps
    steps = [*steps]
    for at, other in pairs:
        item, copies = steps[at].item, _copies(steps[other])
        if type(item) is Entry:
            entry = item._replace(copies=copies)
        else:  # it is misspelt
            entry = Guess(copies, steps[at].text.strip())
        steps[at] = steps[at]._replace(item=entry)
        steps[other] = steps[other]._replace(item=Kind.COMMENT)
    return steps


def _names_set(step: Step) -> bool:
    """Whether the line is a count and the name of a set, and perhaps a price: `2 Theros, $0.50`."""
    counted = numbers.count_before(notation.tidy(step.text[: 2 * notation.LONGEST_TITLE]))
    name = remarks.without_prices(counted.name) if counted else ""
    return remarks.is_set(name.partition(" (")[0].rstrip(", "))


def _count_alone(step: Step) -> numbers.CountAlone | None:
    item = _card(step)
    is_open = item is Kind.UNREADABLE or isinstance(step.item, Heading | Guess | Label)
    return numbers.count_alone(step.text) if is_open else None


def _is_counted(step: Step) -> bool:
    """Whether the line is a card with its count."""
    return isinstance(_card(step), Entry | Several) and not is_bare(step)


def _in_records(counts: Iterable[int], titles: Mapping[int, Entry]) -> list[tuple[int, int]]:
    """Each title with the count of its record, whichever comes first; empty if a count is left."""
    pairs: list[tuple[int, int]] = []
    before = None
    for at in sorted({*counts, *titles}):
        if before is not None and (before in titles) != (at in titles):
            pairs.append((before, at) if before in titles else (at, before))
            before = None
        elif before is not None and at not in titles:
            return []
        else:
            before = at
    return pairs if before is None or before in titles else []


def _above(counts: Iterable[int], titles: Mapping[int, Entry]) -> list[tuple[int, int]]:
    """Each count with the first title since the count above, if there is one."""
    pairs: list[tuple[int, int]] = []
    title = None
    for at in sorted({*counts, *titles}):
        if at in titles:
            title = at if title is None else title
        elif title is not None:
            pairs.append((title, at))
            title = None
    return pairs


def _in_runs(
    _: Sequence[Step], counts: Iterable[int], titles: Mapping[int, Entry]
) -> list[tuple[int, int]]:
    """Each title with its count, if there are as many in each two runs of them; else empty."""
    places = sorted({*counts, *titles})
    runs = [[*run] for _, run in groupby(places, titles.__contains__)]
    both = [*zip(runs[::2], runs[1::2], strict=False)]
    if len(runs) % 2 or any(len(first) != len(second) for first, second in both):
        return []
    pairs = [pair for first, second in both for pair in zip(first, second, strict=True)]
    return [(one, other) if one in titles else (other, one) for one, other in pairs]


def _below(
    steps: Sequence[Step], counts: Mapping[int, object], titles: Mapping[int, Entry]
) -> list[tuple[int, int]]:
    """Each title with the count right below it, in a text that begins with a title."""
    places = [at for at, step in enumerate(steps) if step.item is not Kind.BLANK]
    if not titles or min(titles) > min(counts) or max(counts) < max(titles):
        return []
    pairs = [(one, other) for one, other in pairwise(places) if one in titles and other in counts]
    return pairs if len(pairs) == len(counts) else []


_FIND = (_in_runs, _below)


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
    is_counted = isinstance(_card(step), Entry) and marks.has_digits(step.text)
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
    guesses = [at for at, step in enumerate(steps) if isinstance(_card(step), Guess)]
    if not guesses:
        return steps
    titles = [step.item.name for step in steps if type(step.item) is Entry]
    are_small = any(map(remarks.small_words, titles))  # Path to exile
    steps = [*steps]
    for at in guesses[: context.most_again]:
        item = _card(steps[at])
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
    return isinstance(step.item, Entry | Several) and begins_with_count(step)


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

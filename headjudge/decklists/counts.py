"""The passes of reading that say what the numbers of a list are: copies, or something else.

A number is a count by its place beside a title, by the signs around it, or because other lines of
the list have their counts in the same place. A guess is reported by a notice.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from cards import catalogue
from headjudge.decklists.lines import notation, numbers, remarks, several
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Item, Kind, Label, Several, Step
from headjudge.decklists.lines.unread import cards_of
from headjudge.decklists.prose import (
    SIDEBOARD_MAX,
    are_counted,
    begins_with_count,
    is_bare,
    is_near_title,
)
from headjudge.decklists.sections import (
    LEAST_TOTAL,
    SIZES,
)
from validator.model import LONGEST_LINE

LEAST_IN_STYLE = 3
"""Minimum cards that establish the style of a list."""
LEAST_OF_ROWS = 3
"""Minimum cards in rows whose numbers follow each other from 1 on."""
LEAST_OF_NUMBERED = 8
"""Minimum lines that show that all of them are numbered."""
MOST_COPIES = 4
"""Maximum copies of a card other than a basic land."""
_SIGNED = r"\s*([-+\u2212–]) ?(?=[0-9]{1,2}x? )"
_SIGN = r"[^\w\s\"'’`“”]"
_BEFORE = rf"\s*({_SIGN}{{0,2}})([0-9]{{1,2}})([x×]?{_SIGN}{{1,3}}) ?(?=[^\W\d])"
_BEHIND_SIGN = r"((?: |(?<![0-9]))[-–—:,;] ?)([0-9]{1,2}) ?([^\W\d]{1,10}\.?)\s*\Z"
"""Opt - 4 pcs"""
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
_LINE_NUMBER = r"([0-9]{1,3})(?:[:|]?\s|\Z)"
_COST_BEFORE = re.compile(r"\s*[0-9]{1,2}x? [0-9]{0,2}[WUBRGX]{1,5} ")
_NUMBERS_BEFORE = re.compile(r"\s*([0-9]{1,2})x? [0-9]{1,2} (.+)")
"""A count, a cost and a title."""
_STRENGTH = r" [0-9*]{1,2}/[0-9*]{1,2}\Z"
"""Power and toughness behind a title."""
_POINTS = r" [(\[]([1-9])[)\]]\s*\Z"
Read = Callable[[str], Item]


def signs(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where those in the style of the list's cards become cards."""
    read, steps = context.read, _without_points(steps)
    if any(_is_of_cards(step) for step in steps):
        steps = _spelled(_scanned(steps, read), read)
        return _side_by_side(_with_same_signs(steps, read), read)
    return _without_same_sign(steps, read) or _behind_words(steps, context)


def _scanned(steps: list[Step], read: Read) -> list[Step]:
    """The lines of a list with counts, as a scanner read them: `l Opt`, `2O Island`, `4Obt`."""
    if not are_counted(steps):
        return steps
    steps = [*steps]
    for at, step in enumerate(steps):
        match = re.match(_SCANNED, step.text) if card_of(step) is Kind.UNREADABLE else None
        if match:
            item = read(f"{match[1].translate(_FIGURES)} {step.text[match.end() :]}")
            is_card = type(item) is Entry or (isinstance(item, Guess) and match[1].isdecimal())
            steps[at] = step._replace(item=item) if is_card else step
        elif at and step.text.lstrip()[:1] in _DITTO and (copies := copies_of(steps[at - 1])):
            item = read(f"{copies} {step.text.lstrip()[1:]}")
            steps[at] = step._replace(item=item) if type(item) is Entry else step
    return steps


def _spelled(steps: list[Step], read: Read) -> list[Step]:
    """The lines of a list with spelled counts, also behind a heading: `lands nine Island`."""
    if not any(
        _is_of_cards(step) and copies_of(step) > 1 and not numbers.FIGURES[step.text].has_digits
        for step in steps
    ):
        return steps
    return [
        step._replace(item=item)
        if step.item is Kind.UNREADABLE
        and isinstance(item := read(numbers.with_digits(step.text)), Several)
        and not is_spoken(item)
        else step
        for step in steps
    ]


def _without_points(steps: list[Step]) -> list[Step]:
    """The lines, where numbers in brackets are no counts but points: among titles without a number,
    the `(1)` of a title says nothing of its copies, nor does the `(2)` of another one."""
    numbered: dict[int, Entry] = {}
    for at, step in enumerate(steps):
        card, points = card_of(step), re.search(_POINTS, step.text)
        if type(card) is not Entry or points is None or int(points[1]) != card.copies:
            continue
        if not any(each.is_basic for each in catalogue().find(card.name).cards):
            numbered[at] = card
    bare = sum(type(step.item) is Entry and is_bare(step) for step in steps)
    ones = sum(card.copies == 1 for card in numbered.values())
    if not ones or bare < LEAST_IN_STYLE * len(numbered):
        return steps
    return [
        step._replace(item=numbered[at]._replace(copies=1)) if at in numbered else step
        for at, step in enumerate(steps)
    ]


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
        card = card_of(steps[index])
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
    card = card_of(step)
    return card is Kind.UNREADABLE or isinstance(card, Guess)


def _ends_in_cost(step: Step) -> bool:
    is_bare = numbers.FIGURES[step.text].is_before_cost and not step.text.lstrip()[:1].isdecimal()
    return is_bare and isinstance(card_of(step), Entry)


def card_of(step: Step) -> Item:
    """The reading of the line if it is not a heading."""
    return step.item.otherwise if isinstance(step.item, Label) else step.item


def copies_of(step: Step) -> int:
    item = card_of(step)
    return item.copies if isinstance(item, Entry | Several) else 0


def _is_of_cards(step: Step) -> bool:
    item = step.item
    return isinstance(item, Entry) or (isinstance(item, Several) and not is_spoken(item))


def _behind_quote(step: Step, read: Read) -> Step:
    """The first line of a list in source code or in quotes: deck = `4 Opt, "4 Opt."""
    match = re.search(_QUOTE, step.text) if card_of(step) is Kind.UNREADABLE else None
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
        if card_of(step) is Kind.UNREADABLE and (row := _row(step.text))
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
    if not any(card_of(step) is Kind.UNREADABLE for step in steps):
        return steps
    ends = [re.search(_BEHIND_SIGN, step.text) for step in steps]
    shapes = Counter(
        each.group(1, 3) for each, step in zip(ends, steps, strict=True) if each and copies_of(step)
    )
    return [
        _with_card(step, Guess(int(each[2]), _name_before(each)))
        if each
        and card_of(step) is Kind.UNREADABLE
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
        is_sentence = step.item is Kind.UNREADABLE or is_spoken(step.item)
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


def is_spoken(item: Item) -> bool:
    """Whether words come before the count of the first card: `I play 4 Opt, 3 Shock`."""
    first = item.items[0] if isinstance(item, Several) else None
    return isinstance(first, Guess) and any(map(str.isdecimal, first.name))


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
        if (card_of(step) is Kind.UNREADABLE or isinstance(card_of(step), Guess))
        and (numbered := numbers.list_number(step.text))
    ]
    steps, read = [*steps], context.read
    found = [number for _, number, _ in places]
    is_numbered = found[:1] == [1] and all(
        after in (before + 1, 1) for before, after in pairwise(found)
    )
    if is_numbered and _are_chapters(steps, [index for index, *_ in places]):
        for index, *_ in places:
            steps[index] = steps[index]._replace(item=Kind.PROSE)
        return _with_same_ends(steps)
    for index, number, rest in places:
        # 5. Opt x4 has a count of its own.
        is_place = is_numbered or copies_of(Step(0, rest, read(rest))) > 1
        item = read(rest if is_place else f"{number} {rest}")
        if is_numbered and len(places) == 1 and item is Kind.UNREADABLE:
            alone = read(f"{number} {rest}")
            item = alone if type(alone) is Entry else item
        if is_numbered and isinstance(item, Label):
            item = item.otherwise
        if item is not Kind.BLANK and item is not Kind.COMMENT:  # a number alone says nothing
            steps[index] = steps[index]._replace(item=item)
    return _with_same_ends(steps)


def _are_chapters(steps: Sequence[Step], places: Sequence[int]) -> bool:
    """Whether numbered lines are headings of a text below a whole deck: `1) Burn`, `2) Goblins`."""
    above = sum(map(copies_of, steps[: places[0]]))
    if len(places) < 2 or above not in (*SIZES, *(size + SIDEBOARD_MAX for size in SIZES)):
        return False
    numbered = {*places}
    others = [step for at, step in enumerate(steps) if at > places[0] and at not in numbered]
    are_words = any(step.item is Kind.UNREADABLE for step in others)
    return are_words and not any(map(_is_of_cards, others))


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
    cards = (at for at, step in enumerate(steps) if copies_of(step) and not _is_no_title(step))
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
        if step.by == "numbering" and several.cells_of(step.text) and copies_of(step) <= 1
    ]
    others = [
        step
        for step in rows[MOST_COPIES:]
        if isinstance(step.item, Entry)
        and not any(card.is_basic for card in catalogue().find(step.item.name).cards)
    ]
    return [] if others else [*{step.number: step for step in rows}.values()]


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
    if not counts or (not are_named and any(map(has_count, steps))):
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
    counted = {at for at in places if isinstance(card_of(steps[at]), Entry | Several)} - titles
    if counted != below or 2 * sum(_names_set(steps[at]) for at in below) <= len(below):
        return steps
    steps = [*steps]
    for at, other in pairs:
        item, copies = steps[at].item, copies_of(steps[other])
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
    item = card_of(step)
    is_open = item is Kind.UNREADABLE or isinstance(step.item, Heading | Guess | Label)
    return numbers.count_alone(step.text) if is_open else None


def has_count(step: Step) -> bool:
    """Whether the line is a card with its count."""
    return isinstance(card_of(step), Entry | Several) and not is_bare(step)


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

"""Lines that are not cards: sentences around a list, names of it and its parts; their notices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from cards import catalogue
from headjudge.decklists.lines import headings, marks, notation, numbers, several
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Guess, Kind, Several, Step
from headjudge.decklists.lines.remarks import COUNTED_ON_PAGES, OPENING, is_set, set_names
from messages import plural, say, say_count, say_list, say_short_list, template
from validator.model import (
    MAIN,
    MAYBEBOARD,
    POOL,
    SIDEBOARD,
    Decklist,
    Notice,
    Place,
    Severity,
)

LONGEST_NEAR = 60
"""Maximum characters of a misspelt title without a count."""
SHORTEST_NEAR = 6
LEAST_COUNTED = 5
"""Minimum cards of a list in which a title without a count may be a name."""
MOST_NAMES = 5
"""Of this many cards at most one may be a name."""
LEAST_OWN_HEADINGS = 2
LEAST_IN_BLOCK = 2
LEAST_OF_DECK = 40
"""Minimum cards of another deck."""
SIDEBOARD_MAX = 15
"""Blocks with more cards are not guessed to be a sideboard."""
LEAST_OF_BLOCK = 3
"""Titles for each line among them that may be one as well."""
LEAST_AROUND = 20
"""The same if no line has a bullet, as own headings stand over fewer titles."""
MOST_OF_TITLE = 5
"""Maximum words of an unknown title between two others, whatever their letters."""
LEAST_OF_CJK = 5
"""Minimum signs of a title in Chinese or Japanese that is longer than a heading: マナ加速."""
LONGEST_SMALL = 4
"""Maximum letters of small words in titles."""
LEAST_OF_LONG = 8
"""Minimum words behind the first one of a sentence that begins with a capital letter."""
MOST_PARTS = 3
"""Lines above a part of a sentence that may be parts of it as well."""
LEAST_OF_SENTENCE = 3
"""Minimum words and signs behind a title that a sentence explains."""
SIZES = (40, 60, 80, 99, 100)
"""Usual sizes of main decks."""
_OPENING = "-+\u2212\"'“„«»"
CHANGE = r"\s*([-+\u2212–]) ?[0-9]{1,2}x? "
"""A card that comes in or goes out: `+2 Negate`, `-2 Opt`."""
_OPEN_END = r"(?:,| (?:and|or|und|oder|et|ou|y|o|e|ed|и|или|en|och|i)) ?\Z"
"""The end of a line within a sentence: `Jackal Pup and`."""
_DATE = r"[0-9]{1,2}(?:st|nd|rd|th|[.º])? (?:of |de )?[^\W\d]{3,12}\.?,?(?: de)? (?:19|20)[0-9]{2}"
_DATE_AND_TIME = _DATE + r"(?:,?(?: (?:at|um|à|a las|alle|às|в))? [0-9]{1,2}[:.h][0-9]{2}.{0,10})?"
"""5 May 2012, 5. Mai 2012, 5 de mayo de 2012"""
_NUMERIC_DATE = (
    r"(?:19|20)[0-9]{2}([-./])[0-9]{1,2}[-./][0-9]{1,2}\b"
    r"|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)?[0-9]{2}\b"
)
"""2012-05-05, 5.5.2012"""
_STAMP = (
    r"(?:19|20)[0-9]{2}[-./][0-9]{1,2}[-./][0-9]{1,2}(?: ?\([^()]{1,9}\))?,? [0-9]{1,2}:[0-9]{2}"
)
"""The day and time of a message: 2023/11/05(日) 21:14."""
_NUMBERS = r"[\s0-9.,/=%$€£+-]*"
_THOUSANDS = r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,.])"
_CURRENCIES = tuple("$€£")
_FULL_STOP = "。"
"""Of Chinese and Japanese, in no title."""
_END_OF_SENTENCE = r"[a-z][.?!] [A-Z]"
_SIGNATURE = "--"
_FIGURE_OF_NAME = r"[0-9]{1,4}[-A-Za-z]"
"""8-Whack, 4C Burn; but not 4張Opt, 4* Opt"""


def prose(steps: list[Step], context: Context) -> list[Step]:
    """The lines, where those that are neither cards nor known headings are prose.

    A title without a count that names the list, or a part of it, is a heading of the writer's own.
    """
    names, own, are_titles_alone = _names(steps)
    if any(isinstance(step.item, Guess) for step in steps):
        names |= (_with_figure(steps) | _of_pages(steps)) - _beside_cards(steps)
    names |= _behind_the_list(steps) | _explained(steps) | _again_below_a_sentence(steps)
    names |= _within_sentences(steps) | _again_in_bold(steps)
    signs = {sign for step in steps if (sign := _sign_of_change(step))}
    among = _among_titles(steps) if are_titles_alone else frozenset()
    signed = _in_signature(steps)
    searched = 0
    read: list[Step] = []
    for index, step in enumerate(steps):
        if index in signed:
            step = step._replace(item=Kind.COMMENT)
        elif index in own:
            step = step._replace(item=Heading(None, may_be_card=True))
        elif index in names or (len(signs) > 1 and _sign_of_change(step)):
            step = step._replace(item=Kind.PROSE)
        elif step.item is not Kind.UNREADABLE or _is_data(step.text):
            step = _without_title(step)
        else:
            searched += 1
            is_near = searched <= context.most_again and is_near_title(step.text)
            is_near = (is_near and not _is_plainly_words(steps, index)) or index in among
            if not is_near:
                step = step._replace(item=Kind.PROSE)
            elif are_titles_alone:
                step = step._replace(item=Guess(1, notation.without_signs(step.text)))
        read.append(step)
    return read


def _is_plainly_words(steps: Sequence[Step], index: int) -> bool:
    """Whether a line like a title is the name of a set, or words in a list whose cards have counts:
    they end in a colon, or end a sentence of the line above or go on with it."""
    text = notation.tidy(steps[index].text).rstrip("| ")
    if is_set(text):
        return True
    above = steps[index - 1].item if index else Kind.BLANK
    is_end = text.endswith(".") and above in (Kind.UNREADABLE, Kind.PROSE)
    around = [step.text for step in steps[max(0, index - MOST_PARTS) : index + 1]]
    is_end = is_end or goes_on(around, len(around) - 1)
    return (is_end or text.endswith(":")) and are_counted(steps)


def goes_on(texts: Sequence[str], at: int, *, is_sentence: bool = False) -> bool:
    """Whether the line is a part of a long sentence that a line above breaks off.

    A part that is no `is_sentence` by its own words ends in a comma or a joining word.
    """
    if not (is_sentence or re.search(_OPEN_END, texts[at])):
        return False
    for before in texts[max(0, at - MOST_PARTS) : at][::-1]:
        text = before.rstrip()
        if not (text.endswith(",") or text[-1:].islower()) or text.lstrip()[:1].isdecimal():
            return False
        if len(text.split()) > LEAST_OF_LONG:
            return True
        if not re.search(_OPEN_END, text):
            return False
    return False


def _within_sentences(steps: Sequence[Step]) -> set[int]:
    """Titles without a count in a list whose cards have one, as parts of a sentence."""
    if not are_counted(steps):
        return set()
    bare = [at for at, step in enumerate(steps) if type(step.item) is Entry and is_bare(step)]
    texts = [step.text for step in steps] if bare else []
    return {at for at in bare if goes_on(texts, at)}


def _among_titles(steps: Sequence[Step]) -> frozenset[int]:
    """Short lines among titles alone, which are titles not known here: between two others among
    very many, and in capitals in a block that begins with a title, as own headings are over the
    first as well, or in one with bullets."""
    among: set[int] = set()
    for is_block, group in groupby(enumerate(steps), lambda each: _is_of_block(each[1])):
        block = [*group]
        titles = [at for at, step in block if isinstance(step.item, Entry)]
        others = [at for at, step in block if step.item is Kind.UNREADABLE]
        if not is_block or not others or len(titles) < 2:
            continue
        within = {at for at in others if titles[0] < at < titles[-1] and _is_long(steps[at].text)}
        if titles[0] == block[0][0] and len(titles) >= len(within):
            among |= within
        if len(titles) < LEAST_OF_BLOCK * len(others):
            continue
        if all(step.text.lstrip()[:1] in notation.BULLETS for _, step in block):
            among.update(others)
        elif len(titles) >= LEAST_AROUND * len(others):
            among.update(at for at in others if {at - 1, at + 1} <= {*titles})
    bare = {at for at, step in enumerate(steps) if type(step.item) is Entry and is_bare(step)}
    between = [at for at, step in enumerate(steps) if {at - 1, at + 1} <= bare and _is_short(step)]
    if len(bare) >= LEAST_AROUND * len(between):
        among.update(between)
    return frozenset(among)


def _is_short(step: Step) -> bool:
    """Whether the line is a few words, the first with a capital: a title in many languages."""
    words = step.text.split()
    is_sentence = step.text.rstrip().endswith(tuple(".,:;!?"))
    is_few = 1 < len(words) <= MOST_OF_TITLE and not is_sentence
    return step.item is Kind.UNREADABLE and is_few and words[0][0].isupper()


def _is_long(text: str) -> bool:
    """Whether the line has more words than most headings of a part, and none of cards' types."""
    words = notation.without_signs(notation.tidy(text)).split()
    is_long = len(words) > 1 or (not words[0].isascii() and len(words[0]) >= LEAST_OF_CJK)
    return is_long and not any(
        headings.read(each) or headings.is_of_colours(each) for each in words
    )


def _is_of_block(step: Step) -> bool:
    """Whether the line is a title without a count, or could be one."""
    if isinstance(step.item, Entry):
        return is_bare(step)
    words = notation.tidy(step.text[:LONGEST_NEAR]).split()
    return (
        step.item is Kind.UNREADABLE
        and len(step.text) < LONGEST_NEAR
        and not step.text.rstrip().endswith(tuple(":.;"))
        and words[0][0].isalpha()
        and not any(word[0].islower() for word in words if len(word) > LONGEST_SMALL)
    )


def _sign_of_change(step: Step) -> str | None:
    """The sign of a line in a sideboarding plan; a list of cards has at most one kind of sign."""
    change = re.match(CHANGE, step.text) if step.item is Kind.UNREADABLE else None
    return change[1] if change else None


def _without_title(step: Step) -> Step:
    """The line, where a count before an empty bracket becomes copies of an unknown card."""
    if step.item is Kind.UNREADABLE:
        counted = numbers.count_before(notation.tidy(step.text[:LONGEST_NEAR]))
        if counted and counted.name in OPENING and len(counted.digits) < 3 and int(counted.digits):
            return step._replace(item=Guess(int(counted.digits), counted.name))
    return step


def are_counted(steps: Sequence[Step]) -> bool:
    """Whether nearly all cards of the list have a count."""
    cards = [step for step in steps if isinstance(step.item, Entry)]
    bare = sum(map(is_bare, cards))
    return len(cards) >= LEAST_COUNTED and MOST_NAMES * bare <= len(cards)


def is_bare(step: Step) -> bool:
    """Whether the line has no number that could be a count."""
    if (
        step.by in ("counts-apart", "signs", "headings-in-words")
        or getattr(step.item, "copies", 1) != 1
    ):
        return False
    return not (numbers.FIGURES[step.text].has_digits or _has_one_in_words(step))


def _has_one_in_words(step: Step) -> bool:
    """Whether the line says that it is one copy: `One Opt`, unlike `One with Nothing`."""
    words = notation.tidy(step.text[:LONGEST_NEAR]).lower().split()
    title = getattr(step.item, "name", "").lower().split()
    return len(words) > len(title) and 1 in map(numbers.NUMBERS.get, (words[0], words[-1]))


def _names(steps: Sequence[Step]) -> tuple[set[int], set[int], bool]:
    """The lines that name the list, the titles that name it or a part of it, and whether counts
    are optional.

    If nearly every card has a count, a title without one is the name of the list if it is its
    first line, and the name of a part if the list has other headings of the writer's own.
    """
    first = _name_with_figure(steps)
    entries = [index for index, step in enumerate(steps) if isinstance(step.item, Entry)]
    bare = [index for index in entries if is_bare(steps[index])]
    words = [
        at
        for at, step in enumerate(steps)
        if step.item is Kind.UNREADABLE and not _has_count(step.text)
    ]
    own = len(words)
    over = _sets_over_cards(steps) | _over_blocks(steps, entries, bare)
    bare = [index for index in bare if index not in over]
    if not (over or are_counted(steps)):
        halves = {index for index in bare if own >= LEAST_OWN_HEADINGS and _is_half(steps[index])}
        return first, halves, len(halves) < len(bare)
    are_apart = not any(isinstance(steps[at - 1].item, Entry) for at in words if at)
    on_line = Counter(steps[at].number for at in entries)
    alone = [
        at
        for at in bare
        if getattr(steps[at].item, "section", None) is None and on_line[steps[at].number] == 1
    ]
    begun = _begun(steps)
    heads = {
        index
        for index in alone
        if (index <= begun and not _is_commander(steps, index))
        or (
            own >= LEAST_OWN_HEADINGS
            and _is_over_count(steps, index)
            and not (are_apart and index and isinstance(steps[index - 1].item, Entry))
        )
        or (_is_half(steps[index]) and _is_over_count(steps, index))  # Burn
        or several.is_head([getattr(steps[index].item, "name", "")])  # Rarity, in a menu
    }
    return first, heads | over, False


def _is_half(step: Step) -> bool:
    """Whether the line is a word that is also the second face of a card: `Burn`."""
    name = step.text.strip(" :*#")
    return name.isalpha() and catalogue().find(name).level == "other face"


def _sets_over_cards(steps: Sequence[Step]) -> set[int]:
    """Titles without a count that are also names of sets: over cards with counts, or the first line
    over words."""
    over = {
        index
        for index, step in enumerate(steps)
        if type(step.item) is Entry
        and is_bare(step)
        and _is_over_count(steps, index)
        and step.item.name.casefold() in set_names(catalogue())
    }
    if len(over) >= LEAST_OWN_HEADINGS:
        return over
    lines = [index for index, step in enumerate(steps) if step.item is not Kind.BLANK][:2]
    if len(lines) < 2 or isinstance(steps[lines[1]].item, Entry):
        return set()
    first = steps[lines[0]]
    is_set = type(first.item) is Entry and first.item.name.casefold() in set_names(catalogue())
    return {lines[0]} if is_set and is_bare(first) else set()


def _over_blocks(steps: Sequence[Step], entries: Sequence[int], bare: Sequence[int]) -> set[int]:
    """Titles that begin blocks of a list whose other cards all have counts: `Burn` over burn.

    One alone is such a name if the list has other headings.
    """
    over = {
        at
        for at in bare
        if getattr(steps[at].item, "section", None) is None
        and (at == 0 or _is_empty(steps[at - 1]))
        and _is_over_count(steps, at)
    }
    headings = sum(
        isinstance(step.item, Heading) and step.item.section is None for step in steps
    ) + len(over)
    is_style = len(over) == len(bare) and headings >= LEAST_OWN_HEADINGS
    return over if is_style and len(entries) >= LEAST_IN_BLOCK * len(over) + len(over) else set()


def _is_commander(steps: Sequence[Step], index: int) -> bool:
    """Whether the title is that of a legendary card that makes the deck one of a hundred cards."""
    item = steps[index].item
    card = catalogue().find(item.name).card if isinstance(item, Entry) else None
    copies = sum(step.item.copies for step in steps if isinstance(step.item, Entry))
    return card is not None and "Legendary" in card.supertypes and copies == SIZES[-1]


def _is_over_count(steps: Sequence[Step], index: int) -> bool:
    """Whether a card with a count is on the next line."""
    below = steps[min(index + 1, len(steps) - 1)]
    return not is_bare(below)


def _behind_the_list(steps: Sequence[Step]) -> set[int]:
    """Cards that are only mentioned, after a blank line or a sentence below a complete sideboard.

    Each is in the list already, or lacks a count or a title: explanations, options, remarks. A
    drawn line with words below it ends the list.
    """
    section, size, start = MAIN, 0, len(steps)
    titles: set[str] = set()
    for index, step in enumerate(steps):
        is_full = section == SIDEBOARD and size == SIDEBOARD_MAX
        if is_full and notation.is_drawn(step.text) and _is_over_words(steps, index):
            behind = _cards_from(steps, index)
            copies = sum(getattr(steps[at].item, "copies", 0) for at in behind)
            if copies < LEAST_OF_DECK and all(_is_talk(steps[at], titles) for at in behind):
                unread = enumerate(steps[index:], index)
                return behind | {at for at, each in unread if each.item is Kind.UNREADABLE}
        if isinstance(step.item, Heading) and (step.item.section or step.item.owner):
            section, size, start = step.item.section or MAIN, 0, len(steps)
        elif isinstance(step.item, Entry) and index < start:
            size += step.item.copies if step.item.section in (None, SIDEBOARD) else 0
            titles.add(step.item.name.casefold())
        elif is_full and _is_break(step):
            start = min(start, index)
    behind = _cards_from(steps, start)
    copies = sum(getattr(steps[index].item, "copies", 0) for index in behind)
    are_talk = all(_is_talk(steps[index], titles) for index in behind)
    return behind if are_talk and copies < LEAST_OF_DECK else set()


def _is_break(step: Step) -> bool:
    """Whether the line is blank, drawn or a sentence."""
    if step.item is Kind.UNREADABLE:
        return len(step.text.split()) > LEAST_OF_SENTENCE and not _has_count(step.text)
    return step.item is Kind.BLANK or notation.is_drawn(step.text)


def _again_below_a_sentence(steps: Sequence[Step]) -> set[int]:
    """Titles without counts, all of them in the list above, in a block below a sentence that is
    long or stands below a deck of a usual size."""
    size = 0
    again: set[int] = set()
    block: set[int] | None = None
    titles: set[str] = set()
    for index, step in enumerate(steps):
        if step.item is Kind.UNREADABLE:
            is_long = len(step.text.split()) > LEAST_OF_LONG
            block = set() if is_long or (size in SIZES and _is_break(step)) else None
        elif isinstance(step.item, Entry):
            is_again = is_bare(step) and title_of(step) in titles
            if block is not None and is_again:
                block.add(index)
                again.add(index)
            else:
                again -= block or set()
                block = None
                size += step.item.copies
            titles.add(title_of(step))
    return again


def _cards_from(steps: Sequence[Step], start: int) -> set[int]:
    return {index for index in range(start, len(steps)) if isinstance(steps[index].item, Entry)}


def _is_over_words(steps: Sequence[Step], index: int) -> bool:
    """Whether words that are no heading are the next line that is not blank."""
    below = (step for step in steps[index + 1 :] if step.item is not Kind.BLANK)
    return next((step.item is Kind.UNREADABLE for step in below), False)


def _is_talk(step: Step, titles: set[str]) -> bool:
    name = getattr(step.item, "name", "")
    is_remark = isinstance(step.item, Guess) and not is_near_title(name)
    return is_remark or name.casefold() in titles or is_bare(step)


def _explained(steps: Sequence[Step]) -> set[int]:
    """Titles without a count before a sentence (`**Opt** — the best of them`), where another line
    is just that card: a primer explains what the list has, but not in the middle of it."""
    entries = [at for at, step in enumerate(steps) if type(step.item) is Entry]
    remarks = {
        at
        for at in entries
        if is_bare(steps[at])
        and len(steps[at].text.split()) >= len(title_of(steps[at]).split()) + LEAST_OF_SENTENCE
    }
    listed = {title_of(steps[at]) for at in entries if at not in remarks}
    cards = {*entries} - remarks
    return {at for at in remarks if title_of(steps[at]) in listed and not {at - 1, at + 1} <= cards}


def _again_in_bold(steps: Sequence[Step]) -> set[int]:
    """Cards on lines with bold type below a deck without it that has as many copies of all of them:
    a primer (`**4 Opt**, **4 Shock** - the core`)."""
    entries = [at for at, step in enumerate(steps) if isinstance(step.item, Entry)]
    bold = [at for at in entries if several.BOLD in steps[at].text]
    if not bold or len(bold) == len(entries):
        return set()
    named = (at for at, step in enumerate(steps) if getattr(step.item, "section", None))
    begun = max(at for at in entries if several.BOLD not in steps[at].text)
    if min(bold) < begun or next(named, len(steps)) < bold[-1]:
        return set()
    listed: Counter[str] = Counter()
    for at in entries:
        listed[title_of(steps[at])] += getattr(steps[at].item, "copies", 0) if at <= begun else 0
    others = {
        steps[at].number
        for at in bold
        if getattr(steps[at].item, "copies", 0) > listed[title_of(steps[at])]
    }
    again = {at for at in bold if steps[at].number not in others}
    return again if listed.total() >= LEAST_OF_DECK else set()


def title_of(step: Step) -> str:
    """The title of the line's card, without case; empty if it has none."""
    return getattr(step.item, "name", "").casefold()


def _beside_cards(steps: Sequence[Step]) -> set[int]:
    """Misspelt cards on a line with others, which no sentence can be."""
    with_card = {step.number for step in steps if type(step.item) is Entry}
    return {
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess) and step.number in with_card
    }


def _with_figure(steps: Sequence[Step]) -> set[int]:
    """Sentences that begin with a number, among titles in capitals: `17 lands felt right.`"""
    guesses = {
        index: step.item.name
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess) and (begins_with_count(step) or _FULL_STOP in step.text)
    }
    sentences = {
        index
        for index, name in guesses.items()
        if _FULL_STOP in name
        or (
            (name[0].islower() or _is_in_lower_case(name) or _is_of_sentences(name))
            and len(name.partition("(")[0].split())
            >= (LEAST_OF_LONG if "(" in name else LEAST_OF_SENTENCE)
            and not is_near_title(name)
        )
    }
    titles = [step.item.name for step in steps if type(step.item) is Entry] if sentences else []
    return sentences if sum(not name[:1].islower() for name in titles) > len(titles) / 2 else set()


def _is_of_sentences(name: str) -> bool:
    """Whether the words are sentences: `2 Murktides are few. The other deck has 3 of them.`"""
    return len(name.split()) > LEAST_OF_LONG and re.search(_END_OF_SENTENCE, name) is not None


def _is_in_lower_case(name: str) -> bool:
    """Whether nearly all of many words begin with a small letter, as in no title: `10 People
    entered the tournament last week.`"""
    others = name.split()[1:]
    return len(others) >= LEAST_OF_LONG and sum(word[0].isupper() for word in others) <= 1


def _of_pages(steps: Sequence[Step]) -> set[int]:
    """Prices alone, and what pages count besides cards: `45 tix`, `1 Comment`."""
    return {
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess)
        and (
            step.item.name.rstrip(":.!").casefold() in COUNTED_ON_PAGES
            or step.item.name.endswith(_CURRENCIES)  # Cost: about $35
            or re.fullmatch(numbers.PRICE, notation.tidy(step.text[:LONGEST_NEAR]))
        )
    }


def _in_signature(steps: Sequence[Step]) -> set[int]:
    """Counts with unknown words below the line `--` of a mail: `12 Forest Road`."""
    begins = [at for at, step in enumerate(steps) if step.text.strip() == _SIGNATURE]
    below = range(begins[-1], len(steps)) if begins else range(0)
    has_card = any(type(steps[at].item) in (Entry, Several) for at in below)
    return set() if has_card else {at for at in below if isinstance(steps[at].item, Guess)}


def _name_with_figure(steps: Sequence[Step]) -> set[int]:
    """The first line but words if it is a name with a number, such as `5 Color Zoo`; and lines with
    dates."""
    dates = {
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Guess)
        and re.fullmatch(_DATE_AND_TIME, step.text.strip()[:LONGEST_NEAR])
    }
    begun = _begun(steps)
    lines = [
        index for index, step in enumerate(steps) if index >= begun and step.item is not Kind.BLANK
    ]
    if len(lines) < 3 or not isinstance(guess := steps[lines[0]].item, Entry):
        return dates
    if not isinstance(guess, Guess):  # 8-Whack, over lines such as 4 Opt
        is_name = guess.section is None and _is_in_other_style(steps, lines[0])
        return dates | ({lines[0]} if is_name else set())
    if guess.copies == 1:
        return dates
    over = steps[lines[1]].item
    is_apart = lines[1] > lines[0] + 1 and lines[2] == lines[1] + 1
    is_apart = is_apart or (isinstance(over, Heading) and over.section in (None, MAIN))
    is_apart = is_apart or _main(steps) - guess.copies in SIZES
    return dates | ({lines[0]} if is_apart and not is_near_title(guess.name) else set())


def _is_in_other_style(steps: Sequence[Step], index: int) -> bool:
    """Whether the line's number is no count, although all other cards have one."""
    others = [step for step in steps[index + 1 :] if isinstance(step.item, Entry)]
    return (
        re.match(_FIGURE_OF_NAME, steps[index].text.strip()) is not None
        and not begins_with_count(steps[index])
        and len(others) >= LEAST_COUNTED
        and all(map(begins_with_count, others))
    )


def _main(steps: Sequence[Step]) -> int:
    """The number of cards above the first heading of a section other than the main deck."""
    sections = (
        index
        for index, step in enumerate(steps)
        if isinstance(step.item, Heading) and step.item.section not in (None, MAIN)
    )
    above = steps[: next(sections, len(steps))]
    return sum(step.item.copies for step in above if isinstance(step.item, Entry))


def _begun(steps: Sequence[Step]) -> int:
    """The first line with a card or a known heading."""
    words = (Kind.UNREADABLE, Kind.BLANK, Kind.COMMENT)
    return next((at for at, step in enumerate(steps) if step.item not in words), len(steps))


def _is_empty(step: Step) -> bool:
    return step.item is Kind.BLANK or step.item is Kind.COMMENT


def _has_count(text: str) -> bool:
    """Whether the line states a number of copies, so that it is not prose."""
    line = notation.tidy(text[: 2 * notation.LONGEST_TITLE]).lstrip(_OPENING)
    behind = numbers.count_before(notation.tidy(line.partition(":")[2]))
    if behind and catalogue().is_title(behind.name):  # Turn 1: 4 Opt
        return True
    if re.match(_THOUSANDS, line):  # 1,204 views
        return False
    is_row = any(line.partition(sign)[0].isdecimal() for sign in ",;" if sign in line)
    counted = numbers.count_before(line) or numbers.count_behind(line)
    if counted is None or re.fullmatch(_NUMBERS, counted.name):  # a telephone: +49 170 1234
        return is_row
    return is_row or not numbers.is_year(counted.digits)


def _is_data(text: str) -> bool:
    """Whether the line states copies or is an entry of JSON, so that it is not prose."""
    if re.match(_NUMERIC_DATE, text.strip()) or re.fullmatch(numbers.PRICE, text.strip()):
        return False
    if re.search(_STAMP, text[: 2 * LONGEST_NEAR]) or _is_sentence(text):
        return False
    return text.lstrip().startswith('{"') or _has_count(text)


def _is_sentence(text: str) -> bool:
    """Whether the line is a number and a sentence: `27 players came out on Saturday for ...`."""
    words = text[: 4 * LONGEST_NEAR].split()
    is_long = len(words) > 1 + LEAST_OF_LONG and words[0].isdecimal()
    return is_long and sum(word[0].islower() for word in words[1:]) > len(words) / 2


def is_near_title(text: str) -> bool:
    """Whether the line may be a misspelt title without a count."""
    name = numbers.without_cost(notation.without_signs(notation.tidy(marks.without_markup(text))))
    if not SHORTEST_NEAR <= len(name) <= LONGEST_NEAR:
        return False
    return catalogue().is_near_title(name)


def without_count(steps: Sequence[Step]) -> list[Step]:
    """The titles without a count, in sections where most lines have one or where remarks follow."""
    assumed: list[Step] = []
    entries = Counter(step.number for step in steps)
    counted_lines = 0
    bare: list[Step] = []
    for step in (*steps, None):
        item = step.item if step else None
        if item is None or (isinstance(item, Heading) and (item.section or item.owner)):
            assumed += bare if counted_lines > len(bare) else ()
            counted_lines, bare = 0, []
        elif (
            step and isinstance(item, Entry) and item.section is None and entries[step.number] == 1
        ):
            if step.by == "headings-in-words":
                assumed.append(step)
            elif is_bare(step):
                bare.append(step)
            else:
                counted_lines += 1
    return assumed


def begins_with_count(step: Step) -> bool:
    """Whether the line begins with a count, such as `4 Opt`."""
    return numbers.FIGURES[step.text].is_counted


LONGEST_QUOTE = 60
"""Characters of a line in a notice."""
WORDS: Mapping[str, str | tuple[str, str]] = MappingProxyType(
    {
        "line-ignored": plural(
            "{number} line is not a card and was skipped: {lines}.",
            "{number} lines are not cards and were skipped: {lines}.",
        ),
        "rest-ignored": plural(
            "Beside its card, {number} line has a number, a title or a section that was skipped:"
            " {lines}.",
            "Beside their cards, {number} lines have a number, a title or a section that was"
            " skipped: {lines}.",
        ),
        "words-ignored": plural(
            "Behind its title, {number} line has words that were skipped: {lines}.",
            "Behind their titles, {number} lines have words that were skipped: {lines}.",
        ),
        "count-assumed": plural(
            "{number} title without a count was read as one copy: {lines}.",
            "{number} titles without a count were read as one copy each: {lines}.",
        ),
        "figure-assumed": plural(
            "{number} count has a letter that was read as a figure: {lines}.",
            "{number} counts have letters that were read as figures: {lines}.",
        ),
        "title-corrected": plural(
            "{number} title was read as a plural: {lines}.",
            "{number} titles were read as plurals: {lines}.",
        ),
        "count-zero": plural(
            "{number} line has a count of 0, so it adds no card: {lines}.",
            "{number} lines have a count of 0, so they add no card: {lines}.",
        ),
        "total-differs": template(
            "The list states different numbers of cards than were read: {lines}. Check whether a"
            " line is missing or was misread."
        ),
    }
)
"""The sentence for each code, or its two forms by number of lines."""


def line_notices(
    code: str, steps: Sequence[Step], *, pool: bool, words: str = ""
) -> tuple[Notice, ...]:
    """One notice with this code on all these lines; none without lines. `words` is the key of its
    sentence if the code has several."""
    if not steps:
        return ()
    quotes = [say("“{line}”", line=" ".join(step.text.split())[:LONGEST_QUOTE]) for step in steps]
    sentence, lines = (
        WORDS[words or code],
        (say_list if code == "line-ignored" else say_short_list)(quotes),
    )
    message = (
        say(sentence, lines=lines)
        if isinstance(sentence, str)
        else say_count(len(steps), *sentence, lines=lines)
    )
    section = POOL if pool else MAIN
    places = tuple(Place(None, section, step.number, None, step.text) for step in steps)
    severity: Severity = "info" if code == "count-zero" else "warning"
    return (Notice(code, severity, message, places),)


def with_maybeboard(deck: Decklist) -> Decklist:
    """The deck, with a notice on its cards under consideration."""
    lines = [line for line in deck.lines if line.section == MAYBEBOARD]
    message = say_count(
        sum(line.copies for line in lines),
        "{number} card of the maybeboard is no part of the deck.",
        "{number} cards of the maybeboard are no part of the deck.",
    )
    places = tuple(
        Place(None, MAYBEBOARD, line.number, line.copies, line.text or line.name) for line in lines
    )
    notice = Notice("maybeboard-ignored", "info", message, places)
    return deck._replace(notices=(*deck.notices, notice))

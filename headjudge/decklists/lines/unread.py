"""What a line holds besides the cards that were read from it: the check that no card is lost.

Every reading takes something from a line and leaves the rest: a remark, a price, a sentence. A
rest that begins with a card's title, or has a title beside a number, may be another card, so the
line is a fault with the readings that it may have. Titles are looked up beside numbers alone, so
the time is in proportion to the line.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from cards import ENGLISH_LEVELS, catalogue
from headjudge.decklists.lines import headings, marks, notation, numbers, several
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Guess, Item, Label, Several
from headjudge.decklists.lines.remarks import FACES, behind_set, is_set
from validator.model import Line

LONGEST = 10_000
"""Maximum characters of a line that is searched; a longer one with a number is a fault."""
MOST_WORDS = 26
"""Maximum words of a title."""
MOST_NUMBERS_WITHIN = 2
"""Maximum numbers within a title."""
MOST_READINGS = 5
FAR = 60
"""Maximum characters between a title and its count, set or number."""
MOST_TRIED = 8
"""Maximum places of a title within other words."""

IsTitle = Callable[[str], bool]
Copies = Entry | Line
"""Copies of a card, as a line gives them or as the deck has them."""
Span = tuple[int, int]

_READ = "\0"
"""Stands for what was read, and for the sign between two cells."""
_CELL = f" {_READ} "
_COUNTERS = frozenset({
    "of", "x", "×", "foil", "card", "cards", "copies", "copy", "pc", "pcs", "piece", "pieces",
    "times", "count", "qty",
})  # fmt: skip
"""Words between a number and a title."""
_PARTICLES = tuple("をがはもの")
"""Between a title and its count, in Japanese: 《帰化》を4枚."""
_CJK_COUNTERS = "枚张張장개"
_GLUED = 3
"""Maximum letters at a number: 4xx, O4, 1e3."""
_LONGEST_GAP = 40
_WORD = r"[^\W\d_]+|[0-9]+|_+"
_OTHER_FACE = re.compile(r" ?//? ?[^\W\d_][^\d(\[{|]*")
_SIGN = re.compile(r"[0-9(\[{#|]")
_SIGNS = ' \t|_-–—=:*~,;.()[]{}<>«»“”"•…' + _READ
_EDGES = frozenset(["", *',;|/()[]{}<>:-–—.!?"“”„«»=+&#*~', _READ])
_JOINER = r" (?:and|or|und|oder|et|ou|y|o|e|ed|и|или) "
_LOWER = r" [^\W\d_]"
_GOES_ON = r"(?:/[^》」』】]{1,60})?[》」』】]?[にはがのもとでへやを]"
"""A particle behind a title: `《帰化/Naturalize》は最高です`."""
_COMPOUND = r"-[a-z]{2,}\b"
_ENDS_IN_COUNT = r" x?[0-9]{1,2}x?\W*\Z"
_QUOTES = tuple('"“')
_ENDINGS = tuple("!?.)\"”-_'’")
MOST_SIGNS = 6
"""Signs that may be the end of a title."""
_COUNT_BEHIND_LABEL = r": ?[0-9]"
_IN_A_ROW = r" ?[;+&] "
"""Between cards of a row."""
_FINISHES = frozenset({"foil", "etched foil"})
_LETTERS = r"[^\W\d_]+"
_LETTER_ALONE = rf"(?i)(?:\A|{_CELL}|[;,|])(s)(?:\Z|{_CELL}|[:;,|])"
_TALLY = r"\|\|(?:\s|\Z)|\bI{2,4}\b"
"""`Opt |||`, four strokes in place of a count."""
_PLURAL = rf"(?i){_READ}(?:e?s|e[nr]?|n|i)\b"
"""The ending of a plural at a title: `4 Negates`."""
_STATED = r"([^:\d]{1,40}: ?)[(\[]([0-9]{1,3})[)\]] "
"""White: (3) Opt, 2 Shock"""
_OF_SOMEBODY = rf"{_READ}: [A-Z][^\W\d]+ (?:{_READ}|[0-9]{{1,2}}\b)"
"""`Opt: Ann 4, Ben 2`, copies of two players."""
_ABOUT = r"\s*~[0-9]"
_APART = rf"[-=]>|[→⇒]|[()\[\]{{}}|;,{_READ}]| [-–—/] |//"
"""Between parts of what is left of a line."""
LONGEST_CODE = 4
LEAST_OF_REMARK = 2
"""Minimum words, besides abbreviations, of a remark whose numbers are no matter."""
_COUNTED = frozenset({
    "have", "has", "want", "wants", "need", "needs", "own", "owned", "missing", "short", "extra",
    "more", "less", "copies", "copy", "qty", "count", "foil", "foils", "proxy", "proxies", "main",
    "mainboard", "maindeck", "md", "mb", "total",
})  # fmt: skip
"""Words that a number of copies may be beside."""


_OF_CELLS = (";", "\t", "|")
LEAST_OF_CELLS, MOST_OF_CELLS = 2, 40
"""How many signs are between the cells of a row."""
_STRAY = r"(?:[IVXLl|1]{1,7}|[^\W\d]) "
"""Letters before a title that may be a count: `l Opt`, `IIII Opt`, `XII Opt`."""


def cards_of(item: Item) -> tuple[Entry, ...]:
    """The cards of a line."""
    if isinstance(item, Label):
        item = item.otherwise
    parts = item.items if isinstance(item, Several) else (item,)
    return tuple(part for part in parts if isinstance(part, Entry))


def readings(text: str, read: Sequence[Copies], is_title: IsTitle) -> tuple[str, ...]:
    """The cards that a line may hold besides those `read` from it: `4 Opt`; mostly none."""
    text = numbers.without_others(marks.without_directive(text))
    stated = re.match(_STATED, text) if len(read) > 1 else None
    if stated and int(stated[2]) == sum(entry.copies for entry in read):
        text = stated[1] + text[stated.end() :]
    spelled = numbers.with_digits(text[:LONGEST])
    is_spelled = spelled != text[:LONGEST]
    is_all = len(read) == 1 and not is_spelled and _is_all(text, read[0])
    if is_all and not re.search(_IN_A_ROW, text):
        return ()
    if not read and len(text) > LONGEST and numbers.NUMBER.search(text):
        return (notation.tidy(text[: notation.LONGEST_TITLE]),)
    if not read and len(text) <= notation.LONGEST_TITLE and several.is_of_each(spelled):
        return (notation.tidy(text),)
    line = _line(text[:LONGEST], read)
    rest = _rest(line, read)
    is_whole = not read
    if counts := tuple(_other_counts(line, read)):
        return counts
    if is_whole and (label := re.match(numbers.ROUND, rest)):
        rest, is_whole = rest[label.end() :], False
    if read:
        rest = re.sub(numbers.PRICE, lambda price: _READ * len(price[0]), rest)
        if listed := tuple(_listed(rest, is_title)):
            return listed
    found = [*islice(_in(rest, is_title, is_whole=is_whole), 2 * MOST_READINGS)]
    if is_spelled and (spelled := numbers.with_digits(rest)) != rest:
        more = [*islice(_in(spelled, is_title, is_whole=False), MOST_READINGS)]
        # One title behind a number in a sentence is spoken of: I beat two Mountain decks.
        is_listed = spelled[:1].isdecimal() or re.search(_COUNT_BEHIND_LABEL, spelled)
        found += more if read or len(more) > 1 or is_listed else ()
    if not (found or read) and (of_row := _in_cells(text[:LONGEST], is_title)):
        return (of_row,)
    return tuple(dict.fromkeys(found))[:MOST_READINGS]


def _in_cells(text: str, is_title: IsTitle) -> str | None:
    """The card of a row with a title and copies in cells of their own, wherever they are:
    `SKU-89457;Opt;EX;1;2,95 €`."""
    for sign in _OF_CELLS:
        if not LEAST_OF_CELLS <= text.count(sign) <= MOST_OF_CELLS:
            continue
        cells = [cell.strip() for cell in text.split(sign)]
        counts = [digits for cell in cells if (digits := several.count_of_cell(cell))]
        title = next(filter(is_title, filter(None, cells)), None) if counts else None
        if title:
            return f"{counts[0]} {title}"
    return None


NUMBER, TITLE, PLURAL, WORDS = "number", "title", "plural", "words"


def doubts(text: str, item: Item, is_title: IsTitle) -> frozenset[str]:
    """What a line with cards says besides them, whose meaning is not known: a number, a title or
    the name of a section; also whether it has a title in the plural.

    `3 Shock 32`, `4 Opt (3 main, 1 side)`, `S: 4 Shock`, `4 Opt (Shock)`; not `4 Opt (2 for 1)`.
    """
    read = cards_of(item)
    if not read or any(isinstance(entry, Guess) for entry in read):
        return frozenset()
    text = numbers.without_others(marks.without_directive(text[:LONGEST]))
    rest = _rest(_line(text, read), read)
    if any(entry.set_code and _is_other(entry.set_code, is_title) for entry in read):
        return frozenset({TITLE})  # 4 Opt (Shock)
    if is_set(read[0].name) and behind_set(text[text.find(read[0].name) :]):
        return frozenset({TITLE})  # 4 Apocalypse - Phyrexian Arean
    if re.search(_TALLY, rest) or re.match(_ABOUT, text):
        return frozenset({NUMBER})
    if not any(map(str.isalnum, rest)):
        return frozenset()
    if len(read) == 1 and re.search(_OF_SOMEBODY, rest):
        return frozenset({NUMBER})
    rest = re.sub(numbers.PRICE, _READ, rest)
    if label := re.match(numbers.ROUND, rest):
        rest = rest[label.end() :]
    found = {TITLE for part in re.split(_APART, rest) if _is_title_apart(part, read, is_title)}
    is_label = ":" in rest or isinstance(item, Several)
    totals = {sum(entry.copies for entry in read)} if is_label else set()
    parts = item.items if isinstance(item, Several) else ()
    totals |= {part.total or 0 for part in parts if isinstance(part, Heading)}
    for number in numbers.of_copies(rest):
        is_total = number[0].isdecimal() and int(number[0]) in totals
        found.update(() if is_total or _is_explained(rest, number, read) else (NUMBER,))
    is_plural = re.search(_PLURAL, rest) and not any(map(_is_basic, read))
    return frozenset(found | {*_sections(rest)} | ({PLURAL} if is_plural else set()))


def has_words(text: str, title: str) -> bool:
    """Whether words are behind the title, besides prices."""
    behind = text[text.find(title) + len(title) :]
    return re.search(r"[^\W\d_]{2}", re.sub(numbers.PRICE, "", behind)) is not None


def _is_basic(entry: Copies) -> bool:
    return any(card.is_basic for card in catalogue().find(entry.name).cards)


def _sections(rest: str) -> Iterator[str]:
    """The sections that the rest of a line names, also by a letter alone."""
    yield from filter(None, map(headings.section_of_word, re.findall(_LETTERS, rest)))
    yield from filter(None, map(headings.section, re.split(_APART, rest)))
    if letter := re.search(_LETTER_ALONE, rest):
        yield headings.LETTERS[letter[1].casefold()]


def _is_other(code: str, is_title: IsTitle) -> bool:
    """Whether what was read as the code of a set is rather a title."""
    return code not in catalogue().sets and len(code) > LONGEST_CODE and is_title(code)


def _is_explained(rest: str, number: re.Match[str], read: Sequence[Copies]) -> bool:
    """Whether the number is one in words, or a fact about the card."""
    cards = [card for entry in read for card in catalogue().find(entry.name).cards]
    start, stop = number.span()
    before, behind = rest[:start].rstrip(" "), rest[stop:].lstrip(" ")
    figures = number[0].strip("xX×")
    if before[-1:] in ("x", "×") or figures != number[0]:
        return [entry.copies for entry in read] == [int(figures)] if figures.isdecimal() else False
    if "/" in figures:  # 2/2
        return any("Creature" in card.types or "Vehicle" in card.subtypes for card in cards)
    is_cell = before[-1:] == _READ and behind[:1] in ("", _READ) and _CELL in rest
    if is_cell and figures.isdecimal() and any(card.mana_value == int(figures) for card in cards):
        return True
    if before[-1:] == "|":  # Forest|THS|1
        return any(entry.set_code for entry in read)
    if before[-1:] == "(" and any(card.is_basic for card in cards):  # [THS] Forest (1)
        return any(entry.set_code for entry in read)
    words = [word for word in re.findall(_LETTERS, rest) if len(word) > 1 and not word.isupper()]
    return len(words) >= LEAST_OF_REMARK and _COUNTED.isdisjoint(map(str.casefold, words))


def _is_title_apart(part: str, read: Sequence[Copies], is_title: IsTitle) -> bool:
    """Whether a part of the rest is nothing but the title of another card."""
    title = part.strip(_SIGNS)
    if len(title) < 3 or title.lower() in _FINISHES or not _is(title, is_title):
        return False
    match = catalogue().find(title)
    return match.level in ENGLISH_LEVELS and not any(
        catalogue().find(entry.name).cards == match.cards for entry in read
    )


def _listed(rest: str, is_title: IsTitle) -> Iterator[str]:
    """The cards in a row behind the one that was read: `4 Opt; Shock`."""
    behind = rest[rest.rfind(_READ) + 1 :]
    if re.match(_IN_A_ROW, behind):
        for part in islice(
            filter(None, map(str.strip, re.split(_IN_A_ROW, behind))), MOST_READINGS
        ):
            part = part.strip(_SIGNS + "!?")
            is_card = part.lower() not in _FINISHES and _is(part, is_title)
            if is_card and catalogue().find(part).level in ENGLISH_LEVELS:
                yield f"1 {part}"


def _other_counts(line: str, read: Sequence[Copies]) -> Iterator[str]:
    """The number beside the title of a card that was read as one copy for want of a count."""
    if len(read) != 1 or read[0].copies != 1 or read[0].collector_number:
        return
    is_one = any(int(number[0]) == 1 for number in numbers.NUMBER.finditer(line))
    if is_one or re.match(numbers.ROUND, line):
        return
    start, stop = _place(line, read[0], 0)
    before, behind = line[:start].rstrip(_SIGNS), line[stop:].lstrip(_SIGNS)
    found = [*numbers.NUMBER.finditer(before[-_LONGEST_GAP:])][-1:]
    is_number = bool(found) and before.endswith(found[0][0])
    is_place = line[len(before) : len(before) + 1] in tuple(".)")
    if is_number and not is_place:
        yield f"{found[0][0]} {read[0].name}"
    elif (number := numbers.NUMBER.match(behind)) and not numbers.COST.match(behind):
        yield f"{number[0]} {read[0].name}"


def _is_all(text: str, entry: Copies) -> bool:
    """Whether the line has no number besides those of its card, as nearly all lines of cards."""
    left = numbers.NUMBER.findall(text.replace(entry.name, "", 1))
    for known in (str(entry.copies), entry.collector_number):
        if known in left:
            left.remove(known)
        elif known == "1":
            return False
    return not left


def beside_numbers(text: str, is_title: IsTitle) -> tuple[str, ...]:
    """The titles beside numbers in a comment."""
    line = notation.tidy(numbers.without_others(text[:LONGEST]))
    return tuple(dict.fromkeys(_in(line, is_title, is_whole=False)))


def _line(text: str, read: Sequence[Copies]) -> str:
    """A line as it is searched: without its markup, or its cells if cards were read from them."""
    row = several.cells_of(text) if read else []
    return _CELL.join(row) if len(row) > 1 else notation.tidy(marks.without_markup(text))


def _rest(line: str, read: Sequence[Copies]) -> str:
    """The line, where signs of nothing stand for the cards that were read from it."""
    signs, text = [*line], line.lower() if len(line.lower()) == len(line) else line
    at = 0
    for entry in read:
        start, stop = _place(text, entry, at)
        at = max(at, stop)
        _erase(signs, start, stop)
        if count := _nearest(line, str(entry.copies), start, stop, signs):
            _erase(signs, *count)
        for printed in filter(None, (entry.set_code, entry.collector_number)):
            least, most = max(0, start - FAR), stop + FAR
            place = _find_word(text, printed.lower(), stop, most)
            place = place if place >= 0 else _find_word(text, printed.lower(), least, start)
            if place >= 0:
                _erase(signs, place, place + len(printed))
    return "".join(signs)


def _erase(signs: list[str], start: int, stop: int) -> None:
    signs[start:stop] = _READ * (stop - start)


def _place(text: str, entry: Copies, least: int) -> Span:
    """Where the title is in the line from there on; all behind its count if it is not written so.

    Titles are in lower case here, if that does not change the length of the line.
    """
    names = (entry.name, entry.name.replace(" // ", "/"), *entry.name.split(" // "))
    for begin in dict.fromkeys((least, 0)):
        for name in dict.fromkeys(names):
            at = _find(text, name if name in text else name.lower(), begin)
            if at >= 0:
                stop = at + len(name)
                faces = _OTHER_FACE.match(text, stop) if "//" in entry.name else None
                return at, faces.end() if faces else stop
        if len(text) > notation.LONGEST_TITLE:
            break
    count = numbers.NUMBER.search(text, least)
    end = _SIGN.search(text, count.end() if count else least)
    return least, end.start() if end else len(text)


def _find(text: str, name: str, begin: int) -> int:
    """The index of the name as whole words, or else anywhere; -1 without it."""
    at = first = text.find(name, begin)
    for _ in range(MOST_TRIED):
        if at < 0:
            break
        stop = at + len(name)
        if not (text[max(0, at - 1) : at].isalnum() or text[stop : stop + 1].isalpha()):
            return at
        at = text.find(name, stop)
    return first


def _find_word(text: str, word: str, begin: int, end: int) -> int:
    """The index of the whole word between these places; -1 without it."""
    at = text.find(word, begin, end)
    while at >= 0 and (
        text[at - 1 : at].isalnum() or text[at + len(word) : at + len(word) + 1].isalnum()
    ):
        at = text.find(word, at + 1, end)
    return at


def _nearest(line: str, digits: str, start: int, stop: int, signs: Sequence[str]) -> Span | None:
    """The number that is the count of a title: the last before it, or else the first behind."""
    places = [
        each.span()
        for each in numbers.NUMBER.finditer(line, max(0, start - FAR), stop + FAR)
        if each[0].lstrip("0") == digits
        and signs[each.start()] != _READ
        and not numbers.COST.match(line, each.start())
    ]
    before = [place for place in places if place[1] <= start]
    behind = [place for place in places if place[0] >= stop]
    return before[-1] if before else behind[0] if behind else None


def _in(line: str, is_title: IsTitle, *, is_whole: bool) -> Iterator[str]:
    """The cards in the rest of a line."""
    words = [*_words(line)]
    if is_whole and words and (title := _first_title(line, words, is_title)):
        yield title
    for number in numbers.NUMBER.finditer(line):
        span = _title_behind(line, number.end(), words, is_title)
        pair = (number.start(), span[1]) if span else None
        is_cost = numbers.COST.match(line, number.start()) is not None
        if (
            span is None
            and not is_cost
            and (span := _title_before(line, number.start(), words, is_title))
        ):
            pair = (span[0], number.end())
        if span and pair and _is_meant(line[slice(*span)], line, pair, is_whole=is_whole):
            yield f"{number[0]} {line[slice(*span)]}"


def _words(line: str) -> Iterator[Span]:
    """The words of the line; each sign of a script without spaces is one."""
    for match in re.finditer(_WORD, line):
        start, stop = match.span()
        for at in range(start, stop) if not match[0].isascii() else ():
            if _is_cjk(line[at]):
                if start < at:
                    yield start, at
                yield at, at + 1
                start = at + 1
        if start < stop:
            yield start, stop


def _first_title(line: str, words: Sequence[Span], is_title: IsTitle) -> str | None:
    """The title that the line begins with, unless it is a word of a sentence."""
    if (stray := re.match(_STRAY, line)) and _is(title := line[stray.end() :], is_title):
        return f"1 {title}"
    span = _longest(line, words[:MOST_WORDS], is_title)
    if span is None:
        return None
    title, rest = line[slice(*span)], line[span[1] :]
    if rest.startswith((".dec", "_")):  # the name of a file or a user: Burn.dec
        return None
    if re.match(_COMPOUND, rest):  # Jund-ish
        return None
    if not title.isascii() and re.match(_GOES_ON, rest):
        return None
    if rest[:1].isalnum() or (len(title) == 1 and title.isascii()):
        return None
    is_word = " " not in title and title.isascii()
    if joiner := re.match(_JOINER, rest):
        second = _longest(line, _words_from(words, span[1] + joiner.end()), is_title)
        return f"1 {title}" if second else None  # Opt or Shock
    is_in_words = re.match(_LOWER, rest) and (is_word or not _is_of_capitals(title))
    is_again = rest.strip().casefold() == title.casefold()
    if is_in_words and not is_again and not re.search(_ENDS_IN_COUNT, rest):
        return None  # Island life
    if rest.endswith(":") and rest != ":":
        return None  # Elves and their friends:
    level = catalogue().find(title).level
    if is_word and (level in FACES or rest.lstrip()[:1] == ":"):
        return None  # Burn: the rest of the deck
    if is_word and level not in ENGLISH_LEVELS and title[0].islower():
        return None
    return f"1 {title}"


def _is_of_capitals(title: str) -> bool:
    """Whether all words but small ones begin with a capital, if the script has any."""
    return all(len(word) < 4 or not word[0].islower() for word in title.split())


def _title_behind(line: str, at: int, words: Sequence[Span], is_title: IsTitle) -> Span | None:
    for start in _starts_behind(line, at):
        span = _longest(line, _words_from(words, start), is_title)
        if span and line[slice(*span)].lower() != "x":
            return span
    return None


def _starts_behind(line: str, at: int) -> Iterator[int]:
    """Where a title after a number may begin: `4 - Opt`, `4xx Opt`, `4 copies of Opt`."""
    yield (start := _after_signs(line, at))
    end = _after_letters(line, at)
    if end > at:
        if line[at] in _CJK_COUNTERS:
            yield _after_signs(line, at + 1)
        if end - at > _GLUED:
            return
        yield (start := _after_signs(line, end))
    for _ in range(2):
        end = _after_letters(line, start)
        if line[start:end].lower() in _COUNTERS:
            yield (start := _after_signs(line, end))


def _after_letters(line: str, at: int) -> int:
    while line[at : at + 1].isalpha():
        at += 1
    return at


def _after_signs(line: str, at: int) -> int:
    """The beginning of the first word after that place."""
    most = min(len(line), at + _LONGEST_GAP)
    while at < most and line[at] != _READ and not line[at].isalnum():
        at += 1
    return at


def _title_before(line: str, at: int, words: Sequence[Span], is_title: IsTitle) -> Span | None:
    begins = catalogue().begins_title
    for end in _ends_before(line, at):
        within = 0
        span: Span | None = None
        stops = [end, *_stops_with_signs(line, end, at)]
        for begin, first in _words_until(words, end):
            within += line[begin].isdecimal()
            if within > MOST_NUMBERS_WITHIN or _READ in line[begin:end]:
                break
            quoted = _beginnings(line, begin)
            if not any(begins(line[at:first]) for at in quoted):
                continue
            for stop in stops:
                span = next(((at, stop) for at in quoted if _is(line[at:stop], is_title)), span)
        if span and line[slice(*span)].lower() != "x":
            return span
    return None


def _ends_before(line: str, at: int) -> Iterator[int]:
    """Where a title before a number may end: `Opt - 4`, `Opt x4`, `Opt O4`."""
    end = _without_signs(line, at)
    yield end
    if line[end - 1 : end] in _PARTICLES:
        yield end - 1
    begin = end
    while begin > max(0, end - _GLUED) and line[begin - 1].isalpha():
        begin -= 1
    letters = line[begin:end]
    is_whole = letters and not line[max(0, begin - 1) : begin].isalnum()
    if is_whole and (end == at or letters.lower() in ("x", "×")):
        yield _without_signs(line, begin)


def _stops_with_signs(line: str, end: int, at: int) -> Iterator[int]:
    """Where a title may end with signs: `Robo-`, `Run!"`, `Me . . .`, `the _____`."""
    if line[end : end + 1] in _ENDINGS or line[end + 1 : end + 2] in _ENDINGS:
        for stop in range(end + 1, min(at, end + MOST_SIGNS) + 1):
            if line[stop - 1] in _ENDINGS:
                yield stop


def _without_signs(line: str, at: int) -> int:
    """The end of the last word before that place."""
    end = at
    while end > max(0, at - _LONGEST_GAP) and not (
        line[end - 1].isalnum() or line[end - 1] == _READ
    ):
        end -= 1
    return end


def _longest(line: str, words: Sequence[Span], is_title: IsTitle) -> Span | None:
    """The longest title that begins with the first of the words."""
    best, within = None, 0
    start = words[0][0] if words else 0
    quoted, begins = _beginnings(line, start), catalogue().begins_title
    for begin, stop in words:
        within += line[begin].isdecimal()
        if within > MOST_NUMBERS_WITHIN or _READ in line[start:stop]:
            break
        if not any(begins(line[at:stop]) for at in quoted):
            break
        for end in (stop, stop + 1) if line[stop : stop + 1] in _ENDINGS else (stop,):
            best = next(
                ((at, end) for at in quoted if _is(line[at:end], is_title)),
                best,
            )
    return best


def _beginnings(line: str, start: int) -> tuple[int, ...]:
    """Where a title that has its first word there may begin: there, or with a quotation mark."""
    return (start, start - 1) if line[max(0, start - 1) : start] in _QUOTES else (start,)


def _words_from(words: Sequence[Span], start: int) -> Sequence[Span]:
    """The words from that place on, if one begins there."""
    at = bisect_left(words, (start, 0))
    return words[at : at + MOST_WORDS] if at < len(words) and words[at][0] == start else ()


def _words_until(words: Sequence[Span], stop: int) -> Sequence[Span]:
    """The words before that place, the last first."""
    at = bisect_right(words, (stop, 0))
    return words[max(0, at - MOST_WORDS) : at][::-1]


def _is(text: str, is_title: IsTitle) -> bool:
    return notation.may_be_title(text) and is_title(text)


def _is_meant(title: str, line: str, pair: Span, *, is_whole: bool) -> bool:
    """Whether the title is a card and no word of a sentence that is also one: `on turn 4`."""
    if title.lower() in _FINISHES and not is_whole:
        return False
    start, stop = pair
    if numbers.is_user_name(line[start:stop]):
        return False
    stop += line[stop : stop + 1] in tuple(_CJK_COUNTERS)
    if not title.isascii() and (_is_cjk(line[start - 1 : start]) or _is_cjk(line[stop : stop + 1])):
        return False  # a part of a word
    if " " in title or not title.isascii():
        return True
    level = catalogue().find(title).level
    if level in FACES or headings.is_type(title):
        return False
    before, behind = line[max(0, start - 2) : start].rstrip(), line[stop : stop + 2].lstrip()
    if before[-1:] in _EDGES and behind[:1] in _EDGES:
        return len(title) > 1 or is_whole
    return len(title) > 1 and title[0].isupper() and level in ENGLISH_LEVELS


def _is_cjk(sign: str) -> bool:
    """Whether the sign is kana, an ideograph or Hangul."""
    return "\u3040" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7a3"

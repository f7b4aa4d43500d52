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

from cards import catalogue
from headjudge.decklists.lines import headings, marks, notation, several
from headjudge.decklists.lines.items import Entry, Item, Label, Several
from headjudge.decklists.lines.remarks import FACES

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

ENGLISH = frozenset({"exact", "folded"})
"""The levels of complete English titles."""

IsTitle = Callable[[str], bool]
Span = tuple[int, int]

_READ = "\0"
"""Stands for what was read, and for the sign between two cells."""
_NUMBER = re.compile(
    r"(?<![0-9])(?<![0-9][.,])(?!(?:19|20)[0-9]{2}(?![0-9])|0[0-9]{2})[0-9]{1,4}"
    r"(?![0-9]|[.,][0-9])"
)
"""A number of copies, but neither a year, a price nor a longer number."""
_COST = re.compile(r"[0-9]{1,2}(?:[WUBRGC]{1,6}| mana| cmc| mv)(?![^\W_])")
"""The mana cost after a title: `Negate 1U`."""
_PRICE = r"[$€£¥] ?[0-9.,]{1,8}|[0-9]{1,5}[.,][0-9]{2} ?(?:[$€£¥]|EUR|USD|tix)|[0-9.,]{1,6} ?%"
_COUNTERS = frozenset(["of", "x", "×", "foil", "copies", "copy", "pc", "pcs"])
"""Words between a number and a title."""
_PARTICLES = tuple("をがはもの")
"""Between a title and its count, in Japanese: 《帰化》を4枚."""
_CJK_COUNTERS = "枚张張장"
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
_QUOTES = tuple('"“')
_ENDINGS = tuple('!?.)"”-_')
MOST_SIGNS = 6
"""Signs that may be the end of a title."""
_ROUND = (
    r"(?i)(?:(?:r|round|runde|ronde|ronda|rodada|turno|раунд|g|game|match|partie|t|turn|day|tag|top|p"
    r"|pack|pick)[ #.]?[0-9]{1,2} ?)+(?=[:–—-])"
)
"""The number of a round, a game or a turn before a colon, which is none of copies: `R3: Opt`."""
_IN_A_ROW = r" ?[;+&] "
"""Between cards of a row."""
_FINISHES = frozenset({"foil", "etched foil"})


_ADDRESS = r"(?:https?://|www\.)[^\s()<>\[\]|]+"
"""An address, whose words and numbers are none of cards."""
_SYMBOL = r"\{[0-9WUBRGCXYZSPT/]{1,5}\}"
_STRAY = r"(?:[IVXLl|1]{1,7}|[^\W\d]) "
"""Letters before a title that may be a count: `l Opt`, `IIII Opt`, `XII Opt`."""
_ELEMENT = r"</?[a-z_]{1,20}/?>"
"""A tag of XML without attributes, between a number and its title."""


def cards_of(item: Item) -> tuple[Entry, ...]:
    """The cards of a line."""
    if isinstance(item, Label):
        item = item.otherwise
    parts = item.items if isinstance(item, Several) else (item,)
    return tuple(part for part in parts if isinstance(part, Entry))


def readings(text: str, read: Sequence[Entry], is_title: IsTitle) -> tuple[str, ...]:
    """The cards that a line may hold besides those `read` from it: `4 Opt`; mostly none."""
    text = _without_others(marks.without_directive(text))
    is_spelled = notation.with_digits(text[:LONGEST]) != text[:LONGEST]
    is_all = len(read) == 1 and not is_spelled and _is_all(text, read[0])
    if is_all and not re.search(_IN_A_ROW, text):
        return ()
    if not read and len(text) > LONGEST and _NUMBER.search(text):
        return (notation.tidy(text[: notation.LONGEST_TITLE]),)
    row = several.cells_of(text[:LONGEST]) if read else []
    line = _READ.join(row) if len(row) > 1 else notation.tidy(marks.without_markup(text[:LONGEST]))
    rest = _rest(line, read)
    is_whole = not read
    if counts := tuple(_other_counts(line, read)):
        return counts
    if is_whole and (label := re.match(_ROUND, rest)):
        rest, is_whole = rest[label.end() :], False
    if read:
        rest = re.sub(_PRICE, lambda price: _READ * len(price[0]), rest)
        if listed := tuple(_listed(rest, is_title)):
            return listed
    found = [*islice(_in(rest, is_title, is_whole=is_whole), 2 * MOST_READINGS)]
    if is_spelled and (spelled := notation.with_digits(rest)) != rest:
        more = [*islice(_in(spelled, is_title, is_whole=False), MOST_READINGS)]
        # One title behind a number in a sentence is spoken of: I beat two Mountain decks.
        found += more if read or len(more) > 1 or spelled[:1].isdecimal() else ()
    return tuple(dict.fromkeys(found))[:MOST_READINGS]


def _listed(rest: str, is_title: IsTitle) -> Iterator[str]:
    """The cards in a row behind the one that was read: `4 Opt; Shock`."""
    behind = rest[rest.rfind(_READ) + 1 :]
    if re.match(_IN_A_ROW, behind):
        for part in islice(
            filter(None, map(str.strip, re.split(_IN_A_ROW, behind))), MOST_READINGS
        ):
            is_card = part.lower() not in _FINISHES and _is(part, is_title)
            if is_card and catalogue().find(part).level in ENGLISH:
                yield f"1 {part}"


def _other_counts(line: str, read: Sequence[Entry]) -> Iterator[str]:
    """The number beside the title of a card that was read as one copy for want of a count."""
    if len(read) != 1 or read[0].copies != 1 or read[0].collector_number:
        return
    if any(int(number[0]) == 1 for number in _NUMBER.finditer(line)) or re.match(_ROUND, line):
        return
    start, stop = _place(line, read[0], 0)
    before, behind = line[:start].rstrip(_SIGNS), line[stop:].lstrip(_SIGNS)
    numbers = [*_NUMBER.finditer(before[-_LONGEST_GAP:])][-1:]
    is_number = bool(numbers) and before.endswith(numbers[0][0])
    is_place = line[len(before) : len(before) + 1] in tuple(".)")
    if is_number and not is_place:
        yield f"{numbers[0][0]} {read[0].name}"
    elif (number := _NUMBER.match(behind)) and not _COST.match(behind):
        yield f"{number[0]} {read[0].name}"


def _is_all(text: str, entry: Entry) -> bool:
    """Whether the line has no number besides those of its card, as nearly all lines of cards."""
    numbers = _NUMBER.findall(text.replace(entry.name, "", 1))
    for known in (str(entry.copies), entry.collector_number):
        if known in numbers:
            numbers.remove(known)
        elif known == "1":
            return False
    return not numbers


def beside_numbers(text: str, is_title: IsTitle) -> tuple[str, ...]:
    """The titles beside numbers in a comment."""
    line = notation.tidy(_without_others(text[:LONGEST]))
    return tuple(dict.fromkeys(_in(line, is_title, is_whole=False)))


def _without_others(text: str) -> str:
    """The text without what has numbers that are none of copies: addresses, mana symbols."""
    if "><" in text:
        text = re.sub(_ELEMENT, " ", text)
    if "://" in text or "www." in text:
        text = re.sub(_ADDRESS, " ", text)
    return re.sub(_SYMBOL, "", text) if "{" in text else text


def _rest(line: str, read: Sequence[Entry]) -> str:
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
            place = text.find(printed.lower(), stop, most)
            place = place if place >= 0 else text.find(printed.lower(), least, start)
            if place >= 0:
                _erase(signs, place, place + len(printed))
    return "".join(signs)


def _erase(signs: list[str], start: int, stop: int) -> None:
    signs[start:stop] = _READ * (stop - start)


def _place(text: str, entry: Entry, least: int) -> Span:
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
    count = _NUMBER.search(text, least)
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


def _nearest(line: str, digits: str, start: int, stop: int, signs: Sequence[str]) -> Span | None:
    """The number that is the count of a title: the last before it, or else the first behind."""
    places = [
        each.span()
        for each in _NUMBER.finditer(line, max(0, start - FAR), stop + FAR)
        if each[0].lstrip("0") == digits and signs[each.start()] != _READ
    ]
    before = [place for place in places if place[1] <= start]
    behind = [place for place in places if place[0] >= stop]
    return before[-1] if before else behind[0] if behind else None


def _in(line: str, is_title: IsTitle, *, is_whole: bool) -> Iterator[str]:
    """The cards in the rest of a line."""
    words = [*_words(line)]
    if is_whole and words and (title := _first_title(line, words, is_title)):
        yield title
    for number in _NUMBER.finditer(line):
        span = _title_behind(line, number.end(), words, is_title)
        pair = (number.start(), span[1]) if span else None
        is_cost = _COST.match(line, number.start()) is not None
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
    if rest[:1].isalnum() or (len(title) == 1 and title.isascii()):
        return None
    is_word = " " not in title and title.isascii()
    if joiner := re.match(_JOINER, rest):
        second = _longest(line, _words_from(words, span[1] + joiner.end()), is_title)
        return f"1 {title}" if second else None  # Opt or Shock
    if re.match(_LOWER, rest) and (is_word or not _is_of_capitals(title)):
        return None  # Island life
    if rest.endswith(":") and rest != ":":
        return None  # Elves and their friends:
    level = catalogue().find(title).level
    if is_word and (level in FACES or rest.lstrip()[:1] == ":"):
        return None  # Burn: the rest of the deck
    if is_word and level not in ENGLISH and title[0].islower():
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
        numbers = 0
        span: Span | None = None
        stops = [end, *_stops_with_signs(line, end, at)]
        for begin, first in _words_until(words, end):
            numbers += line[begin].isdecimal()
            if numbers > MOST_NUMBERS_WITHIN or _READ in line[begin:end]:
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
    best, numbers = None, 0
    start = words[0][0] if words else 0
    quoted, begins = _beginnings(line, start), catalogue().begins_title
    for begin, stop in words:
        numbers += line[begin].isdecimal()
        if numbers > MOST_NUMBERS_WITHIN or _READ in line[start:stop]:
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
    if notation.is_user_name(line[start:stop]):
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
    return len(title) > 1 and title[0].isupper() and level in ENGLISH


def _is_cjk(sign: str) -> bool:
    """Whether the sign is kana, an ideograph or Hangul."""
    return "\u3040" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7a3"

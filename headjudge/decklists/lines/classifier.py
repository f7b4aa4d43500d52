"""Classifies a single line of text: copies of a card, a heading, a comment, or unreadable.

An exact title takes precedence over every reading that removes something from the text. Marks
that no title can contain (`[DOM:60]`, `|DOM`, `(DOM) 60`) are removed without a lookup; the tests
check that for every title of the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import takewhile

from cards import catalogue, catalogue_cache
from headjudge.decklists.lines import headings, marks, notation, numbers, remarks, several
from headjudge.decklists.lines.items import Entry, Guess, Item, Kind, Label, Several
from headjudge.decklists.lines.several import cells_of, cells_of_csv, count_of_cell
from validator.model import COMMANDER, COMPANION, LONGEST_LINE, MAIN

HIGHEST_COUNT = 9999
MOST_OF_UNKNOWN = 30
"""More copies of an unknown name are rather a number of cards."""
DOUBTFUL_MARKS = 3
"""Maximum doubtful marks removed from a name."""
CROWDED = 3
"""More titles than one row has: that of its card, and one that is also the name of its set."""
LEAST_OF_SENTENCE = 4
"""Minimum words of a sentence."""
LONGEST_TITLE_IN_WORDS = 7
"""More words before a title are a sentence."""
LONGEST_KEPT = 10_000
"""Characters of a cached line; a document may have texts of a megabyte."""
MOST_PLACES = 8
"""Maximum positions of a name that are tried in a line; usually it is the first."""
SEARCHED_LINES = 64
"""Cached lines; a line with several cards is searched once for each of them."""
_WORD = re.compile(r"\S+")

_ASSIGNED = r"[^\W\d]\w{0,20} ?= ?[{\[(\"']"
"""side = {"Opt": 2}"""

_COMMANDER_IS = (
    r"(?:[^\W\d]{1,12} ){0,2}(?P<word>[^\W\d]{7,12}) (?:is|ist|est|es|è|é) "
    r"(?P<title>[^.!]{1,100}(?:[.!:](?= |\Z)|\Z))"
)

_TIMES_APART = r"\A[x×] (?=[0-9])"
_BESIDE = r" (?://?|\+|&) "
_NONE = frozenset({"none", "no", "n/a", "keiner", "keine", "aucun", "ninguno", "nessuno", "-"})
"""What stands in place of a card: `Companion: none`."""

IsTitle = Callable[[str], bool]


def classify(text: str, is_title: IsTitle | None = None) -> Item:
    """Classify a line without its context; every text has a result.

    `is_title` tells whether a text is exactly a title, by default according to the catalogue in
    use.
    """
    item = read(text, is_title)
    return item.otherwise if isinstance(item, Label) else item


def read(text: str, is_title: IsTitle | None = None) -> Item:
    """As `classify`, but may return a label, which is a heading or not depending on other lines."""
    is_title = is_title or catalogue().is_title
    if len(text) > LONGEST_KEPT:
        return _classify(text, is_title)
    once = _classify_once if notation.is_short(text) else _classify_long
    return once(text, is_title)


def _classify(text: str, is_title: IsTitle, *, again: bool = True) -> Item:
    text = marks.without_directive(text)
    if notation.is_struck_out(text) and not headings.section(text):
        return Kind.COMMENT
    if notation.is_partly_struck_out(text):
        return Kind.UNREADABLE
    item = _strictly(text, is_title)
    if isinstance(item, headings.Heading) and item.total is not None:
        return _behind_own_label(notation.tidy(text), is_title) or item
    if isinstance(item, headings.Heading) and item.is_statement:
        side_by_side = several.headings_side_by_side(text)  # | Main (60) | Side (15) |
        return Several(side_by_side) if len(side_by_side) > 1 else item
    if type(item) is Entry and (item.set_code or text[:1].isdecimal()):
        return Label(item.copies, item) if headings.is_type(item.name) else item
    if isinstance(item, Entry | Kind):
        item = _leniently(text, item, is_title, again)
    if isinstance(item, Entry) and item.copies > MOST_OF_UNKNOWN and not item.section:
        # 60 cards in all, Burn 75; but 58 Foerst is a misspelt card.
        is_counted = numbers.count_before(notation.tidy(text)) is not None
        is_card = is_counted and not (isinstance(item, Guess) and " " in item.name)
        return item if is_card else Label(item.copies, item)
    return item


def _strictly(text: str, is_title: IsTitle, *, part: bool = False) -> Item:
    """The line, or a part of a line with several cards, as programs and careful people write it."""
    line = notation.tidy(text)
    if not line:
        return Kind.BLANK
    if len(line) > LONGEST_LINE:
        return Kind.COMMENT if notation.is_comment(line) else Kind.UNREADABLE
    return (
        _copies_of_title(line, is_title)
        or _row_of_table(text, is_title)
        or headings.owner(line)
        or headings.read(line)
        or _commander_in_comment(line, is_title)
        or (Kind.COMMENT if notation.is_comment(line) else None)
        or _with_section(line, is_title, part)
        or _row_of_table(text, is_title, guess=True)
        or _copies(line, is_title)
        or Kind.UNREADABLE
    )


_classify_once = catalogue_cache(notation.REMEMBERED_LINES)(_classify)
_classify_long = catalogue_cache(64)(_classify)  # edits read such a line once per card


def _leniently(text: str, item: Entry | Kind, is_title: IsTitle, again: bool) -> Item:
    """A second reading, for lines that are no card in the strict reading or may be headings."""
    line = notation.tidy(text)
    if type(item) is Entry:
        total = headings.total(line) if headings.is_total_behind(line) else None
        return item if total is None else Label(total, item)
    if item in (Kind.BLANK, Kind.COMMENT, Kind.ZERO):
        return item
    if marks.is_blank_line(text):
        return Kind.BLANK
    if (heading := headings.read(marks.title_of_tag(line))) and heading.section:
        return heading
    if cards := _behind_own_label(line, is_title) or _in_bold(line, is_title):
        return cards
    plain = notation.without_signs(marks.without_markup(text))
    if not plain or marks.is_frame(plain):
        return Kind.COMMENT
    if again and plain != text.strip() and not cells_of(text):
        second = _classify(plain, is_title, again=False)
        if second is not Kind.UNREADABLE:
            return second
    if row := _row_of_table(plain, is_title, csv=True):
        return row
    if cards := _several(notation.tidy(plain), is_title):
        return cards
    if item is Kind.UNREADABLE and (side_by_side := several.headings_side_by_side(text)):
        return Several(side_by_side)
    if several.GAP in text and (row := _row_with_gaps(text, is_title)):
        return row
    otherwise = _with_remark(line, item, is_title) or item
    if type(otherwise) is Entry and not headings.is_total_behind(line):
        return otherwise
    may_label = headings.may_label(line) and not numbers.count_behind(line)
    total = headings.total(line) if may_label else None
    return otherwise if total is None else Label(total, otherwise)


def _behind_own_label(line: str, is_title: IsTitle) -> Entry | Several | None:
    """The cards behind a label without a colon: `**Lands (2).** Opt, Shock`, `Lands (2) - Opt`."""
    labelled = several.with_colon(line)
    item = _classify(labelled, is_title, again=False) if labelled else None
    return item if isinstance(item, Entry | Several) and _has_card(item) else None


def _has_card(item: Item) -> bool:
    parts = item.items if isinstance(item, Several) else (item,)
    return any(isinstance(part, Entry) and not isinstance(part, Guess) for part in parts)


def _in_bold(line: str, is_title: IsTitle) -> Several | None:
    """The cards of a line that are in bold type, each perhaps with a remark behind it:
    `**4 Opt**, **3 Shock** - the cheap ones`."""
    if line.count(several.BOLD) < 2 or cells_of(line):
        return None
    strict = cache(partial(_strictly, is_title=is_title, part=True))
    items = several.in_bold(line, strict, partial(_piece, strict=strict, is_title=is_title))
    return Several(items) if items else None  # type: ignore[arg-type]


def _several(line: str, is_title: IsTitle) -> Several | None:
    strict = cache(partial(_strictly, is_title=is_title, part=True))  # called twice for each part
    items = several.items(line, strict, partial(_piece, strict=strict, is_title=is_title))
    if len(items) > several.LEAST_OF_ROW:
        items = items[_length_of_greeting(items) :]
    elif items and _is_sentence(items):
        return None
    return Several(items) if items else None  # type: ignore[arg-type]


def _is_sentence(items: Sequence[Item]) -> bool:
    """Whether a few pieces without counts are a sentence with titles: `I would like to open with
    Plains, Opt, Shock.`"""
    first = items[0]
    are_bare = all(isinstance(item, Entry) and item.copies == 1 for item in items)
    words = first.name.split() if isinstance(first, Guess) else []
    return are_bare and len(words) > LONGEST_TITLE_IN_WORDS


def _length_of_greeting(items: Sequence[Item]) -> int:
    """How many first pieces of a row are words and no cards: `hi, this is my deck, Opt x4`."""
    greeting = [
        item.name
        for item in takewhile(lambda item: isinstance(item, Guess) and item.copies == 1, items)
        if isinstance(item, Guess)
    ]
    words = " ".join(greeting)
    is_said = len(words.split()) >= LEAST_OF_SENTENCE and not any(map(str.isdecimal, words))
    is_card = any(catalogue().is_near_title(name) for name in greeting) if is_said else True
    return 0 if is_card else len(greeting)


def _piece(text: str, strict: several.Classify, is_title: IsTitle) -> Item:
    """A part of a line with several cards, which may have a remark."""
    item = strict(text)
    if not (isinstance(item, Guess) or item is Kind.UNREADABLE):
        return item
    card = _with_remark(notation.tidy(text), item, is_title)
    if card is None and isinstance(item, Guess):
        head = remarks.before_sentence(item.name, partial(_is_title, is_title=is_title))
        card = Entry(item.copies, head) if head else None
    return card or item


def _with_remark(line: str, item: Entry | Kind, is_title: IsTitle) -> Entry | None:
    """A card with a remark: the copies of a title with other words around it."""
    if len(line) > LONGEST_LINE or several.are_named(
        line, partial(_is_meant, is_title=is_title), 2
    ):
        return None
    is_known = partial(_is_title, is_title=is_title)
    if re.match(numbers.ROUND, line) and not several.is_pick(line):
        return None  # Turn 1: Forest, Opt
    section = marks.place_in(line)
    if isinstance(item, Entry):
        title = remarks.title_in(item.name, is_known, copies=item.copies)
        section = item.section or section
        return Entry(*item)._replace(name=title, section=section) if title else None
    counts = [numbers.count_before(line), numbers.count_behind(line)]
    for head in () if counts[0] else remarks.counted_heads(line):  # Opt x4 - the best 2 drop
        counts_of_head = (numbers.count_behind(head), *numbers.doubtful_counts(head))
        for counted in filter(None, counts_of_head):
            entry = _counted_item(counted, is_title)
            is_set = line[0] in "([{" and isinstance(entry, Entry) and remarks.is_set(entry.name)
            if isinstance(entry, Entry) and not is_set:  # (2) Apocalypse - Opt
                return entry._replace(section=entry.section or section)
    for counted in filter(None, (*counts, *numbers.doubtful_counts(line))):
        is_text = counted.name[0].isalpha() or counted.name[0] in remarks.OPENING + '"'
        if not (is_text or remarks.behind_set(counted.name)):  # (2) 10th Edition - Opt
            continue
        if line.endswith(f" {counted.digits}") and counted.name.rpartition(" ")[2].isdecimal():
            continue  # Opt 4 2 may be four copies, two or six
        copies = int(counted.digits) if len(counted.digits) < 5 else 0
        title = remarks.title_in(counted.name, is_known, copies=copies)
        if title and 1 <= copies <= HIGHEST_COUNT:
            return Entry(copies, title, section)
    if (unpriced := remarks.without_prices(line)) != line:
        card = _copies(unpriced, is_title)
        if type(card) is not Entry:
            card = _with_remark(unpriced, card or Kind.UNREADABLE, is_title)  # type: ignore[arg-type]
        if card and card.copies > 1:
            return card
    if title := remarks.before_cost(line, is_known):
        return Entry(1, title, section)
    is_in_brackets = remarks.is_bracketed(line) and not remarks.is_spoken_of(line)
    if any(counts) or not is_in_brackets or headings.counts_behind(line):
        return None
    title = remarks.title_in(line, is_known)
    if title and catalogue().find(title).level in remarks.FACES:
        return None  # Status: legal (today)
    return Entry(1, title, section) if title else None


def _with_section(line: str, is_title: IsTitle, part: bool) -> Item | None:
    """A card with the heading of its section before it: `SB: 2 Negate`."""
    if sentence := re.match(_COMMANDER_IS, line):  # My commander is Ezuri, Renegade Leader. Below:
        title = sentence["title"].rstrip(".!: ")
        named = headings.section(sentence["word"])
        if named in (COMPANION, COMMANDER) and _is_title(title, is_title):
            return Entry(1, title, named)
    sign = "=" if re.match(_ASSIGNED, line) else ":" if ":" in line else " - "
    words, colon, rest = line.partition(sign)
    if not colon:  # Commander Edgar Markov
        words, colon, rest = line.partition(" ")
        is_named = headings.section(words) in (COMPANION, COMMANDER)
        if not is_named or _is_title(line, is_title) or not _is_title(rest, is_title):
            return None
    if colon == " - " and headings.section(words) not in (COMPANION, COMMANDER):
        return None
    section, rest = headings.section(words) if colon else None, notation.tidy(rest)
    if colon and words.lower() in headings.OF_COMMANDER:  # EDH: Krenko, Mob Boss
        return Entry(1, rest, COMMANDER) if _is_title(rest, is_title) else None
    if section is None or not rest or headings.read(rest):
        return None
    if rest.casefold() in _NONE:  # Companion: none
        return Kind.COMMENT
    item = _copies_of_title(rest, is_title)
    if item is None and section == MAIN:
        # Other text after `Deck:` is the deck's name, even if it is also the title of a card.
        if part or _is_title(rest, is_title):
            return Kind.COMMENT
        is_counted = any(map(str.isdecimal, rest))
        card = _classify(rest.rstrip("?!. "), is_title, again=False) if is_counted else None
        return _several(line, is_title) or (card if type(card) is Entry else Kind.COMMENT)
    item = item or _copies(rest, is_title)
    if item is None and section in (COMPANION, COMMANDER):
        return _pair(rest, section, is_title) or Guess(1, rest, section)
    return item._replace(section=item.section or section) if isinstance(item, Entry) else item


def _commander_in_comment(line: str, is_title: IsTitle) -> Item | None:
    """The commander that a comment names: `# Commander: Krenko, Mob Boss (the best)`."""
    words, colon, rest = line.lstrip("#/ ").partition(":")
    if not colon or line[0] not in "#/" or headings.section(words) != COMMANDER:
        return None
    name = notation.tidy(rest)
    is_known = partial(_is_title, is_title=is_title)
    for names in dict.fromkeys((name, name.partition(" (")[0])):
        if two := _pair(names, COMMANDER, is_title):
            return two
    first = re.split(_BESIDE, name, maxsplit=1)[0]
    title = next(filter(is_known, (name, first)), None) or remarks.title_in(name, is_known)
    return Entry(1, title, COMMANDER) if title else None


def _pair(names: str, section: str, is_title: IsTitle) -> Several | None:
    """Two commanders on one line: `Commander: Tymna the Weaver & Thrasios, Triton Hero`."""
    for sign in (" & ", " + ", " and ", " / ", " // ", "; ", ", "):
        first, _, second = names.partition(sign)
        if second and _is_title(first, is_title) and _is_title(second, is_title):
            cards = catalogue().find(second).cards
            if cards and not any("Legendary" in card.supertypes for card in cards):
                return None
            return Several((Entry(1, first, section), Entry(1, second, section)))
    return None


def _row_of_table(
    text: str, is_title: IsTitle, *, guess: bool = False, csv: bool = False
) -> Item | None:
    """The card of a row of a table, with its count in a cell, before the title, or missing.

    None for lines that are no row and, without `guess`, for rows without a title.
    """
    row = cells_of_csv(text) if csv else cells_of(text)
    if row and headings.is_over_count(row[0]) and count_of_cell(row[0].partition(":")[2].strip()):
        row[:1] = map(str.strip, row[0].split(":"))  # Sideboard: 2 | Opt
    if len(row) < 2:
        if not row or row[0] == text or guess or csv:
            return None
        return _classify(row[0], is_title, again=False)
    if len(row) == 2 and several.is_total(row[1]) and (heading := headings.read(" ".join(row))):
        return heading  # | Sideboard | (15) |
    counts = [digits for cell in row if (digits := count_of_cell(cell))]
    if not (counts or csv):  # Opt | 4 *the best*
        cells = (re.sub(_TIMES_APART, "x", cell) for cell in row[1:])  # Opt | x 4 (Spells: 12)
        firsts = (count_of_cell(cell.partition(" ")[0]) for cell in cells)
        is_first = type(_classify(f"1 {row[0]}", is_title, again=False)) is Entry
        counts = [digits for digits in firsts if digits and is_first]
    names = [cell for cell in row if not count_of_cell(cell)]
    are_pairs = not csv and len(names) == len(counts) > 1
    are_titles = are_pairs and all(_is_title(name, is_title) for name in names)
    if (are_pairs and names == row[::2]) or (are_titles and names == row[1::2]):
        # | Opt | 4 | Negate | 3 |, | 4 | Opt | 3 | Negate |
        pairs = (f"{counted} {name}" for name, counted in zip(names, counts, strict=True))
        return _several_copies(pairs, is_title)
    titles = [name for name in names if _is_title(name, is_title) and not headings.read(name)]
    is_crowded = False
    if any(map(headings.is_over_count, row[1:])):
        cards = [_strictly(cell, is_title, part=True) for cell in row]
        return Several(tuple(each for each in cards if isinstance(each, Entry | Kind)))
    if hits := [(cell, item) for cell in row if (item := _copies_of_title(cell, is_title))]:
        named = [cell for cell in row if numbers.is_counted_name(cell)]
        if len(named) > len(hits) and not csv:  # 4 Opt | 3 Lightnig Blot
            return _several_copies(named, is_title)
        (cell, item), is_crowded = hits[0], len(hits) > 1 or bool(counts and titles)
        # Elves, 1 Opt, 2: each count may belong to the words before it.
        is_crowded = is_crowded or (csv and any(map(count_of_cell, row[row.index(cell) + 1 :][:1])))
    elif titles or guess:
        if several.is_head(row):
            return Kind.COMMENT
        is_sum = not titles and len(counts) == 1 and headings.counts_cards(names[0])
        if is_sum and (heading := headings.read(f"{counts[0]} {names[0]}")):
            return heading  # 60 | Total main | $12
        # A title may be given in two languages, or also be the name of a set or an artist.
        if len(titles) > 1 and not remarks.are_of_one_card(titles):
            if not counts:
                return _several_copies(row, is_title)
            is_crowded = len(counts) > 1
        cell = (titles or names or row)[0]
        item = _copies(f"{counts[0]} {cell}" if counts else cell, is_title) or Kind.UNREADABLE
    else:
        return None
    strict = partial(_strictly, is_title=is_title, part=True)
    is_crowded = is_crowded or several.are_named(text, is_title, CROWDED)
    is_crowded = is_crowded or any(several.is_card(each, strict) for each in row if each != cell)
    # Opt | 4 | 2 may be copies in two sections.
    is_crowded = is_crowded or (len(counts) == 2 and [row[0], *counts] == [cell, *row[1:]])
    # The first of two counts may be the number of the row.
    before = row[: row.index(cell)]
    if is_crowded or not isinstance(item, Entry) or sum(map(bool, map(count_of_cell, before))) > 1:
        return Kind.UNREADABLE
    others = [name for name in names if name != cell and not marks.has_digits(name)]  # 1 missing
    sections = filter(None, map(headings.section, others))
    return item._replace(section=item.section or next(sections, None))


def _row_with_gaps(text: str, is_title: IsTitle) -> Item | None:
    """The card of a row whose cells are apart by several spaces: `4 Opt     Instant     Common`."""
    cells = several.cells_with_gaps(text)
    if len(cells) < 2:
        return None
    row = _row_of_table("\t".join(cells), is_title)
    if row is None:
        head = " ".join(cells[: 1 + cells[0].isdecimal()])
        counted, whole = numbers.count_before(head), numbers.count_before(notation.tidy(text))
        if counted and not (whole and catalogue().is_near_title(whole.name)):
            return _counted_item(counted, is_title, guess=True)
    return row


def _several_copies(texts: Iterable[str], is_title: IsTitle) -> Several:
    """Each text as copies of a card, or as unreadable."""
    return Several(tuple(_copies(text, is_title) or Kind.UNREADABLE for text in texts))  # type: ignore[misc]


def _copies_of_title(line: str, is_title: IsTitle) -> Item | None:
    """A count followed by an exact title."""
    counted = numbers.count_before(line)
    return _counted_item(counted, is_title) if counted else None


def _copies(line: str, is_title: IsTitle) -> Item | None:
    """A title without a count, a count elsewhere, or a count and an unknown name.

    Readings that result in a title come first. Without a count the name must be a title, as
    misspelt titles are not guessed.
    """
    if _is_title(line, is_title):
        return Entry(1, line)
    name, set_code, number, section, foil = _without_marks(line, is_title)
    if _is_title(name, is_title):
        return Entry(1, name, section, set_code, number, foil)
    behind = numbers.count_behind(line)
    for counted in (*numbers.doubtful_counts(line), behind):
        if counted and (entry := _counted_item(counted, is_title)):
            return entry
    counted = numbers.count_before(line) or behind or numbers.count_in_literal(line)
    return _counted_item(counted, is_title, guess=True) if counted else None


def _counted_item(
    counted: numbers.Counted, is_title: IsTitle, *, guess: bool = False
) -> Item | None:
    """That many copies of a title, or with `guess` of any name; unreadable for invalid counts."""
    name, set_code, number, section, foil = _without_marks(counted.name, is_title)
    is_known = _is_title(name, is_title)
    if not is_known and not (guess and numbers.is_name(name) and not remarks.is_sentence(name)):
        return None
    if not is_known and _is_card_called_token(name, is_title):
        name, is_known = name.rpartition(" ")[0], True
    copies = int(counted.digits) if len(counted.digits) < 10 else -1
    if is_known and copies == 0:
        return Kind.ZERO
    is_other = not is_known and numbers.is_year(counted.digits)
    if is_other or not 1 <= copies <= HIGHEST_COUNT:
        return Kind.UNREADABLE
    return (Entry if is_known else Guess)(copies, name, section, set_code, number, foil)


def _is_card_called_token(name: str, is_title: IsTitle) -> bool:
    """Whether a card's title is called a token, as in `4 Opt token`; some cards are tokens too."""
    title, _, word = name.rpartition(" ")
    is_called = word.lower() in ("token", "tokens") and _is_title(title, is_title)
    return is_called and not catalogue().is_token(title)


def _without_marks(name: str, is_title: IsTitle) -> marks.Printed:
    printed = marks.without_marks(name)
    if english := remarks.english_in_brackets(printed.name, is_title):
        return printed._replace(name=english)
    for _ in range(DOUBTFUL_MARKS):
        if _is_title(printed.name, is_title):
            return printed
        before, printed = printed, marks.without_doubtful_mark(printed)
        if printed is before:
            break
    shorter = marks.without_reading(printed.name)
    title = shorter if _is_title(shorter, is_title) else remarks.english_of_two(shorter)
    return printed._replace(name=title) if title else printed


def _is_title(name: str, is_title: IsTitle) -> bool:
    return notation.may_be_title(name) and is_title(name)


def _is_meant(name: str, is_title: IsTitle) -> bool:
    """Whether the name is a title, and no word that is also a face: `cut 1 for land`."""
    is_word = name.isascii() and name.isalpha() and name.islower()
    return is_title(name) and not (is_word and catalogue().find(name).level in remarks.FACES)


def name_spans(text: str, name: str) -> Iterator[tuple[int, int]]:
    """The first possible positions of the name in the line, ignoring white space between words.

    The caller tries each by reading the line with another name there.
    """
    line, places = _single_spaces(text)
    name = " ".join(name.split())
    at = line.find(name)
    for _ in range(MOST_PLACES if name else 0):
        if at < 0:
            return
        yield places[at], places[at + len(name) - 1] + 1
        at = line.find(name, at + len(name))


@lru_cache(SEARCHED_LINES)
def _single_spaces(text: str) -> tuple[str, Sequence[int]]:
    """The line with single spaces, and the position in the text of each of its characters."""
    words = [*_WORD.finditer(text)]
    places = [at for word in words for at in (*range(*word.span()), word.end())]
    return " ".join(word[0] for word in words), places

"""Lines with several cards or cells: decks split at their counts, titles between signs, rows.

A row has no header, as in Markdown or copied from browsers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Guess, Item, Kind
from headjudge.decklists.lines.notation import tidy
from headjudge.decklists.lines.numbers import ADDING, ROUND
from validator.model import COMMANDER, LONGEST_LINE, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS

LONGEST = 10_000
"""Maximum characters of a line with several cards."""
MOST_CARDS = 200
"""Maximum cards on one line; a deck of a hundred different cards with its sideboard has fewer."""
FIRST_OTHERS = 8
"""A line with this many more other pieces than cards at its beginning is not a line of cards."""
FIRST_OF_ROW = 20
LEAST_OF_ROW = 4
"""Minimum cards among the first pieces of a row that may have more other names than cards."""
FEW = 4
"""Maximum cards of a line of which only one is not misspelt."""
LONGEST_LABEL = 40
"""Maximum characters of a label before a colon."""
MOST_SEARCHED = 8
"""Maximum lookups of pieces between numbers."""
LONGEST_TITLES = 3
"""Maximum pieces between commas that may be one title."""

_COUNT = (
    r"(?i)(?:(?<![^\s|,;•·、》】」』)\]])|(?<=[^\W\d]/)|(?-i:(?<=[a-z])(?=[0-9]{1,2} [A-Z])))"
    r"[0-9]{1,3}"
    r"(?:[x×](?=[\s《「【])| ?[x×] |[:：]?(?=[\s《「【]))"
)
_COLLECTOR_NUMBER = r"(?i)(?<=[)\]] )[0-9]{1,3}(?= [0-9*]| side|[,;|]|$)"
"""A collector number before the next card: 4 Opt (DOM) 60 4 Shock (M21) 159."""
_SEPARATORS = (
    r"\s[|•·]\s|\t|::",
    r"[,;、，；•·]| & | (?:and|und|et|y|e|plus) (?=[0-9])",
)
_BEHIND_COUNT = r"(?<=[0-9])(?:[枚体張张장]? |/)(?=[^\W\d])"
"""稲妻4 否認3, Opt x4 Shock x4"""
_COUNT_AT_END = r"(?i)(?:[ (\[x×]|[^\x00-\x7f])[0-9]{1,2} ?[x×枚张張장]?[)\]]?$"
"""Opt x4, Opt 4, Opt (4): two such pieces are enough for a line with several cards."""
LONGEST_COUNT = 6
"""Maximum characters of a count at the end of a piece."""
MOST_COLUMNS = 4
_COLUMN = r"\t| {2,}|\|"
_OBJECT = r"\{[^{}]{1,400}\}"
_ELEMENT = r"<[^<>]{1,400}>"
_PAIR = r"[(\[][^()\[\]]{1,200}[)\]]"
_STRING = r"\"[^\"]{1,200}\"|(?<!\w)'[^']{1,200}'(?!\w)"
"""Parts of literals in programs."""
_TIMES = (
    r"(?:\"([^\"]{1,200})\"|(?<!\w)'([^']{1,200})') ?(?:,?[\])] ?\*|=>|[:=]) ?([0-9]{1,3})(?!\w)"
)
"""`["Opt"] * 4 + ["Island"] * 20`, `{"Opt": 4, "Island": 20}`, `"Opt" => 4`"""
_EDGE = " |,;•·、.。\t"
_AROUND = _EDGE + "×*+-–—/=:()[]《》「」\"'"
_JOINT = r"(?i)\A(?:and|und|et|y|e|i) [\[(《「]?"
_COUNT_INSIDE = r"(?<=\s)[0-9]{1,3}[x×]?(?: (?=\S)|(?=[《「]))"
_DIGITS = r"[0-9]+"
_PICK = r"(?i)(?:(?:p|pack) ?[0-9]+\W*)?(?:p|pick) ?[0-9]+"
_TOTAL_BEHIND = r"[(\[][0-9]{1,3}[)\]]$"
"""Red (2): Opt, Shock; but not Round 2: Burn."""
_COPIES_IN_BRACKETS = r"(.{1,200}?) ?[(\[]([1-9][0-9]?)[)\]]"
_MORE = (
    r"(?i)([^+]+[^+ (\[]) ?[(\[]?\+ ?([0-9]{1,2})x? (?:in (?:the )?)?(?:sb|side|sideboard)[)\]]?"
)
_MARKED = r"[0-9]{1,2}[x×] (?=[A-Z])"
_BRACKET = r"[(\[]([0-9]{1,3})[)\]] "
_EACH = (
    r"(?:(?:je|jeweils|each|cada|по|各) ?(?P<one>[1-9][0-9]?)[x×枚]?"
    r"|(?P<other>[1-9][0-9]?)[x×]? ?(?:[^\W\d]{1,5}\.? )?"
    r"(?:je|of each|each of|each|de chaque|de cada|di ciascun[ao]?|av varje|av hver|af hver"
    r"|van elk|każdej|каждой))"
)
"""4 of each: Opt, Shock"""
_WORDS_FOR_EACH = (
    "each", "je", "cada", "chaque", "ciascun", "по", "各", "varje", "hver", "elk", "każd", "кажд",
)  # fmt: skip
_EACH_OVER = rf"(?i){_EACH}(?:(?: of)?:? |: ?|(?<=枚))(?P<titles>.+)"
_EACH_BEHIND = rf"(?i)(?P<titles>.+?),? [(\[]?{_EACH}[)\]]?"
_STATED = r"(|[^\d]*[^\W\d]) ?([0-9]{1,3})"
"""W 3: Opt, Shock, Negate; 60: 4 Opt, 56 Island"""
_INNER = r"[0-9]{1,3} ?\((.*)\)"
"""Lands: 8 (4 Island, 4 Swamp)"""
_CHANGE = r"(?:[-=]>|[→⇒])[^0-9>→⇒]{0,40}[0-9]{1,2}x? [^\W\d]"
"""4 Opt -> 3 Shock, 4 Opt → could be 3 Shock: one card in place of another."""
_DASHES = ("-", "–", "—")
"""`SB - 4 Opt` is about one card; after `Sideboard 4 Opt` more cards may follow."""
_BETWEEN_TITLES = r"(?i)(, ?|、|; | (?:and|und|et|y|e|i|en|och|og|&|\+) )"
_JOINING = r"(?i)(?: (?:and|und|et|y|e|i|plus|&|\+)|/)$"
_ARE = r"(?i)(?:[^\W\d]{1,4} )?([^\W\d]{3}.{0,30}) (?:are|is|sind|ist|sont|son|sono|são)"
"""The lands are 20 Island and 4 Swamp"""
_SIDE_WITHIN = (
    r"(?i)(?<=[\w)\]]),? (?:and|plus|with|und|mit|et|avec|y|con|e|com) (?:[^\W\d]{1,4} )?"
    r"(sideboard|side|sb|réserve|banquillo|riserva):? (?=[^\W_])"
)
"""4 Opt, 20 Island and sideboard 2 Shock"""
_BEFORE_OTHER_SCRIPT = r".*[a-z](?=[^\x00-\u2e80])"
_WORDS_BEHIND = r" // (?=[a-zà-ÿ])"
_GLUED = (
    r"(?<=[a-z》】」』)\]’'])(?=[A-Z《「【(\[-])|(?<=[^\W\d_])(?=[0-9]{1,3} [^\W\d_])"
    r"|[\s|](?=[^\w\s|]|[^\W\d_])"
)

BOLD = "**"
"""Around what Markdown shows in bold type."""
_IN_BOLD = r"\*\*([^*]{1,200})\*\*"
_BEFORE_CARDS = r" ?(?:[-–—] ?)?(?=[^\W_]|\*\*)"
_LABEL_IN_BOLD = rf"\*\*(?P<label>[^\W\d][^*]{{0,40}}?)[.:]?\*\*[.:]?{_BEFORE_CARDS}"
"""**Creatures (3).** Opt, Shock, Fork"""
_LABEL_WITH_TOTAL = (
    rf"(?P<label>[^\W\d][^()\[\]:*]{{0,40}}[(\[][0-9]{{1,3}}[)\]])(?=\.? ?[-–—.])\.?{_BEFORE_CARDS}"
)
"""Lands (3) - Opt, Shock, Fork"""
_BEFORE_REMARK = tuple("-–—:(=→")

Classify = Callable[[str], Item]


def items(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """The cards of the line and the headings between them; empty for other lines.

    `strict` reads the text between two counts or commas; `lenient` the rest, such as a card with
    a remark.
    """
    line = re.sub(_SIDE_WITHIN, r", \1: ", re.sub(ADDING, "", line))
    if "//" in line and line[:1].isdecimal():  # 4 Opt // maybe 3 Shock
        line = re.split(_WORDS_BEHIND, line, maxsplit=1)[0]
    is_of_round = re.match(ROUND, line) and not is_pick(line)  # Turn 1: Forest, Opt
    if len(line) > LONGEST or is_of_round or re.search(_CHANGE, line):
        return ()
    return (
        _of_each(line, strict, lenient)
        or _more_in_sideboard(line, strict)
        or _literals(line, strict)
        or _behind_label(line, strict, lenient)
        or _behind_counts(line, strict, lenient)
        or _between_signs(line, strict, lenient)
        or _card_in_section(line, strict)
        or _card_and_other_script(line, lenient)
        or _nearly_cards(line, strict, lenient)
    )


def with_colon(line: str) -> str | None:
    """The line with a colon behind its label, if that is in bold type, or ends with a number of
    cards before a dash or a point."""
    if line.startswith(BOLD):
        match = re.match(_LABEL_IN_BOLD, line)
    else:
        match = re.match(_LABEL_WITH_TOTAL, line) if ")" in line or "]" in line else None
    return f"{match['label']}: {line[match.end() :]}" if match else None


def in_bold(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """The cards in bold type; empty if one of these parts has no count, or if other words than a
    remark or a label are beside them."""
    found: list[Item] = []
    for at, part in enumerate(re.split(_IN_BOLD, line[:LONGEST])):
        text = part.strip(_EDGE)
        if not text:
            continue
        if at % 2:
            item = strict(text)
            if not isinstance(item, Entry) or not any(map(str.isdecimal, text)):
                return ()
            found.append(item)
        elif found and text.startswith(_BEFORE_REMARK):
            continue
        elif cards := items(text, strict, lenient):
            found += cards
        elif _is_card(item := strict(text)) or isinstance(item, Heading):
            found.append(item)
        elif found or not (text.endswith(":") or _is_end_of_remark(text)):
            return ()
        elif total := headings.total(text):
            found.append(Heading(None, total=total))
    return tuple(found) if any(map(_is_card, found)) else ()


def _is_end_of_remark(text: str) -> bool:
    """Whether the text closes a bracket that the line before has opened."""
    return ")" in text and "(" not in text


def _more_in_sideboard(line: str, strict: Classify) -> tuple[Item, ...]:
    """A card, and its further copies in the sideboard: `8 Shock (+2 SB)`."""
    more = re.fullmatch(_MORE, line) if "+" in line else None
    card = strict(more[1]) if more else None
    if not more or not isinstance(card, Entry) or isinstance(card, Guess) or not int(more[2]):
        return ()
    return card, card._replace(copies=int(more[2]), section=SIDEBOARD)


def _literals(line: str, strict: Classify) -> tuple[Item, ...]:
    """Objects, pairs or texts of a program: `[{"name": "Opt", "count": 4}]`, `["Opt", "Shock"]`."""
    quotes = line.count('"') + line.count("'")
    if (
        quotes >= 2
        and (times := re.findall(_TIMES, line)[:MOST_CARDS])
        and 2 * len(times) >= quotes - 2
    ):
        cards = [strict(f"{number} {first or second}") for first, second, number in times]
        return (*_over_literal(line), *cards) if any(map(_is_card, cards)) else ()
    if quotes < 4 and line.count("{") < 2:
        return ()
    for pattern in (_OBJECT, _ELEMENT, _PAIR, _STRING):
        pieces = [match[0] for match in re.finditer(pattern, line)]
        start = line.find(pieces[0]) if pieces else 0
        pieces = [piece for piece in pieces if not piece.startswith("</")]
        if 2 <= len(pieces) <= MOST_CARDS and 2 * sum(map(len, pieces)) > len(line) - start:
            texts = [piece[1:-1] if pattern == _STRING else piece for piece in pieces]
            cards = [strict(text) for text in texts]
            if all(map(_is_card, cards)):
                return (*_over_literal(line), *cards)
    return ()


def _over_literal(line: str) -> tuple[Heading, ...]:
    """The section whose name a literal has: `side = [...]`, `"sideboard": [...]`."""
    words = re.findall(r"[^\W\d]+", line[:LONGEST_LABEL].partition("[")[0].partition("{")[0])
    section = headings.section(words[-1]) if words else None
    return (Heading(section),) if section else ()


def headings_side_by_side(text: str) -> tuple[Heading, ...]:
    """The headings of lists in columns; empty for other lines."""
    cells = [notation.tidy(cell) for cell in re.split(_COLUMN, text.strip()[:LONGEST_LINE])]
    named = [cell for cell in cells if cell and not is_head([cell])]
    columns = [headings.read(cell) for cell in named[:MOST_COLUMNS]]
    over = tuple(heading for heading in columns if heading)
    is_of_sections = len(columns) > 1 and len(over) == len(columns)
    return over if is_of_sections and any(heading.section for heading in over) else ()


def card_and_heading(line: str, classify: Classify) -> tuple[Item, ...]:
    """A card and the heading glued to its end: `4 WastelandSideboard (15)`."""
    if len(line) > notation.LONGEST_TITLE:
        return ()
    for match in re.compile(_GLUED).finditer(line, 1):
        rest = notation.tidy(line[match.end() :])
        heading = headings.read(rest)
        is_over = heading is not None and heading.is_of_types and rest.endswith(":")
        if heading is not None and (heading.section or heading.total or is_over):
            is_mark = heading.section not in (None, MAIN, SIDEBOARD, COMMANDER)
            if is_mark or (rest[0] in "([-–—" and match[0]):
                continue  # 4 Opt (maybe 3), 3 Serra Avatar.
            card = line[: match.start()].rstrip(_EDGE)
            if match[0] and not any(map(str.isdecimal, card)):
                continue  # Burn Deck
            item = classify(card)
            if _is_card(item):
                return item, heading
    return ()


def _card_and_other_script(line: str, lenient: Classify) -> tuple[Item, ...]:
    """A card and a heading of another script behind it: `2 Optソーサリー(10)`."""
    match = None if line.isascii() else re.match(_BEFORE_OTHER_SCRIPT, line)
    heading = headings.read(line[match.end() :]) if match else None
    item = lenient(match[0]) if match and heading and heading.total else None
    return (item, heading) if item and heading and _is_card(item) else ()


def _card_in_section(line: str, classify: Classify) -> tuple[Item, ...]:
    """A card and the word behind it for its section, or for that of the cards below it.

    A word in small letters and an abbreviation belong to the card: `4 Opt side`, `4 Opt SB`.
    """
    both = card_and_heading(line, classify)
    word = line.rpartition(" ")[2]
    if not both:
        return ()
    card, heading = both
    is_commander = getattr(heading, "section", None) == COMMANDER
    if is_commander and isinstance(card, Entry) and card.copies == 1:
        return (card._replace(section=COMMANDER),)  # Edgar Markov x1 - Commander
    if word.islower() or word in headings.ABBREVIATIONS:
        if not isinstance(heading, Heading) or heading.total:
            return ()  # 4 Opt MB 2 SB
        if isinstance(card, Entry) and headings.section(word):
            return (card._replace(section=card.section or heading.section),)
    return both


def _behind_label(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """Cards after a label for all of them: `Blue: Opt, 2 Negate`."""
    label, colon, rest = line[:LONGEST_LABEL].partition(":")
    if not colon:
        label, colon, rest = line[:LONGEST_LABEL].partition("-")
        if not (of_types := headings.read(label)) or not of_types.is_of_types:
            return ()  # Creatures- Opt, Shock
    rest = line[len(label) + 1 :].strip(_EDGE)
    if not colon or not rest:
        return ()
    words = notation.tidy(label)
    heading = headings.read(words) or headings.among_words(words)
    is_numbered = any(map(str.isdecimal, words)) and not (heading or re.fullmatch(_PICK, words))
    if is_numbered and not re.search(_TOTAL_BEHIND, words):
        stated = re.fullmatch(_STATED, words)
        cards = _behind_label(f"{stated[1] or 'All'}:{rest}", strict, lenient) if stated else ()
        is_proven = len(cards) > 1 and stated and int(stated[2]) in _sums(cards)
        return cards if is_proven else ()
    before: tuple[Item, ...] = (heading,) if heading else ()
    if heading and any(map(str.isdecimal, words)) and not headings.read(words):
        before = card_and_heading(words, strict)  # 20 Island Sideboard: 2 Opt
        if not before:
            return ()
    if heading is None and is_numbered and any(map(str.isdecimal, rest)):  # Threats (6): 4 Opt
        before = (Heading(None, total=headings.total(words)),)
    if bracket := re.match(_BRACKET, rest):  # White: (3) Opt, 2 Shock
        cards = _behind_label(f"{words}:{rest[bracket.end() :]}", strict, lenient)
        if int(bracket[1]) in _sums(cards):
            return cards
    if each := _of_each(rest, strict, lenient):
        return (*before, *each)
    if not heading and line[-1].isdecimal() and _is_card(strict(words)):  # Opt: 4 Shock: 3
        return ()
    if inner := re.fullmatch(_INNER, rest):
        rest = inner[1]
    if cards := _behind_counts(rest, strict, lenient) or _between_counts(rest, strict, lenient):
        return (*before, *cards)
    joint = " / " if rest.count(" / ") > rest.count(",") else ", "
    split = rest.split(joint) if joint == " / " else re.split(_SEPARATORS[1], rest)
    pieces = [text for piece in split if (text := piece.strip(_EDGE))]
    if not 1 <= len(pieces) <= MOST_CARDS:
        return ()
    cards = _mostly_cards(_longest_titles(pieces, joint, strict, lenient), len(pieces))
    if not cards or not isinstance(card := cards[0], Entry) or not _is_card(card):
        return ()
    if len(cards) == 1 and heading and heading.total and heading.is_statement:
        return (card._replace(copies=heading.total),)  # 4 cards: Opt
    return (*before, *cards)


def _of_each(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """As many copies of each title, misspelt ones too, unless one has a count of its own:
    `4 each: Opt, Shock`, `Opt, Shock (4 each)`, `je 4 Opt, Shock, dazu 8 Island`."""
    if not any(map(line.casefold().__contains__, _WORDS_FOR_EACH)):
        return ()
    each = re.fullmatch(_EACH_OVER, line) or re.fullmatch(_EACH_BEHIND, line)
    if each is None:
        return ()
    copies, titles = int(each["one"] or each["other"]), each["titles"]
    parts = [*re.split(_BETWEEN_TITLES, titles), ""]
    both = [
        (piece, joint)
        for each, joint in zip(parts[::2], parts[1::2], strict=True)
        if (piece := re.sub(ADDING, "", each.strip(_EDGE)))
    ]
    pieces, joints = zip(*both, strict=True) if both else ((), ())
    cards: list[Item] = []
    for card in _longest_titles(pieces, joints, strict, lenient):
        if not isinstance(card, Entry) or len(cards) == MOST_CARDS:
            return ()
        if isinstance(card, Guess) and re.search(r"[0-9=]", card.name):
            return ()  # a sentence
        is_one = any(f"{one} {card.name}" in titles for one in ("1", "1x"))
        is_counted = card.copies > 1 or is_one
        cards.append(card if is_counted else card._replace(copies=copies))
    return tuple(cards) if any(map(_is_card, cards)) else ()


def is_of_each(text: str) -> bool:
    """Whether the line begins with a number of each of some cards: `6 of each basic land`."""
    line = notation.tidy(text)
    has_word = any(map(line.casefold().__contains__, _WORDS_FOR_EACH))
    return has_word and re.fullmatch(_EACH_OVER, line) is not None


def _behind_counts(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """Cards that each begin with their count."""
    starts = [*_starts(line)]
    head = line[: starts[0]].strip(_EDGE) if starts else ""
    if not (1 if head else 2) <= len(starts) <= MOST_CARDS:
        return ()
    before: list[Heading] = []
    if head:
        said = re.fullmatch(_ARE, head)
        heading = headings.read(notation.tidy(said[1] if said else head))
        if heading is None:
            return ()
        before = [heading]
    pieces = [*_pieces(line, starts)]
    items = (each for piece in pieces for each in _read(piece, strict, lenient))
    if len(starts) == 1:  # -Lands (24)- 4 Opt
        read = [*items]
        if len(read) != 1 or not isinstance(card := read[0], Entry) or not _is_card(card):
            return ()
        section = before[0].section
        is_own = head.endswith(_DASHES) or head.casefold() in headings.LETTERS
        if not (is_own or section in (MAYBEBOARD, TOKENS)):  # Maybe 4 Opt
            section = None
        return (card._replace(section=section),) if section else (*before, card)
    cards = (
        _mostly_cards(items, len(pieces))
        or _counted_row(pieces, strict, lenient)
        or _marked_row(pieces, strict, lenient)
    )
    last = cards[-1] if cards else None
    if not cards or (isinstance(last, Heading) and last.total and not last.is_of_types):
        return ()  # 4 Opt MB, 2 SB; but 4 Opt 4 Shock Lands (20), where the lands are missing
    return (*before, *cards)


def _counted_row(pieces: Sequence[str], strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """The pieces of a row that each begin with their count, where several are cards.

    The rest are cards by other names: `4 Opt 4 Force 3 Drain 20 Island 4 Brainstorm 2 Shock`.
    """
    first = [strict(piece) for piece in pieces[:FIRST_OF_ROW]]
    if sum(map(_is_card, first)) < LEAST_OF_ROW:
        return ()
    read = [each for piece in pieces for each in _read(piece, strict, lenient)]
    cards = sum(map(_is_card, read))
    return tuple(read) if cards >= LEAST_OF_ROW and 3 * cards >= len(read) else ()


def _marked_row(pieces: Sequence[str], strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """The pieces of a row if each begins with a count and an x, and one is a card: the others are
    cards by other names, `2x Opt 1x Nyleas Bow`."""
    if not all(re.match(_MARKED, piece) for piece in pieces):
        return ()
    read = [each for piece in pieces for each in _read(piece, strict, lenient)]
    return tuple(read) if any(map(_is_card, read)) and Kind.UNREADABLE not in read else ()


def _nearly_cards(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """A card, and others that are misspelt: `1 Opt 1 Circle of Proteciton: Red`."""
    starts = [*islice(_starts(line), FEW + 1)] if line[:1].isdecimal() else []
    if not 1 < len(starts) <= FEW or starts[0]:
        return ()
    read = [each for piece in _pieces(line, starts) for each in _read(piece, strict, lenient)]
    others = [item for item in read if not _is_card(item)]
    if len(others) == len(read) or not all(isinstance(item, Guess) for item in others):
        return ()
    names = (item.name for item in others if isinstance(item, Guess))
    return tuple(read) if all(map(catalogue().is_near_title, names)) else ()


def _starts(line: str) -> Iterator[int]:
    """The indexes of counts, except those in brackets: `4 Opt (2 main, 2 side)`."""
    before, is_open = 0, False
    for match in re.finditer(_COUNT, line):
        opened, closed = (line.rfind(sign, before, match.start()) for sign in "()")
        is_open = opened > closed if max(opened, closed) >= 0 else is_open
        before = match.start()
        if not (is_open or re.compile(_COLLECTOR_NUMBER).match(line, before)):
            yield match.start()


def _pieces(line: str, starts: Sequence[int]) -> Iterator[str]:
    """The text from each count to the next; a number within a title is no count."""
    begin = starts[0]
    for stop in (*starts[1:], len(line)):
        piece = re.sub(_JOINING, "", line[begin:stop].strip(_EDGE)).strip(_EDGE)
        if piece.strip("x×: ").isdigit() and stop != len(line):
            continue  # 4 1996 World Champion
        yield piece
        begin = stop


def _read(piece: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    if two := card_and_heading(piece, lenient):
        return two
    item = strict(piece)
    return (item,) if _is_card(item) or isinstance(item, Heading) else (lenient(piece),)


def _sums(cards: Sequence[Item]) -> Iterator[int]:
    """The copies of all cards, and of those above the first section."""
    above = takewhile(lambda item: not getattr(item, "section", None), cards)
    return (sum(item.copies for item in part if isinstance(item, Entry)) for part in (cards, above))


def _between_counts(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    """Cards that each end with their count: `Opt x4/Shock x4`."""
    pieces = [text for piece in re.split(_BEHIND_COUNT, line) if (text := piece.strip(_EDGE))]
    if not 2 <= len(pieces) <= MOST_CARDS or not line.rstrip("枚体張张장 ")[-1:].isdecimal():
        return ()
    cards = _mostly_cards(_longest_titles(pieces, " ", strict, lenient), len(pieces))
    # 1 Opt (DOM) 602 Shock (M21) 159: numbers of printings, of which one may end in a count.
    are_printed = any(isinstance(card, Entry) and card.collector_number for card in cards)
    return () if are_printed else cards


def _between_signs(line: str, strict: Classify, lenient: Classify) -> tuple[Item, ...]:
    for separator in _SEPARATORS:
        pieces = [text for piece in re.split(separator, line) if (text := piece.strip(_EDGE))]
        counted = sum(
            re.search(_COUNT_AT_END, piece[-LONGEST_COUNT:]) is not None for piece in pieces
        )
        least = 2 if counted > 1 else 3
        if not least <= len(pieces) <= MOST_CARDS:
            continue
        joint = ", " if separator is _SEPARATORS[1] else " "
        cards = _mostly_cards(_longest_titles(pieces, joint, strict, lenient), len(pieces))
        last = cards[-1] if len(cards) == 2 else None
        if isinstance(last, Heading) and last.section and isinstance(card := cards[0], Entry):
            return (card._replace(section=last.section),)  # (3, 'Negate', 'side')
        if len(cards) >= least:
            return cards
    return _between_counts(line, strict, lenient)


def _longest_titles(
    pieces: Sequence[str], joints: str | Sequence[str], strict: Classify, lenient: Classify
) -> Iterator[Item]:
    """The items of the pieces; a title may contain what separates them, one sign or several:
    `Opt, Jace, the Mind Sculptor and Fire and Ice`."""
    index, section = 0, None
    between = [joints] * len(pieces) if isinstance(joints, str) else joints
    while index < len(pieces):
        words, colon, _ = pieces[index].partition(":")
        section = (colon and headings.section(words)) or section  # Sideboard: Opt x2 | Shock x3
        for length in range(min(LONGEST_TITLES, len(pieces) - index), 0, -1):
            read = strict if length > 1 else lenient
            *before, last = pieces[index : index + length]
            joined = zip(before, between[index : index + length - 1], strict=True)
            item = read("".join(map("".join, joined)) + last)
            if length == 1 and item is Kind.UNREADABLE:
                behind = re.fullmatch(_COPIES_IN_BRACKETS, pieces[index])
                item = Guess(int(behind[2]), behind[1]) if behind else Guess(1, pieces[index])
            if length == 1 or _is_card(item):
                if section and isinstance(item, Entry):
                    item = item._replace(section=item.section or section)
                yield item
                index += length
                break


def _is_card(item: Item) -> bool:
    return isinstance(item, Entry) and not isinstance(item, Guess)


def _mostly_cards(items: Iterable[Item], pieces: int) -> tuple[Item, ...]:
    """The items if at least two thirds of the pieces are cards, as the rest may be misspelt.

    Otherwise empty; reading ends as soon as that is certain, or if most of the first pieces are
    not cards.
    """
    read: list[Item] = []
    cards = others = 0
    for item in items:
        read.append(item)
        cards += _is_card(item)
        others += not isinstance(item, Entry | Heading) or isinstance(item, Guess)
        if 3 * others > pieces or others > cards + FIRST_OTHERS:
            return ()
    return tuple(read) if cards and cards >= 2 * others else ()


def are_named(line: str, is_title: Callable[[str], bool], least: int) -> bool:
    """Whether that many cards are between the first numbers of the line, whatever its signs."""
    between = re.split(_DIGITS, line[:LONGEST], maxsplit=MOST_SEARCHED)[:MOST_SEARCHED]
    pieces = (re.sub(_JOINT, "", piece.strip(_AROUND)) for piece in between)
    names = (piece.removeprefix("x ").removesuffix(" x") for piece in pieces)
    both = (
        (name, name.rpartition(":")[2].strip(_AROUND))
        for name in names
        if name.lower() not in ("", "x")
    )
    cards = (any(notation.may_be_title(each) and is_title(each) for each in two) for two in both)
    return len([*islice(filter(None, cards), least)]) == least


def is_card(cell: str, strict: Classify) -> bool:
    """Whether a cell has copies of a card: `Opt x2`, or after words, as in `SB: 2 Opt`."""
    if not any(map(str.isdecimal, cell)) or count_of_cell(cell):
        return False
    counted = re.search(_COUNT_INSIDE, cell)
    return _is_card(strict(cell[counted.start() :] if counted else cell))


def is_pick(line: str) -> bool:
    """Whether the line begins with the number of a draft pick: `P1p3: Opt`."""
    return re.fullmatch(_PICK, line[:LONGEST_LABEL].partition(":")[0].strip(_EDGE)) is not None


COLUMNS = """
    count, qty, qty., quantity, amount, number, #, no., name, card, card name, title, edition,
    set, expansion, collector number, rarity, type, cost, mana cost, price, section, board,
    condition, language, comments, foil
"""
"""Titles of columns."""

CELL_ENDS = ("\t", " | ", "::")
"""Separators of cells in rows that do not begin with a bar."""

LONGEST_ROW = 4096
"""Maximum characters of a CSV row that is parsed without a header."""
LEAST_OF_HEAD = 3
"""Minimum known titles of a header that has others as well."""
_COLUMNS = frozenset(heading.strip() for heading in COLUMNS.split(","))
_COUNT_OF_CELL = r"(?i)[x×]? ?([0-9]+) ?[x×]?"
_RULE = r":?-+:?"


def cells_of(text: str) -> list[str]:
    """The tidied, non-empty cells of a row; empty for lines that are no row.

    A row begins with a bar or contains one of the CELL_ENDS.
    """
    stripped = text.strip()
    sign = "|" if stripped.startswith("|") else next(filter(stripped.__contains__, CELL_ENDS), None)
    if sign is None:
        return []
    return [cell for each in stripped.split(sign) if (cell := tidy(each))]


_WORDS = r"\S(?: ?\S)*"
"""Words with single spaces between them; columns are separated by more."""


class Cell(NamedTuple):
    """The content of a column of a line."""

    place: int
    """The index of the cell, or of its first character if spaces separate the columns."""
    text: str


def cells_apart(text: str) -> list[Cell]:
    """The cells of a line whose columns are separated by spaces, with their places."""
    return [Cell(each.start(), each[0]) for each in re.finditer(_WORDS, text)]


def places_of_cells(text: str) -> list[Cell]:
    """The non-empty cells of the line with their places."""
    sign = next(filter(text.__contains__, "\t|"), None)
    if sign is None:
        return cells_apart(text)
    row = text.strip(" ").removeprefix("|").split(sign)
    return [Cell(at, cell) for at, each in enumerate(row) if (cell := tidy(each))]


def cells_of_csv(text: str) -> list[str]:
    """The cells of a CSV row with a count as the first, second or last cell; else empty."""
    for sign in ",;":
        if sign in text:
            import csv  # most lists have no such rows

            try:
                row = next(csv.reader([text.replace("\0", "")[:LONGEST_ROW]], delimiter=sign), [])
            except csv.Error:  # a line end within the row, as in strings from JSON
                return []
            cells = [tidy(each) for each in row]
            if len(cells) > 1 and any(cells[at].isdecimal() for at in (0, 1, -1)):
                return [cell for cell in cells if cell]
    return []


GAP = "   "
"""Between cells that only spaces separate."""


def cells_with_gaps(text: str) -> list[str]:
    """The tidied cells of a line that are apart by several spaces."""
    return [*filter(None, map(tidy, text.strip().split(GAP)))] if GAP in text else []


def count_of_cell(cell: str) -> str | None:
    """The digits of a cell that is just a number of copies."""
    match = re.fullmatch(_COUNT_OF_CELL, cell)
    return match[1] if match else None


def is_total(cell: str) -> bool:
    """Whether the cell is a number in brackets, as of the cards below a heading."""
    return re.fullmatch(_TOTAL_BEHIND, cell) is not None


def is_head(cells: list[str]) -> bool:
    """Whether the cells are a table's header, at least half of whose titles are known, or the line
    below it."""
    known = sum(cell.lower() in _COLUMNS or re.fullmatch(_RULE, cell) is not None for cell in cells)
    is_wide = known >= LEAST_OF_HEAD and not any(map(str.isdecimal, "".join(cells)))
    return known == len(cells) or (is_wide and 2 * known >= len(cells))

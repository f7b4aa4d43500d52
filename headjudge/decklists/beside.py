"""Decks of several players on the same lines: in columns, in one table, or card by card.

    Ann       | Ben            Card | Ann | Ben      Ann: 4 Opt         Opt: Ann 4, Ben 2
    4 Opt     | 4 Shock        Opt  | 4   | 2        Ben: 2 Opt         Island: Ann 56
    56 Island | 56 Mountain

Each player gets a text of as many lines, which is read as any other list: a line holds what is
theirs, and a comment where nothing is. That holds if each has a whole deck, with lands and other
cards, and no other line has a card. Columns without names are decks only if all are of a usual
size.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from cards import catalogue
from headjudge.decklists.documents import tables
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings, several
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.classifier import read as read_line
from headjudge.decklists.lines.items import Entry, Guess, Item, Label, Several
from headjudge.decklists.lines.notation import message_of, tidy
from headjudge.decklists.lines.several import Cell
from headjudge.decklists.sections import MOST_DECKS, SIZES, is_land
from headjudge.decklists.splitting import Part, as_one, with_notice
from validator.model import MAIN, Decklist

LEAST_OF_FORM = 3
"""Minimum lines in the form of each player."""
LEAST_OF_SIGNS = 4
"""Of this many lines at least one is of several columns."""
MOST_CELLS = 3 * MOST_DECKS
LONGEST_ROW = 4096
LONGEST_NAME = 40
FIRST = 9
"""Lines that show whether each card may stand with its player."""
MOST_PLACES = 4
"""Maximum places at which a title may end and the copies of the players begin."""
NOTHING = "#"
"""A comment: a line of which nothing is the player's."""

SPACES = "  "
SIGNS = ("\t", "|", ";", SPACES, ",")
"""What separates cells: one of these signs, or two spaces or more."""
_CLOSING = tuple(")]")
_DECORATION = " :-–—=*#~_.()[]|<>"
_NO_COPIES = frozenset({"0", "-", "–", "—"})
_BEFORE = r"([^\W\d][^\d:|]{0,39})(?:[:|] ?| )([0-9]{1,2}x? [^\W\d].*)"
"""Ann: 4 Opt"""
_BEHIND = r"([^()\[\]]+)[(\[]([^\W\d][^()\[\]\d]{0,39})[)\]]"
"""4 Opt (Ann)"""
_SHARES = r"[:(\[–|]| - "
"""What stands between a title and the copies of each player."""
_JOINT = r"[,;/+&]"
_COPIES_BEHIND = r"([^\W\d][^\d:=()\[\]]{0,39})[:=]? ?[x×]?([0-9]{1,2})"
_COPIES_BEFORE = r"([0-9]{1,2})[x×]? ?([^\W\d][^\d()\[\]]{0,39})"
_COUNT = r"([0-9]{1,3})x? "


Row = list[Cell]
Texts = Mapping[str, Mapping[int, str]]
"""The lines of each player, by their numbers from 0."""
Read = Callable[[str], Item]


def decks_beside(
    text: str,
    read: Callable[[str], tuple[Decklist, ...]],
    main_min: int,
    is_title: IsTitle,
    sizes: tuple[int, ...],
) -> tuple[Decklist, ...] | None:
    """The decks of the players on the same lines; None if the text has no such form.

    `read` reads the text of one player. `sizes` are the numbers of decks that the team may have, if
    known; where it is one, the text stays one deck, with a notice.
    """
    forms = [*_forms(text)]
    lines = split(text) if forms else []
    read_one = partial(read_line, is_title=is_title)
    for form in forms:
        texts = form(lines, read_one)
        if texts is None or not 2 <= len(texts) <= MOST_DECKS:
            continue
        have_names = not all(map(str.isdecimal, texts))
        players = [name if have_names else None for name in texts]
        usual = {main_min, *SIZES}
        decks: list[Decklist] = []
        for own in _texts(lines, texts) if _have_titles(texts, read_one) else ():
            (deck,) = read(own)
            is_large = _main(deck) >= min(usual) if have_names else _main(deck) in usual
            if not is_large or not _has_lands(deck):
                break
            decks.append(deck)
        if len(decks) < len(texts):
            continue
        if sizes == (1,):
            (whole,) = read(text)
            return (as_one(whole, [Part(0, len(lines), player) for player in players]),)
        both = zip(decks, players, strict=True)
        return with_notice([_on_lines(deck, lines)._replace(player=name) for deck, name in both])
    return None


def _forms(text: str) -> Iterator[Callable[[Sequence[str], Read], Texts | None]]:
    """The forms that the text may have, by its first lines: none for nearly all lists."""
    first = text.split("\n", FIRST)[:FIRST]
    are_beside = (line[:1].isalpha() or line[-1:] in _CLOSING or ": " in line for line in first)
    if sum(are_beside) > len(first) / 2:
        yield from (_in_turn, _in_shares)
    for sign in SIGNS:
        if text.count(sign) >= LEAST_OF_FORM:
            yield partial(_in_columns, sign=sign)


def _have_titles(texts: Texts, read: Read) -> bool:
    """Whether each player has a known card among the first ones; cheap to check."""
    for own in texts.values():
        cards = (text for text in own.values() if text not in ("", NOTHING))
        if not any(_is_card(read(text)) for text in islice(cards, FIRST)):
            return False
    return True


def _texts(lines: Sequence[str], texts: Texts) -> Iterator[str]:
    """A text of all lines for each player; those that are nobody's are in the first one."""
    taken = {at for own in texts.values() for at in own}
    rest = lines
    for own in texts.values():
        both = (own.get(at, NOTHING) if at in taken else line for at, line in enumerate(rest))
        yield "\n".join(both)
        rest = [line.strip() and NOTHING for line in lines]


def _main(deck: Decklist) -> int:
    return sum(line.copies for line in deck.lines if line.section == MAIN)


def _has_lands(deck: Decklist) -> bool:
    """Whether the main deck has lands and other cards."""
    return len({is_land(line) for line in deck.lines if line.section == MAIN}) == 2


def _on_lines(deck: Decklist, lines: Sequence[str]) -> Decklist:
    """The deck, whose lines are those that were sent."""
    return deck._replace(
        lines=tuple(replace(each, text=lines[(each.number or 1) - 1]) for each in deck.lines),
        unreadable=tuple(each._replace(text=lines[each.number - 1]) for each in deck.unreadable),
    )


def _in_columns(lines: Sequence[str], read: Read, sign: str) -> Texts | None:
    """Lists in columns side by side, or one table with a column of counts for each player."""
    filled = sum(map(bool, map(str.strip, lines)))
    if LEAST_OF_SIGNS * sum(sign in line for line in lines) < filled:
        return None
    rows = _rows(lines, sign, read)
    wide = [at for at, row in enumerate(rows) if len(row) > 1 and not _is_head(row)]
    if len(wide) < LEAST_OF_FORM:
        return None
    head = wide[0] if _are_names(rows[wide[0]], read) else None
    body = [rows[at] for at in wide if at != head]
    return _in_table(rows, body, head) or _side_by_side(rows, body, head)


def _rows(lines: Sequence[str], sign: str, read: Read) -> list[Row]:
    """The cells of each line that are not empty."""
    if sign != SPACES:
        begin = all(line.lstrip()[:1] == sign for line in lines if sign in line)
        return [[*_cells(line.lstrip()[1:] if begin else line, sign, read)] for line in lines]
    rows = [several.cells_apart(line[:LONGEST_ROW]) for line in lines]
    width = max(map(len, rows))
    if width > MOST_CELLS:
        return []
    whole = [row for row in rows if len(row) == width]
    places = [sum(row[at].place for row in whole) / len(whole) for at in range(width)]

    def column(cell: Cell) -> int:
        return min(range(width), key=lambda at: abs(places[at] - cell.place))

    return [
        [Cell(at if len(row) == width else column(cell), tidy(cell.text))
         for at, cell in enumerate(row)]
        for row in rows
    ]  # fmt: skip


def _cells(line: str, sign: str, read: Read) -> Iterator[Cell]:
    if sign not in line or len(line) > LONGEST_ROW:
        cells = [line]
    elif sign == ",":
        cells = next(csv.reader([line.replace("\0", "")]), [])
        title = ", ".join(map(str.strip, cells[:2]))
        if title[-1:].isalpha() and type(read(title)) is Entry:  # a title with a comma
            cells[:2] = [title]
    else:
        cells = line.split(sign)
    for at, each in enumerate(cells):
        if cell := tidy(each):
            yield Cell(at, cell)


def _is_head(row: Row) -> bool:
    return several.is_head([cell.text for cell in row])


def _are_names(row: Row, read: Read) -> bool:
    """Whether each cell may be the name of a player; the first may be over titles."""
    first, *others = (cell.text for cell in row)
    return all(_is_name(each, read) for each in others) and (
        _is_name(first, read) or tables.is_column(first)
    )


def _is_name(words: str, read: Read) -> bool:
    if headings.owner(words):
        return True
    if len(words) > LONGEST_NAME or not words[0].isalpha() or headings.read(words):
        return False
    is_set = words.upper() in catalogue().sets and not words.istitle()  # ANA, but not Ana
    if tables.is_column(words) or is_set:
        return False
    return type(read(words)) is not Entry or not any(map(str.isdecimal, words))


def _name(words: str) -> str:
    """The name of a player that a heading has: `Player 1: Ann`, `Ann:`."""
    owner = headings.owner(words)
    return (owner.player if owner else None) or words.strip(_DECORATION) or words


def _in_table(rows: Sequence[Row], body: Sequence[Row], head: int | None) -> Texts | None:
    """The lists of one table, with titles and a column of counts for each player."""
    if head is None or any(sum(not _is_count(cell) for cell in row) != 1 for row in body):
        return None
    titles = {cell.place for row in body for cell in row if not _is_count(cell)}
    names = {
        cell.place: _name(cell.text)
        for cell in rows[head]
        if cell.place not in titles and not headings.is_statement(cell.text)
    }
    if len(titles) > 1 or not 2 <= len(names) <= MOST_DECKS:
        return None
    texts: dict[str, dict[int, str]] = {name: {} for name in names.values()}
    for at, row in enumerate(rows):
        counts = {cell.place: cell.text for cell in row if _is_count(cell)}
        title = next((cell.text for cell in row if not _is_count(cell)), "")
        is_section = len(row) == 1 and headings.read(title)
        for place, name in names.items():
            copies = counts.get(place, "0")
            if is_section:
                texts[name][at] = title
            elif at == head or (counts and (headings.is_statement(title) or not title)):
                texts[name][at] = NOTHING
            elif counts:
                texts[name][at] = NOTHING if copies in _NO_COPIES else f"{copies} {title}"
    return texts


def _is_count(cell: Cell) -> bool:
    return cell.text in _NO_COPIES or several.count_of_cell(cell.text) is not None


def _side_by_side(rows: Sequence[Row], body: Sequence[Row], head: int | None) -> Texts | None:
    """The lists of columns side by side: each of one cell, or of counts and titles."""
    shapes = Counter(tuple((cell.place, _is_count(cell)) for cell in row) for row in body)
    shape = max((each for each, number in shapes.items() if number > 1), key=len, default=())
    starts = [place for place, is_count in shape if is_count == shape[0][1]]
    if not 2 <= len(starts) <= MOST_DECKS:
        return None
    names = _names_over(starts, rows[head]) if head is not None else map(str, range(len(starts)))
    texts: dict[str, dict[int, str]] = {name: {} for name in names}
    if len(texts) < len(starts):
        return None
    for at, row in enumerate(rows):
        is_section = len(row) == 1 and headings.read(row[0].text)
        for own, name in zip(_in_lists(row, starts), texts, strict=True):
            if is_section:
                texts[name][at] = row[0].text
            elif row:
                texts[name][at] = NOTHING if at == head or _is_head(row) else " ".join(own)
    return texts


def _in_lists(row: Row, starts: Sequence[int]) -> list[list[str]]:
    """The cells of the row by the lists that they are in."""
    lists: list[list[str]] = [[] for _ in starts]
    for cell in row:
        lists[max(0, bisect_right(starts, cell.place) - 1)].append(cell.text)
    return lists


def _names_over(starts: Sequence[int], row: Row) -> list[str]:
    """The name over each list, also beside a label: `Player 1 | Ann`."""
    lists = _in_lists(row, starts)
    own = [[text for text in cells if not headings.owner(text)] or cells for cells in lists]
    return [_name(" ".join(cells)) for cells in own if cells]


def _in_turn(lines: Sequence[str], read: Read) -> Texts | None:
    """Lists whose cards each have their player before or behind them, or as their sender."""
    messages = {at: each for at, line in enumerate(lines) if (each := message_of(line))}
    sent = {at: {who: what} for at, (who, what) in messages.items() if re.match(_COUNT, what)}
    if texts := _of_players(lines, sent, read):
        return texts
    for pattern, player, card in ((_BEFORE, 1, 2), (_BEHIND, 2, 1)):
        found = {
            at: {match[player].strip(): match[card].strip()}
            for at, line in enumerate(lines)
            if len(line) <= LONGEST_ROW and (match := re.fullmatch(pattern, tidy(line)))
        }
        if texts := _of_players(lines, found, read):
            return texts
    return None


def _in_shares(lines: Sequence[str], read: Read) -> Texts | None:
    """Lists of titles, each with the copies of each player: `Opt: Ann 4, Ben 2`."""
    found = {at: own for at, line in enumerate(lines) if (own := _shares(line))}
    return _of_players(lines, found, read)


def _of_players(
    lines: Sequence[str], found: Mapping[int, Mapping[str, str]], read: Read
) -> Texts | None:
    """The lines with the cards of each player, if their names are such and no card is left."""
    copies = Counter(name for own in found.values() for name in own)
    if not 2 <= len(copies) <= MOST_DECKS or min(copies.values()) < LEAST_OF_FORM:
        return None
    are_letters = headings.LETTERS.keys() >= {name.lower() for name in copies}
    if are_letters or not all(_is_name(name, read) for name in copies):
        return None
    for at, line in enumerate(lines):
        if at not in found and line.strip() and _is_card(read(line)):
            return None
    return {name: {at: own.get(name, NOTHING) for at, own in found.items()} for name in copies}


def _is_card(item: Item) -> bool:
    item = item.otherwise if isinstance(item, Label) else item
    return isinstance(item, Entry | Several) and not isinstance(item, Guess)


def _shares(line: str) -> dict[str, str] | None:
    """The card of each player on the line; None if a number before the title is not their sum."""
    text = tidy(line[:LONGEST_ROW])
    if text[-1:] not in ")]" and not any(map(str.isdecimal, text)):
        return None
    for match in [*re.finditer(_SHARES, text)][:MOST_PLACES]:
        title, shares = text[: match.start()].strip(), text[match.end() :].rstrip(")] ")
        copies: dict[str, int] = {}
        for part in map(str.strip, re.split(_JOINT, shares)):
            if behind := re.fullmatch(_COPIES_BEHIND, part):
                copies[behind[1].strip()] = int(behind[2])
            elif before := re.fullmatch(_COPIES_BEFORE, part):
                copies[before[2].strip()] = int(before[1])
            else:
                break
        else:
            total = re.match(_COUNT, title)
            if total and int(total[1]) != sum(copies.values()):
                return None
            title = title[total.end() :] if total else title
            return {name: f"{number} {title}" for name, number in copies.items()}
    return None

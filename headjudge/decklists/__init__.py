"""Reading and writing decklists: from players' texts to decks of counts, names and places.

>>> from headjudge.decklists import read
>>> read("4 Opt\\nSideboard\\n2 Negate").lines[1].section
'sideboard'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cards import catalogue
from headjudge.decklists import reader, splitting
from headjudge.decklists.documents import BELOW
from headjudge.decklists.encoding import Decoded, NoText, decode
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.items import Kind
from headjudge.decklists.reader import Explained
from headjudge.decklists.sections import SIZES, sizes_of, with_notices, with_repetition
from headjudge.decklists.syntaxes import DOCUMENTS, SYNTAXES, Syntax, TextSyntax
from validator.model import COMMANDER, COMPANION, MAIN, SIDEBOARD, Decklist, Line

__all__ = [
    "BYTES_MAX",
    "CHARACTERS_MAX",
    "LINES_MAX",
    "LINE_MAX",
    "SYNTAXES",
    "Decoded",
    "Explained",
    "IsTitle",
    "NoText",
    "Syntax",
    "TextSyntax",
    "UnknownSyntax",
    "decode",
    "explain",
    "is_of_lines",
    "read",
    "read_team",
    "size",
    "write",
]


BYTES_MAX = 1024 * 1024
LINES_MAX, CHARACTERS_MAX, LINE_MAX = 2_000, 36_000, 10_000
"""Bounds of a stranger's lists: bytes, lines of a team (see `size`), characters of its lists that
are read by lines, and of one line."""

_BEGINS_A_LIST = re.compile(rf"(?!{BELOW})" r"[\ufeff\s]*+[^<{\[,;\t|=\r\n]*+(?:[\r\n]|\Z)")
"""A first line without the signs of a document, as in nearly all lists."""


class UnknownSyntax(LookupError):
    """No reader has the requested syntax."""


def read_team(
    text: str,
    *,
    main_min: int = 60,
    pool: bool = False,
    syntax: str | None = None,
    is_title: IsTitle | None = None,
    sizes: tuple[int, ...] = (),
) -> tuple[Decklist, ...]:
    """All decklists in a text: one, or those of a whole team; a `pool` is always a single one.

    Any text can be read. Lines that are no card, comment or heading are listed in `unreadable`;
    unknown card names are kept, to be judged later. If a text is split, the first deck gets the
    notice `decks-split`, lines keep their numbers in the whole text, and `player` is set where
    the text names one (see `splitting` for the rules).

    `main_min` is the minimum size of a main deck: without a heading or `SB:`, a blank line only
    begins the sideboard after that many cards. In a `pool` every card is in the section "main".
    `sizes` are the numbers of decks that the team may have, if known: they decide where a text is
    unclear.
    `syntax` forces a reader; raises UnknownSyntax. `is_title` tells whether a text is exactly a
    card's title, by default according to the catalogue in use.
    """
    return _read(text, main_min, pool, syntax, is_title, may_split=True, sizes=sizes)


def read(
    text: str,
    *,
    main_min: int = 60,
    pool: bool = False,
    syntax: str | None = None,
    is_title: IsTitle | None = None,
) -> Decklist:
    """Read the whole text as one decklist, or one card pool.

    See `read_team` for the parameters, and for texts with several decks.
    """
    return splitting.merge(_read(text, main_min, pool, syntax, is_title, may_split=False))


def _read(
    text: str,
    main_min: int,
    pool: bool,
    syntax: str | None,
    is_title: IsTitle | None,
    *,
    may_split: bool,
    sizes: tuple[int, ...] = (),
) -> tuple[Decklist, ...]:
    is_title = is_title or catalogue().is_title
    chosen, because = _document(text) if syntax is None else _syntax_by_name(syntax)
    if isinstance(chosen, Syntax):
        decks = chosen.module.read(text, main_min=main_min, pool=pool, is_title=is_title)
        least = 0 if pool else main_min
        decks = tuple(
            with_notices(
                deck._replace(syntax=chosen.id, because=because), sizes_of(deck.lines), least
            )
            for deck in decks
        )
        if may_split and len(decks) > 1:
            decks = splitting.with_notice(decks)
    else:
        decks = reader.read(
            text,
            main_min=main_min,
            pool=pool,
            is_title=is_title,
            syntax=chosen,
            may_split=may_split,
            sizes=sizes,
        )
    is_split = isinstance(chosen, Syntax) and len(decks) > 1
    if may_split and not (pool or syntax or is_split) and _may_stand_beside(text, decks):
        from headjudge.decklists import beside  # reads tables, which most texts are not

        read_one = partial(
            reader.read,
            main_min=main_min,
            pool=False,
            is_title=is_title,
            syntax=None,
            may_split=False,
        )
        decks = beside.decks_beside(text, read_one, main_min, is_title, sizes) or decks
    return with_repetition(decks) if may_split and len(decks) > 1 else decks


_BETWEEN = (": ", ",", "\t", "|")
"""Signs between the parts of a line for several players."""
_OF_ROWS = frozenset({"count-assumed", "rest-ignored"})
"""Notices on lines with counts that were not read."""


def _may_stand_beside(text: str, decks: Sequence[Decklist]) -> bool:
    """Whether the decks of several players may stand on the same lines: there are cards for
    several, lines that were not read for certain, or signs between parts of most lines."""
    for sign in _BETWEEN:
        if sign[0] in text and 2 * text.count(sign) > text.count("\n"):
            return True
    for deck in decks:
        if deck.unreadable or not _OF_ROWS.isdisjoint([notice.code for notice in deck.notices]):
            return True
    return sum([line.copies for deck in decks for line in deck.lines]) >= 2 * min(SIZES)


def explain(text: str, *, main_min: int = 60, pool: bool = False) -> list[Explained]:
    """Each line of a text: what it became, and by which pass of reading."""
    if pool:
        decks: tuple[Decklist, ...] = (read(text, pool=True),)
    else:
        decks = read_team(text, main_min=main_min)
    if is_of_lines(text):
        return reader.explain(text, decks, is_title=catalogue().is_title, pool=pool)
    return [
        Explained(line.number or 0, line.text or line.name, Kind.CARD, (line,), at, deck.syntax)
        for at, deck in enumerate(decks)
        for line in deck.lines
    ]


def size(text: str, *, syntax: str | None = None) -> int:
    """The size of a text before it is read: the number of its lines, or of its entries in JSON.

    JSON may have many lines per card, or all cards on one line. `syntax` forces a reader as in
    `read`.
    """
    document = SYNTAXES.get(syntax) if syntax else _document(text)[0]
    if isinstance(document, Syntax) and (entries := getattr(document.module, "size", None)):
        return int(entries(text))
    return len(text.splitlines())


def is_of_lines(text: str, syntax: str | None = None) -> bool:
    """Whether the text is read line by line, so that it may contain comments.

    XML, JSON and tables are not. `syntax` forces a reader as in `read`.
    """
    chosen, _ = _document(text) if syntax is None else _syntax_by_name(syntax)
    return not isinstance(chosen, Syntax)


def _syntax_by_name(syntax: str) -> tuple[Syntax | TextSyntax, str]:
    if syntax not in SYNTAXES:
        raise UnknownSyntax(f"no syntax is called {syntax!r}; there are: {', '.join(SYNTAXES)}")
    return SYNTAXES[syntax], reader.NAMED


def _document(text: str) -> tuple[Syntax | None, str]:
    """The syntax of a document, and the reason; None for line-based text."""
    if _BEGINS_A_LIST.match(text):
        return None, ""
    for syntax in DOCUMENTS:
        if because := syntax.module.recognise(text):
            return syntax, because
    return None, ""


HEADINGS = {MAIN: "Deck", SIDEBOARD: "Sideboard"}
"""Headings of sections that differ from the section's name."""


def write(deck: Decklist) -> str:
    """The main deck, then each section under its heading, one card per line: `4 Opt`."""
    lines = [replace(line, name=_on_one_line(line.name)) for line in deck.lines]
    sections = dict.fromkeys((MAIN, *(line.section for line in lines)))
    blocks = [block for section in sections for block in _blocks(lines, section)]
    if blocks and blocks[0].startswith(HEADINGS[MAIN]):
        # The main deck needs no heading if it comes first.
        blocks[0] = blocks[0].partition("\n")[2]
    return "\n".join(blocks)


def _on_one_line(name: str) -> str:
    """The name without line breaks, and with a question mark for unencodable characters."""
    return " ".join(name.encode("utf-8", "replace").decode("utf-8").split())


def _blocks(lines: list[Line], section: str) -> Iterator[str]:
    """The lines of a section below its heading; each companion has its own heading.

    Commanders are always followed by the heading of the deck, even if the deck is empty.
    """
    own = [line for line in lines if line.section == section]
    groups = [[line] for line in own] if section == COMPANION else [own] if own else []
    for group in groups:
        cards = "".join(f"{line.copies} {line.name}\n" for line in group)
        yield f"{HEADINGS.get(section, section.title())}\n{cards}"
    if section == COMMANDER and own and MAIN not in {line.section for line in lines}:
        yield f"{HEADINGS[MAIN]}\n"

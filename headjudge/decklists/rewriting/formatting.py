"""Formats lists: counts, spaces, headings and blank lines in the usual form of their syntax.

Titles, sets, marks and comments are unchanged, and so is every line that would be read
differently afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Entry
from headjudge.decklists.reader import read
from headjudge.decklists.rewriting import order
from headjudge.decklists.rewriting.texts import Kind, Row, join_rows, name_spans, rows
from headjudge.decklists.rewriting.writing import HEADINGS
from headjudge.decklists.syntax import TextSyntax
from validator.model import MAIN, SIDEBOARD, Decklist


class Style(NamedTuple):
    """How a program writes counts and headings."""

    copies: str = "{} "
    heading: str | None = None
    """A template with the section's name; None if headings are kept."""
    only: tuple[str, ...] | None = None
    """The sections with headings; None for all."""
    main: str = HEADINGS[MAIN]
    is_upper: bool = False


STYLES = {
    "text": Style(heading="{}"),
    "mtgo": Style(heading="{}"),
    "arena": Style(heading="{}"),
    "mtggoldfish": Style(heading="{}"),
    "moxfield": Style(heading="{}:", only=(SIDEBOARD,), is_upper=True),
    "tappedout": Style(copies="{}x ", heading="{}:", only=(SIDEBOARD,)),
    "archidekt": Style(copies="{}x "),
    "deckstats": Style(heading="//{}", main="Main"),
    "forge": Style(heading="[{}]", main="Main"),
    "decklist-org": Style(heading="{}:", only=(MAIN, SIDEBOARD), main="Main Deck"),
}
"""By syntax; all others use the plain `Style`."""
APART = frozenset({"text", "mtgo", "arena", "mtggoldfish", "moxfield", "tappedout", "deckstats"})
"""The syntaxes with a blank line before each section."""
INDENTED = frozenset({"markdown"})
"""The syntaxes with significant leading white space."""

_BULLET = r"(?:[-*+•·▪◦‣●○] )?"
_BEFORE = re.compile(
    rf"(?P<lead>{_BULLET}(?:[^\W\d][^:]{{0,40}}: ?)?)"
    r"(?P<count>[(\[]?(?:[x×] ?)?(?P<digits>[0-9]+) ?[x×枚张張장]?[)\]]? ?[-–—:]? ?)?"
    r"(?P<printing>\[[^\[\]]*\] ?)?",
    re.I,
)
"""Prefixes of a name: `SB: `, `4x `, `[DOM:60] `."""
_BEHIND = re.compile(r" ?[-–—:]? ?\(?[x×]? ?[0-9]+ ?[枚张張장]?\)?", re.I)
"""A count after the name, and nothing else."""


class Wish(NamedTuple):
    """The parts to format besides the lines of cards."""

    headings: bool = True
    sections: bool = True
    blanks: bool = True


WISHES = (Wish(), Wish(headings=False), Wish(False, False), Wish(False, False, False))
"""From most to least formatting; the first that does not change the reading is used."""


def format_list(
    text: str, decks: Sequence[Decklist], syntax: TextSyntax, wish: Wish, *, by_title: bool = False
) -> str:
    """The text of the decks in the usual form of its syntax.

    `by_title` sorts the cards of each group of lines; a card below a comment keeps its place.
    """
    style = STYLES.get(syntax.id, Style())
    lines = rows(text, decks)
    if wish.sections and len(decks) == 1 and (moved := order.in_order(lines)):
        lines = rows(moved, _read_again(moved))
    lines = [row._replace(text=_line(row, syntax.id, style, wish)) for row in lines]
    if wish.blanks:
        lines = _with_blanks(lines, is_apart=syntax.id in APART)
    if by_title:
        lines = list(_by_title(lines))
    return join_rows(_with_one_end(lines))


def _read_again(text: str) -> tuple[Decklist, ...]:
    return read(
        text, main_min=60, pool=False, is_title=catalogue().is_title, syntax=None, may_split=False
    )


def _line(row: Row, syntax: str, style: Style, wish: Wish) -> str:
    indent = row.text[: len(row.text) - len(row.text.lstrip())] if syntax in INDENTED else ""
    match row.kind:
        case Kind.CARD:
            return indent + card(row.text, style)
        case Kind.HEADING if wish.headings:
            return _heading(row, style)
        case Kind.HEADING | Kind.COMMENT:
            return row.text.rstrip()
        case Kind.BLANK:
            return ""
    return row.text


def card(text: str, style: Style) -> str:
    """A card line in its usual form; rows of tables and lines that would change are kept."""
    item, plain = classify(text), " ".join(text.split())
    if not isinstance(item, Entry) or plain.startswith("|"):
        return text  # table columns may be aligned
    candidates = (*_with_count(plain, item, style), plain)
    return next((line for line in candidates if classify(line) == item), text)


def _with_count(text: str, item: Entry, style: Style) -> Iterator[str]:
    """The line with its count as in the syntax, for each possible position of the name."""
    for start, stop in name_spans(text, item.name):
        before, behind = _BEFORE.fullmatch(text[:start]), text[stop:]
        if before is None:
            continue
        if not before["count"] and _BEHIND.fullmatch(behind):
            behind = ""
        lead = before["lead"].rstrip()
        parts = (f"{lead} " if lead else "", style.copies.format(item.copies))
        printing = (before["printing"] or "").rstrip()
        yield "".join((*parts, f"{printing} " if printing else "", text[start:stop], behind))


def _heading(row: Row, style: Style) -> str:
    """The heading in the words of the syntax; those of card types and owners are unchanged."""
    text, heading = row.text.rstrip(), row.heading
    if not heading or not heading.section or heading.owner or style.heading is None:
        return text
    if style.only is not None and heading.section not in style.only:
        return text
    words = style.main if heading.section == MAIN else heading.section.title()
    usual = style.heading.format(words.upper() if style.is_upper else words)
    return usual if classify(usual) == heading._replace(total=None) else text


def _with_blanks(lines: Sequence[Row], *, is_apart: bool) -> list[Row]:
    """The lines without blank lines that are repeated, at either end, or below headings."""
    kept: list[Row] = []
    for row in lines:
        is_blank = row.kind is Kind.BLANK
        before = kept[-1] if kept else None
        if is_blank and (before is None or before.kind in (Kind.BLANK, Kind.HEADING)):
            continue
        begins_section = row.heading is not None and row.heading.section is not None
        if is_apart and begins_section and before and before.kind is Kind.CARD:
            kept.append(row._replace(text="", kind=Kind.BLANK, heading=None))
        kept.append(row)
    while kept and kept[-1].kind is Kind.BLANK:
        kept.pop()
    return kept


def _by_title(lines: Sequence[Row]) -> Iterator[Row]:
    """The lines, with consecutive cards sorted by name, except those below a comment."""
    run: list[Row] = []
    before = Kind.BLANK
    for row in lines:
        is_free = row.kind is Kind.CARD and before is not Kind.COMMENT
        if is_free:
            run.append(row)
        else:
            yield from sorted(run, key=_position)
            run = []
            yield row
        before = row.kind
    yield from sorted(run, key=_position)


def _position(row: Row) -> tuple[bool, str, str]:
    """Sort key: section, as lines may have their own, then name."""
    section, name = (row.card.section, row.card.name) if row.card else (MAIN, "")
    return section != MAIN, section, name.casefold()


def _with_one_end(lines: Sequence[Row]) -> Iterator[Row]:
    """The lines, all with the most frequent line end."""
    ends = [row.end for row in lines if row.end]
    usual = max(dict.fromkeys(ends), key=ends.count, default="\n")
    return (row._replace(end=usual) for row in lines)

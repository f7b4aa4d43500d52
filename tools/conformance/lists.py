"""Cases of reading: titles as they are written, syntaxes of lists, digests of decks."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from headjudge import decklists
from tools.conformance.cases import Case, Group, slug
from tools.conformance.facts import ROLES, cards, translations

Counts = dict[str, int]
Write = Callable[[Counts, Counts], str]
LANGUAGES = {
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pt-BR": "Portuguese",
    "ru": "Russian",
    "zh-Hans": "Simplified Chinese",
    "zh-Hant": "Traditional Chinese",
}
SPELL, OTHER, BASIC, SPLIT = (ROLES[key] for key in ("spell", "other_spell", "basic", "split"))
CONTENTS: dict[str, tuple[Counts, Counts]] = {
    "main-alone": ({SPELL: 4, OTHER: 3, BASIC: 53}, {}),
    "with-sideboard": ({SPELL: 4, SPLIT: 2, BASIC: 54}, {OTHER: 3, ROLES["unopened"]: 12}),
    "of-one-title": ({BASIC: 60}, {}),
}


def titles() -> Iterator[Group]:
    """Names in lists, and the English titles that they mean."""
    read = partial(_reading, count=4)
    split = [card for card in cards().values() if len(card.faces) == 2][::40]
    yield Group(
        "faces",
        "A card of two faces may be written by either, or by both with one slash or two.",
        "Comprehensive Rules 201.2",
        "The second face unknown, one slash not read.",
        [
            case
            for card in split
            for name, written in (
                ("front", card.faces[0]),
                ("back", card.faces[1]),
                ("slash", "/".join(card.faces)),
                ("slashes", "//".join(card.faces)),
            )
            if sum(
                written.casefold() in (other.title.casefold(), *map(str.casefold, other.faces))
                for other in cards().values()
            )
            <= 1
            for case in [read(f"{slug(card.title)}-{name}", written, card.title)]
        ],
        "parse",
    )
    accented = [title for title in cards() if not title.isascii() and " // " not in title][::6]
    yield Group(
        "accents",
        "Accents, case and the shape of quotes do not tell titles apart.",
        "Magic Tournament Rules 2.7",
        "Titles compared byte by byte.",
        [
            case
            for title in accented
            for case in (
                read(f"{slug(title)}-plain", _without_accents(title), title),
                read(f"{slug(title)}-capitals", title.upper(), title),
            )
        ],
        "parse",
    )
    yield Group(
        "misspelt",
        "A title that is no card's is reported, and never left out.",
        "Magic Tournament Rules 2.7",
        "Unknown lines dropped, so that the deck seems smaller.",
        [
            Case(
                f"{count}-copies",
                {"list": f"{count} {ROLES['misspelt']}\n{60 - count} {BASIC}"},
                {"main": {BASIC: 60 - count}, "unread": 1},
            )
            for count in (1, 4, 20)
        ],
        "parse",
    )


def other_languages() -> Iterator[Group]:
    """Titles in other languages."""
    for code, language in LANGUAGES.items():
        yield Group(
            code,
            f"A card is counted by its English title, also where its {language} one is written.",
            "DCI Two-Headed Giant FAQ in Japanese, 2007",
            "English titles alone known.",
            [
                _reading(slug(title), written, title, 2)
                for written, title in translations(code, 1900)
            ],
            "parse",
        )


def _reading(name: str, written: str, title: str, count: int) -> Case:
    return Case(
        name,
        {"list": f"{count} {written}\n{60 - count} {BASIC}"},
        {"main": {title: count, BASIC: 60 - count}, "unread": 0},
    )


def _without_accents(title: str) -> str:
    decomposed = unicodedata.normalize("NFKD", title.replace("Æ", "Ae").replace("æ", "ae"))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def syntaxes() -> Iterator[Group]:
    """The same decks in each syntax that is written, and in those of other programs and people."""
    writers: dict[str, Write] = {
        name: partial(_list_text, syntax=name) for name in decklists.WRITERS
    }
    for syntax, write in (writers | FOREIGN).items():
        yield Group(
            slug(syntax),
            f"A list in the syntax {syntax} holds the same cards.",
            "docs/syntaxes.md",
            "Sideboards read into the main deck, set codes into titles.",
            [
                Case(
                    name,
                    {"list": write(main, side)},
                    {"main": main, **({"sideboard": side} if side else {}), "unread": 0},
                )
                for name, (main, side) in CONTENTS.items()
            ],
            "parse",
        )


def _list_text(main: Counts, side: Counts, syntax: str) -> str:
    return decklists.write(decklists.read(_plain(main, side), main_min=60), syntax=syntax)


def _lines(card: str, side_card: str, main_heading: str = "", side_heading: str = "") -> Write:
    """A writer of a syntax of lines: how a card and a sideboard card are written, and headings."""

    def write(main: Counts, side: Counts) -> str:
        lines = [main_heading] * bool(main_heading)
        lines += [card.format(copies, title) for title, copies in main.items()]
        lines += [side_heading] * bool(side and side_heading)
        lines += [side_card.format(copies, title) for title, copies in side.items()]
        return "\n".join(lines)

    return write


FOREIGN: dict[str, Write] = {
    "xmage": _lines("{0} [M10:146] {1}", "SB: {0} [M10:146] {1}", "NAME:A deck"),
    "forge": _lines(
        "{0} {1}|M10", "{0} {1}|M10|1", "[metadata]\nName=A deck\n[Main]", "[Sideboard]"
    ),
    "magic-workstation": _lines("    {0} [M10] {1}", "SB:  {0} [M10] {1}", "// NAME : A deck"),
    "times-before": _lines("{0}x {1}", "{0}x {1}", "Main deck", "Sideboard:"),
    "times-behind": _lines("{1} x{0}", "{1} x{0}", "", "\nSideboard"),
    "bullets": _lines("- {0} {1}", "- {0} {1}", "# Main deck", "# Sideboard"),
    "set-behind": _lines("{0} {1} (M10) 146", "{0} {1} (M10) 146", "Deck", "\nSideboard"),
    "set-in-brackets": _lines("{0} {1} [M10]", "{0} {1} [M10]", "", "\nSIDEBOARD"),
    "prefix": _lines("{0} {1}", "SB: {0} {1}", "// Main"),
    "tabs": _lines("{0}\t{1}", "{0}\t{1}", "", "\nSideboard"),
}


def _plain(main: Counts, side: Counts) -> str:
    lines = [f"{count} {title}" for title, count in main.items()]
    lines += ["", "Sideboard"] * bool(side) + [f"{count} {title}" for title, count in side.items()]
    return "\n".join(lines)


def digests() -> Iterator[Group]:
    """The digest of a deck, however it is written."""
    yield Group(
        "vectors",
        "The digest is the SHA-256 of the sorted rows of section, title and copies.",
        "docs/digest.md",
        "Rows in the order of the list; copies of a title not added up.",
        [_vector(*vector) for vector in VECTORS],
        "digest",
    )


def _vector(name: str, text: str, rows: Sequence[str]) -> Case:
    digest = hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()
    return Case(name, {"list": text}, {"digest": f"sha256:{digest}"})


def _row(section: str, title: str, copies: int) -> str:
    return f"{section}\t{title}\t{copies}"


SPELLS_AND_LANDS = [_row("main", SPELL, 4), _row("main", BASIC, 56)]
WAYS_OF_WRITING = {
    "two-titles": f"4 {SPELL}\n56 {BASIC}",
    "another-order": f"56 {BASIC}\n4 {SPELL}",
    "added-up": f"3 {SPELL}\n56 {BASIC}\n1 {SPELL}",
    "small-letters": f"4 {SPELL.lower()}\n56 {BASIC}",
    "with-a-set": f"4 {SPELL} (M10) 146\n56 {BASIC}",
    "times": f"4x {SPELL}\n56x {BASIC}",
    "headings": f"Spells\n4 {SPELL}\n\nLands\n56 {BASIC}",
    "carriage-returns": f"4 {SPELL}\r\n56 {BASIC}\r\n",
    "bullets": f"- 4 {SPELL}\n- 56 {BASIC}",
    "comment": f"// fast\n4 {SPELL}\n56 {BASIC}",
}
"""Texts of the same deck, which have the same digest."""
VECTORS = [
    *((name, written, SPELLS_AND_LANDS) for name, written in WAYS_OF_WRITING.items()),
    ("one-title", f"60 {BASIC}", [_row("main", BASIC, 60)]),
    ("forty", f"40 {BASIC}", [_row("main", BASIC, 40)]),
    ("one-more", f"5 {SPELL}\n56 {BASIC}", [_row("main", SPELL, 5), _row("main", BASIC, 56)]),
    ("one-less", f"3 {SPELL}\n56 {BASIC}", [_row("main", SPELL, 3), _row("main", BASIC, 56)]),
    (
        "sideboard",
        f"60 {BASIC}\n\nSideboard\n2 {OTHER}",
        [_row("main", BASIC, 60), _row("sideboard", OTHER, 2)],
    ),
    (
        "in-both",
        f"2 {OTHER}\n58 {BASIC}\n\nSideboard\n2 {OTHER}",
        [_row("main", OTHER, 2), _row("main", BASIC, 58), _row("sideboard", OTHER, 2)],
    ),
    (
        "face",
        f"4 {SPLIT.split(' // ')[0]}\n56 {BASIC}",
        [_row("main", SPLIT, 4), _row("main", BASIC, 56)],
    ),
    (
        "both-faces-and-one",
        f"2 {SPLIT}\n2 {SPLIT.split(' // ')[1]}\n56 {BASIC}",
        [_row("main", SPLIT, 4), _row("main", BASIC, 56)],
    ),
    (
        "accents",
        f"1 {ROLES['accented']}\n59 {BASIC}",
        [_row("main", ROLES["accented"], 1), _row("main", BASIC, 59)],
    ),
    (
        "misspelt",
        f"4 {ROLES['misspelt']}\n56 {BASIC}",
        [_row("main", f"?{ROLES['misspelt']}", 4), _row("main", BASIC, 56)],
    ),
]

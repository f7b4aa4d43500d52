"""Traits of a line that identify the program that wrote it.

A trait is a notation of one program, or of a few: sets in parentheses, `SB:`, `*F*`. It does not
change how a line is read; the traits of all lines together identify the syntax. The words of
traits are part of the reason: `the heading Deck and sets in parentheses...`.
"""

from __future__ import annotations

import re

from headjudge.decklists.lines.signs import BySigns, SignedPattern
from messages import say

ANY = ""
"""The signs of a trait that is recognised by words alone."""


class Trait(SignedPattern):
    """A notation, as a pattern and in words."""

    def __init__(
        self, signs: str, words: str, pattern: str, flags: re.RegexFlag = re.NOFLAG
    ) -> None:
        super().__init__(signs, pattern, flags)
        self.words = words


LOOKED_AT = 300
"""Maximum characters of a line that are searched."""

_PLAIN = re.compile(r"(?:\d+x? )?[^\W\d_][\w',/. -]*[\w'.]")
"""Just a count and a title, as on most lines."""

_TRAITS: list[Trait] = []


def _trait(signs: str, words: str, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Trait:
    trait = Trait(signs, words, pattern, flags)
    _TRAITS.append(trait)
    return trait


_COUNT = r"^(?:SB: *)?\d+x? +"
_CODE = r"(?:[A-Za-z0-9]{2,4}_[A-Za-z0-9]{2,4}|[A-Za-z0-9_]{2,6})"

ABOUT = _trait(ANY, say("the heading About"), r"^About:?$")
DECK_HEADING = _trait(ANY, say("the heading Deck"), r"^Deck$")
SIDEBOARD_COLON = _trait(":", say("the heading SIDEBOARD:"), r"^SIDEBOARD:$")
SET_AND_NUMBER = _trait(
    "(", say("sets in parentheses with collector numbers"), rf" \({_CODE}\) [A-Za-z★†-]*[0-9]"
)
FOIL = _trait("*", say("foils marked *F*"), r" \*[FEA]\*(?: |$)")
TAGS = _trait("#", say("tags such as #Ramp"), r" #!?[A-Za-z](?<!#!C)")

STAR_ROLE = _trait("*", say("the marks *CMDR* or *CMPN*"), r" \*(?:CMDR|CMPN)\*", re.I)
STAR_FINISH = _trait("*", say("foils marked *f* or *f-etch*"), r" \*(?:[fe]|[fF][-:]\w+)\*(?: |$)")
SET_COLON_NUMBER = _trait("(", say("printings such as (SET:123)"), rf" \({_CODE}:[\w★*-]+\)")

CATEGORY_OPTION = _trait(
    "{",
    say("categories such as [Maybeboard{{noDeck}}]"),
    r" \[[^\[\]{}]*\{(?:top|noDeck|noPrice)\}[^\[\]]*\]",
)
CATEGORY = _trait(
    "[",
    say("categories in brackets"),
    r" \[(?![Ff]oil|[Ee]tched)[A-Z][^\[\]a-z]*[a-z][^\[\]]*\](?: \^|$)"
    r"| \(\w+\) \S+(?: \*\w\*)? \[(?![Ff]oil|[Ee]tched)[^\[\]]+\]",
)
LABEL = _trait("^", say("labels such as ^Have^"), r" \^[^^]+\^$")

SET_COLON_BEFORE = _trait(
    "[", say("[SET:number] before each name"), rf"{_COUNT}\[{_CODE}:[^\[\]]*\] "
)
LAYOUT = _trait(":", say("lines that begin with LAYOUT"), r"^LAYOUT (?:MAIN|SIDEBOARD):")

SET_HASH_BEFORE = _trait("[", say("[SET#number] before names"), rf"{_COUNT}\[{_CODE}#[^\[\]]*\] ")
NOTE = _trait("#", say("notes such as # !Commander"), r" # ?!(?:Commander|Companion)\b")
SLASHED_HEADING = _trait(
    "/",
    say("headings such as //Sideboard"),
    r"^//(?:Main|Maindeck|Sideboard|Maybeboard|Commanders?|Companion|Creatures?|Lands?|Instants?"
    r"|Sorcer(?:y|ies)|Artifacts?|Enchantments?|Planeswalkers?|Battles?|Spells?|Tokens?)$",
    re.I,
)
DECKSTATS = _trait("/", say("a comment that names deckstats.net"), r"^//.*\bdeckstats\.net", re.I)

WORKSTATION = _trait(
    "/",
    say("a comment that names Magic Workstation or mtgtop8"),
    r"^//.*(?:Magic Workstation|mtgtop8)",
    re.I,
)
SET_BEFORE = _trait("[", say("[SET] before each name"), rf"{_COUNT}\[[A-Z0-9_]{{2,6}}\] ")

COLON_APART = _trait(
    "/",
    say("comments such as // NAME : and // CREATOR :"),
    r"^// ?(?:NAME|CREATOR|FORMAT) +:",
    re.I,
)
SB = _trait(":", say("cards marked SB:"), r"^SB:", re.I)

VARIANT = _trait("<", say("variants such as <extended>"), r" <[^<>]+>(?: \[|$)")
FOIL_BEHIND_SET = _trait("(", say("foils marked (F)"), r"\] \([FE]\)$")
SET_BEHIND = _trait(
    "[", say("[SET] after the names"), r"^[\d ]*[^\d ].* \[(?=[0-9_]*[A-Z])[A-Z0-9_]{2,6}\]"
)

FORGE_SECTION = _trait(
    "[",
    say("sections such as [Main] and [metadata]"),
    r"^\[(?:metadata|duel|shop|quest|general|main|avatar|planes|schemes|conspiracy|commander"
    r"|contraptions|attractions|dungeon)\]$",
    re.I,
)
BAR = _trait("|", say("sets behind a bar (Card|SET)"), rf"^\d+ [^|]+\|{_CODE}(?:\||$)")

REGISTRATION = _trait(
    ANY,
    say("the words of a deck registration sheet"),
    r"^DECK REGISTRATION SHEET|^# in deck:|^Total Number of Cards in|^Main Deck Continued",
    re.I,
)

TABLE = _trait("|", say("rows of a table"), r"^\|.*\|$")
FENCE = _trait("`~", say("a fence around the list"), r"^(?:```|~~~)")
QUOTE = _trait(">", say("quoted lines"), r"^>")
BULLETS = _trait("-*+•·▪◦‣●○", say("bullets"), r"^[-*+•·▪◦‣●○] \S")
NUMBERED = _trait(".)", say("numbered lines"), r"^\d{1,3}[.)] ")
MARKUP = _trait("*#", say("headings in ** or ##"), r"^(?:\*\*\S.*\*\*:?$|#{2,6} )")

SIDEBOARD_BEHIND_BLANK = Trait(ANY, say("a blank line before the sideboard"), r"(?!)")
"""A trait of the whole text, not of a line (see `sections.guess_sideboard`)."""

NOTHING: frozenset[Trait] = frozenset()
_BY_SIGNS = BySigns(_TRAITS)


def of(text: str) -> frozenset[Trait]:
    """The traits of a line."""
    line = " ".join(text[:LOOKED_AT].split())
    if _PLAIN.fullmatch(line) and line not in ("About", "Deck"):
        return NOTHING
    return frozenset([trait for trait in _BY_SIGNS.of(line) if trait.compiled.search(line)])

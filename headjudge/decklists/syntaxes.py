"""The syntaxes: documents, with a module each, and texts, told by the traits of their lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple, Protocol, cast

from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.lines.marks import BySigns, SignedPattern
from headjudge.decklists.sections import BlankLine
from messages import say, say_list
from validator.model import Decklist


class DocumentModule(Protocol):
    """The module of a document syntax.

    One whose documents may have several entries on a line also has `size`, which counts them.
    """

    def recognise(self, text: str) -> str | None:
        """Why the text has this syntax, as the end of `Read as JSON: ...`; None if it has not."""

    def read(
        self, text: str, *, main_min: int, pool: bool, is_title: IsTitle
    ) -> tuple[Decklist, ...]:
        """Every deck in a text; at least one, which may be empty."""


class Syntax:
    """A syntax other than one card per line: XML, JSON, tables."""

    def __init__(self, id: str, name: str, module: str, reader: str = "") -> None:
        """`reader` is the class in the module, if it reads several syntaxes."""
        self.id = id
        self.name = name
        """The display name."""
        self._module_name, self._reader = module, reader

    @cached_property
    def module(self) -> DocumentModule:
        """Imported only when a text may be such a document."""
        module = import_module(f"headjudge.decklists.documents.{self._module_name}")
        return cast(DocumentModule, getattr(module, self._reader) if self._reader else module)


class TextSyntax(NamedTuple):
    """A way of writing one card per line. `headjudge.decklists.reader` reads all of them.

    Every line is read by the union of all notations, because people cut, paste and edit lists by
    hand. Syntaxes differ only in how they are recognised and in the meaning of a blank line.
    """

    id: str
    name: str
    """The display name."""
    known_by: tuple[tuple[Trait, ...], ...] = ()
    """Combinations of traits, each of which identifies the syntax."""
    blank_line: BlankLine = "doubtful"
    """The meaning of the last trait."""

    def recognise(self, text_traits: Set[Trait]) -> str | None:
        """The trait of a text that identifies the syntax, in words, or None."""
        for traits in self.known_by:
            if all(trait in text_traits for trait in traits):
                return say(
                    "{traits}, as {program} writes them",
                    traits=say_list([trait.words for trait in traits]),
                    program=self.name,
                )
        return None


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


def traits_of(text: str) -> frozenset[Trait]:
    """The traits of a line."""
    line = " ".join(text[:LOOKED_AT].split())
    if _PLAIN.fullmatch(line) and line not in ("About", "Deck"):
        return NOTHING
    return frozenset([trait for trait in _BY_SIGNS.of(line) if trait.compiled.search(line)])


BECAUSE = say("lines of a count and a title")
PLAIN = TextSyntax("text", say("Plain text"))
"""As typed, pasted and exported by players."""

TEXTS: tuple[TextSyntax, ...] = (
    # `NAME:`, `4 [SET:123] Title`, `SB: 2 [SET:69] Title`; collector numbers may end in a star or a
    # plus sign. LAYOUT has the positions of cards on the screen, all of which are listed before it.
    TextSyntax(
        "xmage",
        "XMage",
        known_by=((SET_COLON_BEFORE,), (LAYOUT,)),
        blank_line="nothing",
    ),
    # Sections in brackets, of which `[metadata]`, `[duel]`, `[quest]` and `[shop]` have settings;
    # `4 Title|SET|2`: a third part in brackets is the collector number, without them the picture;
    # `+` after the title marks a foil.
    TextSyntax(
        "forge",
        "Forge",
        known_by=((FORGE_SECTION, BAR), (FORGE_SECTION,), (BAR,)),
        blank_line="nothing",
    ),
    # `1x Title (set) 123 *F* [Category] ^Label,#37d67a^`: the first category counts. One with the
    # name of a section (`[Sideboard]`, `[Commander{top}]`) is that section; cards in a category
    # with `{noDeck}` are outside the deck. Lines may lack the set, as in `1x Title [Ramp]`: a set
    # code in brackets is entirely in upper or lower case.
    TextSyntax(
        "archidekt",
        "Archidekt",
        known_by=(
            (CATEGORY_OPTION,),
            (CATEGORY, LABEL),
            (LABEL,),
            (CATEGORY,),
        ),
        blank_line="nothing",
    ),
    # `1x Title (SET:123) *f-etch* *CMDR* #Tag`: `*CMDR*` is the commander and `*CMPN*` the
    # companion, in any section. `Sideboard:` is a heading.
    TextSyntax(
        "tappedout",
        "TappedOut",
        known_by=((STAR_ROLE,), (STAR_FINISH,), (SET_COLON_NUMBER,)),
    ),
    # `//NAME: ... from deckstats.net` comes first, sections are comments without a space
    # (`//Main`), cards are `1 [SET#123] Title # !Commander`.
    TextSyntax(
        "deckstats",
        "Deckstats",
        known_by=(
            (DECKSTATS,),
            (NOTE,),
            (SET_HASH_BEFORE,),
            (SLASHED_HEADING,),
        ),
        blank_line="nothing",
    ),
    # `4 [SET] Title`, `SB:  2 [SET] Title`, with the program's own set codes (`US`, `6E`). The
    # number of an artwork may follow (`13 [US] Mountain (1)`); `// Lands` is a comment.
    TextSyntax(
        "mws",
        "Magic Workstation",
        known_by=((WORKSTATION,), (SET_BEFORE,)),
        blank_line="nothing",
    ),
    # The text of a deck registration sheet, copied from the PDF file. `Main Deck:`,
    # `Main Deck Continued:` and `Sideboard:` are the headings of the columns; the fields about the
    # player, the event and the judges are comments.
    TextSyntax(
        "decklist-org",
        "decklist.org",
        known_by=((REGISTRATION,),),
        blank_line="nothing",
    ),
    # The download with exact printings, `4 Title <variant> [SET] (F)`: the variant is a collector
    # number (`<251>`) or a word (`<extended>`), `(F)` marks foils and `(E)` etched ones.
    TextSyntax(
        "mtggoldfish",
        "MTGGoldfish",
        known_by=(
            (VARIANT, SET_BEHIND),
            (SET_BEHIND, FOIL_BEHIND_SET),
            (VARIANT,),
            (SET_BEHIND,),
        ),
    ),
    # A set and collector number on each line; `About` with `Name ...`, `Companion` and `Commander`
    # come before `Deck`. Some set codes are Arena's own (`DAR` for Dominaria), and `A-` precedes
    # the titles of rebalanced cards.
    TextSyntax(
        "arena",
        "MTG Arena",
        known_by=(
            (ABOUT, DECK_HEADING),
            (DECK_HEADING, SET_AND_NUMBER),
        ),
    ),
    # `1 Title (SET) 123 *F*`, then `SIDEBOARD:`; `*F*` marks foils, `*E*` etched ones, `#tag` the
    # deck's own tags and `#!tag` those of all decks. Double-faced cards have one slash. A Commander
    # deck begins with its commander, without a heading.
    TextSyntax(
        "moxfield",
        "Moxfield",
        known_by=(
            (SIDEBOARD_COLON, SET_AND_NUMBER),
            (SET_AND_NUMBER, FOIL),
            (SET_AND_NUMBER, TAGS),
            (SET_AND_NUMBER,),
            (SIDEBOARD_COLON,),
        ),
    ),
    # `// NAME : ...`, cards without a set, `SB:  2 Title`.
    TextSyntax(
        "apprentice",
        "Apprentice",
        known_by=((COLON_APART,), (SB,)),
        blank_line="nothing",
    ),
    # From chats and web pages. The markup is removed and the rest is read like any line; tables
    # have one card per row, with its count in its own cell or before the title.
    TextSyntax(
        "markdown",
        "Markdown",
        known_by=(
            (TABLE,),
            (FENCE,),
            (QUOTE,),
            (BULLETS,),
            (NUMBERED,),
            (MARKUP,),
        ),
    ),
    # Counts and titles, with a blank line before the sideboard: nothing else distinguishes them
    # from a typed list. So a text is only recognised as this if its last blank line was read as the
    # start of a sideboard, with a notice. If the caller names the syntax, that is no guess.
    TextSyntax(
        "mtgo",
        "Magic Online",
        known_by=((SIDEBOARD_BEHIND_BLANK,),),
        blank_line="sideboard",
    ),
)
"""In order of precedence: syntaxes with the most distinctive traits come first."""


DOCUMENTS: tuple[Syntax, ...] = (
    Syntax("dek", "Magic Online .dek", "xml_documents", "Dek"),
    Syntax("cod", "Cockatrice .cod", "xml_documents", "Cod"),
    Syntax("xml", say("Other XML"), "xml_documents", "Xml"),
    Syntax("json", "JSON", "json_documents"),
    Syntax("csv", say("Table (CSV, TSV)"), "tables"),
)
"""The first that recognises a text reads it; after these TEXTS are tried, and finally PLAIN."""

_ALL: tuple[Syntax | TextSyntax, ...] = (*DOCUMENTS, PLAIN, *TEXTS)
SYNTAXES: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL}
)

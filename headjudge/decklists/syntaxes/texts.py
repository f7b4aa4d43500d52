"""Line-based syntaxes: the traits of each, and its meaning of a blank line."""

from __future__ import annotations

from headjudge.decklists.lines import traits
from headjudge.decklists.syntax import TextSyntax
from messages import say

BECAUSE = say("lines of a count and a title")
PLAIN = TextSyntax("text", say("Plain text"))
"""As typed, pasted and exported by players."""

TEXTS: tuple[TextSyntax, ...] = (
    # `NAME:`, `4 [SET:123] Title`, `SB: 2 [SET:69] Title`; collector numbers may end in a star or a
    # plus sign. LAYOUT has the positions of cards on the screen, all of which are listed before it.
    TextSyntax(
        "xmage",
        "XMage",
        known_by=((traits.SET_COLON_BEFORE,), (traits.LAYOUT,)),
        blank_line="nothing",
    ),
    # Sections in brackets, of which `[metadata]`, `[duel]`, `[quest]` and `[shop]` have settings;
    # `4 Title|SET|2`: a third part in brackets is the collector number, without them the picture;
    # `+` after the title marks a foil.
    TextSyntax(
        "forge",
        "Forge",
        known_by=((traits.FORGE_SECTION, traits.BAR), (traits.FORGE_SECTION,), (traits.BAR,)),
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
            (traits.CATEGORY_OPTION,),
            (traits.CATEGORY, traits.LABEL),
            (traits.LABEL,),
            (traits.CATEGORY,),
        ),
        blank_line="nothing",
    ),
    # `1x Title (SET:123) *f-etch* *CMDR* #Tag`: `*CMDR*` is the commander and `*CMPN*` the
    # companion, in any section. `Sideboard:` is a heading.
    TextSyntax(
        "tappedout",
        "TappedOut",
        known_by=((traits.STAR_ROLE,), (traits.STAR_FINISH,), (traits.SET_COLON_NUMBER,)),
    ),
    # `//NAME: ... from deckstats.net` comes first, sections are comments without a space
    # (`//Main`), cards are `1 [SET#123] Title # !Commander`.
    TextSyntax(
        "deckstats",
        "Deckstats",
        known_by=(
            (traits.DECKSTATS,),
            (traits.NOTE,),
            (traits.SET_HASH_BEFORE,),
            (traits.SLASHED_HEADING,),
        ),
        blank_line="nothing",
    ),
    # `4 [SET] Title`, `SB:  2 [SET] Title`, with the program's own set codes (`US`, `6E`). The
    # number of an artwork may follow (`13 [US] Mountain (1)`); `// Lands` is a comment.
    TextSyntax(
        "mws",
        "Magic Workstation",
        known_by=((traits.WORKSTATION,), (traits.SET_BEFORE,)),
        blank_line="nothing",
    ),
    # The text of a deck registration sheet, copied from the PDF file. `Main Deck:`,
    # `Main Deck Continued:` and `Sideboard:` are the headings of the columns; the fields about the
    # player, the event and the judges are comments.
    TextSyntax(
        "decklist-org",
        "decklist.org",
        known_by=((traits.REGISTRATION,),),
        blank_line="nothing",
    ),
    # The download with exact printings, `4 Title <variant> [SET] (F)`: the variant is a collector
    # number (`<251>`) or a word (`<extended>`), `(F)` marks foils and `(E)` etched ones.
    TextSyntax(
        "mtggoldfish",
        "MTGGoldfish",
        known_by=(
            (traits.VARIANT, traits.SET_BEHIND),
            (traits.SET_BEHIND, traits.FOIL_BEHIND_SET),
            (traits.VARIANT,),
            (traits.SET_BEHIND,),
        ),
    ),
    # A set and collector number on each line; `About` with `Name ...`, `Companion` and `Commander`
    # come before `Deck`. Some set codes are Arena's own (`DAR` for Dominaria), and `A-` precedes
    # the titles of rebalanced cards.
    TextSyntax(
        "arena",
        "MTG Arena",
        known_by=(
            (traits.ABOUT, traits.DECK_HEADING),
            (traits.DECK_HEADING, traits.SET_AND_NUMBER),
        ),
    ),
    # `1 Title (SET) 123 *F*`, then `SIDEBOARD:`; `*F*` marks foils, `*E*` etched ones, `#tag` the
    # deck's own tags and `#!tag` those of all decks. Double-faced cards have one slash. A Commander
    # deck begins with its commander, without a heading.
    TextSyntax(
        "moxfield",
        "Moxfield",
        known_by=(
            (traits.SIDEBOARD_COLON, traits.SET_AND_NUMBER),
            (traits.SET_AND_NUMBER, traits.FOIL),
            (traits.SET_AND_NUMBER, traits.TAGS),
            (traits.SET_AND_NUMBER,),
            (traits.SIDEBOARD_COLON,),
        ),
    ),
    # `// NAME : ...`, cards without a set, `SB:  2 Title`.
    TextSyntax(
        "apprentice",
        "Apprentice",
        known_by=((traits.COLON_APART,), (traits.SB,)),
        blank_line="nothing",
    ),
    # From chats and web pages. The markup is removed and the rest is read like any line; tables
    # have one card per row, with its count in its own cell or before the title.
    TextSyntax(
        "markdown",
        "Markdown",
        known_by=(
            (traits.TABLE,),
            (traits.FENCE,),
            (traits.QUOTE,),
            (traits.BULLETS,),
            (traits.NUMBERED,),
            (traits.MARKUP,),
        ),
    ),
    # Counts and titles, with a blank line before the sideboard: nothing else distinguishes them
    # from a typed list. So a text is only recognised as this if its last blank line was read as the
    # start of a sideboard, with a notice. If the caller names the syntax, that is no guess.
    TextSyntax(
        "mtgo",
        "Magic Online",
        known_by=((traits.SIDEBOARD_BEHIND_BLANK,),),
        blank_line="sideboard",
    ),
)
"""In order of precedence: syntaxes with the most distinctive traits come first."""

"""Notices on reading: of the fetcher and the readers of lists, and on names read differently.

Readers do not know these definitions: their notices already have the code and the message.
"""

from __future__ import annotations

from messages import say, template
from validator.definition import NoticeKind, example

SIDEBOARD_GUESSED = NoticeKind(
    "sideboard-guessed",
    "warning",
    when=say("A blank line was read as the start of the sideboard."),
    explains=(
        "The list has no heading for its sideboard, but a blank line after enough cards for a main"
        " deck, so the cards below it were read as the sideboard."
    ),
    sources=(
        "how programs write decklists; see `unreadable-line` for the rule that lists must be"
        " unambiguous"
    ),
    mend="Write `Sideboard` before the sideboard, or remove the blank line if there is none.",
    example=example("60 Forest\n\n2 Naturalize", structure="individual"),
)

SIDEBOARD_LARGE = NoticeKind(
    "sideboard-large",
    "warning",
    when=say("A sideboard is larger than any in Constructed, beside a main deck of a usual size."),
    explains=(
        "More than fifteen cards follow a main deck of forty or sixty, outside Limited, so that"
        " another deck or the rest of a card pool may begin there."
    ),
    sources="Magic Tournament Rules, 6.1",
    mend="Write a heading or a name over each deck, or send each by itself.",
    example=example("60 Forest\nSideboard\n16 Naturalize", structure="individual"),
)

MAIN_DOUBTFUL = NoticeKind(
    "main-doubtful",
    "warning",
    when=say("A main deck may be more than that: its sideboard as well, or several decks."),
    explains=(
        "The main deck has 75 to 79 cards and nothing names a sideboard, it has as many cards as"
        " several decks, or nearly all of its cards are listed twice with the same counts, so"
        " that a heading or a name may be missing."
    ),
    sources=(
        "how people post decklists; see `unreadable-line` for the rule that lists must be"
        " unambiguous"
    ),
    mend="Write `Sideboard` before the sideboard, a name over each deck, and each deck once.",
    example=example("60 Forest\n15 Naturalize", structure="individual"),
)

LINE_IGNORED = NoticeKind(
    "line-ignored",
    "warning",
    when=say("A line that is not a card was skipped."),
    explains=(
        "The line may be the name of a deck, a date or a sentence, or a card that was commented out"
        " (`# 4 Forest`), and was skipped. A line that begins with a title, holds a title beside a"
        " number, or is similar to a title, is a card or a fault instead."
    ),
    sources="how people post decklists; see `unreadable-line`",
    mend=(
        "Nothing, if the line is not a card. If it is, write it as a count and a title, such as `4"
        " Forest`."
    ),
    example=example("My winning deck\n60 Forest", "60 Island"),
)

REST_IGNORED = NoticeKind(
    "rest-ignored",
    "warning",
    when=say("A number, a title or a section beside a card was skipped."),
    explains=(
        "The line is a card with its count, and says something more that may be about the deck:"
        " another number, another title or the name of a section. What it means is not known, so"
        " the card was read without it. Prices, costs and numbers in sentences are not meant."
    ),
    sources="how people post decklists; see `unreadable-line`",
    mend="Write the count, the title and nothing else, below the heading of its section.",
    example=example("58 Forest\n2 Naturalize 7", "60 Island"),
)

COUNT_ASSUMED = NoticeKind(
    "count-assumed",
    "warning",
    when=say("A title without a count was read as one copy, beside lines that have counts."),
    explains=(
        "Most lines of the section have a count, but this one is a title alone. It was read as one"
        " copy, although the count may be missing. Every guess is reported."
    ),
    sources="how people post decklists; see `unreadable-line`",
    mend="Write the count before the title, such as `1 Forest`.",
    example=example("40 Forest\n19 Island\nNaturalize", "60 Island"),
)

COUNT_ZERO = NoticeKind(
    "count-zero",
    "info",
    when=say("A line has a count of 0, so it adds no card."),
    explains=(
        "The line names a card with a count of 0, as MTG Arena writes cards that were taken out of"
        " a deck. It adds no copies."
    ),
    sources="how programs write decklists",
    mend="Nothing, or remove the line.",
    example=example("60 Forest\n0 Naturalize", "60 Island"),
)

MAYBEBOARD_IGNORED = NoticeKind(
    "maybeboard-ignored",
    "info",
    when=say("The cards of a maybeboard are no part of the deck."),
    explains=(
        "Cards below a heading such as `Maybeboard` or `Considering` are read and named, but they"
        " are in neither the main deck nor the sideboard. Such a part ends at a blank line or the"
        " next heading."
    ),
    sources="how programs write decklists",
    mend="Nothing, if they are not played. If they are, move them above that heading.",
    example=example("60 Forest\n\nMaybeboard\n2 Naturalize", "60 Island"),
)

TOTAL_DIFFERS = NoticeKind(
    "total-differs",
    "warning",
    when=say("A heading states a different number of cards than were read."),
    explains=(
        "A heading such as `Creatures (24)` or a line such as `60 cards` states a number of cards,"
        " but a different number of cards was read there. Numbers that agree confirm how a list was"
        " read; this one does not."
    ),
    sources="what the list itself states",
    mend="Check whether a line is missing or was misread.",
    example=example("Creatures (50)\n60 Forest", "60 Island"),
)

LIST_FETCHED = NoticeKind(
    "list-fetched",
    "info",
    when=say("A list was read from its address on another site."),
    explains=(
        "The list was given as a link, and was fetched from that site. The notice names the address"
        " and the time at which the site sent or last confirmed the list; the verdict applies to"
        " the list at that time."
    ),
    sources="the request, or the command line",
    mend="Nothing. If the list must not change, send its text instead, as a site may change it.",
    example=example("60 Forest", "60 Island", address="https://www.mtggoldfish.com/deck/1234567"),
)

DECKS_SPLIT = NoticeKind(
    "decks-split",
    "info",
    when=say("A text with several decks was split into its decks."),
    explains="A text contained the decks of several players, and was split where each deck begins.",
    sources="how teams write their lists in one text",
    mend=(
        "Nothing, if each deck begins where the notice says; otherwise put the decks into separate"
        " files."
    ),
    example=example("Player A\n60 Forest\n\nPlayer B\n60 Island"),
)

DECKS_NOT_SPLIT = NoticeKind(
    "decks-not-split",
    "warning",
    when=say("The text of one player seems to contain several decks, and was read as one."),
    explains=(
        "Blocks of cards, each as large as a whole deck, or names over such blocks, stand in the"
        " text of one player, who has one deck."
    ),
    sources="how teams write their lists in one text",
    mend="Nothing, if it is one deck. If it is several, send each by itself.",
    example=example("20 Forest\n40 Opt\n\n20 Island\n40 Shock", structure="individual"),
)

DOCUMENT_BROKEN = NoticeKind(
    "document-broken",
    "warning",
    when=say("XML, a table or JSON cannot be read, or only in part."),
    explains=(
        "A file in XML, JSON or a table is incomplete or not well-formed, so not all of it could be"
        " read. The line at which it breaks is reported as `unreadable-line`."
    ),
    sources="the syntax of the document",
    mend="Export the deck again, or repair the named line.",
    example=example(
        """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
  <zone name="main">
    <card number="60" name="Forest"/>
  </zone>
""",
        "60 Island",
    ),
)


TITLE_CORRECTED = NoticeKind(
    "title-corrected",
    "warning",
    when=say("A title differs from a card's only in punctuation, spaces or small words."),
    says=template(
        "“{written}” was read as {title}, from which it differs only in punctuation, spaces or"
        " words like “the”."
    ),
    explains=(
        "The text differs from the title of one card, and no other, only in punctuation, spaces or"
        " small words, so it was read as that title. Every guess is reported."
    ),
    sources="Magic Tournament Rules, 2.7",
    mend="Write the full English title. `headjudge check --fix` does.",
    example=example("4 lightning-bolt\n56 Mountain", "60 Island"),
)

TITLE_TRANSLATED = NoticeKind(
    "title-translated",
    "info",
    when=say("A title in another language was read as its English card title."),
    says=template("“{written}” is {title} in English."),
    explains=(
        "The title is in another language. Copies are counted by English title, whatever the"
        " language."
    ),
    sources="Magic Tournament Rules, 2.7 and 3.6",
    mend="Nothing; or write the English title.",
    example=example("4 稲妻\n56 Mountain", "60 Island"),
)

TITLES_TRANSLATED = template(
    "Titles in other languages were read as English card titles: {titles}."
)
"""The same of several titles of a list."""

TITLE_REBALANCED = NoticeKind(
    "title-rebalanced",
    "warning",
    when=say("A version rebalanced for MTG Arena was read as the card on paper."),
    says=template(
        "“{written}” is a version rebalanced for MTG Arena, which exists only there; it was"
        " read as the card on paper, {title}."
    ),
    explains=(
        "Rebalanced versions of some cards (with `A-` before the title) exist only on MTG Arena, so"
        " the card on paper was read instead."
    ),
    sources="Magic Tournament Rules, 3.3",
    mend="Write the title of the card on paper, and check that its text is the intended one.",
    example=example("4 A-Goldspan Dragon\n56 Mountain", "60 Island", as_of="2026-01-10"),
)

TITLE_ASSUMED = NoticeKind(
    "title-assumed",
    "warning",
    when=say("A title shared by several cards was read as the one that the list must mean."),
    says=template("“{written}” was read as {title}, though it may also be {others}."),
    explains=(
        "The text is the title of several cards. Which one is meant was decided by the language of"
        " the list's other lines, then in favor of a basic land, then of the only card that is"
        " legal in the format. Every guess is reported."
    ),
    sources="Magic Tournament Rules, 2.7",
    mend="Write the full English title.",
    example=example("4 Pantano\n4 Relámpago\n52 Mountain", "60 Island"),
)

PRINTING_UNKNOWN = NoticeKind(
    "printing-unknown",
    "info",
    when=say("A list names a set in which a card was never printed."),
    says=template(
        "These cards are not known to have been printed in the set that the list gives, so only"
        " their titles count: {cards}."
    ),
    explains=(
        "The list gives a set in which the card was never printed. Only titles count, so the"
        " verdict is correct if the title is."
    ),
    sources="the printings among the card facts",
    mend="Correct the set code, or omit it. If the title was a mistake, correct the title.",
    example=example("4 Lightning Bolt (DOM)\n56 Mountain", "60 Island"),
)

TOKEN_IGNORED = NoticeKind(
    "token-ignored",
    "info",
    when=say("Tokens and emblems in a list are not cards and were left out."),
    says=template("Tokens and emblems are not cards of a deck and were left out: {names}."),
    explains=(
        "Tokens and emblems are not cards of a deck, but programs include them in lists. They were"
        " left out."
    ),
    sources="Comprehensive Rules, 111",
    mend="Nothing; or remove the line from the list.",
    example=example("60 Forest\n1 Goblin Token", "60 Island"),
)

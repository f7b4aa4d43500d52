"""Notices of the fetcher, the readers and the writers of lists.

Readers do not know these definitions: their notices already have the code and the message.
"""

from __future__ import annotations

from messages import say
from validator.definition import example
from validator.notices.kind import NoticeKind

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

"""Notices of the fetcher, the readers and the writers of lists.

Readers know no rules: their notices come with the code and the message.
"""

from __future__ import annotations

from messages import say, template
from validator.definition import example
from validator.notices.kind import NoticeKind

SIDEBOARD_GUESSED = NoticeKind(
    "sideboard-guessed",
    "warning",
    when=say("A blank line was read as the start of the sideboard."),
    explains=(
        "The list has no heading for its sideboard, and a blank line stands after enough cards for"
        " a main deck, so what follows was taken for the sideboard."
    ),
    sources=(
        "how programs write decklists; see `unreadable-line` for the rule that lists must be clear"
    ),
    mend="Write `Sideboard` before the sideboard, or take the blank line out if there is none.",
    example=example("60 Forest\n\n2 Naturalize", structure="individual"),
)

LINE_IGNORED = NoticeKind(
    "line-ignored",
    "warning",
    when=say("A line that is not a card was skipped."),
    explains=(
        "The line has no count and is near no title, as the name of a deck, a date or a sentence"
        " is, so it was passed over. A line with a count, or near a title, stays a fault."
    ),
    sources="how people post decklists; see `unreadable-line`",
    mend=(
        "Nothing, if the line names no card. Where it does, write it as a count and a title, such"
        " as `4 Forest`."
    ),
    example=example("My winning deck\n60 Forest", "60 Island"),
)

COUNT_ASSUMED = NoticeKind(
    "count-assumed",
    "warning",
    when=say("A title without a count was read as one copy, beside lines that have counts."),
    explains=(
        "Most lines of the section have a count, and this one has a title alone. It was read as one"
        " copy; the count may as well be missing. Every guess is said."
    ),
    sources="how people post decklists; see `unreadable-line`",
    mend="Write the count before the title, such as `1 Forest`.",
    example=example("40 Forest\n19 Island\nNaturalize", "60 Island"),
)

TOTAL_DIFFERS = NoticeKind(
    "total-differs",
    "warning",
    when=say("A heading states a different number of cards than were read."),
    explains=(
        "A heading such as `Creatures (24)` or a line such as `60 cards` says how many cards belong"
        " to it, and another number stands there. Numbers that agree are taken as proof of how the"
        " list was meant; this one does not."
    ),
    sources="what the list itself states",
    mend="See whether a line is missing or was read otherwise than it was meant.",
    example=example("Creatures (50)\n60 Forest", "60 Island"),
)

LIST_FETCHED = NoticeKind(
    "list-fetched",
    "info",
    when=say("A list was read from its address on another site."),
    explains=(
        "The list was given as a link, and read from the site that it leads to. The notice names"
        " the address, and when the site gave the list or last confirmed it: the verdict is about"
        " what stood there then."
    ),
    sources="the request, or the command line",
    mend="Nothing. Where the list must stay what it is, send its text: on its site it may change.",
    example=example("60 Forest", "60 Island", address="https://www.mtggoldfish.com/deck/1234567"),
)

DECKS_SPLIT = NoticeKind(
    "decks-split",
    "info",
    when=say("A text with several decks was split into its decks."),
    explains="One text held the decks of several players, and was split where the next one begins.",
    sources="how teams write their lists in one text",
    mend=(
        "Nothing, if each deck begins where the notice says; else put the decks into files of"
        " their own."
    ),
    example=example("Player A\n60 Forest\n\nPlayer B\n60 Island"),
)

DOCUMENT_BROKEN = NoticeKind(
    "document-broken",
    "warning",
    when=say("XML, a table or JSON cannot be read, or only in part."),
    explains=(
        "A file in XML, JSON or a table breaks off or is not well-formed, so that not all of it"
        " could be read. The line at which it breaks is `unreadable-line`."
    ),
    sources="the syntax of the document",
    mend="Export the deck again, or mend the line that is named.",
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

NOT_WRITTEN = NoticeKind(
    "not-written",
    "warning",
    when=say("The text written in another syntax differs from the deck."),
    says=template(
        "The syntax cannot express all of {deck}: what was written differs from it by {changes}."
    ),
    explains=(
        "A syntax has no place for something that the deck has, such as its sideboard. What was"
        " written reads otherwise than the deck that was given."
    ),
    sources="the syntax that was asked for",
    mend="Write the deck in a syntax that holds all of it.",
    example=example("60 Forest\nMaybeboard\n2 Naturalize", to="dek"),
)

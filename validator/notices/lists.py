"""Notices on reading: of the fetcher and the readers of lists, and on names read differently.

Readers do not know these definitions: their notices already have the code and the message.
"""

from __future__ import annotations

from messages import template
from validator.definition import NoticeKind

SIDEBOARD_GUESSED = NoticeKind("sideboard-guessed", "warning")
SIDEBOARD_LARGE = NoticeKind("sideboard-large", "warning")
MAIN_DOUBTFUL = NoticeKind("main-doubtful", "warning")
LINE_IGNORED = NoticeKind("line-ignored", "warning")
REST_IGNORED = NoticeKind("rest-ignored", "warning")
COUNT_ASSUMED = NoticeKind("count-assumed", "warning")
COUNT_ZERO = NoticeKind("count-zero", "info")
MAYBEBOARD_IGNORED = NoticeKind("maybeboard-ignored", "info")
TOTAL_DIFFERS = NoticeKind("total-differs", "warning")
LIST_FETCHED = NoticeKind("list-fetched", "info")
DECKS_SPLIT = NoticeKind("decks-split", "info")
DECKS_NOT_SPLIT = NoticeKind("decks-not-split", "warning")
DOCUMENT_BROKEN = NoticeKind("document-broken", "warning")


TITLE_CORRECTED = NoticeKind(
    "title-corrected",
    "warning",
    says=template(
        "“{written}” was read as {title}, from which it differs only in punctuation, spaces or"
        " words like “the”."
    ),
)

TITLE_TRANSLATED = NoticeKind(
    "title-translated",
    "info",
    says=template("“{written}” is {title} in English."),
)

TITLES_TRANSLATED = template(
    "Titles in other languages were read as English card titles: {titles}."
)
"""The same of several titles of a list."""

TITLE_REBALANCED = NoticeKind(
    "title-rebalanced",
    "warning",
    says=template(
        "“{written}” is a version rebalanced for MTG Arena, which exists only there; it was"
        " read as the card on paper, {title}."
    ),
)

TITLE_ASSUMED = NoticeKind(
    "title-assumed",
    "warning",
    says=template("“{written}” was read as {title}, though it may also be {others}."),
)

PRINTING_UNKNOWN = NoticeKind(
    "printing-unknown",
    "info",
    says=template(
        "These cards are not known to have been printed in the set that the list gives, so only"
        " their titles count: {cards}."
    ),
)

TOKEN_IGNORED = NoticeKind(
    "token-ignored",
    "info",
    says=template("Tokens and emblems are not cards of a deck and were left out: {names}."),
)

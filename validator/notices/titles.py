"""Notices on resolving titles: names that were read differently from how they are written."""

from __future__ import annotations

from messages import say, template
from validator.definition import example
from validator.notices.kind import NoticeKind

TITLE_CORRECTED = NoticeKind(
    "title-corrected",
    "warning",
    when=say("A title differs from a card's only in punctuation, spaces or small words."),
    says=template(
        "“{written}” was read as {title}, from which it differs only in punctuation, spaces or"
        " words like “the”."
    ),
    explains=(
        "The text differs from a card's title in punctuation, spaces or small words alone, and"
        " from no other card's, so it was read as that title. Every guess is said."
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
    mend="Nothing; or write the English title, which `headjudge convert` does.",
    example=example("4 稲妻\n56 Mountain", "60 Island"),
)

TITLE_REBALANCED = NoticeKind(
    "title-rebalanced",
    "warning",
    when=say("A version rebalanced for MTG Arena was read as the card on paper."),
    says=template(
        "“{written}” is a version rebalanced for MTG Arena, which exists only there; it was"
        " read as the card on paper, {title}."
    ),
    explains=(
        "MTG Arena has rebalanced versions of some cards (with `A-` before the title). They exist"
        " there alone, so the card on paper was read."
    ),
    sources="Magic Tournament Rules, 3.3",
    mend="Write the title of the card on paper, and check that its text is the one that is wanted.",
    example=example("4 A-Goldspan Dragon\n56 Mountain", "60 Island", as_of="2026-01-10"),
)

TITLE_ASSUMED = NoticeKind(
    "title-assumed",
    "warning",
    when=say("A title shared by several cards was read as the one that the list must mean."),
    says=template("“{written}” was read as {title}, though it may also be {others}."),
    explains=(
        "The text is the title of several cards. The language of the list's other lines decides"
        " between them, then a basic land, then the only one that the format has. Every guess is"
        " said."
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
        "The list gives a set in which the card was never printed. Only titles count, so that the"
        " verdict is sure if the title is right."
    ),
    sources="the printings among the card facts",
    mend="Correct the set code, or leave it out. If the title was a slip, correct the title.",
    example=example("4 Lightning Bolt (DOM)\n56 Mountain", "60 Island"),
)

TOKEN_IGNORED = NoticeKind(
    "token-ignored",
    "info",
    when=say("Tokens and emblems in a list are not cards and were left out."),
    says=template("Tokens and emblems are not cards of a deck and were left out: {names}."),
    explains=(
        "Tokens and emblems are no cards of a deck; programs write them into lists all the same."
        " They were left out."
    ),
    sources="Comprehensive Rules, 111",
    mend="Nothing; or take the line out of the list.",
    example=example("60 Forest\n1 Goblin Token", "60 Island"),
)

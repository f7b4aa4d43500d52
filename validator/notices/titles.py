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

"""The groups of operations, in the order in which the reference shows them."""

from __future__ import annotations

TAGS = {
    "Teams": "Whether teams may play their decks, and what a change does to them.",
    "Receipts": "Verdicts that are signed, so that anybody can tell later what was judged.",
    "Decklists": "Lists alone, judged by no format: read, written in another syntax, compared.",
    "Formats and banlists": "What may be played on a day, and how it came to that.",
    "Policies and events": "How a team builds its decks, and what holds at its event.",
    "Cards": "The card catalogue.",
    "Limited": "Products and pools: what is opened, what it may hold, the decks built from it.",
    "Service": "The service itself.",
}

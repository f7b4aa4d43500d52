"""Sentences of a card's history with several parts, one whole template for each case."""

from __future__ import annotations

from typing import Literal

from messages import say, template

Kind = Literal["title", "class"]
"""Whether a list names the card by title, or by its kind."""
How = Literal["first-day", "taken-over", "comes-in", "later"]
"""Whether a ruling began with the format, an older list, a set, or at another time."""

RULED: dict[tuple[Literal["banned", "restricted"], Kind, How], str] = {
    ("banned", "title", "first-day"): template("Banned from the first day of {format}."),
    ("banned", "title", "taken-over"): template(
        "Banned from the first day of {format}, on the list taken over since {since}."
    ),
    ("banned", "title", "comes-in"): template("Banned as it comes in with {sets}."),
    ("banned", "title", "later"): template("Banned."),
    ("banned", "class", "first-day"): template(
        "Banned with all cards of its kind from the first day of {format}."
    ),
    ("banned", "class", "taken-over"): template(
        "Banned with all cards of its kind from the first day of {format}, on the list taken over"
        " since {since}."
    ),
    ("banned", "class", "comes-in"): template(
        "Banned with all cards of its kind as it comes in with {sets}."
    ),
    ("banned", "class", "later"): template("Banned with all cards of its kind."),
    ("restricted", "title", "first-day"): template("Restricted from the first day of {format}."),
    ("restricted", "title", "taken-over"): template(
        "Restricted from the first day of {format}, on the list taken over since {since}."
    ),
    ("restricted", "title", "comes-in"): template("Restricted as it comes in with {sets}."),
    ("restricted", "title", "later"): template("Restricted."),
    ("restricted", "class", "first-day"): template(
        "Restricted with all cards of its kind from the first day of {format}."
    ),
    ("restricted", "class", "taken-over"): template(
        "Restricted with all cards of its kind from the first day of {format}, on the list taken"
        " over since {since}."
    ),
    ("restricted", "class", "comes-in"): template(
        "Restricted with all cards of its kind as it comes in with {sets}."
    ),
    ("restricted", "class", "later"): template("Restricted with all cards of its kind."),
}
SEEN: dict[Literal["banned", "restricted"], str] = {
    "banned": template("Banned (as listed by {source}; when it was announced is not known here)."),
    "restricted": template(
        "Restricted (as listed by {source}; when it was announced is not known here)."
    ),
}
LAPSES: dict[Literal["banned", "restricted"], str] = {
    "banned": template("{refused}; the ban lapses."),
    "restricted": template("{refused}; the restriction lapses."),
}
"""When a card leaves the format while banned or restricted."""
FREED = {"banned": say("Unbanned."), "restricted": say("Unrestricted.")}
"""By the card's previous status."""

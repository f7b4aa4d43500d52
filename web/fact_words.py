"""What pages call what the facts and the engine give by a code: certainties, statuses, policies."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask

import formats
from messages import Message, say

CERTAINTIES: Mapping[str, Message] = {
    "sure": say("sure"),
    "likely": say("likely"),
    "implied": say("implied"),
    "not later than": say("not later than"),
    "from memory": say("from memory"),
    "uncertain": say("uncertain"),
    "disputed": say("disputed"),
    "superseded": say("superseded"),
    "unknown": say("unknown"),
}
"""How sure a fact is."""

STATUSES: Mapping[str, Message] = {
    "unreleased": say("unreleased"),
    "not-legal": say("not legal"),
    "legal": say("legal"),
    "restricted": say("restricted"),
    "banned": say("banned"),
    "ended": say("ended"),
}
"""The standing of a card in a format."""

COLORS: Mapping[str, Message] = {
    "white": say("White"),
    "blue": say("Blue"),
    "black": say("Black"),
    "red": say("Red"),
    "green": say("Green"),
    "multicolor": say("Multicolor"),
    "colorless": say("Colorless"),
    "land": say("Land"),
}
"""The piles in which players and judges sort cards, in that order."""

RARITIES: Mapping[str, Message] = {
    "C": say("common"),
    "U": say("uncommon"),
    "R": say("rare"),
    "M": say("mythic"),
    "L": say("land"),
    "S": say("special"),
}
"""By the letter of the rarity of a printing."""

POLICIES: Mapping[str, Message] = {
    "combined-four": say("Four copies of a card in the team's combined decks"),
    "unified-2005": say(
        "Four copies of a card in the team's combined decks, basic lands alone excepted"
        " (tournaments from 2005)"
    ),
    "unified-2013": say(
        "Four copies of a card in the team's combined decks (tournaments from 2013)"
    ),
    "unified-2016": say("No card in two decks of a team (tournaments from 2016)"),
    "unified-2018": say(
        "No card in two decks of a team, whatever the card says (tournaments from 2018)"
    ),
    formats.TOURNAMENT: say("The tournament rules of the day"),
}
"""The names of the policies."""

_DECK_BY_DECK = say(
    "cards with the basic supertype; a card whose own text sets another limit keeps it, deck by"
    " deck"
)
EXEMPT: Mapping[str, Message] = {
    "combined-four": _DECK_BY_DECK,
    "unified-2005": say("basic land cards"),
    "unified-2013": _DECK_BY_DECK,
    "unified-2016": say(
        "cards with the basic supertype; a card whose own text sets another limit, in every deck"
    ),
    "unified-2018": say(
        "cards with the basic supertype; a card whose own text sets another limit uses it in one"
        " deck of the team"
    ),
}
"""What a policy exempts."""


def register(application: Flask) -> None:
    """Let templates name them: `{{ fact_words.STATUSES[status] | translated }}`."""
    application.jinja_env.globals["fact_words"] = {
        name: table for name, table in globals().items() if name.isupper()
    }

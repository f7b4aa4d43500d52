"""The parts of a text that contain one deck each, and the notice that lists them."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from messages import Message, say, say_count, say_list
from validator.model import MAIN, Decklist, Notice, Place


class Part(NamedTuple):
    """The lines of one deck, counted from 0, and its player."""

    start: int
    stop: int
    player: str | None = None
    title: int | None = None
    """The line with the player's name, which is not a card."""
    sideboard: int | None = None
    """The line at which the sideboard begins, if nothing in the text says so."""


def with_notice(decks: Sequence[Decklist], parts: Sequence[Part] = ()) -> tuple[Decklist, ...]:
    """The decks of one text; the first gets the notice with the lines and player of each deck."""
    places = [
        _where(number, deck.player, part)
        for number, (deck, part) in enumerate(zip_longest(decks, parts), 1)
    ]
    message = say(
        "The text contains {decks} and was split accordingly: {places}.",
        decks=say_count(len(decks), "{number} deck", "{number} decks"),
        places=say_list(places),
    )
    first, *others = decks
    notice = Notice("decks-split", "info", message, (Place(None, MAIN, 1),))
    return (first._replace(notices=(notice, *first.notices)), *others)


def _where(number: int, player: str | None, part: Part | None) -> Message:
    """A deck by its number, with its lines and player if known."""
    deck = say("deck {number}", number=number)
    if part:
        places = {"number": number, "first": part.start + 1, "last": part.stop}
        deck = say("deck {number} is in lines {first} to {last}", **places)
    return say("{deck} ({player})", deck=deck, player=player) if player else deck


def merge(decks: Sequence[Decklist]) -> Decklist:
    """The decks as one, of the first one's player."""
    if len(decks) == 1:
        return decks[0]
    return decks[0]._replace(
        lines=tuple(line for deck in decks for line in deck.lines),
        unreadable=tuple(line for deck in decks for line in deck.unreadable),
        notices=tuple(notice for deck in decks for notice in deck.notices),
        unread=tuple(text for deck in decks for text in deck.unread),
    )

"""Card facts: every card by its English card title, and what a written name means."""

from cards.model import Card, CardSet, Level, Match, Printing
from cards.remembering import Answers, forget, remembered
from cards.store import Catalogue, catalogue, use
from cards.titles import fold, loosen

__all__ = [
    "Answers",
    "Card",
    "CardSet",
    "Catalogue",
    "Level",
    "Match",
    "Printing",
    "catalogue",
    "fold",
    "forget",
    "loosen",
    "remembered",
    "use",
]

"""Card facts: every card by its English card title, and what a written name means."""

from cards.model import Card, CardSet, IsLegal, Level, Match, Printing
from cards.remembering import Answers, forget, remembered
from cards.store import Catalogue, catalogue, use
from cards.titles import fold, is_beyond_latin, loosen

"""Card facts: every card by its English card title, and the resolution of written names."""

from cards.caches import BoundedCache, catalogue_cache, forget
from cards.model import Card, CardSet, IsLegal, Level, Match, Printing
from cards.store import Catalogue, additions_cache, catalogue, use
from cards.titles import fold, is_beyond_latin, loosen

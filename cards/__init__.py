"""Card facts: every card by its English card title, and the resolution of written names."""

from cards.model import ENGLISH_LEVELS, Card, CardSet, IsLegal, Level, Match, Printing
from cards.store import (
    BoundedCache,
    Catalogue,
    additions_cache,
    catalogue,
    catalogue_cache,
    forget,
    use,
    using,
)
from cards.titles import fold, is_beyond_latin, loosen

"""Limited: products, the origins of a pool's cards, and building decks from a pool."""

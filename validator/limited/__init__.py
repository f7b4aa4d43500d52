"""Limited: products, where the cards of a pool come from, building from a pool."""

"""The page that counts a pool and builds decks from it."""

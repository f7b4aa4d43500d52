"""What Scryfall and MTGJSON publish, read as a stream: bytes in, sightings of cards out.

Nothing here knows a network or a clock. `docs/update.md` names the documents that the shapes
come from.
"""

"""Streaming readers of the data of Scryfall and MTGJSON: bytes in, sightings of cards out.

They use neither network nor clock. `docs/update.md` names the documents that specify the
formats.
"""

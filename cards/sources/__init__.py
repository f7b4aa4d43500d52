"""The reader of MTGJSON's data: bytes in, sightings of cards out; no network, no clock."""

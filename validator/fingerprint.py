"""One hash over everything that an answer depends on besides the question."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import banlists
import formats
from cards import Catalogue
from validator.digests import sha256
from validator.house import House

RULES_VERSION = "4"
"""To be raised with every change of the engine that changes an answer or its words."""


def fingerprint(catalogue: Catalogue, house: House | None = None) -> str:
    """The same for the same card facts, formats, policies, banlists, rules and house rules."""
    shipped = fingerprint_of(catalogue.digest)
    if house is None:
        return shipped
    return sha256(f"{shipped}\n{house.digest}")


@lru_cache(maxsize=64)
def fingerprint_of(digest: str) -> str:
    """The fingerprint of answers by the card facts of that digest, without house rules."""
    import hashlib  # a verdict alone needs none

    parts = hashlib.sha256(f"{RULES_VERSION}\n{digest}\n".encode())
    for package in (formats, banlists):
        folder = Path(package.__file__ or "").parent
        for path in sorted(folder.rglob("*.toml")):
            parts.update(f"{path.relative_to(folder).as_posix()}\n".encode())
            parts.update(path.read_bytes())
    return "sha256:" + parts.hexdigest()

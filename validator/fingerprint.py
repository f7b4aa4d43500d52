"""One hash over everything that an answer depends on besides the question."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import banlists
import formats
from cards import Catalogue

RULES_VERSION = "2"
"""To be raised with every change of the engine that changes an answer or its words."""


@lru_cache(maxsize=4)
def fingerprint(catalogue: Catalogue) -> str:
    """The same for the same card facts, formats, policies, banlists and rules."""
    parts = hashlib.sha256(f"{RULES_VERSION}\n{catalogue.digest}\n".encode())
    for package in (formats, banlists):
        folder = Path(package.__file__ or "").parent
        for path in sorted(folder.rglob("*.toml")):
            parts.update(f"{path.relative_to(folder).as_posix()}\n".encode())
            parts.update(path.read_bytes())
    return "sha256:" + parts.hexdigest()

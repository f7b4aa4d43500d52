"""Hashes that identify lists and rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any


def sha256(text: str) -> str:
    """`sha256:` with the hash of the text in UTF-8; lone surrogates are encoded as they are."""
    return "sha256:" + str(_sha256()(text.encode("utf-8", "surrogatepass")).hexdigest())


@cache
def _sha256() -> Callable[[bytes], Any]:
    import hashlib  # not needed for a plain verdict

    return hashlib.sha256

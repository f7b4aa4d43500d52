"""Hashes that identify texts, rules, and everything an answer depends on besides the request."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import banlists.lists
import formats.files
from cards import Catalogue, catalogue_cache
from cards.command_zone import FILE


def sha256(text: str) -> str:
    """`sha256:` with the hash of the text in UTF-8; lone surrogates are encoded as they are."""
    return "sha256:" + str(_sha256()(text.encode("utf-8", "surrogatepass")).hexdigest())


@cache
def _sha256() -> Callable[[bytes], Any]:
    import hashlib  # not needed for a plain verdict

    return hashlib.sha256


RULES_VERSION_LENGTH = 12
HOUSE_MARK = "+"
"""Separates the digest of house rules, of which this many digits follow."""
HOUSE_LENGTH = 16


@catalogue_cache(64)
def fingerprint(catalogue: Catalogue, house_digest: str = "") -> str:
    """Equal for equal card facts, formats, policies, banlists, rules and house rules."""
    shipped = fingerprint_of(catalogue.digest)
    if not house_digest:
        return shipped
    return f"{shipped}{HOUSE_MARK}{house_digest.removeprefix('sha256:')[:HOUSE_LENGTH]}"


@lru_cache(maxsize=64)
def fingerprint_of(digest: str) -> str:
    """The fingerprint for card facts of that digest, without house rules."""
    commanders = sha256(FILE.read_text("utf-8"))  # not part of the catalogue
    facts = [
        _contents(folder, "*.toml") for folder in (formats.files.FOLDER, banlists.lists.FOLDER)
    ]
    parts = [rules_version(), digest, *facts, commanders]
    return sha256("\n".join(parts))


@cache
def rules_version() -> str:
    """The version of the rules: hexadecimal digits that change with the engine's source.

    The tables of rules and notices, with their wording, are included.
    """
    digest = sha256(_contents(Path(__file__).parent, "*.py")).removeprefix("sha256:")
    return digest[:RULES_VERSION_LENGTH]


def _contents(folder: Path, pattern: str) -> str:
    """The names and contents of the folder's files, in order."""
    return "\n".join(
        f"{path.relative_to(folder).as_posix()}\n{path.read_text('utf-8')}"
        for path in sorted(folder.rglob(pattern))
    )

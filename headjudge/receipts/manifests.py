"""Manifests of the facts: the digest of each file, signed like receipts.

An edition's manifest is a file beside it, with the ending `.jws`. That of the shipped facts also
covers the banlists, formats and policies.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cards.catalogue_files import NotAnEdition
from cards.editions import Edition, Trust
from headjudge.receipts import tokens
from headjudge.receipts.keys import Key, read_public

TYPE = "headjudge-facts+jwt"
LARGEST = 1 << 20
"""Bytes. The manifest of the shipped facts has some 10,000."""
FACTS = ("banlists", "cards", "formats")
"""The folders of the shipped facts, side by side."""
ENDINGS = frozenset({".toml", ".tsv", ".sqlite"})


def manifest_of(edition: Edition) -> dict[str, Any]:
    """The digests of an edition's files, by path; raises OSError."""
    root, paths = edition.path.parent, [edition.path]
    if edition.is_shipped:
        root = root.parent
        files = (path for folder in FACTS for path in (root / folder).rglob("*"))
        paths = [path for path in files if path.suffix in ENDINGS]
    return {
        "edition": edition.digest,
        "as_of": edition.as_of.isoformat(),
        "files": {path.relative_to(root).as_posix(): _sha256(path) for path in sorted(paths)},
    }


def sign(edition: Edition, key: Key) -> Path:
    """Write an edition's signed manifest beside its file; raises OSError."""
    path = manifest_path(edition.path)
    path.write_text(tokens.sign(manifest_of(edition), key, TYPE) + "\n", encoding="ascii")
    return path


def manifest_path(edition: Path) -> Path:
    """The path of the manifest for that file."""
    return edition.with_suffix(".jws")


def read(path: Path, keys: Mapping[str, Key]) -> dict[str, Any]:
    """The content of a manifest signed by one of the keys; raises Untrusted."""
    try:
        with path.open("rb") as file:
            token = tokens.parse(file.read(LARGEST).decode("ascii").strip(), TYPE)
    except OSError as error:
        raise tokens.Untrusted(f"{path.name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        token = None
    if token is None:
        raise tokens.Untrusted(f"{path.name} is no manifest of facts.")
    try:
        tokens.signer(token, keys)
    except tokens.Untrusted as error:
        raise tokens.Untrusted(f"{path.name}: {error.message}") from None
    document: dict[str, Any] = json.loads(token.payload)
    return document


def public_keys(path: Path) -> dict[str, Key]:
    """The public keys in a file, by id; raises WrongKeys or OSError."""
    return read_public(path.read_bytes())


def trust_in(keys: Path) -> Trust:
    """Trust in editions signed by the public keys of a file; raises WrongKeys or OSError."""
    trusted = public_keys(keys)

    def check(path: Path, digest: str) -> None:
        try:
            signed = read(manifest_path(path), trusted).get("edition")
        except tokens.Untrusted as error:
            raise NotAnEdition(f"{path.name} is not signed: {error.message}") from None
        if signed != digest:
            raise NotAnEdition(f"{path.name} is not the edition that its manifest was signed for.")

    return check


def faults(edition: Edition, keys: Mapping[str, Key]) -> Iterator[str]:
    """Differences between the shipped facts and their manifest, file by file; raises OSError."""
    try:
        signed = read(manifest_path(edition.path), keys)["files"]
    except tokens.Untrusted as error:
        yield error.message
        return
    files = manifest_of(edition)["files"]
    for name in sorted(files.keys() | signed.keys()):
        if files.get(name) != signed.get(name):
            change = "was altered"
            if name not in files or name not in signed:
                change = "is gone" if name in signed else "is new"
            yield f"{name} {change} since these facts were signed."


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()

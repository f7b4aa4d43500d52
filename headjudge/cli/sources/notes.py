"""What is remembered of a downloaded file: which version of it is there, whole or in part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from cards import durable


@dataclass(frozen=True, slots=True)
class Note:
    """The address, the validators and the length in bytes of what is beside it."""

    url: str
    etag: str | None
    last_modified: str | None
    length: int | None

    def conditions(self) -> dict[str, str]:
        """The headers that ask for the file only if it has changed."""
        named = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {header: value for header, value in named.items() if value}

    def resumption(self, size: int) -> dict[str, str]:
        """The headers that ask for what is missing; none where that would not be certain."""
        # A weak validator does not promise the same bytes (RFC 9110 13.1.5).
        strong = self.etag and not self.etag.startswith("W/")
        validator = self.etag if strong else None if self.etag else self.last_modified
        if not size or not validator:
            return {}
        return {"Range": f"bytes={size}-", "If-Range": validator}


def note_of(url: str, headers: Mapping[str, str], offset: int) -> Note:
    """What the headers of an answer say, of which `offset` bytes had arrived before."""
    length = headers.get("Content-Length", "")
    return Note(
        url,
        headers.get("ETag"),
        headers.get("Last-Modified"),
        int(length) + offset if length.isdecimal() else None,
    )


def path_of(path: Path) -> Path:
    """Where the note of a file is."""
    return path.with_name(path.name + ".note")


def read_note(path: Path) -> Note | None:
    """The note of a file; None where there is none that can be read."""
    try:
        return Note(**json.loads(path_of(path).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_note(path: Path, note: Note) -> None:
    """Put the note beside the file; OSError."""
    durable.write(path_of(path), json.dumps(asdict(note)) + "\n")


def forget(path: Path) -> None:
    """Remove a file and its note, as far as they are there; OSError."""
    path.unlink(missing_ok=True)
    path_of(path).unlink(missing_ok=True)

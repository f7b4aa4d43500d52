"""Notes on downloaded files: which version of a file is there, complete or in part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from cards import durable


@dataclass(frozen=True, slots=True)
class Note:
    """The address, validators and length in bytes of the file beside it."""

    url: str
    etag: str | None
    last_modified: str | None
    length: int | None

    def conditions(self) -> dict[str, str]:
        """The headers of a conditional request for the file."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {header: value for header, value in headers.items() if value}

    def resumption(self, size: int) -> dict[str, str]:
        """The headers to resume the download; empty if that would be unsafe."""
        # Weak validators do not guarantee the same bytes (RFC 9110 13.1.5).
        strong = self.etag and not self.etag.startswith("W/")
        validator = self.etag if strong else None if self.etag else self.last_modified
        if not size or not validator:
            return {}
        return {"Range": f"bytes={size}-", "If-Range": validator}


def note_of(url: str, headers: Mapping[str, str], offset: int) -> Note:
    """The note for a response that continues after `offset` bytes."""
    length = headers.get("Content-Length", "")
    return Note(
        url,
        headers.get("ETag"),
        headers.get("Last-Modified"),
        int(length) + offset if length.isdecimal() else None,
    )


def path_of(path: Path) -> Path:
    """The path of a file's note."""
    return path.with_name(path.name + ".note")


def read_note(path: Path) -> Note | None:
    """The note of a file; None if it is missing or unreadable."""
    try:
        return Note(**json.loads(path_of(path).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_note(path: Path, note: Note) -> None:
    """Write the note beside the file; raises OSError."""
    durable.write(path_of(path), json.dumps(asdict(note)) + "\n")


def forget(path: Path) -> None:
    """Remove a file and its note, if they exist; raises OSError."""
    path.unlink(missing_ok=True)
    path_of(path).unlink(missing_ok=True)

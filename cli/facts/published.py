"""Published legalities, read from a file of Scryfall's bulk data or MTGJSON's AtomicCards.

Files of gigabytes are read piece by piece. One that breaks off is not compared at all: what is
missing in it would look like a card that was taken out of every format.
"""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Literal, cast

from cli.errors import CannotBeAsked
from validator.drift import STATUSES, Published, Status

Source = Literal["scryfall", "mtgjson"]
SOURCES: tuple[Source, ...] = ("scryfall", "mtgjson")

GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
NO_CARDS = frozenset({"art_series", "double_faced_token", "emblem", "token"})
"""Layouts of Scryfall that are no cards, though some have the name of one."""
HEAD = 4096


class PublishedFile:
    """A file of legalities; its shape says whose it is."""

    def __init__(self, path: Path) -> None:
        """Raises CannotBeAsked where it is neither Scryfall's nor MTGJSON's."""
        self._path = path
        self.unread = 0
        """Records that could not be understood, as far as the file was read."""
        with self._reading(), self._open() as file:
            head = file.read(HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
        if not head.startswith((b"[", b"{")):
            raise CannotBeAsked(f"{path} is no JSON of Scryfall or MTGJSON.")
        self.source: Source = "scryfall" if head.startswith(b"[") else "mtgjson"

    def read(self) -> Iterator[Published]:
        """Every record; raises CannotBeAsked where the file breaks off, or holds none."""
        found = 0
        with self._reading(), self._open() as file:
            records = _scryfall(file) if self.source == "scryfall" else _mtgjson(file)
            for one in records:
                if one is None:
                    self.unread += 1
                    continue
                found += 1
                yield one
        if not found:
            raise CannotBeAsked(f"{self._path} holds no card with its legalities.")

    def _open(self) -> IO[bytes]:
        with self._path.open("rb") as file:
            head = file.read(len(XZ))
        if head.startswith(GZIP):
            return cast(IO[bytes], gzip.open(self._path))
        if head == XZ:
            return cast(IO[bytes], lzma.open(self._path))
        return self._path.open("rb")

    def _reading(self) -> _Reading:
        return _Reading(self._path)


class _Reading:
    """Says what is wrong with the file instead of raising what its readers do."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, _: object) -> None:
        from ijson import JSONError

        if kind is None:
            return
        if issubclass(kind, EOFError | zlib.error | lzma.LZMAError | gzip.BadGzipFile | JSONError):
            said = " ".join(str(error).split())[:120]
            raise CannotBeAsked(f"{self._path} is damaged or breaks off: {said}.") from None
        if issubclass(kind, OSError):
            reason = getattr(error, "strerror", None) or str(error)
            raise CannotBeAsked(f"{self._path} cannot be read: {reason}.") from None


def _scryfall(file: IO[bytes]) -> Iterator[Published | None]:
    """The cards of a bulk file (https://scryfall.com/docs/api/cards); None for what is none."""
    import ijson

    for card in ijson.items(file, "item"):
        if isinstance(card, dict) and card.get("layout") in NO_CARDS:
            continue
        yield _published(card, "name", "set", "set_name")


def _mtgjson(file: IO[bytes]) -> Iterator[Published | None]:
    """The cards of AtomicCards (https://mtgjson.com/data-models/card/card-atomic/), face by face.

    Each title has a list of its faces, or of the cards that share it.
    """
    import ijson

    for title, faces in ijson.kvitems(file, "data"):
        for face in faces if isinstance(faces, list) else [None]:
            if isinstance(face, dict):
                printings = face.get("printings")
                first = face.get("firstPrinting") or next(iter(printings or ()), "")
                face = {**face, "title": title, "set": first}
            yield _published(face, "title", "set", "set")


def _published(card: Any, title: str, set_code: str, set_name: str) -> Published | None:
    if not isinstance(card, dict):
        return None
    name, said = card.get(title), card.get("legalities")
    if not isinstance(name, str) or not isinstance(said, dict):
        return None
    legalities = {str(one): str(status).lower() for one, status in said.items()}
    if not _are_known(legalities.values()):
        return None
    code, of_set = card.get(set_code), card.get(set_name)
    return Published(
        name,
        cast(dict[str, Status], legalities),
        code.upper() if isinstance(code, str) else "",
        of_set if isinstance(of_set, str) else "",
    )


def _are_known(statuses: Iterable[str]) -> bool:
    return all(status in STATUSES for status in statuses)

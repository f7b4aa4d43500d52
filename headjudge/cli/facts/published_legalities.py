"""Published legalities, from Scryfall's bulk data or MTGJSON's AtomicCards, and their download.

Files of gigabytes are streamed. A truncated file is not compared at all: its missing cards would
look like removals from every format.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from cards.sources import streams
from cards.sources.scryfall import NO_CARD_LAYOUTS
from cards.sources.streams import Damaged
from headjudge.cli import USER_AGENT
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.facts.known_differences import Source
from headjudge.cli.sources import mtgjson, scryfall
from headjudge.cli.sources.downloads import CannotDownload, Downloads
from headjudge.cli.sources.local import Kind, kind_of
from headjudge.cli.sources.progress import Progress
from validator.legality.drift import STATUSES, Published, Status

CARDS = "oracle_cards"
"""Scryfall's bulk file with one object per card."""
OF_KIND: dict[Kind, Source] = {"Scryfall's cards": "scryfall", "AtomicCards": "mtgjson"}
"""Kinds of files with legalities, and their publishers."""


@contextmanager
def download(source: Source) -> Iterator[Path]:
    """A temporary download of the publisher's current legalities; raises CommandError."""
    with tempfile.TemporaryDirectory(prefix="headjudge-drift-") as folder:
        progress = Progress(quiet=False)
        try:
            with Downloads(Path(folder), user_agent=USER_AGENT, progress=progress) as downloads:
                if source == "scryfall":
                    url, _ = scryfall.bulk_file(downloads, scryfall.ADDRESS, CARDS)
                    path = downloads.fetch(url, accept=scryfall.FILE)
                else:
                    url = f"{mtgjson.ADDRESS}/AtomicCards{mtgjson.PACKED}"
                    path = mtgjson.fetch(downloads, url)
        except (CannotDownload, Damaged) as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{source} cannot be asked: {reason_of(error)}.") from None
        yield path


class PublishedFile:
    """A file of legalities, whose publisher is detected from its beginning."""

    def __init__(self, path: Path) -> None:
        """Raises CommandError if it is neither Scryfall's nor MTGJSON's."""
        self._path = path
        self.unreadable = 0
        """The number of invalid records read so far."""
        try:
            kind = kind_of(path)
        except (Damaged, OSError) as error:
            raise CommandError(_reason(error, path)) from None
        if kind not in OF_KIND:
            raise CommandError(f"{path} is {kind}, which tells no legalities of all cards.")
        self.source = OF_KIND[kind]

    def read(self) -> Iterator[Published]:
        """All records; raises CommandError if the file is truncated or empty."""
        count = 0
        try:
            for publication in (_scryfall if self.source == "scryfall" else _mtgjson)(self._path):
                if publication is None:
                    self.unreadable += 1
                    continue
                count += 1
                yield publication
        except (Damaged, OSError) as error:
            raise CommandError(_reason(error, self._path)) from None
        if not count:
            raise CommandError(f"{self._path} holds no card with its legalities.")


def _scryfall(path: Path) -> Iterator[Published | None]:
    """The cards of a bulk file (https://scryfall.com/docs/api/cards); None for invalid records."""
    for card in streams.records(path):
        if card.get("layout") not in NO_CARD_LAYOUTS:  # some tokens share the name of a card
            yield _record(card, "name", "set", "set_name")


def _mtgjson(path: Path) -> Iterator[Published | None]:
    """The cards of AtomicCards (https://mtgjson.com/data-models/card/card-atomic/), by face.

    Each title has a list of its faces, or of the cards that share it.
    """
    for title, faces in streams.members(path, "data"):
        for face in faces if isinstance(faces, list) else [None]:
            if not isinstance(face, dict):
                yield None
                continue
            first = face.get("firstPrinting") or next(iter(face.get("printings") or ()), "")
            yield _record({**face, "title": title, "set": first}, "title", "set", "")


def _record(card: dict[str, Any], title: str, code: str, set_name: str) -> Published | None:
    name, verdicts = card.get(title), card.get("legalities")
    if not isinstance(name, str) or not isinstance(verdicts, dict):
        return None
    legalities = {str(format_id): str(status).lower() for format_id, status in verdicts.items()}
    if not all(status in STATUSES for status in legalities.values()):
        return None
    of_set = (str(card.get(code) or "").upper(), str(card.get(set_name) or ""))
    return Published(name, cast(dict[str, Status], legalities), *of_set)


def _reason(error: Damaged | OSError, path: Path) -> str:
    if isinstance(error, Damaged):
        return str(error)
    return f"{path} cannot be read: {reason_of(error)}."

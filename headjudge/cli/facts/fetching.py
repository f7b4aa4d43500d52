"""Today's published legalities, fetched."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cards.sources.streams import Damaged
from headjudge.cli import USER_AGENT
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.facts.known import Source
from headjudge.cli.sources import mtgjson, scryfall
from headjudge.cli.sources.downloads import CannotDownload, Downloads
from headjudge.cli.sources.progress import Progress

CARDS = "oracle_cards"
"""Scryfall's file of one object a card."""


@contextmanager
def fetched(source: Source) -> Iterator[Path]:
    """The file of legalities that the source publishes today, for a while; CannotBeAsked."""
    with tempfile.TemporaryDirectory(prefix="headjudge-drift-") as folder:
        progress = Progress(quiet=False)
        try:
            with Downloads(Path(folder), user_agent=USER_AGENT, progress=progress) as downloads:
                path = _fetch(source, downloads)
        except (CannotDownload, Damaged) as error:
            raise CannotBeAsked(str(error)) from None
        except OSError as error:
            raise CannotBeAsked(f"{source} cannot be asked: {error.strerror or error}.") from None
        yield path


def _fetch(source: Source, downloads: Downloads) -> Path:
    if source == "scryfall":
        url = scryfall.url_of(scryfall.entry(downloads, scryfall.ADDRESS, CARDS))
        if url is None:
            raise CannotDownload(f"{scryfall.ADDRESS}/bulk-data names no file of {CARDS}.")
        return downloads.fetch(url, accept=scryfall.FILE)
    return mtgjson.fetch(downloads, f"{mtgjson.ADDRESS}/AtomicCards{mtgjson.PACKED}")

"""Today's published legalities, fetched."""

from __future__ import annotations

import tempfile
from pathlib import Path

import requests

from cli import __version__
from cli.errors import CannotBeAsked
from cli.facts.published import Source

BULK = "https://api.scryfall.com/bulk-data/oracle-cards"
"""Scryfall's record of its file of one object a card (https://scryfall.com/docs/api/bulk-data)."""
ATOMIC = "https://mtgjson.com/api/v5/AtomicCards.json.xz"
"""MTGJSON's file of one object a card (https://mtgjson.com/downloads/all-files/)."""
HEADERS = {"User-Agent": f"headjudge/{__version__}", "Accept": "application/json;q=0.9,*/*;q=0.8"}
"""Scryfall asks for both."""
PATIENCE = 30
"""Seconds without an answer, or without another byte of it."""
PIECE = 1 << 20


def fetch(source: Source) -> Path:
    """The file of legalities that the source publishes today; raises CannotBeAsked.

    It lies in a new folder among the temporary files; who asked for it removes both.
    """
    folder = Path(tempfile.mkdtemp(prefix="headjudge-drift-"))
    try:
        with requests.Session() as session:
            session.headers.update(HEADERS)
            address = _address(session) if source == "scryfall" else ATOMIC
            return _kept(session, address, folder / "published")
    except (requests.RequestException, OSError, KeyError, ValueError) as error:
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()
        raise CannotBeAsked(f"{source} cannot be asked: {error}") from None


def _address(session: requests.Session) -> str:
    response = session.get(BULK, timeout=PATIENCE)
    response.raise_for_status()
    return str(response.json()["download_uri"])


def _kept(session: requests.Session, address: str, path: Path) -> Path:
    with session.get(address, timeout=PATIENCE, stream=True) as response:
        response.raise_for_status()
        with path.open("wb") as file:
            for piece in response.iter_content(PIECE):
                file.write(piece)
    return path

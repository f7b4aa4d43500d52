"""Scryfall's bulk data (https://scryfall.com/docs/api/bulk-data).

The index names the current files. `default_cards` has every printing with all facts about its
card, so `oracle_cards` is not needed. `all_cards` also has it in every language, and replaces it if
translated titles are wanted. `/sets` has the release dates. Since August 2026 the files are JSON
lines, compressed with gzip.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from cards.facts import Facts
from cards.sources import scryfall, streams
from cards.sources.streams import Damaged
from cards.updates.spool import Spool
from headjudge.cli.sources.downloads import CannotDownload, Downloads
from headjudge.cli.sources.release import Languages, Progress, Release

ADDRESS = "https://api.scryfall.com"
LONGEST_INDEX = 16 << 20
"""Bytes; the list of sets has a megabyte."""
JSON = "application/json"
FILE = "application/json, application/gzip;q=0.9, */*;q=0.8"


def release(downloads: Downloads, address: str, languages: Languages) -> Release:
    """The current state of Scryfall; translated titles are only read for given `languages`."""
    name = "all_cards" if languages is None or languages else "default_cards"
    url, time = bulk_file(downloads, address, name)
    try:
        as_of = datetime.date.fromisoformat(time[:10])
    except ValueError:
        raise CannotDownload(f"{address}/bulk-data tells no day of {name}.") from None

    def gather(spool: Spool, _: Facts, progress: Progress) -> None:
        add_sets(_entries(downloads, f"{address}/sets"), spool)
        path = downloads.fetch(url, accept=FILE)
        progress(f"reading {name}")
        add_cards(path, spool, languages)

    return Release("scryfall", f"{name} of {time}", as_of, gather)


def add_cards(path: Path, spool: Spool, languages: Languages) -> None:
    """Read a file of card objects; raises Damaged."""
    count = 0
    try:
        for record in streams.records(path):
            count += 1
            spool.add_set(scryfall.set_of_card(record))
            for sighting in scryfall.of_card(record):
                spool.add(sighting, languages)
    except (KeyError, TypeError, AttributeError) as error:
        raise Damaged(f"{path.name} has a card that is none of Scryfall's: {error}.") from None
    if not count:
        raise Damaged(f"{path.name} has no cards.")


def add_sets(records: Any, spool: Spool) -> None:
    """Add set objects; raises Damaged."""
    try:
        for record in records:
            spool.add_set(scryfall.of_set(record))
    except (KeyError, TypeError, AttributeError) as error:
        raise Damaged(f"The list of sets has one that is none of Scryfall's: {error}.") from None


def bulk_file(downloads: Downloads, address: str, name: str) -> tuple[str, str]:
    """The address of a file in the index, and the time of its update, empty if not stated.

    Raises CannotDownload if it is missing.
    """
    for entry in _entries(downloads, f"{address}/bulk-data"):
        if _text(entry, "type") == name:
            if url := _text(entry, "jsonl_download_uri") or _text(entry, "download_uri"):
                return url, _text(entry, "updated_at")
            raise CannotDownload(f"{address}/bulk-data names no file of {name}.")
    raise CannotDownload(f"{address}/bulk-data has no {name}.")


def _text(document: Any, key: str) -> str:
    """A member of a JSON object that is a text; empty if there is none."""
    value = document.get(key) if isinstance(document, dict) else None
    return value if isinstance(value, str) else ""


def _entries(downloads: Downloads, url: str) -> list[Any]:
    """The members of a list object of the API."""
    document = streams.document(downloads.fetch(url, accept=JSON), LONGEST_INDEX)
    entries = document.get("data") if isinstance(document, dict) else None
    return entries if isinstance(entries, list) else []

"""MTGJSON's files (https://mtgjson.com/downloads/all-files/).

`Meta` has the date, `SetList` the sets, `AtomicCards` every card with its sets and translated
titles, each beside a `.sha256`. AtomicCards has no rarities: those of new printings are read from
the documents of their sets or, if there are many such sets, from `AllPrintings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cards.facts import Facts
from cards.sources import mtgjson, streams
from cards.sources.streams import Damaged
from cards.updates.spool import Spool
from headjudge.cli.sources.downloads import CannotDownload, Downloads
from headjudge.cli.sources.release import Languages, Progress, Release

ADDRESS = "https://mtgjson.com/api/v5"
PACKED = ".json.xz"
MANY_SETS = 25
"""From this number on, one file of all sets is the smaller download."""
RESERVED = frozenset({"AUX", "COM1", "CON", "LPT1", "NUL", "PRN"})
"""File names reserved by Windows: the files of these sets end in `_`."""


def release(downloads: Downloads, address: str, languages: Languages) -> Release:
    """The current state of MTGJSON."""
    meta = fetch(downloads, f"{address}/Meta.json")
    day = mtgjson.published(meta)

    def gather(spool: Spool, facts: Facts, progress: Progress) -> None:
        add_set_list(fetch(downloads, f"{address}/SetList{PACKED}"), spool)
        atomic = fetch(downloads, f"{address}/AtomicCards{PACKED}")
        progress("reading AtomicCards")
        add_atomic(atomic, spool, languages)
        codes = sets_to_ask(spool, facts)
        if len(codes) >= MANY_SETS:
            every_set = fetch(downloads, f"{address}/AllPrintings{PACKED}")
            progress("reading AllPrintings")
            add_all_sets(every_set, spool, languages)
            return
        for code in codes:
            name = f"{code}_" if code in RESERVED else code
            add_set(fetch(downloads, f"{address}/{name}{PACKED}"), spool, languages)

    return Release("mtgjson", f"build of {day}", day, gather)


def add_set_list(path: Path, spool: Spool) -> None:
    """Read `SetList`; raises Damaged."""
    with _record_errors(path):
        for record in streams.records(path, "data.item"):
            spool.add_set(mtgjson.of_set(record))


def add_atomic(path: Path, spool: Spool, languages: Languages) -> None:
    """Read `AtomicCards`; raises Damaged."""
    count = 0
    with _record_errors(path):
        for _, sides in streams.members(path, "data"):
            count += 1
            for sighting in mtgjson.of_atomic(sides):
                spool.add(sighting, languages)
    if not count:
        raise Damaged(f"{path.name} has no cards.")


def add_all_sets(path: Path, spool: Spool, languages: Languages) -> None:
    """Read `AllPrintings`, set by set; raises Damaged."""
    with _record_errors(path):
        for _, document in streams.members(path, "data"):
            _add(document, spool, languages)


def add_set(path: Path, spool: Spool, languages: Languages) -> None:
    """Read one set's document; raises Damaged."""
    with _record_errors(path):
        for key, document in streams.members(path, ""):
            if key == "data":
                _add(document, spool, languages)


def sets_to_ask(spool: Spool, facts: Facts) -> list[str]:
    """The sets with printings whose rarity is unknown to both the source and the old facts."""
    unknown = set(spool.of_unknown_rarity())
    for card in facts.cards:
        unknown.difference_update((card.title, code) for code, _ in card.printings)
    return sorted({code for _, code in unknown})


def _add(document: mtgjson.Record, spool: Spool, languages: Languages) -> None:
    spool.add_set(mtgjson.of_set(document))
    for sighting in mtgjson.of_set_cards(document):
        spool.add(sighting, languages)


def fetch(downloads: Downloads, url: str) -> Path:
    """Download the file at `url`, verified by the digest published beside it."""
    beside = downloads.fetch(f"{url}.sha256", accept="text/plain, */*;q=0.8")
    digest = re.match(r"\s*([0-9a-fA-F]{64})\b", beside.read_text("ascii", "replace"))
    if digest is None:
        raise CannotDownload(f"{url}.sha256 is no SHA-256.")
    return downloads.fetch(url, sha256=digest[1])


@contextmanager
def _record_errors(path: Path) -> Iterator[None]:
    """Add the file's name to errors about records in another format."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise Damaged(f"{path.name} has a record that is none of MTGJSON's: {error}.") from None

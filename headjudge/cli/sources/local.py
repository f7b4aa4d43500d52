"""Files that were downloaded by other means, identified by their content."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

from cards.facts import Facts
from cards.sources import mtgjson as mtgjson_records
from cards.sources import streams
from cards.sources.streams import Damaged
from cards.updates.spool import Spool
from headjudge.cli.errors import CommandError
from headjudge.cli.sources import mtgjson, scryfall
from headjudge.cli.sources.downloads import sha256_of
from headjudge.cli.sources.release import Languages, Progress, Release

Kind = Literal[
    "Scryfall's cards", "Scryfall's sets", "Meta", "SetList", "AtomicCards", "AllPrintings", "a set"
]
SCRYFALL: frozenset[Kind] = frozenset({"Scryfall's cards", "Scryfall's sets"})
CARDS: frozenset[Kind] = frozenset({"Scryfall's cards", "AtomicCards", "AllPrintings"})
"""One of these is required: the others supplement it."""
ORDER: tuple[Kind, ...] = (
    "Scryfall's sets", "Scryfall's cards", "Meta", "SetList", "AtomicCards", "AllPrintings",
    "a set",
)  # fmt: skip
DIGITS = 12
"""Digits of a file's SHA-256 used in its name."""
BEGINNING = 200
"""JSON events considered to identify a file."""
_TIME = re.compile(r"-(20\d\d)(\d\d)(\d\d)\d{6}\.")
"""The time in Scryfall's file names."""


def release(paths: Sequence[Path], as_of: datetime.date | None, languages: Languages) -> Release:
    """The content of these files; raises CommandError, Damaged or OSError.

    `as_of` is their day, if neither their names nor their content states it.
    """
    kinds = {path: kind_of(path) for path in paths}
    digests = {path: sha256_of(path) for path in paths}
    for path, digest in digests.items():
        _verify_digest(path, digest)
    sources = {"scryfall" if kind in SCRYFALL else "mtgjson" for kind in kinds.values()}
    if len(sources) > 1:
        raise CommandError("--from: these files are of two sources; take one at a time.")
    if CARDS.isdisjoint(kinds.values()):
        raise CommandError("--from: none of these files has all cards.")
    in_order = sorted(kinds.items(), key=lambda item: ORDER.index(item[1]))
    day = as_of or _day_of(in_order)

    def gather(spool: Spool, facts: Facts, progress: Progress) -> None:
        for path, kind in in_order:
            progress(f"reading {path.name}")
            _add(path, kind, spool, languages)
        if codes := mtgjson.sets_to_ask(spool, facts):
            raise CommandError(
                "--from: AtomicCards tells no rarities; give the documents of these sets as well,"
                f" or AllPrintings: {', '.join(codes)}."
            )

    (source,) = sources
    # A new file may have the same name as the one used last.
    names = [f"{path.name} ({digest[:DIGITS]})" for path, digest in digests.items()]
    return Release(source, ", ".join(names), day, gather)


def kind_of(path: Path) -> Kind:
    """Identify a file; raises CommandError if it is from no source, Damaged or OSError."""
    key = ""
    for prefix, event, value in islice(streams.events(path), BEGINNING):
        match prefix, event:
            case (("object" | "item.object" | "data.item.object"), "string") if value == "card":
                return "Scryfall's cards"
            case "data.item.object", "string" if value == "set":
                return "Scryfall's sets"
            case "data", "start_array":
                key = "[]"
            case "data", "map_key" if not key:
                key = value
            case "data.item.code", "string" if key == "[]":
                return "SetList"
            case _ if key and prefix == f"data.{key}":
                return _kind_of_member(key, event, path)
    raise CommandError(f"--from: {path.name} is none of Scryfall's or MTGJSON's files of cards.")


def _kind_of_member(key: str, event: str, path: Path) -> Kind:
    """Identify a document of MTGJSON by the first member of its data."""
    if key in ("date", "version"):
        return "Meta"
    if key == key.upper() and event == "start_map":
        return "AllPrintings"
    if key[:1].islower() and key.isalpha():
        return "a set"
    if event == "start_array":
        return "AtomicCards"
    raise CommandError(f"--from: {path.name} is none of MTGJSON's files of cards.")


def _add(path: Path, kind: Kind, spool: Spool, languages: Languages) -> None:
    match kind:
        case "Scryfall's sets":
            scryfall.add_sets(streams.records(path, "data.item"), spool)
        case "Scryfall's cards":
            scryfall.add_cards(path, spool, languages)
        case "SetList":
            mtgjson.add_set_list(path, spool)
        case "AtomicCards":
            mtgjson.add_atomic(path, spool, languages)
        case "AllPrintings":
            mtgjson.add_all_sets(path, spool, languages)
        case "a set":
            mtgjson.add_set(path, spool, languages)


def _day_of(files: Sequence[tuple[Path, Kind]]) -> datetime.date:
    for path, kind in files:
        if kind not in SCRYFALL:
            return mtgjson_records.published(path)
        if match := _TIME.search(path.name):
            return datetime.date(*map(int, match.groups()))
    raise CommandError("--from: the files do not tell their day; --as-of YYYY-MM-DD names it.")


def _verify_digest(path: Path, digest: str) -> None:
    """Compare a file with the digest beside it, if there is one, as published by MTGJSON."""
    beside = path.with_name(path.name + ".sha256")
    if beside.exists():
        published = beside.read_text("ascii", "replace").split()
        if published[:1] != [digest]:
            raise Damaged(f"{path.name} is altered: its SHA-256 is not that of {beside.name}.")

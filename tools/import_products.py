"""The files of Limited products, for `tools.import_formats`: boosters, companion sets, mixes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from formats.files import FOLDER
from formats.toml_writer import Row, date_or_none, document, table
from tools import tsv
from tools.tsv import Rows, grouped, in_order

CLASSES = ("common", "uncommon", "rare_mythic", "mythic", "basic_land", "double_faced", "special")
"""The classes of cards with bounds, in the order of the file."""
EVENTS = {
    "individual sealed": "individual-sealed",
    "booster draft": "booster-draft",
    "two-headed-giant sealed": "two-headed-giant-sealed",
    "two-headed-giant draft": "two-headed-giant-draft",
    "team sealed": "team-sealed",
    "prerelease two-headed-giant": "two-headed-giant-prerelease",
}
UNDOCUMENTED = re.compile(r"(?:; )?(start date |end date |dates )?own knowledge(?:, |$)")
"""The marks of sources without a document for the days, or for anything."""
UNDOCUMENTED_DAYS = {"start date": "from", "end date": "until", "dates": "both"}
NO_DOCUMENT = "no document at hand"
PLAYERS_IN_WORDS = {"two players": 2, "three players": 3}
USUAL_TEAM = 3
"""Players of the team that Team Sealed mixes are for, where a row names no number."""

COMMENTS = {
    "boosters": (
        "By set, what one booster (or pack) of each kind holds: `cards` without tokens, then "
        "the fewest and the most of a class, each reached alone. `rare_mythic` counts rares and "
        "mythics together, `basic_land` snow-covered ones and Wastes too, `double_faced` cards "
        "count in their rarity as well, `special` counts cards of companion sets. `sure_bounds` "
        "names the bounds that are sure, such as `rare_mythic_max`; `all` is every one."
    ),
    "companions": (
        "By set, the sets whose cards come in its boosters. `in_limited = false`: not in the "
        "boosters used for Limited, or only its basic lands. `until` is the first day without."
    ),
    "mixes": (
        "By kind of event, the product that is recommended: so many boosters for a player "
        "(individual-sealed, booster-draft) or for a team of `players`. A row without `set` is "
        "the general rule, with boosters of any set; `set` is the newest of a mix. `until` is "
        "the first day without. `undocumented` is what no document at hand gives: the first day "
        "(`from`), the last (`until`), `both`, or `all` of the row."
    ),
}


def files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file to write, with its text; the folder holds the tables of products."""
    for name, text in (
        ("boosters", boosters_text),
        ("companions", companions_text),
        ("mixes", mixes_text),
    ):
        yield FOLDER / "products" / f"{name}.toml", text(tsv.rows(folder / f"{name}.tsv"))


def boosters_text(rows: Rows) -> str:
    """The file of boosters, by set and kind."""
    by_set = grouped(in_order(rows, "set", "kind"), "set")
    tables = [table({code: [_booster(row) for row in by_set[code]]}) for code in by_set]
    return document(COMMENTS["boosters"], tables)


def companions_text(rows: Rows) -> str:
    """The file of companion sets, by set and companion."""
    by_set = grouped(rows, "set")
    tables = [table({code: [_companion(row) for row in by_set[code]]}) for code in sorted(by_set)]
    return document(COMMENTS["companions"], tables)


def mixes_text(rows: Rows) -> str:
    """The file of recommended products, by kind of event, date and set."""
    by_event = grouped(in_order(rows, "from", "set", "boosters"), "format")
    tables = [
        table({event: [_mix(row) for row in by_event[name]]}) for name, event in EVENTS.items()
    ]
    return document(COMMENTS["mixes"], tables)


def _booster(row: Mapping[str, str]) -> Row:
    bounds = {name: _bound(row, name) for name in CLASSES}
    return {
        "kind": row["kind"],
        "from": date_or_none(row["from"]),
        "cards": int(row["cards"]),
        **{name: bound for name, bound in bounds.items() if bound},
        "foil": [0, int(row["foil_max"])],
        "certainty": row["certainty"],
        "sure_bounds": row["sure_bounds"].split(",") if row["sure_bounds"] else None,
        "source": _documents(row["source"]),
        "note": row["note"],
    }


def _documents(source: str) -> str:
    """The documents of a source, without marks of missing ones."""
    is_without = source.startswith("own knowledge")
    return NO_DOCUMENT if is_without else UNDOCUMENTED.sub("", source)


def _undocumented(source: str) -> str | None:
    """The part without a document: a day of the row (`from`, `until`, `both`) or `all` of it."""
    match = UNDOCUMENTED.search(source)
    return UNDOCUMENTED_DAYS.get((match[1] or "").strip(), "all") if match else None


def _bound(row: Mapping[str, str], name: str) -> list[int] | None:
    # The fewest mythics are none, so that the table has no column of them.
    fewest, most = row.get(f"{name}_min", "0"), row[f"{name}_max"]
    return [int(fewest), int(most)] if most else None


def _companion(row: Mapping[str, str]) -> Row:
    return {
        "code": row["companion"],
        "from": date_or_none(row["from"]),
        "until": date_or_none(row["until"]),
        "in_limited": row["in_limited"] == "1",
        "filter": row["filter"],
        "note": row["note"],
        "source": _documents(row["source"]),
    }


def _mix(row: Mapping[str, str]) -> Row:
    return {
        "set": row["set"] if row["set"] != "*" else None,
        "from": date_or_none(row["from"]),
        "until": _until(row),
        "players": _players(row),
        "boosters": row["boosters"],
        "tournament_packs": _other(row, "tournament pack"),
        "seeded_boosters": _other(row, "seeded booster"),
        "promos": _other(row, "promo"),
        "source": _documents(row["source"].removeprefix("seed: ")),
        "undocumented": _undocumented(row["source"]),
    }


def _until(row: Mapping[str, str]) -> datetime.date | None:
    # The tables give the last day; only a prerelease's is the day of the release, without it.
    last = date_or_none(row["until"])
    if last is None or row["format"].startswith("prerelease"):
        return last
    return last + datetime.timedelta(days=1)


def _players(row: Mapping[str, str]) -> int | None:
    if row["format"] != "team sealed":
        return None
    numbers = (number for words, number in PLAYERS_IN_WORDS.items() if words in row["source"])
    return next(numbers, USUAL_TEAM)


def _other(row: Mapping[str, str], noun: str) -> int | None:
    match = re.search(rf"(\d+) {noun}s?\b", row["other"])
    return int(match[1]) if match else None

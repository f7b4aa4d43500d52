"""Build the catalogue from the card facts.

    python -m tools.build_catalogue FACTS_FOLDER [OUT]

FACTS_FOLDER holds `cards.jsonl`, `sets.tsv`, `translations.tsv`, a `README.md` with the date of
each source, and `names_beyond.txt`: names, one per line, of which nothing else is known. Missing
cards are taken from `supplied_cards.tsv`, alternative titles printed on cards from
`printed_titles.tsv`, both with sources. The same facts give the same bytes.
"""

from __future__ import annotations

import datetime
import heapq
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from cards import corrections
from cards.catalogue_file import write
from cards.model import Card, Facts, Printing, SetFacts, Translation
from cards.store import SHIPPED
from tools import tsv

SUPPLIED_CARDS = Path(__file__).with_name("supplied_cards.tsv")
"""Cards missing from the tables of facts; rows without printings correct the types, mana value and
colors of a card that is there."""
PRINTED_TITLES = Path(__file__).with_name("printed_titles.tsv")
"""Titles printed in place of English card titles, on cards of other franchises, except for titles
that lists use as headings (`Battle Royale`)."""
LISTS = ("supertypes", "types", "subtypes", "printings")
FROM_THE_CARD = ("supertypes", "types", "subtypes", "mana_value", "colors")
Record = Mapping[str, Any]
"""A card as in a line of `cards.jsonl`."""


def build(
    facts: Path, out: Path, supplied: Path | None = None, printed: Path | None = None
) -> None:
    """Write the catalogue of the facts in the folder `facts` to the file `out`, replacing it.

    `supplied` is a table of missing cards; ValueError if one of them is there. `printed` is a table
    of missing titles of cards.
    """
    write(read(facts, supplied, printed), out)


def read(folder: Path, supplied: Path | None = None, printed: Path | None = None) -> Facts:
    """The facts in a folder; its cards are read lazily."""
    incomplete = corrections.incomplete_sets()
    sets = tuple(_set(row, incomplete) for row in tsv.rows(folder / "sets.tsv"))
    platforms = {facts.code: facts.platform for facts in sets}
    dates = dict(_dates(folder / "README.md"))
    return Facts(
        as_of=max(dates.values()),
        sets=sets,
        cards=_cards(folder / "cards.jsonl", supplied, printed, platforms),
        translations=(
            Translation(row["language"], row["translated"], row["english"])
            for row in tsv.rows(folder / "translations.tsv")
        ),
        translated_until=min(
            (day for facts, day in dates.items() if "translations" in facts), default=None
        ),
        incomplete=frozenset(code for code, size in incomplete.items() if size is None),
        names_beyond=_lines(folder / "names_beyond.txt"),
    )


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from (line.strip() for line in file)


def _dates(readme: Path) -> Iterator[tuple[str, datetime.date]]:
    """The facts and their date in each row of the README's table of sources."""
    for line in readme.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", cells[-1]):
            yield cells[0], datetime.date.fromisoformat(cells[-1])


def _set(row: Mapping[str, str], sizes: Mapping[str, int | None]) -> SetFacts:
    names = ("code", "name", "released", "kind", "block", "platform")
    card_set = corrections.correct_set(*(row[name] for name in names))
    return card_set._replace(size=sizes.get(card_set.code) or 0)


def _cards(
    path: Path, supplied: Path | None, printed: Path | None, platforms: Mapping[str, str]
) -> Iterator[Card]:
    """The cards by title, each with the status that its printings give it."""
    rows = [_supplied(row) for row in tsv.rows(supplied)] if supplied else []
    missing = sorted((row for row in rows if row["printings"]), key=itemgetter("name"))
    corrected = {row["name"]: row for row in rows if not row["printings"]}
    titles = tsv.grouped(tsv.rows(printed), "title") if printed else {}
    before = ""
    with path.open(encoding="utf-8") as lines:
        for facts in heapq.merge(map(json.loads, lines), missing, key=itemgetter("name")):
            if facts["name"] == before:
                raise ValueError(f"{before} is no longer missing.")
            before = facts["name"]
            if before in corrected:
                facts |= {name: corrected[before][name] for name in FROM_THE_CARD}
            also = [row["printed"] for row in titles.get(before, ())]
            card = _card({**facts, "aka": [*facts["aka"], *also]})
            yield corrections.correct_card(card, platforms)


def _with(added: Iterable[Card], facts: Facts) -> Facts:
    """The facts with more cards, in order of their titles."""
    return facts._replace(cards=heapq.merge(facts.cards, added, key=attrgetter("title")))


def _supplied(row: Mapping[str, str]) -> Record:
    return {
        "name": row["title"],
        "layout": "normal",
        "mana_value": int(row["mana_value"]),
        "colors": row["colors"],
        "status": "paper",
        "aka": [],
        **{name: row[name].split() for name in LISTS},
    }


def _card(facts: Record) -> Card:
    return Card(
        title=facts["name"],
        faces=tuple(facts.get("faces", ())),
        layout=facts["layout"],
        types=tuple(facts["types"]),
        supertypes=tuple(facts["supertypes"]),
        subtypes=tuple(facts["subtypes"]),
        mana_value=facts["mana_value"],
        colors=facts["colors"],
        copy_limit=facts.get("limit"),
        printings=tuple(Printing(*printing.split(":")) for printing in facts["printings"]),
        status=facts["status"],
        alternative_titles=tuple(facts["aka"]),
    )


if __name__ == "__main__":
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED
    shipped = read(Path(sys.argv[1]), SUPPLIED_CARDS, PRINTED_TITLES)
    write(_with(corrections.missing_cards(), shipped), target)

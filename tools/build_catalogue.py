"""Build the catalogue from the card facts.

    python -m tools.build_catalogue FACTS_FOLDER [OUT]

FACTS_FOLDER holds `cards.jsonl`, `sets.tsv`, `translations.tsv`, a `README.md` that names the
date of each source, and `names_beyond.txt`: names, one a line, of which nothing else is known.
The same facts give the same bytes.
"""

from __future__ import annotations

import csv
import datetime
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from cards import corrections
from cards.facts import Facts, SetFacts, Translation
from cards.model import Card, Printing
from cards.store import SHIPPED
from cards.writing import write


def build(facts: Path, out: Path) -> None:
    """Write the catalogue of the facts in the folder `facts` to the file `out`, replacing it."""
    write(read(facts), out)


def read(folder: Path) -> Facts:
    """The facts in a folder; its cards and translations are read as they are asked for."""
    sets = tuple(_set(row) for row in _table(folder / "sets.tsv"))
    platforms = {facts.code: facts.platform for facts in sets}
    dates = dict(_dates(folder / "README.md"))
    return Facts(
        as_of=max(dates.values()),
        sets=sets,
        cards=_cards(folder / "cards.jsonl", platforms),
        translations=(
            Translation(row["language"], row["translated"], row["english"])
            for row in _table(folder / "translations.tsv")
        ),
        translated_until=min(
            (day for facts, day in dates.items() if "translations" in facts), default=None
        ),
        names_beyond=_lines(folder / "names_beyond.txt"),
    )


def _table(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from (line.strip() for line in file)


def _dates(readme: Path) -> Iterator[tuple[str, datetime.date]]:
    """Each row of the README's table of sources: which facts, and the day that they are of."""
    for line in readme.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", cells[-1]):
            yield cells[0], datetime.date.fromisoformat(cells[-1])


def _set(row: Mapping[str, str]) -> SetFacts:
    names = ("code", "name", "released", "kind", "block", "platform")
    return corrections.correct_set(*(row[name] for name in names))


def _cards(path: Path, platforms: Mapping[str, str]) -> Iterator[Card]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            facts = json.loads(line)
            card = Card(
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
            yield corrections.correct_card(card, platforms)


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED)

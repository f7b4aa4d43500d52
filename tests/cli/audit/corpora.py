"""Corpora of teams for the tests of `headjudge service audit`, and what is kept of an audit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from headjudge import decklists
from validator import Event, validate

DAY = "2024-12-16"
QUESTION = ("--format", "modern", "--as-of", DAY)
DECKS = (
    "60 Forest",
    "4 Opt\n56 Island",
    "4 The One Ring\n56 Forest",
    "4 Splinter Twin\n2 opt\n54 Mountain",
    "4 Brainstorm\n56 Island",
    "1 Mox Opal\n4 Lightning Bolt\n55 Mountain",
    "4 Bolt of Nothingness\n56 Mountain",
    "40 Forest",
)


class Team(NamedTuple):
    """A team of two."""

    id: str
    name: str
    decks: tuple[str, str]


def teams(number: int) -> list[Team]:
    """So many teams, of all pairs of decks in turn."""
    pairs = list(product(DECKS, DECKS))
    return [
        Team(str(index), f"Team „{index}“", pairs[index % len(pairs)]) for index in range(number)
    ]


def judged_in_turn(some: Sequence[Team]) -> list[dict[str, Any]]:
    """What a plain loop over the teams finds."""
    event = Event("modern", DAY)
    found = []
    for team in some:
        report = validate(event, [decklists.read(text) for text in team.decks])
        found.append(
            {
                "id": team.id,
                "team": team.name,
                "legal": report.legal,
                "codes": list(dict.fromkeys(one.code for one in report.violations)),
                "cards": list(dict.fromkeys(one.card for one in report.violations if one.card)),
                "digests": [deck["digest"] for deck in report.as_dict()["decks"]],
            }
        )
    return found


def write(path: Path, some: Sequence[Team]) -> Path:
    """A corpus of these teams in the form that the path's name ends with."""
    requests = [_request(team) for team in some]
    if path.suffix == ".parquet":
        parquet.write_table(pa.Table.from_pylist(requests), path, row_group_size=50)
    else:
        path.write_text("".join(f"{json.dumps(request)}\n" for request in requests), "utf-8")
    return path


def _request(team: Team) -> dict[str, Any]:
    decks = [{"list": text} for text in team.decks]
    return {"id": team.id, "format": "modern", "team": team.name, "decks": decks}


def parts(out: Path, folder: str = "results") -> list[Path]:
    """The Parquet files of the one audit in a folder, in the order of their names."""
    return sorted(out.glob(f"*/{folder}/**/*.parquet"))


def results(out: Path, folder: str = "results") -> list[dict[str, Any]]:
    """Their rows."""
    return [row for path in parts(out, folder) for row in parquet.read_table(path).to_pylist()]


def judgements(out: Path) -> Iterator[dict[str, Any]]:
    """Of each row what `judged_in_turn` tells as well."""
    for row in results(out):
        yield {key: row[key] for key in ("id", "team", "legal", "codes", "cards", "digests")}

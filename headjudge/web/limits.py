"""All limits of the service: their subjects, and the answers beyond them.

One table. Modules take their limits from `LIMITS`; `docs/limits.md` has a row for each, written by
`make contract`. `deploy/nginx/headjudge.conf` has the sizes of bodies as well, which a test
compares.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headjudge.decklists import BYTES_MAX, CHARACTERS_MAX, LINE_MAX, LINES_MAX
from headjudge.decklists.lines.classifier import HIGHEST_COUNT
from validator.case import SEARCHED
from validator.house_rules import TITLES_MAX
from validator.questions import DECKS_MAX

MIB = 1024 * 1024

NOT_JSON, TOO_LARGE, SCHEMA = "400 `not-json`", "413 `too-large`", "422 `schema`"


def _limit(usual: int, unit: str, subject: str, answer: str) -> Any:
    """A field with its row of the table: its subject, and the answer beyond it."""
    return field(default=usual, metadata={"unit": unit, "subject": subject, "answer": answer})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force, each in the unit of its row."""

    body: int = _limit(BYTES_MAX, "bytes", "body of a request, and of a form", TOO_LARGE)
    event: int = _limit(7 * MIB, "bytes", "body of an event: its file, and the form", TOO_LARGE)
    batch: int = _limit(16 * MIB, "bytes", "body of a batch", TOO_LARGE)
    batch_line: int = _limit(MIB, "bytes", "line of a batch", f"{TOO_LARGE} for that line")
    batch_lines: int = _limit(20_000, "lines", "lines of a batch", TOO_LARGE)
    nesting: int = _limit(32, "levels", "arrays and objects within each other", NOT_JSON)
    decks: int = _limit(DECKS_MAX, "decks", "decks of a team", SCHEMA)
    lines: int = _limit(
        LINES_MAX, "lines", "lines of all lists of a team, or entries where a list is JSON", SCHEMA
    )
    characters: int = _limit(
        CHARACTERS_MAX, "characters", "lists of a team that are read by lines, together", SCHEMA
    )
    line: int = _limit(LINE_MAX, "characters", "line of a list that is read by lines", SCHEMA)
    label: int = _limit(200, "characters", "names of players and teams", SCHEMA)
    count: int = _limit(HIGHEST_COUNT, "copies", "copies on a line, and `count`", SCHEMA)
    suggestions: int = _limit(
        SEARCHED,
        "titles",
        "unknown titles of a team, and of all teams of `/sheets`, that get suggestions",
        "the rest get none",
    )
    house_titles: int = _limit(TITLES_MAX, "titles", "titles of house rules", SCHEMA)
    faults: int = _limit(1_000, "faults", "faults listed in a problem", "the problem says so")
    sheet_pages: int = _limit(300, "pages", "pages of a document of `/sheets`", SCHEMA)
    sheet_lines: int = _limit(5_000, "lines", "lines of the lists of its teams", SCHEMA)
    format_lines: int = _limit(
        8_000, "lines", "lines of a team's lists, times its further formats", SCHEMA
    )
    formats: int = _limit(30, "formats", "further formats of a team", SCHEMA)
    moves: int = _limit(1_000, "moves", "moves of `/v1/pools/assign`", SCHEMA)
    completions: int = _limit(50, "titles", "`limit` of a completion", SCHEMA)
    typed: int = _limit(400, "characters", "text that is to be completed", SCHEMA)
    checklist_sets: int = _limit(20, "sets", "sets of a checklist", SCHEMA)
    links: int = _limit(32, "links", "links of a request", SCHEMA)
    link_seconds: int = _limit(15, "seconds", "all links of a request", "504 `link-timeout`")
    batch_links: int = _limit(256, "links", "links of a batch", f"{SCHEMA} for further lines")
    batch_link_seconds: int = _limit(
        120, "seconds", "all links of a batch", "504 `link-timeout` for further lines"
    )


LIMITS = Limits()

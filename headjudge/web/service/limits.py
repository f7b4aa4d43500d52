"""All limits of the service: their subjects, the answers beyond them, and their settings.

One table, read once from the environment. Modules take their limits from `LIMITS`;
`docs/limits.md` has a row for each, written by `python -m headjudge.web.service.limits` and
checked by a test.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, cast

from headjudge.web.service import settings
from validator.case import SEARCHED
from validator.house_rules import TITLES_MAX
from validator.questions import DECKS_MAX

PREFIX = "HEADJUDGE_LIMIT_"
"""The prefix of each setting, followed by the limit's name in capitals."""
MIB = 1024 * 1024
HIGHEST = 10**12
"""Maximum of any setting: a terabyte, or thirty thousand years."""

NOT_JSON, TOO_LARGE, SCHEMA = "400 `not-json`", "413 `too-large`", "422 `schema`"
TOO_SLOW, TIMEOUT = "503 `too-slow`", "408 `timeout`"
CLOSED = "the connection is closed"


class LimitRow(NamedTuple):
    """The documentation of a limit."""

    name: str
    usual: int
    unit: str
    subject: str
    answer: str
    """The answer beyond the limit."""
    most: int
    """The maximum of the setting."""

    @property
    def setting(self) -> str:
        """The environment variable."""
        return PREFIX + self.name.upper()


def _limit(usual: int, unit: str, subject: str, answer: str, *, most: int = HIGHEST) -> Any:
    """A field with the metadata for `LimitRow`."""
    metadata = {"unit": unit, "subject": subject, "answer": answer, "most": most}
    return field(default=usual, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force, each in the unit of its row."""

    body: int = _limit(MIB, "bytes", "body of a request, and of a form", TOO_LARGE)
    batch: int = _limit(16 * MIB, "bytes", "body of a batch", TOO_LARGE)
    batch_line: int = _limit(MIB, "bytes", "line of a batch", f"{TOO_LARGE} for that line")
    batch_lines: int = _limit(20_000, "lines", "lines of a batch", TOO_LARGE)
    nesting: int = _limit(32, "levels", "arrays and objects within each other", NOT_JSON, most=500)
    decks: int = _limit(DECKS_MAX, "decks", "decks of a team", SCHEMA, most=DECKS_MAX)
    lines: int = _limit(
        2_000, "lines", "lines of all lists of a team, or entries where a list is JSON", SCHEMA
    )
    line: int = _limit(10_000, "characters", "line of a list that is read by lines", SCHEMA)
    label: int = _limit(200, "characters", "names of players and teams", SCHEMA)
    count: int = _limit(9_999, "copies", "copies on a line, and `count`", SCHEMA, most=9_999)
    suggestions: int = _limit(
        SEARCHED,
        "titles",
        "unknown titles of a team, and of all teams of `/v1/sheets`, that get suggestions",
        "the rest get none",
    )
    house_titles: int = _limit(
        TITLES_MAX, "titles", "titles of house rules", SCHEMA, most=TITLES_MAX
    )
    faults: int = _limit(1_000, "faults", "faults listed in a problem", "the problem says so")
    sheet_teams: int = _limit(250, "teams", "teams of `/v1/sheets`", SCHEMA)
    sheet_pages: int = _limit(2_000, "pages", "pages of a document of `/v1/sheets`", SCHEMA)
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
    seconds: int = _limit(9, "seconds", "work on a request, and on a line of a batch", TOO_SLOW)
    memory: int = _limit(
        512, "MiB", "memory of a process while it works on a request, or on a line", TOO_SLOW
    )
    head_seconds: int = _limit(10, "seconds", "arrival of a request's head", TIMEOUT)
    body_seconds: int = _limit(
        20, "seconds", "arrival of a body, and a second more for each `body_rate`", TIMEOUT
    )
    body_rate: int = _limit(16 * 1024, "bytes", "slowest body, a second", TIMEOUT)
    send_seconds: int = _limit(30, "seconds", "taking a piece of an answer", CLOSED)
    waiting: int = _limit(
        400, "connections", "connections of a worker whose request is arriving",
        "408 `timeout` for the oldest",
    )  # fmt: skip
    share: int = _limit(
        50, "percent", "a worker's computing time for one client, while others want it",
        "429 `too-many-requests`", most=100,
    )  # fmt: skip
    queue_seconds: int = _limit(
        1, "seconds", "work of one client that waits for its share",
        "429 `too-many-requests`, while others ask",
    )  # fmt: skip
    spool: int = _limit(
        192 * MIB, "bytes", "bodies on disk, of all workers; half of them of one client",
        f"{TOO_LARGE} or 503 `not-ready`",
    )  # fmt: skip


def of_environment(environment: Mapping[str, str]) -> Limits:
    """The limits set by an environment; raises settings.WrongSettings."""
    return Limits(
        **{
            row.name: settings.integer(environment, row.setting, row.usual, 1, row.most)
            for row in rows()
        }
    )


def rows() -> list[LimitRow]:
    """The rows of the table."""
    return [LimitRow(row.name, cast(int, row.default), **row.metadata) for row in fields(Limits)]


def table() -> str:
    """The table as in the documentation."""
    lines = ["| what | limit | beyond it | setting |", "| --- | --- | --- | --- |"]
    for row in rows():
        limit = f"{row.usual:,} {row.unit}"
        lines.append(f"| {row.subject} | {limit} | {row.answer} | `{row.setting}` |")
    return "\n".join(lines) + "\n"


LIMITS = of_environment(os.environ)

if __name__ == "__main__":
    print(table(), end="")

"""The codes of findings about a run itself, besides those of rules and notices.

They are just as stable: never renamed, only added.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from headjudge.cli.findings.finding import CANNOT_BE_READ, Finding, Level, Spot


class Code(NamedTuple):
    """When a finding is reported and how to fix it, each as a sentence."""

    when: str
    fix: str
    example: str
    """A line of a deck file (or of a baseline, or an option) for which it is given."""


SOURCE = "Headjudge's documentation, “Check a repository of decks”"
"""The documentation of these codes, which have no rule of the game behind them."""

CODES: Mapping[str, Code] = MappingProxyType(
    {
        "allowance-unreadable": Code(
            "A comment to Headjudge is no allowance that can be read, or stands where none can.",
            "Write it as `# headjudge: allow CODE -- reason -- until YYYY-MM-DD`.",
            "# headjudge: permit not-legal",
        ),
        "allowance-unknown-code": Code(
            "An allowance names a code that no fault has.",
            "Name the code that stands beside the fault.",
            "# headjudge: allow not-leagl -- a proxy",
        ),
        "allowance-without-reason": Code(
            "An allowance gives no reason, so that it does not hold.",
            "Write the reason behind the codes: ` -- reason`.",
            "# headjudge: allow not-legal",
        ),
        "allowance-expired": Code(
            "The last day of an allowance is past, so that the fault counts again.",
            "Mend the fault, or set a later day.",
            "# headjudge: allow not-legal -- a proxy -- until 2024-01-31",
        ),
        "allowance-unused": Code(
            "An allowance allows what is not there, or no longer.",
            "Remove it.",
            "# headjudge: allow not-legal -- a proxy",
        ),
        "baseline-stale": Code(
            "The baseline holds a fault that is no longer there.",
            "Write the baseline anew with `headjudge check --write-baseline`.",
            '{"team": "ann", "code": "main-too-small", "about": "", ...}',
        ),
        CANNOT_BE_READ: Code(
            "The files of a team cannot be read, or make no team that can be asked about.",
            "Mend what its message names; a file that is no deck is left out by `exclude`.",
            "\x89PNG",
        ),
        "left-out": Code(
            "A file that was found is of no team: it reads as no decklist, or is nobody's pool.",
            "Name it in a `[[team]]` if it is a deck, or leave it out by `exclude` if it is none.",
            "We met on Friday.",
        ),
        "illegal-soon": Code(
            "A known announcement or rotation will soon make the team's decks illegal.",
            "Replace the card before that day.",
            "headjudge check --format modern --as-of 2024-12-01 --warn-before 30d",
        ),
    }
)


ADJUSTABLE = tuple(code for code in CODES if code != CANNOT_BE_READ)
"""Those that a configuration may weigh otherwise, as it may notices."""


def warning(code: str, message: str, spot: Spot, fix: str | None = None) -> Finding:
    """A finding with one of these codes at a place in a file."""
    return Finding(code, Level.WARNING, message, (spot,), fix=fix or CODES[code].fix)

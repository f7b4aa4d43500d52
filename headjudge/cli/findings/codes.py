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
            "A comment for Headjudge cannot be read as an allowance, or is where none applies.",
            "Write it as `# headjudge: allow CODE -- reason -- until YYYY-MM-DD`.",
            "# headjudge: permit not-legal",
        ),
        "allowance-unknown-code": Code(
            "An allowance names an unknown code.",
            "Use the code that is shown with the fault.",
            "# headjudge: allow not-leagl -- a proxy",
        ),
        "allowance-without-reason": Code(
            "An allowance has no reason, and so no effect.",
            "Add the reason after the codes: ` -- reason`.",
            "# headjudge: allow not-legal",
        ),
        "allowance-expired": Code(
            "The last day of an allowance is past, so the fault counts again.",
            "Fix the fault, or set a later day.",
            "# headjudge: allow not-legal -- a proxy -- until 2024-01-31",
        ),
        "allowance-unused": Code(
            "An allowance allows no fault that is there.",
            "Remove it.",
            "# headjudge: allow not-legal -- a proxy",
        ),
        "baseline-stale": Code(
            "The baseline holds a fault that is no longer there.",
            "Rewrite the baseline with `headjudge check --write-baseline`.",
            '{"team": "ann", "code": "main-too-small", "about": "", ...}',
        ),
        CANNOT_BE_READ: Code(
            "A file that `include` names cannot be read or holds no deck, or files make no team.",
            "Mend what the message names, or name a file that is no deck in `exclude`.",
            "\x89PNG",
        ),
        "illegal-soon": Code(
            "A known announcement or rotation will soon make the team's decks illegal.",
            "Replace the card before that day.",
            "headjudge check --format modern --as-of 2024-12-01 --warn-before 30d",
        ),
    }
)


ADJUSTABLE = tuple(code for code in CODES if code != CANNOT_BE_READ)
"""The codes whose severity a configuration may change, like that of notices."""


def warning(code: str, message: str, spot: Spot, fix: str | None = None) -> Finding:
    """A finding with one of these codes at a place in a file."""
    return Finding(code, Level.WARNING, message, (spot,), fix=fix or CODES[code].fix)

"""The codes of findings about a run itself; those of decks are in `validator.codes`.

They are as stable: never renamed, only added.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from cli.findings import Finding, Level, Spot


class Code(NamedTuple):
    """When a finding is given, and what mends it, each as a sentence."""

    when: str
    fix: str


CODES: Mapping[str, Code] = MappingProxyType(
    {
        "allowance-unreadable": Code(
            "A comment to Headjudge is no allowance that can be read, or stands where none can.",
            "Write it as `# headjudge: allow CODE -- reason -- until YYYY-MM-DD`.",
        ),
        "allowance-unknown-code": Code(
            "An allowance names a code that no fault has.",
            "Name the code that stands beside the fault.",
        ),
        "allowance-without-reason": Code(
            "An allowance gives no reason, so that it does not hold.",
            "Write the reason behind the codes: ` -- reason`.",
        ),
        "allowance-expired": Code(
            "The last day of an allowance is past, so that the fault counts again.",
            "Mend the fault, or set a later day.",
        ),
        "allowance-unused": Code(
            "An allowance allows what is not there, or no longer.",
            "Remove it.",
        ),
        "baseline-stale": Code(
            "The baseline holds a fault that is no longer there.",
            "Write the baseline anew with `headjudge baseline`.",
        ),
        "illegal-soon": Code(
            "A known announcement or rotation will soon make the team's decks illegal.",
            "Replace the card before that day.",
        ),
    }
)


def warning(code: str, message: str, spot: Spot, fix: str | None = None) -> Finding:
    """A finding of this table at a place of a file."""
    return Finding(code, Level.WARNING, message, (spot,), fix=fix or CODES[code].fix)

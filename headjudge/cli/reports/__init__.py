"""Reports: what a run found, in the form that a person or a program reads.

A report is a function from a run to a text, in the module of its name. All are pure: the same
run gives the same text. None shows what could rewrite a terminal or break its own syntax,
whatever stands in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from headjudge.cli.reports.run import Run, Show

__all__ = ["REPORTS", "Reporter", "Run", "Show"]

Reporter = Callable[[Run], str]


def _reporter(name: str) -> Reporter:
    def report(run: Run) -> str:
        # Imported when it is used, so that no report waits for another's libraries.
        text: str = import_module(f"headjudge.cli.reports.{name}").report(run)
        return text

    return report


REPORTS: Mapping[str, Reporter] = MappingProxyType(
    {
        name: _reporter(name)
        for name in (
            "text",
            "concise",
            "json",
            "ndjson",
            "github",
            "gitlab",
            "junit",
            "sarif",
            "markdown",
        )
    }
)
"""Each report by its name."""

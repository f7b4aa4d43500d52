"""Reports: the results of a run in formats for people and programs.

A report is a function from a run to a text, in the module of the same name. All are pure: equal
runs give equal texts. Whatever a list contains, no report emits text that could control a
terminal or break the report's syntax.
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
        # Imported on use, so that no report has to load the libraries of another.
        text: str = import_module(f"headjudge.cli.reports.{name}").report(run)
        return text

    return report


REPORTS: Mapping[str, Reporter] = MappingProxyType(
    {
        name: _reporter(name)
        for name in (
            "text",
            "json",
            "github",
            "gitlab",
            "junit",
            "sarif",
            "markdown",
        )
    }
)
"""Each report by its name."""

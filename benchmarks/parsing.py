"""The whole verdict against the PyPI package `mtg-parser`, which only parses the same texts.

`python -m benchmarks.parsing [--teams N]`. Measured in turns. The package is not among what this
project depends on: where it is not installed there is nothing to compare, which is said.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
from typing import Any

from benchmarks import engine


def parse(package: Any, team: engine.Team) -> None:
    """Both decks of a team, parsed by the package."""
    for text in team:
        list(package.parse_deck(text))


def main() -> None:
    """Measure in turns and print the medians."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--teams", type=int, default=500)
    count = options.parse_args().teams
    try:
        package = importlib.import_module("mtg_parser")
    except ImportError:
        print("parsing: mtg-parser is not installed, so that nothing was compared")
        return
    whole: list[float] = []
    parsing: list[float] = []
    for field in engine.turns(count):
        queue, again = iter(field), iter(field)
        whole.append(engine.per_second(lambda: engine.judge(next(queue)), count))  # noqa: B023
        parsing.append(
            engine.per_second(lambda: parse(package, next(again)), count)  # noqa: B023
        )
    verdicts, parsed = statistics.median(whole), statistics.median(parsing)
    print(f"parsing: {verdicts:,.0f} verdicts a second; ratio to parsing {verdicts / parsed:.2f}")
    print(f"  mtg-parser: {parsed:,.0f} teams parsed a second")


if __name__ == "__main__":
    main()

"""The whole verdict against the PyPI package `mtg-parser`, which only parses the same texts.

`python -m benchmarks.parsing [--teams N]`. Measured in turns. Of the package there are pre-releases
alone, so that it is not among what this project depends on: `pip install --pre mtg-parser`. Where
it is not installed there is nothing to compare, which is said.
"""

from __future__ import annotations

import importlib
import statistics
from typing import Any

from benchmarks import engine
from benchmarks.figures import Figure, parser, tell


def parse(package: Any, team: engine.Team) -> None:
    """Both decks of a team, parsed by the package."""
    for text in team:
        list(package.parse_deck(text))


def main() -> None:
    """Measure in turns and print the medians."""
    options = parser(__doc__)
    options.add_argument("--teams", type=int, default=500)
    chosen = options.parse_args()
    count = chosen.teams
    try:
        package = importlib.import_module("mtg_parser")
    except ImportError:
        print("mtg-parser is not installed: pip install --pre mtg-parser")
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
    found = [
        Figure("`mtg-parser`, which only parses that text", parsed, "a second"),
        Figure("verdicts for each text that it parses", verdicts / parsed, "", "more than 1"),
    ]
    tell(found, chosen.json)


if __name__ == "__main__":
    main()

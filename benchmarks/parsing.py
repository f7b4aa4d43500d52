"""The whole verdict against the PyPI package `mtg-parser`, which only parses the same texts.

`python -m benchmarks.parsing [--teams N]`. Measured in turns.
"""

from __future__ import annotations

import statistics

import mtg_parser

from benchmarks import engine
from benchmarks.figures import Figure, parser, tell


def parse(team: engine.Team) -> None:
    """Both decks of a team, parsed by the package."""
    for text in team:
        list(mtg_parser.parse_deck(text))


def main() -> None:
    """Measure in turns and print the medians."""
    options = parser(__doc__)
    options.add_argument("--teams", type=int, default=500)
    chosen = options.parse_args()
    whole: list[float] = []
    parsing: list[float] = []
    for field in engine.turns(chosen.teams):
        whole.append(engine.per_second(engine.judge, field))
        parsing.append(engine.per_second(parse, field))
    verdicts, parsed = statistics.median(whole), statistics.median(parsing)
    found = [
        Figure("`mtg-parser`, which only parses that text", parsed, "a second"),
        Figure("verdicts for each text that it parses", verdicts / parsed, "", "more than 1"),
    ]
    tell(found, chosen.json)


if __name__ == "__main__":
    main()

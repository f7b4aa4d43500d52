"""The time to read hostile lists, and lists two and four times as long, measured in turns.

`tests/decklists/test_growth.py` tests the same by counts, which do not depend on the machine.
"""

from __future__ import annotations

import statistics
import time

import cards
from benchmarks.figures import Figure
from headjudge import decklists

KINDS = (
    "4 Opt", "abc{n}", "Ana\n60 Opt", "Deck\n1 Opt\nSideboard", "1 a // // // // ${n}", "\n",
    '4,x","{n}', '"{n}": [{{', "1 Opt *F* # [a] ^b^ {{W}}{n}", "Companion\n1 Opt", "<!-- {n}",
)  # fmt: skip
"""Lines that are repeated; `{n}` is the number of the repetition."""
TIMES = (1, 2, 4)
ROUNDS = 3


def text(kind: str, lines: int) -> str:
    """Lines of a kind, repeated."""
    repetitions = lines // (kind.count("\n") + 1)
    return "".join(f"{kind.format(n=number)}\n" for number in range(repetitions))


def seconds(text: str) -> float:
    """Seconds of processor time to read a text without caches."""
    cards.forget()
    begun = time.process_time()
    decklists.read_team(text)
    return time.process_time() - begun


def measure(lines: int = 4_000) -> list[Figure]:
    """Measure in turns; the curve of the slowest kind."""
    decklists.read_team("60 Forest\n4 abc")  # the facts are loaded
    sizes = [lines * times for times in TIMES]
    medians: list[list[float]] = []
    for kind in KINDS:
        texts = [text(kind, size) for size in sizes]
        rounds = [[*map(seconds, texts)] for _ in range(ROUNDS)]
        medians.append([*map(statistics.median, zip(*rounds, strict=True))])
    figures = [
        Figure(f"reading {size:,} hostile lines, of the slowest kind", max(costs) * 1e3, "ms")
        for size, costs in zip(sizes, zip(*medians, strict=True), strict=True)
    ]
    worst = max(last / first / TIMES[-1] for first, *_, last in medians)
    name = f"a line of {sizes[-1]:,} against one of {sizes[0]:,}, at the worst"
    return [*figures, Figure(name, worst, "", "1, linear")]

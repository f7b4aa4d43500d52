"""The cost of a batch by its size: seconds and memory for 1,000 to 200,000 teams, also as a plot.

The batch goes through the service's own view, without a network, on one process and on all cores
in turns. If the cost is linear, all rows have the same microseconds per team. Memory is the maximum
of the process so far, and of any of its child processes.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from flask.testing import FlaskClient

from benchmarks import http
from benchmarks.figures import Figure
from headjudge.web.api.batch.pool import JOBS, cores

SIZES = (1_000, 5_000, 20_000, 50_000, 100_000, 200_000)
WIDTH, HEIGHT, MARGIN = 640, 320, 56
STYLE = """<style>
text { fill: #1a1a1a } .page { fill: #fff }
.line1, .line2 { fill: none; stroke-width: 2 }
.line1 { stroke: #1d4ed8 } text.dot1, .dot1 { fill: #1d4ed8 }
.line2 { stroke: #c2410c } text.dot2, .dot2 { fill: #c2410c }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6 } .page { fill: #16181d }
  .line1 { stroke: #8ab4ff } text.dot1, .dot1 { fill: #8ab4ff }
  .line2 { stroke: #ffa268 } text.dot2, .dot2 { fill: #ffa268 }
}
</style>"""
"""The colours of light and dark pages."""


class Row(NamedTuple):
    """One batch."""

    jobs: int
    teams: int
    seconds: float
    memory: float
    """Maximum megabytes of the process itself."""
    others: float
    """Maximum megabytes of its largest child process."""

    @property
    def cost(self) -> float:
        """Microseconds per team."""
        return self.seconds / self.teams * 1e6


def batch(count: int) -> IO[bytes]:
    """A file of different teams, one per line."""
    file = TemporaryFile()  # noqa: SIM115, closed by the caller
    for body in islice(http.requests(), count):
        file.write(body + b"\n")
    file.seek(0)
    return file


def post(client: FlaskClient, file: IO[bytes], teams: int, jobs: int) -> Row:
    """Send the batch in the file; returns its cost."""
    os.environ[JOBS] = str(jobs)
    file.seek(0)
    begun = time.perf_counter()
    answer = client.post(
        "/v1/validate/batch",
        input_stream=file,
        content_length=os.fstat(file.fileno()).st_size,
        content_type="application/x-ndjson",
        buffered=False,
    )
    lines = sum(piece.count(b"\n") for piece in answer.iter_encoded())
    seconds = time.perf_counter() - begun
    answer.close()
    assert lines == teams
    memory, others = (
        resource.getrusage(which).ru_maxrss / 1024
        for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return Row(jobs, teams, seconds, memory, others)


def drawing(rows: Sequence[Row]) -> str:
    """Seconds over teams as an SVG image: a line for each number of processes."""
    teams, seconds = max(row.teams for row in rows), max(row.seconds for row in rows)
    across, up = (WIDTH - 2 * MARGIN) / teams, (HEIGHT - 2 * MARGIN) / seconds
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12"><title>Seconds by teams of a batch</title>',
        STYLE,
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#808080"/>',
        f'<text x="{right}" y="{bottom + 20}" text-anchor="end">{teams:,} teams</text>',
        f'<text x="{MARGIN}" y="{MARGIN - 10}">{seconds:,.1f} s</text>',
    ]
    for index, jobs in enumerate(dict.fromkeys(row.jobs for row in rows)):
        points = [
            (MARGIN + row.teams * across, bottom - row.seconds * up)
            for row in rows
            if row.jobs == jobs
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour, name = index % 2 + 1, f"{jobs} process{'es' * (jobs > 1)}"
        parts += [
            f'<polyline class="line{colour}" points="{line}"/>',
            *(f'<circle class="dot{colour}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points),
            f'<text class="dot{colour}" x="{MARGIN + 16}" y="{MARGIN + 16 + 18 * index}">'
            f"{name}</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def summary(rows: Sequence[Row]) -> list[Figure]:
    """The figures of the rows."""
    most = max(row.teams for row in rows)
    alone, *shared = [row for row in rows if row.teams == most]
    first = next(row for row in rows if row.jobs == 1)
    growth = alone.memory / first.memory
    figures = [
        Figure(f"a batch of {most:,} teams, on one process", alone.seconds, "s"),
        Figure(f"a team of these against one of {first.teams:,}", alone.cost / first.cost, "", "1"),
        Figure("memory of the process", alone.memory, "MB"),
        Figure(f"against that after {first.teams:,} teams", growth, "", "1, flat"),
    ]
    for row in shared:
        figures += [
            Figure(f"the same batch on {row.jobs} processes", row.seconds, "s"),
            Figure("times as fast", alone.seconds / row.seconds, "", f"towards {row.jobs}"),
            Figure("memory of each of these processes, at the most", row.others, "MB"),
        ]
    return figures


def measure(most: int = SIZES[-1], plot: str = "") -> list[Figure]:
    """Measure and print a table of all sizes; draw it if a file is given."""
    # Processes of the batch read this module again, and need not load the application.
    from app import create_app

    client = create_app().test_client()
    with batch(SIZES[0]) as file:  # the first batch loads the facts
        post(client, file, SIZES[0], 1)
    rows: list[Row] = []
    print("| teams | processes | seconds | µs a team | MB | MB of each other |")
    print("| --- | --- | --- | --- | --- | --- |")
    for teams in (size for size in SIZES if size <= most):
        with batch(teams) as file:
            for jobs in dict.fromkeys((1, cores())):
                row = post(client, file, teams, jobs)
                rows.append(row)
                cells = (
                    f"{teams:,} | {jobs} | {row.seconds:,.2f} | {row.cost:,.0f} | {row.memory:,.0f}"
                )
                print(f"| {cells} | {row.others:,.0f} |", flush=True)
    if plot:
        Path(plot).write_text(drawing(rows), encoding="utf-8")
    return summary(rows)

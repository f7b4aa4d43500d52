"""The cost of a batch as it grows: seconds and memory from 1,000 to 200,000 teams, as a plot too.

`python -m benchmarks.batch [--most N] [--plot FILE]`. The batch goes through the service's own
view, without a network: on one process, and on all cores. A cost that is linear has the same
microseconds a team in every row. Memory is the most that the process held until then.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from app import create_app
from benchmarks import http
from web.batch_sharing import JOBS

SIZES = (1_000, 5_000, 20_000, 50_000, 100_000, 200_000)
WIDTH, HEIGHT, MARGIN = 640, 320, 56
COLOURS = ("#4269d0", "#c2410c", "#15803d")


class Row(NamedTuple):
    """One batch."""

    jobs: int
    teams: int
    seconds: float
    megabytes: float


def batch(count: int) -> IO[bytes]:
    """So many teams, a line each, in a file."""
    file = TemporaryFile()  # noqa: SIM115, closed by who reads it
    for body in islice(cycle(http.field(http.TEAMS)), count):
        file.write(body + b"\n")
    file.seek(0)
    return file


def measured(jobs: int, sizes: Sequence[int]) -> Iterator[Row]:
    """A row for each size, the smallest first."""
    os.environ[JOBS] = str(jobs)
    client = create_app().test_client()
    for teams in sizes:
        with batch(teams) as file:
            begun = time.perf_counter()
            answer = client.post(
                "/v1/validate/batch",
                input_stream=file,
                content_length=os.fstat(file.fileno()).st_size,
                content_type="application/x-ndjson",
                buffered=False,
            )
            lines = sum(_is_legal(line) for line in answer.response)
            seconds = time.perf_counter() - begun
            answer.close()
        assert lines == teams
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Row(jobs, teams, seconds, held)


def _is_legal(line: str | bytes) -> bool:
    return bool(json.loads(line)["status"] == 200)


def plot(rows: Sequence[Row]) -> str:
    """Seconds over teams as an SVG image: a line for each number of processes."""
    teams, seconds = max(row.teams for row in rows), max(row.seconds for row in rows)
    across, up = (WIDTH - 2 * MARGIN) / teams, (HEIGHT - 2 * MARGIN) / seconds
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12"><title>Seconds by teams of a batch</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#666"/>',
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
        colour, name = COLOURS[index % len(COLOURS)], f"{jobs} process{'es' * (jobs > 1)}"
        parts += [
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
            *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points),
            f'<text x="{MARGIN + 16}" y="{MARGIN + 16 + 18 * index}" fill="{colour}">{name}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=SIZES[-1])
    options.add_argument("--plot", type=Path, help="an SVG file to write")
    chosen = options.parse_args()
    sizes = [size for size in SIZES if size <= chosen.most]
    rows: list[Row] = []
    print("| processes | teams | seconds | µs a team | MB at the most |")
    print("| --- | --- | --- | --- | --- |")
    for jobs in dict.fromkeys((1, os.cpu_count() or 1)):
        for row in measured(jobs, sizes):
            rows.append(row)
            each = row.seconds / row.teams * 1e6
            cells = (
                f"{jobs} | {row.teams:,} | {row.seconds:,.2f} | {each:,.0f} | {row.megabytes:,.0f}"
            )
            print(f"| {cells} |")
            sys.stdout.flush()
    if chosen.plot:
        chosen.plot.write_text(plot(rows), encoding="utf-8")


if __name__ == "__main__":
    main()

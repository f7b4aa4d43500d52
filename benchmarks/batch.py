"""The cost of a batch by its size: seconds and memory for 1,000 to 16,000 teams.

The batch goes through the service's own view, without a network. If the cost is linear, all rows
have the same microseconds per team. Memory is the maximum of the process so far.
"""

from __future__ import annotations

import resource
import time
from itertools import islice
from typing import NamedTuple

from flask.testing import FlaskClient

from app import create_app
from benchmarks import http
from benchmarks.figures import Figure

SIZES = (1_000, 4_000, 16_000)


class Row(NamedTuple):
    """One batch."""

    teams: int
    seconds: float
    memory: float
    """Maximum megabytes of the process."""

    @property
    def cost(self) -> float:
        """Microseconds per team."""
        return self.seconds / self.teams * 1e6


def post(client: FlaskClient, teams: int) -> Row:
    """Send a batch of different teams; returns its cost."""
    body = b"\n".join(islice(http.requests(), teams))
    begun = time.perf_counter()
    answer = client.post(
        "/v1/validate/batch", data=body, content_type="application/x-ndjson", buffered=False
    )
    lines = sum(piece.count(b"\n") for piece in answer.iter_encoded())
    seconds = time.perf_counter() - begun
    answer.close()
    assert lines == teams
    return Row(teams, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def measure(most: int = SIZES[-1]) -> list[Figure]:
    """Measure all sizes up to `most`."""
    client = create_app().test_client()
    post(client, SIZES[0])  # the first batch loads the facts
    rows = [post(client, teams) for teams in SIZES if teams <= most]
    first, last = rows[0], rows[-1]
    return [
        Figure(f"a batch of {last.teams:,} teams", last.seconds, "s"),
        Figure(f"a team of these against one of {first.teams:,}", last.cost / first.cost, "", "1"),
        Figure("memory of the process", last.memory, "MB"),
    ]

"""What holds for others while somebody attacks: each takes a service and a text, and raises Broken.

The service has one worker, two processes for batches, and little room for bodies. `ways` of
`unmended` start it without what keeps one of these.
"""

from __future__ import annotations

import http.client
import json
import os
import resource
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks import http as served_http
from benchmarks.http import FRONT
from headjudge.web.api.batch import pool
from headjudge.web.service.limits import MIB
from tests.fuzz.entrances import LINES
from tests.fuzz.invariants.within import Broken
from tests.fuzz.memory import Worker
from tests.fuzz.repetition.senders import team_of
from tests.web.test_batch_sharing import judging

QUOTA = 8 * MIB
SETTINGS = {pool.JOBS: "2", "HEADJUDGE_LIMIT_SPOOL": str(QUOTA)}
SECONDS = 15
"""Until others are answered, and until nobody computes for whom has left."""
WHOLE = f"POST /v1/validate/batch HTTP/1.1\r\nHost: fuzz\r\nContent-Type: {LINES}\r\n".encode()
BATCH = WHOLE + b"Transfer-Encoding: chunked\r\n\r\n"
PROBE_SECONDS = 1.0
"""Until /healthz is answered, on a machine that does much besides."""
DRIPPING, LARGE = 8, 6
"""Connections of the attacker."""
MISSPELT = 100
"""Titles of each team of a batch that are searched for: what takes most time for its length."""


class Service(Worker):
    """The service, and what it keeps on disk."""

    def spooled(self) -> int:
        """Bytes of files without a name that its worker holds."""
        held = 0
        for descriptor in Path(f"/proc/{self._process}/fd").iterdir():
            with suppress(OSError):
                if os.readlink(descriptor).endswith("(deleted)"):
                    held += descriptor.stat().st_size
        return held

    def children(self) -> list[int]:
        """The processes that judge lines for its worker."""
        return judging(self._process)

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Meanwhile no file of the worker takes a byte."""
        before = resource.prlimit(self._process, resource.RLIMIT_FSIZE)
        resource.prlimit(self._process, resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.prlimit(self._process, resource.RLIMIT_FSIZE, before)

    def open(self, sent: bytes) -> socket.socket:
        """A connection on which so much was sent."""
        host, port = self.address.removeprefix("http://").split(":")
        one = socket.create_connection((host, int(port)), timeout=SECONDS)
        one.sendall(sent)
        return one

    def ask(self, body: bytes) -> int:
        """The status of what somebody else is answered."""
        connection = http.client.HTTPConnection(
            self.address.removeprefix("http://"), timeout=SECONDS
        )
        try:
            head = {"Content-Type": "application/json"}
            connection.request("POST", "/v1/validate", body, head)
            return connection.getresponse().status
        except OSError as error:
            raise Broken(f"others are not answered: {error}") from None
        finally:
            connection.close()


@contextmanager
def serving(application: str = FRONT) -> Iterator[Service]:
    """The service."""
    with (
        TemporaryDirectory() as folder,
        patch.dict(os.environ, SETTINGS, TMPDIR=folder),
        served_http.serve("gunicorn", application, 1, b"{}") as server,
    ):
        yield Service(server)


def leaving(service: Service, text: str) -> None:
    """Nobody computes for a client that has left."""
    teams = (
        json.dumps(team_of("\n".join(f"1 Lightnig Blot{one}{title}" for title in range(MISSPELT))))
        for one in range(QUOTA // 3 // (20 * MISSPELT))
    )
    lines = "\n".join((json.dumps(team_of(text[:500])), *teams)).encode()
    gone = service.open(WHOLE + b"Content-Length: %d\r\n\r\n%s" % (len(lines), lines))
    with suppress(Broken):  # it is refused where others have the room, and judged without them
        _until(lambda: len(service.children()) > 1, "no process has begun")
    gone.close()
    _until(lambda: not service.children(), "processes compute for nobody")


def dripping(service: Service, text: str) -> None:
    """Bodies that come slowly keep nobody waiting."""
    team = json.dumps(team_of(text[:500])).encode()
    with ExitStack() as stack:
        for _ in range(DRIPPING):
            one = stack.enter_context(service.open(BATCH))
            one.sendall(b"%x\r\n%s\n\r\n5\r\n{" % (len(team) + 1, team))
        status = service.ask(team.ljust(70_000))
    if status >= 500:
        raise Broken(f"{status} to others")


def spooled(service: Service, text: str) -> None:
    """No more bodies are kept on disk than the quota says."""
    piece = (json.dumps(team_of(text[:500])).encode() + b"\n").ljust(QUOTA // 3)
    with ExitStack() as stack:
        sent = []
        for _ in range(LARGE):
            head = WHOLE + b"Content-Length: %d\r\n\r\n" % (len(piece) + 1)
            with suppress(OSError):  # it is refused
                sent.append(stack.enter_context(service.open(head)))
                sent[-1].sendall(piece)
        _until(lambda: _is_kept(service, sent, len(piece)), "bodies are neither kept nor refused")


def _is_kept(service: Service, sent: list[socket.socket], size: int) -> bool:
    """Whether each body is refused or on disk, but for what is still in a buffer."""
    if (held := service.spooled()) > QUOTA:
        raise Broken(f"{held:,} bytes on disk")
    refused, _, _ = select.select(sent, [], [], 0)
    return held + MIB >= size * (len(sent) - len(refused))


def full_disk(service: Service, text: str) -> None:
    """A disk that is full costs no verdict and no worker."""
    team = json.dumps(team_of(text[:500])).encode()
    with service.full_disk():
        statuses = {service.ask(team) for _ in range(3)}
    if max(statuses) >= 500:
        raise Broken(f"{max(statuses)} while the disk is full")


def _until(is_so: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise Broken(otherwise)
        time.sleep(0.05)


def crumbs(service: Service, text: str) -> None:
    """Bodies in the smallest chunks do not keep the probes of the service waiting."""
    chunks = b"".join(b"1\r\n%c\r\n" % one for one in text.encode("utf-8", "replace")[:200])
    body = BATCH.replace(b"/batch", b"") + chunks * (MIB // len(chunks or b" "))
    with ThreadPoolExecutor(DRIPPING) as attackers:
        sent = [attackers.submit(service.open, body) for _ in range(DRIPPING)]
        longest = 0.0
        while not all(one.done() for one in sent):
            begun = time.monotonic()
            with service.open(b"GET /healthz HTTP/1.1\r\nHost: fuzz\r\n\r\n") as probe:
                probe.recv(1)
            longest = max(longest, time.monotonic() - begun)
    for one in sent:
        with suppress(OSError):  # it was refused
            one.result().close()
    if longest > PROBE_SECONDS:
        raise Broken(f"{longest:.1f} s until /healthz is answered")


INVARIANTS: Mapping[str, Callable[[Service, str], None]] = {
    one.__name__: one for one in (leaving, dripping, crumbs, spooled, full_disk)
}
"""By name."""

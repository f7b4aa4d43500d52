"""Clients that are slow, silent or send garbage: the service answers the others meanwhile."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from headjudge.web.server.answering import PIECE
from headjudge.web.server.computing import computing
from headjudge.web.server.connections import READ_LEAST, READ_MAX, Connection, Connections
from headjudge.web.server.front import Front
from headjudge.web.server.spool import IN_MEMORY as KEPT
from tests.conftest import PATIENCE, gunicorn, listening

TEAM = json.dumps(
    {
        "format": "modern",
        "as_of": "2024-10-01",
        "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
    }
).encode()
POST = b"POST /v1/validate HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
HEAD_MAX = 64 * 1024
BATCH = (
    b"POST /v1/validate/batch HTTP/1.1\r\nHost: test\r\nContent-Type: application/x-ndjson\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: test\r\n"
CLIENTS = 60
"""Of each kind; fifteen times the threads."""
SOON, NEVER = 1, 600
"""Seconds that a service waits for a client: such as a test awaits, and such as none does."""
WAITING = 150

SLOW = {
    "half-open": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: test\r\nX-More: ",
    "half a body": POST + b"Content-Length: 500\r\n\r\n{",
    "half a long body": POST + b"Content-Length: %d\r\n\r\n{" % (2 * KEPT),
    "half a batch": BATCH + b"5\r\n",
    "expecting": POST + b"Content-Length: 500\r\nExpect: 100-continue\r\n\r\n",
    "never closing": HEALTH + b"Connection: close\r\n\r\n",
    "garbage behind": HEALTH + b"\r\n" + b"\x00\xff garbage" * 40,
    "garbage as requests": HEALTH + b"\r\n" + b"\x00\xff garbage\r\n\r\n" * 40,
    "garbage alone": b"\x16\x03\x01\x00\xff" * 40,
}


Opened = Callable[[bytes], socket.socket]


@contextmanager
def serving(folder: Path, patience: int) -> Iterator[int]:
    """The port of a service with one worker that waits so long for a head and for a body."""
    settings = {
        "HEADJUDGE_LIMIT_HEAD_SECONDS": str(patience),
        "HEADJUDGE_LIMIT_BODY_SECONDS": str(patience),
        "HEADJUDGE_LIMIT_SEND_SECONDS": str(SOON),
        "HEADJUDGE_LIMIT_WAITING": str(WAITING),
    }
    log = folder / "log"
    with gunicorn(log, **settings) as server:
        yield listening(server, log)
    assert '"trace"' not in log.read_text()


@contextmanager
def opening(port: int) -> Iterator[Opened]:
    """Opens a connection and sends so much on it; all are closed in the end."""
    with ExitStack() as stack:

        def open_one(sent: bytes) -> socket.socket:
            one = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            stack.callback(one.close)
            one.sendall(sent)
            return one

        yield open_one


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a service that waits for longer than a test does."""
    with serving(tmp_path_factory.mktemp("patient"), NEVER) as port:
        yield port


@pytest.fixture(scope="module")
def hasty_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a service that soon has waited long enough."""
    with serving(tmp_path_factory.mktemp("hasty"), SOON) as port:
        yield port


@pytest.fixture
def opened(port: int) -> Iterator[Opened]:
    """Opens connections to the service that waits."""
    with opening(port) as opened:
        yield opened


@pytest.fixture
def opened_in_haste(hasty_port: int) -> Iterator[Opened]:
    """Opens connections to the one that does not."""
    with opening(hasty_port) as opened:
        yield opened


def judged(port: int) -> bool:
    """Whether a client that does as it should gets its verdict."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/v1/validate", TEAM, {"Content-Type": "application/json"})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer["legal"] is True


def read_all(connection: socket.socket) -> bytes:
    """What is sent until the service ends the connection."""
    received = b""
    try:
        while piece := connection.recv(65_536):
            received += piece
    except ConnectionError:
        pass
    return received


@pytest.mark.parametrize("kind", SLOW)
def test_others_are_answered(port: int, opened: Opened, kind: str) -> None:
    for _ in range(CLIENTS):
        opened(SLOW[kind])
    assert all(judged(port) for _ in range(5))


def test_all_of_them_at_once(port: int, opened: Opened) -> None:
    for sent in SLOW.values():
        for _ in range(WAITING // 3):
            opened(sent)
    assert all(judged(port) for _ in range(5))


@pytest.mark.parametrize("kind", ["half a head", "half a body", "half a long body"])
def test_the_slow_are_told(opened_in_haste: Opened, kind: str) -> None:
    head, _, body = read_all(opened_in_haste(SLOW[kind])).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in head
    assert json.loads(body)["type"] == "/problems/timeout"


def test_the_silent_are_not(opened_in_haste: Opened) -> None:
    assert read_all(opened_in_haste(b"")) == b""


def test_a_batch_that_stops_ends_with_a_problem(opened_in_haste: Opened) -> None:
    line = TEAM + b"\n"
    received = read_all(opened_in_haste(BATCH + b"%x\r\n%s\r\n" % (len(line), line)))
    answers = [json.loads(one) for one in received.split(b"\r\n") if one.startswith(b"{")]
    assert [one["status"] for one in answers] == [200, 408]
    assert answers[1]["line"] == 2


def test_who_takes_no_answer_is_left(port: int) -> None:
    number = 40
    contract = b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n"  # together no buffer holds them
    with ExitStack() as stack:
        greedy = [stack.enter_context(socket.socket()) for _ in range(6)]
        for one in greedy:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.settimeout(PATIENCE)
            one.connect(("127.0.0.1", port))
            one.sendall(contract * number)
        assert all(judged(port) for _ in range(3))
        received = [read_all(one).count(b"HTTP/1.1 200 OK") for one in greedy]
    assert min(received) < number, "they were waited for"


def test_a_thread_waits_for_nobody_who_has_left() -> None:
    """A client that takes nothing of a long answer, and leaves while a piece is being sent."""

    async def leave() -> None:
        loop, blocked, ended = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

        def pieces(_: object, start: Callable[..., object]) -> Iterator[bytes]:
            start("200 OK", [])
            try:
                while True:
                    yield bytes(PIECE)
            finally:
                loop.call_soon_threadsafe(ended.set)

        async def send(_: object) -> None:
            blocked.set()
            await asyncio.sleep(NEVER)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "scheme": "http",
                 "query_string": b"", "http_version": "1.1", "headers": []}  # fmt: skip
        answer = loop.create_task(Front(pieces, {"/": 0}, frozenset())(scope, receive, send))
        await asyncio.wait_for(blocked.wait(), PATIENCE)
        answer.cancel()
        await asyncio.wait_for(ended.wait(), PATIENCE)
        while not computing()._shares.is_idle:  # its thread has yet to tell the loop
            await asyncio.sleep(0.001)

    computing.cache_clear()  # there is one for each loop
    asyncio.run(leave())
    computing.cache_clear()


@pytest.mark.parametrize(
    ("sent", "most"), [(b"x", READ_MAX), (b"1\r\nx\r\n", READ_LEAST), (b"\r\n", READ_LEAST)]
)
def test_a_connection_is_read_in_pieces(sent: bytes, most: int) -> None:
    """Others have their turn between two of them, sooner where they take longer."""
    sizes: list[int] = []

    class Reader(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            sizes.append(len(data))

    async def read(body: bytes) -> None:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.sendall(body)
            made = await loop.connect_accepted_socket(
                lambda: Connection(Connections(), Reader()), theirs
            )
            while sum(sizes) < len(body):
                await asyncio.sleep(0.001)
            made[0].close()
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(read(sent * (2 * READ_MAX // len(sent))), PATIENCE))
    assert max(sizes) == most


def test_a_web_socket_is_refused(opened: Opened) -> None:
    upgrade = (
        b"GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    head, _, body = read_all(opened(upgrade)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 403 ")
    assert json.loads(body)["status"] == 403


def test_a_request_in_pieces_is_answered(opened: Opened) -> None:
    request = POST + b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(TEAM), TEAM)
    connection = opened(request[:20])
    for start in range(20, len(request), 60):
        time.sleep(0.01)
        connection.sendall(request[start : start + 60])
    assert b'"legal":true' in read_all(connection)


def test_requests_behind_each_other_are_answered(opened: Opened) -> None:
    request = POST + b"Content-Length: %d\r\n\r\n%s" % (len(TEAM), TEAM)
    received = read_all(opened(request * 5 + HEALTH + b"Connection: close\r\n\r\n"))
    assert received.count(b"HTTP/1.1 200 OK") == 6


@pytest.mark.parametrize(("path", "status"), [("validate", 413), ("nothing", 404)])
def test_who_sends_more_than_is_read_is_told_that_the_connection_ends(
    opened: Opened, path: str, status: int
) -> None:
    request = POST.replace(b"validate", path.encode()) + b"Content-Length: %d\r\n\r\n" % (2 << 20)
    head = read_all(opened(request + b" " * KEPT)).partition(b"\r\n\r\n")[0]
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"\r\nConnection: close" in head


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (b"\x00\xff\r\n\r\n", 400, "malformed"),
        (b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n\r\n", 414, "address-too-long"),
        (HEALTH + b"X: 1\r\n" * 70 + b"\r\n", 431, "headers-too-large"),
        (HEALTH + b"X: " + b"x" * 9_000 + b"\r\n\r\n", 431, "headers-too-large"),
        (HEALTH + b"X: " + b"x" * HEAD_MAX, 431, "headers-too-large"),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400, "malformed"),
    ],
)
def test_what_is_no_request_is_refused(opened: Opened, sent: bytes, status: int, kind: str) -> None:
    head, _, body = read_all(opened(sent)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert json.loads(body)["type"] == f"/problems/{kind}"
    assert b"xxx" not in body


@pytest.mark.parametrize(
    "begin",
    [
        BATCH + b"%x\r\n" % (1 << 20) + b" " * 20_000,
        BATCH.replace(b"Transfer-Encoding: chunked", b"Content-Length: 1000000") + b" " * 100_000,
    ],
    ids=["chunked", "announced"],
)
def test_batches_that_drip_leave_others_their_threads(
    port: int, opened: Opened, begin: bytes
) -> None:
    for _ in range(8):
        opened(begin)
    body = TEAM.ljust(70_000)
    request = POST + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body
    for _ in range(5):
        assert b'"legal":true' in read_all(opened(request))

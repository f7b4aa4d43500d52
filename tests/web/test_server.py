"""The service as the Procfile starts it: what only a real server shows."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import requests

from headjudge.web.limits import LIMITS
from tests.conftest import PATIENCE

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}
LINE = json.dumps(TEAM).encode() + b"\n"


@pytest.fixture
def connection(port: int) -> Iterator[http.client.HTTPConnection]:
    """A connection to the server."""
    one = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    yield one
    one.close()


def begin_chunked(connection: http.client.HTTPConnection, path: str, media_type: str) -> None:
    """Send the head of a chunked POST."""
    connection.putrequest("POST", path)
    connection.putheader("Content-Type", media_type)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()


def chunk(data: bytes) -> bytes:
    """The data as one chunk; no data is the last one."""
    return b"%x\r\n%s\r\n" % (len(data), data)


def test_readyz_answers_200(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/readyz")
    assert connection.getresponse().status == 200


def test_a_client_may_write_all_before_it_reads(connection: http.client.HTTPConnection) -> None:
    lines = 10_000
    headers = {"Content-Type": "application/x-ndjson"}
    connection.request("POST", "/v1/validate/batch", LINE * lines, headers)
    answers = connection.getresponse().read().splitlines()
    assert [json.loads(line)["line"] for line in answers] == list(range(1, lines + 1))


@pytest.mark.parametrize(("size", "status"), [(LIMITS.body, 200), (LIMITS.body + 1, 413)])
def test_the_limit_holds_for_chunked_bodies(
    connection: http.client.HTTPConnection, size: int, status: int
) -> None:
    begin_chunked(connection, "/v1/validate", "application/json")
    sent = chunk(LINE.ljust(size))
    # A refused body is left unfinished, as bytes that nobody reads may cost its sender the answer.
    connection.send(sent + chunk(b"") if status == 200 else sent.removesuffix(b"\r\n"))
    response = connection.getresponse()
    assert response.status == status
    assert json.loads(response.read())


def test_a_broken_chunk_harms_nobody_else(
    port: int, connection: http.client.HTTPConnection
) -> None:
    broken = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    begin_chunked(broken, "/v1/validate/batch", "application/x-ndjson")
    broken.send(chunk(LINE) + b"no chunk\r\n")
    broken.getresponse().read()
    broken.close()
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200


def test_a_body_that_ends_early(port: int) -> None:
    head = b"POST /v1/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sender:
        sender.sendall(head + b"Content-Length: 9999\r\n\r\n" + LINE)
        sender.shutdown(socket.SHUT_WR)
        sender.recv(65_536)
    assert requests.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).ok


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: " + b"9" * 5_000,
        b"Content-Length: 1\r\nContent-Length: 2",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
    ],
    ids=["no length", "two lengths", "a length and chunks"],
)
def test_a_body_of_no_certain_length_is_refused(port: int, lengths: bytes) -> None:
    head = b"POST /v1/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sender:
        sender.sendall(head + lengths + b"\r\n\r\n" + LINE)
        assert sender.recv(65_536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), b"400"),
        (bytes(range(256)), b"400"),
        (b"hello\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", b"400"),
        (b"GET /v1/cards/\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 1_000_000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: 1\r\n" * 1_000 + b"\r\n", b"431"),
    ],
    ids=[
        "TLS", "bytes", "words", "version", "path", "long path", "long header", "many headers",
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(port: int, sent: bytes, status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sender:
        with suppress(OSError):  # the server may close before it has read all
            sender.sendall(sent)
        assert sender.recv(65_536).startswith(b"HTTP/1.1 " + status)
    assert requests.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).ok

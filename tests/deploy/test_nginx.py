"""nginx in front of the service: slow clients, limits, and answers of its own."""

from __future__ import annotations

import http.client
import json
import re
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial

import pytest
import requests

from headjudge.web.http import KINDS, TYPE_PREFIX
from headjudge.web.limits import LIMITS
from tests.conftest import PATIENCE
from tests.deploy.fleet import NGINX, Fleet, await_true, fleet
from tests.deploy.load import Load, team

SITE = (NGINX / "headjudge.conf").read_text("utf-8")
JSON = {"Content-Type": "application/json"}
TEAM = team("60 Forest", "60 Island")
SLOW_CLIENTS = 150
"""More than the threads of all workers, so that none may wait for one of them."""
DROPS = 5
"""Bytes that each of them sends."""
SLOW_READERS = 2
BEGUN = [
    b"POST /v1/validate HTTP/1.1\r\nHost: a\r\n",
    b"POST /v1/validate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
    b"POST /v1/validate/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n99\r\n{",
]
"""How the requests of slow clients begin."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A fleet."""
    with fleet(tmp_path_factory.mktemp("fleet")) as one:
        yield one


def ask(
    fleet: Fleet, path: str, body: bytes | None = None, by: str = "192.0.2.1"
) -> tuple[http.client.HTTPResponse, bytes]:
    """The answer to a request on a connection of its own, by somebody who says so."""
    connection = http.client.HTTPConnection("127.0.0.1", fleet.port, timeout=PATIENCE)
    connection.request("POST" if body else "GET", path, body, JSON | {"X-Forwarded-For": by})
    response = connection.getresponse()
    text = response.read()
    connection.close()
    return response, text


def check_problem(response: http.client.HTTPResponse, text: bytes, status: int) -> None:
    """It is the problem that the service itself would answer with."""
    problem = json.loads(text)
    kind, title, _ = KINDS[status]
    assert response.status == problem["status"] == status
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (problem["type"], problem["title"]) == (TYPE_PREFIX + kind, title)


def test_no_answer_reveals_versions_or_metrics(running: Fleet) -> None:
    response, _ = ask(running, "/healthz")
    assert response.headers["Server"] == "nginx"
    for path in ("/metrics", "/%6detrics", "//metrics", "/./metrics"):
        response, text = ask(running, path)
        assert response.status == 404, path
        assert b"headjudge_" not in text
        assert not re.search(rb"nginx/\d", text)


def test_answers_are_compressed_for_clients_that_accept_it(running: Fleet) -> None:
    url = f"http://127.0.0.1:{running.port}/v1/formats"
    packed, plain = (
        requests.get(url, headers={"Accept-Encoding": encoding}, timeout=PATIENCE)
        for encoding in ("gzip", "identity")
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content
    tag = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert requests.get(url, headers=tag, timeout=PATIENCE).status_code == 304


def test_slow_clients_delay_nobody_else(running: Fleet) -> None:
    """Heads, bodies and batches that never end, from two addresses; others are answered at once."""
    with ExitStack() as open_connections, Load(running.port) as load:
        slow = [
            open_connections.enter_context(
                socket.create_connection(
                    ("127.0.0.1", running.port),
                    timeout=PATIENCE,
                    source_address=(f"127.0.0.{2 + number % 2}", 0),
                )
            )
            for number in range(SLOW_CLIENTS)
        ]
        for number, connection in enumerate(slow):
            connection.sendall(BEGUN[number % len(BEGUN)])
        for _ in range(DROPS):
            for connection in slow:
                with suppress(OSError):  # nginx may have had enough
                    connection.sendall(b"1")
            load.settle(50)
    assert load.failures == []


def test_a_body_is_passed_on_whole(running: Fleet) -> None:
    """What has not arrived takes nothing of a replica: in its place a socket waits for requests."""
    head = b"POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{"
    with ExitStack() as opened, socket.create_server(("127.0.0.1", 0)) as replica:
        opened.callback(running.reload)
        opened.callback(running.drain)
        running.pass_to(*[str(replica.getsockname()[1])] * 2)
        running.reload()
        for path in (b"/v1/validate", b"/event", b"/v1/validate/batch"):
            sender = socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE)
            opened.enter_context(sender).sendall(head % path)
        assert not select.select([replica], [], [], 1)[0]
        sender.sendall(b"}")
        assert select.select([replica], [], [], PATIENCE)[0]


def test_slow_readers_of_batches_delay_nobody_else(running: Fleet) -> None:
    body = (TEAM + b"\n") * 5_000
    head = b"POST /v1/validate/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n"
    with ExitStack() as open_connections, Load(running.port) as load:
        for _ in range(SLOW_READERS):
            connection = open_connections.enter_context(
                socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE)
            )
            connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        load.settle(200)
    assert load.failures == []


def test_an_address_may_have_two_long_requests_and_many_pages(running: Fleet) -> None:
    """Two files of events at a time; whoever opens the page meanwhile gets it."""
    head = b"POST /event HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1"
    with ExitStack() as open_connections:

        def is_third_refused() -> bool:
            # One more each time: the third asked may be counted before the second held open.
            connection = open_connections.enter_context(
                socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE)
            )
            connection.sendall(head)
            return ask(running, "/event", b"1")[0].status == 429

        await_true(is_third_refused)
        assert ask(running, "/event")[0].status == 200


def test_a_half_closed_connection_is_answered(running: Fleet) -> None:
    for path in ("/v1/validate", "/v1/validate/batch"):
        kind = "application/x-ndjson" if path.endswith("batch") else "application/json"
        with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as sender:
            head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {kind}\r\n"
            sender.sendall(f"{head}Content-Length: {len(TEAM)}\r\n\r\n".encode() + TEAM)
            sender.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(partial(sender.recv, 65_536), b""))
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b'"legal":true' in answer


def test_a_length_of_thousands_of_digits_is_rejected(running: Fleet) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as sender:
        head = b"POST /v1/validate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        sender.sendall(head + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n{}")
        assert sender.recv(65_536).startswith(b"HTTP/1.1 400 ")


def test_a_body_beyond_all_limits_is_rejected_at_its_head(running: Fleet) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    connection.putrequest("POST", "/v1/validate")
    connection.putheader("Content-Length", str(1 << 30))
    connection.endheaders()
    response = connection.getresponse()
    check_problem(response, response.read(), 413)
    connection.close()


@pytest.mark.parametrize(
    ("path", "most"),
    [("/", LIMITS.body), ("/event", LIMITS.event), ("/v1/validate/batch", LIMITS.batch)],
)
def test_bodies_have_the_limits_of_the_service(path: str, most: int) -> None:
    everywhere, _, rest = SITE.partition("    location / {")
    found = re.search(rf"    location = {path} {{\n(.*?)\n    }}", rest, re.DOTALL)
    (size,) = re.findall(r"client_max_body_size (\d+)m;", found[1] if found else everywhere)
    assert int(size) << 20 == most


def test_a_batch_is_answered_line_by_line(running: Fleet) -> None:
    """And goes on while its replica ends."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/x-ndjson"}
    connection.request("POST", "/v1/validate/batch", (TEAM + b"\n") * 5_000, headers)
    response = connection.getresponse()
    assert json.loads(response.readline())["line"] == 1
    for replica in running.replicas:
        replica.process.terminate()
    assert [json.loads(one)["line"] for one in response] == [*range(2, 5_001)]
    connection.close()
    for replica in running.replicas:
        replica.restart()


def test_no_replica_answers(running: Fleet) -> None:
    for replica in running.replicas:
        replica.stop()
    response, text = ask(running, "/v1/validate", TEAM)
    check_problem(response, text, 503)
    assert response.headers["Retry-After"] == "1"
    for replica in running.replicas:
        replica.restart()
    assert ask(running, "/v1/validate", TEAM)[0].status == 200

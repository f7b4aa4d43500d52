"""What nginx adds to the service: patience with slow clients, and nothing that it should not."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
import requests

from benchmarks.load.client import team
from headjudge.web.pages.event.view import BODY_MAX
from headjudge.web.pages.sheets import FORM_LIMIT
from headjudge.web.service.problems import KINDS, TYPE_PREFIX
from tests.conftest import PATIENCE, ROOT
from tests.deploy.fleet import NGINX, Fleet, Replica, await_true, fleet, of_gunicorn

SITE = (NGINX / "headjudge.conf").read_text("utf-8")
RATES = ROOT / "headjudge" / "web" / "service" / "rates.py"
RATE = 30
JSON = {"Content-Type": "application/json"}
TEAM = team("60 Forest", "60 Island")
SLOW_CLIENTS = 40
"""More than the threads of both replicas."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A fleet without limits on rates."""
    with fleet(tmp_path_factory.mktemp("fleet"), RATE_LIMIT="") as one:
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


def test_nothing_tells_of_versions_or_counts(running: Fleet) -> None:
    response, _ = ask(running, "/healthz")
    assert response.headers["Server"] == "nginx"
    for path in ("/metrics", "/%6detrics", "//metrics", "/./metrics"):
        response, text = ask(running, path)
        assert response.status == 404, path
        assert b"headjudge_" not in text
        assert not re.search(rb"nginx/\d", text)


def test_answers_are_compressed_for_whom_it_suits(running: Fleet) -> None:
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


def test_slow_clients_hold_nothing(running: Fleet) -> None:
    head = b"POST /v1/validate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    slow = []
    for number in range(SLOW_CLIENTS):
        one = socket.create_connection(("127.0.0.1", running.port))
        one.sendall(head if number % 2 else head + b"Content-Length: 100\r\n\r\n{")
        slow.append(one)
    assert ask(running, "/v1/validate", TEAM)[0].status == 200
    for one in slow:
        one.close()


def test_a_body_beyond_all_limits(running: Fleet) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    connection.putrequest("POST", "/v1/validate")
    connection.putheader("Content-Length", str(1 << 30))
    connection.endheaders()
    response = connection.getresponse()
    check_problem(response, response.read(), 413)
    connection.close()


def test_a_body_beyond_the_limit_of_the_service(running: Fleet) -> None:
    check_problem(*ask(running, "/v1/validate", TEAM.ljust(FORM_LIMIT)), 413)


def test_what_the_service_reads_gets_to_it() -> None:
    sizes = [int(one) << 20 for one in re.findall(r"client_max_body_size (\d+)m?;", SITE)]
    usual, event, batch = sizes
    assert usual > FORM_LIMIT
    assert event > BODY_MAX
    assert batch == 0


def test_idle_connections_end_before_gunicorn_ends_them() -> None:
    usual = import_module("gunicorn.config").Config().keepalive
    (seconds,) = re.findall(r"^    keepalive_timeout (\d+)s;\n}", SITE, re.M)
    assert int(seconds) < of_gunicorn("keepalive", usual)


def test_a_line_of_a_batch_is_answered_before_the_next_is_sent(running: Fleet) -> None:
    """And goes on while its replica ends."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    connection.putrequest("POST", "/v1/validate/batch")
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    line = TEAM + b"\n"
    chunk = b"%x\r\n%s\r\n" % (len(line), line)
    connection.send(chunk)
    response = connection.getresponse()
    for number in range(1, 6):
        assert json.loads(response.readline())["line"] == number
        if number == 3:
            for replica in running.replicas:
                replica.process.terminate()
        connection.send(chunk)
    connection.send(b"0\r\n\r\n")
    assert [json.loads(one)["line"] for one in response] == [6]
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


@pytest.mark.skipif(
    not (ROOT / "headjudge" / "web" / "service" / "rates.py").exists(),
    reason="the service counts no requests",
)
def test_replicas_count_together_and_believe_nginx_alone(tmp_path: Path) -> None:
    with fleet(tmp_path, RATE_LIMIT=f"{RATE} per hour") as running:
        said = [
            ask(running, "/v1/policies", by=f"192.0.2.{number}")[0] for number in range(RATE + 4)
        ]
        assert [one.status for one in said] == [200] * RATE + [429] * 4
        assert said[-1].headers["Retry-After"]
        for replica in running.replicas:  # a worker counts a request once it is answered
            await_true(partial(asked_of, replica))


def asked_of(replica: Replica) -> bool:
    """Whether a replica was asked for policies."""
    connection = http.client.HTTPConnection("127.0.0.1", replica.port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read()
    connection.close()
    return b'route="/v1/policies",status="200"' in text

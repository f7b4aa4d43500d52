"""Rate limits: by address, in memory and in a real Redis, which may fail."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from headjudge.web import guards
from tests.conftest import PATIENCE, free_port

RATE = "3 per hour"
Make = Callable[..., FlaskClient]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a service with these settings, and a client of it."""

    def made(**environment: str) -> FlaskClient:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return create_app().test_client()

    return made


def statuses(client: FlaskClient, number: int, **asked: object) -> list[int]:
    """The statuses of so many requests for something small."""
    return [client.get("/v1/policies", **asked).status_code for _ in range(number)]


def by(address: str) -> dict[str, dict[str, str]]:
    return {"environ_base": {"REMOTE_ADDR": address}}


def test_off_until_it_is_set(make: Make) -> None:
    client = make(RATE_LIMIT="")
    assert statuses(client, 20) == [200] * 20
    assert "RateLimit" not in client.get("/v1/policies").headers


def test_beyond_the_rate(make: Make) -> None:
    client = make(RATE_LIMIT=RATE)
    first = client.get("/v1/policies")
    assert first.headers["RateLimit-Policy"] == '"3600s";q=3;w=3600'
    assert first.headers["RateLimit"].startswith('"3600s";r=2;t=')
    assert statuses(client, 3) == [200, 200, 429]
    refused = client.post("/v1/validate", json={})
    assert refused.get_json()["type"] == "/problems/too-many-requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 2 * 3600
    assert refused.headers["RateLimit"].startswith('"3600s";r=0;t=')
    assert refused.headers["Cache-Control"] == "no-store"


def test_a_person_is_told_on_a_page(make: Make) -> None:
    client = make(RATE_LIMIT="1 per hour")
    accept = {"Accept": "text/html,application/xhtml+xml"}
    assert client.get("/", headers=accept).status_code == 200
    refused = client.get("/", headers=accept)
    assert (refused.status_code, refused.mimetype) == (429, "text/html")
    assert "Wait" in refused.text


def test_several_rates(make: Make) -> None:
    client = make(RATE_LIMIT="2 per minute; 100 per day")
    policy = client.get("/v1/policies").headers["RateLimit-Policy"]
    assert policy == '"60s";q=2;w=60, "86400s";q=100;w=86400'
    assert statuses(client, 2) == [200, 429]


def test_missing_resources_count_toward_the_rate(make: Make) -> None:
    client = make(RATE_LIMIT=RATE)
    assert [client.get("/nothing").status_code for _ in range(4)] == [404, 404, 404, 429]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/static/style.css"])
def test_monitoring_does_not_count_toward_the_rate(make: Make, path: str) -> None:
    client = make(RATE_LIMIT=RATE)
    answers = [client.get(path, buffered=True) for _ in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 9
    assert not any("RateLimit" in answer.headers for answer in answers)
    assert {client.options("/v1/validate").status_code for _ in range(9)} == {200}
    assert statuses(client, 1) == [200]


def test_each_address_has_its_own(make: Make) -> None:
    client = make(RATE_LIMIT=RATE)
    assert statuses(client, 4, **by("192.0.2.1")) == [200, 200, 200, 429]
    assert statuses(client, 1, **by("192.0.2.2")) == [200]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", 429),
        ("2001:db8::1", "2001:db8:0:1::1", 200),
        ("::ffff:192.0.2.1", "192.0.2.1", 429),
        ("", "", 429),
    ],
)
def test_a_client_is_a_network(make: Make, one: str, other: str, expected: int) -> None:
    client = make(RATE_LIMIT=RATE)
    assert statuses(client, 3, **by(one)) == [200] * 3
    assert statuses(client, 1, **by(other)) == [expected]


def test_nobody_is_believed_about_addresses(make: Make) -> None:
    client = make(RATE_LIMIT=RATE)
    asked = [
        client.get("/v1/policies", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
        for number in range(4)
    ]
    assert asked == [200, 200, 200, 429]


def test_trusted_proxies_are(make: Make) -> None:
    client = make(RATE_LIMIT="1 per hour", **{guards.PROXIES: "1"})
    for number, expected in ((1, 200), (2, 200), (1, 429)):
        # The last is what our proxy has seen; what stands before it anybody may write.
        chain = {"X-Forwarded-For": f"203.0.113.{time.time_ns() % 200}, 192.0.2.{number}"}
        assert client.get("/v1/policies", headers=chain).status_code == expected


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A Redis of its own, and its address."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    command = [program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}", server
    finally:
        server.kill()
        server.wait(PATIENCE)


def test_replicas_count_together(
    make: Make, redis: tuple[str, subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "REDIS_SECONDS", PATIENCE)
    one, other = (make(RATE_LIMIT=RATE, REDIS_URL=redis[0]) for _ in range(2))
    assert statuses(one, 2) == [200, 200]
    assert statuses(other, 2) == [200, 429]
    assert statuses(one, 1) == [429]


@pytest.mark.parametrize(
    ("what", "patience"),
    [(signal.SIGKILL, PATIENCE), (signal.SIGSTOP, 2)],
    ids=["killed", "hangs"],
)
def test_redis_may_fail(
    make: Make,
    redis: tuple[str, subprocess.Popen[bytes]],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    what: signal.Signals,
    patience: float,
) -> None:
    monkeypatch.setattr(guards, "REDIS_SECONDS", patience)
    client = make(RATE_LIMIT=RATE, REDIS_URL=redis[0])
    assert statuses(client, 3) == [200] * 3
    redis[1].send_signal(what)
    os.waitid(os.P_PID, redis[1].pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    with caplog.at_level(logging.WARNING, "flask-limiter"):
        # By its own memory, which has counted nothing yet.
        assert statuses(client, 4) == [200, 200, 200, 429]
    assert len([one for one in caplog.records if "unreachable" in one.message]) == 1


def test_redis_may_be_absent(make: Make) -> None:
    client = make(RATE_LIMIT=RATE, REDIS_URL="redis://127.0.0.1:1")
    assert statuses(client, 4) == [200, 200, 200, 429]

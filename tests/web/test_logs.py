"""What the service writes: lines of JSON, and nothing of what was sent, whatever happens."""

from __future__ import annotations

import json
import socket
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
from flask.testing import FlaskClient

from app import create_app
from headjudge.web import monitoring
from headjudge.web.http import REQUEST_ID
from tests.conftest import PATIENCE, SERVE, service

SECRET = "Zzyzxsecret"
LIST = f"4 {SECRET}\n56 Forest\n{SECRET}\n// {SECRET}"
TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "team": SECRET,
    "decks": [{"player": SECRET, "list": LIST}, {"main": [{"name": SECRET, "count": 60}]}],
}
HEADERS = {
    "User-Agent": SECRET, "Referer": f"http://{SECRET}.example/", "Cookie": f"a={SECRET}",
    "Authorization": f"Bearer {SECRET}", "Accept-Language": SECRET, SECRET: SECRET,
    "X-Request-ID": f"not one: {SECRET}", "Origin": f"https://{SECRET}.example",
    "traceparent": SECRET, "X-Forwarded-For": SECRET,
}  # fmt: skip


FAULTY = (sys.executable, "-m", "tests.web.faulty")
"""A service that fails at every team."""


class Server(NamedTuple):
    port: int
    log: Path

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> int:
        """The status of an answer, which is read to its end."""
        address = f"http://127.0.0.1:{self.port}{path}"
        return requests.request(
            method, address, data=body.encode(), headers=headers, timeout=PATIENCE
        ).status_code

    def send(self, sent: bytes) -> None:
        """Send something that may be no request, and read what is said to it."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            with suppress(OSError):  # the server may close the connection at once
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):
                    pass


@contextmanager
def serving(log: Path, program: Sequence[str] = SERVE, **given: str) -> Iterator[Server]:
    """The service that writes a line for each request; its log is whole when it has ended."""
    with service(log, program, **{monitoring.LOG: "requests"} | given) as running:
        yield Server(running.port, log)


def lines(log: Path) -> list[dict[str, Any]]:
    """The lines of JSON of a log, besides those that the server's main process writes."""
    texts = log.read_text("utf-8").splitlines()
    return [json.loads(line) for line in texts if not line.startswith("[")]


def ask_everything(server: Server) -> list[int]:
    """Ask with the secret in every part of a request; the statuses."""
    sent = json.dumps(TEAM)
    form = "application/x-www-form-urlencoded"
    ndjson = "application/x-ndjson"
    asked = [
        ("POST", "/v1/validate", sent, "application/json"),
        ("POST", f"/v1/validate?{SECRET}={SECRET}", sent, "application/json"),
        ("POST", "/v1/validate", f'{{"{SECRET}": "{SECRET}"', "application/json"),
        ("POST", "/v1/validate", json.dumps({SECRET: SECRET}), "application/json"),
        ("POST", "/v1/validate", sent, SECRET),
        ("POST", "/v1/validate/batch", f"{sent}\n{SECRET}\n{sent}", ndjson),
        ("POST", "/v1/decklists/parse", json.dumps({"list": LIST}), "application/json"),
        ("POST", "/", f"format=modern&list={SECRET}&team={SECRET}&{SECRET}=1", form),
        ("GET", f"/v1/cards/{SECRET}", "", SECRET),
        ("GET", f"/v1/cards?q={SECRET}", "", SECRET),
        ("GET", f"/{SECRET}/{SECRET}", "", SECRET),
        (SECRET.upper(), "/", "", SECRET),
    ]
    statuses = [
        server.ask(method, path, body, **HEADERS, **{"Content-Type": media})
        for method, path, body, media in asked
    ]
    server.ask("POST", "/v1/validate", sent, **HEADERS)
    for malformed in (
        f"{SECRET}\r\n\r\n", f"GET /{SECRET} {SECRET}/9\r\n\r\n", f"GET / HTTP/1.1\r\n{SECRET}",
        f"GET / HTTP/1.1\r\n{SECRET} : {SECRET}\r\n\r\n", f"GET /{SECRET * 900} HTTP/1.1\r\n\r\n",
        f"POST /v1/validate HTTP/1.1\r\nContent-Length: 9{SECRET}\r\n\r\n{SECRET}",
        f"POST /v1/validate/batch HTTP/1.1\r\nContent-Type: {ndjson}\r\n"
        f"Transfer-Encoding: chunked\r\n\r\n{SECRET}\r\n{SECRET}",
    ):  # fmt: skip
        server.send(malformed.encode())
    return statuses


@pytest.mark.parametrize("program", [SERVE, FAULTY], ids=["sound", "faulty"])
def test_nothing_that_was_sent_is_written(tmp_path: Path, program: Sequence[str]) -> None:
    with serving(tmp_path / "log", program) as server:
        statuses = ask_everything(server)
    text = server.log.read_text("utf-8")
    assert SECRET.lower() not in text.lower()
    written = [line for line in lines(server.log) if line["event"] == "request"]
    assert not Counter(statuses) - Counter(line["status"] for line in written)
    is_faulty = program is FAULTY
    assert (500 in statuses) is is_faulty
    faults = [line for line in lines(server.log) if "trace" in line]
    assert bool(faults) is is_faulty
    for fault in faults:
        assert fault["error"] == ["ValueError", "KeyError"]
        assert any("faulty.py" in frame and frame.endswith(" broken") for frame in fault["trace"])
        assert fault["request_id"] in {line["request_id"] for line in written}


def test_the_line_of_a_request(tmp_path: Path) -> None:
    with serving(tmp_path / "log") as server:
        given = {"X-Request-ID": "abc-123", "User-Agent": "curl/8.0"}
        server.ask("GET", "/v1/cards/Opt?x=1", **given)
    (line,) = [line for line in lines(server.log) if line.get("request_id") == "abc-123"]
    assert line.pop("ms") > 0
    assert line.pop("time").endswith("Z")
    assert line == {
        "event": "request", "level": "info", "request_id": "abc-123", "method": "GET",
        "route": "/v1/cards/<path:title>", "status": 422, "client": "curl",
    }  # fmt: skip


def test_requests_are_written_where_that_is_wanted(tmp_path: Path) -> None:
    with serving(tmp_path / "log", **{monitoring.LOG: ""}) as server:
        server.ask("GET", "/healthz")
    assert "request" not in {line["event"] for line in lines(server.log)}


@pytest.mark.parametrize("given", ["abc", "A.b_c-9", "x" * 64])
def test_an_id_is_given_back(client: FlaskClient, given: str) -> None:
    assert client.get("/healthz", headers={REQUEST_ID: given}).headers[REQUEST_ID] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "-a", "é", 'a"', "a,b"])
def test_an_unusable_request_id_is_replaced(client: FlaskClient, given: str) -> None:
    answers = [client.get("/healthz", headers={REQUEST_ID: given}) for _ in range(2)]
    ids = {one.headers[REQUEST_ID] for one in answers}
    assert len(ids) == 2
    assert given not in ids


def test_the_trace_of_an_exception() -> None:
    try:
        try:
            int("secret")
        except ValueError as error:
            raise LookupError("secret") from error
    except LookupError as error:
        trace = monitoring.trace_of(error)
    assert len(trace) == 2
    assert all(line.endswith("test_the_trace_of_an_exception") for line in trace)


def test_a_streamed_answer_is_left_to_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(monitoring.LOG, "requests")
    team = json.dumps({**TEAM, "decks": [{"list": "60 Forest"}] * 2})
    response = create_app().test_client().post(
        "/v1/validate/batch", data=f"{team}\n" * 3, content_type="application/x-ndjson",
        buffered=False,
    )  # fmt: skip
    assert response.is_streamed
    assert len([*response.response]) == 3

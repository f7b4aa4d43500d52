"""`POST /v1/validate` against a bare Flask view that parses and returns JSON of the same size.

Both run under gunicorn with the service's own settings and are asked in turns, over connections
that are kept, for legal teams of two 60-card decks, each team another. With `--server granian` the
service under granian is asked in the same turns.
"""

from __future__ import annotations

import datetime
import itertools
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, jsonify, request

import cards
from benchmarks.figures import Figure
from headjudge.web.app import create_front
from headjudge.web.inputs import question
from headjudge.web.inputs import team as schemas
from headjudge.web.server.front import Front
from headjudge.web.service.json_answers import encode
from validator.legality.ruleset import ruleset

ROOT = Path(__file__).parents[1]
DAY = datetime.date(2024, 10, 1)
TEAMS = 200
CONNECTIONS = 4
"""A worker, as many as its threads."""
REPORT = "BENCHMARK_REPORT"
"""The variable of the environment that names the file with the bare view's answer."""
FRONT = "headjudge.web.app:front"
APPS = {"service": ("gunicorn", FRONT), "bare view": ("gunicorn", "benchmarks.http:bare()")}


class Server(NamedTuple):
    """A server that runs."""

    port: int
    process: int

    def workers(self) -> list[int]:
        """The process ids of its workers (Linux)."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [int(child) for child in children.split()]


def requests(seed: int = 1) -> Iterator[bytes]:
    """Requests without end, each for another legal team of two decks without a common card."""
    chance = random.Random(seed)
    # A field of decks draws on some hundreds of cards, not on all that were printed.
    drawn = chance.sample(_spells(), 600)
    while True:
        yield _request(chance.sample(drawn, 18))


def field(count: int, seed: int = 1) -> list[bytes]:
    """So many of these requests."""
    return list(itertools.islice(requests(seed), count))


@cache
def _spells() -> list[str]:
    catalogue = cards.catalogue()
    modern = ruleset("modern", DAY, catalogue, two_headed=True)
    return [
        card.title
        for card in map(catalogue.card, catalogue.titles())
        if "Land" not in card.types and not modern.standing(card).is_refused
    ]


def _request(titles: Sequence[str]) -> bytes:
    decks = [
        "\n".join([*(f"4 {title}" for title in half), "12 Forest", "12 Island"])
        for half in (titles[:9], titles[9:])
    ]
    team = {
        "format": "modern",
        "as_of": DAY.isoformat(),
        "decks": [{"player": name, "list": text} for name, text in zip("AB", decks, strict=True)],
    }
    return json.dumps(team).encode()


def bare() -> Front:
    """A service with one view, which parses its body and returns the report as JSON."""
    application = Flask("bare")
    report = json.loads(Path(os.environ[REPORT]).read_bytes())

    @application.post("/v1/validate")
    def view() -> Response:
        request.get_json()
        return jsonify(report)

    return create_front(application)


def report_on(body: bytes) -> bytes:
    """What the service answers to a request."""
    team = schemas.load(schemas.TEAM, json.loads(body))
    return encode(question.judge(team, DAY).as_dict())


@contextmanager
def serve(program: str, application: str, workers: int, report: bytes) -> Iterator[Server]:
    """The application under gunicorn as the service runs, or under granian."""
    port = _free_port()
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": str(workers)}
    arguments = {
        "gunicorn": [],
        "granian": [
            "--interface", "asginl", "--host", "127.0.0.1", "--port", str(port), "--workers",
            str(workers), "--no-ws",
        ],
    }  # fmt: skip
    module = "headjudge.web.server" if program == "gunicorn" else program
    command = [sys.executable, "-m", module, *arguments[program], application]
    with tempfile.TemporaryDirectory() as folder:
        log, answer = Path(folder, "log"), Path(folder, "report.json")
        answer.write_bytes(report)
        environment = os.environ | settings | {REPORT: str(answer)}
        with log.open("wb") as output:
            server = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=output
            )
        try:
            while not _answers(port):
                if server.poll() is not None:
                    raise RuntimeError(log.read_text())
                time.sleep(0.005)
            yield Server(port, server.pid)
        finally:
            server.terminate()
            server.wait()


def ask(port: int, seconds: float, bodies: Sequence[bytes]) -> int:
    """How many answers one connection gets in that time."""
    requests = itertools.cycle([_framed(body) for body in bodies])
    answered = 0
    with socket.create_connection(("127.0.0.1", port)) as connection:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            connection.sendall(next(requests))
            _read_answer(connection)
            answered += 1
    return answered


def ask_all(port: int, bodies: Iterable[bytes]) -> None:
    """Ask for these, one after the other on one connection, and have all answers."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for body in bodies:
            connection.sendall(_framed(body))
            _read_answer(connection)


def _framed(body: bytes) -> bytes:
    head = "POST /v1/validate HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET /readyz HTTP/1.0\r\nHost: bench\r\n\r\n")
            return connection.recv(1024).startswith(b"HTTP/1.")
    except OSError:
        return False


def _read_answer(connection: socket.socket) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65_536)
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.decode("latin-1"))
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    missing = length - len(body)
    while missing:
        missing -= len(connection.recv(missing))


def measure(
    seconds: float = 1.0, turns: int = 15, workers: int = 1, server: str = ""
) -> list[Figure]:
    """Measure in turns; the medians and their ratio."""
    connections = CONNECTIONS * workers
    bodies = field(TEAMS)
    apps = APPS | ({server: (server, FRONT)} if server else {})
    speeds: dict[str, list[float]] = {name: [] for name in apps}
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(connections))
        report = report_on(bodies[0])
        ports = {
            name: stack.enter_context(serve(*application, workers, report)).port
            for name, application in apps.items()
        }
        for turn in range(turns + 1):
            for name, port in ports.items():
                answers = [
                    pool.submit(ask, port, seconds, bodies[index::connections])
                    for index in range(connections)
                ]
                count = sum(answer.result() for answer in answers)
                if turn:  # the first turn warms both up
                    speeds[name].append(count / seconds)
    medians = {name: statistics.median(speeds) for name, speeds in speeds.items()}
    service, plain = medians["service"], medians["bare view"]
    figures = [
        Figure(f"`POST /v1/validate`, workers: {workers}", service, "a second"),
        Figure("a bare Flask view that parses and returns as much JSON", plain, "a second"),
        Figure("the service as a part of the bare view", service / plain, "", "0.65 or more"),
    ]
    if server:
        ratio = medians[server] / service
        figures.append(Figure(f"the service under {server}, against gunicorn", ratio))
    return figures

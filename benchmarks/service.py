"""The service: requests a second, start and memory."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
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
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from flask import Flask, Response, jsonify, request

from benchmarks import Figure, engine
from headjudge.cli.commands import serve as service_command
from headjudge.cli.main import main
from headjudge.web import question
from headjudge.web.http import encode
from headjudge.web.schemas import team as schemas

ROOT = Path(__file__).parents[1]
TEAMS = 200
PATH = "/v1/validate"
CONNECTIONS = 4
"""Connections per worker, as many as its threads."""
REPORT = "BENCHMARK_REPORT"
"""The environment variable with the file of the bare view's answer."""
SERVICE = (sys.executable, "-m", "headjudge", "serve")
BARE = (sys.executable, "-m", "benchmarks.service")


class Server(NamedTuple):
    """A running server."""

    port: int
    process: int

    def workers(self) -> list[int]:
        """The process ids of its workers (Linux)."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [int(child) for child in children.split()]


def requests(seed: int = 1) -> Iterator[bytes]:
    """Endless requests, each for another legal team of two decks without a common card."""
    chance = random.Random(seed)
    # The decks of a field draw on a few hundred cards, not on all.
    spells = chance.sample(_spells(), 600)
    while True:
        yield _request(chance.sample(spells, 18))


def field(count: int, seed: int = 1) -> list[bytes]:
    """The first of these requests."""
    return list(itertools.islice(requests(seed), count))


@cache
def _spells() -> list[str]:
    return engine.titles(
        lambda card, standing: "Land" not in card.types and not standing.is_refused
    )


def _request(titles: Sequence[str]) -> bytes:
    decks = [
        "\n".join([*(f"4 {title}" for title in half), "12 Forest", "12 Island"])
        for half in (titles[:9], titles[9:])
    ]
    team = {
        "format": "modern",
        "as_of": str(engine.EVENT.day),
        "decks": [{"player": name, "list": text} for name, text in zip("AB", decks, strict=True)],
    }
    return json.dumps(team).encode()


def bare() -> Flask:
    """A service with one view, which parses its body and returns the report as JSON."""
    application = Flask("bare")
    report = json.loads(Path(os.environ[REPORT]).read_bytes())

    @application.post(PATH)
    def view() -> Response:
        request.get_json()
        return jsonify(report)

    @application.get("/readyz")
    def ready() -> Response:
        return jsonify({})

    return application


def report_on(body: bytes) -> bytes:
    """The answer of the service to a request."""
    team = schemas.load(schemas.TEAM, json.loads(body))
    return encode(question.judge(team, engine.EVENT.day).as_dict())


@contextmanager
def serve(
    command: Sequence[str] = SERVICE, workers: int = 1, folder: Path = ROOT, report: bytes = b"{}"
) -> Iterator[Server]:
    """A service that is started in a folder, by default this one."""
    port = _free_port()
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": str(workers)}
    with tempfile.TemporaryDirectory() as name:
        log, answer = Path(name, "log"), Path(name, "report.json")
        answer.write_bytes(report)
        environment = os.environ | settings | {REPORT: str(answer)}
        with log.open("wb") as output:
            server = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=output, stderr=output
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
    """The number of answers that one connection gets in that time."""
    end = time.perf_counter() + seconds
    requests = itertools.cycle([_post(body) for body in bodies])
    return _send(port, itertools.takewhile(lambda _: time.perf_counter() < end, requests))


def ask_all(port: int, bodies: Iterable[bytes]) -> None:
    """Send these one after the other on one connection, and read all answers."""
    _send(port, (_post(body) for body in bodies))


def _post(body: bytes) -> bytes:
    """The request as it is sent."""
    head = f"POST {PATH} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body


def _send(port: int, requests: Iterable[bytes]) -> int:
    answers = 0
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for request in requests:
            connection.sendall(request)
            _read_answer(connection)
            answers += 1
    return answers


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET /readyz HTTP/1.0\r\nHost: bench\r\n\r\n")
            return connection.recv(1024).startswith(b"HTTP/1.")
    except OSError:
        return False


def _receive(connection: socket.socket, size: int) -> bytes:
    piece = connection.recv(size)
    if not piece:
        raise ConnectionError("the server has closed the connection")
    return piece


def _read_answer(connection: socket.socket) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += _receive(connection, 65_536)
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.decode("latin-1"))
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    missing = length - len(body)
    while missing:
        missing -= len(_receive(connection, missing))


def measure_http(
    seconds: float = 1.0, turns: int = 15, workers: int = 1, base: str = ""
) -> list[Figure]:
    """`POST /v1/validate` against a bare Flask view that parses and returns JSON of the same size.

    Both run as the service does and get the same requests in turns, over persistent connections:
    legal teams of two 60-card decks, each team different. With `--base FOLDER`, a checkout of
    another revision with an environment, its service gets them as well.
    """
    connections = CONNECTIONS * workers
    bodies = field(TEAMS)
    speeds: dict[str, list[float]] = {"service": [], "bare view": []}
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(connections))
        report = report_on(bodies[0])
        servers = [serve(SERVICE, workers), serve(BARE, workers, report=report)]
        if base:
            folder = Path(base)
            line = (folder / "Procfile").read_text().removeprefix("web: ")
            program = ("sh", "-c", f"PATH={folder}/.venv/bin:$PATH; exec {line}")
            servers.append(serve(program, workers, folder))
            speeds["base"] = []
        ports = [stack.enter_context(server).port for server in servers]
        for turn in range(turns + 1):
            for name, port in zip(speeds, ports, strict=True):
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
        Figure("the service as a part of the bare view", service / plain),
    ]
    if base:
        figures.append(Figure(f"the service against that of {base}", service / medians["base"]))
    return figures


if __name__ == "__main__":
    service_command.load = bare
    raise SystemExit(main(["serve"]))


MOMENTS = 10
GROWTH = 1.1
FIELD = 100
"""Teams that share titles: so few that the first tenth of the requests has nearly all titles."""


def ask_on_one_connection(port: int, count: int, first: int) -> None:
    """Send requests over one connection, for teams with seeds from `first` on."""
    fields = (requests(seed) for seed in itertools.count(first))
    teams = itertools.chain.from_iterable(islice(field, FIELD) for field in fields)
    ask_all(port, islice(teams, count))


def megabytes(process: int, kind: str = "Pss") -> float:
    """The memory of a process (Linux): its proportional share, or `Rss` for its resident set."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    match = re.search(rf"^{kind}:\s+(\d+) kB", text, re.MULTILINE)
    assert match
    return int(match[1]) / 1024


def measure_memory(requests: int = 200_000) -> list[Figure]:
    """The memory of a worker over 200,000 requests, each for another team.

    One worker gets them over loopback; its proportional share of memory (Linux) is read ten times.
    The first tenth of the requests fills caches, which are bounded; after it, memory should be
    flat. Fails if the last figure is more than a tenth above the second.
    """
    count = requests // MOMENTS // CONNECTIONS
    memory: list[float] = []
    field(1)  # processes inherit the titles, so that no connection waits for them
    with (
        serve() as server,
        ProcessPoolExecutor(CONNECTIONS) as pool,
    ):
        for moment in range(MOMENTS):
            first = moment * CONNECTIONS
            seeds = (count * number for number in range(first, first + CONNECTIONS))
            for answers in [
                pool.submit(ask_on_one_connection, server.port, count, seed) for seed in seeds
            ]:
                answers.result()
            (worker,) = server.workers()
            memory.append(megabytes(worker))
            answers_so_far = count * CONNECTIONS * (moment + 1)
            print(f"{memory[-1]:,.1f} MB after {answers_so_far:,} requests", flush=True)
    growth = memory[-1] / memory[1]
    name = f"a worker's memory after {answers_so_far:,} requests"
    return [
        Figure(name, memory[-1], "MB", "under 100 MB"),
        Figure("against that after a fifth of them", growth, "", "1, flat", growth > GROWTH),
    ]


def _use(server: Server) -> None:
    """Load what is loaded by the first requests."""
    with urlopen(f"http://127.0.0.1:{server.port}/readyz") as answer:
        assert answer.status == 200
    for body in field(100):
        ask_all(server.port, [body])


def measure_start(turns: int = 9, workers: int = 2) -> list[Figure]:
    """The start-up time of the service, and the memory of its workers.

    The service is started with compiled modules, and timed until /readyz first answers 200. Memory
    (Linux) is the resident set of each worker, and its proportional share.
    """
    seconds: list[float] = []
    resident: list[float] = []
    shares: list[float] = []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYTHONPYCACHEPREFIX"] = cache
        for _ in range(turns + 1):
            begun = time.perf_counter()
            with serve(workers=workers) as server:
                seconds.append(time.perf_counter() - begun)
                _use(server)
                resident += (megabytes(worker, "Rss") for worker in server.workers())
                shares += (megabytes(worker) for worker in server.workers())
    ready = statistics.median(seconds[1:])  # the first start compiles
    return [
        Figure("from the start of the process until /readyz answers", ready, "s", "0.5 s"),
        Figure("a worker's resident memory", statistics.median(resident), "MB", "under 100 MB"),
        Figure("its share, as workers have the most together", statistics.median(shares), "MB"),
    ]

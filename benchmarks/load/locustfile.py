"""Locust's users: players, who send at a rate; dawdlers, who never complete a request; and the
connections of an attacker, who sends slow requests.

Each player has its own address, the attacker a single one. Locust has an environment of its own, as
gevent patches the standard library; nothing of the service is imported here.
"""

from __future__ import annotations

import csv
import pickle
import random
import socket
import time
from argparse import ArgumentParser
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from locust import User, constant, events, task

from benchmarks.load.client import PATIENCE, Client, Failure, Request

HALVES = {
    "half a head": b"POST /v1/validate HTTP/1.1\r\nHost: load\r\nX-More: ",
    "half a body": (
        b"POST /v1/validate HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
        b"Content-Length: 500\r\n\r\n{"
    ),
}
"""The requests of dawdlers."""
ATTACKER = "127.0.0.66"


@events.init_command_line_parser.add_listener  # type: ignore[untyped-decorator]
def add_options(parser: ArgumentParser) -> None:
    """Add the options for requests, rate and record."""
    parser.add_argument("--sent", help="a file of pickled requests, sent over and over")
    parser.add_argument("--rate", type=float, help="requests a second of all players; 0: at once")
    parser.add_argument("--dawdlers", type=int, default=0, help="of the users, who dawdle")
    parser.add_argument("--attackers", type=int, default=0, help="of the users, who attack")
    parser.add_argument("--attack", help="a file of pickled requests, sent by those who attack")
    parser.add_argument("--record", help="a CSV file of what was answered")


@events.init.add_listener  # type: ignore[untyped-decorator]
def prepare(environment: Any, **_: Any) -> None:
    """Read the requests, and set up the record of answers."""
    options = environment.parsed_options
    environment.sent = cycle(pickle.loads(Path(options.sent).read_bytes()))
    environment.attack = cycle(pickle.loads(Path(options.attack).read_bytes()))
    environment.sources = (f"127.0.{1 + number // 250}.{1 + number % 250}" for number in count())
    Dawdler.fixed_count = options.dawdlers
    Attacker.fixed_count = options.attackers
    players = options.num_users - options.dawdlers - options.attackers
    environment.pause = players / options.rate if options.rate else 0.0
    file = Path(options.record).open("w", newline="", encoding="utf-8")  # noqa: SIM115
    rows = csv.writer(file)

    def write(name: str, context: dict[str, float], exception: Failure | None, **_: Any) -> None:
        rows.writerow([name, context["due"], context["begun"], context["ended"], exception or ""])

    environment.events.request.add_listener(write)
    environment.events.quitting.add_listener(lambda **_: file.close())


class Sender(User):  # type: ignore[misc]
    """One client."""

    abstract = True
    source = ""

    def on_start(self) -> None:
        """Set the address: an own one, or that of the class."""
        address = urlsplit(self.environment.host)
        self.address = (str(address.hostname), int(address.port or 80))
        self.client = Client(*self.address, source=self.source or next(self.environment.sources))

    def send(self, request: Request, due: float | None = None) -> None:
        """Send a request, and record the answer."""
        begun = time.monotonic()
        failure, length = None, 0
        try:
            length = self.client.send(request)
        except Failure as error:
            failure = error
        self.record(request.kind, begun, length, failure, due)

    def record(
        self,
        kind: str,
        begun: float,
        length: int,
        failure: Failure | None,
        due: float | None = None,
    ) -> None:
        """Report an answer to Locust; its time counts from when the request was due."""
        due, ended = due or begun, time.monotonic()
        self.environment.events.request.fire(
            request_type="", name=kind, response_time=(ended - due) * 1000, exception=failure,
            response_length=length, context={"due": due, "begun": begun, "ended": ended},
        )  # fmt: skip


class Player(Sender):
    """Sends single requests at random moments, at a mean rate.

    A request that is due while an answer is awaited is sent afterwards, and its wait counts. Only
    one such request is made up for, as people who wait do not send another.
    """

    def on_start(self) -> None:
        """Begin at a random moment."""
        super().on_start()
        self._due = time.monotonic()
        time.sleep(self.wait_time())

    def wait_time(self) -> float:
        """The seconds until the next request is due."""
        now, pause = time.monotonic(), float(self.environment.pause)
        self._due = max(self._due + pause * random.uniform(0.5, 1.5), now - pause)
        return max(0.0, self._due - now)

    @task  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """Send the next request."""
        self.send(next(self.environment.sent), self._due if self.environment.pause else None)


class Dawdler(Sender):
    """Sends half a request, and waits for its refusal (408) or the end of the connection."""

    wait_time = constant(0.1)

    @task  # type: ignore[untyped-decorator]
    def dawdle(self) -> None:
        """Begin one request."""
        kind, half = random.choice(list(HALVES.items()))
        begun = time.monotonic()
        failure, received = None, b""
        try:
            with socket.create_connection(self.address, timeout=2 * PATIENCE) as connection:
                connection.sendall(half)
                while piece := connection.recv(65_536):
                    received += piece
        except TimeoutError:
            failure = Failure("it was waited for")
        except OSError:
            pass  # the connection was ended
        if received and not received.startswith(b"HTTP/1.1 408 "):
            failure = Failure(repr(received[:300]))
        self.record(f"slow: {kind}", begun, len(received), failure)


class Attacker(Sender):
    """A connection of an attacker, who sends again as soon as there is an answer."""

    wait_time = constant(0.01)
    source = ATTACKER

    @task  # type: ignore[untyped-decorator]
    def attack(self) -> None:
        """Send the next request."""
        self.send(next(self.environment.attack))

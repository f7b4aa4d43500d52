"""Locust's users: players, who ask by the clock, dawdlers, who never end what they begin, and the
connections of an attacker, who asks for what takes long.

Each player comes from an address of its own, the attacker from one.

Locust stands in an environment of its own, as gevent changes the standard library below all that
runs beside it: nothing of the service is imported here.
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

from benchmarks.load.client import PATIENCE, Asked, Client, Failure

HALVES = {
    "half a head": b"POST /v1/validate HTTP/1.1\r\nHost: load\r\nX-More: ",
    "half a body": (
        b"POST /v1/validate HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
        b"Content-Length: 500\r\n\r\n{"
    ),
}
"""What dawdlers send."""
ATTACKER = "127.0.0.66"


@events.init_command_line_parser.add_listener  # type: ignore[untyped-decorator]
def add_options(parser: ArgumentParser) -> None:
    """What is asked, how often, and where the answers are written down."""
    parser.add_argument("--asked", help="a file of pickled requests, asked over and over")
    parser.add_argument("--rate", type=float, help="requests a second of all players; else at once")
    parser.add_argument("--dawdlers", type=int, default=0, help="of the users, who dawdle")
    parser.add_argument("--attackers", type=int, default=0, help="of the users, who attack")
    parser.add_argument("--attack", help="a file of pickled requests, asked by those who attack")
    parser.add_argument("--record", help="a CSV file of what was answered")


@events.init.add_listener  # type: ignore[untyped-decorator]
def prepare(environment: Any, **_: Any) -> None:
    """Read what is asked, and write down each answer."""
    options = environment.parsed_options
    environment.asked = cycle(pickle.loads(Path(options.asked).read_bytes()))
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


class Asker(User):  # type: ignore[misc]
    """One client."""

    abstract = True

    def on_start(self) -> None:
        """Know whom to ask."""
        address = urlsplit(self.environment.host)
        self.address = (str(address.hostname), int(address.port or 80))

    def tell(self, asked: str, due: float, begun: float, length: int, failed: Any = None) -> None:
        """Tell Locust of an answer; its time counts from when the request was due."""
        ended = time.monotonic()
        self.environment.events.request.fire(
            request_type="", name=asked, response_time=(ended - due) * 1000, exception=failed,
            response_length=length, context={"due": due, "begun": begun, "ended": ended},
        )  # fmt: skip


class Player(Asker):
    """Asks at random moments, so many a second, and one thing at a time.

    What is due while the last answer is awaited is sent once it is there, and has waited since it
    was due. One such request is made up for, and no more, as who waits does not ask again.
    """

    def on_start(self) -> None:
        """Begin at a moment of its own."""
        super().on_start()
        self._client = Client(*self.address, source=next(self.environment.sources))
        self._due = time.monotonic()
        time.sleep(self.wait_time())

    def wait_time(self) -> float:
        """The seconds until the next request is due."""
        now, pause = time.monotonic(), float(self.environment.pause)
        self._due = max(self._due + pause * random.uniform(0.5, 1.5), now - pause)
        return max(0.0, self._due - now)

    @task  # type: ignore[untyped-decorator]
    def ask(self) -> None:
        """Ask the next of the requests."""
        asked: Asked = next(self.environment.asked)
        begun = time.monotonic()
        due = self._due if self.environment.pause else begun
        try:
            length = self._client.ask(asked)
        except Failure as failure:
            self.tell(asked.kind, due, begun, 0, failure)
        else:
            self.tell(asked.kind, due, begun, length)


class Dawdler(Asker):
    """Sends a half of something, and waits until it is told so (408), or shown the door."""

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
            pass  # the door
        if received and not received.startswith(b"HTTP/1.1 408 "):
            failure = Failure(repr(received[:300]))
        self.tell(f"slow: {kind}", begun, begun, len(received), failure)


class Attacker(Asker):
    """One of the connections of an attacker, who asks again as soon as there is an answer."""

    wait_time = constant(0.01)

    def on_start(self) -> None:
        """Come from the address of all of them."""
        super().on_start()
        self._client = Client(*self.address, source=ATTACKER)

    @task  # type: ignore[untyped-decorator]
    def attack(self) -> None:
        """Ask the next of the requests."""
        asked: Asked = next(self.environment.attack)
        begun = time.monotonic()
        try:
            length, failed = self._client.ask(asked), None
        except Failure as failure:
            length, failed = 0, failure
        self.tell(asked.kind, begun, begun, length, failed)

"""`headjudge serve`: run the service under granian."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import shutil
import socket
from collections.abc import Mapping
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from headjudge.cli.errors import CommandError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

EPILOG = """\
HOST, PORT and WEB_CONCURRENCY (worker processes) are respected. A server on
the open internet stands behind a proxy that buffers: deploy/ has examples
with nginx.
"""
HOST, PORT = "127.0.0.1", 8000
WORKERS_MAX = 250
THREADS = 32
"""Requests that a worker answers at a time; further ones wait. So many that those that cost little
do not wait for those that cost much: Python gives each thread its turn."""
OBJECTS_PER_COLLECTION = 20_000
"""Between looks for garbage: some ten requests; by default each request has two."""
HEAD_SECONDS = 10
"""For the head of a request to arrive."""
END_SECONDS = 120
"""For batches that were begun, once the service is to end."""


COUNTS = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several workers count, for prometheus_client."""


class Place(NamedTuple):
    """Where the service listens, with how many processes."""

    host: str
    port: int
    workers: int


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge serve`."""
    command.description = "Start the service: the API and the pages. Ctrl-C stops it."
    command.epilog = EPILOG
    command.add_argument("--host", help=f"the address to listen at ({HOST})")
    command.add_argument("--port", metavar="N", help=f"the port ({PORT})")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Run the service until it is stopped; raises CommandError for wrong settings."""
    given = {"HOST": options.host, "PORT": options.port}
    place = place_of(os.environ | {name: value for name, value in given.items() if value})
    check_port(place)
    folder = ""
    if place.workers > 1 and COUNTS not in os.environ:
        os.environ[COUNTS] = folder = mkdtemp(prefix="headjudge-counts-")
    try:
        _serve(place)
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
    return "", 0


def _serve(place: Place) -> None:
    from granian.constants import Interfaces
    from granian.http import HTTP1Settings
    from granian.server import Server

    # Imported objects are permanent, and workers share them.
    gc.disable()
    try:
        load()  # with the sentence on a wrong setting, before there are workers
    except SystemExit as error:
        raise CommandError(str(error)) from None
    gc.freeze()
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    gc.enable()
    # Granian warns of more threads than cores.
    logging.getLogger("_granian").addFilter(lambda record: "threads" not in record.getMessage())
    server = Server(
        "headjudge.web.app:app",
        address=place.host,
        port=place.port,
        interface=Interfaces.WSGI,
        workers=place.workers,
        blocking_threads=THREADS,
        websockets=False,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_SECONDS),
        respawn_failed_workers=True,
        workers_kill_timeout=END_SECONDS,
    )
    server.serve(target_loader=load, wrap_loader=False)


def load() -> WSGIApplication:
    """The application. Granian's own loader would import from the current folder as well."""
    from headjudge.web.app import app

    return app


def place_of(environment: Mapping[str, str]) -> Place:
    """HOST, PORT and WEB_CONCURRENCY, of which blank ones are not set; raises CommandError."""
    from headjudge.web import guards

    cores = min(os.cpu_count() or 1, WORKERS_MAX)
    try:
        port = guards.integer(environment, "PORT", PORT, 1, 65_535)
        workers = guards.integer(environment, "WEB_CONCURRENCY", cores, 1, WORKERS_MAX)
    except guards.WrongSettings as error:
        raise CommandError(str(error)) from None
    host = environment.get("HOST", "").strip() or HOST
    try:
        (*_, address), *_ = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sentence = f"HOST must be an address of this machine, such as 127.0.0.1, not {host!r}."
        raise CommandError(sentence) from None
    return Place(str(address[0]), port, workers)


def check_port(place: Place) -> None:
    """Raise CommandError if another program listens there: workers would share the port with it."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((place.host, place.port))
        except OSError as error:
            sentence = f"Nothing can listen at {place.host}, port {place.port}: {error.strerror}."
            raise CommandError(sentence) from None

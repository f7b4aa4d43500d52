"""`headjudge service serve`: run the service."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec

from headjudge.cli.errors import CommandError
from headjudge.import_path import ROOT

EPILOG = """\
PORT, HOST and WEB_CONCURRENCY (worker processes) are respected, as are gunicorn's own settings in
GUNICORN_CMD_ARGS.
"""
HOST, PORT = "127.0.0.1", 8000


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge service serve`."""
    command.description = "Start the service: the API and the pages. Ctrl-C stops it."
    command.epilog = EPILOG
    command.add_argument("--host", help=f"the address to listen at ({HOST})")
    command.add_argument("--port", type=int, metavar="N", help=f"the port, 0 for any ({PORT})")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Replace this process by gunicorn; raises CommandError, or ModuleNotFoundError without it."""
    if find_spec("fcntl") is None:
        raise CommandError("The service runs under gunicorn, which this system does not have.")
    import gunicorn  # noqa: F401, fail early if the extra is missing

    os.environ["HOST"] = options.host or os.environ.get("HOST") or HOST
    os.environ["PORT"] = str(
        options.port if options.port is not None else os.environ.get("PORT") or PORT
    )
    # Only import from the current folder if Headjudge itself is there.
    isolated = [] if os.getcwd() == ROOT else ["-P"]
    os.execv(sys.executable, [sys.executable, *isolated, "-m", "headjudge.web.server"])

"""`headjudge serve`: the service, from wherever Headjudge is installed."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from cards.places import SETTING
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.house import FOLDER
from headjudge.receipts import SETTING as KEYS

EPILOG = """\
PORT, HOST and WEB_CONCURRENCY (worker processes) are respected, and so are gunicorn's own
settings in GUNICORN_CMD_ARGS.
"""
HOST, PORT = "127.0.0.1", 8000
INSTALLED = Path(__file__).with_name("gunicorn.conf.py")
ROOT = Path(__file__).parents[3]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge serve` takes."""
    command.description = "Start the service: the API and the page. Ctrl-C ends it."
    command.epilog = EPILOG
    command.add_argument("--host", help=f"the address to listen at ({HOST})")
    command.add_argument("--port", type=int, metavar="N", help=f"the port, 0 for any ({PORT})")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Become gunicorn; returns never, raises CannotBeAsked where there is none."""
    if find_spec("fcntl") is None or find_spec("gunicorn") is None:
        raise CannotBeAsked("The service runs under gunicorn, which this system does not have.")
    os.environ["HOST"] = options.host or os.environ.get("HOST") or HOST
    os.environ["PORT"] = str(
        options.port if options.port is not None else os.environ.get("PORT") or PORT
    )
    for setting in (FOLDER, SETTING, KEYS):
        if folder := os.environ.get(setting):
            os.environ[setting] = str(Path(folder).absolute())
    settings = INSTALLED if INSTALLED.exists() else ROOT / INSTALLED.name
    os.chdir(ROOT)  # gunicorn looks for modules where it is started first
    os.execv(
        sys.executable,
        [sys.executable, "-m", "headjudge.web.server", "--config", str(settings), "app:front"],
    )

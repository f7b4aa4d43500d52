"""Fixtures that tests of every folder share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app

# How long an example takes is measured by the benchmarks, not here.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

ROOT = Path(__file__).parents[1]
PATIENCE = 30  # seconds until a server that hangs fails the test


@pytest.fixture(scope="session")
def application() -> Flask:
    """The service; its errors become problems, as they do in production."""
    return create_app()


@pytest.fixture
def client(application: Flask) -> FlaskClient:
    """A client that speaks to the service without a network."""
    return application.test_client()


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the service under gunicorn as the Procfile starts it, on the loopback."""
    command = (ROOT / "Procfile").read_text().removeprefix("web: ").split()
    settings = {"HOST": "127.0.0.1", "PORT": "0", "WEB_CONCURRENCY": "1"}
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, env=os.environ | settings, stderr=output
        )
    try:
        yield listening(server, log)
    finally:
        server.terminate()
        server.wait(PATIENCE)


def listening(server: subprocess.Popen[bytes], log: Path) -> int:
    """The port that the server says it listens at."""
    while server.poll() is None:
        if found := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", log.read_text()):
            return int(found[1])
        time.sleep(0.02)
    raise AssertionError(log.read_text())

"""A service that is told to end does so, whatever its workers do just then."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, gunicorn

SLOW_TO_BEGIN = """\
import time
from pathlib import Path

from headjudge.web.server.gunicorn_config import *

def post_fork(server, worker):
    Path({forked!r}).touch()
    time.sleep(1)
"""
"""The service's settings, with a while in which a new worker has no ear for signals yet."""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGQUIT, signal.SIGINT])
def test_a_worker_that_has_just_begun_is_told_too(told: signal.Signals, tmp_path: Path) -> None:
    settings, forked = tmp_path / "slow.conf.py", tmp_path / "forked"
    settings.write_text(SLOW_TO_BEGIN.format(forked=str(forked)), encoding="utf-8")
    log = tmp_path / "log"
    with gunicorn(log, "--config", str(settings)) as server:
        while not forked.exists():
            assert server.poll() is None, log.read_text()
            time.sleep(0.01)
        server.send_signal(told)
        assert server.wait(PATIENCE) == 0

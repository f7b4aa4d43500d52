"""The fleet under load: restarts fail no request, and kills none beyond those in flight."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.fleet import Fleet, fleet
from tests.deploy.load import CLIENTS, Load

KILLS = 4


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A fleet."""
    with fleet(tmp_path_factory.mktemp("fleet")) as one:
        yield one


def test_a_rolling_restart_fails_no_request(running: Fleet) -> None:
    with Load(running.port) as load:
        for replica in running.replicas:
            replica.restart()
            load.settle()
        running.reload()
        load.settle()
    assert load.failures == []


def test_a_drained_replica_is_asked_nothing(running: Fleet) -> None:
    with Load(running.port) as load:
        for replica in running.replicas:
            running.drain(replica)
            running.reload()
            replica.restart()
            load.settle()
        running.drain()
        running.reload()
        load.settle()
    assert load.failures == []


def test_killed_workers_fail_what_was_in_flight_at_most(running: Fleet) -> None:
    with Load(running.port) as load:
        for number in range(KILLS):
            load.settle()
            running.replicas[number % 2].kill_worker()
        load.settle()
    # nginx asks the other replica, unless the answer had begun.
    assert len(load.failures) <= KILLS * CLIENTS, load.failures


def test_a_replica_that_is_gone_is_not_missed(running: Fleet) -> None:
    replica = running.replicas[0]
    with Load(running.port) as load:
        workers = replica.workers()
        replica.process.kill()
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        replica.process.wait()
        load.settle(300)
        replica.restart()
        load.settle()
    assert len(load.failures) <= CLIENTS


def test_no_request_is_logged(running: Fleet) -> None:
    log = Path(running.folder, "access.log")
    assert log.read_text() == ""

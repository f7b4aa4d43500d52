"""`service audit` on real clusters of two workers on the loopback, with what befalls them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.audit import corpora
from tests.cli.audit.corpora import QUESTION, judged_in_turn, judgements, teams
from tests.conftest import ROOT

psutil: Any = pytest.importorskip("psutil")

PATIENCE = 120  # seconds; an idle machine takes five
TEAMS = teams(6000)
AUDIT = (
    sys.executable,
    "-m",
    "headjudge",
    "service",
    "audit",
    "corpus.ndjson",
    *QUESTION,
    "--out",
    "out",
)
SCHEDULER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """A folder with a corpus of some hundred parts."""
    corpora.write(tmp_path / "corpus.ndjson", TEAMS)
    return tmp_path


@pytest.fixture
def started(folder: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a command in the folder, in a process group of its own, and ends what is left."""
    processes: list[subprocess.Popen[str]] = []

    def start(*command: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def parts_of(process: subprocess.Popen[str], folder: Path, least: int) -> int:
    """How many parts are judged, once there are so many of them while the audit runs."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = len(corpora.parts(folder / "out"))
        if found >= least:
            return found
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    raise AssertionError("nothing was judged")


def workers_of(process: subprocess.Popen[str]) -> list[Any]:
    """The processes of an audit's own cluster."""
    below = psutil.Process(process.pid).children(recursive=True)
    return [one for one in below if any("spawn_main" in word for word in one.cmdline())]


def test_a_worker_that_dies_loses_nothing(
    folder: Path, started: Callable[..., subprocess.Popen[str]]
) -> None:
    audit = started(*AUDIT, "--jobs", "2", "--block", "0.01")
    before = parts_of(audit, folder, 2)
    workers = workers_of(audit)
    assert len(workers) == 2
    workers[0].kill()
    listening = [
        one.laddr.ip
        for process in (psutil.Process(audit.pid), workers[1])
        for one in process.net_connections()
        if one.status == psutil.CONN_LISTEN
    ]
    assert {*listening} == {"127.0.0.1"}
    printed, errors = audit.communicate(timeout=PATIENCE)
    assert (audit.returncode, errors) == (1, "")
    assert printed.startswith("6,000 teams: ")
    assert (
        before < len(corpora.parts(folder / "out")) == len(corpora.parts(folder / "out", "titles"))
    )
    assert list(judgements(folder / "out")) == judged_in_turn(TEAMS)


def test_an_audit_that_is_interrupted_goes_on(
    folder: Path, started: Callable[..., subprocess.Popen[str]]
) -> None:
    audit = started(*AUDIT, "--jobs", "2", "--block", "0.01")
    parts_of(audit, folder, 2)
    # However late the interrupt comes, the audit is not done: its workers stand still.
    for worker in workers_of(audit):
        worker.suspend()
    # As a terminal does it: every process of the group hears it.
    os.killpg(audit.pid, signal.SIGINT)
    printed, errors = audit.communicate(timeout=PATIENCE)
    assert (audit.returncode, printed, errors) == (130, "", "")
    assert not list((folder / "out").glob("*/summary.json"))
    kept = {path: path.stat().st_mtime_ns for path in corpora.parts(folder / "out")}
    again = started(*AUDIT, "--jobs", "0")
    printed, errors = again.communicate(timeout=PATIENCE)
    assert (again.returncode, errors) == (1, "")
    judged = int(printed.partition("judged now: ")[2].split()[0].replace(",", ""))
    assert 0 < judged < len(TEAMS)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert list(judgements(folder / "out")) == judged_in_turn(TEAMS)
    assert not list((folder / "out").glob("*/*/.*"))


@pytest.fixture
def cluster(
    folder: Path, started: Callable[..., subprocess.Popen[str]]
) -> tuple[subprocess.Popen[str], str]:
    """A cluster that is there, and its scheduler's address."""
    (folder / "cluster.py").write_text(SCHEDULER, "utf-8")
    process = started(sys.executable, "cluster.py")
    assert process.stdout
    address = process.stdout.readline().strip()
    assert address.startswith("tcp://127.0.0.1:")
    return process, address


def test_a_scheduler_that_is_there_is_used(
    folder: Path,
    started: Callable[..., subprocess.Popen[str]],
    cluster: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = cluster
    audit = started(*AUDIT, "--scheduler", address, "--block", "0.2")
    _, errors = audit.communicate(timeout=PATIENCE)
    assert (audit.returncode, errors) == (1, "")
    assert process.poll() is None
    assert list(judgements(folder / "out")) == judged_in_turn(TEAMS)


def test_a_cluster_that_goes_away_is_said_so(
    folder: Path,
    started: Callable[..., subprocess.Popen[str]],
    cluster: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = cluster
    audit = started(*AUDIT, "--scheduler", address, "--block", "0.01")
    parts_of(audit, folder, 2)
    os.killpg(process.pid, signal.SIGKILL)
    _, errors = audit.communicate(timeout=PATIENCE)
    assert audit.returncode == 2
    assert errors == (
        "headjudge: The cluster has gone away. Ask again, and it goes on from here.\n"
    )

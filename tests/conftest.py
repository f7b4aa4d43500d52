"""Fixtures that tests of every folder share."""

from __future__ import annotations

import gc
import http.client
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest
from flask import Flask
from flask.testing import FlaskClient

import cards
from app import create_app
from headjudge.cli.commands.serve import END_SECONDS
from headjudge.web import facts_in_force

# The same examples in every run, so that a run fails by what was changed; `make fuzz` makes others.
# How long an example takes is measured by the benchmarks.
EXAMPLES = 25
hypothesis.settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tests")

# What was added to the facts of this machine is no concern of tests.
os.environ["HEADJUDGE_FACTS"] = str(Path(__file__) / "none")

ROOT = Path(__file__).parents[1]
SERVE = (sys.executable, "-m", "headjudge", "serve")
"""The program of the Procfile."""
PATIENCE = 180  # seconds until what hangs fails the test, also on a busy machine
NIGHTLY = (
    "ci/test_action.py", "ci/test_docker.py", "ci/test_gitlab.py", "ci/test_package.py",
    "ci/test_pre_commit.py", "ci/test_release.py",
    "cli/test_update.py::test_a_killed_update_leaves_whole_facts",
    "decklists/test_growth.py",
    "deploy/test_fleet.py",
    "fuzz",
    "messages/test_every_word.py",
    "pages/test_accessibility.py", "pages/test_browser.py", "pages/test_element.py",
    "pages/test_fact_browser.py", "pages/test_language_browser.py", "pages/test_live.py",
    "pages/test_morning_browser.py", "pages/test_pool_browser.py",
    "pages/test_registration_browser.py", "pages/test_sharing_browser.py",
    "pages/test_sheet_browser.py", "pages/test_untranslated.py",
    "test_adding.py",
    "tools/test_editor.py", "tools/test_verdicts.py",
    "validator/legality/test_every_format.py",
    "web/registrations/test_growth.py", "web/registrations/test_hostile_uploads.py",
    "web/test_contract_linters.py", "web/test_generated_client.py", "web/test_schemathesis.py",
    "web/test_typescript_client.py",
)  # fmt: skip
"""Left to `make nightly` for their time, unless they are named: fuzzing, growth, pipelines,
deployments, generated clients, and every size and language of each page."""
END = pytest.StashKey[float]()
"""When the time for fuzzing is over."""
FIRST = ("pages", "deploy", "web", "cli", "decklists")
"""What begins first, so that no core waits at the end for servers and browsers."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--nightly` runs everything, `--fuzz` properties alone, with examples of their own."""
    parser.addoption("--nightly", action="store_true", help="run what takes its time as well")
    parser.addoption("--fuzz", type=float, metavar="SECONDS", help="run properties for so long")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is nightly, unless it or a part of it is named."""
    if config.getoption("--nightly"):
        return None
    path = collection_path.relative_to(ROOT / "tests") if _is_test(collection_path) else None
    if path is None or path.as_posix() not in NIGHTLY:
        return None
    named = (Path(argument.partition("::")[0]).resolve() for argument in config.args)
    return None if any(name.is_relative_to(collection_path) for name in named) else True


def _node(item: pytest.Item) -> str:
    """`folder/test_file.py::test_name`, without parameters."""
    name = getattr(item, "originalname", item.name)
    return f"{item.path.relative_to(ROOT / 'tests').as_posix()}::{name}"


def _is_test(path: Path) -> bool:
    return path.is_relative_to(ROOT / "tests")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, as tests of browsers and programs wait for them."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Try four times as many examples at night, and others in each run that fuzzes."""
    if config.getoption("--fuzz"):
        hypothesis.settings.register_profile(
            "fuzz",
            hypothesis.settings.get_profile("tests"),
            derandomize=False,
            max_examples=8 * EXAMPLES,
        )
        hypothesis.settings.load_profile("fuzz")
    elif config.getoption("--nightly"):
        hypothesis.settings.register_profile(
            "nightly", hypothesis.settings.get_profile("tests"), max_examples=4 * EXAMPLES
        )
        hypothesis.settings.load_profile("nightly")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out single tests that are nightly, and put first what takes longest."""
    if seconds := config.getoption("--fuzz"):
        items[:] = _properties(items, seconds)
        return
    named = any("::" in argument for argument in config.args)
    if not config.getoption("--nightly") and not named:
        left = [item for item in items if _node(item) in NIGHTLY]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    ranks = {name: rank for rank, name in enumerate(FIRST)}
    items.sort(
        key=lambda item: min(
            ranks.get(part, len(FIRST)) for part in item.path.relative_to(ROOT).parts
        )
    )


def _properties(items: list[pytest.Item], seconds: float) -> list[pytest.Item]:
    """The tests of properties, in any order; those that would begin later are skipped."""
    end = time.monotonic() + seconds
    found = [item for item in items if getattr(item.obj, "is_hypothesis_test", False)]  # type: ignore[attr-defined]
    random.shuffle(found)
    for item in found:
        item.stash[END] = end
    return found


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a property if the time for fuzzing is over."""
    if END in item.stash and time.monotonic() > item.stash[END]:
        pytest.skip("the time is over")


def pytest_collection_finish() -> None:
    """Leave what was collected, thousands of tests and the facts, out of every look for garbage.

    It costs a fifth of the time of the tests of the engine.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session")
def application() -> Flask:
    """The service; its errors become problems, as they do in production."""
    return create_app()


@pytest.fixture
def client(application: Flask) -> FlaskClient:
    """A client that speaks to the service without a network."""
    return application.test_client()


@pytest.fixture
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of house rules that the environment names; it is not there yet."""
    folder = tmp_path / "houses"
    monkeypatch.setenv(facts_in_force.FOLDER, str(folder))
    _forget_houses()
    yield folder
    _forget_houses()


def _forget_houses() -> None:
    """And the pages that were kept ready with them, or without."""
    facts_in_force.folder.cache_clear()
    cards.forget()


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the service as the Procfile starts it, on the loopback."""
    with service(tmp_path_factory.mktemp("server") / "log") as running:
        yield running.port


class Service(NamedTuple):
    """A running service."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path


@contextmanager
def service(log: Path, program: Sequence[str] = SERVE, **settings: str) -> Iterator[Service]:
    """The service with one worker, once it answers; its log is whole when it has ended."""
    port = free_port()
    surroundings = {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1"} | settings
    with log.open("wb") as output:
        process = subprocess.Popen(
            program, cwd=ROOT, env=os.environ | surroundings, stdout=output, stderr=output
        )
    try:
        answering(process, port, log)
        yield Service(process, port, log)
    finally:
        stop(process)


def free_port() -> int:
    """A port at which nothing listens, below those that systems give to clients."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def answering(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until a service answers."""
    while process.poll() is None:
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                connection.close()
                return
        time.sleep(0.02)
    raise AssertionError(log.read_text())


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a program as an init system would; one that does not end is killed, and fails.

    A service has its time to end what was begun, which may be a connection that was cut off.
    """
    process.terminate()
    try:
        process.wait(END_SECONDS + PATIENCE)
    finally:
        process.kill()
        process.wait()

"""A setting that cannot be meant: the service ends with one sentence, which names it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from headjudge.cli.commands.serve import place_of
from tests.conftest import PATIENCE, ROOT, SERVE, free_port


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "99999"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("WEB_CONCURRENCY", "x"),
        ("WEB_CONCURRENCY", "0"),
        ("WEB_CONCURRENCY", "9" * 5_000),
        ("HOST", "no host"),
        ("HEADJUDGE_PROXIES", "all"),
        ("HEADJUDGE_LOG", "loud"),
        ("RATE_LIMIT", "seldom"),
        ("REDIS_URL", "nowhere"),
    ],
)
def test_it_is_named_in_a_sentence(name: str, value: str, tmp_path: Path) -> None:
    usual = {
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "WEB_CONCURRENCY": "1",
        "TMPDIR": str(tmp_path),
    }
    rate = {"RATE_LIMIT": "9 per minute"} if name == "REDIS_URL" else {}
    done = subprocess.run(
        SERVE, cwd=ROOT, env=os.environ | usual | rate | {name: value},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode not in (0, None)
    assert name in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["HOST", "PORT", "WEB_CONCURRENCY"])
def test_a_blank_setting_is_not_set(name: str) -> None:
    assert place_of({name: " "}) == place_of({})


def test_a_port_that_is_taken(port: int) -> None:
    done = subprocess.run(
        [*SERVE, "--port", str(port)], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert f"port {port}" in done.stderr

"""A setting that cannot be meant: the service ends with one sentence, which names it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from app import create_app
from headjudge.cli.commands.serve import place_of
from headjudge.cli.errors import CommandError
from headjudge.web.guards import WrongSettings
from tests.conftest import PATIENCE, ROOT, SERVE, free_port

WRONG: dict[str, Sequence[str]] = {
    "PORT": ("99999", "-1", "http"),
    "WEB_CONCURRENCY": ("x", "0", "9" * 5_000),
    "HOST": ("no host",),
    "FLASK_DEBUG": ("1",),
    "HEADJUDGE_PROXIES": ("all", "11"),
    "HEADJUDGE_HSTS": ("a year",),
    "HEADJUDGE_LOG": ("loud",),
    "HEADJUDGE_ORIGINS": ("events.example", "https://", "ftp://a.b", "https://a.example/", "a b"),
    "RATE_LIMIT": ("seldom", "3", "3 per moon", "-1 per hour"),
    "REDIS_URL": ("nowhere",),
}


@pytest.mark.parametrize(("name", "value"), [(name, one) for name in WRONG for one in WRONG[name]])
def test_it_is_named_in_a_sentence(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "REDIS_URL":
        monkeypatch.setenv("RATE_LIMIT", "9 per minute")
    monkeypatch.setenv(name, value)
    with pytest.raises((WrongSettings, CommandError), match=name):
        create_app() and place_of(os.environ)


@pytest.mark.parametrize(("name", "value"), [("PORT", "http"), ("RATE_LIMIT", "seldom")])
def test_the_service_ends(name: str, value: str, tmp_path: Path) -> None:
    usual = {"PORT": str(free_port()), "WEB_CONCURRENCY": "2", "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        SERVE, cwd=ROOT, env=os.environ | usual | {name: value},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode
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

"""A setting that cannot be meant: the service ends with one sentence, which names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.web.server import __main__ as server
from tests.conftest import PATIENCE, ROOT

SERVE = [sys.executable, "-m", "headjudge", "service", "serve"]
PROCFILE = [sys.executable, "-m", "headjudge.web.server"]


@pytest.mark.parametrize("command", [SERVE, PROCFILE], ids=["serve", "Procfile"])
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
        ("HEADJUDGE_LIMIT_BODY", "much"),
        ("HEADJUDGE_LIMIT_BODY_SECONDS", "0"),
        ("HEADJUDGE_PROXIES", "all"),
        ("HEADJUDGE_CARD_PICTURES", "https://pictures.example/all.jpg"),
        ("HEADJUDGE_LOG", "loud"),
        ("RATE_LIMIT", "seldom"),
        ("REDIS_URL", "nowhere"),
    ],
)
def test_it_is_named_in_a_sentence(
    command: list[str], name: str, value: str, tmp_path: Path
) -> None:
    usual = {"HOST": "127.0.0.1", "PORT": "0", "WEB_CONCURRENCY": "1", "TMPDIR": str(tmp_path)}
    rate = {"RATE_LIMIT": "9 per minute"} if name == "REDIS_URL" else {}
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | usual | rate | {name: value},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode not in (0, None)
    assert name in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["PORT", "WEB_CONCURRENCY"])
def test_what_is_blank_is_not_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, " ")  # for which gunicorn itself has a trace
    server.check()
    assert name not in os.environ

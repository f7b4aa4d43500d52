"""Headjudge as it is installed from a checkout: all that it reads comes with it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from headjudge.client import Client
from tests.ci.conftest import ROOT, run, surroundings
from tests.conftest import PATIENCE, listening, stop

PACKAGES = {"banlists", "cards", "formats", "headjudge", "messages", "validator"}
TEAM = ["4 Naturalize\n56 Forest", "2 Naturalize\n58 Forest"]


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The service of the installed package, started where an `app.py` of another lies."""
    (tmp_path / "app.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    log = tmp_path / "log"
    with log.open("wb") as output:
        service = subprocess.Popen(
            [installed / "headjudge", "serve", "--port", "0"], cwd=tmp_path, stderr=output,
            env=surroundings(WEB_CONCURRENCY="1"),
        )  # fmt: skip
    try:
        yield f"http://127.0.0.1:{listening(service, log)}"
    finally:
        stop(service)


def test_it_checks(installed: Path, decks: Path) -> None:
    files = ["naturalize.a.dck", "naturalize.b.csv"]
    done = run([str(installed / "headjudge"), "check", *files], decks)
    assert done.returncode == 1, done.stderr
    assert "6 copies of Naturalize" in done.stdout


def test_a_fresh_clone_reaches_its_first_verdict(checkout: Path) -> None:
    """With the first two lines of the README, as they stand there."""
    readme = (ROOT / "README.md").read_text("utf-8")
    lines = readme.partition("```sh\n")[2].partition("```")[0]
    assert len(lines.splitlines()) == 2
    # The libraries that the build and the program need are at hand: see `surroundings`.
    env = surroundings(PIP_NO_BUILD_ISOLATION="0")
    done = run(["bash", "-c", lines], checkout, env)
    assert done.returncode == 2, done.stderr
    assert "6 copies of Naturalize" in done.stdout
    assert "6 teams: 2 legal, 3 not legal" in done.stdout


def test_it_runs_as_a_module(installed: Path, decks: Path) -> None:
    done = run([str(installed / "python"), "-m", "headjudge", "explain", "combined-copies"], decks)
    assert done.returncode == 0, done.stderr
    assert "combined-copies" in done.stdout


def test_it_serves(address: str) -> None:
    for path in ("/", "/docs", "/openapi.yaml", "/openapi.json", "/readyz", "/policies"):
        assert requests.get(address + path, timeout=PATIENCE).status_code == 200, path
    with Client(address) as client:
        report = client.validate({"format": "modern", "decks": [{"list": one} for one in TEAM]})
    assert report["violations"][0]["code"] == "combined-copies"


def test_it_brings_the_types_of_its_client(installed: Path) -> None:
    (packages,) = installed.parent.glob("lib/*/site-packages")
    assert (packages / "headjudge" / "py.typed").exists()
    contract = packages / "headjudge" / "web" / "pages" / "openapi.yaml"
    assert contract.read_bytes() == (ROOT / "openapi.yaml").read_bytes()


def test_nothing_of_the_checkout_is_left_out(installed: Path) -> None:
    """Whatever lies beside the modules of a package comes with it, but what is compiled."""
    (packages,) = installed.parent.glob("lib/*/site-packages")
    names = {one.name for one in packages.iterdir() if (ROOT / one.name / "__init__.py").exists()}
    assert names == PACKAGES
    missing = [
        path.relative_to(ROOT)
        for name in names
        for path in (ROOT / name).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.suffix not in {".po", ".pot"}
        and not (packages / path.relative_to(ROOT)).exists()
    ]
    assert missing == []

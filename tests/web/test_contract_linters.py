"""The linters of others find nothing in openapi.yaml, by the rules that clients/js has for them."""

from __future__ import annotations

import subprocess

import pytest

from tests.conftest import PATIENCE, ROOT

CONTRACT = ROOT / "openapi.yaml"
PACKAGE = ROOT / "clients" / "js"
TOOLS = PACKAGE / "node_modules" / ".bin"
LINTERS = {
    "redocly": ["lint", "--config", "redocly.yaml"],
    "spectral": ["lint", "--ruleset", "spectral.yaml", "--fail-severity", "warn"],
}


@pytest.mark.parametrize("linter", LINTERS)
def test_linters_find_nothing(linter: str) -> None:
    if not TOOLS.is_dir():
        pytest.skip("clients/js has no node_modules: make js")
    command = [str(TOOLS / linter), *LINTERS[linter], str(CONTRACT)]
    ran = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr

"""The service keeps its contract, whatever schemathesis makes up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = 6
"""Requests made up for each operation, besides those of the examples and of the bounds."""
SEED = "1"
"""The same requests in every run; other seeds are for trying by hand."""
PATIENCE = 360  # seconds, on a machine that does much else


@pytest.mark.timeout(PATIENCE + 30)
@pytest.mark.parametrize("phases", ["examples,coverage", "fuzzing,stateful"])
def test_schemathesis_finds_nothing(port: int, phases: str) -> None:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", "openapi.yaml",
        "--url", f"http://127.0.0.1:{port}", "--max-examples", str(EXAMPLES),
        "--phases", phases, "--seed", SEED, "--no-color",
    ]  # fmt: skip
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout
    assert "No issues found" in ran.stdout

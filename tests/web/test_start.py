"""What the service loads before it can answer: nothing large that most services never need."""

from __future__ import annotations

import subprocess
import sys

SELDOM = {
    "apispec", "cryptography", "fpdf", "limits", "opentelemetry", "python_calamine", "redis",
    "requests", "segno", "urllib3", "xlsxwriter",
}  # fmt: skip
PROGRAM = f"import sys, app; print(*sorted({SELDOM} & sys.modules.keys()))"


def test_what_is_seldom_needed_is_loaded_then() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []

"""All of the fuzzing: `python -m tests.fuzz [--minutes M | --seconds S]`, or `make fuzz`.

The parts follow each other and share the time. Each runs to its end whatever the others found;
exits with 1 where one found something.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping

from tests.fuzz.common import ROOT, add_time, seconds_of

PARTS: Mapping[str, float] = {"properties": 0.2, "contract": 0.3, "bombing": 0.2, "growing": 0.3}
"""What is run, and its share of the time."""
PROPERTIES = ("tests/cards", "tests/decklists", "tests/validator", "tests/web/registrations")


def main() -> None:
    """Run every part, and say which of them found something."""
    options = argparse.ArgumentParser(description=__doc__)
    add_time(options)
    seconds = seconds_of(options.parse_args())
    begun, found = time.monotonic(), []
    for part, share in PARTS.items():
        command = ["-m", f"tests.fuzz.{part}", "--seconds", str(seconds * share)]
        if part == "properties":
            command = ["-m", "pytest", "-n0", "--fuzz", str(seconds * share), *PROPERTIES]
        if subprocess.run([sys.executable, *command], cwd=ROOT).returncode:
            found.append(part)
    minutes = (time.monotonic() - begun) / 60
    result = f"found something: {', '.join(found)}" if found else "everything was answered"
    print(f"fuzz: {minutes:.1f} minutes, {result}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()

"""All of the fuzzing: `python -m tests.fuzz [--minutes M | --seconds S]`, or `make fuzz`.

The parts follow each other and share the time. Each runs to its end whatever the others found;
exits with 1 where one found something. No part of `make test`, which replays what is kept.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from tests.fuzz import folders
from tests.fuzz.clock import add_time, seconds_of

PARTS: tuple[tuple[float, tuple[str, ...]], ...] = (
    (0.05, ("lists",)),
    (0.10, ("guided", "lists")),
    (0.05, ("guided", "titles")),
    (0.15, ("guided", "bodies")),
    (0.20, ("contract",)),
    (0.15, ("bombing",)),
    (0.20, ("growing",)),
    (0.10, ("invariants",)),
)
"""What is run, and its share of the time."""


def main() -> None:
    """Run every part, and say which of them found something."""
    options = argparse.ArgumentParser(description=__doc__)
    add_time(options)
    seconds = seconds_of(options.parse_args())
    begun, found = time.monotonic(), []
    for share, part in PARTS:
        module, *arguments = part
        command = [sys.executable, "-m", f"tests.fuzz.{module}", *arguments]
        ran = subprocess.run([*command, "--seconds", str(seconds * share)], cwd=folders.ROOT)
        if ran.returncode:
            found.append(" ".join(part))
    minutes = (time.monotonic() - begun) / 60
    result = f"found something: {', '.join(found)}" if found else "everything was answered"
    print(f"fuzz: {minutes:.1f} minutes, {result}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()

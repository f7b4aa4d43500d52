"""The process in which atheris traces our packages: `python -m tests.fuzz.guided_process TARGET …`.

What follows the target is for libFuzzer. `tests.fuzz.guided` starts this.
"""

from __future__ import annotations

import os
import sys

import atheris

from tests.fuzz import folders

OURS = ("app", "banlists", "cards", "formats", "headjudge", "messages", "validator")


def main() -> None:
    """Run a target under libFuzzer, which ends the process."""
    name = sys.argv[1]
    os.environ |= folders.SHIPPED_FACTS
    with atheris.instrument_imports(include=list(OURS)):
        from tests.fuzz.targets import TARGETS
    # For a merge libFuzzer starts itself anew by a shell: its name is what a shell would run.
    again = f"{sys.executable} -m {__spec__.name} {name}"
    atheris.Setup([again, *sys.argv[2:]], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()

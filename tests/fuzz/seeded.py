"""The command of a part of the fuzzing that is the same again for the same seed."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from typing import NoReturn

from tests.fuzz.clock import add_time, seconds_of
from tests.fuzz.memory import TooMuch

Run = Callable[[float, int], bool]
"""Fuzzes for so many seconds, with that seed: whether all was answered; raises TooMuch."""


def main(name: str, run: Run, description: str | None) -> NoReturn:
    """Run it as it is asked for; exits with 1 where it finds something, or the worker grew."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    add_time(options)
    chosen = options.parse_args()
    try:
        sys.exit(not run(seconds_of(chosen), chosen.seed))
    except TooMuch as error:
        sys.exit(f"{name}, seed {chosen.seed}: {error}")

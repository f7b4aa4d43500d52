"""What the parts of the fuzzing share: folders, command lines, and how the service is asked."""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).with_name("corpus")
"""Inputs that once stopped the service: where each run begins."""
FOUND = ROOT / ".fuzz"
"""What runs found, which the next run begins with; no part of the repository."""
SHIPPED_FACTS = {"HEADJUDGE_FACTS": str(FOUND / "facts")}
"""For the environment: facts that were added on this machine do not count."""
LINES = "application/x-ndjson"
FORM = "application/x-www-form-urlencoded"
FORM_KEY = re.compile(r'name="form_key" value="([^"]*)"')
"""Of the page that shows the columns of a file."""
AS_PAGE = {"Accept": "text/html"}
USUAL = 60.0
"""Seconds of a part."""


class TooMuch(AssertionError):
    """The worker holds more than it should."""


def add_time(options: argparse.ArgumentParser) -> None:
    """Let a command take `--minutes` or `--seconds`."""
    either = options.add_mutually_exclusive_group()
    either.add_argument("--minutes", type=float)
    either.add_argument("--seconds", type=float)


def seconds_of(chosen: argparse.Namespace) -> float:
    """The seconds that were asked for."""
    if chosen.minutes is not None:
        return 60.0 * float(chosen.minutes)
    return USUAL if chosen.seconds is None else float(chosen.seconds)


def main(name: str, run: Callable[[float, int], bool], description: str | None) -> NoReturn:
    """The command of a part: `run` fuzzes for so many seconds with a seed, and tells whether all
    was answered. Exits with 1 where it was not, or the worker grew.
    """
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    add_time(options)
    chosen = options.parse_args()
    try:
        sys.exit(not run(seconds_of(chosen), chosen.seed))
    except TooMuch as error:
        sys.exit(f"{name}, seed {chosen.seed}: {error}")

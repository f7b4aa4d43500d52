"""For how long a part of the fuzzing runs, as its command line says."""

from __future__ import annotations

import argparse

USUAL = 60.0
"""Seconds."""


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

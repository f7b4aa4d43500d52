"""Processes of a batch that do not do what they should; each is started by its name."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any

from headjudge.web.api.batch import process


def compute(pipe: Connection, _: Any) -> None:
    """Take the first chunk, and compute for ever."""
    process._end_with_parent()
    pipe.recv()
    while True:
        pass


def end(pipe: Connection, _: Any) -> None:
    """End by the first chunk."""
    pipe.recv()
    os._exit(1)


def answer_nothing(pipe: Connection, _: Any) -> None:
    """Say that one is there, and compute for ever."""
    process._end_with_parent()
    pipe.send(os.getpid())
    while True:
        pass

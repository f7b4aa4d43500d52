"""What an answer costs: seconds of processor time, in a process that ends when it takes many.

Each measurement forks this process, so that nothing is remembered from the one before it.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from typing import NamedTuple, NoReturn

SECONDS_MAX = 8
"""Of processor time; then the process ends, and so does each that it started."""
PATIENCE = 300
"""Seconds of the clock, for what waits and does not compute."""


class TooLong(BaseException):
    """The work is ended; nothing that it calls takes this for a fault of its own."""


class Cost(NamedTuple):
    """A measurement."""

    seconds: float
    status: int
    """Of the answer; 0 where there was none in time."""
    where: str = ""
    """The function in which it was ended or raised an error."""

    @property
    def is_cut(self) -> bool:
        """Whether it took longer than it may, and was ended."""
        return self.status == 0


def measured(work: Callable[[], int], most: int = SECONDS_MAX) -> Cost:
    """The cost of the work, which gives a status, and is ended after `most` seconds."""
    with tempfile.TemporaryDirectory(prefix="headjudge-growing-") as folder:
        reading, writing = os.pipe()
        with warnings.catch_warnings():  # of threads: none of this process has a part in the work
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if not process:
            os.close(reading)
            _work(work, folder, writing, most)
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            # Children that it leaves behind may hold the pipe as well: its own end is awaited.
            watched = os.pidfd_open(process)
            if not select.select([watched], [], [], PATIENCE)[0]:
                os.kill(process, signal.SIGKILL)
            os.close(watched)
            _, _, used = os.wait4(process, 0)
            is_told = bool(select.select([answer], [], [], 0)[0])
            told = os.read(answer.fileno(), 1000) if is_told else b""
    if not told:
        return Cost(used.ru_utime + used.ru_stime, 0)
    return Cost(*json.loads(told))


def _work(work: Callable[[], int], folder: str, writing: int, most: int) -> NoReturn:
    """What the child does, which never returns."""
    begun = _used()
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXCPU, _end)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.chdir(folder)
        begun = _used()
        status = work()
        os.write(writing, json.dumps([_used() - begun, status]).encode())
    except BaseException as error:
        frame = [
            one for one in traceback.extract_tb(error.__traceback__) if one.name != _end.__name__
        ][-1]
        where = f"{type(error).__name__} in {frame.filename}:{frame.lineno} {frame.name}"
        status = 0 if isinstance(error, TooLong) else 599
        with contextlib.suppress(OSError):
            os.write(writing, json.dumps([_used() - begun, status, where[-400:]]).encode())
    finally:
        os._exit(0)


def _end(*_: object) -> NoReturn:
    """Stop the work where it is; what does not look for signals is killed a second later."""
    raise TooLong


def _used() -> float:
    """Seconds of processor time of this process, and of its children that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime

"""What an answer costs: seconds of processor time, in a process that ends when it takes many.

Each measurement forks this process, so that nothing is remembered from the one before it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import re
import resource
import select
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

from tests.fuzz import folders

SECONDS_MAX = 8
"""Of processor time; then the process ends, and so does each that it started."""
PATIENCE = 60
"""Seconds of the clock, for what waits and does not compute."""
SAMPLES = 9
"""Times at which the stack is looked at."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+) in (.+)')


_OWN = {("tests", "fuzz", "repetition"), ("tests", "fuzz", "growing.py")}


class Cost(NamedTuple):
    """A measurement."""

    seconds: float
    status: int
    """Of the answer; 0 where there was none in time."""
    where: str = ""
    """The function of ours in which most of the time was spent, where that was asked."""

    @property
    def is_cut(self) -> bool:
        """Whether it took longer than it may, and was ended."""
        return self.status == 0


def measured(work: Callable[[], int], sampled: float = 0.0, most: int = SECONDS_MAX) -> Cost:
    """The cost of the work, which gives a status, and is ended after `most` seconds.

    Where it spends `sampled` seconds, its stack is looked at meanwhile.
    """
    with tempfile.TemporaryDirectory(prefix="headjudge-growing-") as folder:
        stacks = Path(folder, "stacks")
        reading, writing = os.pipe()
        with warnings.catch_warnings():  # of threads: none of this process has a part in the work
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if not process:
            os.close(reading)
            _work(work, Path(folder), stacks, writing, sampled, most)
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
        where = _where(stacks.read_text()) if stacks.exists() else ""
    if not told:
        return Cost(used.ru_utime + used.ru_stime, 0, where)
    seconds, status = json.loads(told)
    return Cost(seconds, status, where)


def _work(
    work: Callable[[], int], folder: Path, stacks: Path, writing: int, sampled: float, most: int
) -> None:
    """What the child does, which never returns."""
    try:
        os.setsid()
        log = stacks.open("w")
        faulthandler.register(signal.SIGXCPU, log, all_threads=False, chain=True)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        (folder / "work").mkdir()
        os.chdir(folder / "work")
        if sampled:
            _sample(log, sampled)
        begun = _used()
        status = work()
        os.write(writing, json.dumps([_used() - begun, status]).encode())
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(folder, "stacks").write_text(f'File "{type(error).__name__}", line 0 in {error}')
            os.write(writing, json.dumps([_used(), 599]).encode())
    finally:
        os._exit(0)


def _sample(log: IO[str], seconds: float) -> None:
    """Write the stack now and then in so many seconds of processor time."""
    faulthandler.register(signal.SIGPROF, log, all_threads=False, chain=False)
    step = max(0.001, seconds / (SAMPLES + 1))
    signal.setitimer(signal.ITIMER_PROF, step, step)


def _used() -> float:
    """Seconds of processor time of this process, and of its children that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _where(stacks: str) -> str:
    """The function of ours that most of the stacks end in, and its line."""
    ours: Counter[str] = Counter()
    for stack in re.split(r"^(?:Current thread|Stack)", stacks, flags=re.MULTILINE):
        for file, line, name in _FRAME.findall(stack):
            path = Path(file)
            if not path.is_absolute():
                ours[f"{file} {name}"] += 1
                break
            if path.is_relative_to(folders.ROOT) and "site-packages" not in path.parts:
                place = path.relative_to(folders.ROOT)
                if place.parts[:3] not in _OWN:
                    ours[f"{place}:{line} {name}"] += 1
                    break
    return ours.most_common(1)[0][0] if ours else ""

"""A budget of time and memory for each request, and for each line of a batch.

One thread of the process, the watchdog, checks all computations and raises `Ended` in the thread
of one over its budget; `run` turns that into a problem. Code that never returns to Python cannot
be ended in this way, and may block the watchdog too: then a timer that needs no Python ends the
process (`arm`), and the server replaces it.
"""

from __future__ import annotations

import ctypes
import faulthandler
import logging
import math
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import get_ident
from time import monotonic, sleep
from typing import NamedTuple, ParamSpec, TypeVar

from headjudge.web.service.limits import LIMITS, MIB
from headjudge.web.service.problems import TOO_MUCH_MEMORY, TOO_SLOW, Problem
from messages import say

logger = logging.getLogger(__name__)

SECONDS: float = LIMITS.seconds
MEMORY = LIMITS.memory * MIB
"""Maximum memory of a process while it computes, in bytes; see `_greedy`."""
LOOK_SECONDS = 0.05
"""Interval of the watchdog's checks while something computes."""
REST_SECONDS = 1.0
"""The same while idle; also the delay before raising a lost `Ended` again."""
WALL_SECONDS = SECONDS + 0.5
"""Until a process with a blocked watchdog ends."""
HUNG_SECONDS = 5.0
"""After which ended work that has not stopped counts as hung, and the process is ended."""
SHARE = 8
"""Work during which memory grew by less than this fraction of the total is not to blame."""

STDERR = 2

P = ParamSpec("P")
T = TypeVar("T")


class Ended(BaseException):
    """The budget is spent. A BaseException, so that no handler in between catches it."""


class _Task:
    """The current work of a thread."""

    __slots__ = ("deadline", "ended", "ended_first", "is_waiting", "memory", "reason", "thread")

    def __init__(self) -> None:
        self.thread = get_ident()
        self.deadline = monotonic() + SECONDS
        self.memory = _state.memory
        self.is_waiting = False
        self.reason = ""
        """`time` or `memory`, once it was ended."""
        self.ended = 0.0
        """When `Ended` was last raised."""
        self.ended_first = math.inf


class _State:
    """The watchdog's state."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.tasks: dict[int, _Task] = {}
        """By thread, in order of their start."""
        self.is_busy = threading.Event()
        self.is_watched = False
        self.memory = 0
        """Memory of the process at the last check, in bytes."""


_state = _State()
_is_armed = False


def _forget() -> None:
    """Reset in a forked process, which has neither the watchdog nor the watched threads."""
    global _state
    _state = _State()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def arm() -> None:
    """End this process if its watchdog is blocked for too long; the server replaces it."""
    global _is_armed
    _is_armed = True
    _watch()


def bound_memory() -> None:
    """Limit the memory of this process; allocations beyond it raise MemoryError."""
    with suppress(ImportError, ValueError):  # not supported, or already lower
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def run(work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """The result of `work`; raises Problem 503 if it takes too long, or too much memory.

    Nested calls share the outer budget.
    """
    if get_ident() in _state.tasks:
        return work(*arguments, **named)
    task = _Task()
    try:
        try:
            _begin(task)
            return work(*arguments, **named)
        finally:
            _end(task)
    except BaseException as error:
        _end(task)  # `Ended` may be raised at this very call
        if not (task.reason or isinstance(error, MemoryError)):
            raise
        reason = task.reason or "memory"
        logger.warning("a request was ended, for its %s", reason, exc_info=error)
    raise too_slow() if reason == "time" else TOO_MUCH_MEMORY


@contextmanager
def waiting() -> Iterator[None]:
    """Excludes time spent waiting for others, which has limits of its own."""
    task = _state.tasks.get(get_ident())
    if task is None or task.is_waiting:
        yield
        return
    begun = monotonic()
    with _state.lock:
        task.is_waiting = True
    try:
        yield
    finally:
        with _state.lock:
            task.deadline += monotonic() - begun
            task.is_waiting = False


def seconds_left() -> float:
    """The remaining seconds of the budget; all of them outside of `run`."""
    task = _state.tasks.get(get_ident())
    return max(0.0, task.deadline - monotonic()) if task else SECONDS


def too_slow() -> Problem:
    """The problem for work that takes too long."""
    sentence = say(
        "This takes longer than the {most} seconds that a request may take: send less at once.",
        most=LIMITS.seconds,
    )
    return Problem(503, sentence, kind=TOO_SLOW)


def _begin(task: _Task) -> None:
    with _state.lock:
        _state.tasks[task.thread] = task
        if not _state.is_busy.is_set():
            _state.is_busy.set()
    if not _state.is_watched:
        _watch()


def _end(task: _Task) -> None:
    """Unregister the task, so that nothing is raised in its thread from now on.

    A pending `Ended` is not cancelled, as CPython would then check for it on every call and
    loop of the process for good; it is raised once more and caught here.
    """
    is_raised = False
    while not is_raised:
        with suppress(Ended):
            with _state.lock:
                _state.tasks.pop(task.thread, None)
            if not task.reason:
                return
            is_raised = True
            _raise(task.thread)
            while True:
                pass


def _watch() -> None:
    """Start the watchdog of this process, if there is none."""
    with _state.lock:
        if not _state.is_watched:
            _state.is_watched = True
            threading.Thread(target=_watchdog, name="watchdog", daemon=True).start()


def _watchdog() -> None:
    armed = 0.0
    while True:
        now = monotonic()
        hung = now - HUNG_SECONDS
        is_hung = any(task.ended_first < hung for task in [*_state.tasks.values()])
        if _is_armed and now >= armed + REST_SECONDS and not is_hung:
            armed = now
            faulthandler.dump_traceback_later(WALL_SECONDS, exit=True, file=STDERR)
        _state.memory = _resident()
        with _state.lock:
            if not _state.tasks:
                _state.is_busy.clear()
            for task, reason in _overdue([*_state.tasks.values()], now):
                task.reason, task.ended = task.reason or reason, now
                task.ended_first = min(task.ended_first, now)
                _raise(task.thread)
        if _state.is_busy.wait(REST_SECONDS):
            sleep(LOOK_SECONDS)


class _Verdict(NamedTuple):
    task: _Task
    reason: str


def _overdue(tasks: list[_Task], now: float) -> Iterator[_Verdict]:
    """The tasks to end, with the reason; those that ignored it are listed again a second later."""
    counted = [task for task in tasks if not task.is_waiting and now > task.ended + REST_SECONDS]
    yield from (_Verdict(task, "time") for task in counted if task.reason or now > task.deadline)
    if _state.memory > MEMORY and not any(task.reason for task in tasks):
        yield from (_Verdict(task, "memory") for task in _greedy(counted)[:1])


def _greedy(tasks: list[_Task]) -> list[_Task]:
    """The tasks during which memory has grown most, oldest first.

    Memory is not accounted by thread. Requests take milliseconds, so the one that has computed
    longest is almost always the cause.
    """
    return [task for task in tasks if _state.memory - task.memory > MEMORY // SHARE]


def _resident() -> int:
    """The memory of this process in bytes; 0 if the system does not say."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _raise(thread: int) -> None:
    """Raise `Ended` in a thread as soon as it runs Python code; once, even if called again."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Ended))

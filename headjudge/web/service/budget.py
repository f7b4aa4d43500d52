"""A budget of time and memory for each request, and for each line of a batch.

A watchdog thread checks all computations of the process and raises `OverBudget` in the thread of
one over its budget; `run` turns that into a problem. Code that never returns to Python cannot be
ended in this way, and may block the watchdog too: then a timer that needs no Python ends the
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
from typing import ParamSpec, TypeVar

from headjudge.web.service.limits import LIMITS, MIB
from headjudge.web.service.problems import TOO_MUCH_MEMORY, TOO_SLOW, Problem
from messages import say

logger = logging.getLogger(__name__)

SECONDS: float = LIMITS.seconds
MEMORY = LIMITS.memory * MIB
"""Maximum memory of a process while it computes, in bytes; see `_overdue`."""
LOOK_SECONDS = 0.05
"""Interval of the watchdog's checks while something computes."""
REST_SECONDS = 1.0
"""The same while idle; also the delay before raising a lost `OverBudget` again."""
WALL_SECONDS = SECONDS + 0.5
"""Time until a process with a blocked watchdog is ended."""
HUNG_SECONDS = 5.0
"""Time until work that ignores `OverBudget` counts as hung, and the process is ended."""
SHARE = 8
"""Work during which memory grew by less than this fraction of the total is not ended for it."""
STDERR = 2
P = ParamSpec("P")
T = TypeVar("T")


class OverBudget(BaseException):
    """The budget is spent. A BaseException, so that no handler in between catches it."""


class _Task:
    """The current work of a thread."""

    __slots__ = (
        "deadline", "first_raise", "is_waiting", "last_raise", "memory", "reason", "thread",
    )  # fmt: skip

    def __init__(self) -> None:
        self.thread = get_ident()
        self.deadline = monotonic() + SECONDS
        self.memory = _state.memory
        self.is_waiting = False
        self.reason = ""
        """`time` or `memory`, once it was ended."""
        self.last_raise = 0.0
        """When `OverBudget` was last raised."""
        self.first_raise = math.inf


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


def _reset() -> None:
    """Reset in a forked process, which has neither the watchdog nor the watched threads."""
    global _state
    _state = _State()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)


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
        _end(task)  # `OverBudget` may be raised at this very call
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
    start = monotonic()
    with _state.lock:
        task.is_waiting = True
    try:
        yield
    finally:
        with _state.lock:
            task.deadline += monotonic() - start
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

    A pending `OverBudget` is not cancelled, as CPython would then check for it on every call and
    loop of the process for good; it is raised once more and caught here.
    """
    is_raised = False
    while not is_raised:
        with suppress(OverBudget):
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
        is_hung = any(task.first_raise < hung for task in [*_state.tasks.values()])
        if _is_armed and now >= armed + REST_SECONDS and not is_hung:
            armed = now
            faulthandler.dump_traceback_later(WALL_SECONDS, exit=True, file=STDERR)
        _state.memory = _resident()
        with _state.lock:
            if not _state.tasks:
                _state.is_busy.clear()
            for task, reason in _overdue([*_state.tasks.values()], now):
                task.reason, task.last_raise = task.reason or reason, now
                task.first_raise = min(task.first_raise, now)
                _raise(task.thread)
        if _state.is_busy.wait(REST_SECONDS):
            sleep(LOOK_SECONDS)


def _overdue(tasks: list[_Task], now: float) -> Iterator[tuple[_Task, str]]:
    """The tasks to end, with the reason; those that ignored it are listed again a second later.

    Memory is not accounted by thread. Requests take milliseconds, so of the tasks during which
    memory grew, the one that has computed longest is almost always the cause.
    """
    latest = now - REST_SECONDS
    active = [task for task in tasks if not task.is_waiting and task.last_raise < latest]
    yield from ((task, "time") for task in active if task.reason or now > task.deadline)
    if _state.memory > MEMORY and not any(task.reason for task in tasks):
        greedy = [task for task in active if _state.memory - task.memory > MEMORY // SHARE]
        yield from ((task, "memory") for task in greedy[:1])


def _resident() -> int:
    """The memory of this process in bytes; 0 if unavailable."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _raise(thread: int) -> None:
    """Raise `OverBudget` in a thread as soon as it runs Python code; once, even if called again."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OverBudget))

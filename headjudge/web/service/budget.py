"""A budget for each request, and for each line of a batch: so much time, and so much memory.

One thread of the process, the watchdog, looks at whatever computes, and raises `Ended` in the
thread whose work is over its budget. `run` makes that a problem, wherever the work was at. What
never comes back to Python cannot be ended so: a wall that needs no Python ends the process (`arm`),
in whose place the server starts another, where the watchdog is held up as well or gives up.
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
"""Bytes that a process may hold while it computes; see `_greedy`."""
LOOK_SECONDS = 0.05
"""Between two looks of the watchdog while something computes."""
REST_SECONDS = 1.0
"""The same while nothing does; and from raising `Ended` to raising it again where it was lost."""
WALL_SECONDS = SECONDS + 0.5
"""Until a process ends whose watchdog cannot look."""
HUNG_SECONDS = 5.0
"""After which work that was told to end, and has not, hangs: the watchdog lets the wall come."""
SHARE = 8
"""Whose memory has not grown by this part of the whole since it began is not to blame."""

STDERR = 2

P = ParamSpec("P")
T = TypeVar("T")


class Ended(BaseException):
    """The budget is spent: nothing between the work and `run` takes this for a fault of its own."""


class _Task:
    """Work that a thread is at."""

    __slots__ = ("deadline", "ended", "ended_first", "is_waiting", "memory", "reason", "thread")

    def __init__(self) -> None:
        self.thread = get_ident()
        self.deadline = monotonic() + SECONDS
        self.memory = _state.memory
        self.is_waiting = False
        self.reason = ""
        """`time` or `memory`, once it was told to end."""
        self.ended = 0.0
        """When it was told so, the last time."""
        self.ended_first = math.inf


class _State:
    """What the watchdog knows."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.tasks: dict[int, _Task] = {}
        """By thread, in the order in which they began."""
        self.is_busy = threading.Event()
        self.is_watched = False
        self.memory = 0
        """Bytes that the process held at the last look."""


_state = _State()
_is_armed = False


def _forget() -> None:
    """A process that was forked has neither the watchdog nor the threads that it watched."""
    global _state
    _state = _State()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def arm() -> None:
    """End this process where its watchdog cannot look for so long: another will take its place."""
    global _is_armed
    _is_armed = True
    _watch()


def bound_memory() -> None:
    """Let this process have so much memory and no more: what asks for more gets a MemoryError."""
    with suppress(ImportError, ValueError):  # the system has no such limit, or a lower one
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def run(work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """What `work` returns; raises Problem 503 where it takes too long, or too much memory.

    Within work that has a budget already, that one holds.
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
        _end(task)  # `Ended` may have come when it was to be called
        if not (task.reason or isinstance(error, MemoryError)):
            raise
        reason = task.reason or "memory"
        logger.warning("a request was ended, for its %s", reason, exc_info=error)
    raise too_slow() if reason == "time" else TOO_MUCH_MEMORY


@contextmanager
def waiting() -> Iterator[None]:
    """Time that is spent waiting for others, which is not counted and has limits of its own."""
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
    """The seconds that are left of the budget; all of them where no work is counted."""
    task = _state.tasks.get(get_ident())
    return max(0.0, task.deadline - monotonic()) if task else SECONDS


def too_slow() -> Problem:
    """The answer to what takes too long."""
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
    """Forget the task, so that nothing is raised in its thread from now on.

    What was raised and has not come yet is not taken back: CPython would then look for it at each
    call and each loop of the process, for good. It is raised anew, and caught here.
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
    """Start the watchdog of this process, if it has none."""
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
    """The tasks that are to end, and why; one that was told so is told again, a second later."""
    counted = [task for task in tasks if not task.is_waiting and now > task.ended + REST_SECONDS]
    yield from (_Verdict(task, "time") for task in counted if task.reason or now > task.deadline)
    if _state.memory > MEMORY and not any(task.reason for task in tasks):
        yield from (_Verdict(task, "memory") for task in _greedy(counted)[:1])


def _greedy(tasks: list[_Task]) -> list[_Task]:
    """Those during which the process has grown by much, the oldest first.

    What a process holds is not told by thread. Requests take milliseconds, so that the one that
    computes longest has taken most of it, nearly always.
    """
    return [task for task in tasks if _state.memory - task.memory > MEMORY // SHARE]


def _resident() -> int:
    """Bytes of memory that this process holds; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _raise(thread: int) -> None:
    """Raise `Ended` in a thread, as soon as it is in Python, once however often it was told so."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Ended))

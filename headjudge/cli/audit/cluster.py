"""Who does the work: this process, a cluster of processes that it starts, or one that is there."""

from __future__ import annotations

import logging
import os
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from headjudge.cli.errors import CannotBeAsked

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
IN_FLIGHT = 3
"""Tasks for each worker that are handed out at a time: enough that none waits for the next."""
RETRIES = 2
"""How often a task that failed is tried again, as a network may fail for a moment."""
GONE = "The cluster has gone away. Ask again, and it goes on from here."
PATIENCE = 30
"""Seconds to wait for a cluster, and for its first worker."""


class Failed(NamedTuple):
    """A task that could not be done, and why, in words."""

    words: str


class Crew(Protocol):
    """Whoever does the work."""

    def map(self, work: Callable[[Any], T], tasks: Iterable[Any]) -> Iterator[T | Failed]:
        """What the work gives for each task, as it is done: in any order.

        Tasks are taken up as there is room for them. CannotBeAsked goes through.
        """
        ...


class Alone:
    """This process."""

    def map(self, work: Callable[[Any], T], tasks: Iterable[Any]) -> Iterator[T | Failed]:
        """One after the other."""
        for task in tasks:
            try:
                yield work(task)
            except OSError as error:
                yield Failed(_words(error))


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def map(self, work: Callable[[Any], T], tasks: Iterable[Any]) -> Iterator[T | Failed]:
        """By all workers at once; the tasks of one that dies go to others."""
        waiting = iter(tasks)
        done = _distributed().as_completed([])
        flying: set[Any] = set()

        def hand_out(most: int) -> None:
            for task in islice(waiting, most):
                future = self._client.submit(work, task, retries=RETRIES, pure=False)
                flying.add(future)
                done.add(future)

        try:
            hand_out(IN_FLIGHT * max(1, len(self._client.nthreads())))
            for future in done:
                flying.discard(future)
                yield _result(future)
                future.release()
                hand_out(1)
        except (OSError, CancelledError):  # of the cluster; a task's own is its result
            raise CannotBeAsked(GONE) from None
        finally:
            with suppress(OSError, CancelledError):
                self._client.cancel(list(flying))


def _result(future: Any) -> Any:
    if future.status == "cancelled":
        raise CannotBeAsked(GONE)
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, CannotBeAsked):
        raise error
    return Failed(_words(error))


def _words(error: BaseException) -> str:
    if isinstance(error, _distributed().KilledWorker):
        return "the workers that took it died, one after the other (is there memory enough?)"
    return f"{type(error).__name__}: {error}"


@contextmanager
def crew(scheduler: str | None, workers: int | None) -> Iterator[Crew]:
    """Who does the work: the workers of that scheduler, or so many processes; CannotBeAsked.

    With no processes at all it is this one; with None there is one a core.
    """
    if scheduler is None and workers == 0:
        yield Alone()
        return
    import dask

    from headjudge.cli.audit.workers import DeafToInterrupts

    # What Dask logs of coming and going is nothing that a person asked for.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    settings = {
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "distributed.comm.timeouts.connect": PATIENCE,
    }
    with dask.config.set(settings):
        if scheduler is None:
            with (
                _distributed().LocalCluster(
                    n_workers=workers or _cores(),
                    threads_per_worker=1,
                    processes=True,
                    host=LOOPBACK,
                    dashboard_address=f"{LOOPBACK}:0",
                    silence_logs=50,
                ) as local,
                _distributed().Client(local) as client,
            ):
                client.register_plugin(DeafToInterrupts())
                yield Cluster(client)
            return
        try:
            client = _distributed().Client(scheduler, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise CannotBeAsked(f"--scheduler: {scheduler} does not answer: {error}") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError:
                raise CannotBeAsked(f"--scheduler: {scheduler} has no workers.") from None
            yield Cluster(client)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _distributed() -> Any:
    """Dask's package, which takes a second to import, and says little of its types."""
    return import_module("distributed")

"""The place of an audit: this process, a local cluster of processes, or a Dask scheduler."""

from __future__ import annotations

import logging
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, TypeVar

from headjudge.cli.errors import CommandError
from headjudge.web.api.batch.pool import cores

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
RETRIES = 2
"""Retries of a failed task, for transient network failures."""
GONE = "The cluster has gone away. Ask again, and it goes on from here."
IGNORE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run by each worker: Ctrl-C reaches all processes of a terminal, but only this one acts on it."""
PATIENCE = 30
"""Time-out in seconds for a cluster, and for its first worker."""
REASONS = 3
"""Maximum number of failures explained."""


class Crew:
    """This process, or the workers of a Dask client."""

    def __init__(self, client: Any = None) -> None:
        self._client = client

    def map(self, work: Callable[[Any], T], tasks: Iterable[Any], failure: str) -> Iterator[T]:
        """The results of the tasks in order of completion.

        Raises CommandError as the work does, and at the end if some of it failed.
        """
        reasons = []
        for result in (self._on_workers if self._client else self._locally)(work, list(tasks)):
            if isinstance(result, Exception):
                reasons.append(_reason(result))
            else:
                yield result
        if reasons:
            causes = "; ".join(dict.fromkeys(reasons[:REASONS]))
            raise CommandError(
                f"{len(reasons)} of its parts {failure}: {causes}. Ask again, and it goes on from"
                " here."
            )

    def _locally(self, work: Callable[[Any], T], tasks: list[Any]) -> Iterator[T | Exception]:
        for task in tasks:
            try:
                yield work(task)
            except OSError as error:
                yield error

    def _on_workers(self, work: Callable[[Any], T], tasks: list[Any]) -> Iterator[T | Exception]:
        """Run on all workers; tasks of a worker that dies go to others."""
        futures = self._client.map(work, tasks, retries=RETRIES, pure=False)
        try:
            for future in _import_distributed().as_completed(futures):
                if future.cancelled():
                    raise CommandError(GONE)
                error = future.exception()
                if isinstance(error, CommandError):
                    raise error
                yield future.result() if error is None else error
        except (OSError, CancelledError):  # of the cluster; those of a task are its result
            raise CommandError(GONE) from None


def _reason(error: Exception) -> str:
    if type(error).__name__ == "KilledWorker":
        return "the workers that took it died, one after the other (is there memory enough?)"
    return f"{type(error).__name__}: {error}"


@contextmanager
def crew(scheduler: str | None, workers: int | None) -> Iterator[Crew]:
    """The workers of a scheduler, or new local ones; raises CommandError.

    `workers` 0 means this process, None one process per core.
    """
    if scheduler is None and workers == 0:
        yield Crew()
        return
    # Silence Dask's log of workers coming and going.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    settings = {
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "distributed.comm.timeouts.connect": PATIENCE,
    }
    with import_module("dask").config.set(settings), ExitStack() as stack:
        if scheduler is None:
            # Local processes, which listen on the loopback interface only.
            processes = _import_distributed().LocalCluster(
                n_workers=workers or cores(),
                threads_per_worker=1,
                host=LOOPBACK,
                dashboard_address=f"{LOOPBACK}:0",
                silence_logs=logging.CRITICAL,
                preload=[IGNORE_INTERRUPTS],
            )
            processes = stack.enter_context(processes)
            client = stack.enter_context(_import_distributed().Client(processes))
        else:
            client = _client(scheduler, stack)
        yield Crew(client)


def _client(scheduler: str, stack: ExitStack) -> Any:
    try:
        client = stack.enter_context(_import_distributed().Client(scheduler, timeout=PATIENCE))
    except (OSError, ValueError) as error:
        raise CommandError(f"--scheduler: {scheduler} does not answer: {error}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise CommandError(f"--scheduler: {scheduler} has no workers.") from None
    return client


def _import_distributed() -> Any:
    """Dask's package, imported late: it takes 0.3 s and is not needed in this process alone."""
    return import_module("distributed")

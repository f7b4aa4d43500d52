"""What does the work: this process, a cluster of processes that it starts, or a Dask scheduler."""

from __future__ import annotations

import logging
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, TypeVar

from headjudge.cli.errors import CommandError
from headjudge.cli.options import cores

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
RETRIES = 2
"""How often a task that failed is tried again, as a network may fail for a moment."""
GONE = "The cluster has gone away. Ask again, and it goes on from here."
DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""For each worker: Ctrl-C reaches every process of a terminal, and this one ends the others."""
PATIENCE = 30
"""Seconds to wait for a cluster, and for its first worker."""
REASONS = 3
"""Failures that are explained."""


class Crew:
    """This process, or the workers of a Dask client."""

    def __init__(self, client: Any = None) -> None:
        self._client = client

    def map(self, work: Callable[[Any], T], tasks: Iterable[Any], failure: str) -> Iterator[T]:
        """What the work gives for each task, as it is done: in any order.

        Raises CommandError as the work does, and at the end where some of it failed.
        """
        reasons = []
        for result in (self._on_workers if self._client else self._here)(work, list(tasks)):
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

    def _here(self, work: Callable[[Any], T], tasks: list[Any]) -> Iterator[T | Exception]:
        for task in tasks:
            try:
                yield work(task)
            except OSError as error:
                yield error

    def _on_workers(self, work: Callable[[Any], T], tasks: list[Any]) -> Iterator[T | Exception]:
        """By all workers at once; the tasks of one that dies go to others."""
        futures = self._client.map(work, tasks, retries=RETRIES, pure=False)
        try:
            for future in _distributed().as_completed(futures):
                if future.cancelled():
                    raise CommandError(GONE)
                error = future.exception()
                if isinstance(error, CommandError):
                    raise error
                yield future.result() if error is None else error
        except (OSError, CancelledError):  # of the cluster; a task's own is its result
            raise CommandError(GONE) from None


def _reason(error: Exception) -> str:
    if type(error).__name__ == "KilledWorker":
        return "the workers that took it died, one after the other (is there memory enough?)"
    return f"{type(error).__name__}: {error}"


@contextmanager
def crew(scheduler: str | None, workers: int | None) -> Iterator[Crew]:
    """The workers of that scheduler, or so many processes; CommandError.

    With no processes at all it is this one; with None there is one a core.
    """
    if scheduler is None and workers == 0:
        yield Crew()
        return
    # What Dask logs of coming and going is nothing that a person asked for.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    settings = {
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "distributed.comm.timeouts.connect": PATIENCE,
    }
    with import_module("dask").config.set(settings), ExitStack() as stack:
        if scheduler is None:
            client = stack.enter_context(
                _distributed().Client(stack.enter_context(_processes(workers)))
            )
        else:
            client = _client(scheduler, stack)
        yield Crew(client)


def _processes(workers: int | None) -> Any:
    """A cluster of processes of this machine, which listens on the loopback alone."""
    return _distributed().LocalCluster(
        n_workers=workers or cores(),
        threads_per_worker=1,
        host=LOOPBACK,
        dashboard_address=f"{LOOPBACK}:0",
        silence_logs=logging.CRITICAL,
        preload=[DEAF],
    )


def _client(scheduler: str, stack: ExitStack) -> Any:
    try:
        client = stack.enter_context(_distributed().Client(scheduler, timeout=PATIENCE))
    except (OSError, ValueError) as error:
        raise CommandError(f"--scheduler: {scheduler} does not answer: {error}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise CommandError(f"--scheduler: {scheduler} has no workers.") from None
    return client


def _distributed() -> Any:
    """Dask's package, which takes 0.3 s to import, and is not needed for this process alone."""
    return import_module("distributed")

"""Progress of an update on standard error: a bar on a terminal, otherwise lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from headjudge.cli.output import raw_errors, visible


class Progress:
    """Reports the steps of an update."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def say(self, words: str) -> None:
        """Print one line."""
        if not self._quiet:
            tqdm.write(f"headjudge: {visible(words)}", file=raw_errors())

    @contextmanager
    def bar(
        self, name: str, total: int | None, done: int = 0, *, unit: str = "B"
    ) -> Iterator[Callable[[int], object]]:
        """A progress bar in bytes or other units; yields a function that advances it."""
        with tqdm(
            desc=visible(name),
            total=total,
            initial=done,
            unit=unit,
            unit_scale=True,
            disable=True if self._quiet else None,  # None: if it is no terminal
            leave=False,
            file=raw_errors(),
        ) as bar:
            yield bar.update

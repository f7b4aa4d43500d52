"""What a person sees while an update takes its time: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from headjudge.cli.output import drawing, visible


class Progress:
    """Says on standard error what is under way."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def say(self, words: str) -> None:
        """One line."""
        if not self._quiet:
            tqdm.write(f"headjudge: {visible(words)}", file=drawing())

    @contextmanager
    def bar(
        self, name: str, total: int | None, done: int = 0, *, unit: str = "B"
    ) -> Iterator[Callable[[int], object]]:
        """A bar over bytes, or others; what is given is to be told of each further number."""
        with tqdm(
            desc=visible(name),
            total=total,
            initial=done,
            unit=unit,
            unit_scale=True,
            disable=True if self._quiet else None,  # None: on terminals alone
            leave=False,
            file=drawing(),
        ) as bar:
            yield bar.update

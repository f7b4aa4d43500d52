"""Benchmarks, and the figures that they give; `make bench` runs them."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value."""

    name: str
    value: float
    unit: str = ""
    aim: str = ""
    """The target in words; empty for values of comparison."""
    is_bad: bool = False
    """Whether it fails the run."""

    @property
    def text(self) -> str:
        """The value with its unit, to three significant digits, or to an integer."""
        digits = 0 if self.value >= 100 or self.value == int(self.value) else 2
        if 10 <= self.value < 100:
            digits = min(digits, 1)
        return f"{self.value:,.{digits}f} {self.unit}".rstrip()
